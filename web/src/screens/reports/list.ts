import { lists } from '@screening-room/contract/queues'
import type { Report } from '@screening-room/contract/reports'
import { type VideoType, videoType } from '@screening-room/contract/review'

/* The types of reported videos. */

export const videoTypes = lists.report.filters.videoType.codes

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
