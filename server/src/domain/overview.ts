import type { OutputOf } from '@screening-room/contract/call'
import {
  bandHours,
  type OverviewHistory,
  type OwnWork,
  type overviewCalls,
  type Period,
  type ReportsMade,
  type SpanInput,
  type Waits,
  type Watched,
  type WorkKind,
  workKinds,
} from '@screening-room/contract/overview'
import { pendingIn } from '@screening-room/contract/pending-counts'
import { type ListName, lists, type Queue, queueNames } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import { getConfirmationsStanding } from '../store/confirmations.ts'
import { findImportsInTrouble } from '../store/import-runs.ts'
import { countTrouble, findInHand, findStandings } from '../store/overview.ts'
import type { Session } from '../store/sessions.ts'
import {
  type Days,
  everybody,
  findBacklog,
  findHandedIn,
  findReportsByReason,
  findWeek,
  findWork,
  getCalendar,
  getWorkComplete,
  type WorkCount,
} from '../store/work.ts'
import { confirmable } from './confirmations.ts'
import { countPending } from './pending.ts'

/* The figures of the overview, put together from counters. */

const usualTargetHours = 24

type TargetHours = Partial<Record<Queue, number>>

export async function readNow(
  db: Db,
  targets: TargetHours,
  { permissions, userId }: Pick<Session, 'permissions' | 'userId'>,
): Promise<OutputOf<typeof overviewCalls.now>['data']> {
  const hours = (list: ListName) => targets[lists[list].queue] ?? usualTargetHours
  const calls = confirmable(permissions)
  const [pending, standings, held, secondPerson, trouble, imports] = await Promise.all([
    countPending(db),
    findStandings(db, hours),
    findInHand(db),
    calls.length > 0 ? getConfirmationsStanding(db, calls, userId) : null,
    countTrouble(db),
    findImportsInTrouble(db),
  ])
  const rows = standings.map((one) => ({
    ...one,
    pending: pendingIn(pending, one.list),
    targetHours: hours(one.list),
  }))
  return {
    lists: rows,
    held: held.map((one) => ({ ...one, queue: one.queue as Queue })),
    secondPerson,
    ...trouble,
    imports,
  }
}

/** As `work_number` numbers them. */
const kindOf = (value: number): WorkKind | undefined => workKinds[value - 1]
/** Somebody's decision that somebody else has opened again. */
const reopenedNumber = 9

export function daysIn({ span, start, end }: SpanInput): Days {
  if (start && end) return { start: start.slice(0, 10), end: end.slice(0, 10) }
  return span === 'today' ? 1 : Number(span)
}

/** Seconds in the middle of a step, as `wait_step` cuts them: eight steps for each doubling. */
const secondsOf = (step: number): number => (step === 0 ? 0 : Math.round(2 ** ((step - 0.5) / 8)))

/** The step in which the one of this share is, as `percentile_disc` finds it. */
function shareOf(steps: readonly WorkCount[], share: number): number | null {
  const inOrder = [...steps].sort((one, other) => one.value - other.value)
  const count = inOrder.reduce((sum, { n }) => sum + n, 0)
  let seen = 0
  for (const { value, n } of inOrder) {
    seen += n
    if (seen >= share * count) return secondsOf(value)
  }
  return null
}

function waitsIn(steps: readonly WorkCount[]): Waits {
  // Of several queues or none: equal steps may stand apart, which changes nothing.
  return {
    count: steps.reduce((sum, { n }) => sum + n, 0),
    median: shareOf(steps, 0.5),
    p90: shareOf(steps, 0.9),
  }
}

/** The average of hundredths. */
function watchedIn(shares: readonly WorkCount[]): Watched {
  const count = shares.reduce((sum, { n }) => sum + n, 0)
  return { count, mean: shares.reduce((sum, { value, n }) => sum + value * n, 0) / count }
}

const waitsByQueue = (rows: readonly WorkCount[]) =>
  byQueue(rows, (queue, own) => (own.length > 0 ? [{ queue, ...waitsIn(own) }] : []))
const watchedByQueue = (rows: readonly WorkCount[]) =>
  byQueue(rows, (queue, own) => (own.length > 0 ? [{ queue, ...watchedIn(own) }] : []))

/** Rows of each queue, in the order of the queues. */
function byQueue<Row extends { queue: string }, Found>(
  rows: readonly Row[],
  read: (queue: Queue, rows: Row[]) => Found[],
): Found[] {
  return queueNames.flatMap((queue) =>
    read(
      queue,
      rows.filter((row) => row.queue === queue),
    ),
  )
}

/** In the order of the kinds: PostgreSQL returns groups in any. */
function workIn(rows: readonly WorkCount[]) {
  const inOrder = [...rows].sort((one, other) => one.value - other.value)
  return byQueue(inOrder, (queue, own) =>
    own.flatMap(({ value, n }) => {
      const kind = kindOf(value)
      return kind ? [{ queue, kind, count: n }] : []
    }),
  )
}

/** What people did, how long they had it in hand, and what they watched. */
export interface Work {
  actions: WorkCount[]
  inHand: WorkCount[]
  watched: WorkCount[]
}

export async function findOwn(
  db: Db,
  people: readonly number[],
  ranges: Parameters<typeof findWork>[3],
): Promise<Work> {
  const [actions, inHand, watched] = await Promise.all([
    findWork(db, 'action', people, ranges),
    findWork(db, 'inHand', people, ranges),
    findWork(db, 'watched', people, ranges),
  ])
  return { actions, inHand, watched }
}

/** Of one person or one range. */
export function ownWorkIn(all: Work, isOwn: (row: WorkCount) => boolean): OwnWork {
  const actions = all.actions.filter(isOwn)
  const reopened = actions.filter(({ value }) => value === reopenedNumber)
  return {
    work: workIn(actions),
    reopened: byQueue(reopened, (queue, own) => own.map(({ n }) => ({ queue, count: n }))),
    inHand: waitsByQueue(all.inHand.filter(isOwn)),
    watched: watchedByQueue(all.watched.filter(isOwn)),
  }
}

/** Reports by reason, the most frequent first. */
function reportsIn(rows: readonly { reason: number; status: number; n: number }[]): ReportsMade[] {
  const found = new Map<number, ReportsMade>()
  for (const { reason, status: at, n } of rows) {
    const own = found.get(reason) ?? { id: reason, made: 0, upheld: 0, dismissed: 0 }
    own.made += n
    if (at === status.takenDown) own.upheld += n
    if (at === status.rejected) own.dismissed += n
    found.set(reason, own)
  }
  return [...found.values()].sort((a, b) => b.made - a.made || a.id - b.id)
}

interface Counts extends Work {
  waits: WorkCount[]
  reasons: WorkCount[]
  reports: { range: number; reason: number; status: number; n: number }[]
  handedIn: Pick<WorkCount, 'range' | 'queue' | 'n'>[]
}

/** The figures of one of the ranges. */
function periodOf(counts: Counts, range: number, start: string, end: string): Period {
  const own = <Row extends { range: number }>(rows: readonly Row[]) =>
    rows.filter((row) => row.range === range)
  const reasons = new Map<number, number>()
  for (const { value, n } of own(counts.reasons)) reasons.set(value, (reasons.get(value) ?? 0) + n)
  return {
    start,
    end,
    handedIn: byQueue(own(counts.handedIn), (queue, rows) =>
      rows.map(({ n }) => ({ queue, count: n })),
    ),
    work: workIn(own(counts.actions)),
    waits: waitsByQueue(own(counts.waits)),
    inHand: waitsByQueue(own(counts.inHand)),
    watched: watchedByQueue(own(counts.watched)),
    reasons: [...reasons].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count),
    reports: reportsIn(own(counts.reports)),
  }
}

/** One number for each slot, by what the rows are of. */
function seriesIn<Row extends { range: number; n: number }, Name extends string | number>(
  rows: readonly Row[],
  slots: number,
  nameOf: (row: Row) => Name,
): Map<Name, number[]> {
  const found = new Map<Name, number[]>()
  for (const row of rows) {
    const counts = found.get(nameOf(row)) ?? Array.from({ length: slots }, () => 0)
    counts[row.range - 1] = row.n
    found.set(nameOf(row), counts)
  }
  return found
}

/** `at` is now, unless a test says otherwise. */
export async function readHistory(db: Db, span: SpanInput, at?: string): Promise<OverviewHistory> {
  const days = daysIn(span)
  const calendar = await getCalendar(db, days, at)
  const { edges, starts, end, before } = calendar
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0]
  const slots = { since: edges.slice(0, -1), until: edges.slice(1) }
  const both = { since: [first, before.since], until: [last, before.until] }
  const quarters = edges.some((edge) => edge % 4 !== 0)
  const [each, arrivals, own, waits, reasons, reports, handedIn, week, backlog, complete] =
    await Promise.all([
      findWork(db, 'action', [everybody], slots),
      findHandedIn(db, slots),
      findOwn(db, [everybody], both),
      findWork(db, 'wait', [everybody], both),
      findWork(db, 'reason', [everybody], both),
      findReportsByReason(db, both),
      findHandedIn(db, both),
      findWeek(db, first, last, quarters ? 'quarters' : 'hours'),
      findBacklog(db, slots),
      getWorkComplete(db),
    ])
  const counts = { ...own, waits, reasons, reports, handedIn }
  return {
    unit: isOneDay(days) ? 'hour' : 'day',
    starts,
    handedIn: handedInSeries(arrivals, starts.length),
    work: workSeriesIn(each, starts.length),
    backlog: byQueue(backlog, (queue, rows) =>
      rows.length > 0 ? [{ queue, bands: bandsIn(rows, starts.length) }] : [],
    ),
    now: periodOf(counts, 1, starts[0] ?? end, end),
    before: periodOf(counts, 2, before.start, before.end),
    week: byQueue(week, (queue, rows) =>
      rows.map(({ day, hour, n }) => ({ queue, day, hour, count: n })),
    ),
    complete,
  }
}

export const isOneDay = (days: Days) =>
  typeof days === 'number' ? days === 1 : days.start === days.end

/** Of each slot the bands of waiting, where they were noted. */
function bandsIn(rows: readonly { range: number; band: number; n: number }[], slots: number) {
  const bands = Array.from({ length: slots }, (): number[] | null => null)
  for (const { range, band, n } of rows) {
    const own = bands[range - 1] ?? Array.from({ length: bandHours.length + 1 }, () => 0)
    own[band] = n
    bands[range - 1] = own
  }
  return bands
}

/** What was done in each slot, by what it was. */
export function workSeriesIn(work: readonly WorkCount[], slots: number) {
  return byQueue(work, (queue, rows) =>
    [...seriesIn(rows, slots, ({ value }) => value)].flatMap(([value, counts]) => {
      const kind = kindOf(value)
      return kind ? [{ queue, kind, counts }] : []
    }),
  )
}

function handedInSeries(handedIn: Counts['handedIn'], slots: number) {
  const items = handedIn.filter(({ n }) => n !== 0)
  return byQueue(items, (queue, rows) =>
    [...seriesIn(rows, slots, () => queue).values()].map((counts) => ({ queue, counts })),
  )
}
