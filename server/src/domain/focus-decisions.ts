import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '@screening-room/contract/call'
import type { Evidence } from '@screening-room/contract/evidence'
import { type Claimed, focusActions, type focusCalls } from '@screening-room/contract/focus'
import {
  hasAction,
  type ItemQueue,
  isCase,
  itemQueueOf,
  type Queue,
  type QueueWith,
  reasonFor,
} from '@screening-room/contract/queues'
import { type Receipt, secondsNeeded } from '@screening-room/contract/receipt'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, appendEvents, getLastDecision, type PastDecision } from '../store/events.ts'
import {
  getLease,
  getPastLease,
  getWaiting,
  type LockedLease,
  lockLease,
  setAside,
  takeBack,
} from '../store/leases.ts'
import { findReportsOn, getLastClosedReport } from '../store/reports.ts'
import { type LockedItem, lockItem } from '../store/review.ts'
import { type LockedVideo, lockReportedVideo, lockVideo } from '../store/videos.ts'
import { claimedItem, leaseLost } from './focus.ts'
import { dismissLocked } from './reports.ts'
import { alreadyDecided, decideLocked, isRepeat, refuseUndeciding, type Why } from './review.ts'
import { refuseChanged } from './versions.ts'
import { takeDownLocked } from './videos.ts'

/* Decisions on what somebody holds: by the same rules as any other, and only while it is held. */

type DecideInput = InputOf<typeof focusCalls.decide>
type Decided = OutputOf<typeof focusCalls.decide>['data']

const actionsOf = (queue: Queue) => focusActions.filter((action) => hasAction(queue, action))

type Gate = LockedItem<Exclude<Queue, QueueWith<'takeDown'>>> | LockedVideo

/** Before the lease, as every decision does, so that no two wait for each other. For reports: their video. */
async function lockGate(tx: Tx, queue: Queue, id: number): Promise<Gate | undefined> {
  if (!hasAction(queue, 'takeDown')) return lockItem(tx, queue, id)
  return isCase(queue) ? lockReportedVideo(tx, id) : lockVideo(tx, id)
}

export async function decideItem(tx: Tx, by: Actor, input: DecideInput): Promise<Decided> {
  const desk = { userId: by.id, desk: input.desk }
  const own = await getLease(tx, desk, input.lease)
  const gate = own && (await lockGate(tx, own.queue, own.id))
  const held = own && (await lockLease(tx, desk, input.lease))
  if (!held) return decidedBefore(tx, by, input)
  refuseUndeciding(by, held.queue)

  const why = whyOf(held.queue, input)
  if (input.receipt && !isPossible(input.receipt, held.heldSeconds))
    throw badField('receipt', 'impossible')
  // Of reports, the video is what changes.
  await refuseChanged(tx, itemQueueOf(held.queue), held.id, input.version)
  const decision = randomUUID()
  const { desk: at, lease, receipt, marks } = input
  const evidence = { decision, lease, desk: at, claimedAt: held.claimedAt, receipt, marks }
  await act(tx, by, held, gate, input.action, { ...why, evidence })
  return { decision, graceSeconds: by.graceSeconds ?? 0 }
}

/** What an action of a queue is to be given; anything else was meant for another one. */
function whyOf(queue: Queue, { action, message, reasonIds }: DecideInput): Why {
  if (!hasAction(queue, action)) throw badField('action', 'one_of', actionsOf(queue).join(', '))
  if (message !== undefined && action !== 'reject') throw badField('message', 'unknown')
  if (reasonIds.length > 0 && action !== 'takeDown') throw badField('reasonIds', 'unknown')
  if (action === 'takeDown') return { reasonIds: [...new Set(reasonIds)] }
  return action === 'reject' && hasAction(queue, action)
    ? { reason: reasonFor(queue, message ?? '') }
    : {}
}

/** For the way from the browser's clock to ours. */
const slackSeconds = 2
const slackOfDuration = 1

/** Nobody plays more than time has passed, or beyond the end. */
function isPossible({ duration, played, sheet }: Receipt, heldSeconds: number): boolean {
  const end = (duration ?? Number.POSITIVE_INFINITY) + slackOfDuration
  return (
    played.every(({ from, to }) => from <= to && to <= end) &&
    sheet.every((second) => second <= end) &&
    secondsNeeded(played) <= heldSeconds + slackSeconds
  )
}

async function act(
  tx: Tx,
  by: Actor,
  { queue, id, kind }: LockedLease,
  gate: Gate | undefined,
  action: DecideInput['action'],
  why: Why & { evidence: Evidence },
): Promise<void> {
  const { reason, reasonIds = [], evidence } = why
  const video = gate && 'type' in gate ? gate : undefined
  if (action === 'dismiss')
    return dismissLocked(tx, by, video, { videoId: id, type: kind }, evidence)
  if (!gate) throw missing(itemQueueOf(queue), id)
  if (action === 'takeDown') {
    if (!video) throw missing(itemQueueOf(queue), id)
    // The case is held in order to close its reports, also where the video was taken down a moment ago.
    const call = { field: 'reasonIds', onRepeat: 'closeReports', evidence } as const
    return takeDownLocked(tx, by, video, { type: kind, reasonIds }, call)
  }
  // Sent through the specification's call it would dismiss reports, and is no reason to anybody.
  if (video?.type === videoType.personal && reason === dismissalMessage)
    throw badField('message', 'reserved')
  await decideLocked<ItemQueue>(tx, by, gate, action, why)
}

/** Not held any more: sent again, in somebody else's hands, or decided by somebody else. */
async function decidedBefore(tx: Tx, by: Actor, input: DecideInput): Promise<Decided> {
  const item = await getPastLease(tx, by.id, input.lease)
  if (!item) throw await leaseLost(tx, item)
  const gate = await lockGate(tx, item.queue, item.id)
  if (!gate) throw missing(itemQueueOf(item.queue), item.id)
  if (await getWaiting(tx, item.queue, item.id)) throw await leaseLost(tx, item)
  const past = await lastDecision(tx, item)
  if (past?.evidence?.lease === input.lease) {
    const why = whyOf(item.queue, input)
    if (isRepeat(past, by, input.action, why))
      return {
        decision: past.evidence.decision,
        graceSeconds: Math.max(0, (by.graceSeconds ?? 0) - past.secondsAgo),
      }
  }
  if (isCase(item.queue) && !past) throw new Refusal('no_pending_report')
  throw alreadyDecided(past?.status ?? gate.status, past)
}

async function lastDecision(
  tx: Tx,
  { queue, id }: { queue: Queue; id: number },
): Promise<PastDecision | undefined> {
  if (!isCase(queue)) return getLastDecision(tx, queue, id)
  const closed = await getLastClosedReport(tx, id, status.pending)
  return closed && getLastDecision(tx, queue, closed.id)
}

/** Recorded: an item that many skip is probably a difficult one. */
export async function skipItem(
  tx: Tx,
  by: Actor,
  { desk, lease }: InputOf<typeof focusCalls.skip>,
): Promise<void> {
  const held = await lockLease(tx, { userId: by.id, desk }, lease)
  if (!held) throw await leaseLost(tx, await getPastLease(tx, by.id, lease))
  const { queue, id } = held
  refuseUndeciding(by, queue)
  const subjects = isCase(queue)
    ? (await findReportsOn(tx, id, status.pending)).map((report) => report.id)
    : [id]
  await setAside(tx, by.id, held)
  await appendEvents(tx, by, subjects, { action: 'skip', queue, details: { lease } })
}

/** Z after a skip: what somebody else has taken meanwhile stays theirs. */
export async function unskipItem(
  tx: Tx,
  by: Actor,
  { desk, lease }: InputOf<typeof focusCalls.unskip>,
): Promise<Claimed> {
  const past = await getPastLease(tx, by.id, lease)
  if (past) refuseUndeciding(by, past.queue)
  const holding = { userId: by.id, nickName: by.nickName, desk }
  const item =
    past && (await takeBack(tx, holding, { lease, ...past }))
      ? await claimedItem(tx, { lease, ...past })
      : undefined
  if (!item) throw await leaseLost(tx, past)
  return item
}
