import type { OwnWork, Period, Span } from '@screening-room/contract/overview'
import { recordCalls } from '@screening-room/contract/record'
import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { readHistory } from '../../src/domain/overview.ts'
import { readPeople, readPerson } from '../../src/domain/people-work.ts'
import type { Client } from './client.ts'
import { openOwnerPool, type TestServer } from './server.ts'
import {
  countHandedIn,
  countReasons,
  countReopened,
  countReports,
  countWork,
  findEvidence,
  findWaits,
} from './work.ts'

/* Every figure of the overview beside what plain SQL counts over events and items. */

/** Off the hour, off it by a quarter, with clocks that change by an hour or by half of one, at midnight too. */
export const zones = [
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/Havana',
  'America/St_Johns',
  'Europe/Berlin',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
]

/** In an order of their own, and with fields in one. */
export const sorted = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()

/** All events of the record that fit, page by page. */
export async function countRecord(
  who: Client,
  filters: Record<string, string | number>,
): Promise<number> {
  let count = 0
  for (let before: number | undefined; ; ) {
    const { data, next } = (await who.send(recordCalls.list, { ...filters, before })).body
    count += data.length
    if (next === null) return count
    before = next
  }
}

/** The days that a period has, as the record's filters take them. */
export const daysOf = ({ start, end }: { start: string; end: string }) => ({
  start,
  end: new Date(Date.parse(`${end}Z`) - 1000).toISOString().slice(0, 19),
})

/** Hours of today, or whole days: where each begins and ends, by PostgreSQL's own reckoning of the zone. */
async function edgesOf(owner: Db, zone: string, span: Span, at: string): Promise<string[]> {
  const days = span === 'today' ? 1 : Number(span)
  const rows = await owner.query<{ at: string }>(sql`
    with minute as (
      select m, (m at time zone ${zone})::date as day from generate_series(
        date_trunc('hour', ${at}::timestamptz) - ${days + 2}::int * interval '1 day',
        date_trunc('hour', ${at}::timestamptz) + interval '3 days', interval '15 minutes') m),
    days as (
      select min(m) as begins, day from minute group by day)
    select to_char(begins at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from days
    where day between (${at}::timestamptz at time zone ${zone})::date - ${days - 1}::int
      and (${at}::timestamptz at time zone ${zone})::date + 1 order by day`)
  const [first = '', last = ''] = [rows[0]?.at, rows.at(-1)?.at]
  if (span !== 'today') return rows.map((row) => row.at)
  const hours: string[] = []
  for (let moment = Date.parse(first); moment < Date.parse(last); moment += 3_600_000)
    hours.push(new Date(moment).toISOString())
  return [...hours, last]
}

type Seen = Awaited<ReturnType<typeof findEvidence>>

/** What was watched, and how long items were in hand, of these decisions. */
function expectEvidence({ watched, inHand }: Pick<OwnWork, 'watched' | 'inHand'>, seen: Seen) {
  const queues = [...new Set(seen.map(({ queue }) => queue))]
  const own = queues.map((queue) => ({ queue, all: seen.filter((one) => one.queue === queue) }))
  expect(sorted(inHand.map(({ queue, count }) => ({ queue, count })))).toEqual(
    sorted(own.map(({ queue, all }) => ({ queue, count: all.length }))),
  )
  for (const { queue, all } of own) {
    const seconds = all.map((one) => one.seconds).sort((a, b) => a - b)
    const exact = seconds[Math.ceil(seconds.length / 2) - 1] ?? 0
    const median = inHand.find((one) => one.queue === queue)?.median ?? -1
    expect(Math.abs(median - exact), `${median} for ${exact}`).toBeLessThanOrEqual(exact * 0.05 + 1)
    const shares = all.flatMap((one) => (one.watched === null ? [] : [one.watched]))
    const found = watched.find((one) => one.queue === queue)
    expect(found?.count ?? 0).toBe(shares.length)
    if (found)
      expect(found.mean).toBeCloseTo(shares.reduce((sum, one) => sum + one, 0) / shares.length, 6)
  }
}

async function expectPeriod(owner: Db, period: Period, since: string, until: string) {
  const work = await countWork(owner, since, until, sql`e.queue, e.action as kind, 0 as x`)
  expect(sorted(period.work)).toEqual(
    sorted(work.map(({ queue, kind, count }) => ({ queue, kind, count }))),
  )
  const handedIn = await countHandedIn(owner, [since, until])
  expect(sorted(period.handedIn.filter(({ count }) => count > 0))).toEqual(
    sorted(handedIn.map(({ queue, count }) => ({ queue, count }))),
  )
  expect(sorted(period.reasons)).toEqual(sorted(await countReasons(owner, since, until)))
  expect(sorted(period.reports)).toEqual(sorted(await countReports(owner, since, until)))
  expectEvidence(period, await findEvidence(owner, since, until))
  const waits = await findWaits(owner, since, until)
  expect(sorted(period.waits.map(({ queue, count }) => [queue, count]))).toEqual(
    sorted(waits.map(({ queue, count }) => [queue, count])),
  )
  for (const { queue, median, p90 } of waits) {
    const own = period.waits.find((one) => one.queue === queue)
    for (const [given, exact] of [
      [own?.median, median],
      [own?.p90, p90],
    ] as [number, number][])
      expect(Math.abs(given - exact), `${given} for ${exact}`).toBeLessThanOrEqual(exact * 0.05 + 1)
  }
}

/** By the clock of a zone, as if it were `at`. */
export async function expectFigures(
  { owner, databaseUrls }: TestServer,
  people: readonly number[],
  zone: string,
  span: Span,
  at: string,
) {
  // One connection: each would read the catalogue and plan every statement anew.
  const db = openOwnerPool(databaseUrls.app, 1, zone)
  try {
    const found = await readHistory(db, { span }, at)
    const edges = await edgesOf(owner, zone, span, at)
    const [since = '', until = ''] = [edges[0], edges.at(-1)]
    expect(found.starts).toHaveLength(edges.length - 1)

    const slot = sql`width_bucket(e.at, ${edges}::timestamptz[])`
    const work = await countWork(owner, since, until, sql`e.queue, e.action as kind, ${slot}`)
    const series = found.work.flatMap(({ queue, kind, counts }) =>
      counts.flatMap((count, index) =>
        count === 0 ? [] : [{ queue, kind, width_bucket: index + 1, count }],
      ),
    )
    expect(sorted(series)).toEqual(sorted(work))
    const handedIn = await countHandedIn(owner, edges)
    for (const index of edges.slice(0, -1).keys()) {
      const own = handedIn.filter(({ slot }) => slot === index + 1)
      const wanted = own.map(({ queue, count }) => ({ queue, count }))
      const given = found.handedIn.map(({ queue, counts }) => ({ queue, count: counts[index] }))
      expect(sorted(given.filter(({ count }) => count !== 0))).toEqual(sorted(wanted))
    }
    const week = await countWork(
      owner,
      since,
      until,
      sql`e.queue, extract(isodow from e.at at time zone ${zone})::int as day,
        (extract(hour from e.at at time zone ${zone})
          + case when e.action in ('reopen', 'resubmit', 'withdraw', 'undo') then 100 else 0 end)::int as hour`,
    )
    expect(sorted(found.week)).toEqual(sorted(week.filter(({ hour }) => Number(hour) < 100)))
    await expectPeriod(owner, found.now, since, until)

    const [before] = await owner.query<{ since: string; until: string }>(sql`
      with wall as (select ${at}::timestamptz at time zone ${zone} as now),
      ends as (select (now - ${span === 'today' ? 1 : Number(span)}::int * interval '1 day') at time zone ${zone} as at
        from wall)
      select to_timestamp(ceil(extract(epoch from at) / 900) * 900)::text as until, '' as since from ends`)
    const earlier = new Date(Date.parse(since) - 1000).toISOString()
    const [first = ''] = await edgesOf(owner, zone, span, earlier)
    await expectPeriod(owner, found.before, first, before?.until ?? '')
    expect(found.complete).toBe(true)
    await expectPeople({ db, owner }, people, { span, at, since, until })
  } finally {
    await db.close()
  }
}

async function expectPeople(
  { db, owner }: { db: Db; owner: Db },
  people: readonly number[],
  { span, at, since, until }: { span: Span; at: string; since: string; until: string },
) {
  const named = people.map((id) => ({ id, nickName: 'x' }))
  const found = await readPeople(db, { span }, named, at)
  const work = await countWork(
    owner,
    since,
    until,
    sql`e.actor_id as by, e.queue, e.action as kind`,
  )
  expect(
    sorted(
      found.flatMap(({ id, work: own }) =>
        own.map(({ queue, kind, count }) => ({ by: id, queue, kind, count })),
      ),
    ),
  ).toEqual(sorted(work.filter(({ by }) => Number(by) > 0)))
  const seen = await findEvidence(owner, since, until)
  for (const person of found)
    expectEvidence(
      person,
      seen.filter(({ by }) => by === person.id),
    )
  for (const id of people)
    await expectPerson(
      db,
      found.find((one) => one.id === id),
      { id, span, at },
    )
  const reopened = found.flatMap(({ id, reopened: own }) =>
    own.map(({ queue, count }) => [`${id} ${queue}`, count]),
  )
  expect(sorted(reopened)).toEqual(sorted(await countReopened(owner, since, until)))
}

/** Their page: what the table of all says of them, and the same hour by hour or day by day. */
async function expectPerson(
  db: Db,
  listed: OwnWork | undefined,
  { id, span, at }: { id: number; span: Span; at: string },
) {
  const { now, work: series, starts } = await readPerson(db, id, { span }, at)
  const { work, reopened, inHand, watched } = now
  expect({ work, reopened, inHand, watched }).toEqual({
    work: listed?.work ?? [],
    reopened: listed?.reopened ?? [],
    inHand: listed?.inHand ?? [],
    watched: listed?.watched ?? [],
  })
  const sums = series.map(({ queue, kind, counts }) => {
    expect(counts).toHaveLength(starts.length)
    return { queue, kind, count: counts.reduce((sum, count) => sum + count, 0) }
  })
  expect(sorted(sums)).toEqual(sorted(work))
}
