import type { Queue } from '@screening-room/contract/queues'
import { type Sql, sql } from '../db/sql.ts'
import { isOfQueue } from './queue-sql.ts'

const orders = {
  waiting: sql`w.since, w.subject_id`,
  reported: sql`w.reports desc, w.since, w.subject_id`,
}

/** What waits, in its order; of every kind where none is given. One scan of an index, of so many rows at most. */
export function waitingIds(
  queue: Queue,
  kind: number | undefined,
  order: keyof typeof orders,
  most: number,
): Sql {
  const ofKind = kind === undefined ? sql`true` : sql`w.kind = ${kind}`
  return sql`
    select w.subject_id from waiting w where ${isOfQueue[queue]} and ${ofKind}
    order by ${orders[order]} limit ${most}::int`
}
