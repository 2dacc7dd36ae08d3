import { type VideoKind, videoCalls, videoKinds } from '@screening-room/contract/videos'
import { Tabs } from '../../shared/Tabs.tsx'
import { useListState } from '../../shared/useListState.ts'
import { usePendingCounts } from '../../shared/usePendingCounts.ts'
import { useTranslation } from '../../texts/i18n.ts'
import { bothDefaults, listOf, tabOf, videoKindOf } from './list.ts'
import { VideoList } from './VideoList.tsx'

export default function VideosScreen() {
  const { t } = useTranslation()
  const list = useListState(
    bothDefaults,
    (tab) => videoCalls[videoKindOf(tab)].list,
    (tab) => listOf(videoKindOf(tab)),
  )
  const videoKind = videoKindOf(list.tab)
  const counts = usePendingCounts()
  const tabs = videoKinds.map((one: VideoKind) => ({
    key: one,
    label: t(`videos.${one}Videos`),
    count: counts?.[`${one}Videos`],
  }))
  return (
    <Tabs
      label={t('screens.videos')}
      tabs={tabs}
      current={videoKind}
      onChange={(next) => list.setTab(tabOf(next))}
    >
      {/* Keyed, so that a row of one tab is never shown, or acted on, in the other. */}
      <VideoList key={videoKind} videoKind={videoKind} list={list} />
    </Tabs>
  )
}
