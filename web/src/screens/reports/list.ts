import type { InputOf } from '@screening-room/contract/call'
import { type Report, type reportCalls, reportPageSize } from '@screening-room/contract/reports'
import { status, type VideoType, videoType } from '@screening-room/contract/review'
import { period } from '../../shared/dates.ts'
import { codeOf, type ListPlace, searchOf, wordsOf } from '../../shared/list-query.ts'

/* Apart from the screen, so that the first list can be asked for while the screen's code loads. */

export const filterDefaults = {
  search: '',
  status: String(status.pending),
  videoType: String(videoType.promo),
  start: '',
  end: '',
}

/** The queue shows what waits, and nothing else (spec, section 2). */
export const statuses = [status.pending] as const
export const videoTypes = [videoType.promo, videoType.personal, videoType.project] as const

const kinds = {
  [videoType.promo]: 'promo',
  [videoType.personal]: 'personal',
  [videoType.project]: 'project',
} as const
export type Kind = (typeof kinds)[VideoType]

/** Which calls and words belong to a reported video; undefined for a type that nobody defined. */
export const kindOf = (type: number): Kind | undefined => kinds[type as VideoType]

/** Another provider does not say whether the video is there. */
export const isVideoMissing = ({ actualVideoType }: Report): boolean => actualVideoType === null

/** Calls are for the type that the video has, where a report names another one. */
export const callTypeOf = ({ videoType: named, actualVideoType: actual }: Report): number =>
  kindOf(named) ? (actual ?? named) : named

/** A mistyped address falls back to the defaults. */
export function knownFilters(filters: typeof filterDefaults) {
  return {
    ...filters,
    search: wordsOf(filters.search),
    status: codeOf(filters.status, statuses) ?? status.pending,
    videoType: codeOf(filters.videoType, videoTypes) ?? videoType.promo,
  }
}

export function listInput({
  filters,
  page,
}: ListPlace<typeof filterDefaults>): InputOf<typeof reportCalls.list> {
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
