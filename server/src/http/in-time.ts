import type { RefusalCode } from '@screening-room/contract/refusals'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'

/** The last rung of the ladder below the client's 5 s, counted from the request's arrival. */
const answerMilliseconds = 4500

/** What the work answers; when time runs out before it does, a refusal. The work itself goes on. */
export async function inTime<T>(
  reply: FastifyReply,
  work: Promise<T>,
  refusal: RefusalCode,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Refusal(refusal, {}, { cause: 'too slow' })),
      answerMilliseconds - reply.elapsedTime,
    )
  })
  // Whoever loses the race must not end the process.
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
