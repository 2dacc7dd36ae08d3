import type { InputOf } from '@screening-room/contract/call'
import { type FocusQueue, type focusCalls, focusQueues } from '@screening-room/contract/focus'
import type { PendingCounts } from '@screening-room/contract/history'
import { videoType } from '@screening-room/contract/review'
import { period } from '../../shared/dates.ts'
import { codeOf, idOf, searchOf } from '../../shared/list-query.ts'

/* Addresses of focus review: which queue and filters one names, and which list it came from. No React. */

export const queueFromPath = (pathname: string): FocusQueue =>
  focusQueues.find((queue) => pathname.endsWith(`/focus/${queue}`)) ?? focusQueues[0]

type Filter = Omit<InputOf<typeof focusCalls.next>, 'desk'>

/** The list's filters, with the list's defaults for those the address leaves out. */
export function filterFromQuery(queue: FocusQueue, query: URLSearchParams): Filter {
  const read = (name: string) => query.get(name) ?? ''
  const types = Object.values(videoType)
  return {
    queue,
    ...(queue === 'report' && {
      videoType: codeOf(read('videoType'), types) ?? videoType.promo,
    }),
    ...(queue === 'auth' && idOf(read('roleId')) ? { roleId: idOf(read('roleId')) } : {}),
    ...searchOf({ search: read('search') }),
    ...period({ start: read('start'), end: read('end') }),
  }
}

const lists: Record<FocusQueue, string> = {
  'project-video': 'video-review',
  'personal-video': 'video-review',
  auth: 'auth-review',
  project: 'project-review',
  report: 'report-review',
}

/** The list that focus review was opened from, with its filters. */
export function listPath(queue: FocusQueue, query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  if (queue === 'personal-video') kept.set('tab', 'personal')
  if (queue === 'project-video') kept.delete('tab')
  return `/dashboard/${lists[queue]}${kept.size ? `?${kept}` : ''}`
}

type ReportedType = keyof PendingCounts['reports']

interface OtherQueue {
  queue: FocusQueue
  /** The type of the reported videos. */
  reported?: ReportedType
  /** After `focus/`. */
  path: string
  count: number
}

const reportedTypes: readonly ReportedType[] = ['promo', 'personal', 'project']

/** Queues with pending items other than this one, in the order of the menu. */
export function otherQueues(ownPath: string, counts: PendingCounts): OtherQueue[] {
  const all: OtherQueue[] = [
    { queue: 'project-video', path: 'project-video', count: counts.projectVideos },
    { queue: 'personal-video', path: 'personal-video', count: counts.personalVideos },
    { queue: 'auth', path: 'auth', count: counts.certifications },
    { queue: 'project', path: 'project', count: counts.projects },
    ...reportedTypes.map((reported) => ({
      queue: 'report' as const,
      reported,
      path: `report?videoType=${videoType[reported]}`,
      count: counts.reports[reported],
    })),
  ]
  return all.filter(({ path, count }) => count > 0 && path !== ownPath)
}

/** The path after `focus/` as `otherQueues` writes it; empty with filters, which show a part only. */
export function focusPath(queue: FocusQueue, query: URLSearchParams): string {
  const { videoType: type, search, start, end, roleId } = filterFromQuery(queue, query)
  if (search || start || end || roleId) return ''
  return queue === 'report' ? `report?videoType=${type}` : queue
}
