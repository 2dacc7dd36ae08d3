import type { InputOf } from '@screening-room/contract/call'
import { type Report, type reportCalls, reportPageSize } from '@screening-room/contract/reports'
import { status, type VideoType, videoType } from '@screening-room/contract/review'
import { period } from '../../shared/dates.ts'
import { codeOf, type ListQuery, searchOf, searchTermOf } from '../../shared/list-query.ts'

/* Separate from the screen, so that the first list can be requested while the screen's code loads. */

export const filterDefaults = {
  search: '',
  status: String(status.pending),
  videoType: String(videoType.promo),
  start: '',
  end: '',
}

/** The queue shows pending reports only (spec, section 2). */
export const statuses = [status.pending] as const
export const videoTypes = [videoType.promo, videoType.personal, videoType.project] as const

const kinds = {
  [videoType.promo]: 'promo',
  [videoType.personal]: 'personal',
  [videoType.project]: 'project',
} as const
export type Kind = (typeof kinds)[VideoType]

/** The name of a video type; undefined for an unknown one. */
export const videoTypeName = (type: number): Kind | undefined => kinds[type as VideoType]

/** Another provider does not say whether the video is there. */
export const isVideoMissing = ({ actualVideoType }: Report): boolean => actualVideoType === null

/** Calls are for the type that the video has, where a report names another one. */
export const callTypeOf = ({ videoType: named, actualVideoType: actual }: Report): number =>
  videoTypeName(named) ? (actual ?? named) : named

/** A mistyped address falls back to the defaults. */
export function knownFilters(filters: typeof filterDefaults) {
  return {
    ...filters,
    search: searchTermOf(filters.search),
    status: codeOf(filters.status, statuses) ?? status.pending,
    videoType: codeOf(filters.videoType, videoTypes) ?? videoType.promo,
  }
}

export function listInput({
  filters,
  page,
}: ListQuery<typeof filterDefaults>): InputOf<typeof reportCalls.list> {
  const known = knownFilters(filters)
  return {
    page,
    pageSize: reportPageSize,
    status: known.status,
    videoType: known.videoType,
    ...searchOf(filters),
    ...period(filters),
  }
}
