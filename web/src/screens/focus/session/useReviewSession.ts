import { historyCalls } from '@screening-room/contract/history'
import { pendingIn } from '@screening-room/contract/pending-counts'
import type { ListName } from '@screening-room/contract/queues'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onDecisionNews } from '../../../api/decision-news.ts'
import { clearDraft, writeDraft } from '../../../api/drafts.ts'
import { listCalls } from '../../../api/list-calls.ts'
import { reloadCalls } from '../../../api/queries.ts'
import { currentSession } from '../../../api/session.ts'
import { isForSecondPerson } from '../../../shared/second-person.ts'
import { usePendingCounts } from '../../../shared/usePendingCounts.ts'
import { filterFromQuery } from '../addresses.ts'
import { takeDownOf } from '../item/item.ts'
import { createReviewSession, type ReviewSession } from './review-session.ts'
import type { DecidedItem } from './session-state.ts'

/** A reviewer who has been inactive for this long is away: their leases are left to expire. */
const activeForMs = 4 * 60_000
const heartbeatEveryMs = 60_000
const checkLeasesEveryMs = 5_000
const fetchWhenIdleEveryMs = 15_000

/** The review session of this list, from its first item until the screen is left. */
export function useReviewSession(list: ListName, query: URLSearchParams) {
  const [session] = useState(() => {
    const draftOf = ({ item }: DecidedItem) => ({
      userId: currentSession().userInfo?.id ?? 0,
      queue: list,
      itemId: item.id,
    })
    const made: ReviewSession = createReviewSession({
      filter: filterFromQuery(list, query),
      onDecided: (entry) => entry.choice.ownText && clearDraft(draftOf(entry)),
      onUndone: (entry) => entry.choice.ownText && writeDraft(draftOf(entry), entry.choice.ownText),
      onRefused: ({ item, choice }, failure) => {
        const wanted = takeDownOf(list, item, choice)
        const leave = () => made.leaveToSecond(item.lease)
        if (wanted) isForSecondPerson(failure, wanted.call, wanted.input, leave)
      },
      // Right after the frame that shows it.
      onceShown: (callback) => requestAnimationFrame(() => setTimeout(callback)),
      onLeft: () => void reloadCalls(listCalls[list].list, historyCalls.pending),
    })
    return made
  })
  const state = useSyncExternalStore(session.subscribe, session.state)
  const lastActive = useLastActive()
  useEffect(() => {
    session.open()
    return session.close
  }, [session])
  useTimers(session, lastActive)
  usePageLifecycle(session)
  useDecisionsOfOthers(session, list, lastActive)
  return { session, state, lastActive }
}

const countAgainAfterMs = 10_000

/** What a colleague decides, and how many are left, without waiting for a request of one's own. */
function useDecisionsOfOthers(
  session: ReviewSession,
  list: ListName,
  lastActive: RefObject<number>,
) {
  useEffect(
    () =>
      onDecisionNews((event) => {
        if (event.by.id !== currentSession().userInfo?.id) session.applyDecision(list, event)
      }),
    [session, list],
  )
  const counts = usePendingCounts()
  const pending = counts && pendingIn(counts, list)
  const known = useRef(pending)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const isFirst = known.current === undefined
    const changed = pending !== known.current
    known.current = pending
    if (!changed || isFirst) return
    // At most once in a while, however often the counts change.
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      // Asking extends the leases, which those of an absent reviewer must not be.
      const isActive = Date.now() - lastActive.current < activeForMs
      if (isActive && session.state().phase === 'working') session.fetchMore()
    }, countAgainAfterMs)
  }, [session, pending, lastActive])
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** When the reviewer last did something, or watched a video that plays in a visible tab. */
function useLastActive(): RefObject<number> {
  const last = useRef(Date.now())
  useEffect(() => {
    const onActivity = ({ type }: Event) => {
      if (type !== 'timeupdate' || document.visibilityState === 'visible') last.current = Date.now()
    }
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'timeupdate']
    const options = { capture: true, passive: true }
    for (const event of events) document.addEventListener(event, onActivity, options)
    return () => {
      for (const event of events) document.removeEventListener(event, onActivity, options)
    }
  }, [])
  return last
}

function useTimers(session: ReviewSession, lastActive: RefObject<number>) {
  useEffect(() => {
    const isActive = () => Date.now() - lastActive.current < activeForMs
    const fetchWhenIdle = () => {
      const { phase, items, unsent } = session.state()
      const idle = phase === 'working' && items.length === 0 && unsent === 0
      if (idle && isActive() && document.visibilityState === 'visible') session.fetchMore()
    }
    // Timers are throttled in a hidden tab: expired items must not be visible when it is shown again.
    const onVisibility = () => {
      session.checkLeases()
      if (document.visibilityState === 'visible') session.heartbeat()
    }
    const timers = [
      setInterval(() => isActive() && session.heartbeat(), heartbeatEveryMs),
      setInterval(session.checkLeases, checkLeasesEveryMs),
      setInterval(fetchWhenIdle, fetchWhenIdleEveryMs),
    ]
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('online', session.retryNow)
    return () => {
      for (const timer of timers) clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('online', session.retryNow)
    }
  }, [session, lastActive])
}

/** Leaving the page releases everything; returning through the browser's history starts over. */
function usePageLifecycle(session: ReviewSession) {
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && session.open()
    const onBeforeUnload = (event: BeforeUnloadEvent) =>
      session.state().unsent > 0 && event.preventDefault()
    addEventListener('pagehide', session.flushOnPageHide)
    addEventListener('pageshow', onPageShow)
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      removeEventListener('pagehide', session.flushOnPageHide)
      removeEventListener('pageshow', onPageShow)
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [session])
}
