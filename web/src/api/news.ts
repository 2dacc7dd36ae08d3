import type { AnyCall } from '@screening-room/contract/call'
import { historyCalls } from '@screening-room/contract/history'
import { holdersCall } from '@screening-room/contract/holders'
import type { News } from '@screening-room/contract/live'
import { listAt, lists, listsOf, queues } from '@screening-room/contract/queues'
import { tellDecision } from './decision-news.ts'
import { clearDraftsOf } from './drafts.ts'
import { listCalls } from './list-calls.ts'
import { openLiveStream } from './live.ts'
import { markStale, reloadCall, reloadCalls, updateCachedCalls } from './queries.ts'

/*
 * Applies changes by others to what is shown: a row keeps its position and gets its new status, so
 * that nothing moves while somebody clicks. Which rows a list has changes with its next read.
 */

const allCalls = [
  ...Object.values(listCalls).flatMap(({ list, get }) => [list, get]),
  historyCalls.list,
  historyCalls.pending,
  holdersCall,
]

type Row = { id: number } & Record<string, unknown>

/** The rows with this status changed; undefined if nothing changes. */
function withStatus(rows: readonly Row[], id: number, name: string, status: number) {
  const at = rows.findIndex((row) => row.id === id && row[name] !== status)
  return at < 0 ? undefined : rows.with(at, { ...rows[at], id, [name]: status })
}

function setStatus(list: AnyCall, id: number, name: string, status: number) {
  updateCachedCalls(list, (cached) => {
    const { data } = cached as { data: Row[] | { list: Row[] } }
    const rows = withStatus(Array.isArray(data) ? data : data.list, id, name, status)
    return rows && { ...cached, data: Array.isArray(data) ? rows : { ...data, list: rows } }
  })
}

function onDecision(event: News<'decision'>) {
  const { queue, id, status, action } = event
  tellDecision(event)
  if (action === 'erase') clearDraftsOf([...listsOf(queue), `reopen-${queue}`], id)
  for (const name of listsOf(queue)) {
    const { list, get } = listCalls[name]
    if (typeof status === 'number') setStatus(list, id, queues[queue].statusField, status)
    markStale(list)
    void reloadCall(get, { id })
  }
  void reloadCall(historyCalls.list, { queue, id })
}

function onLease({ queue, id, by, since }: News<'lease'>) {
  updateCachedCalls(holdersCall, (cached, { queue: address }) => {
    const list = listAt(address)
    if (!list || lists[list].queue !== queue) return undefined
    const others = cached.data.filter((holder) => holder.id !== id)
    return { ...cached, data: by ? [...others, { id, by, since: since ?? '' }] : others }
  })
}

/** Keeps the screen up to date until it is stopped. */
export function followNews(): () => void {
  return openLiveStream({
    onOpen: () => void reloadCalls(holdersCall),
    onNews(name, event) {
      if (name === 'decision') onDecision(event as News<'decision'>)
      if (name === 'lease') onLease(event as News<'lease'>)
      if (name === 'counts')
        updateCachedCalls(historyCalls.pending, (cached) => ({
          ...cached,
          data: event as News<'counts'>,
        }))
      if (name === 'resync') void reloadCalls(...allCalls)
    },
  })
}
