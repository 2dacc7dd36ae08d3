import type { Queue } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'

export const reviewedTables = {
  certification: sql`certification`,
  project: sql`project`,
  video: sql`video`,
  report: sql`report`,
} satisfies Record<Queue, Sql>

declare const locked: unique symbol
/** A row that this transaction has locked. Only the lock functions of store/ return this type. */
export interface LockedItem<Q extends Queue> {
  readonly [locked]: true
  queue: Q
  id: number
  status: number
}

/** A second transaction waits here until the first has committed, and then sees what it did. */
export async function lockItem<Q extends Queue>(
  tx: Tx,
  queue: Q,
  id: number,
): Promise<LockedItem<Q> | undefined> {
  const [found] = await tx.query<LockedItem<Q>>(
    sql`select ${queue}::text as queue, id, status from ${reviewedTables[queue]} where id = ${id} for update`,
  )
  return found
}
