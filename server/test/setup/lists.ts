import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import { type Sql, sql } from '../../src/db/sql.ts'

/* Every list with the filters that its counters know. */

export const videoStatuses = [0, 3, 5, 8]

export interface List {
  call: AnyCall
  table: Sql
  kind?: { field: string; column: Sql; values: (number | string | undefined)[] }
  part?: Sql
  statusField: string
  statuses: number[]
}

export const lists: List[] = [
  {
    call: videoCalls.project.list,
    table: sql`video`,
    kind: { field: 'videoType', column: sql`type`, values: [0, 2] },
    statusField: 'viewStatus',
    statuses: videoStatuses,
  },
  {
    call: videoCalls.personal.list,
    table: sql`video`,
    kind: { field: 'videoType', column: sql`type`, values: [1] },
    statusField: 'viewStatus',
    statuses: videoStatuses,
  },
  {
    call: videoCalls.personal.list,
    table: sql`video`,
    part: sql`type = 1`,
    kind: { field: 'language', column: sql`language`, values: ['ko', 'en', 'unknown', 'ja'] },
    statusField: 'viewStatus',
    statuses: videoStatuses,
  },
  {
    call: certificationCalls.list,
    table: sql`certification`,
    kind: { field: 'roleId', column: sql`role_id`, values: [1, 2, 3, 4, 9, undefined] },
    statusField: 'status',
    statuses: [0, 3, 5],
  },
  {
    call: reportCalls.list,
    table: sql`report`,
    kind: { field: 'videoType', column: sql`video_type`, values: [0, 1, 2] },
    statusField: 'status',
    statuses: [0, 3, 8],
  },
  {
    call: projectCalls.list,
    table: sql`project`,
    statusField: 'status',
    statuses: [0, 3, 5],
  },
]
