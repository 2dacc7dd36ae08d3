import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import type { ListName } from '@screening-room/contract/queues'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'

/** The calls that read each list, and one item of it. A new list is added here. */
export const listCalls: Record<ListName, { list: AnyCall; get: AnyCall }> = {
  'project-video': videoCalls.project,
  'personal-video': videoCalls.personal,
  certification: certificationCalls,
  project: projectCalls,
  report: reportCalls,
}
