import type { Evidence } from '@screening-room/contract/evidence'
import { decidingKinds } from '@screening-room/contract/overview'
import { isCase, type Queue } from '@screening-room/contract/queues'
import { type Action, type Status, status } from '@screening-room/contract/review'
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

const decides = (action: string) => (decidingKinds as readonly string[]).includes(action)

/** A case waits from its making on; an item may be opened again. */
const pendingSince = (queue: Queue) =>
  isCase(queue) ? sql`create_time` : sql`coalesce(pending_since, create_time)`

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
  const ends = change.before === status.pending && decides(change.action)
  const waited = ends ? sql`returning id, ${pendingSince(queue)} as since` : sql``
  await tx.query(sql`
    with changed as (
      update ${tableOf[queue]} set status = ${after}, update_time = now()${since}
      where id = any (${ids}::bigint[]) ${waited}),
    recorded as (${insertEvents(by, ids, event, ends ? sql`changed` : undefined)})
    ${outbox}`)
}

function undoEvent({ queue, action, before, after, undoes, decision, lease }: Undone) {
  return { queue, action, before, after, undoes, details: { decision, lease } }
}
