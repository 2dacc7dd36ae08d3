import type { Claimed } from '@screening-room/contract/focus'
import { newKey } from '../../../api/client.ts'
import { checkLeases } from './leases.ts'
import type { QueuedRequest } from './requests.ts'
import { enqueue, fetchMore } from './send-requests.ts'
import { type SessionContext, setState } from './session-context.ts'
import {
  type Choice,
  currentItem,
  type DecidedItem,
  type DoneItem,
  isSkipped,
  type SkippedItem,
  withItemFirst,
  withoutItem,
  withTally,
} from './session-state.ts'

/* What the reviewer does. It is on the screen at once, and sent in the background. */

/** A double press must not decide on the item that has just appeared. */
export const doublePressGuardMs = 300
/** With this many decisions unsent, no further one is taken. */
export const maxUnsent = 3

/** Whether the current item can be decided right now. */
export function canDecide(session: SessionContext): boolean {
  const item = currentItem(session.state)
  checkLeases(session)
  const { phase, problems, unsent } = session.state
  if (!item || phase !== 'working' || problems[item.lease]?.lost) return false
  return unsent < maxUnsent && session.now() - session.shownAt >= doublePressGuardMs
}

export function decide(session: SessionContext, choice: Choice): boolean {
  const item = decidableItem(session)
  if (!item) return false
  const { state } = session
  const entry: DecidedItem = { item, choice }
  const { [item.lease]: _, ...problems } = state.problems
  enqueue(
    session,
    { kind: 'decide', entry, key: newKey(), tried: false },
    {
      items: withoutItem(state, item),
      done: [...state.done, entry],
      ...withTally(state, choice.action, 1),
      problems,
      notice: undefined,
    },
  )
  return true
}

export function skip(session: SessionContext): boolean {
  const item = decidableItem(session)
  if (item) skipItem(session, item)
  return item !== undefined
}

/** A second person was asked for this item: it is let go, so that they can have it, and the next one comes. */
export function leaveToSecond(session: SessionContext, lease: string) {
  checkLeases(session)
  const item = currentItem(session.state)
  if (session.state.phase === 'working' && item?.lease === lease) skipItem(session, item)
}

function skipItem(session: SessionContext, item: Claimed) {
  const { state } = session
  const entry: SkippedItem = { item, choice: { action: 'skip' } }
  enqueue(
    session,
    { kind: 'skip', entry, key: newKey(), tried: false },
    {
      items: withoutItem(state, item),
      done: [...state.done, entry],
      ...withTally(state, 'skip', 1),
      notice: undefined,
    },
  )
}

function decidableItem(session: SessionContext): Claimed | undefined {
  const item = currentItem(session.state)
  return canDecide(session) ? item : undefined
}

/** Returns what was undone, so that the screen can announce it. */
export function undo(session: SessionContext): DoneItem | undefined {
  const { state } = session
  const entry = state.done.at(-1)
  if (!entry || (entry.undoUntil ?? Number.POSITIVE_INFINITY) < session.now()) return undefined
  const change = {
    ...withItemFirst(state, entry.item),
    ...withTally(state, entry.choice.action, -1),
    done: state.done.slice(0, -1),
    notice: undefined,
  }
  const unsent = session.requests.find((one) => 'tried' in one && one.entry === entry && !one.tried)
  if (!isSkipped(entry)) session.options.onUndone?.(entry)
  if (!unsent) enqueue(session, undoRequest(entry), change)
  else {
    session.requests = session.requests.filter((one) => one !== unsent)
    setState(session, change)
  }
  return entry
}

const undoRequest = (entry: DoneItem): QueuedRequest =>
  isSkipped(entry)
    ? { kind: 'unskip', entry, key: newKey() }
    : { kind: 'undo', entry, key: newKey() }

/** Removes the current item, whose lease is lost. */
export function dismissLost(session: SessionContext) {
  const item = currentItem(session.state)
  if (!item || !session.state.problems[item.lease]?.lost) return
  // Before the item goes: an empty screen that fetches nothing would say that all is done.
  void fetchMore(session)
  setState(session, { items: withoutItem(session.state, item) })
}

/** The reviewer is back after the leases expired. */
export async function resume(session: SessionContext) {
  if (session.state.phase !== 'away') return
  const before = currentItem(session.state)
  setState(session, { phase: 'starting', items: [], problems: {} })
  await fetchMore(session)
  if (before && currentItem(session.state)?.id !== before.id)
    setState(session, { notice: { kind: 'returnedToQueue', id: before.id } })
}
