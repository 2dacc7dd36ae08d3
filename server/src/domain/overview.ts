import type { OutputOf } from '@screening-room/contract/call'
import {
  type OverviewHistory,
  type OwnWork,
  type overviewCalls,
  type Period,
  type Span,
  type Waits,
  type WorkKind,
  workKinds,
} from '@screening-room/contract/overview'
import { pendingIn } from '@screening-room/contract/pending-counts'
import { type ListName, lists, type Queue, queueNames } from '@screening-room/contract/queues'
import type { Db } from '../db/pool.ts'
import { countTrouble, findInHand, findStandings } from '../store/overview.ts'
import {
  type Calendar,
  everybody,
  findHandedIn,
  findWeek,
  findWork,
  getCalendar,
  getOwnRanges,
  getWorkComplete,
  type WorkCount,
} from '../store/work.ts'
import { countPending } from './pending.ts'

/* The figures of the overview, put together from counters. */

const usualTargetHours = 24

type TargetHours = Partial<Record<Queue, number>>

export async function readNow(
  db: Db,
  targets: TargetHours,
): Promise<OutputOf<typeof overviewCalls.now>['data']> {
  const hours = (list: ListName) => targets[lists[list].queue] ?? usualTargetHours
  const [pending, standings, held, trouble] = await Promise.all([
    countPending(db),
    findStandings(db, hours),
    findInHand(db),
    countTrouble(db),
  ])
  const rows = standings.map((one) => ({
    ...one,
    pending: pendingIn(pending, one.list),
    targetHours: hours(one.list),
  }))
  return {
    lists: rows,
    held: held.map((one) => ({ ...one, queue: one.queue as Queue })),
    ...trouble,
  }
}

/** As `work_number` numbers them. */
const kindOf = (value: number): WorkKind | undefined => workKinds[value - 1]
/** Somebody's decision that somebody else has opened again. */
const reopenedNumber = 9

const daysIn = (span: Span): number => (span === 'today' ? 0 : Number(span))

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

function workIn(rows: readonly WorkCount[]) {
  return byQueue(rows, (queue, own) =>
    own.flatMap(({ value, n }) => {
      const kind = kindOf(value)
      return kind ? [{ queue, kind, count: n }] : []
    }),
  )
}

function ownWorkIn(actions: readonly WorkCount[]): OwnWork {
  const reopened = actions.filter(({ value }) => value === reopenedNumber)
  return {
    work: workIn(actions),
    reopened: byQueue(reopened, (queue, own) => own.map(({ n }) => ({ queue, count: n }))),
  }
}

interface Counts {
  actions: WorkCount[]
  waits: WorkCount[]
  reasons: WorkCount[]
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
    waits: byQueue(own(counts.waits), (queue, rows) =>
      rows.length > 0 ? [{ queue, ...waitsIn(rows) }] : [],
    ),
    reasons: [...reasons].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count),
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
export async function readHistory(db: Db, span: Span, at?: string): Promise<OverviewHistory> {
  const calendar = await getCalendar(db, daysIn(span), at)
  const { edges, starts, end, before } = calendar
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0]
  const slots = { since: edges.slice(0, -1), until: edges.slice(1) }
  const both = { since: [first, before.since], until: [last, before.until] }
  const quarters = edges.some((edge) => edge % 4 !== 0)
  const [days, arrivals, actions, waits, reasons, handedIn, week, complete] = await Promise.all([
    findWork(db, 'action', [everybody], slots),
    findHandedIn(db, slots),
    findWork(db, 'action', [everybody], both),
    findWork(db, 'wait', [everybody], both),
    findWork(db, 'reason', [everybody], both),
    findHandedIn(db, both),
    findWeek(db, first, last, quarters ? 'quarters' : 'hours'),
    getWorkComplete(db),
  ])
  const counts = { actions, waits, reasons, handedIn }
  return {
    unit: span === 'today' ? 'hour' : 'day',
    starts,
    ...slotsIn(days, arrivals, starts.length),
    now: periodOf(counts, 1, starts[0] ?? end, end),
    before: periodOf(counts, 2, before.start, before.end),
    week: byQueue(week, (queue, rows) =>
      rows.map(({ day, hour, n }) => ({ queue, day, hour, count: n })),
    ),
    complete,
  }
}

function slotsIn(work: readonly WorkCount[], handedIn: Counts['handedIn'], slots: number) {
  const items = handedIn.filter(({ n }) => n !== 0)
  return {
    handedIn: byQueue(items, (queue, rows) =>
      [...seriesIn(rows, slots, () => queue).values()].map((counts) => ({ queue, counts })),
    ),
    work: byQueue(work, (queue, rows) =>
      [...seriesIn(rows, slots, ({ value }) => value)].flatMap(([value, counts]) => {
        const kind = kindOf(value)
        return kind ? [{ queue, kind, counts }] : []
      }),
    ),
  }
}

interface Named {
  id: number
  nickName: string
}

/** Those who did anything, in the order given. */
export async function readPeople(
  db: Db,
  span: Span,
  people: readonly Named[],
  at?: string,
): Promise<(Named & OwnWork)[]> {
  const { edges }: Calendar = await getCalendar(db, daysIn(span), at)
  const range = { since: edges.slice(0, 1), until: edges.slice(-1) }
  const ids = people.map(({ id }) => id)
  const actions = await findWork(db, 'action', ids, range)
  return people
    .map(({ id, nickName }) => {
      const own = actions.filter(({ person }) => person === id)
      return { id, nickName, ...ownWorkIn(own) }
    })
    .filter(({ work, reopened }) => work.length > 0 || reopened.length > 0)
}

/** Of one person: today and this week. */
export async function readOwn(
  db: Db,
  id: number,
  at?: string,
): Promise<{ today: OwnWork; week: OwnWork }> {
  const actions = await findWork(db, 'action', [id], await getOwnRanges(db, at))
  const own = (wanted: number) => ownWorkIn(actions.filter(({ range }) => range === wanted))
  return { today: own(1), week: own(2) }
}
