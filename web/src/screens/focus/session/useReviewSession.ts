import { certificationCalls } from '@screening-room/contract/certifications'
import type { FocusQueue } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { clearDraft, writeDraft } from '../../../api/drafts.ts'
import { reloadCalls } from '../../../api/queries.ts'
import { currentSession } from '../../../api/session.ts'
import { filterAt } from '../addresses.ts'
import { draftQueueOf } from '../item/item.ts'
import { createWork, type FocusWork } from './review-session.ts'
import type { Decided } from './session-state.ts'

const lists = {
  'project-video': videoCalls.project.list,
  'personal-video': videoCalls.personal.list,
  auth: certificationCalls.list,
  project: projectCalls.list,
  report: reportCalls.list,
}

/** Somebody who has done nothing for so long is away: the leases are left to run out. */
const activeFor = 4 * 60_000
const beatEvery = 60_000
const checkEvery = 5_000
const lookEvery = 15_000

/** The work on the queue of this address, from its first item until the screen is left. */
export function useFocusQueue(queue: FocusQueue, query: URLSearchParams) {
  const [work] = useState(() => {
    const place = ({ item }: Decided) => ({
      userId: currentSession().userInfo?.id ?? 0,
      queue: draftQueueOf(queue),
      itemId: item.id,
    })
    return createWork({
      filter: filterAt(queue, query),
      onDecided: (entry) => entry.choice.own && clearDraft(place(entry)),
      onUndone: (entry) => entry.choice.own && writeDraft(place(entry), entry.choice.own),
      // Right after the frame that has it.
      onceShown: (seen) => requestAnimationFrame(() => setTimeout(seen)),
      onLeft: () => void reloadCalls(lists[queue], historyCalls.pending),
    })
  })
  const now = useSyncExternalStore(work.subscribe, work.now)
  const lastActive = useLastActive()
  useEffect(() => {
    work.open()
    return work.close
  }, [work])
  useSignsOfLife(work, lastActive)
  usePageEnd(work)
  return { work, now, lastActive }
}

/** When somebody was last seen to be here: by hand, or watching a video that plays in sight. */
function useLastActive(): RefObject<number> {
  const last = useRef(Date.now())
  useEffect(() => {
    const active = ({ type }: Event) => {
      if (type !== 'timeupdate' || document.visibilityState === 'visible') last.current = Date.now()
    }
    const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'timeupdate']
    const how = { capture: true, passive: true }
    for (const sign of signs) document.addEventListener(sign, active, how)
    return () => {
      for (const sign of signs) document.removeEventListener(sign, active, how)
    }
  }, [])
  return last
}

function useSignsOfLife(work: FocusWork, lastActive: RefObject<number>) {
  useEffect(() => {
    const isActive = () => Date.now() - lastActive.current < activeFor
    const look = () => {
      const { phase, items, unsent } = work.now()
      const idle = phase === 'working' && items.length === 0 && unsent === 0
      if (idle && isActive() && document.visibilityState === 'visible') work.look()
    }
    // Timers sleep in a hidden tab: whoever comes back must not see what is no longer his.
    const comeBack = () => {
      work.check()
      if (document.visibilityState === 'visible') work.beat()
    }
    const timers = [
      setInterval(() => isActive() && work.beat(), beatEvery),
      setInterval(work.check, checkEvery),
      setInterval(look, lookEvery),
    ]
    document.addEventListener('visibilitychange', comeBack)
    addEventListener('online', work.wake)
    return () => {
      for (const timer of timers) clearInterval(timer)
      document.removeEventListener('visibilitychange', comeBack)
      removeEventListener('online', work.wake)
    }
  }, [work, lastActive])
}

/** Leaving the page gives everything back; coming back to it by the browser's history starts anew. */
function usePageEnd(work: FocusWork) {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && work.open()
    const ask = (event: BeforeUnloadEvent) => work.now().unsent > 0 && event.preventDefault()
    addEventListener('pagehide', work.leaveNow)
    addEventListener('pageshow', shown)
    addEventListener('beforeunload', ask)
    return () => {
      removeEventListener('pagehide', work.leaveNow)
      removeEventListener('pageshow', shown)
      removeEventListener('beforeunload', ask)
    }
  }, [work])
}
