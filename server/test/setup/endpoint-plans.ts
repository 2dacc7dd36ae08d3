import type { Db, Tx } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import * as deliveries from '../../src/store/deliveries.ts'
import * as endpoints from '../../src/store/endpoints.ts'

/* The statements of the endpoints, for the test of their plans. */

type Sample = (db: Db, tx: Tx) => unknown

const secret = Buffer.alloc(32, 1)
const given = { name: 'x', url: 'https://platform.example.com/', kinds: ['tag'] } as const
const attempt = { status: 200, latencyMs: 5, error: '', answer: '' }
const taken = { to: 1, eventId: 7, attempts: 1 }

export const endpointModules = { deliveries, endpoints }

export const endpointSamples: Record<string, Sample[]> = {
  fanOut: [(db) => deliveries.fanOut(db, 200)],
  findDueEndpoints: [(db) => deliveries.findDueEndpoints(db)],
  getAnyEndpoint: [(db) => deliveries.getAnyEndpoint(db)],
  takeDeliveries: [
    (db) => deliveries.takeDeliveries(db, 1, 4, 15),
    (db) => deliveries.takeDeliveries(db, 2, 1, 15),
  ],
  setSent: [(db) => deliveries.setSent(db, taken, attempt)],
  setNotSent: [
    (db) => deliveries.setNotSent(db, taken, attempt, { inSeconds: 5 }, 6),
    (db) => deliveries.setNotSent(db, taken, attempt, 'never', 6),
  ],
  findDeliveries: [
    (db) => deliveries.findDeliveries(db, 1, undefined),
    (db) => deliveries.findDeliveries(db, 1, 'dead', 20_000),
    (db) => deliveries.findDeliveries(db, 2, 'waiting'),
  ],
  getDelivery: [(db) => deliveries.getDelivery(db, 1, 7)],
  reviveDeliveries: [
    (_, tx) => deliveries.reviveDeliveries(tx, 1, { from: 7, to: 100 }),
    (_, tx) => deliveries.reviveDeliveries(tx, 1, { from: 1, to: 29_000, outcome: 'dead' }),
  ],
  dropOldDeliveries: [(db) => deliveries.dropOldDeliveries(db)],
  countDeadEndpoints: [(db) => endpoints.countDeadEndpoints(db)],
  getEndpointExists: [(db) => endpoints.getEndpointExists(db, 1)],
  getReceiver: [(db) => endpoints.getReceiver(db, 1)],
  lockEndpoints: [(_, tx) => endpoints.lockEndpoints(tx)],
  insertEndpointRow: [(_, tx) => endpoints.insertEndpointRow(tx, given, secret)],
  lockEndpoint: [(_, tx) => endpoints.lockEndpoint(tx, 1)],
  setEndpoint: [(_, tx) => endpoints.setEndpoint(tx, 1, given)],
  setEndpointSecret: [(_, tx) => endpoints.setEndpointSecret(tx, 1, secret)],
  setEndpointState: [(_, tx) => endpoints.setEndpointState(tx, 1, 'paused')],
  endEndpointRow: [(_, tx) => endpoints.endEndpointRow(tx, 1)],
}

/** One to which most was delivered, and one for which much waits. */
export async function fillEndpoints(db: Db): Promise<void> {
  await db.query(sql`
    insert into endpoint (name, url, kinds, secret)
    select 'e' || n, 'https://platform.example.com/', '{video}', '' from generate_series(1, 2) n`)
  await db.query(sql`
    insert into delivery (endpoint_id, event_id, queue, subject_id, state, due_at, settled_at)
    select p, n, 'video', n,
      case when n % 1000 = 1 then 'dead' when p = 2 or n % 20 = 0 then 'waiting' else 'delivered' end,
      now() + (n / 10 % 100 - 95) * interval '1 minute', now()
    from generate_series(1, 20000) n, generate_series(1, 2) p`)
}
