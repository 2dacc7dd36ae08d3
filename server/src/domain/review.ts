import type { Evidence } from '@screening-room/contract/evidence'
import { hasAny } from '@screening-room/contract/permissions'
import { deciding } from '@screening-room/contract/queue-permissions'
import { type ActionOf, canDo, type Queue, ruleFor } from '@screening-room/contract/queues'
import {
  type Action,
  doneWords,
  isBlank,
  status,
  statusWords,
} from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { missing, Refusal } from '../refusal.ts'
import { type Actor, getLastDecision, hasVersions, type PastDecision } from '../store/events.ts'
import { appendSentEvent } from '../store/outbox.ts'
import type { LockedReport } from '../store/reports.ts'
import { type LockedItem, lockItem } from '../store/review.ts'
import { changeStatus, type DecidedChange } from '../store/status-changes.ts'
import { refuseChanged } from './versions.ts'

/* Every decision. A status changes here and in undo.ts, by changeStatus, and nowhere else. */

export interface Why {
  reason?: string | undefined
  reasonIds?: readonly number[] | undefined
  /** Of a decision on a claimed item. */
  evidence?: Evidence | undefined
  /** What is decided at once, where a request decides on many items. */
  decision?: string
  /** The version that was decided on; absent: any. */
  version?: number | undefined
}

/** What has no `who` is the platform's own act: the scope of its key was asked before. */
function refuseUnpermitted<Q extends Queue>(by: Actor, queue: Q, action: ActionOf<Q>): void {
  const { who } = ruleFor(queue, action)
  if (who && !hasAny(by.permissions ?? [], [who])) throw new Refusal('forbidden')
}

/** A lease says that somebody was handed an item; whether they still may decide on it, their role says. */
export function refuseUndeciding(by: Actor, queue: Queue): void {
  if (!hasAny(by.permissions ?? [], deciding(queue))) throw new Refusal('forbidden')
}

/**
 * Does one action on one item, and records it in the same transaction. The second person to decide is
 * told who was first; the same action sent again by the same person changes nothing and succeeds.
 * Returns whether anything changed.
 */
export async function decide<Q extends Queue>(
  tx: Tx,
  by: Actor,
  queue: Q,
  action: ActionOf<Q>,
  id: number,
  why: Why = {},
): Promise<boolean> {
  const item = await lockItem(tx, queue, id)
  if (!item) throw missing(queue, id)
  return decideLocked(tx, by, item, action, why)
}

/** The same on a row that is locked already. `details` are of actions that leave the status as it is. */
export async function decideLocked<Q extends Queue>(
  tx: Tx,
  by: Actor,
  { queue, id, status: before, erased }: LockedItem<Q>,
  action: ActionOf<Q>,
  why: Why = {},
  details?: object,
): Promise<boolean> {
  refuseUnpermitted(by, queue, action)
  const { needs, to } = ruleFor(queue, action)
  if (needs === 'reason' && isBlank(why.reason ?? '')) throw new Refusal('reason_missing')
  if (needs === 'reasonIds' && !why.reasonIds?.length) throw new Refusal('take_down_reason_missing')
  if (!canDo(queue, action, before)) {
    const past = await getLastDecision(tx, queue, id)
    if (past && isRepeat(past, by, action, why)) return false
    throw alreadyDecided(before, past)
  }
  if (erased && to === status.pending) throw new Refusal('item_erased')
  if (hasVersions(queue)) await refuseChanged(tx, queue, id, why.version)
  if (to === undefined) await appendSentEvent(tx, by, id, { queue, action, before, details })
  else await change(tx, by, { queue, action, ids: [id], before, after: to, ...why })
  return true
}

/** Pending reports of a video at once: they share one decision, and each keeps its own event. */
export async function decideReports(
  tx: Tx,
  by: Actor,
  action: ActionOf<LockedReport['queue']>,
  reports: readonly LockedReport[],
  videoId: number,
  why: Why,
): Promise<void> {
  const [first] = reports
  if (!first) return
  const { queue, status: before } = first
  refuseUnpermitted(by, queue, action)
  const { to } = ruleFor(queue, action)
  if (to === undefined || !canDo(queue, action, before)) throw alreadyDecided(before, undefined)
  const ids = reports.map((report) => report.id)
  await change(tx, by, { queue, action, ids, before, after: to, ...why, details: { videoId } })
}

/** What one request decides is one decision; on a claimed item it has an ID of its own, to undo it by. */
function change(
  tx: Tx,
  by: Actor,
  decided: Omit<DecidedChange, 'decision'> & Pick<Why, 'decision'>,
): Promise<void> {
  const decision = decided.evidence?.decision ?? decided.decision ?? by.requestId
  return changeStatus(tx, by, { ...decided, decision })
}

const repeatSeconds = 600

/** A double click or a retry: the same person, action and reason, moments ago. */
export function isRepeat(past: PastDecision, by: Actor, action: Action, why: Why): boolean {
  return (
    past.secondsAgo < repeatSeconds &&
    past.actorId === by.id &&
    past.action === action &&
    past.reason === (why.reason ?? '') &&
    [...past.reasonIds].sort().join() === [...(why.reasonIds ?? [])].sort().join()
  )
}

export function alreadyDecided(status: number, past: PastDecision | undefined): Refusal {
  // Decided before this record began, by another system: all that is known is the status.
  if (!past)
    return new Refusal('not_possible', (language) => ({
      status: statusWords[status as keyof typeof statusWords]?.[language] ?? status,
    }))
  const { action, by, at, reason, reasonIds, reasonWords } = past
  return new Refusal(
    'already_decided',
    (language) => {
      const [colon, comma] = language === 'en' ? [': ', ', '] : ['：', '、']
      const why = reason || reasonWords.map((words) => words[language]).join(comma)
      return {
        action: doneWords[action as Action]?.[language] ?? action,
        by,
        at: at.replace('T', ' '),
        because: why && `${colon}${why}`,
      }
    },
    { data: { status, action, by, at, reason, reasonIds } },
  )
}
