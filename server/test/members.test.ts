import type { OutputOf } from '@screening-room/contract/call'
import { focusCalls } from '@screening-room/contract/focus'
import { memberCalls, memberCountsTo } from '@screening-room/contract/members'
import { listNames, lists } from '@screening-room/contract/queues'
import { reportCalls } from '@screening-room/contract/reports'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { requestErasure, runErasures } from '../src/domain/erasure.ts'
import { verifyChain } from '../src/domain/event-chain.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { decide, newDesk, take } from './setup/focus.ts'
import { addReasons, addVideo, eventsOf } from './setup/items.ts'
import { newRole } from './setup/roles.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* A member's page, beside plain SQL. */

let server: TestServer
let li: Client
const chance = dice('members')

beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  await addReasons(server.owner)
  const members = 12
  const one = (codes: number[]) =>
    sql`(${codes}::int[])[1 + floor(random() * ${codes.length})::int]::smallint`
  const moment = sql`now() - random() * interval '300 days'`
  await server.owner.transaction(async (tx) => {
    await tx.query(sql`select setseed(${chance.below(1000) / 1000})`)
    await tx.query(sql`
      insert into member (nick_name) select 'member ' || n from generate_series(1, ${members - 2}::int) n`)
    await tx.query(sql`
      insert into video (type, uploader_id, title, banner, status, create_time)
      select ${one([0, 1, 2])}, 1 + n % ${members}::int, 'video ' || n, 'banner-01.webp', ${one([0, 3, 5, 8, 9])}, ${moment}
      from generate_series(1, 900) n`)
    await tx.query(sql`
      insert into certification (member_id, nick_name, phone, role_id, status, create_time)
      select 1 + n % ${members}::int, 'c' || n, '139', 1, ${one([0, 3, 5, 9])}, ${moment} from generate_series(1, 60) n`)
    await tx.query(sql`
      insert into project (owner_id, title, status, create_time)
      select 1 + n % 5, 'project ' || n, ${one([0, 3, 5])}, ${moment} from generate_series(1, 50) n`)
    await tx.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, status, create_time)
      select v.id, v.type, 1, 1 + floor(random() * 20)::int, ${one([0, 3, 3, 8, 9])}, ${moment}
      from video v, generate_series(1, 2)`)
  })
})
afterAll(() => server.close())

type Found = OutputOf<typeof memberCalls.get>['data']
const memberOf = async (id: number): Promise<Found> => {
  const { code, body } = await li.send(memberCalls.get, { id })
  expect(code).toBe(200)
  return body.data
}

/** Counted by the rows themselves, status by status. */
async function countsOf(db: Db, rows: ReturnType<typeof sql>) {
  const found = await db.query<{ status: number; n: number }>(
    sql`select x.status, count(*)::int as n from ${rows} group by 1`,
  )
  return (at: number) => found.find((one) => one.status === at)?.n ?? 0
}

test('what a role may not see is left out of the page', async () => {
  const all = await memberOf(1)
  expect(all.certification).not.toBeNull()
  expect(all.lists.map(({ list }) => list)).toContain('auth')
  const chief = await server.signIn('administrator')
  const reader = await server.signIn(await newRole(chief, ['video:see']))
  const { data } = (await reader.send(memberCalls.get, { id: 1 })).body
  expect(data.certification).toBeNull()
  expect(data.reported).toEqual([])
  const shown = [...data.lists, ...data.items, ...data.decisions].map(({ list }) => list)
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.filter((list) => !/video/.test(list))).toEqual([])
})

test('every count is that of plain SQL, and its link leads to as many rows', async () => {
  for (let id = 1; id <= 14; id++) {
    if (id > 12 && (await li.send(memberCalls.get, { id })).code === 404) continue
    const found = await memberOf(id)
    const tables = {
      'project-video': sql`video x where x.type in (0, 2) and x.uploader_id = ${id}`,
      'personal-video': sql`video x where x.type = 1 and x.uploader_id = ${id}`,
      auth: sql`certification x where x.member_id = ${id}`,
      project: sql`project x where x.owner_id = ${id}`,
    }
    for (const [list, rows] of Object.entries(tables)) {
      const at = await countsOf(server.owner, rows)
      const expected = {
        pending: at(status.pending),
        approved: at(status.approved),
        rejected: at(status.rejected),
        takenDown: at(status.takenDown),
        withdrawn: at(status.withdrawn),
        more: false,
      }
      const own = found.lists.find((one) => one.list === list)
      const some = Object.values(expected).some((n) => typeof n === 'number' && n > 0)
      expect(own, `${id} ${list}`).toEqual(some ? { list, ...expected } : undefined)
    }
    for (const [name, rows] of [
      ['reportsBy', sql`report x where x.reporter_id = ${id}`],
      [
        'reportsAgainst',
        sql`report x where exists (select from video v where v.id = x.video_id and v.uploader_id = ${id})`,
      ],
    ] as const) {
      const at = await countsOf(server.owner, rows)
      expect(found[name], `${id} ${name}`).toEqual({
        pending: at(status.pending),
        upheld: at(status.takenDown),
        dismissed: at(status.rejected),
        withdrawn: at(status.withdrawn),
        more: false,
      })
    }
  }
  const listed = { viewStatus: status.approved, memberId: 3, pageSize: 100 }
  const { body } = await li.send(videoCalls.personal.list, listed)
  const { lists: counted } = await memberOf(3)
  expect(counted.find(({ list }) => list === 'personal-video')?.approved).toBe(body.total)
})

test('the newest items come first, with their pictures and the list that shows them', async () => {
  const found = await memberOf(2)
  const rows = await server.owner.query<{ id: number; queue: string }>(sql`
    select id, 'video' as queue, create_time from video where uploader_id = 2
    union all select id, 'certification', create_time from certification where member_id = 2
    union all select id, 'project', create_time from project where owner_id = 2
    order by create_time desc, id desc limit 12`)
  const queueOf = new Map(listNames.map((name) => [lists[name].address, lists[name].queue]))
  expect(found.items.map(({ id, list }) => ({ id, queue: queueOf.get(list) }))).toEqual(
    rows.map(({ id, queue }) => ({ id, queue })),
  )
  const video = found.items.find(({ list }) => list.endsWith('video'))
  expect(video).toMatchObject({ banner: 'banner-01.webp' })
  expect(found.certification).toMatchObject({ roleId: 1 })
})

test('decisions on their items and on reports show at once, with who decided and why', async () => {
  const person = 300
  const [first, second, reported] = [
    await addVideo(server.owner),
    await addVideo(server.owner),
    await addVideo(server.owner, { status: status.approved }),
  ] as [number, number, number]
  await server.owner.query(sql`update video set uploader_id = ${person} where id >= ${first}`)
  await server.owner.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id) values (${reported}, 2, 2, 301)`)
  expect((await memberOf(301)).reportsBy).toMatchObject({ pending: 1, upheld: 0, dismissed: 0 })
  await li.send(videoCalls.project.reject, { videoId: first, message: 'too dark' })
  await li.send(videoCalls.project.approve, { videoId: second })
  await li.send(videoCalls.project.takeDown, {
    videoId: reported,
    videoType: 2,
    offlineReasons: [2],
  })
  const { decisions, reportsAgainst, nickName, certified } = await memberOf(person)
  expect({ nickName, certified }).toEqual({ nickName: null, certified: false })
  expect(decisions).toMatchObject([
    { id: reported, action: 'takeDown', reasonIds: [2], by: { nickName: 'Li Wei' } },
    { id: second, action: 'approve', before: 0, after: 5 },
    { id: first, action: 'reject', reason: 'too dark', list: 'project-video' },
  ])
  expect(reportsAgainst).toMatchObject({ pending: 0, upheld: 1, dismissed: 0 })
  const reporter = await memberOf(301)
  expect(reporter.reportsBy).toMatchObject({ pending: 0, upheld: 1, dismissed: 0 })
  expect(reporter.reported).toMatchObject([
    { videoId: reported, reasonId: 2, status: status.takenDown },
  ])
  await server.owner.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id) values (${second}, 2, 1, 301)`)
  await li.send(reportCalls.dismiss, { videoId: second, videoType: 2 })
  expect((await memberOf(301)).reportsBy).toMatchObject({ upheld: 1, dismissed: 1 })
})

test('a decision that was undone is none', async () => {
  const person = 350
  const video = await addVideo(server.owner)
  await server.owner.query(sql`update video set uploader_id = ${person} where id = ${video}`)
  const desk = newDesk()
  const { lease } = await take(li, desk, 'project-video', { memberId: person })
  const { decision } = (await decide(li, { desk, lease, action: 'approve' })).body.data
  expect((await memberOf(person)).decisions).toMatchObject([{ id: video, action: 'approve' }])
  expect((await li.send(focusCalls.undo, { desk, decision })).code).toBe(200)
  expect((await memberOf(person)).decisions).toEqual([])
})

test('a member with very many items is counted up to a limit, and that there are more is said', async () => {
  const person = 400
  await server.owner.transaction(async (tx) => {
    await tx.query(sql`alter table video disable trigger video_search_added`)
    await tx.query(sql`
      insert into video (type, uploader_id, title, status)
      select 1, ${person}, 'film', 5 from generate_series(1, ${memberCountsTo + 500}::int)`)
    await tx.query(sql`alter table video enable trigger video_search_added`)
  })
  const { lists: counted } = await memberOf(person)
  const [own] = counted
  expect(counted).toHaveLength(1)
  expect(own?.more).toBe(true)
  expect(own?.approved).toBeLessThanOrEqual(memberCountsTo + 1)
  await server.owner.query(sql`
    delete from video where id in (select id from video where uploader_id = ${person} limit 500)`)
  expect((await memberOf(person)).lists).toMatchObject([{ approved: memberCountsTo, more: false }])
})

test('nobody of whom nothing is known has a page', async () => {
  expect((await li.send(memberCalls.get, { id: 999_999_999 })).code).toBe(404)
  const note = { id: 999_999_999, text: 'x' }
  expect((await li.send(memberCalls.addNote, note)).code).toBe(404)
  expect((await server.stranger().send(memberCalls.get, { id: 1 })).status).toBe(401)
})

test('a note is read by colleagues, recorded once, and goes with the member', async () => {
  const id = 5
  const headers = { 'idempotency-key': 'note-about-five' }
  for (let times = 0; times < 2; times++)
    expect(
      (await li.send(memberCalls.addNote, { id, text: ' asked twice \n' }, headers)).code,
    ).toBe(200)
  for (const text of ['', '  \u200B ', 'hidden \u202E text'])
    expect((await li.send(memberCalls.addNote, { id, text })).code).toBe(400)
  expect((await memberOf(id)).notes).toMatchObject([
    { text: 'asked twice', by: { id: li.userId, nickName: 'Li Wei' }, erased: false },
  ])
  expect(await eventsOf(server.owner, 'member', id)).toMatchObject([
    { action: 'note', actorId: li.userId, reason: 'asked twice' },
  ])

  while ((await sealEvents(server.owner)) > 0);
  const by = { id: 1, nickName: 'operator', requestId: 'test' }
  await server.owner.transaction((tx) => requestErasure(tx, by, id))
  await expect
    .poll(async () => (await runErasures(server.db, undefined)).open, { timeout: 60_000 })
    .toBe(0)
  const gone = await memberOf(id)
  expect(gone).toMatchObject({ erased: true, notes: [{ text: '', erased: true }] })
  const refused = await li.send(memberCalls.addNote, { id, text: 'again' })
  expect(refused.code).toBe(409)
  while ((await sealEvents(server.owner)) > 0);
  expect(await verifyChain(server.owner)).toMatchObject({ intact: true })
})
