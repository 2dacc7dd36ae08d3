import type { PendingCounts } from '@screening-room/contract/history'
import { status, videoType } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import { findPendingCounts } from '../store/housekeeping.ts'

/** How many items wait in each queue, as the menu shows them. */
export async function countPending(db: Db): Promise<PendingCounts> {
  const counts = await findPendingCounts(db, status.pending)
  const count = (queue: string, kind?: number) =>
    counts
      .filter((entry) => entry.queue === queue && (kind === undefined || entry.kind === kind))
      .reduce((sum, entry) => sum + entry.n, 0)
  return {
    certifications: count('certification'),
    projects: count('project'),
    projectVideos: count('video', videoType.project),
    personalVideos: count('video', videoType.personal),
    reports: {
      promo: count('report', videoType.promo),
      personal: count('report', videoType.personal),
      project: count('report', videoType.project),
    },
  }
}
