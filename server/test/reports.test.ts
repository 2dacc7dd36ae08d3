import { focusCalls } from '@screening-room/contract/focus'
import { reportCalls as calls, reporterCountsTo } from '@screening-room/contract/reports'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { expectWaiting } from './setup/checks.ts'
import type { Answer, Client } from './setup/client.ts'
import { addReasons, addReports, addVideo, eventsOf, setCreated, statusOf } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { pending, approved, rejected, takenDown } = status
const { promo, personal, project } = videoType
const everyType = [promo, personal, project]
const chinese = { 'accept-language': 'zh-CN' }

let server: TestServer
let li: Client
let wang: Client
let reasons: number[] = []
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('administrator', 'Wang Fang')
  reasons = await addReasons(server.owner)
})
afterAll(() => server.close())

/** As the specification's client does it: personal videos through the reject call's reserved message. */
function dismiss(by: Client, videoId: number, type: number, headers = {}) {
  return type === personal
    ? by.send(videoCalls.personal.reject, { videoId, message: dismissalMessage }, headers)
    : by.sendRaw(calls.dismiss, { videoId, videoType: type }, headers)
}

function takeDown(
  by: Client,
  videoId: number,
  type: number,
  offlineReasons: number[],
  headers = {},
) {
  const { takeDown: call } = videoCalls[type === personal ? 'personal' : 'project']
  return by.sendRaw(call, { videoId, videoType: type, offlineReasons }, headers)
}

async function reported(type: number, at: number = approved, count = 3) {
  const videoId = await addVideo(server.owner, { type, status: at })
  return { videoId, reports: await addReports(server.owner, videoId, count) }
}

const statusesOf = (ids: number[]) =>
  Promise.all(ids.map((id) => statusOf(server.owner, 'report', id)))

/** Everything about a video, to see that nothing about it changed. */
const wholeVideo = (id: number) =>
  server.owner.query(sql`select v.*, v.xmin::text from video v where id = ${id}`)

test('the reasons come as a list of id and message, with the English beside it', async () => {
  const { body } = await li.send(calls.reasons, {})
  const noPolicy = { policy: null, policyEn: null }
  expect(body).toEqual({
    code: 200,
    msg: 'ok',
    data: [
      { id: reasons[0], reportMessage: '盗用作品', reportMessageEn: 'Stolen work', ...noPolicy },
      { id: reasons[1], reportMessage: '暴力', reportMessageEn: 'Violence', ...noPolicy },
      { id: reasons[2], reportMessage: '广告', reportMessageEn: 'Advertising', ...noPolicy },
    ],
  })
})

describe('the list', () => {
  beforeEach(() => server.owner.query(sql`delete from report`))

  const pageOf = async (fields: Record<string, string | number>) => {
    const { code, body } = await li.sendRaw(calls.list, fields)
    expect(code).toBe(200)
    return [body.data.list.map((one) => one.id), body.data.total]
  }

  test('answers code, msg, and data with list and total', async () => {
    const { videoId, reports } = await reported(promo, approved, 2)
    await setCreated(server.owner, 'report', reports, '2026-03-01T00:09:10Z')
    const { body } = await li.send(calls.list, { status: pending })
    const [{ title } = { title: '' }] = await server.owner.query<{ title: string }>(
      sql`select title from video where id = ${videoId}`,
    )
    const record = (index: number) => ({
      id: reports[index],
      videoId,
      videoType: promo,
      actualVideoType: promo,
      videoTitle: title,
      videoBanner: null,
      reportMessageId: 1,
      reportCount: 2,
      pendingReports: 2,
      reportUserId: index + 1,
      reportStatus: pending,
      createTime: '2026-03-01T08:09:10',
      externalId: null,
      videoExternalId: null,
    })
    expect(body).toEqual({
      code: 200,
      msg: 'ok',
      data: { list: [record(1), record(0)], total: 2, pending: 2 },
    })
    const one = await li.send(calls.get, { id: reports[1] ?? 0 })
    expect(one.body.data).toEqual(record(1))
    expect(await li.send(calls.get, { id: 555_555 })).toMatchObject({
      code: 404,
      msg: 'report 555555 does not exist',
    })
  })

  test('holds one type of video, promo unless asked otherwise, twenty at a time, newest first', async () => {
    const ids = new Map<number, number[]>()
    for (const type of everyType) ids.set(type, (await reported(type, approved, 25 + type)).reports)
    for (const type of everyType) {
      const all = [...(ids.get(type) ?? [])].reverse()
      expect(await pageOf({ videoType: type })).toEqual([all.slice(0, 20), 25 + type])
      expect(await pageOf({ videoType: type, page: 2 })).toEqual([all.slice(20), 25 + type])
    }
    expect(await pageOf({})).toEqual(await pageOf({ videoType: promo }))
    expect(await pageOf({ videoType: project, pageSize: 2, page: 99 })).toEqual([[], 27])
  })

  test('filters by status and by times of the platform, the end with its whole second', async () => {
    const { videoId, reports } = await reported(project)
    const [first = 0, second = 0, third = 0] = reports
    const [closed = 0] = await addReports(server.owner, videoId, 1, { status: rejected })
    await setCreated(server.owner, 'report', [first], '2026-02-28T15:59:59.999Z')
    await setCreated(server.owner, 'report', [second], '2026-02-28T16:00:00Z')
    const of = { videoType: project }
    expect(await pageOf({ ...of, status: pending })).toEqual([[third, second, first], 3])
    expect(await pageOf({ ...of, status: rejected })).toEqual([[closed], 1])
    expect(await pageOf({ ...of, status: '' })).toEqual([[closed, third, second, first], 4])
    expect(await pageOf({ ...of, end: '2026-02-28T23:59:59' })).toEqual([[first], 1])
    const march = { start: '2026-03-01T00:00:00', end: '2026-03-01T00:00:00' }
    expect(await pageOf({ ...of, ...march })).toEqual([[second], 1])
    expect(await li.sendRaw(calls.list, { videoType: 3 })).toMatchObject({
      code: 400,
      msg: 'videoType must be one of 0, 1, 2',
    })
  })
})

describe.each(everyType)('on a video of type %s', (type) => {
  test('a dismissal closes every pending report, each with its event, and leaves the video alone', async () => {
    const { videoId, reports } = await reported(type)
    const [closed = 0] = await addReports(server.owner, videoId, 1, { status: takenDown })
    const before = await wholeVideo(videoId)
    expect((await dismiss(li, videoId, type)).body).toEqual({ code: 200, msg: 'ok' })
    expect(await statusesOf([...reports, closed])).toEqual([
      rejected,
      rejected,
      rejected,
      takenDown,
    ])
    for (const id of reports)
      expect(await eventsOf(server.owner, 'report', id)).toEqual([
        { action: 'dismiss', actorId: li.userId, before: pending, after: rejected, reason: '' },
      ])
    expect(await eventsOf(server.owner, 'report', closed)).toEqual([])
    expect(await eventsOf(server.owner, 'video', videoId)).toEqual([])
    expect(await wholeVideo(videoId)).toEqual(before)
  })

  test('a dismissal where no report waits is refused, in both languages', async () => {
    const videoId = await addVideo(server.owner, { type })
    expect(await dismiss(li, videoId, type)).toMatchObject({
      status: 200,
      code: 409,
      msg: 'There is no pending report on this video',
    })
    expect(await dismiss(li, videoId, type, chinese)).toMatchObject({
      msg: '该视频没有待处理的举报',
    })
    expect(await statusOf(server.owner, 'video', videoId)).toBe(pending)
  })

  test('the second to dismiss is told who closed the reports and how', async () => {
    const { videoId } = await reported(type)
    await dismiss(li, videoId, type)
    expect(await dismiss(li, videoId, type)).toMatchObject({ code: 200 })
    const late = await dismiss(wang, videoId, type)
    expect(late.msg).toMatch(/^Already dismissed by Li Wei at [\d-]{10} [\d:]{8}$/)
    expect(late.body).toMatchObject({ code: 409, data: { by: 'Li Wei', action: 'dismiss' } })
  })

  test.each([pending, approved])(
    'a take-down at %s closes every pending report in the same transaction, each with its event',
    async (from) => {
      const { videoId, reports } = await reported(type, from)
      const given = [reasons[1] ?? 0, reasons[0] ?? 0, reasons[1] ?? 0]
      expect((await takeDown(li, videoId, type, given)).body).toEqual({ code: 200, msg: 'ok' })
      expect(await statusOf(server.owner, 'video', videoId)).toBe(takenDown)
      expect(await statusesOf(reports)).toEqual([takenDown, takenDown, takenDown])
      const events = await server.owner.query(sql`
        select queue, action, before, after, to_json(reason_ids) as ids, xmin::text as tx, request_id as request
        from event where (queue = 'video' and subject_id = ${videoId})
          or (queue = 'report' and subject_id = any (${reports}::bigint[])) order by queue`)
      const [{ tx, request } = {}] = events
      const same = { action: 'takeDown', after: takenDown, ids: given.slice(0, 2), tx, request }
      expect(events).toEqual([
        ...reports.map(() => ({ queue: 'report', before: pending, ...same })),
        { queue: 'video', before: from, ...same },
      ])
      const late = await dismiss(wang, videoId, type)
      expect(late).toMatchObject({ code: 409 })
      expect(late.msg).toMatch(/^Already taken down by Li Wei at .{19}: Stolen work, Violence$/)
    },
  )

  test('a take-down without a reason, or with one that is none, is refused and changes nothing', async () => {
    const { videoId, reports } = await reported(type)
    expect(await takeDown(li, videoId, type, [])).toMatchObject({
      status: 200,
      code: 400,
      msg: 'Please select at least one take-down reason',
    })
    expect(await takeDown(li, videoId, type, [], chinese)).toMatchObject({
      msg: '请至少选择一个下架原因',
    })
    expect(await takeDown(li, videoId, type, [reasons[0] ?? 0, 4711])).toMatchObject({
      code: 400,
      msg: 'offlineReasons names no report reason',
    })
    expect(await statusOf(server.owner, 'video', videoId)).toBe(approved)
    expect(await statusesOf(reports)).toEqual([pending, pending, pending])
    expect(await eventsOf(server.owner, 'video', videoId)).toEqual([])
  })

  test('a video type that is not this video’s is refused by its name', async () => {
    const { videoId, reports } = await reported(type)
    const other = type === promo ? project : promo
    const answers: Answer[] = [await dismiss(li, videoId, other)]
    if (type !== personal) answers.push(await takeDown(li, videoId, other, reasons))
    for (const answer of answers)
      expect(answer).toMatchObject({ code: 400, msg: 'videoType does not fit this video' })
    expect(await statusesOf(reports)).toEqual([pending, pending, pending])
  })
})

test('of two dismissals of one video’s reports, the later one is named to the third person', async () => {
  const { videoId } = await reported(promo)
  await dismiss(li, videoId, promo)
  await addReports(server.owner, videoId)
  await dismiss(wang, videoId, promo)
  const late = await dismiss(li, videoId, promo)
  expect(late).toMatchObject({ code: 409, msg: expect.stringContaining('by Wang Fang') })
})

test('a report that the platform withdraws at the same moment is not decided', async () => {
  const { videoId, reports } = await reported(promo)
  const [withdrawn = 0, ...others] = reports
  const dismissed = await server.owner.transaction(async (tx) => {
    await tx.query(sql`delete from report where id = ${withdrawn}`)
    const answer = dismiss(li, videoId, promo)
    await expectWaiting(server.owner)
    return { answer }
  })
  expect(await dismissed.answer).toMatchObject({ code: 200 })
  expect(await statusesOf(others)).toEqual([rejected, rejected])
  expect(await eventsOf(server.owner, 'report', withdrawn)).toEqual([])
})

test('a dismissal of a missing video is refused', async () => {
  for (const type of everyType)
    expect(await dismiss(li, 666_666, type)).toMatchObject({
      code: 404,
      msg: 'video 666666 does not exist',
    })
})

test('the call for promo and project videos does not take personal ones', async () => {
  const { videoId } = await reported(personal)
  expect(await li.sendRaw(calls.dismiss, { videoId, videoType: personal })).toMatchObject({
    code: 400,
    msg: 'videoType must be one of 0, 2',
  })
})

test('a take-down accepts JSON too, with its reasons as a list', async () => {
  const { videoId } = await reported(project)
  const response = await li.fetch(videoCalls.project.takeDown.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ videoId, videoType: project, offlineReasons: reasons }),
  })
  expect(await response.json()).toEqual({ code: 200, msg: 'ok' })
  expect(await statusOf(server.owner, 'video', videoId)).toBe(takenDown)
})

test('on a project video the reserved message is a reason like any other', async () => {
  const { videoId, reports } = await reported(project, pending)
  const message = dismissalMessage
  expect(await li.send(videoCalls.project.reject, { videoId, message })).toMatchObject({
    code: 200,
  })
  expect(await statusOf(server.owner, 'video', videoId)).toBe(rejected)
  expect(await statusesOf(reports)).toEqual([pending, pending, pending])
})

test('beside each reporter stands how many of their decided reports were upheld', async () => {
  const videoId = await addVideo(server.owner, { status: approved })
  const older = await addVideo(server.owner, { status: approved })
  const add = (video: number, reporter: number, statuses: number[], copies = 1) =>
    server.owner.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, status, create_time)
      select ${video}, 2, 1, ${reporter}, s, now() - case when ${video} = ${older}::bigint then interval '1 day' else '0' end
      from unnest(${statuses}::smallint[]) s, generate_series(1, ${copies}::int)`)
  await add(videoId, 701, [pending])
  await add(older, 701, [takenDown, takenDown, rejected, pending, status.withdrawn])
  await add(videoId, 702, [pending, rejected])
  await add(older, 702, [rejected], reporterCountsTo)
  // So long ago that it is not counted any more.
  await server.owner.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, status, create_time)
    values (${older}, 2, 1, 702, ${takenDown}, now() - interval '1 year')`)
  await add(videoId, 703, [pending])
  const asked = { queue: 'project-video', id: videoId } as const
  const { reporters } = (await li.send(focusCalls.about, asked)).body.data
  expect(reporters).toEqual([
    { id: 701, upheld: 2, decided: 3, more: false },
    { id: 702, upheld: 0, decided: reporterCountsTo - 1, more: true },
    { id: 703, upheld: 0, decided: 0, more: false },
  ])
})
