import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/* More at once than this only makes everybody late: the rest is told so at once, before any work. */

/** Strangers who guess passwords have a lane of their own, so that they take nobody else's place. */
const atMost = { reads: 100, changes: 50, signIns: 50 }

export function limitCrowd(app: FastifyInstance): void {
  const inside = { reads: 0, changes: 0, signIns: 0 }
  app.addHook('onRequest', async (request, reply) => {
    const { call, changes } = request.routeOptions.config
    if (!call) return
    const lane = call === 'session.login' ? 'signIns' : changes ? 'changes' : 'reads'
    if (inside[lane] >= atMost[lane]) throw new Refusal('too_busy', {}, { retryAfter: 2 })
    inside[lane] += 1
    // Answered, aborted or timed out: the response always ends, and ends once.
    reply.raw.once('close', () => {
      inside[lane] -= 1
    })
  })
}
