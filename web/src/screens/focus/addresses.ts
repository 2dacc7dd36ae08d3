import type { InputOf } from '@screening-room/contract/call'
import type { focusCalls } from '@screening-room/contract/focus'
import { type PendingCounts, pendingIn } from '@screening-room/contract/pending-counts'
import {
  kindNameOf,
  type ListEntry,
  type ListName,
  listNames,
  lists,
} from '@screening-room/contract/queues'
import type { videoType } from '@screening-room/contract/review'
import { period } from '../../shared/dates.ts'
import { filterDefaults, filterValues } from '../../shared/list-filters.ts'
import { searchOf } from '../../shared/list-query.ts'

/* Addresses of focus review: which list and filters one names, and where that list is. No React. */

export const listFromPath = (pathname: string): ListName =>
  listNames.find((name) => pathname.endsWith(`/focus/${lists[name].address}`)) ?? listNames[0]

type Filter = Omit<InputOf<typeof focusCalls.next>, 'desk'>

/** The list's filters, with the list's defaults for those the address leaves out. */
export function filterFromQuery(list: ListName, query: URLSearchParams): Filter {
  const texts: Record<string, string> = { search: '', start: '', end: '' }
  for (const name of Object.keys(filterDefaults(list))) texts[name] = query.get(name) ?? ''
  const { search, start, end, status: _, ...own } = texts
  const values = Object.entries(filterValues(list, own)).filter(([name]) => name in own)
  return {
    queue: lists[list].address,
    ...Object.fromEntries(values),
    ...searchOf({ search: search ?? '' }),
    ...period({ start: start ?? '', end: end ?? '' }),
  }
}

interface OtherQueue {
  list: ListName
  /** The type of the videos, where they are counted apart. */
  kind?: keyof typeof videoType
  /** After `focus/`. */
  path: string
  count: number
}

const pathOfKind = ({ queue, address }: ListEntry, kind: number) =>
  `${address}?${kindNameOf(queue)}=${kind}`

/** Lists with pending items other than this one, in the order of the menu. */
export function otherQueues(ownPath: string, counts: PendingCounts): OtherQueue[] {
  const all = listNames.flatMap((list): OtherQueue[] => {
    const entry: ListEntry = lists[list]
    if (!entry.pending.byKind)
      return [{ list, path: entry.address, count: pendingIn(counts, list) }]
    return Object.entries(entry.kinds ?? {}).map(([kind, code]) => ({
      list,
      kind: kind as keyof typeof videoType,
      path: pathOfKind(entry, code),
      count: pendingIn(counts, list, kind),
    }))
  })
  return all.filter(({ path, count }) => count > 0 && path !== ownPath)
}

/** The type of the videos whose reports are handed out, where each is counted apart. */
export function kindHandedOut(list: ListName, query: URLSearchParams): OtherQueue['kind'] {
  const entry: ListEntry = lists[list]
  if (!entry.pending.byKind) return undefined
  const filters = filterFromQuery(list, query) as Record<string, unknown>
  const code = filters[kindNameOf(entry.queue) as string]
  const found = Object.entries(entry.kinds ?? {}).find(([, one]) => one === code)
  return found?.[0] as OtherQueue['kind']
}

/** The path after `focus/` as `otherQueues` writes it; empty with filters, which show a part only. */
export function focusPath(list: ListName, query: URLSearchParams): string {
  const entry: ListEntry = lists[list]
  const { queue: _, ...filters } = filterFromQuery(list, query) as Record<string, unknown>
  const kindName = entry.pending.byKind ? kindNameOf(entry.queue) : undefined
  const others = Object.entries(filters).filter(([name]) => name !== kindName)
  if (others.some(([, value]) => value !== undefined)) return ''
  return kindName ? pathOfKind(entry, filters[kindName] as number) : entry.address
}
