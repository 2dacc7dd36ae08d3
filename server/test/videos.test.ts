import { status, videoType } from '@screening-room/contract/review'
import { videoCalls, videoKinds } from '@screening-room/contract/videos'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import {
  addCertifications,
  addReasons,
  addVideo,
  addVideos,
  eventsOf,
  setCreated,
  statusOf,
} from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { pending, approved, rejected, takenDown } = status
const everyStatus = [pending, approved, rejected, takenDown]
const chinese = { 'accept-language': 'zh-CN' }
const someId = 777_777

let server: TestServer
let li: Client
let wang: Client
let reason = 0
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('administrator', 'Wang Fang')
  reason = (await addReasons(server.owner))[0] ?? 0
})
afterAll(() => server.close())

const unchanged = async (id: number, code: number) => {
  expect(await statusOf(server.owner, 'video', id)).toBe(code)
  expect(await eventsOf(server.owner, 'video', id)).toEqual([])
}

describe.each(videoKinds)('%s videos', (kind) => {
  const calls = videoCalls[kind]
  const type = videoType[kind]
  const otherType = kind === 'project' ? videoType.personal : videoType.project
  const add = (code: number = pending) => addVideo(server.owner, { type, status: code })

  describe('the list', () => {
    beforeEach(() => server.owner.query(sql`delete from video`))

    const pageOf = async (fields: Record<string, string | number>) => {
      const { code, body } = await li.sendRaw(calls.list, fields)
      expect(code).toBe(200)
      return [body.data.map((one) => one.id), body.total]
    }

    test('answers code, msg, a list of records with all their fields, and a total', async () => {
      const id = await add(approved)
      const [category] = await server.owner.query<{ id: number }>(
        sql`insert into category (name, comparable) values (${kind}, ${kind}) returning id`,
      )
      const [tag] = await server.owner.query<{ id: number }>(sql`
        insert into tag (category_id, name, name_en, comparable)
        values (${category?.id}, '纪录片', 'Documentary', '纪录片') returning id`)
      await server.owner.query(sql`insert into video_tag values (${id}, ${tag?.id})`)
      await server.owner.query(sql`
        update video set introduction = '简介', banner = 'https://pics.example/a.webp', image = 'b.webp',
          duration = 61, visibility = 0, category_id = ${category?.id}, title = '长夜 🌙',
          update_time = '2026-03-02T00:00:00Z' where id = ${id}`)
      await setCreated(server.owner, 'video', [id], '2026-03-01T00:09:10Z')
      const record = {
        id,
        externalId: null,
        title: '长夜 🌙',
        introduction: '简介',
        videoBanner: 'https://pics.example/a.webp',
        imageUrl: 'b.webp',
        tags: [{ id: tag?.id, name: '纪录片', nameEn: 'Documentary', hidden: false }],
        viewStatus: approved,
        visibility: 0,
        featured: false,
        createTime: '2026-03-01T08:09:10',
        updateTime: '2026-03-02T08:00:00',
        categoryId: category?.id,
        duration: 61,
        videoType: type,
        language: 'unknown',
        pendingSince: null,
        erased: false,
      }
      const list = await li.send(calls.list, {})
      expect(list.body).toEqual({
        code: 200,
        msg: 'ok',
        data: [record],
        total: 1,
        pending: expect.any(Number),
      })
      const one = await li.send(calls.get, { id })
      expect(one.body).toEqual({
        code: 200,
        msg: 'ok',
        data: {
          ...record,
          attributes: null,
          signals: null,
          priority: 0,
          version: 2,
        },
      })
    })

    test('shows what is missing as null, never as a made-up value', async () => {
      await server.owner.query(sql`insert into video (type, uploader_id) values (${type}, 1)`)
      const { body } = await li.send(calls.list, {})
      expect(body.data[0]).toMatchObject({
        title: null,
        introduction: null,
        videoBanner: null,
        tags: [],
        duration: null,
        categoryId: null,
      })
    })

    test('comes newest first, ten at a time, as many as asked for, with the total on every page', async () => {
      const ids = (await addVideos(server.owner, 25, { type })).reverse()
      expect(await pageOf({})).toEqual([ids.slice(0, 10), 25])
      expect(await pageOf({ page: 3 })).toEqual([ids.slice(20), 25])
      expect(await pageOf({ page: 4 })).toEqual([[], 25])
      expect(await pageOf({ page: 10_000, pageSize: 100 })).toEqual([[], 25])
      expect(await pageOf({ page: 2, pageSize: 20 })).toEqual([ids.slice(20), 25])
    })

    test('filters by each status, by its own type, and by a day of the platform', async () => {
      const ids = new Map<number, number>()
      for (const code of everyStatus) ids.set(code, await add(code))
      await addVideo(server.owner, { type: otherType })
      for (const code of everyStatus)
        expect(await pageOf({ viewStatus: code })).toEqual([[ids.get(code)], 1])
      expect(await pageOf({ viewStatus: '', videoType: type })).toEqual([
        [...ids.values()].reverse(),
        4,
      ])

      const [late = 0, early = 0] = [...ids.values()]
      await setCreated(server.owner, 'video', [late], '2025-12-31T15:59:59.999Z')
      await setCreated(server.owner, 'video', [early], '2025-12-30T16:00:00Z')
      const day = { start: '2025-12-31T00:00:00', end: '2025-12-31T23:59:59' }
      expect(await pageOf(day)).toEqual([[late, early], 2])
      expect(await pageOf({ ...day, viewStatus: pending })).toEqual([[late], 1])
      expect(await pageOf({ ...day, end: '2025-12-31T23:59:58' })).toEqual([[early], 1])
    })

    test('refuses the type of the other list, and an order of dates that cannot be', async () => {
      expect(await li.sendRaw(calls.list, { videoType: otherType })).toMatchObject({
        code: 400,
        msg: `videoType must be one of ${kind === 'project' ? '0, 2' : '1'}`,
      })
      const backwards = { start: '2026-01-02T00:00:00', end: '2026-01-01T00:00:00' }
      expect(await li.send(calls.list, backwards)).toMatchObject({ msg: 'start is after end' })
      expect(await li.send(calls.list, backwards, chinese)).toMatchObject({ msg: 'start 晚于 end' })
    })
  })

  test('a pending one is approved, and the record says by whom', async () => {
    const videoId = await add()
    expect((await li.send(calls.approve, { videoId })).body).toEqual({ code: 200, msg: 'ok' })
    expect(await statusOf(server.owner, 'video', videoId)).toBe(approved)
    expect(await eventsOf(server.owner, 'video', videoId)).toEqual([
      { action: 'approve', actorId: li.userId, before: pending, after: approved, reason: '' },
    ])
  })

  test('a pending one is rejected with its reason, trimmed', async () => {
    const videoId = await add()
    const message = ' \n\t太暗，看不清 \u3000'
    expect(await li.send(calls.reject, { videoId, message })).toMatchObject({ code: 200 })
    expect(await statusOf(server.owner, 'video', videoId)).toBe(rejected)
    expect(await eventsOf(server.owner, 'video', videoId)).toMatchObject([
      { action: 'reject', before: pending, after: rejected, reason: '太暗，看不清' },
    ])
  })

  test.each(['', ' ', '\n\t \u00a0\u3000'])('a reason of %j is no reason', async (message) => {
    const videoId = await add()
    const input = { videoId, message }
    expect(await li.send(calls.reject, input)).toMatchObject({
      status: 200,
      code: 400,
      msg: 'Reject reason cannot be empty',
    })
    expect((await li.send(calls.reject, input, chinese)).msg).toBe('驳回理由不能为空')
    await unchanged(videoId, pending)
  })

  test.each([
    ['approve', approved],
    ['approve', rejected],
    ['approve', takenDown],
    ['reject', approved],
    ['reject', rejected],
    ['reject', takenDown],
    ['takeDown', rejected],
    ['takeDown', takenDown],
    ['tag', rejected],
    ['tag', takenDown],
  ] as const)('%s is not possible at %s', async (action, from) => {
    const videoId = await add(from)
    const inputs = {
      approve: {},
      reject: { message: 'late' },
      takeDown: { videoType: type, offlineReasons: [reason] },
      tag: { typeId: 1 },
    }
    const words = { [approved]: '已通过', [rejected]: '已驳回', [takenDown]: '已下架' }
    const answer = await li.sendRaw(calls[action], { videoId, ...inputs[action] }, chinese)
    expect(answer).toMatchObject({ code: 409, msg: `无法操作：当前状态为${words[from]}` })
    await unchanged(videoId, from)
  })

  test('one that is missing, or of the other kind, is refused by every call', async () => {
    const other = await addVideo(server.owner, { type: otherType })
    for (const videoId of [someId, other]) {
      const answers = await Promise.all([
        li.send(calls.approve, { videoId }),
        li.send(calls.reject, { videoId, message: 'no' }),
        li.sendRaw(calls.takeDown, { videoId, videoType: type, offlineReasons: reason }),
        li.send(calls.tag, { videoId, typeId: 1 }),
        li.send(calls.get, { id: videoId }),
      ])
      for (const answer of answers)
        expect(answer).toMatchObject({ code: 404, msg: `video ${videoId} does not exist` })
    }
    await unchanged(other, pending)
  })

  test('the second is told who took it down, when, and for which reasons', async () => {
    const videoId = await add()
    await wang.send(calls.approve, { videoId })
    await li.sendRaw(calls.takeDown, { videoId, videoType: type, offlineReasons: [1, 2] })
    const late = await wang.send(calls.reject, { videoId, message: 'me' })
    expect(late.msg).toMatch(
      /^Already taken down by Li Wei at [\d-]{10} [\d:]{8}: Stolen work, Violence$/,
    )
    expect(late.body).toMatchObject({
      code: 409,
      data: { status: takenDown, action: 'takeDown', by: 'Li Wei', reasonIds: [1, 2] },
    })
    const own = await wang.send(calls.approve, { videoId }, chinese)
    expect(own.msg).toMatch(/^已由 Li Wei 于 [\d-]{10} [\d:]{8} 下架：盗用作品、暴力$/)
  })

  test('the second is told who decided, not who did something else since', async () => {
    const videoId = await add()
    await li.send(calls.approve, { videoId })
    await wang.send(calls.tag, { videoId, typeId: 1 })
    const late = await wang.send(calls.approve, { videoId })
    expect(late.msg).toMatch(/^Already approved by Li Wei at [\d-]{10} [\d:]{8}$/)
  })

  test.each([pending, approved])('at %s it can be featured, once', async (from) => {
    const videoId = await add(from)
    for (const person of [li, wang])
      expect(await person.send(calls.tag, { videoId, typeId: 1 })).toMatchObject({ code: 200 })
    const { body } = await li.send(calls.get, { id: videoId })
    expect(body.data).toMatchObject({ featured: true, viewStatus: from })
    expect(await eventsOf(server.owner, 'video', videoId)).toEqual([
      { action: 'feature', actorId: li.userId, before: from, after: null, reason: '' },
    ])
  })
})

describe('a category', () => {
  let category = 0
  beforeAll(async () => {
    const [added] = await server.owner.query<{ id: number }>(
      sql`insert into category (name, comparable) values ('动画', '动画') returning id`,
    )
    category = added?.id ?? 0
  })

  test('is given to a personal video, recorded with what it was before, and once', async () => {
    const videoId = await addVideo(server.owner, { type: videoType.personal })
    const input = { videoId, typeId: category }
    for (const person of [li, li, wang])
      expect(await person.send(videoCalls.personal.tag, input)).toMatchObject({ code: 200 })
    const { body } = await li.send(videoCalls.personal.get, { id: videoId })
    expect(body.data).toMatchObject({ categoryId: category, viewStatus: pending, featured: false })
    const events = await server.owner.query(
      sql`select action, details from event where queue = 'video' and subject_id = ${videoId}`,
    )
    expect(events).toEqual([{ action: 'categorize', details: { from: null, to: category } }])
  })

  test('is refused where there is none of that id', async () => {
    const videoId = await addVideo(server.owner, { type: videoType.personal })
    const input = { videoId, typeId: someId }
    expect(await li.send(videoCalls.personal.tag, input)).toMatchObject({
      code: 404,
      msg: `category ${someId} does not exist`,
    })
    await unchanged(videoId, pending)
  })

  test.each(['project', 'promo'] as const)('is not for a %s video', async (name) => {
    const videoId = await addVideo(server.owner, { type: videoType[name] })
    const input = { videoId, typeId: category }
    expect(await li.send(videoCalls.project.tag, input)).toMatchObject({
      code: 400,
      msg: 'typeId must be one of 1',
    })
    await unchanged(videoId, pending)
  })
})

test('promo videos travel with project videos: listed by their type, approved by the same call', async () => {
  await server.owner.query(sql`delete from video`)
  const videoId = await addVideo(server.owner, { type: videoType.promo })
  const listed = await li.sendRaw(videoCalls.project.list, { videoType: videoType.promo })
  expect(listed.body).toMatchObject({ total: 1, data: [{ id: videoId, videoType: 0 }] })
  expect((await li.send(videoCalls.project.list, {})).body.total).toBe(0)
  expect(await li.send(videoCalls.project.approve, { videoId })).toMatchObject({ code: 200 })
  expect(await li.send(videoCalls.personal.approve, { videoId })).toMatchObject({ code: 404 })
})

test('a video’s uploader counts as certified from an approved certification on', async () => {
  const memberId = 4242
  const id = await addVideo(server.owner)
  await server.owner.query(sql`update video set uploader_id = ${memberId} where id = ${id}`)
  const certified = async () => (await li.send(videoCalls.certified, { id })).body
  expect(await certified()).toEqual({ code: 200, msg: 'ok', data: { status: 0 } })
  for (const code of [pending, rejected])
    await addCertifications(server.owner, 1, { memberId, status: code })
  expect(await certified()).toMatchObject({ data: { status: 0 } })
  await addCertifications(server.owner, 1, { memberId, status: approved })
  expect(await certified()).toMatchObject({ data: { status: 1 } })
  expect(await li.send(videoCalls.certified, { id: someId })).toMatchObject({ code: 404 })
})
