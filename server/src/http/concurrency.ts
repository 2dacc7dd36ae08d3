import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request holds one of the places below. */
    leavePlace: (() => void) | undefined
  }
}

/** More at once only makes all of them late: the rest is refused before any work. */
const atMost = { reads: 100, changes: 50 }

/**
 * Places for calls that need a session. A request takes its place when its body has arrived and the guard
 * has sent away those that cannot have a session; sign-in has queues of its own (domain/sign-in.ts).
 */
export function limitConcurrency(app: FastifyInstance): void {
  const taken = { reads: 0, changes: 0 }
  app.decorateRequest('leavePlace', undefined)
  app.addHook('preValidation', async (request, reply) => {
    const { call, changes, policy } = request.routeOptions.config
    if (!call || policy?.access !== 'session') return
    const lane = changes ? 'changes' : 'reads'
    if (taken[lane] >= atMost[lane]) throw new Refusal('too_busy', {}, { retryAfter: 2 })
    taken[lane] += 1
    request.leavePlace = () => {
      request.leavePlace = undefined
      taken[lane] -= 1
    }
    reply.raw.once('close', () => request.leavePlace?.())
  })
  // Not when the response has been read: clients may take as long as they like for that.
  app.addHook('onSend', async (request) => request.leavePlace?.())
}
