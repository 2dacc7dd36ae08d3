import { type Claimed, type FocusQueue, queueOf } from '@screening-room/contract/focus'
import { videoType } from '@screening-room/contract/review'
import { type Video, videoCalls } from '@screening-room/contract/videos'
import { bannerAddress } from '../../../shared/format.ts'
import type { DraftQueue } from '../../../shared/useDraft.ts'
import type { ReviewVideo } from '../player/types.ts'

/* The title, picture and video of an item, whatever its queue. */

export const titleOf = ({ video, certification, project }: Claimed): string =>
  video?.title ?? certification?.nickName ?? project?.title ?? ''

export const bannerOf = ({ video, project }: Claimed) =>
  video ? video.videoBanner || video.imageUrl : project?.cover

function posterOf(item: Claimed): string | undefined {
  const picture = bannerAddress(bannerOf(item))
  return picture.state === 'shown' ? picture.address : undefined
}

const links = {
  [videoType.promo]: videoCalls.link.promo,
  [videoType.personal]: videoCalls.link.personal,
  [videoType.project]: videoCalls.link.project,
}

function videoTypeOf(queue: FocusQueue, video: Video) {
  const known = Object.values(videoType).find((type) => type === video.videoType)
  return known ?? (queue === 'personal-video' ? videoType.personal : videoType.project)
}

/** The video to review. A project shows its promo video; certifications have none. */
export function videoOf(queue: FocusQueue, item: Claimed): ReviewVideo | undefined {
  const { video, project, lease } = item
  const shared = { lease, title: titleOf(item), poster: posterOf(item) }
  if (video)
    return {
      ...shared,
      id: video.id,
      link: links[videoTypeOf(queue, video)],
      duration: video.duration,
    }
  if (project?.promoVideoId)
    return { ...shared, id: project.promoVideoId, link: videoCalls.link.promo }
  return undefined
}

/** Personal videos have calls of their own. */
export const videoCallsOf = (queue: FocusQueue, video: Video) =>
  videoTypeOf(queue, video) === videoType.personal ? videoCalls.personal : videoCalls.project

/** The queue under which a typed reason is kept as a draft; reports are decided without one. */
export function draftQueueOf(queue: FocusQueue): DraftQueue {
  if (queue === 'project-video' || queue === 'personal-video') return queue
  return queueOf[queue] === 'project' ? 'project' : 'certification'
}
