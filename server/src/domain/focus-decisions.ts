import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '@screening-room/contract/call'
import type { focusCalls } from '@screening-room/contract/focus'
import { type Receipt, secondsNeeded } from '@screening-room/contract/receipt'
import {
  dismissalMessage,
  type Queue,
  reasonFor,
  status,
  videoType,
} from '@screening-room/contract/review'
import type { VideoKind } from '@screening-room/contract/videos'
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
} from '../store/leases.ts'
import { findMissingReasons, findReportsOn, getLastClosedReport } from '../store/reports.ts'
import { lockStatus } from '../store/review.ts'
import { lockVideo } from '../store/videos.ts'
import { leaseLost } from './focus.ts'
import { dismissReports } from './reports.ts'
import { alreadyDecided, decide, isRepeat, type Why } from './review.ts'
import { approveVideo, rejectVideo, takeDownVideo } from './videos.ts'

/* Decisions on what somebody holds: by the same rules as any other, and only while it is held. */

type DecideInput = InputOf<typeof focusCalls.decide>
type Decided = OutputOf<typeof focusCalls.decide>['data']

const actionsOf: Record<Queue, readonly DecideInput['action'][]> = {
  certification: ['approve', 'reject'],
  project: ['approve', 'reject'],
  video: ['approve', 'reject', 'takeDown'],
  report: ['takeDown', 'dismiss'],
}

/** Before the lease, as everybody else does who decides: nobody waits for the other in a circle. */
async function lockItem(tx: Tx, queue: Queue, id: number): Promise<number | undefined> {
  if (queue !== 'video' && queue !== 'report') return lockStatus(tx, queue, id)
  return (await lockVideo(tx, id))?.status
}

export async function decideItem(tx: Tx, by: Actor, input: DecideInput): Promise<Decided> {
  const desk = { userId: by.id, desk: input.desk }
  const own = await getLease(tx, desk, input.lease)
  if (own) await lockItem(tx, own.queue, own.id)
  const held = own && (await lockLease(tx, desk, input.lease))
  if (!held) return decidedBefore(tx, by, input)

  const why = whyOf(held.queue, input)
  if (input.receipt && !isPossible(input.receipt, held.heldSeconds))
    throw badField('receipt', 'impossible')
  const decision = randomUUID()
  const { desk: at, lease, receipt, marks } = input
  const details = { decision, lease, desk: at, claimedAt: held.claimedAt, receipt, marks }
  await act(tx, by, held, input.action, { ...why, details })
  return { decision, graceSeconds: by.graceSeconds ?? 0 }
}

/** What an action of a queue is to be given; anything else was meant for another one. */
function whyOf(queue: Queue, { action, message, reasonIds }: DecideInput): Why {
  if (!actionsOf[queue].includes(action))
    throw badField('action', 'one_of', actionsOf[queue].join(', '))
  if (message !== undefined && action !== 'reject') throw badField('message', 'unknown')
  if (reasonIds.length > 0 && action !== 'takeDown') throw badField('reasonIds', 'unknown')
  if (action === 'takeDown') return { reasonIds: [...new Set(reasonIds)] }
  return action === 'reject' && queue !== 'report'
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
  action: DecideInput['action'],
  { reason = '', reasonIds = [], details }: Why,
): Promise<void> {
  const calls: VideoKind = kind === videoType.personal ? 'personal' : 'project'
  if (action === 'dismiss') return dismissReports(tx, by, id, kind, details)
  if (action === 'takeDown') {
    const unknown = await findMissingReasons(tx, reasonIds)
    if (unknown.length > 0) throw badField('reasonIds', 'not_a_reason')
    return takeDownVideo(tx, by, calls, { videoId: id, type: kind, reasonIds }, details)
  }
  if (queue === 'certification' || queue === 'project') {
    await decide(tx, by, queue, action, id, { reason, details })
    return
  }
  if (action === 'approve') return approveVideo(tx, by, calls, id, details)
  // Sent through the specification's call it would dismiss reports, and is no reason to anybody.
  if (calls === 'personal' && reason === dismissalMessage) throw badField('message', 'reserved')
  return rejectVideo(tx, by, calls, id, reason, details)
}

/** Not held any more: sent again, in somebody else's hands, or decided by somebody else. */
async function decidedBefore(tx: Tx, by: Actor, input: DecideInput): Promise<Decided> {
  const item = await getPastLease(tx, by.id, input.lease)
  if (!item) throw await leaseLost(tx, item)
  const before = await lockItem(tx, item.queue, item.id)
  if (before === undefined) throw missing(item.queue === 'report' ? 'video' : item.queue, item.id)
  if (await getWaiting(tx, item.queue, item.id)) throw await leaseLost(tx, item)
  const past = await lastDecision(tx, item)
  if (past?.decision && past.lease === input.lease) {
    const why = whyOf(item.queue, input)
    if (isRepeat(past, by, input.action, why))
      return {
        decision: past.decision,
        graceSeconds: Math.max(0, (by.graceSeconds ?? 0) - past.secondsAgo),
      }
  }
  if (item.queue === 'report' && !past) throw new Refusal('no_pending_report')
  throw alreadyDecided(past?.status ?? before, past)
}

async function lastDecision(
  tx: Tx,
  { queue, id }: { queue: Queue; id: number },
): Promise<PastDecision | undefined> {
  if (queue !== 'report') return getLastDecision(tx, queue, id)
  const closed = await getLastClosedReport(tx, id, status.pending)
  return closed && getLastDecision(tx, 'report', closed.id)
}

/** On the record, since what many put aside is hard to look at. */
export async function skipItem(
  tx: Tx,
  by: Actor,
  { desk, lease }: InputOf<typeof focusCalls.skip>,
): Promise<void> {
  const held = await lockLease(tx, { userId: by.id, desk }, lease)
  if (!held) throw await leaseLost(tx, await getPastLease(tx, by.id, lease))
  const { queue, id } = held
  const subjects =
    queue === 'report'
      ? (await findReportsOn(tx, id, status.pending)).map((report) => report.id)
      : [id]
  await setAside(tx, by.id, held)
  await appendEvents(tx, by, subjects, { action: 'skip', queue, details: { lease } })
}
