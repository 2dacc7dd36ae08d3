import type { AnyCall } from '@screening-room/contract/call'
import { overviewCalls } from '@screening-room/contract/overview'
import { reportCalls } from '@screening-room/contract/reports'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useRef, useState } from 'react'
import { onDecisionNews } from '../../api/decision-news.ts'
import { isSaidToMay } from '../../api/permissions.ts'
import { reloadCalls } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { nextFrame } from '../../shared/first-view.ts'
import { usePendingCounts } from '../../shared/usePendingCounts.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Below, Stage } from './Below.tsx'
import { MyWork } from './MyWork.tsx'
import { Now } from './Now.tsx'
import { OverTime } from './OverTime.tsx'
import './overview.css'

const gatherMs = 500

/** Reads again when something came in or was decided; a burst is read once. */
function useNews() {
  const pending = usePendingCounts()
  const counts = pending && JSON.stringify(pending)
  const seen = useRef(counts)
  useEffect(() => {
    if (counts === seen.current) return
    // The first ones are no news.
    if (seen.current) void reloadCalls(overviewCalls.now)
    seen.current = counts
  }, [counts])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onDecisionNews(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void reloadCalls(...Object.values(overviewCalls))
      }, gatherMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}

const head = [overviewCalls.now, overviewCalls.history]
const all = [...Object.values(overviewCalls), reportCalls.reasons]

/**
 * What stands at the top comes first, and the rest of it once it has been read: piece by piece, each would push
 * the next one down.
 */
export default function OverviewScreen() {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const seesTeam = isSaidToMay('overview', userInfo)
  const headRead = useRead(seesTeam ? head : [overviewCalls.mine])
  const painted = usePainted(headRead)
  const allRead = useRead(all, painted)
  useNews()

  return (
    <>
      {!headRead && <Skeleton rows={12} />}
      <div className="sr-overview" hidden={!headRead}>
        <Stage value={!painted ? 'head' : allRead ? 'all' : 'reading'}>
          {seesTeam && <Now />}
          {seesTeam && <OverTime />}
          {seesTeam ? (
            <Below>
              <p>
                <a href="#/dashboard/transparency">{t('transparency.link')}</a>
              </p>
              <MyWork />
            </Below>
          ) : (
            <MyWork />
          )}
        </Stage>
      </div>
    </>
  )
}

/** Whether each of these has been read once, or has failed; looked at as soon as what reads them is there. */
function useRead(calls: readonly AnyCall[], isThere = true): boolean {
  const client = useQueryClient()
  const firstReads = {
    predicate: ({ state, queryKey }: Query) =>
      state.status === 'pending' && calls.some(({ path }) => path === queryKey[1]),
  }
  const reading = useIsFetching(firstReads)
  const [read, setRead] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when a read has ended
  useEffect(() => {
    // Not `reading`: the parts begin to read after this was rendered first.
    if (isThere && client.isFetching(firstReads) === 0) setRead(true)
  }, [client, reading, isThere])
  return read
}

/** Whether the frame that shows it is on the screen. */
function usePainted(shown: boolean): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!shown) return
    let stop = false
    void nextFrame()
      .then(nextFrame)
      .then(() => {
        if (!stop) startTransition(() => setPainted(true))
      })
    return () => {
      stop = true
    }
  }, [shown])
  return painted
}
