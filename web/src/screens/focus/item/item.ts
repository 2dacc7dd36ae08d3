import { type Claimed, type FocusQueue, queueOf } from '@screening-room/contract/focus'
import { videoType } from '@screening-room/contract/review'
import { type Video, videoCalls } from '@screening-room/contract/videos'
import { bannerAddress } from '../../../shared/format.ts'
import type { DraftQueue } from '../../../shared/useDraft.ts'
import type { QueueItem } from '../player/types.ts'

/* What an item of any queue is called, looks like and plays. */

export const titleOf = ({ video, certification, project }: Claimed): string =>
  video?.title ?? certification?.nickName ?? project?.title ?? ''

export const bannerOf = ({ video, project }: Claimed) =>
  video ? video.videoBanner || video.imageUrl : project?.cover

function posterOf(item: Claimed): string | undefined {
  const picture = bannerAddress(bannerOf(item))
  return picture.kind === 'shown' ? picture.address : undefined
}

const links = {
  [videoType.promo]: videoCalls.link.promo,
  [videoType.personal]: videoCalls.link.personal,
  [videoType.project]: videoCalls.link.project,
}

function typeOf(queue: FocusQueue, video: Video) {
  const known = Object.values(videoType).find((type) => type === video.videoType)
  return known ?? (queue === 'personal-video' ? videoType.personal : videoType.project)
}

/** The video to look at: a project shows its promo video. Certifications have none. */
export function filmOf(queue: FocusQueue, item: Claimed): QueueItem | undefined {
  const { video, project, lease } = item
  const of = { lease, title: titleOf(item), poster: posterOf(item) }
  if (video)
    return { ...of, id: video.id, link: links[typeOf(queue, video)], duration: video.duration }
  if (project?.promoVideoId) return { ...of, id: project.promoVideoId, link: videoCalls.link.promo }
  return undefined
}

/** Personal videos have calls of their own. */
export const videoCallsOf = (queue: FocusQueue, video: Video) =>
  typeOf(queue, video) === videoType.personal ? videoCalls.personal : videoCalls.project

/** Where a typed reason is kept; reports are decided without one. */
export function draftQueueOf(queue: FocusQueue): DraftQueue {
  if (queue === 'project-video' || queue === 'personal-video') return queue
  return queueOf[queue] === 'project' ? 'project' : 'certification'
}
