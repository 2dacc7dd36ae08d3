import type { Claimed } from '@screening-room/contract/focus'
import type { News } from '@screening-room/contract/live'
import type { ListName } from '@screening-room/contract/queues'
import { canDecide, decide, dismissLost, leaveToSecond, resume, skip, undo } from './actions.ts'
import { applyDecision } from './decided-elsewhere.ts'
import { checkLeases, flushOnPageHide, releaseLeases } from './leases.ts'
import { enqueue, fetchMore } from './send-requests.ts'
import { createContext, type ReviewSessionOptions, setState } from './session-context.ts'
import { type Choice, initialState, withItemReplaced } from './session-state.ts'

export type ReviewSession = ReturnType<typeof createReviewSession>

/** One reviewer's work on one queue, as a plain store: state to show, and methods that change it. */
export function createReviewSession(options: ReviewSessionOptions) {
  const session = createContext(options)
  return {
    state: () => session.state,
    subscribe(listener: () => void) {
      session.listeners.add(listener)
      return () => session.listeners.delete(listener)
    },

    canDecide: () => canDecide(session),
    decide: (choice: Choice) => decide(session, choice),
    skip: () => skip(session),
    leaveToSecond: (lease: string) => leaveToSecond(session, lease),
    undo: () => undo(session),
    dismissLost: () => dismissLost(session),
    /** Somebody decided on an item, perhaps on one that is held here. */
    applyDecision: (list: ListName, event: News<'decision'>) => applyDecision(session, list, event),
    resume: () => resume(session),
    moveBy: (by: 1 | -1) =>
      setState(session, { currentIndex: session.state.currentIndex + by, notice: undefined }),
    replaceItem: (item: Claimed) => setState(session, withItemReplaced(session.state, item)),
    /** Makes the skipped items available again. */
    lookAgain: () => enqueue(session, { kind: 'lookAgain' }),

    fetchMore: () => void fetchMore(session),
    checkLeases: () => checkLeases(session),
    /** Extends the leases; called every minute while the reviewer is active. */
    heartbeat() {
      const { phase, items } = session.state
      if (phase === 'working' && items.length > 0) enqueue(session, { kind: 'extend' })
    },
    /** The network is back: do not wait for the retry. */
    retryNow: () => session.retryNow(),

    open() {
      session.isOpen = true
      session.desk = ''
      setState(session, initialState)
      void fetchMore(session)
    },
    close() {
      session.isOpen = false
      session.moreWanted = false
      if (!session.isSending) void releaseLeases(session)
    },
    flushOnPageHide: () => flushOnPageHide(session),
  }
}
