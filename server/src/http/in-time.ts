import type { RefusalCode } from '@screening-room/contract/refusals'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'

/** The last rung of the ladder below the client's 5 s, counted from the request's arrival. */
const answerMilliseconds = 4500

/** For what comes after the work; some time is left to send the answer. */
export const timeLeft = (reply: FastifyReply): number =>
  Math.max(0, Math.floor(answerMilliseconds - 300 - reply.elapsedTime))

/** The result of the work, or a refusal if it takes too long. The work itself goes on. */
export function inTime<T>(reply: FastifyReply, work: Promise<T>, refusal: RefusalCode): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Refusal(refusal, {}, { cause: 'too slow' }))
    const timer = setTimeout(tooLate, answerMilliseconds - reply.elapsedTime)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
