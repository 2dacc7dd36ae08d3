import type { Claimed, focusActions } from '@screening-room/contract/focus'
import type { Mark, Receipt } from '@screening-room/contract/receipt'

/* What the work on a queue consists of, and the steps that need nothing else. */

export type FocusAction = (typeof focusActions)[number]

export interface Choice {
  action: FocusAction
  message?: string
  reasonIds?: number[]
  /** Typed by hand: comes back to the field when it is taken back or refused. */
  own?: string
  receipt?: Receipt
  marks?: Mark[]
}

export interface Decided {
  item: Claimed
  choice: Choice
  /** Both from the server's answer. */
  decision?: string
  undoUntil?: number
}

/** Why an item is back, or no longer ours. */
export interface Trouble {
  /** The server's sentence, where it said one. */
  said: string | undefined
  /** Nothing can be done about it: somebody else has it or has decided. */
  gone: boolean
  choice?: Choice
}

/** A word by the way, until the next step. */
export type Notice =
  | { kind: 'notUndone'; id: number; said: string }
  | { kind: 'wentBack'; id: number }

export interface Work {
  /** `away`: nobody was here for so long that the items went back. */
  phase: 'starting' | 'working' | 'away' | 'failed'
  /** What the server said to `failed`. */
  said: string | undefined
  items: readonly Claimed[]
  /** Which of them is on the screen. */
  at: number
  left: number
  more: boolean
  skipped: number
  held: number
  /** Newest last. */
  decided: readonly Decided[]
  tally: Readonly<Record<FocusAction | 'skip', number>>
  troubles: Readonly<Record<string, Trouble>>
  notice: Notice | undefined
  unsent: number
  /** More has been asked for after a step. */
  looking: boolean
  /** Nothing arrives at the moment; it is tried again and again. */
  stuck: boolean
}

export const nothingYet: Work = {
  phase: 'starting',
  said: undefined,
  items: [],
  at: 0,
  left: 0,
  more: false,
  skipped: 0,
  held: 0,
  decided: [],
  tally: { approve: 0, reject: 0, takeDown: 0, dismiss: 0, skip: 0 },
  troubles: {},
  notice: undefined,
  unsent: 0,
  looking: false,
  stuck: false,
}

export const shownOf = ({ items, at }: Pick<Work, 'items' | 'at'>) => items[at]

export const without = (work: Work, item: Claimed) => work.items.filter(({ id }) => id !== item.id)

export const inFront = (work: Work, item: Claimed) => ({
  items: [item, ...without(work, item)],
  at: 0,
})

/** One more or one less of these; what is skipped still waits. */
export const counted = (work: Work, kind: FocusAction | 'skip', by: 1 | -1) => ({
  tally: { ...work.tally, [kind]: work.tally[kind] + by },
  left: Math.max(0, work.left - (kind === 'skip' ? 0 : by)),
})

export const withTrouble = (work: Work, { lease }: Claimed, trouble: Trouble) => ({
  troubles: { ...work.troubles, [lease]: trouble },
})

/** The items as the server answers them, in the order they are on the screen; new ones last. */
export function merged(work: Work, answered: readonly Claimed[]): Claimed[] {
  const known = work.items.map((item) => answered.find(({ id }) => id === item.id) ?? item)
  const fresh = answered.filter(({ id }) => !work.items.some((item) => item.id === id))
  return [...known, ...fresh]
}
