import type { Evidence } from '@screening-room/contract/evidence'
import { status, videoType } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, getLastDecision } from '../store/events.ts'
import { getLastClosedReport, lockPendingReports, type ReportOfType } from '../store/reports.ts'
import { type LockedVideo, lockReportedVideo } from '../store/videos.ts'
import { alreadyDecided, decideReports, isRepeat, type Why } from './review.ts'

/** What was watched is in the first event of a decision alone: a video may have hundreds of reports. */
export function withoutReceipt(evidence: Evidence | undefined): Evidence | undefined {
  return evidence && { ...evidence, receipt: undefined, marks: undefined }
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
): Promise<void> {
  const video = await lockReportedVideo(tx, videoId)
  return dismissLocked(tx, by, video, { videoId, type })
}

/** The same where lockReportedVideo was called already. */
export async function dismissLocked(
  tx: Tx,
  by: Actor,
  video: LockedVideo | undefined,
  { videoId, type }: { videoId: number; type: number },
  evidence?: Evidence,
): Promise<void> {
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

  const [first, others] = [pending.slice(0, 1), pending.slice(1)]
  await decideReports(tx, by, 'dismiss', first, videoId, { evidence })
  await decideReports(tx, by, 'dismiss', others, videoId, { evidence: withoutReceipt(evidence) })
}

/** The video was taken back by the platform, so there is nothing left to decide. It is locked already. */
export async function withdrawReports(tx: Tx, by: Actor, videoId: number, why: Why): Promise<void> {
  const reports = await lockPendingReports(tx, videoId, status.pending)
  await decideReports(tx, by, 'withdraw', reports, videoId, why)
}

/** No report is pending: a dismissal that is sent again succeeds, any other is told why it is refused. */
async function refuseClosed(tx: Tx, by: Actor, last: ReportOfType | undefined): Promise<void> {
  const past = last && (await getLastDecision(tx, 'report', last.id))
  if (past && isRepeat(past, by, 'dismiss', {})) return
  throw past ? alreadyDecided(past.status, past) : new Refusal('no_pending_report')
}
