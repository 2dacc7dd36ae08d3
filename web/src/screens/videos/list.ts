import { status, videoType } from '@screening-room/contract/review'
import {
  type Video,
  type VideoKind,
  videoKinds,
  videoPageSize,
} from '@screening-room/contract/videos'
import { period } from '../../shared/dates.ts'
import { codeOf, type ListPlace, searchOf, wordsOf } from '../../shared/list-query.ts'

/* Apart from the screen, so that the first list can be asked for while the screen's code loads. */

export const filterDefaults = { search: '', status: '', start: '', end: '' }
export type VideoFilters = typeof filterDefaults
export const statuses = [status.pending, status.approved, status.rejected, status.takenDown]

/** The first tab needs no word in the address. */
export const tabOf = (kind: VideoKind) => (kind === videoKinds[0] ? '' : kind)
export const kindOf = (tab: string): VideoKind =>
  videoKinds.find((kind) => kind === tab) ?? videoKinds[0]

/** Promo videos travel with the project videos; only their type and their link are their own. */
export const typeOf = (kind: VideoKind, video: Video) =>
  kind === 'project' && video.videoType === videoType.promo ? videoType.promo : videoType[kind]

/** A mistyped address falls back to "All". */
export const knownFilters = (filters: VideoFilters) => ({
  ...filters,
  search: wordsOf(filters.search),
  status: String(codeOf(filters.status, statuses) ?? ''),
})

export function listInput<Kind extends VideoKind>(
  kind: Kind,
  { filters, page }: ListPlace<VideoFilters>,
) {
  return {
    page,
    pageSize: videoPageSize,
    viewStatus: codeOf(filters.status, statuses),
    videoType: videoType[kind],
    ...searchOf(filters),
    ...period(filters),
  }
}
