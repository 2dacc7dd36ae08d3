import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/* More at once than this only makes everybody late: the rest is told so at once, before any work. */

const readsAtMost = 100
const changesAtMost = 50

export function limitCrowd(app: FastifyInstance): void {
  const inside = { reads: 0, changes: 0 }
  app.addHook('onRequest', async (request, reply) => {
    const { call, changes } = request.routeOptions.config
    if (!call) return
    const lane = changes ? 'changes' : 'reads'
    if (inside[lane] >= (changes ? changesAtMost : readsAtMost))
      throw new Refusal('too_busy', {}, { retryAfter: 2 })
    inside[lane] += 1
    // Answered, aborted or timed out: the response always ends, and ends once.
    reply.raw.once('close', () => {
      inside[lane] -= 1
    })
  })
}
