import { type ListName, lists } from '@screening-room/contract/queues'
import { videoType } from '@screening-room/contract/review'
import { type Video, type VideoKind, videoKinds } from '@screening-room/contract/videos'
import { filterDefaults } from '../../shared/list-filters.ts'

/* The two tabs: each is a list of its own. */

export const listOf = <Kind extends VideoKind>(videoKind: Kind) =>
  `${videoKind}-video` as const satisfies ListName

/** Of both tabs together; each applies its own. */
export const bothDefaults = {
  ...filterDefaults(listOf('project')),
  ...filterDefaults(listOf('personal')),
}
export type VideoFilters = typeof bothDefaults

/** The first tab is not in the address. */
export const tabOf = (videoKind: VideoKind) => lists[listOf(videoKind)].tab
export const videoKindOf = (tab: string): VideoKind =>
  videoKinds.find((videoKind) => tabOf(videoKind) === tab) ?? videoKinds[0]

/** Promo videos are listed with the project videos, but have their own type and link call. */
export const videoTypeOf = (videoKind: VideoKind, video: Video) =>
  videoKind === 'project' && video.videoType === videoType.promo
    ? videoType.promo
    : videoType[videoKind]
