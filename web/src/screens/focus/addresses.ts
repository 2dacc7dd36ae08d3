import type { InputOf } from '@screening-room/contract/call'
import { type FocusQueue, type focusCalls, focusQueues } from '@screening-room/contract/focus'
import type { PendingCounts } from '@screening-room/contract/history'
import { videoType } from '@screening-room/contract/review'
import { period } from '../../shared/dates.ts'
import { codeOf, idOf, searchOf } from '../../shared/list-query.ts'

/* Where one works: the queue of the path, the filters of the list one came from. No React. */

export const queueAt = (pathname: string): FocusQueue =>
  focusQueues.find((queue) => pathname.endsWith(`/focus/${queue}`)) ?? focusQueues[0]

type Filter = Omit<InputOf<typeof focusCalls.next>, 'desk'>

/** The list's filters, as the list means them where the address leaves one out. */
export function filterAt(queue: FocusQueue, query: URLSearchParams): Filter {
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

/** The list one came from, as it was. */
export function listAt(queue: FocusQueue, query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  if (queue === 'personal-video') kept.set('tab', 'personal')
  if (queue === 'project-video') kept.delete('tab')
  return `/dashboard/${lists[queue]}${kept.size ? `?${kept}` : ''}`
}

type Kind = keyof PendingCounts['reports']

interface Waiting {
  queue: FocusQueue
  /** Of the reported videos. */
  kind?: Kind
  /** After `focus/`. */
  to: string
  count: number
}

const kinds: readonly Kind[] = ['promo', 'personal', 'project']

/** What waits in other places, in the order of the queues. */
export function waitingElsewhere(here: string, counts: PendingCounts): Waiting[] {
  const all: Waiting[] = [
    { queue: 'project-video', to: 'project-video', count: counts.projectVideos },
    { queue: 'personal-video', to: 'personal-video', count: counts.personalVideos },
    { queue: 'auth', to: 'auth', count: counts.certifications },
    { queue: 'project', to: 'project', count: counts.projects },
    ...kinds.map((kind) => ({
      queue: 'report' as const,
      kind,
      to: `report?videoType=${videoType[kind]}`,
      count: counts.reports[kind],
    })),
  ]
  return all.filter(({ to, count }) => count > 0 && to !== here)
}

/** This place as `waitingElsewhere` names it; with filters it is only a part of that. */
export function hereAt(queue: FocusQueue, query: URLSearchParams): string {
  const { videoType: type, search, start, end, roleId } = filterAt(queue, query)
  if (search || start || end || roleId) return ''
  return queue === 'report' ? `report?videoType=${type}` : queue
}
