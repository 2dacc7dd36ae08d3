import { focusCalls } from '@screening-room/contract/focus'
import { reportCalls } from '@screening-room/contract/reports'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db, Tx } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { eachOf, expectWaiting, expectWhole } from './setup/checks.ts'
import type { Answer, Client } from './setup/client.ts'
import { next } from './setup/focus.ts'
import { addReasons, eventsOf, statusOf } from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Reports whose video is not here: not yet, or not any more. */

const { pending, approved, rejected } = status
const { promo, personal, project } = videoType
const everyType = [promo, personal, project]
const chinese = { 'accept-language': 'zh-CN' }
const roll = dice('orphan reports')

let server: TestServer
let li: Client
let wang: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('administrator', 'Wang Fang')
  await addReasons(server.owner)
})
afterAll(() => server.close())
afterEach(() => expectWhole(server))

let lastId = 1_000_000
const newId = () => ++lastId

async function report(db: Db | Tx, videoId: number, type: number, count = 1): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    insert into report (video_id, video_type, reason_id, reporter_id)
    select ${videoId}, ${type}, 1, n from generate_series(1, ${count}::int) n returning id`)
  return rows.map(({ id }) => id)
}

async function arrive(db: Db | Tx, id: number, type: number): Promise<void> {
  await db.query(sql`
    insert into video (id, type, uploader_id, title, status)
    values (${id}, ${type}, 1, 'late', ${approved})`)
}

const remove = (db: Db | Tx, id: number) => db.query(sql`delete from video where id = ${id}`)

/** As the specification's client does it. */
function dismiss(by: Client, videoId: number, type: number, headers = {}): Promise<Answer> {
  return type === personal
    ? by.send(videoCalls.personal.reject, { videoId, message: dismissalMessage }, headers)
    : by.sendRaw(reportCalls.dismiss, { videoId, videoType: type }, headers)
}

function takeDown(by: Client, videoId: number, type: number, headers = {}) {
  const { takeDown: call } = videoCalls[type === personal ? 'personal' : 'project']
  return by.sendRaw(call, { videoId, videoType: type, offlineReasons: [1] }, headers)
}

const statusesOf = (ids: number[]) =>
  Promise.all(ids.map((id) => statusOf(server.owner, 'report', id)))

async function countOf(videoId: number): Promise<number | undefined> {
  const [row] = await server.owner.query<{ n: number }>(
    sql`select report_count as n from video where id = ${videoId}`,
  )
  return row?.n
}

/** The kind under which a case waits. */
async function caseOf(videoId: number): Promise<number | undefined> {
  const [row] = await server.owner.query<{ kind: number }>(
    sql`select kind::int from waiting where queue = 'report' and subject_id = ${videoId}`,
  )
  return row?.kind
}

describe.each(everyType)('while a video of type %s is missing', (type) => {
  test('its reports are dismissed as any others: events, outbox, counters, and who came first', async () => {
    const videoId = newId()
    const reports = await report(server.owner, videoId, type, 3)
    await expectWhole(server)
    expect((await dismiss(li, videoId, type)).body).toEqual({ code: 200, msg: 'ok' })
    expect(await statusesOf(reports)).toEqual([rejected, rejected, rejected])
    for (const id of reports)
      expect(await eventsOf(server.owner, 'report', id)).toEqual([
        { action: 'dismiss', actorId: li.userId, before: pending, after: rejected, reason: '' },
      ])
    expect(
      await server.owner.query(sql`
        select 1 from outbox where queue = 'report' and subject_id = any (${reports}::bigint[])`),
    ).toHaveLength(3)

    expect(await dismiss(li, videoId, type)).toMatchObject({ code: 200 })
    const late = await dismiss(wang, videoId, type)
    expect(late).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^Already dismissed by Li/),
    })
    await arrive(server.owner, videoId, type)
    expect(await caseOf(videoId)).toBeUndefined()
    expect(await countOf(videoId)).toBe(3)
  })

  test('it cannot be taken down, and the refusal says what can be done, in both languages', async () => {
    const videoId = newId()
    const reports = await report(server.owner, videoId, type, 2)
    expect(await takeDown(li, videoId, type)).toMatchObject({
      status: 200,
      code: 404,
      msg: `Video ${videoId} is not here, so it cannot be taken down; its reports can be dismissed`,
    })
    expect(await takeDown(li, videoId, type, chinese)).toMatchObject({
      msg: `视频 ${videoId} 不存在，无法下架；可以驳回对它的举报`,
    })
    expect(await statusesOf(reports)).toEqual([pending, pending])
    await dismiss(li, videoId, type)
    expect(await takeDown(li, videoId, type)).toMatchObject({
      msg: `video ${videoId} does not exist`,
    })
  })

  test('a dismissal that names another type than the reports is refused', async () => {
    const videoId = newId()
    const reports = await report(server.owner, videoId, type)
    for (const other of everyType.filter((one) => one !== type))
      expect(await dismiss(li, videoId, other)).toMatchObject(
        other === personal
          ? { code: 404, msg: `video ${videoId} does not exist` }
          : { code: 400, msg: 'videoType does not fit this video' },
      )
    expect(await statusesOf(reports)).toEqual([pending])
  })

  test('once it arrives, its reports are one case in focus review, whatever type they name', async () => {
    for (const named of everyType) {
      const videoId = newId()
      await report(server.owner, videoId, named, 2)
      await expectWhole(server)
      await arrive(server.owner, videoId, type)
      await expectWhole(server)
      expect(await caseOf(videoId)).toBe(type)
      expect(await countOf(videoId)).toBe(2)
      await report(server.owner, videoId, named)
      expect(await countOf(videoId)).toBe(3)

      const desk = `desk-${videoId}`
      const { items } = await next(li, desk, 'report', { videoType: type })
      expect(items).toMatchObject([{ id: videoId, reports: [{}, {}, {}] }])
      const lease = items[0]?.lease ?? ''
      const decided = await li.sendRaw(focusCalls.decide, { desk, lease, action: 'dismiss' })
      expect(decided).toMatchObject({ code: 200 })
      expect(await caseOf(videoId)).toBeUndefined()
    }
  })
})

test('the list and the report itself say that the video is missing, and of which type it is', async () => {
  const videoId = newId()
  const [id = 0] = await report(server.owner, videoId, promo)
  const missing = { id, videoId, videoType: promo, actualVideoType: null, reportCount: null }
  expect((await li.send(reportCalls.get, { id })).body.data).toMatchObject(missing)
  const list = await li.sendRaw(reportCalls.list, { videoType: promo, search: videoId })
  expect(list.body.data.list).toMatchObject([missing])
  await arrive(server.owner, videoId, project)
  expect((await li.send(reportCalls.get, { id })).body.data).toMatchObject({
    ...missing,
    actualVideoType: project,
    reportCount: 1,
  })
})

test('a report that names another type than its video is dismissed by either type', async () => {
  for (const [named, actual] of [
    [promo, personal],
    [personal, promo],
    [project, promo],
  ] as const)
    for (const given of [named, actual]) {
      const videoId = newId()
      await arrive(server.owner, videoId, actual)
      const reports = await report(server.owner, videoId, named, 2)
      expect(await dismiss(li, videoId, given)).toMatchObject({ code: 200 })
      expect(await statusesOf(reports)).toEqual([rejected, rejected])
      expect(await statusOf(server.owner, 'video', videoId)).toBe(approved)
    }
})

test('a report of a type that nobody defined waits with its video', async () => {
  const videoId = newId()
  await report(server.owner, videoId, 7)
  await arrive(server.owner, videoId, promo)
  expect(await caseOf(videoId)).toBe(promo)
  await report(server.owner, videoId, 9)
})

test('a deleted video leaves its reports to be dismissed, and finds them again when it comes back', async () => {
  const videoId = newId()
  await arrive(server.owner, videoId, personal)
  const reports = await report(server.owner, videoId, personal, 2)
  expect(await caseOf(videoId)).toBe(personal)
  await remove(server.owner, videoId)
  expect(await caseOf(videoId)).toBeUndefined()
  await expectWhole(server)
  await arrive(server.owner, videoId, promo)
  expect(await caseOf(videoId)).toBe(promo)
  expect(await countOf(videoId)).toBe(2)
  await expectWhole(server)
  await remove(server.owner, videoId)
  expect(await dismiss(li, videoId, personal)).toMatchObject({ code: 200 })
  expect(await statusesOf(reports)).toEqual([rejected, rejected])
})

test('a video whose type is changed takes its case with it', async () => {
  const videoId = newId()
  await arrive(server.owner, videoId, promo)
  await report(server.owner, videoId, promo)
  await server.owner.query(sql`update video set type = ${project} where id = ${videoId}`)
  expect(await caseOf(videoId)).toBe(project)
  await dismiss(li, videoId, project)
})

describe('at the same moment', () => {
  /** `first` is still open when `second` begins; it waits, and then sees what the first one did. */
  async function together<T>(first: (tx: Tx) => Promise<unknown>, second: () => Promise<T>) {
    const { answer } = await server.owner.transaction(async (tx) => {
      await first(tx)
      const answer = second()
      await expectWaiting(server.owner)
      return { answer }
    })
    return answer
  }

  test('a report that comes while its video arrives is counted, and its case waits', async () => {
    const videoId = newId()
    await together(
      (tx) => arrive(tx, videoId, promo),
      () => report(server.owner, videoId, promo),
    )
    expect([await caseOf(videoId), await countOf(videoId)]).toEqual([promo, 1])
  })

  test('a video that arrives while its report comes counts it, and its case waits', async () => {
    const videoId = newId()
    await together(
      (tx) => report(tx, videoId, promo),
      () => arrive(server.owner, videoId, promo),
    )
    expect([await caseOf(videoId), await countOf(videoId)]).toEqual([promo, 1])
  })

  test('a dismissal while the video arrives closes its case', async () => {
    const videoId = newId()
    const reports = await report(server.owner, videoId, promo)
    const answer = await together(
      (tx) => arrive(tx, videoId, promo),
      () => dismiss(li, videoId, promo),
    )
    expect(answer).toMatchObject({ code: 200 })
    expect(await statusesOf(reports)).toEqual([rejected])
    expect(await caseOf(videoId)).toBeUndefined()
  })

  test('a dismissal while another report comes closes that one too', async () => {
    const videoId = newId()
    const reports = await report(server.owner, videoId, promo)
    const answer = await together(
      async (tx) => reports.push(...(await report(tx, videoId, promo))),
      () => dismiss(li, videoId, promo),
    )
    expect(answer).toMatchObject({ code: 200 })
    expect(await statusesOf(reports)).toEqual([rejected, rejected])
  })

  test('a video that arrives while its only report is withdrawn has no case', async () => {
    const videoId = newId()
    const [id = 0] = await report(server.owner, videoId, promo)
    await together(
      (tx) => tx.query(sql`delete from report where id = ${id}`),
      () => arrive(server.owner, videoId, promo),
    )
    expect(await caseOf(videoId)).toBeUndefined()
  })

  test('whatever the order of arrival, reports and dismissals, the counters hold', {
    tags: ['torture'],
  }, async () => {
    const rounds = many(30, 1000, 20_000)
    const ids = Array.from({ length: rounds }, newId)
    await eachOf(ids, async (videoId) => {
      const type = everyType[roll.below(3)] ?? promo
      const named = roll.below(3) === 0 ? promo : type
      await report(server.owner, videoId, named)
      const changes: (() => Promise<unknown>)[] = [
        () => arrive(server.owner, videoId, type),
        () => report(server.owner, videoId, named),
        () => dismiss(li, videoId, named),
        () => dismiss(wang, videoId, type),
      ]
      if (roll.below(4) === 0) changes.push(() => remove(server.owner, videoId))
      const shuffled = changes
        .map((change) => ({ change, at: roll.next() }))
        .sort((a, b) => a.at - b.at)
      await Promise.all(shuffled.map(({ change }) => change()))
    })
    await expectWhole(server)
    const wrong = await server.owner.query(sql`
      select v.id from video v where v.id = any (${ids}::bigint[])
        and v.report_count <> (select count(*) from report r where r.video_id = v.id)`)
    expect(wrong).toEqual([])
    figure('D10', rounds)
  })
})

// The last one: after each test everything is looked at, and here is much.
test('a large import neither fills the lock table nor misses the one early report', async () => {
  const videoId = newId()
  await report(server.owner, videoId, promo)
  await server.owner.query(sql`
    insert into video (id, type, uploader_id, title)
    select n, ${promo}, 1, 'imported' from generate_series(${videoId}::int, ${videoId + 29_999}::int) n`)
  lastId += 30_000
  expect(await caseOf(videoId)).toBe(promo)
  expect(await countOf(videoId)).toBe(1)
  expect(await caseOf(videoId + 1)).toBeUndefined()
})
