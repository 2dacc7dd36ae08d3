import { type VideoKind, videoCalls, videoKinds } from '@screening-room/contract/videos'
import { useTranslation } from 'react-i18next'
import { useListState } from '../../shared/useListState.ts'
import { usePendingCounts } from '../../shared/usePendingCounts.ts'
import { bothDefaults, tabOf, videoKindOf } from './list.ts'
import { VideoList } from './VideoList.tsx'
import { VideoTabs } from './VideoTabs.tsx'

export default function VideosScreen() {
  const { t } = useTranslation()
  const list = useListState(bothDefaults, (tab) => videoCalls[videoKindOf(tab)].list)
  const videoKind = videoKindOf(list.tab)
  const counts = usePendingCounts()
  const tabs = videoKinds.map((one: VideoKind) => ({
    key: one,
    label: t(`videos.${one}Videos`),
    count: counts?.[`${one}Videos`],
  }))
  return (
    <VideoTabs tabs={tabs} current={videoKind} onChange={(next) => list.setTab(tabOf(next))}>
      {/* Keyed, so that a row of one tab is never shown, or acted on, in the other. */}
      <VideoList key={videoKind} videoKind={videoKind} list={list} />
    </VideoTabs>
  )
}
