import {
  type Action,
  type ActionOf,
  canDo,
  doneWords,
  isBlank,
  type Queue,
  ruleFor,
  statusWords,
} from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { missing, Refusal } from '../refusal.ts'
import { type Actor, appendEvents, getLastDecision, type PastDecision } from '../store/events.ts'
import { insertOutbox } from '../store/outbox.ts'
import { lockStatus, setStatus } from '../store/review.ts'

/* The only place where a status changes. */

export interface Why {
  reason?: string | undefined
  reasonIds?: readonly number[] | undefined
  details?: Record<string, unknown> | undefined
}

/**
 * Does one action on one item, and records it in the same transaction. Whoever comes second is told
 * who came first; the same action sent again by the same person changes nothing and succeeds.
 * Answers whether anything changed.
 */
export async function decide<Q extends Queue>(
  tx: Tx,
  by: Actor,
  queue: Q,
  action: ActionOf<Q>,
  id: number,
  why: Why = {},
): Promise<boolean> {
  const before = await lockStatus(tx, queue, id)
  if (before === undefined) throw missing(queue, id)
  const rule = ruleFor(queue, action)
  if (rule.needs === 'reason' && isBlank(why.reason ?? '')) throw new Refusal('reason_missing')
  if (rule.needs === 'reasonIds' && !why.reasonIds?.length)
    throw new Refusal('take_down_reason_missing')
  if (!canDo(queue, action, before)) {
    const past = await getLastDecision(tx, queue, id)
    if (past && isRepeat(past, by, action, why)) return false
    throw alreadyDecided(before, past)
  }
  await record(tx, by, queue, action, [id], before, why)
  return true
}

/** Every pending report of a video at once: they share one decision, and each keeps its own record. */
export async function decideReports(
  tx: Tx,
  by: Actor,
  action: ActionOf<'report'>,
  ids: readonly number[],
  before: number,
  why: Why,
): Promise<void> {
  if (!canDo('report', action, before)) throw alreadyDecided(before, undefined)
  if (ids.length > 0) await record(tx, by, 'report', action, ids, before, why)
}

async function record<Q extends Queue>(
  tx: Tx,
  by: Actor,
  queue: Q,
  action: ActionOf<Q>,
  ids: readonly number[],
  before: number,
  why: Why,
): Promise<void> {
  const { to } = ruleFor(queue, action)
  if (to !== undefined) await setStatus(tx, queue, ids, to)
  const events = await appendEvents(tx, by, ids, { action, queue, before, after: to, ...why })
  // What one request decides is one decision, unless it names its own.
  const decision = String(why.details?.decision ?? by.requestId)
  await insertOutbox(tx, by, decision, events)
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
