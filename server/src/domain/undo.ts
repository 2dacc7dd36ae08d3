import type { Claimed } from '@screening-room/contract/focus'
import type { Queue } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { missing, Refusal } from '../refusal.ts'
import { type Actor, getLastDecision } from '../store/events.ts'
import { getLease, restoreLease } from '../store/leases.ts'
import { type Deed, getTakenLease, lockDeeds, takeBack } from '../store/outbox.ts'
import { lockStatus, setStatus } from '../store/review.ts'
import { claimedItem, leaseLost } from './focus.ts'
import { alreadyDecided } from './review.ts'

/**
 * Takes a decision of one's own back while nobody has been told of it: every status is what it was,
 * and the item waits in the same hands. Sent twice, it is done once.
 */
export async function undoDecision(
  tx: Tx,
  by: Actor,
  desk: string,
  decision: string,
): Promise<Claimed> {
  const from = await getTakenLease(tx, by.id, decision)
  if (!from) throw missing('decision', decision)
  const taken = { ...from, desk }
  // The gate of whatever was decided, before its rows, as everybody does who decides: of reports, their video.
  const gate: Queue = taken.queue === 'report' ? 'video' : taken.queue
  const now = await lockStatus(tx, gate, taken.id)
  const deeds = await lockDeeds(tx, decision)
  await refuseOvertaken(tx, deeds)

  const again = deeds.every(({ state }) => state === 'taken_back')
  if (!again) {
    const decided = deeds.find(({ queue, subject }) => queue === gate && subject === taken.id)
    // Where the platform itself has changed it meanwhile, that stands.
    if (decided && decided.after !== now) throw new Refusal('undo_too_late')
    if (deeds.some(({ state, inGrace }) => state !== 'waiting' || !inGrace))
      throw new Refusal('undo_too_late')
    for (const { queue, before, ids } of grouped(deeds)) await setStatus(tx, queue, ids, before)
    await takeBack(tx, by, decision)
  }
  const held = again
    ? (await getLease(tx, { userId: by.id, desk }, taken.lease)) !== undefined
    : await restoreLease(tx, taken)
  const item = held && (await claimedItem(tx, taken))
  if (!item) throw await leaseLost(tx, taken)
  return item
}

async function refuseOvertaken(tx: Tx, deeds: readonly Deed[]): Promise<void> {
  const overtaken = deeds.find((deed) => deed.overtaken)
  if (!overtaken) return
  const past = await getLastDecision(tx, overtaken.queue, overtaken.subject)
  throw alreadyDecided(past?.status ?? overtaken.after, past)
}

/** What goes back to the same status in one statement: a video may have hundreds of reports. */
function grouped(deeds: readonly Deed[]) {
  const groups = new Map<string, Pick<Deed, 'queue' | 'before'> & { ids: number[] }>()
  for (const { queue, before, subject } of deeds) {
    const key = `${queue} ${before}`
    const group = groups.get(key) ?? { queue, before, ids: [] }
    group.ids.push(subject)
    groups.set(key, group)
  }
  return groups.values()
}
