import { type Figure, figureFilters } from '@screening-room/contract/figures'
import { focusCalls } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import { decidingKinds, overviewCalls, spans, workKinds } from '@screening-room/contract/overview'
import { queueNames } from '@screening-room/contract/queues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { readHistory } from '../src/domain/overview.ts'
import { readOwn } from '../src/domain/people-work.ts'
import { countEarlierWork, foldTallies, foldWork, rebuildWork } from '../src/store/housekeeping.ts'
import { findWorkDrift, findWrongWork } from '../src/store/work.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { decide, newDesk, take } from './setup/focus.ts'
import { countRecord, daysOf, expectFigures, sorted, zones } from './setup/overview.ts'
import { dice } from './setup/seed.ts'
import { openTestPool, startServer, type TestServer } from './setup/server.ts'
import { fillWork, importItems } from './setup/work.ts'

/* Every figure of the overview is what plain SQL counts over events and items. */

const day = 86_400_000
const roll = dice('the overview')

let server: TestServer
let people: Client[]
let ids: number[]
beforeAll(async () => {
  server = await startServer({ env: { PLATFORM_TZ: roll.pick(zones) } })
  people = [
    await server.signIn('administrator', 'Ada'),
    await server.signIn('reviewer', 'Bo'),
    await server.signIn('reviewer', 'Cai'),
  ]
  ids = people.map(({ userId }) => userId)
  await fillWork(server.owner, roll, ids, 150, Date.now())
  await importItems(server.owner, roll, 40, Date.now())
})
afterAll(() => server.close())

const expectNoDrift = async () => {
  expect(await findWorkDrift(server.owner)).toEqual([])
  expect(await findWrongWork(server.owner)).toEqual([])
}

describe('every figure equals what plain SQL counts', () => {
  test('before, while and after the counters are folded', async () => {
    const zone = roll.pick(zones)
    const now = new Date().toISOString()
    await expectNoDrift()
    await expectFigures(server, ids, zone, '90', now)
    for (let part = 0; part < 3; part++) {
      await server.owner.query(sql`select fold_work(${100 + roll.below(200)})`)
      await expectFigures(server, ids, zone, '7', now)
      await expectNoDrift()
    }
    while ((await foldWork(server.db)) > 0);
    while ((await foldTallies(server.db)) > 0);
    await expectNoDrift()
    for (const span of ['30', '90', 'today'] as const)
      await expectFigures(server, ids, zone, span, now)
  })

  test.each(zones)(
    'by the clock of %s, on days on which clocks change too',
    {
      tags: ['torture'],
    },
    async (zone) => {
      const chosen = roll.pick(spans)
      // In short one of them, and today, by each clock.
      for (const span of spans.filter((one) => one === chosen || many(0, 1) > 0)) {
        const at = Date.now() - roll.below(95) * day - roll.below(day)
        await expectFigures(server, ids, zone, span, new Date(at).toISOString())
      }
      const at = Date.now() - roll.below(180) * day
      await expectFigures(server, ids, zone, 'today', new Date(at).toISOString())
    },
  )

  test.each([
    ['a day whose midnight comes twice', 'America/Havana', '2025-11-02T17:00:00Z', 25],
    ['a day that begins at one', 'Africa/Cairo', '2026-04-24T12:00:00Z', 23],
    ['a day that is half an hour longer', 'Australia/Lord_Howe', '2026-04-05T00:00:00Z', 25],
  ])('%s, hour by hour', async (_, zone, at, hours) => {
    const end = Date.parse(at) + 24 * 3_600_000
    await fillWork(server.owner, roll, ids, 25, end)
    const noon = Date.parse(at) - 12 * 3_600_000
    await server.owner.query(sql`
      insert into event (at, actor_id, actor_name, action, queue, subject_id, before, after)
      select ${new Date(noon).toISOString()}::timestamptz + n * interval '7 minutes', ${ids[0]}, 'x', 'approve',
        'project', 999999, 3, 5 from generate_series(1, 250) n`)
    await expectFigures(server, ids, zone, 'today', at)
    await expectFigures(server, ids, zone, '7', at)
    const db = openTestPool(server.databaseUrls.app, 1, zone)
    expect((await readHistory(db, { span: 'today' }, at)).starts).toHaveLength(hours)
    await db.close()
  })

  test('as the calls answer, by the platform’s clock and at this moment', async () => {
    const [ada] = people as [Client]
    const { data } = (await ada.send(overviewCalls.history, { span: '30' })).body
    const { before } = data
    expect(data).toEqual({ ...(await readHistory(server.db, { span: '30' })), before })
    const mine = await ada.send(overviewCalls.mine, {})
    expect(mine.body.data).toEqual(await readOwn(server.db, ada.userId))
    const all = await ada.send(overviewCalls.people, { span: '90' })
    expect(all.body.data.map(({ nickName }) => nickName)).toEqual(['Ada', 'Bo', 'Cai'])
  })
})

test('a store from before the counters is counted in the background while work goes on', async () => {
  await server.owner.query(sql`truncate work_tally, work_delta`)
  await server.owner.query(sql`update work_backlog set below = (select max(id) + 1 from event)`)
  expect((await readHistory(server.db, { span: '7' })).complete).toBe(false)
  for (let part = 0; part < 4; part++) {
    await server.owner.query(sql`select count_earlier_work(70)`)
    await fillWork(server.owner, roll, ids, 3, Date.now())
    await expectNoDrift()
  }
  // One that the platform was never told of is undone after all.
  await server.owner.query(sql`
    insert into event (at, actor_id, actor_name, action, queue, subject_id, before, after, details)
    select now(), e.actor_id, 'x', 'undo', e.queue, e.subject_id, 5, 0, jsonb_build_object('undoes', e.id)
    from event e where e.action = 'reject' and not exists (
      select from event u where (u.details ->> 'undoes') = e.id::text) order by e.id limit 1`)
  while ((await countEarlierWork(server.db)) > 0) await foldWork(server.db)
  while ((await foldWork(server.db)) > 0);
  await expectNoDrift()
  await expectFigures(server, ids, 'Asia/Kathmandu', '90', new Date().toISOString())
})

test('counters that somebody changed by hand are found, and mended by a rebuild', async () => {
  await server.owner.query(sql`
    update work_tally set n = n + 1 where ctid = (
      select ctid from work_tally where measure = 'wait' and level = 0 and person > 0 limit 1)`)
  await server.owner.query(sql`
    update work_tally set value = value + 1000 where ctid = (
      select ctid from work_tally where measure = 'action' and level = 2 and person = -1 limit 1)`)
  expect(await findWorkDrift(server.owner)).toHaveLength(1)
  expect((await findWrongWork(server.owner)).length).toBeGreaterThan(1)
  await fillWork(server.owner, roll, ids, 3, Date.now())
  await rebuildWork(server.owner)
  await expectNoDrift()
  await expectFigures(server, ids, 'Asia/Shanghai', '90', new Date().toISOString())
})

describe('a figure opens exactly the rows that it counts', () => {
  test('of everybody, for each queue, after undo and re-opening', async () => {
    const [ada] = people as [Client]
    const { now } = (await ada.send(overviewCalls.history, { span: '90' })).body.data
    const range = daysOf(now)
    const sum = (kinds: readonly string[], queue: string) =>
      now.work
        .filter((one) => one.queue === queue && kinds.includes(one.kind))
        .reduce((total, { count }) => total + count, 0)
    for (const queue of queueNames) {
      const rows = (figure: Figure) =>
        countRecord(ada, { ...figureFilters(figure), queue, ...range })
      expect(await rows('decided')).toBe(sum(decidingKinds, queue))
      expect(await rows('cameBack')).toBe(sum(['reopen', 'resubmit'], queue))
      for (const kind of workKinds) expect(await rows(kind), kind).toBe(sum([kind], queue))
      for (const [figure, counts] of [
        ['watched', now.watched],
        ['waited', now.waits],
        ['inHand', now.inHand],
      ] as const) {
        const { count = 0 } = counts.find((one) => one.queue === queue) ?? {}
        expect(await rows(figure), `${queue} ${figure}`).toBe(count)
      }
    }
    const { week } = (await ada.send(overviewCalls.history, { span: '90' })).body.data
    for (const { queue, day, hour, count } of week.slice(0, 6)) {
      const weekHour = (day - 1) * 24 + hour
      const filters = { ...figureFilters('decided'), queue, weekHour, ...range }
      expect(await countRecord(ada, filters), `${queue} ${day} ${hour}`).toBe(count)
    }
    for (const { id, count } of now.reasons.slice(0, 2)) {
      const filters = { ...figureFilters('takeDown'), queue: 'video', reasonId: id, ...range }
      expect(await countRecord(ada, filters)).toBe(count)
    }
  })

  test('of one person', async () => {
    const [ada] = people as [Client]
    const { now } = (await ada.send(overviewCalls.history, { span: '90' })).body.data
    const found = (await ada.send(overviewCalls.people, { span: '90' })).body.data
    expect(found).toHaveLength(3)
    for (const { id, work, reopened, watched, inHand } of found) {
      const rows = (figure: Figure) =>
        countRecord(ada, { ...figureFilters(figure, id), ...daysOf(now) })
      const sum = (kinds: readonly string[]) =>
        work.filter(({ kind }) => kinds.includes(kind)).reduce((all, { count }) => all + count, 0)
      const all = (counts: { count: number }[]) => counts.reduce((n, { count }) => n + count, 0)
      expect(await rows('decided')).toBe(sum(decidingKinds))
      expect(await rows('undo')).toBe(sum(['undo']))
      expect(await rows('reopenedByOthers')).toBe(all(reopened))
      expect(await rows('watched')).toBe(all(watched))
      expect(await rows('inHand')).toBe(all(inHand))
    }
  })
})

test('a range of one’s own: its days, or the hours of one, beside as many days before', async () => {
  const [ada] = people as [Client]
  const ago = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
  const ask = async (start: string, end: string) =>
    (
      await ada.send(overviewCalls.history, {
        start: `${start}T00:00:00`,
        end: `${end}T23:59:59`,
      })
    ).body.data
  const week = await ask(ago(20), ago(14))
  expect([week.unit, week.starts.length]).toEqual(['day', 7])
  expect(week.now.start).toBe(`${ago(20)}T00:00:00`)
  expect(week.before).toMatchObject({ start: `${ago(27)}T00:00:00`, end: `${ago(20)}T00:00:00` })
  const days = await Promise.all(
    Array.from({ length: 7 }, (_, index) => ask(ago(20 - index), ago(20 - index))),
  )
  const decided = (work: { count: number }[]) => work.reduce((sum, { count }) => sum + count, 0)
  expect(days[0]?.unit).toBe('hour')
  expect(days.reduce((sum, { now }) => sum + decided(now.work), 0)).toBe(decided(week.now.work))
  const refused = async (input: Record<string, string>) =>
    (await ada.sendRaw(overviewCalls.history, input)).msg
  expect(await refused({ start: `${ago(2)}T00:00:00` })).toContain('end')
  expect(await refused({ start: `${ago(400)}T00:00:00`, end: `${ago(2)}T00:00:00` })).toContain(
    '366',
  )
})

describe('who sees what', () => {
  test('a reviewer sees nobody’s figures but their own', async () => {
    const [, bo, cai] = people as [Client, Client, Client]
    for (const call of [overviewCalls.now, overviewCalls.history, overviewCalls.people])
      expect((await bo.sendRaw(call, {})).status).toBe(403)
    const own = (await bo.send(overviewCalls.mine, {})).body.data
    expect(own).toEqual(await readOwn(server.db, bo.userId))
    expect(own).not.toEqual((await cai.send(overviewCalls.mine, {})).body.data)
    const page = (of: Client) => bo.sendRaw(overviewCalls.person, { id: of.userId })
    expect(await page(bo)).toMatchObject({ status: 200, body: { data: { id: bo.userId } } })
    expect((await page(cai)).status).toBe(403)
    // Whose is not to be asked for.
    expect((await bo.sendRaw(overviewCalls.mine, { id: cai.userId })).code).toBe(400)
  })

  test('a lead sees the work of each person, and is told of one who is not there', async () => {
    const [ada, bo] = people as [Client, Client]
    const { data } = (await ada.send(overviewCalls.person, { id: bo.userId, span: '30' })).body
    expect(data.nickName).toBe('Bo')
    const all = (await ada.send(overviewCalls.people, { span: '30' })).body.data
    expect(all.find(({ id }) => id === bo.userId)?.work).toEqual(data.now.work)
    const nobody = await ada.sendRaw(overviewCalls.person, { id: 999_999 })
    expect([nobody.code, nobody.msg]).toEqual([404, expect.stringContaining('999999')])
  })

  test('a span that is none is refused by its name', async () => {
    const [ada] = people as [Client]
    const { code, msg } = await ada.sendRaw(overviewCalls.history, { span: '8' })
    expect([code, msg]).toEqual([400, expect.stringContaining('span')])
  })
})

test('what waits, what is overdue and who holds it', async () => {
  const own = await startServer({ env: { TARGET_HOURS: 'certification=2,report=100' } })
  try {
    const lead = await own.signIn('administrator')
    const wang = await own.signIn('reviewer', 'Wang')
    await own.owner.query(sql`
      insert into certification (member_id, nick_name, phone, role_id, create_time)
      select 1, 'x', '1', 1, now() - n * interval '50 minutes' from generate_series(1, 5) n`)
    await own.owner.query(sql`
      insert into video (type, uploader_id, title, create_time)
      select t, 1, 'x', now() - interval '25 hours' from unnest(array[1, 1, 2]) t`)
    await own.owner.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, create_time)
      select v.id, 1, 1, n, now() - n * interval '60 hours' from video v, generate_series(1, 2) n where v.type = 1`)
    await own.owner.query(sql`
      update waiting set holder_id = ${wang.userId}, holder_name = 'Wang', desk = 'd', lease_id = gen_random_uuid(),
        claimed_at = now(), until = now() + interval '1 minute' where queue = 'video' and kind = 1`)
    const { data } = (await lead.send(overviewCalls.now, {})).body
    expect(data.lists.map(({ list, pending, overdue }) => [list, pending, overdue])).toEqual([
      ['project-video', 1, 1],
      ['personal-video', 2, 2],
      ['certification', 5, 3],
      ['project', 0, 0],
      ['report', 4, 2],
    ])
    expect(data.lists.map(({ atRisk }) => atRisk)).toEqual([0, 0, 1, 0, 0])
    expect(data.lists.map(({ targetHours }) => targetHours)).toEqual([24, 24, 2, 24, 100])
    const [since] = await own.db.query<{ at: string }>(
      sql`select to_char(min(since), 'YYYY-MM-DD"T"HH24:MI:SS') as at from waiting where queue = 'certification'`,
    )
    expect(data.lists[2]?.oldest).toBe(since?.at)
    expect(data.held).toEqual([
      { id: wang.userId, nickName: 'Wang', queue: 'video', count: 2, since: expect.any(String) },
    ])
    expect([data.deadEndpoints, data.deadDeliveries]).toEqual([0, 0])
  } finally {
    await own.close()
  }
})

test('what people do through the screens is counted: decided, undone, opened again', async () => {
  const own = await startServer({ env: { UNDO_GRACE_SECONDS: '600' } })
  try {
    const lead = await own.signIn('administrator')
    const wang = await own.signIn('reviewer', 'Wang')
    const desk = newDesk()
    await own.owner.query(sql`
      insert into video (type, uploader_id, title, create_time)
      select 2, 1, 'x', now() - interval '3 hours' from generate_series(1, 3)`)
    const { lease, id } = await take(wang, desk)
    const first = await decide(wang, { desk, lease, action: 'approve' })
    const { decision } = first.body.data
    expect((await wang.sendRaw(focusCalls.undo, { desk, decision })).msg).toBe('ok')
    expect((await decide(wang, { desk, lease, action: 'reject', message: 'dark' })).msg).toBe('ok')
    const second = await take(wang, desk)
    await decide(wang, { desk, lease: second.lease, action: 'approve' })
    await lead.send(historyCalls.reopen, { queue: 'video', id, message: 'not so dark' })

    const video = { queue: 'video', count: 1 }
    const work = [
      { ...video, kind: 'approve' },
      { ...video, kind: 'reject' },
      { ...video, kind: 'undo' },
    ]
    const { today } = (await wang.send(overviewCalls.mine, {})).body.data
    expect(sorted(today.work)).toEqual(sorted(work))
    expect(today.reopened).toEqual([video])
    const { data } = (await lead.send(overviewCalls.history, { span: 'today' })).body
    expect(data.now.waits).toMatchObject([{ queue: 'video', count: 2 }])
    expect(Math.abs((data.now.waits[0]?.median ?? 0) - 10_800)).toBeLessThan(600)
    const others = (await lead.send(overviewCalls.mine, {})).body.data
    expect(others.today).toMatchObject({ work: [{ ...video, kind: 'reopen' }], reopened: [] })
    await expectWhole(own)
  } finally {
    await own.close()
  }
})
