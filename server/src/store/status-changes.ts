import type { Evidence } from '@screening-room/contract/evidence'
import type { Queue } from '@screening-room/contract/queues'
import type { Action, Status } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { type Actor, insertEvents } from './events.ts'
import { insertOutboxRows, takeBackRows } from './outbox.ts'
import { tableOf } from './queue-sql.ts'

/* The only place where a status changes. `npm run check` allows two callers: decide and undo. */

interface Change {
  queue: Queue
  /** Locked by this transaction. */
  ids: readonly number[]
  before: number
  after: Status
  /** Shared by all that is decided, and undone, at once. */
  decision: string
}

export interface DecidedChange extends Change {
  action: Action
  reason?: string | undefined
  reasonIds?: readonly number[] | undefined
  details?: { videoId: number } | undefined
  evidence?: Evidence | undefined
}

interface Undone extends Change {
  action: 'undo'
  /** The events that are undone, in the order of `ids`. */
  undoes: readonly number[]
  lease: string
}

/**
 * Status, event and outbox row in one statement. A decision gets a new outbox row; an undo withdraws the
 * one of the decision, so that the platform is notified of neither.
 */
export async function changeStatus(
  tx: Tx,
  by: Actor,
  change: DecidedChange | Undone,
): Promise<void> {
  const { queue, ids, after, decision } = change
  const [event, outbox] =
    change.action === 'undo'
      ? [undoEvent(change), takeBackRows(change.undoes)]
      : [change, insertOutboxRows(by, decision, sql`recorded`)]
  const opensAgain = change.action === 'reopen' || change.action === 'resubmit'
  const since = opensAgain ? sql`, pending_since = now()` : sql``
  await tx.query(sql`
    with changed as (
      update ${tableOf[queue]} set status = ${after}, update_time = now()${since}
      where id = any (${ids}::bigint[])),
    recorded as (${insertEvents(by, ids, event)})
    ${outbox}`)
}

function undoEvent({ queue, action, before, after, undoes, decision, lease }: Undone) {
  return { queue, action, before, after, undoes, details: { decision, lease } }
}
