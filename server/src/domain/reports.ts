import { status } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, getLastDecision } from '../store/events.ts'
import { getLastClosedReport, lockPendingReports } from '../store/reports.ts'
import { lockVideo } from '../store/videos.ts'
import { alreadyDecided, decideReports, isRepeat } from './review.ts'

/** Closes every pending report on a video as untrue or needing nothing. The video stays as it is. */
export async function dismissReports(
  tx: Tx,
  by: Actor,
  videoId: number,
  type: number,
): Promise<void> {
  const video = await lockVideo(tx, videoId)
  if (!video) throw missing('video', videoId)
  if (video.type !== type) throw badField('videoType', 'not_this_video')
  const pending = await lockPendingReports(tx, videoId, status.pending)
  if (pending.length > 0)
    return decideReports(tx, by, 'dismiss', pending, status.pending, { details: { videoId } })

  const closed = await getLastClosedReport(tx, videoId, status.pending)
  if (closed === undefined) throw new Refusal('no_pending_report')
  const past = await getLastDecision(tx, 'report', closed)
  if (past && isRepeat(past, by, 'dismiss', {})) return
  throw past ? alreadyDecided(past.status, past) : new Refusal('no_pending_report')
}
