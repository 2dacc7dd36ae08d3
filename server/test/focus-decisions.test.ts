import { randomUUID } from 'node:crypto'
import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import type { Queue } from '@screening-room/contract/queues'
import { reportCalls } from '@screening-room/contract/reports'
import { dismissalMessage, status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { badly, clearItems, decide, idsOf, newDesk, next, refused, take } from './setup/focus.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addReports,
  addVideo,
  eventsOf,
  statusOf,
} from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { changeUnrecorded } from './setup/status-changes.ts'

const { pending, approved, rejected, takenDown } = status

let server: TestServer
let li: Client
let wang: Client
beforeAll(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '7' } })
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('reviewer', '王芳')
  await addReasons(server.owner)
})
afterAll(() => server.close())

beforeEach(() => clearItems(server.owner))
afterEach(() => expectWhole(server))

const add = {
  'project-video': () => addVideo(server.owner),
  'personal-video': () => addVideo(server.owner, { type: 1 }),
  auth: async () => (await addCertifications(server.owner, 1))[0] ?? 0,
  project: async () => (await addProjects(server.owner, 1))[0] ?? 0,
}

const detailsOf = (queue: Queue, id: number) =>
  server.owner
    .query<{ details: Record<string, unknown> }>(
      sql`select details from event where queue = ${queue} and subject_id = ${id} order by id`,
    )
    .then((rows) => rows.map((row) => row.details))

describe('a decision on a held item', () => {
  test.each([
    ['project-video', 'video', { action: 'approve' }, approved, ''],
    ['project-video', 'video', { action: 'reject', message: ' too dark ' }, rejected, 'too dark'],
    ['project-video', 'video', { action: 'takeDown', reasonIds: [1, 2, 1] }, takenDown, ''],
    ['personal-video', 'video', { action: 'approve' }, approved, ''],
    ['personal-video', 'video', { action: 'reject', message: '太暗' }, rejected, '太暗'],
    ['personal-video', 'video', { action: 'takeDown', reasonIds: [3] }, takenDown, ''],
    ['auth', 'certification', { action: 'approve' }, approved, ''],
    ['auth', 'certification', { action: 'reject' }, rejected, ''],
    ['auth', 'certification', { action: 'reject', message: ' as typed ' }, rejected, ' as typed '],
    ['project', 'project', { action: 'approve' }, approved, ''],
    ['project', 'project', { action: 'reject', message: 'no plan' }, rejected, 'no plan'],
  ] as const)('of %s, %s: %o', async (queue, of, fields, after, reason) => {
    const id = await add[queue]()
    const desk = newDesk()
    const { lease } = await take(li, desk, queue)
    const answer = await decide(li, { desk, lease, ...fields } as never)
    expect(answer).toMatchObject({ code: 200, body: { data: { graceSeconds: 7 } } })
    expect(await statusOf(server.owner, of, id)).toBe(after)
    expect(await eventsOf(server.owner, of, id)).toEqual([
      { action: fields.action, actorId: li.userId, before: pending, after, reason },
    ])
    expect(await detailsOf(of, id)).toMatchObject([
      { decision: answer.body.data.decision, lease, desk },
    ])
    expect((await next(li, desk, queue)).items).toEqual([])
  })

  test.each([
    ['project-video', { action: 'dismiss' }, badly('action', 'one_of|approve, reject, takeDown')],
    ['auth', { action: 'takeDown', reasonIds: 1 }, badly('action', 'one_of|approve, reject')],
    ['project-video', { action: 'approve', message: 'fine' }, badly('message', 'unknown')],
    ['project-video', { action: 'reject' }, refused('reason_missing')],
    ['project-video', { action: 'reject', message: ' \u200b' }, refused('reason_missing')],
    ['project', { action: 'reject', message: ' ' }, refused('reason_missing')],
    ['auth', { action: 'reject', message: 'x'.repeat(501) }, badly('message', 'too_long|500')],
    [
      'project-video',
      { action: 'reject', message: 'x', reasonIds: 1 },
      badly('reasonIds', 'unknown'),
    ],
    ['project-video', { action: 'takeDown' }, refused('take_down_reason_missing')],
    ['project-video', { action: 'takeDown', reasonIds: 99 }, badly('reasonIds', 'not_a_reason')],
    [
      'personal-video',
      { action: 'reject', message: ` ${dismissalMessage} ` },
      badly('message', 'reserved'),
    ],
    ['auth', { action: 'feature' }, badly('action', 'one_of|approve, reject, takeDown, dismiss')],
    ['auth', { action: 'approve', lease: 'x' }, badly('lease', 'syntax')],
    ['auth', { action: 'approve', lease: '-'.repeat(36) }, badly('lease', 'syntax')],
    ['auth', { action: 'approve', receipt: '{' }, badly('receipt', 'syntax')],
  ] as const)('of %s that does not fit is refused: %o', async (queue, fields, refusal) => {
    const id = await add[queue]()
    const desk = newDesk()
    const { lease } = await take(li, desk, queue)
    expect(await decide(li, { desk, lease, ...fields })).toMatchObject(refusal)
    expect(idsOf((await next(li, desk, queue)).items)).toEqual([id])
  })

  test('sent again is the same decision; another one on the same item comes too late', async () => {
    const id = await add['project-video']()
    const desk = newDesk()
    const { lease } = await take(li, desk)
    const reject = { desk, lease, action: 'reject', message: 'too dark' }
    const first = await decide(li, reject)
    const second = await decide(li, reject)
    expect(second.body.data.decision).toBe(first.body.data.decision)
    expect(second.body.data.graceSeconds).toBeLessThanOrEqual(7)
    expect(await decide(li, { ...reject, message: 'too loud' })).toMatchObject({
      ...refused('already_decided'),
      msg: expect.stringMatching(/^Already rejected by Li Wei at .*: too dark$/),
    })
    expect(await decide(li, { desk, lease, action: 'approve' })).toMatchObject(
      refused('already_decided'),
    )
    expect(await eventsOf(server.owner, 'video', id)).toHaveLength(1)
  })

  test('is answered once for its Idempotency-Key, and another use of the key is refused', async () => {
    await add.auth()
    const desk = newDesk()
    const { lease } = await take(li, desk, 'auth')
    const key = { 'idempotency-key': randomUUID() }
    const send = (action: 'approve' | 'reject') =>
      li.send(focusCalls.decide, { desk, lease, action }, key)
    const first = await send('approve')
    expect((await send('approve')).body).toEqual(first.body)
    expect(await send('reject')).toMatchObject(refused('key_reused'))
  })
})

describe('while somebody holds an item, the specification’s calls go on', () => {
  test.each([
    [
      'project-video',
      'video',
      (id: number) => wang.send(videoCalls.project.approve, { videoId: id }),
    ],
    [
      'auth',
      'certification',
      (id: number) => wang.send(certificationCalls.approve, { authId: id }),
    ],
  ] as const)('and the first decision on %s wins', async (queue, of, approve) => {
    const id = await add[queue]()
    const desk = newDesk()
    const { lease } = await take(li, desk, queue)
    expect((await approve(id)).code).toBe(200)
    const late = await decide(li, { desk, lease, action: 'reject', message: 'no' })
    expect(late).toMatchObject({
      ...refused('already_decided'),
      msg: expect.stringMatching(/^Already approved by 王芳 at /),
      body: { data: { status: approved, action: 'approve', by: '王芳' } },
    })
    expect((await li.send(focusCalls.extend, { desk })).body.data.leases).toEqual([])
    expect((await next(li, desk, queue)).items).toEqual([])
    expect(await eventsOf(server.owner, of, id)).toHaveLength(1)
  })

  test('and an approved video is not taken down by a reviewer who saw it pending', async () => {
    const id = await add['project-video']()
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await wang.send(videoCalls.project.approve, { videoId: id })
    const late = await decide(li, { desk, lease, action: 'takeDown', reasonIds: [1] })
    expect(late).toMatchObject(refused('already_decided'))
    expect(await statusOf(server.owner, 'video', id)).toBe(approved)
  })

  test('and what the platform decided or removed itself is told without a name', async () => {
    const [gone, changed] = [await add['project-video'](), await add['project-video']()]
    const desk = newDesk()
    const { items } = await next(li, desk)
    await server.owner.query(sql`delete from video where id = ${gone}`)
    await changeUnrecorded(
      server.owner,
      'video',
      sql`update video set status = ${rejected} where id = ${changed}`,
    )
    const [one, other] = items.map((item) => item.lease)
    expect(await decide(li, { desk, lease: one as string, action: 'approve' })).toMatchObject({
      ...refused('not_found'),
      msg: `video ${gone} does not exist`,
    })
    expect(await decide(li, { desk, lease: other as string, action: 'approve' })).toMatchObject({
      ...refused('not_possible'),
      msg: 'Not possible: it is rejected',
    })
  })
})

describe('the reports on one video', () => {
  async function reported(count: number, type = 0) {
    const id = await addVideo(server.owner, { type, status: approved })
    return { id, reports: await addReports(server.owner, id, count) }
  }

  test('are one case, whose dismissal closes them all and leaves the video', async () => {
    const { id, reports } = await reported(3)
    const other = await reported(1)
    const desk = newDesk()
    const given = await next(li, desk, 'report')
    expect(idsOf(given.items)).toEqual([id, other.id])
    expect(given.left).toBe(2)
    const [shown] = given.items
    expect(shown?.video).toMatchObject({ id, viewStatus: approved })
    expect(shown?.reports?.map((report) => report.id).sort()).toEqual(reports)

    const lease = shown?.lease as string
    const answer = await decide(li, { desk, lease, action: 'dismiss' })
    expect(answer.code).toBe(200)
    expect(await statusOf(server.owner, 'video', id)).toBe(approved)
    for (const report of reports) {
      expect(await statusOf(server.owner, 'report', report)).toBe(rejected)
      expect(await detailsOf('report', report)).toMatchObject([
        { decision: answer.body.data.decision, lease, videoId: id },
      ])
    }
    expect(idsOf((await next(li, desk, 'report')).items)).toEqual([other.id])
  })

  test.each([0, 1, 2])(
    'of type %i end with its take-down, whatever calls it belongs to',
    async (type) => {
      const { id, reports } = await reported(2, type)
      const desk = newDesk()
      const { lease } = await take(li, desk, 'report', { videoType: type })
      const closing = { desk, lease, action: 'takeDown', reasonIds: [2] }
      expect((await decide(li, closing)).code).toBe(200)
      expect(await statusOf(server.owner, 'video', id)).toBe(takenDown)
      for (const report of reports)
        expect(await statusOf(server.owner, 'report', report)).toBe(takenDown)
      expect((await decide(li, closing)).code).toBe(200)
      expect(await decide(li, { desk, lease, action: 'dismiss' })).toMatchObject(
        refused('already_decided'),
      )
    },
  )

  test('go on being one case in the same hands when another report arrives, which is decided with them', async () => {
    const { id } = await reported(1)
    const desk = newDesk()
    const before = await take(li, desk, 'report')
    const [late] = await addReports(server.owner, id, 1)
    const after = await take(li, desk, 'report')
    expect(after.lease).toBe(before.lease)
    expect(after.reports).toHaveLength(2)
    expect((await next(wang, newDesk(), 'report')).items).toEqual([])
    await decide(li, { desk, lease: before.lease, action: 'dismiss' })
    expect(await statusOf(server.owner, 'report', late as number)).toBe(rejected)
    await addReports(server.owner, id, 1)
    expect(idsOf((await next(wang, newDesk(), 'report')).items)).toEqual([id])
  })

  test('of a video that the same person took down before are closed as well', async () => {
    const { id } = await reported(1)
    await li.send(videoCalls.project.takeDown, {
      videoId: id,
      videoType: 0,
      offlineReasons: [1],
    })
    const [late] = await addReports(server.owner, id, 1)
    const desk = newDesk()
    const { lease } = await take(li, desk, 'report')
    const again = await decide(li, { desk, lease, action: 'takeDown', reasonIds: [1] })
    expect(again.code).toBe(200)
    expect(await statusOf(server.owner, 'report', late as number)).toBe(takenDown)
  })

  test('leave the hands of their holder when they are closed through the list or with the video', async () => {
    const one = await reported(2)
    const two = await reported(2)
    const desk = newDesk()
    const { items } = await next(li, desk, 'report')
    await wang.send(reportCalls.dismiss, { videoId: one.id, videoType: 0 })
    await wang.send(videoCalls.project.takeDown, {
      videoId: two.id,
      videoType: 0,
      offlineReasons: [1],
    })
    for (const item of items)
      expect(await decide(li, { desk, lease: item.lease, action: 'dismiss' })).toMatchObject({
        ...refused('already_decided'),
        body: { data: { by: '王芳' } },
      })
    expect((await next(li, desk, 'report')).items).toEqual([])
  })

  test('skipped are on the record of each of them', async () => {
    const { reports } = await reported(2)
    const desk = newDesk()
    const { lease } = await take(li, desk, 'report')
    await li.send(focusCalls.skip, { desk, lease })
    for (const report of reports)
      expect(await eventsOf(server.owner, 'report', report)).toMatchObject([{ action: 'skip' }])
    expect((await next(li, desk, 'report')).items).toEqual([])
  })

  test('on a video that does not exist are nobody’s case, and of a removed one no more', async () => {
    await server.owner.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id) values (987654321, 0, 1, 1)`)
    const { id } = await reported(1)
    await server.owner.query(sql`delete from video where id = ${id}`)
    expect((await next(li, newDesk(), 'report')).items).toEqual([])
  })

  test('removed one by one are a case as long as one is left, in any change of theirs', async () => {
    const { id, reports } = await reported(3)
    const waits = async () => (await next(li, newDesk(), 'report')).left
    await server.owner.query(sql`delete from report where id = ${reports[0]}`)
    expect(await waits()).toBe(1)
    await changeUnrecorded(
      server.owner,
      'report',
      sql`update report set status = 3 where id = ${reports[1]}`,
    )
    expect(await waits()).toBe(1)
    await changeUnrecorded(
      server.owner,
      'report',
      sql`update report set status = 3 - status where video_id = ${id}`,
    )
    expect(await waits()).toBe(1)
    await server.owner.query(sql`delete from report where video_id = ${id}`)
    expect(await waits()).toBe(0)
  })
})
