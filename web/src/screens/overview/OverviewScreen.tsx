import { overviewCalls } from '@screening-room/contract/overview'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onDecisionNews } from '../../api/decision-news.ts'
import { isSaidToMay } from '../../api/permissions.ts'
import { reloadCalls } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { usePendingCounts } from '../../shared/usePendingCounts.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MyWork } from './MyWork.tsx'
import { Now } from './Now.tsx'
import { OverTime } from './OverTime.tsx'
import './overview.css'

const gatherMs = 500

/** Reads again when something came in or was decided; a burst is read once. */
function useNews() {
  const pending = usePendingCounts()
  useEffect(() => {
    if (pending) void reloadCalls(overviewCalls.now)
  }, [pending])
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

export default function OverviewScreen() {
  const { t } = useTranslation()
  const { userInfo } = useSession()
  const seesTeam = isSaidToMay('overview', userInfo)
  const ready = useAllRead()
  useNews()

  return (
    <>
      {!ready && <Skeleton rows={12} />}
      <div className="sr-overview" hidden={!ready}>
        {seesTeam && <Now />}
        {seesTeam && <OverTime />}
        {seesTeam && (
          <p>
            <a href="#/dashboard/transparency">{t('transparency.link')}</a>
          </p>
        )}
        <MyWork />
      </div>
    </>
  )
}

/** Whether every part has been read once, or has failed: what came later would push the rest down. */
function useAllRead(): boolean {
  const client = useQueryClient()
  const reading = useIsFetching(firstReads)
  const [ready, setReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when a read has ended
  useEffect(() => {
    // Not `reading`: the parts begin to read after this was rendered first.
    if (client.isFetching(firstReads) === 0) setReady(true)
  }, [client, reading])
  return ready
}

const firstReads = { predicate: ({ state }: Query) => state.status === 'pending' }
