import { status } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, getLastDecision } from '../store/events.ts'
import { getLastClosedReport, lockPendingReports } from '../store/reports.ts'
import { lockVideo } from '../store/videos.ts'
import { alreadyDecided, decideReports, isRepeat, type Why } from './review.ts'

/** What was looked at stands in the first event of a decision alone: a video may have hundreds of reports. */
export function withoutEvidence(details: Why['details']): Why['details'] {
  return details && { ...details, receipt: undefined, marks: undefined }
}

/** Closes every pending report on a video as untrue or needing nothing. The video stays as it is. */
export async function dismissReports(
  tx: Tx,
  by: Actor,
  videoId: number,
  type: number,
  details?: Why['details'],
): Promise<void> {
  const video = await lockVideo(tx, videoId)
  if (!video) throw missing('video', videoId)
  if (video.type !== type) throw badField('videoType', 'not_this_video')
  const pending = await lockPendingReports(tx, videoId, status.pending)
  const [first, ...others] = pending
  if (first !== undefined) {
    const close = (ids: number[], all: Why['details']) =>
      decideReports(tx, by, 'dismiss', ids, status.pending, { details: { videoId, ...all } })
    await close([first], details)
    return close(others, withoutEvidence(details))
  }

  const closed = await getLastClosedReport(tx, videoId, status.pending)
  if (closed === undefined) throw new Refusal('no_pending_report')
  const past = await getLastDecision(tx, 'report', closed)
  if (past && isRepeat(past, by, 'dismiss', {})) return
  throw past ? alreadyDecided(past.status, past) : new Refusal('no_pending_report')
}
