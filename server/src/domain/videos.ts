import {
  dismissalMessage,
  featuredTypeId,
  reasonFor,
  status,
  videoType,
} from '@screening-room/contract/review'
import type { VideoKind } from '@screening-room/contract/videos'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { getCategoryExists } from '../store/categories.ts'
import type { Actor } from '../store/events.ts'
import { findMissingReasons, findReportsOn, lockPendingReports } from '../store/reports.ts'
import { type LockedVideo, lockVideo, setCategory, setFeatured } from '../store/videos.ts'
import { dismissReports, withoutEvidence } from './reports.ts'
import { decide, decideReports, type Why } from './review.ts'

/** Promo videos belong to their project, so they travel with the project videos. */
export const typesOf: Record<VideoKind, readonly number[]> = {
  project: [videoType.promo, videoType.project],
  personal: [videoType.personal],
}

async function lockVideoOf(tx: Tx, kind: VideoKind, id: number): Promise<LockedVideo> {
  const video = await lockVideo(tx, id)
  if (!video || !typesOf[kind].includes(video.type)) throw missing('video', id)
  return video
}

export async function approveVideo(
  tx: Tx,
  by: Actor,
  kind: VideoKind,
  id: number,
  details?: Why['details'],
): Promise<void> {
  await lockVideoOf(tx, kind, id)
  await decide(tx, by, 'video', 'approve', id, { details })
}

export async function rejectVideo(
  tx: Tx,
  by: Actor,
  kind: VideoKind,
  id: number,
  message: string,
  details?: Why['details'],
): Promise<void> {
  // A personal video's reports are dismissed through this call (spec, section 4): the reserved
  // message never touches the video itself.
  if (kind === 'personal' && message.trim() === dismissalMessage)
    return dismissReports(tx, by, id, videoType.personal)
  await lockVideoOf(tx, kind, id)
  await decide(tx, by, 'video', 'reject', id, { reason: reasonFor('video', message), details })
}

/** Of a video that is missing there may be reports, which do not need it to be closed. */
async function refuseIfOnlyReported(tx: Tx, id: number): Promise<void> {
  if (await lockVideo(tx, id)) return
  const reports = await findReportsOn(tx, id, status.pending)
  if (reports.length > 0) throw new Refusal('video_missing', { id })
}

export async function takeDownVideo(
  tx: Tx,
  by: Actor,
  kind: VideoKind,
  { videoId, type, reasonIds }: { videoId: number; type: number; reasonIds: readonly number[] },
  details?: Why['details'],
): Promise<void> {
  await refuseIfOnlyReported(tx, videoId)
  const video = await lockVideoOf(tx, kind, videoId)
  if (video.type !== type) throw badField('videoType', 'not_this_video')
  const reasons = [...new Set(reasonIds)]
  const unknown = await findMissingReasons(tx, reasons)
  if (unknown.length > 0) throw badField('offlineReasons', 'not_a_reason')
  const why = { reasonIds: reasons, details }
  const changed = await decide(tx, by, 'video', 'takeDown', videoId, why)
  // Sent again, it closes nothing that came after it; on a held case it is meant for just that.
  if (!changed && !details) return
  const reports = await lockPendingReports(tx, videoId, status.pending)
  const ids = reports.map((report) => report.id)
  await decideReports(tx, by, 'takeDown', ids, status.pending, {
    reasonIds: reasons,
    details: { videoId, ...withoutEvidence(details) },
  })
}

/** Type 1 marks a video as featured; any other type is a category, and only personal videos take one. */
export async function tagVideo(
  tx: Tx,
  by: Actor,
  kind: VideoKind,
  id: number,
  typeId: number,
): Promise<void> {
  const video = await lockVideoOf(tx, kind, id)
  if (typeId === featuredTypeId) {
    if (video.featured) return
    await decide(tx, by, 'video', 'feature', id)
    return setFeatured(tx, id)
  }
  if (kind !== 'personal') throw badField('typeId', 'one_of', featuredTypeId)
  if (!(await getCategoryExists(tx, typeId))) throw missing('category', typeId)
  if (video.categoryId === typeId) return
  await decide(tx, by, 'video', 'categorize', id, {
    details: { from: video.categoryId, to: typeId },
  })
  await setCategory(tx, id, typeId)
}
