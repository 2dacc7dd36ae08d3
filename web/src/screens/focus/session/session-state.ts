import type { Claimed, focusActions } from '@screening-room/contract/focus'
import type { Queue } from '@screening-room/contract/queues'
import type { Mark, Receipt } from '@screening-room/contract/receipt'
import { versionOf } from '../item/item.ts'

/* What a review session shows, and the state changes that need nothing else. */

export type FocusAction = (typeof focusActions)[number]

export interface Choice {
  action: FocusAction
  message?: string
  reasonIds?: number[]
  /** Typed by hand. It returns to the field when the decision is undone or refused. */
  ownText?: string
  receipt?: Receipt
  marks?: Mark[]
}

/** What the reviewer did last: a decision, or a skip. */
export type DoneItem = DecidedItem | SkippedItem

export interface SkippedItem {
  item: Claimed
  choice: { action: 'skip' }
  undoUntil?: number
}

export const isSkipped = (entry: DoneItem): entry is SkippedItem => entry.choice.action === 'skip'

export interface DecidedItem {
  item: Claimed
  choice: Choice
  /** The server's ID of the decision. It and `undoUntil` are set once the server has confirmed it. */
  decision?: string
  undoUntil?: number
}

/** Why an item came back, or can no longer be decided here. */
export interface ItemProblem {
  serverMessage: string | undefined
  /** The lease is lost: somebody else holds the item or has decided on it. */
  lost: boolean
  choice?: Choice
  /** Where the decision of somebody else stands in the history. */
  decided?: { queue: Queue; id: number; status: number }
}

/** Shown beside the current item until the next action. */
export type Notice =
  | { kind: 'notUndone'; id: number; serverMessage: string }
  | { kind: 'returnedToQueue'; id: number }
  | { kind: 'changed'; id: number }

export interface SessionState {
  /** `away`: the reviewer was inactive for so long that the leases expired. */
  phase: 'starting' | 'working' | 'away' | 'failed'
  /** Set in the phase `failed`, where the server gave a reason. */
  serverMessage: string | undefined
  items: readonly Claimed[]
  currentIndex: number
  left: number
  more: boolean
  skipped: number
  held: number
  /** Newest last. */
  done: readonly DoneItem[]
  tally: Readonly<Record<FocusAction | 'skip', number>>
  /** By lease. */
  problems: Readonly<Record<string, ItemProblem>>
  /** By lease: the version that was on the screen before the platform changed the item. */
  seenVersions: Readonly<Record<string, number>>
  notice: Notice | undefined
  unsent: number
  /** More items have been requested. */
  fetchingMore: boolean
  /** The server does not respond; the request is retried. */
  retrying: boolean
}

export const initialState: SessionState = {
  phase: 'starting',
  serverMessage: undefined,
  items: [],
  currentIndex: 0,
  left: 0,
  more: false,
  skipped: 0,
  held: 0,
  done: [],
  tally: { approve: 0, reject: 0, takeDown: 0, dismiss: 0, skip: 0 },
  problems: {},
  seenVersions: {},
  notice: undefined,
  unsent: 0,
  fetchingMore: false,
  retrying: false,
}

export const currentItem = ({ items, currentIndex }: SessionState) => items[currentIndex]

/** The item to preload: the one after the current one, else any other. */
export function nextItem({ items, currentIndex }: SessionState): Claimed | undefined {
  const after = items.find((_, index) => index > currentIndex)
  return after ?? items.find((_, index) => index !== currentIndex)
}

export const withoutItem = (state: SessionState, item: Claimed) =>
  state.items.filter(({ id }) => id !== item.id)

export const withItemFirst = (state: SessionState, item: Claimed) => ({
  items: [item, ...withoutItem(state, item)],
  currentIndex: 0,
})

export const withItemReplaced = (state: SessionState, item: Claimed) => ({
  items: state.items.map((one) => (one.id === item.id ? item : one)),
})

/** A skipped item still waits for review, so it counts as left. */
export const withTally = (state: SessionState, action: FocusAction | 'skip', by: 1 | -1) => ({
  tally: { ...state.tally, [action]: state.tally[action] + by },
  left: Math.max(0, state.left - (action === 'skip' ? 0 : by)),
})

export const withProblem = (state: SessionState, { lease }: Claimed, problem: ItemProblem) => ({
  problems: { ...state.problems, [lease]: problem },
})

/** Remembers what the reviewer had before them, to show what is different now. */
export function withVersionSeen({ seenVersions }: SessionState, item: Claimed) {
  const seen = seenVersions[item.lease] ?? versionOf(item)
  return { seenVersions: seen ? { ...seenVersions, [item.lease]: seen } : seenVersions }
}

/** The items as received, in the order they are on the screen; new ones last. */
export function mergeItems(state: SessionState, received: readonly Claimed[]): Claimed[] {
  const known = state.items.map((item) => received.find(({ id }) => id === item.id) ?? item)
  const added = received.filter(({ id }) => !state.items.some((item) => item.id === id))
  return [...known, ...added]
}
