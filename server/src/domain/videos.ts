import type { Evidence } from '@screening-room/contract/evidence'
import { canDo, lists, reasonFor } from '@screening-room/contract/queues'
import {
  dismissalMessage,
  featuredTypeId,
  status,
  videoType,
} from '@screening-room/contract/review'
import { type VideoKind, videoCalls } from '@screening-room/contract/videos'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { findCategories, getCategory } from '../store/categories.ts'
import type { Actor } from '../store/events.ts'
import { findMissingReasons, findReportsOn, lockPendingReports } from '../store/reports.ts'
import {
  getUploaderCertified,
  getVideo,
  type LockedVideo,
  lockVideo,
  setCategory,
  setFeatured,
} from '../store/videos.ts'
import { isMerged, mergedRefusal } from './categories.ts'
import type { WaitingAct } from './confirmations.ts'
import { refuseAlone } from './four-eyes.ts'
import { dismissReports, withoutReceipt } from './reports.ts'
import { decideLocked, decideReports } from './review.ts'

export const typesOf: Record<VideoKind, readonly number[]> = {
  project: Object.values(lists['project-video'].kinds),
  personal: Object.values(lists['personal-video'].kinds),
}

function checkKind(video: LockedVideo | undefined, kind: VideoKind, id: number): LockedVideo {
  if (!video || !typesOf[kind].includes(video.type)) throw missing('video', id)
  return video
}

async function lockVideoOf(tx: Tx, kind: VideoKind, id: number): Promise<LockedVideo> {
  return checkKind(await lockVideo(tx, id), kind, id)
}

export async function approveVideo(
  tx: Tx,
  by: Actor,
  kind: VideoKind,
  id: number,
  version?: number,
): Promise<void> {
  await decideLocked(tx, by, await lockVideoOf(tx, kind, id), 'approve', { version })
}

export async function rejectVideo(
  tx: Tx,
  by: Actor,
  kind: VideoKind,
  id: number,
  message: string,
  version?: number,
): Promise<void> {
  // A personal video's reports are dismissed through this call (spec, section 4): the reserved
  // message never touches the video itself.
  if (kind === 'personal' && message.trim() === dismissalMessage)
    return dismissReports(tx, by, id, videoType.personal)
  const video = await lockVideoOf(tx, kind, id)
  await decideLocked(tx, by, video, 'reject', {
    reason: reasonFor('video', message),
    version,
  })
}

/** Of a video that is missing there may be reports, which can be closed without it. */
async function refuseIfOnlyReported(tx: Tx, id: number): Promise<void> {
  const reports = await findReportsOn(tx, id, status.pending)
  if (reports.length > 0) throw new Refusal('video_missing', { id })
}

interface TakeDown {
  /** The type that the caller takes the video for. */
  type: number
  reasonIds: readonly number[]
  version?: number | undefined
}

export async function takeDownVideo(
  tx: Tx,
  by: Actor,
  kind: VideoKind,
  { videoId, ...why }: TakeDown & { videoId: number },
): Promise<void> {
  const found = await lockVideo(tx, videoId)
  if (!found) await refuseIfOnlyReported(tx, videoId)
  const video = checkKind(found, kind, videoId)
  // Sent again, it closes no report that came after it.
  await takeDownLocked(tx, by, video, why, { field: 'offlineReasons', onRepeat: 'closeNothing' })
}

/** As somebody may ask a second person for it. */
export const takeDownAct = (
  kind: VideoKind,
): WaitingAct<(typeof videoCalls)[VideoKind]['takeDown']> => ({
  call: videoCalls[kind].takeDown,
  async subject(tx, _by, { videoId: id }) {
    if (!(await getVideo(tx, id, typesOf[kind]))) throw missing('video', id)
    return { queue: 'video', id }
  },
  async run(tx, by, { videoId, videoType: type, offlineReasons: reasonIds, version }) {
    await takeDownVideo(tx, by, kind, { videoId, type, reasonIds, version })
    return undefined
  },
})

interface TakeDownCall {
  /** The call's name for the reasons. */
  field: string
  /** What becomes of reports where the same person took the video down a moment ago. */
  onRepeat: 'closeNothing' | 'closeReports'
  evidence?: Evidence
}

export async function takeDownLocked(
  tx: Tx,
  by: Actor,
  video: LockedVideo,
  { type, reasonIds, version }: TakeDown,
  { field, onRepeat, evidence }: TakeDownCall,
): Promise<void> {
  if (video.type !== type) throw badField('videoType', 'not_this_video')
  const reasons = [...new Set(reasonIds)]
  const unknown = await findMissingReasons(tx, reasons)
  if (unknown.length > 0) throw badField(field, 'not_a_reason')
  if (by.fourEyes?.includes('takeDown') && canDo('video', 'takeDown', video.status)) {
    const isCertified = await getUploaderCertified(tx, video.id, status.approved)
    if (isCertified) refuseAlone(by, 'takeDown')
  }
  const why = { reasonIds: reasons, evidence, version }
  const changed = await decideLocked(tx, by, video, 'takeDown', why)
  if (!changed && onRepeat === 'closeNothing') return
  const reports = await lockPendingReports(tx, video.id, status.pending)
  await decideReports(tx, by, 'takeDown', reports, video.id, {
    reasonIds: reasons,
    evidence: withoutReceipt(evidence),
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
    await decideLocked(tx, by, video, 'feature')
    return setFeatured(tx, id)
  }
  if (kind !== 'personal') throw badField('typeId', 'one_of', featuredTypeId)
  const category = await getCategory(tx, typeId)
  if (!category) throw missing('category', typeId)
  if (video.categoryId === typeId) return
  if (isMerged(category)) throw mergedRefusal((await findCategories(tx)).categories, category)
  if (category.hidden) throw new Refusal('hidden_choice', { name: category.name })
  const moved = { from: video.categoryId, to: typeId }
  await decideLocked(tx, by, video, 'categorize', {}, moved)
  await setCategory(tx, id, typeId)
}
