import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/* What was done, from its counters (migration 34). Ranges are quarter-hours since 1970, the last one excluded. */

/** A platform time as it travels; the connection's zone is the platform's. */
const wire = sql`'YYYY-MM-DD"T"HH24:MI:SS'`

/** Of everybody together. */
export const everybody = -1

interface Ranges {
  since: readonly number[]
  until: readonly number[]
}

export interface WorkCount {
  /** Which range, from 1. */
  range: number
  queue: string
  person: number
  /** Of `action`, its number; of `wait` and `inHand`, the step; of `reason`, its id; of `watched`, hundredths. */
  value: number
  n: number
}

/** What was done in each range, by each of these people. */
export function findWork(
  db: Db,
  measure: 'action' | 'wait' | 'reason' | 'watched' | 'inHand',
  people: readonly number[],
  { since, until }: Ranges,
): Promise<WorkCount[]> {
  return db.query<WorkCount>(sql`
    select * from work_in(${measure}, ${people}::bigint[], ${since}::int[], ${until}::int[])`)
}

/** How many items were handed in in each range. */
export function findHandedIn(
  db: Db,
  { since, until }: Ranges,
): Promise<Pick<WorkCount, 'range' | 'queue' | 'n'>[]> {
  return db.query(sql`select * from handed_in(${since}::int[], ${until}::int[])`)
}

interface ReasonCount {
  range: number
  reason: number
  status: number
  n: number
}

/** Reports that were made in each range, by reason and by what they are now. */
export function findReportsByReason(db: Db, { since, until }: Ranges): Promise<ReasonCount[]> {
  return db.query<ReasonCount>(
    sql`select * from reports_by_reason(${since}::int[], ${until}::int[])`,
  )
}

interface BandCount {
  range: number
  queue: string
  band: number
  n: number
}

/** What waited when each range ended. */
export function findBacklog(db: Db, { since, until }: Ranges): Promise<BandCount[]> {
  return db.query<BandCount>(sql`select * from backlog_in(${since}::int[], ${until}::int[])`)
}

interface WeekCount {
  queue: string
  day: number
  hour: number
  n: number
}

/** Decided in each hour of the week, by the platform's clock. */
export function findWeek(
  db: Db,
  since: number,
  until: number,
  by: 'hours' | 'quarters',
): Promise<WeekCount[]> {
  return db.query<WeekCount>(
    sql`select * from work_week(${since}, ${until}, ${by === 'hours' ? 2 : 0})`,
  )
}

export interface Calendar {
  /** Where each hour or day begins, in quarter-hours, and as the platform's clock shows it; then the end. */
  edges: number[]
  starts: string[]
  end: string
  before: { since: number; until: number; start: string; end: string }
}

/** This many days up to today, or from one day to another, both included. One day is shown by hours. */
export type Days = number | { start: string; end: string }

/**
 * Hours of one day, or days; `before` ends as long after its first day began as it is now since ours, by the clock
 * on the wall, and where ours are over it is all of them. `at` is now, unless a test says otherwise.
 */
export async function getCalendar(db: Db, days: Days, at?: string): Promise<Calendar> {
  const { start, end } = typeof days === 'number' ? { start: null, end: null } : days
  const count = typeof days === 'number' ? days : null
  const [found] = await db.query<Calendar>(sql`
    with clock as (select coalesce(${at ?? null}::timestamptz, now())::timestamp as now),
    days as (
      select now, coalesce(${end}::date, now::date) as last,
        coalesce(${start}::date, now::date + 1 - ${count}::int) as first from clock),
    span as (
      select least(now, last + interval '1 day') as wall, last + interval '1 day' as ends, first::timestamp as begins,
        (last - first + 1) * interval '1 day' as length, last = first as hourly
      from days),
    edge as (
      select day_begins(g) as moment from span, generate_series(begins, ends, interval '1 day') g where not hourly
      union all
      select g from span, generate_series(day_begins(begins), day_begins(ends), interval '1 hour') g where hourly
      union
      select day_begins(ends) from span)
    select e.edges, e.starts, to_char(day_begins(s.ends), ${wire}) as end,
      json_build_object('since', quarter_of(day_begins(s.begins - s.length)),
        'until', s.earlier,
        'start', to_char(day_begins(s.begins - s.length), ${wire}),
        'end', to_char(to_timestamp(s.earlier::float8 * 900), ${wire})) as before
    from (
      select span.*, ceil(extract(epoch from
          case when wall = ends then day_begins(begins) else (wall - length)::timestamptz end) / 900)::int as earlier
        from span) s, (
      select json_agg(quarter_of(moment) order by moment) as edges,
        json_agg(to_char(moment, ${wire}) order by moment) as starts from edge) e`)
  if (!found) throw new Error('the calendar is empty')
  return { ...found, starts: found.starts.slice(0, -1) }
}

/** Today and this week, which begins on Monday. */
export async function getOwnRanges(db: Db, at?: string): Promise<Ranges> {
  const [found] = await db.query<Ranges>(sql`
    with clock as (select date_trunc('day', coalesce(${at ?? null}::timestamptz, now())::timestamp) as today)
    select json_build_array(quarter_of(day_begins(today)), quarter_of(day_begins(date_trunc('week', today))))
        as since,
      json_build_array(e.at, e.at) as until
    from clock, lateral (select quarter_of(day_begins(today + interval '1 day')) as at) e`)
  if (!found) throw new Error('the calendar is empty')
  return found
}

/** Whether everything from before the counters began is counted. */
export async function getWorkComplete(db: Db): Promise<boolean> {
  const [found] = await db.query<{ complete: boolean }>(
    sql`select below <= 1 as complete from work_backlog`,
  )
  return found?.complete ?? true
}

interface WorkDrift {
  measure: string
  queue: string
  person: number
  value: number
  off: number
}

/** Counters that do not agree with the events they count. */
export function findWorkDrift(db: Db): Promise<WorkDrift[]> {
  return db.query<WorkDrift>(sql`select * from work_drift()`)
}

/** Counters that do not agree with the quarter-hours they are sums of. */
export function findWrongWork(db: Db): Promise<WorkDrift[]> {
  return db.query<WorkDrift>(sql`select * from work_disagreement()`)
}
