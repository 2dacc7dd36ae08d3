import type { AnyCall } from '@screening-room/contract/call'
import type { Claimed } from '@screening-room/contract/focus'
import type { ItemFacts } from '@screening-room/contract/item-facts'
import { hasAction, type ListEntry, type ListName, lists } from '@screening-room/contract/queues'
import { videoType } from '@screening-room/contract/review'
import { type Video, videoCalls } from '@screening-room/contract/videos'
import { mayAct } from '../../../api/permissions.ts'
import { bannerAddress } from '../../../shared/format.ts'
import type { ReviewVideo } from '../player/types.ts'

/* The title, picture and video of an item, whatever its queue. */

export const titleOf = ({ video, certification, project }: Claimed): string =>
  video?.title ?? certification?.nickName ?? project?.title ?? ''

export const bannerOf = ({ video, project }: Claimed) =>
  video ? video.videoBanner || video.imageUrl : project?.cover

/** When it was handed in or re-opened; of a case, when it was first reported. */
export function waitingSince({ reports, video, certification, project }: Claimed) {
  const reported = reports?.map((one) => one.createTime ?? one.reportTime ?? '').sort()
  const item = video ?? certification ?? project
  return reported?.[0] ?? item?.pendingSince ?? item?.createTime
}

/** What the platform says of it. */
export const factsOf = ({ video, certification, project }: Claimed): ItemFacts =>
  video ?? certification ?? project ?? {}

export const versionOf = (item: Claimed): number | undefined => factsOf(item).version ?? undefined

function posterOf(item: Claimed): string | undefined {
  const picture = bannerAddress(bannerOf(item))
  return picture.state === 'shown' ? picture.address : undefined
}

const links = {
  [videoType.promo]: videoCalls.link.promo,
  [videoType.personal]: videoCalls.link.personal,
  [videoType.project]: videoCalls.link.project,
}

function videoTypeOf(list: ListName, video: Video) {
  const { pending }: ListEntry = lists[list]
  const types = Object.values(videoType)
  return types.find((type) => type === (video.videoType ?? pending.kind)) ?? videoType.project
}

/** The video to review. A project shows its promo video; certifications have none. */
export function videoOf(list: ListName, item: Claimed): ReviewVideo | undefined {
  const { video, project, lease } = item
  const shared = { lease, title: titleOf(item), poster: posterOf(item) }
  if (video)
    return {
      ...shared,
      id: video.id,
      link: links[videoTypeOf(list, video)],
      duration: video.duration,
      version: video.version,
    }
  if (project?.promoVideoId)
    return { ...shared, id: project.promoVideoId, link: videoCalls.link.promo }
  return undefined
}

/** Personal videos have calls of their own. */
export const videoCallsOf = (list: ListName, video: Video) =>
  videoTypeOf(list, video) === videoType.personal ? videoCalls.personal : videoCalls.project

/** The same as from the list: what a second person is asked for. */
export function takeDownOf(
  list: ListName,
  { video }: Claimed,
  { action, reasonIds = [] }: { action: string; reasonIds?: number[] },
) {
  if (!video || action !== 'takeDown') return undefined
  const { id: videoId, version } = video
  const input = { videoId, videoType: videoTypeOf(list, video), offlineReasons: reasonIds, version }
  return { call: videoCallsOf(list, video).takeDown as AnyCall, input }
}

/** What the two decision buttons do: nothing is wrong, something is. */
export const decisionsOf = (list: ListName) =>
  hasAction(lists[list].queue, 'reject')
    ? (['approve', 'reject'] as const)
    : (['dismiss', 'takeDown'] as const)

/** Those of them that the person's role has. */
export const permittedDecisions = (list: ListName) =>
  decisionsOf(list).filter((action) => mayAct(lists[list].queue, action as never))
