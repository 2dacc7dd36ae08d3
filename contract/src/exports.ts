import type * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { certification } from './certifications.ts'
import { exportInput } from './fields.ts'
import { project } from './projects.ts'
import { type ListName, lists } from './queues.ts'
import { report } from './reports.ts'
import { video } from './videos.ts'

/* Every list as a whole: all rows of its filters as of one moment, newest first, as CSV or as NDJSON. */

function exportOf<Input extends z.ZodMiniObject, Row extends z.ZodMiniObject>(
  list: ListName,
  input: Input,
  row: Row,
  what: string,
) {
  return defineCall({
    method: 'GET',
    path: `/admin/ext/export/${lists[list].address}`,
    summary: `All ${what} of a filter, as of one moment; of a search, those that it counts. It is recorded`,
    sends: 'query',
    input,
    output: row,
    responds: 'rows',
    refuses: [],
    needs: 'export',
    origin: 'ours',
  })
}

export const exportCalls = {
  'project-video': exportOf(
    'project-video',
    exportInput('project-video'),
    video,
    'project or promo videos',
  ),
  'personal-video': exportOf(
    'personal-video',
    exportInput('personal-video'),
    video,
    'personal videos',
  ),
  certification: exportOf(
    'certification',
    exportInput('certification'),
    certification,
    'certification submissions',
  ),
  project: exportOf('project', exportInput('project'), project, 'projects'),
  report: exportOf('report', exportInput('report'), report, 'reports on one type of video'),
}

/** The record of an export: it has begun, and how it ended, however it ended. */
export const exportActions = ['export.begin', 'export.end'] as const
