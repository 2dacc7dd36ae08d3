import { status, videoType } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, getLastDecision } from '../store/events.ts'
import { getLastClosedReport, lockPendingReports, type ReportOfType } from '../store/reports.ts'
import { lockReportedVideo } from '../store/videos.ts'
import { alreadyDecided, decideReports, isRepeat, type Why } from './review.ts'

/** What was looked at stands in the first event of a decision alone: a video may have hundreds of reports. */
export function withoutEvidence(details: Why['details']): Why['details'] {
  return details && { ...details, receipt: undefined, marks: undefined }
}

/**
 * Closes every pending report on a video as untrue or needing nothing, also while the video is missing.
 * The video stays as it is. `type` is the video's, or the one that its reports name.
 */
export async function dismissReports(
  tx: Tx,
  by: Actor,
  videoId: number,
  type: number,
  details?: Why['details'],
): Promise<void> {
  const video = await lockReportedVideo(tx, videoId)
  const pending = await lockPendingReports(tx, videoId, status.pending)
  const last = pending[0] ?? (await getLastClosedReport(tx, videoId, status.pending))
  if (!video && !last) throw missing('video', videoId)
  const types = [video?.type, last?.type, ...pending.map((report) => report.type)]
  // The call for personal videos has no such field.
  if (!types.includes(type))
    throw type === videoType.personal
      ? missing('video', videoId)
      : badField('videoType', 'not_this_video')
  if (pending.length === 0) return refuseClosed(tx, by, last)

  const [first = 0, ...others] = pending.map((report) => report.id)
  const close = (ids: number[], all: Why['details']) =>
    decideReports(tx, by, 'dismiss', ids, status.pending, { details: { videoId, ...all } })
  await close([first], details)
  await close(others, withoutEvidence(details))
}

/** No report is pending: a dismissal that is sent again succeeds, any other is told why it is refused. */
async function refuseClosed(tx: Tx, by: Actor, last: ReportOfType | undefined): Promise<void> {
  const past = last && (await getLastDecision(tx, 'report', last.id))
  if (past && isRepeat(past, by, 'dismiss', {})) return
  throw past ? alreadyDecided(past.status, past) : new Refusal('no_pending_report')
}
