import { setTimeout as pause } from 'node:timers/promises'
import { certificationCalls } from '@screening-room/contract/certifications'
import type { Order } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db, Tx } from '../src/db/pool.ts'
import { allOf, type Sql, sql } from '../src/db/sql.ts'
import { findDrift, findWrongSums, foldTallies, rebuildTallies } from '../src/store/housekeeping.ts'
import { findVideos } from '../src/store/videos.ts'
import type { Client } from './setup/client.ts'
import { importStatus } from './setup/import-status.ts'
import { type List, lists, videoStatuses } from './setup/lists.ts'
import { fillLists } from './setup/rows.ts'
import { dice, seeded } from './setup/seed.ts'
import {
  copyDatabase,
  copyOf,
  openOwnerPool,
  startServer,
  type TestDatabase,
  type TestServer,
} from './setup/server.ts'

/*
 * Every list against the plain query that anybody would write: OFFSET and count(*). The counters are
 * allowed to be quicker, not to be different.
 */

const roll = dice('paging')
const { seed } = seeded('rows')
/** A wall clock of the zone; never near a change of clocks, which has tests of its own. */
async function someTime(db: Db): Promise<string> {
  const [day, second] = [roll.below(1125) - 15, roll.below(86_400)]
  const crowded = roll.below(3) === 0
  const [row] = await db.query<{ wall: string; day: number; month: number }>(sql`
    select to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS') as wall, extract(day from at)::int as day, extract(month from at)::int as month
    from (select timestamptz '2023-01-01T00:00:00Z'
      + ${crowded ? 97 * roll.below(3) : day} * interval '1 day'
      + ${crowded ? second % 7200 : second} * interval '1 second' as at) t`)
  if (!row || ([4, 10].includes(row.month) && row.day <= 8)) return someTime(db)
  // Often a round one: whole hours are where the counters begin and end.
  return (
    [row.wall, `${row.wall.slice(0, 13)}:00:00`, `${row.wall.slice(0, 13)}:30:00`][roll.below(3)] ??
    row.wall
  )
}

const later = (wall: string, seconds: number) =>
  new Date(Date.parse(`${wall}Z`) + seconds * 1000).toISOString().slice(0, 19)

async function someRange(db: Db): Promise<{ start?: string; end?: string }> {
  const at = await someTime(db)
  const spans = [0, 1, 59, 600, 1799, 3599, 3600, 5400, 86_399, 40 * 86_400]
  return roll.pick([
    {},
    { start: at },
    { end: at },
    { start: at, end: later(at, roll.pick(spans)) },
    { start: at, end: later(at, roll.below(3600)) },
    { start: `${at.slice(0, 10)}T00:00:00`, end: `${at.slice(0, 10)}T23:59:59` },
  ])
}

/** What anybody would write. */
async function naive(
  db: Db,
  { table }: List,
  conditions: Sql,
  { pageSize, skip, order }: { pageSize: number; skip: number; order: Order },
) {
  const by = order === 'oldest' ? sql`create_time, id` : sql`create_time desc, id desc`
  const [row] = await db.query<{ total: number; ids: number[] }>(sql`
    select (select count(*) from ${table} where ${conditions}) as total,
      (select coalesce(json_agg(id order by place), '[]') from (
        select id, row_number() over (order by ${by}) as place from ${table}
        where ${conditions} order by ${by} limit ${pageSize} offset ${skip}) p) as ids`)
  return row ?? { total: -1, ids: [] }
}

async function compareOnce(server: TestServer, reader: Client, list: List): Promise<number> {
  const { start, end } = await someRange(server.owner)
  const kind = list.kind && roll.pick(list.kind.values)
  const code = roll.below(3) === 0 ? undefined : roll.pick(list.statuses)
  const conditions = allOf([
    list.part,
    kind !== undefined && sql`${list.kind?.column} = ${kind}`,
    code !== undefined && sql`status = ${code}`,
    start !== undefined &&
      sql`create_time >= ${start}::timestamp at time zone ${server.config.platformTz}::text`,
    end !== undefined &&
      sql`create_time < ${end}::timestamp at time zone ${server.config.platformTz}::text + interval '1 second'`,
  ])
  const pageSize = roll.pick([1, 7, 10, 20, 100])
  const { total } = await naive(server.owner, list, conditions, {
    pageSize: 1,
    skip: 0,
    order: 'newest',
  })
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const page = Math.min(10_000, roll.pick([1, 1 + roll.below(pages), pages, pages + 1]))
  const skip = (page - 1) * pageSize
  const order = roll.pick(['newest', 'oldest'] as const)
  const { ids } = await naive(server.owner, list, conditions, { pageSize, skip, order })

  const { body } = await reader.sendRaw(list.call, {
    page,
    pageSize,
    start: start ?? '',
    end: end ?? '',
    order,
    [list.statusField]: code ?? '',
    ...(kind !== undefined && { [list.kind?.field ?? '']: kind }),
  })
  const records = Array.isArray(body.data) ? body.data : body.data.list
  const shown = { page, pageSize, order, start, end, kind, code }
  expect({ ...shown, ids: records.map((record: { id: number }) => record.id) }).toEqual({
    ...shown,
    ids,
  })
  const answered = body.total ?? body.data.total
  if (list.call !== certificationCalls.list)
    expect({ ...shown, total: answered }).toEqual({ ...shown, total })
  return skip
}

/** Filled once: each zone reads a copy. */
let filled: TestDatabase
beforeAll(async () => {
  filled = await copyDatabase(false)
  const owner = openOwnerPool(filled.admin, 1)
  const others = many(2000, 4000)
  await fillLists(owner, many(6000, 21_000), seed, {
    certifications: others,
    projects: others,
    reports: others,
  })
  // Some folded, some waiting: both must add up.
  await foldTallies(owner)
  await owner.close()
})
afterAll(() => filled.drop())

describe.each(['Asia/Shanghai', 'Asia/Kolkata', 'Australia/Lord_Howe'])('in %s', (zone) => {
  let server: TestServer
  let reader: Client
  beforeAll(async () => {
    server = await startServer({ database: await copyOf(filled), env: { PLATFORM_TZ: zone } })
    reader = await server.signIn()
  })
  afterAll(() => server.close())

  test('any page of any list is that of OFFSET and count(*)', { tags: ['torture'] }, async () => {
    let deepest = 0
    const runs = many(30, 500, 10_000)
    for (let run = 0; run < runs; run++) {
      const list = roll.pick(lists)
      deepest = Math.max(deepest, await compareOnce(server, reader, list))
      if (run % 10 === 9) await foldTallies(server.owner)
    }
    expect(deepest).toBeGreaterThanOrEqual(runs)
    figure('L5', runs)
  })
})

describe('while counters fold and people decide', () => {
  const rows = many(9000, 21_000)
  const lastPage = rows / 30
  let server: TestServer
  let people: Client[]
  beforeAll(async () => {
    server = await startServer()
    people = [await server.signIn(), await server.signIn()]
    // Videos alone are read and decided here.
    await fillLists(server.owner, rows, seed, { certifications: 300, projects: 300, reports: 300 })
  })
  afterAll(() => server.close())

  /** In short, what is read takes the time, not what is decided meanwhile. */
  const betweenSteps = many(20, 0)

  /** Decides and folds until told to stop; answers how often it did either. */
  function work() {
    let stopped = false
    const count = { decided: 0, folded: 0 }
    const decide = async (person: Client, mine: number) => {
      while (!stopped) {
        // Pending again as soon as all are decided: however fast that goes, there is work.
        const waiting = await importStatus({ db: server.owner, sql }, 'video', {
          where: sql`x.id in (select id from video
            where type = 2 and id % 2 = ${mine} order by status, random() limit 200)`,
          to: status.pending,
        })
        for (const id of waiting) {
          if (stopped) return
          const { code } = await person.send(videoCalls.project.approve, { videoId: id })
          expect(code).toBe(200)
          count.decided += 1
          await pause(betweenSteps)
        }
      }
    }
    const fold = async () => {
      while (!stopped) {
        count.folded += (await foldTallies(server.db)) > 0 ? 1 : 0
        await pause(betweenSteps)
      }
    }
    const all = Promise.all([...people.map(decide), fold()])
    const stop = () => {
      stopped = true
      return all
    }
    return { count, stop }
  }

  test('the total of all statuses never moves, and each list equals its rows on one snapshot', async () => {
    const { count, stop } = work()
    const total = rows / 3
    try {
      for (let run = 0; run < 60 || count.decided < 100 || count.folded < 10; run++) {
        const page = 1 + roll.below(total / 10)
        const { body } = await (people[0] as Client).send(videoCalls.project.list, { page })
        expect(body.total).toBe(total)
        expect(body.data).toHaveLength(10)
        await server.db.transaction(async (tx) => {
          await tx.query(sql`set transaction isolation level repeatable read`)
          const viewStatus = roll.pick(videoStatuses)
          const [real] = await tx.query<{ n: number }>(
            sql`select count(*) as n from video where type = 2 and status = ${viewStatus}`,
          )
          const last = Math.max(1, Math.ceil((real?.n ?? 0) / 10))
          const found = await findVideos(tx as unknown as Db, {
            videoType: 2,
            status: viewStatus,
            page: last,
            pageSize: 10,
          })
          expect(found.total).toBe(real?.n)
          expect(found.rows.length).toBe((real?.n ?? 0) - (last - 1) * 10)
        })
      }
    } finally {
      await stop()
    }
    expect(await findDrift(server.owner)).toEqual([])
    while ((await foldTallies(server.owner)) > 0);
    expect(await findDrift(server.owner)).toEqual([])
    const [negative] = await server.owner.query<{ n: number }>(
      sql`select count(*) as n from tally where n < 0`,
    )
    expect(negative?.n).toBe(0)
  })

  test('counters that are wrong are counted anew while people decide', async () => {
    await server.owner.query(sql`
      insert into tally_delta (queue, hour, kind, status, n)
      select 'video', hour_of(create_time), 2, 0, 1 + id % 3 from video where type = 2 limit 50`)
    await server.owner.query(sql`update tally set n = n + 1 where level = 2 and bucket % 2 = 0`)
    await server.owner.query(sql`delete from tally where level = 1 and bucket % 7 = 0`)
    expect(await findDrift(server.owner)).not.toEqual([])
    expect(await findWrongSums(server.owner)).not.toEqual([])
    // As the command has it: one waits for the other, and nobody for them.
    const patient = openOwnerPool(server.databaseUrls.app, 2)
    const { count, stop } = work()
    try {
      await expect.poll(() => count.decided).toBeGreaterThan(5)
      await Promise.all([rebuildTallies(patient), rebuildTallies(patient)])
      const before = count.decided
      await expect.poll(() => count.decided).toBeGreaterThan(before + 5)
    } finally {
      await stop()
      await patient.close()
    }
    expect(await findDrift(server.owner)).toEqual([])
    expect(await findWrongSums(server.owner)).toEqual([])
  })

  /** What a question reads, table by table, functions within it included. */
  async function touched<T>(ask: (tx: Tx) => Promise<T>) {
    return server.db.transaction(async (tx) => {
      // As often as it takes for a prepared statement to get one plan for all values.
      for (let times = 0; times < 7; times++) await ask(tx)
      const count = () =>
        tx.query<{ name: string; scans: number; rows: number }>(sql`
          select relname as name, seq_scan as scans, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
          from pg_stat_xact_user_tables where relname in ('video', 'tally')`)
      const before = await count()
      const answer = await ask(tx)
      const after = await count()
      const since = (name: string) => {
        const [first, last] = [before, after].map((all) => all.find((row) => row.name === name))
        return {
          scans: (last?.scans ?? 0) - (first?.scans ?? 0),
          rows: (last?.rows ?? 0) - (first?.rows ?? 0),
        }
      }
      return { answer, video: since('video'), tally: since('tally') }
    })
  }
  const listing = (filter: Parameters<typeof findVideos>[1]) =>
    touched((tx) => findVideos(tx as unknown as Db, filter))

  test('the check below would see a scan of the whole table', async () => {
    const scan = sql`select count(*) from video where title = 'none'`
    const seen = await touched((tx) => tx.query(scan))
    expect(seen.video).toEqual({ scans: 1, rows: rows })
  })

  test.each([
    ['the first page', 1, 5],
    ['the first page of all statuses', 1, undefined],
    ['a deep page', lastPage / 5, 5],
    ['a deep page of all statuses', lastPage - 100, undefined],
    ['the last page of all statuses', lastPage, undefined],
  ])('%s goes by an index and reads a few rows, not the table', async (_what, page, status) => {
    await foldTallies(server.db)
    await server.owner.query(sql`analyze video`)
    await server.owner.query(sql`analyze tally`)
    const read = await listing({ videoType: 2, status, page, pageSize: 10 })
    expect(read.answer.rows.length).toBe(10)
    expect(read.video.scans).toBe(0)
    expect(read.tally.scans).toBe(0)
    expect(read.video.rows).toBeLessThanOrEqual(300)
    const range = { since: '2023-06-01T00:00:00Z', until: '2025-06-01T00:10:00Z' }
    const ranged = await listing({
      videoType: 2,
      status,
      page: Math.floor(lastPage / 12),
      pageSize: 10,
      ...range,
    })
    expect(ranged.answer.rows.length).toBe(10)
    expect(ranged.video.scans).toBe(0)
    expect(ranged.video.rows).toBeLessThanOrEqual(300)
  })
})
