import { endpointStates } from '@screening-room/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/pool.ts'
import { findEndpoints } from '../store/endpoints.ts'
import { findPendingCounts } from '../store/housekeeping.ts'
import { getOutboxCounts } from '../store/outbox.ts'
import { getVerificationCounts } from '../store/verifications.ts'

/* Routes and codes only: no identifier, phone number or path of a person ever becomes a label. */

export function makeMetrics(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route, method and HTTP status',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'call_answers_total',
    help: 'Answers by call and envelope code',
    labelNames: ['call', 'code'] as const,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe(
      { route, method: request.method, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    const { call } = request.routeOptions.config
    if (call) answers.inc({ call, code: String(reply.envelopeCode) })
  })
  return registry
}

/** What waits in the store. */
export function watchStore(registry: Registry, db: Db, pending: number): void {
  new Gauge({
    name: 'review_pending',
    help: 'Items that wait for review, by queue and kind',
    labelNames: ['queue', 'kind'] as const,
    registers: [registry],
    async collect() {
      this.reset()
      // Without the database the rest is all the more worth reading.
      const counts = await findPendingCounts(db, pending).catch(() => [])
      for (const { queue, kind, n } of counts)
        this.set({ queue, kind: kind < 0 ? 'all' : String(kind) }, n)
    },
  })
  // Each gauge asks for itself: one that another sets is read before it is set.
  const outbox = () => getOutboxCounts(db).catch(() => undefined)
  new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest decision that the platform has not been told of',
    registers: [registry],
    async collect() {
      const counts = await outbox()
      if (counts) this.set(counts.oldestSeconds)
      else this.remove()
    },
  })
  new Gauge({
    name: 'outbox_rows',
    help: 'Decisions that the platform has not been told of, and those given up',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const counts = await outbox()
      this.reset()
      if (!counts) return
      this.set({ state: 'waiting' }, counts.waiting)
      this.set({ state: 'dead' }, counts.dead)
    },
  })
  const endpoints = () => findEndpoints(db).catch(() => undefined)
  new Gauge({
    name: 'webhook_endpoints',
    help: 'Endpoints that administrators keep, by state',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const found = await endpoints()
      this.reset()
      for (const state of found ? endpointStates : [])
        this.set({ state }, found?.filter((one) => one.state === state).length ?? 0)
    },
  })
  new Gauge({
    name: 'webhook_deliveries',
    help: 'Messages that an endpoint has not been told of, and those given up',
    labelNames: ['endpoint', 'state'] as const,
    registers: [registry],
    async collect() {
      const found = await endpoints()
      this.reset()
      for (const { id, waiting, dead } of found ?? []) {
        this.set({ endpoint: String(id), state: 'waiting' }, waiting)
        this.set({ endpoint: String(id), state: 'dead' }, dead)
      }
    },
  })
}

/** What the verifications of the record have found. */
export function watchRecord(registry: Registry, db: Db): void {
  const counts = () => getVerificationCounts(db).catch(() => undefined)
  new Gauge({
    name: 'record_broken',
    help: '1 where the last verification found the record changed',
    registers: [registry],
    async collect() {
      const found = await counts()
      if (found) this.set(Number(found.broken))
      else this.remove()
    },
  })
  new Gauge({
    name: 'record_intact_age_seconds',
    help: 'Since the last verification that found the record intact; absent before the first',
    registers: [registry],
    async collect() {
      const seconds = (await counts())?.intactSeconds
      if (typeof seconds === 'number') this.set(seconds)
      else this.remove()
    },
  })
}
