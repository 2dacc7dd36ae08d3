import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/* More at once than this only makes everybody late: the rest is told so at once, before any work. */

const readsAtMost = 100
const changesAtMost = 50

export function limitCrowd(app: FastifyInstance): void {
  const inside = { reads: 0, changes: 0 }
  const counted = new WeakSet<object>()
  app.addHook('onRequest', async (request) => {
    const { call, changes } = request.routeOptions.config
    if (!call) return
    const lane = changes ? 'changes' : 'reads'
    if (inside[lane] >= (changes ? changesAtMost : readsAtMost))
      throw new Refusal('too_busy', {}, { retryAfter: 2 })
    inside[lane] += 1
    counted.add(request)
  })
  // Answered, aborted or timed out: the response always ends, and ends once.
  app.addHook('onRequest', async (request, reply) => {
    if (!counted.has(request)) return
    reply.raw.once('close', () => {
      inside[request.routeOptions.config.changes ? 'changes' : 'reads'] -= 1
    })
  })
}
