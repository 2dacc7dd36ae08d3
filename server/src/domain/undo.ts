import type { Claimed } from '@screening-room/contract/focus'
import { itemQueueOf, type Queue } from '@screening-room/contract/queues'
import type { Tx } from '../db/pool.ts'
import { missing, Refusal } from '../refusal.ts'
import { type Actor, getLastDecision } from '../store/events.ts'
import { getLease, getPastLease, restoreLease } from '../store/leases.ts'
import { type DecidedStatus, getOwnEvidence, lockDecision } from '../store/outbox.ts'
import { lockItem } from '../store/review.ts'
import { changeStatus } from '../store/status-changes.ts'
import { claimedItem, leaseLost } from './focus.ts'
import { alreadyDecided, refuseUndeciding } from './review.ts'

/**
 * Undoes a decision of one's own while the platform is not yet notified: every status is what it was, and
 * the same desk holds the item again. Sent twice, it is done once.
 */
export async function undoDecision(
  tx: Tx,
  by: Actor,
  desk: string,
  decision: string,
): Promise<Claimed> {
  const evidence = await getOwnEvidence(tx, by.id, decision)
  const past = evidence && (await getPastLease(tx, by.id, evidence.lease))
  if (!evidence || !past) throw missing('decision', decision)
  refuseUndeciding(by, past.queue)
  const { lease, claimedAt } = evidence
  const taken = { ...past, lease, claimedAt, desk, userId: by.id, nickName: by.nickName }
  // As every decision does, this locks the item before other rows; for reports, their video.
  const gate: Queue = itemQueueOf(taken.queue)
  const item = await lockItem(tx, gate, taken.id)
  const changes = await lockDecision(tx, decision)
  await refuseOvertaken(tx, changes)

  const again = changes.every(({ state }) => state === 'taken_back')
  if (!again) {
    // Nobody can review it any more.
    if (item?.erased) throw new Refusal('undo_too_late')
    const decided = changes.find(({ queue, subject }) => queue === gate && subject === taken.id)
    // A change that the platform itself has made since is kept.
    if (decided && decided.after !== item?.status) throw new Refusal('undo_too_late')
    if (changes.some(({ state, inGrace }) => state !== 'waiting' || !inGrace))
      throw new Refusal('undo_too_late')
    for (const change of grouped(changes))
      await changeStatus(tx, by, { ...change, action: 'undo', decision, lease })
  }
  const held = again
    ? (await getLease(tx, { userId: by.id, desk }, lease)) !== undefined
    : await restoreLease(tx, taken)
  const claimed = held && (await claimedItem(tx, taken))
  if (!claimed) throw await leaseLost(tx, taken)
  return claimed
}

async function refuseOvertaken(tx: Tx, changes: readonly DecidedStatus[]): Promise<void> {
  const overtaken = changes.find((change) => change.overtaken)
  if (!overtaken) return
  const past = await getLastDecision(tx, overtaken.queue, overtaken.subject)
  throw alreadyDecided(past?.status ?? overtaken.after, past)
}

/** Equal changes are undone in one statement: a video may have hundreds of reports. */
function grouped(changes: readonly DecidedStatus[]) {
  const groups = new Map<string, ReturnType<typeof reverse>>()
  for (const change of changes) {
    const key = `${change.queue} ${change.before} ${change.after}`
    const group = groups.get(key) ?? reverse(change)
    group.ids.push(change.subject)
    group.undoes.push(change.eventId)
    groups.set(key, group)
  }
  return groups.values()
}

function reverse({ queue, before, after }: DecidedStatus) {
  const [ids, undoes]: [number[], number[]] = [[], []]
  return { queue, before: after, after: before, ids, undoes }
}
