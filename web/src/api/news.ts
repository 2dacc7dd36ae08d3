import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls, queueOf } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import type { News } from '@screening-room/contract/live'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import type { Queue } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { openLiveStream } from './live.ts'
import { markStale, reloadCall, reloadCalls, updateCachedCalls } from './queries.ts'

/*
 * Applies changes by others to what is shown: a row keeps its position and gets its new status, so
 * that nothing moves while somebody clicks. Which rows a list has changes with its next read.
 */

interface QueueCalls {
  lists: readonly AnyCall[]
  items: readonly AnyCall[]
  /** The name of the status field in this queue. */
  status: string
}

const { project, personal } = videoCalls
const callsOf: Record<Queue, QueueCalls> = {
  certification: {
    lists: [certificationCalls.list],
    items: [certificationCalls.get],
    status: 'authStatus',
  },
  project: { lists: [projectCalls.list], items: [projectCalls.get], status: 'status' },
  video: {
    lists: [project.list, personal.list],
    items: [project.get, personal.get],
    status: 'viewStatus',
  },
  report: { lists: [reportCalls.list], items: [reportCalls.get], status: 'reportStatus' },
}
const allCalls = [
  ...Object.values(callsOf).flatMap(({ lists, items }) => [...lists, ...items]),
  historyCalls.list,
  historyCalls.pending,
  focusCalls.holders,
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

function onDecision({ queue, id, status }: News<'decision'>) {
  const { lists, items, status: name } = callsOf[queue]
  for (const list of lists) {
    if (typeof status === 'number') setStatus(list, id, name, status)
    markStale(list)
  }
  for (const item of items) void reloadCall(item, { id })
  void reloadCall(historyCalls.list, { queue, id })
}

function onLease({ queue, id, by, since }: News<'lease'>) {
  updateCachedCalls(focusCalls.holders, (cached, { queue: focusQueue }) => {
    if (queueOf[focusQueue] !== queue) return undefined
    const others = cached.data.filter((holder) => holder.id !== id)
    return { ...cached, data: by ? [...others, { id, by, since: since ?? '' }] : others }
  })
}

/** Keeps the screen up to date until it is stopped. */
export function followNews(): () => void {
  return openLiveStream({
    onOpen: () => void reloadCalls(focusCalls.holders),
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
