import type { Queue } from '@screening-room/contract/queues'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { hasVersions } from './events.ts'
import { tableOf } from './queue-sql.ts'

const erased = sql`, erased_at is not null as erased`

declare const locked: unique symbol
/** A row that this transaction has locked. Only the lock functions of store/ return this type. */
export interface LockedItem<Q extends Queue> {
  readonly [locked]: true
  queue: Q
  id: number
  status: number
  /** There is nothing left to decide on. */
  erased?: boolean
}

/** A second transaction waits here until the first has committed, and then sees what it did. */
export async function lockItem<Q extends Queue>(
  tx: Tx,
  queue: Q,
  id: number,
): Promise<LockedItem<Q> | undefined> {
  const [found] = await tx.query<LockedItem<Q>>(
    sql`select ${queue}::text as queue, id, status${hasVersions(queue) ? erased : sql``}
      from ${tableOf[queue]} where id = ${id} for update`,
  )
  return found
}
