import type { InputOf } from '@screening-room/contract/call'
import type { focusCalls } from '@screening-room/contract/focus'
import type { ApiFailure } from '../../../api/failure.ts'
import { versionOf } from '../item/item.ts'
import type { QueuedRequest } from './requests.ts'
import { currentItem, type DecidedItem, initialState, type SessionState } from './session-state.ts'

/* What the parts of a review session share. */

export interface ReviewSessionOptions {
  filter: Omit<InputOf<typeof focusCalls.next>, 'desk'>
  onDecided?: (entry: DecidedItem) => void
  onUndone?: (entry: DecidedItem) => void
  /** The item is back on the screen, with what was chosen. */
  onRefused?: (entry: DecidedItem, failure: ApiFailure) => void
  /** Everything is sent and every lease is released. */
  onLeft?: () => void
  now?: () => number
  /** Calls back once the latest change is on the screen. */
  onceShown?: (callback: () => void) => void
}

export interface SessionContext {
  readonly options: ReviewSessionOptions
  readonly now: () => number
  readonly listeners: Set<() => void>
  state: SessionState
  requests: QueuedRequest[]
  /** The ID under which this tab holds leases; empty while it holds none. */
  desk: string
  isOpen: boolean
  isSending: boolean
  moreWanted: boolean
  leasesEndAt: number
  /** How often the current item changed. */
  itemChanges: number
  /** When the current item appeared; infinity until then. */
  shownAt: number
  /** Ends the pause before a retry. */
  retryNow: () => void
}

export function createContext(options: ReviewSessionOptions): SessionContext {
  return {
    options,
    now: options.now ?? Date.now,
    listeners: new Set(),
    state: initialState,
    requests: [],
    desk: '',
    isOpen: false,
    isSending: false,
    moreWanted: false,
    leasesEndAt: Number.POSITIVE_INFINITY,
    itemChanges: 0,
    shownAt: 0,
    retryNow: () => {},
  }
}

export function setState(session: SessionContext, change: Partial<SessionState>) {
  const before = shownAs(session.state)
  const unsent = session.requests.filter(({ kind }) => kind !== 'extend').length
  const next = { ...session.state, ...change, unsent, fetchingMore: session.moreWanted }
  next.currentIndex = Math.max(0, Math.min(next.currentIndex, next.items.length - 1))
  session.state = next
  if (shownAs(next) !== before) noteWhenShown(session)
  for (const listener of session.listeners) listener()
}

/** A new version of an item is not what the reviewer was about to decide on. */
function shownAs(state: SessionState): string {
  const item = currentItem(state)
  return item ? `${item.id} ${versionOf(item) ?? 1}` : ''
}

function noteWhenShown(session: SessionContext) {
  const { onceShown = (callback) => callback() } = session.options
  const change = ++session.itemChanges
  session.shownAt = Number.POSITIVE_INFINITY
  onceShown(() => {
    if (change === session.itemChanges) session.shownAt = session.now()
  })
}
