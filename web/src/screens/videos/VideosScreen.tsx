import { historyCalls } from '@screening-room/contract/history'
import { type VideoKind, videoCalls, videoKinds } from '@screening-room/contract/videos'
import { useTranslation } from 'react-i18next'
import { config } from '../../api/config.ts'
import { useCall } from '../../api/queries.ts'
import { useListState } from '../../shared/useListState.ts'
import { filterDefaults, kindOf, tabOf } from './list.ts'
import { VideoList } from './VideoList.tsx'
import { VideoTabs } from './VideoTabs.tsx'

export default function VideosScreen() {
  const { t } = useTranslation()
  const list = useListState(filterDefaults, (tab) => videoCalls[kindOf(tab)].list)
  const kind = kindOf(list.tab)
  const counts = useCall(historyCalls.pending, {}, { enabled: config().ours, fresh: 30_000 }).data
    ?.data
  const tabs = videoKinds.map((one: VideoKind) => ({
    key: one,
    label: t(`videos.${one}Videos`),
    count: counts?.[`${one}Videos`],
  }))
  return (
    <VideoTabs tabs={tabs} current={kind} onChange={(next) => list.setTab(tabOf(next))}>
      {/* Keyed, so that no row of one kind is ever shown, or acted on, as one of the other. */}
      <VideoList key={kind} kind={kind} list={list} />
    </VideoTabs>
  )
}
