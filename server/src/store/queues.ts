import type { Queue } from '@screening-room/contract/queues'
import { certificationRows } from './certifications.ts'
import type { AnyRows } from './paging.ts'
import { projectRows } from './projects.ts'
import { reportRows } from './reports.ts'
import { videoRows } from './videos.ts'

/** The queues in the database. A new queue is added here. */
export const rowsOf: Record<Queue, AnyRows> = {
  certification: certificationRows,
  project: projectRows,
  video: videoRows,
  report: reportRows,
}
