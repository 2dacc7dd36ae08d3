import type { About, Claimed } from '@screening-room/contract/focus'
import { type Queue, queues } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { getCertification } from '../store/certifications.ts'
import { getProject } from '../store/projects.ts'
import { findReportsOn } from '../store/reports.ts'
import { getVideo } from '../store/videos.ts'

/* The items of each queue as focus review shows them. A new queue is added to `itemsOf`. */

type Item = Omit<Claimed, 'lease' | 'id' | 'secondsLeft'>

interface Items {
  /** Undefined where there is no such item. */
  read: (tx: Tx, id: number) => Promise<Item | undefined>
  /** The reports on it, newest first; undefined where no item of these kinds has this ID. */
  reports?: (db: Db, id: number, kinds: readonly number[]) => Promise<About['reports'] | undefined>
}

/** Only while its status is pending. */
function whilePending<T extends object>(queue: Queue, found: T | undefined): T | undefined {
  const { [queues[queue].statusField]: at } = (found ?? {}) as Record<string, unknown>
  return at === status.pending ? found : undefined
}

async function reportsOnVideo(db: Db, id: number, kinds: readonly number[]) {
  return (await getVideo(db, id, kinds)) && findReportsOn(db, id)
}

export const itemsOf: Record<Queue, Items> = {
  certification: {
    async read(tx, id) {
      const certification = whilePending('certification', await getCertification(tx, id))
      return certification && { certification }
    },
  },
  project: {
    async read(tx, id) {
      const project = whilePending('project', await getProject(tx, id))
      return project && { project }
    },
  },
  video: {
    async read(tx, id) {
      const video = whilePending('video', await getVideo(tx, id))
      return video && { video }
    },
    reports: reportsOnVideo,
  },
  report: {
    async read(tx, id) {
      const video = await getVideo(tx, id)
      const reports = await findReportsOn(tx, id, status.pending)
      return video && reports.length > 0 ? { video, reports } : undefined
    },
    reports: reportsOnVideo,
  },
}
