import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls, queueOf } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import type { News } from '@screening-room/contract/live'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import type { Queue } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { listen } from './live.ts'
import { changeAnswers, outdateCall, reloadCall, reloadCalls } from './queries.ts'

/*
 * What others did, put where it is shown: a row keeps its place and gets its new status, so that
 * nothing moves under anybody's hands. Which rows a list has is decided when it is next asked for.
 */

interface Shown {
  lists: readonly AnyCall[]
  items: readonly AnyCall[]
  /** What a row of this queue calls its status. */
  status: string
}

const { project, personal } = videoCalls
const shown: Record<Queue, Shown> = {
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
const everything = [
  ...Object.values(shown).flatMap(({ lists, items }) => [...lists, ...items]),
  historyCalls.list,
  historyCalls.pending,
  focusCalls.holders,
]

type Row = { id: number } & Record<string, unknown>

/** The rows with this one changed; nothing where it is not among them. */
function withStatus(rows: readonly Row[], id: number, name: string, status: number) {
  const at = rows.findIndex((row) => row.id === id && row[name] !== status)
  return at < 0 ? undefined : rows.with(at, { ...rows[at], id, [name]: status })
}

function setStatus(list: AnyCall, id: number, name: string, status: number) {
  changeAnswers(list, (answer) => {
    const { data } = answer as { data: Row[] | { list: Row[] } }
    const rows = withStatus(Array.isArray(data) ? data : data.list, id, name, status)
    return rows && { ...answer, data: Array.isArray(data) ? rows : { ...data, list: rows } }
  })
}

function onDecision({ queue, id, status }: News<'decision'>) {
  const { lists, items, status: name } = shown[queue]
  for (const list of lists) {
    if (typeof status === 'number') setStatus(list, id, name, status)
    outdateCall(list)
  }
  for (const item of items) void reloadCall(item, { id })
  void reloadCall(historyCalls.list, { queue, id })
}

function onLease({ queue, id, by, since }: News<'lease'>) {
  changeAnswers(focusCalls.holders, (answer, { queue: asked }) => {
    if (queueOf[asked] !== queue) return undefined
    const others = answer.data.filter((holder) => holder.id !== id)
    return { ...answer, data: by ? [...others, { id, by, since: since ?? '' }] : others }
  })
}

/** Tells the open screen what others do, for as long as it is wanted. */
export function followNews(): () => void {
  return listen({
    onOpen: () => void reloadCalls(focusCalls.holders),
    onNews(name, told) {
      if (name === 'decision') onDecision(told as News<'decision'>)
      if (name === 'lease') onLease(told as News<'lease'>)
      if (name === 'counts')
        changeAnswers(historyCalls.pending, (answer) => ({
          ...answer,
          data: told as News<'counts'>,
        }))
      if (name === 'resync') void reloadCalls(...everything)
    },
  })
}
