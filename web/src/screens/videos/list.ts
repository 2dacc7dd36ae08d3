import { status, videoType } from '@screening-room/contract/review'
import {
  type Video,
  type VideoKind,
  videoKinds,
  videoPageSize,
} from '@screening-room/contract/videos'
import { period } from '../../shared/dates.ts'
import { codeOf, type ListQuery, searchOf, searchTermOf } from '../../shared/list-query.ts'

/* Separate from the screen, so that the first list can be requested while the screen's code loads. */

export const filterDefaults = { search: '', status: '', start: '', end: '' }
export type VideoFilters = typeof filterDefaults
export const statuses = [status.pending, status.approved, status.rejected, status.takenDown]

/** The first tab is not in the address. */
export const tabOf = (videoKind: VideoKind) => (videoKind === videoKinds[0] ? '' : videoKind)
export const videoKindOf = (tab: string): VideoKind =>
  videoKinds.find((videoKind) => videoKind === tab) ?? videoKinds[0]

/** Promo videos are listed with the project videos, but have their own type and link call. */
export const videoTypeOf = (videoKind: VideoKind, video: Video) =>
  videoKind === 'project' && video.videoType === videoType.promo
    ? videoType.promo
    : videoType[videoKind]

/** A mistyped address falls back to "All". */
export const knownFilters = (filters: VideoFilters) => ({
  ...filters,
  search: searchTermOf(filters.search),
  status: String(codeOf(filters.status, statuses) ?? ''),
})

export function listInput<Kind extends VideoKind>(
  videoKind: Kind,
  { filters, page }: ListQuery<VideoFilters>,
) {
  return {
    page,
    pageSize: videoPageSize,
    viewStatus: codeOf(filters.status, statuses),
    videoType: videoType[videoKind],
    ...searchOf(filters),
    ...period(filters),
  }
}
