import { projectCalls as calls } from '@screening-room/contract/projects'
import { status, videoType } from '@screening-room/contract/review'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import {
  addCertifications,
  addProjects,
  addVideos,
  eventsOf,
  setCreated,
  statusOf,
} from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { changeUnrecorded } from './setup/status-changes.ts'

const { pending, approved, rejected } = status
const chinese = { 'accept-language': 'zh-CN' }

let server: TestServer
let li: Client
let wang: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('administrator', 'Wang Fang')
})
afterAll(() => server.close())

async function addOne(code: number = pending): Promise<number> {
  const [id = 0] = await addProjects(server.owner, 1)
  if (code !== pending)
    await changeUnrecorded(
      server.owner,
      'project',
      sql`update project set status = ${code} where id = ${id}`,
    )
  return id
}

describe('the list', () => {
  beforeEach(() => server.owner.query(sql`delete from project`))

  const pageOf = async (fields: Record<string, string | number>) => {
    const { code, body } = await li.sendRaw(calls.list, fields)
    expect(code).toBe(200)
    return [body.data.map((one) => one.id), body.total]
  }

  test('answers records with their owner, the roles wanted and how many videos, and a total', async () => {
    const id = await addOne()
    const [owner] = await server.owner.query<{ id: number }>(
      sql`insert into member (id, nick_name) values (7001, '陈导') returning id`,
    )
    const videos = await addVideos(server.owner, 3, { type: videoType.project, status: approved })
    await server.owner.query(sql`
      update project set owner_id = ${owner?.id}, title = '山海', introduction = '一部短片', cover = 'cover-01.webp',
        role_ids = '{3,1}', promo_video_id = ${videos[0]}, update_time = '2026-03-02T00:00:00Z' where id = ${id}`)
    await server.owner.query(sql`
      update video set project_id = ${id}, duration = 9, image = 'a.webp',
        create_time = '2026-01-01T00:00:00Z'::timestamptz + id * interval '1 second' where id = any (${videos}::bigint[])`)
    await addCertifications(server.owner, 1, { memberId: owner?.id ?? 0, status: approved })
    await setCreated(server.owner, 'project', [id], '2026-03-01T00:09:10Z')
    const record = {
      id,
      externalId: null,
      title: '山海',
      introduction: '一部短片',
      cover: 'cover-01.webp',
      ownerId: owner?.id,
      ownerName: '陈导',
      ownerCertified: true,
      roleIds: [3, 1],
      videoCount: 3,
      promoVideoId: videos[0],
      status: pending,
      createTime: '2026-03-01T08:09:10',
      updateTime: '2026-03-02T08:00:00',
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
    expect(one.body.data).toMatchObject(record)
    expect(one.body.data.videos.map((video) => video.id)).toEqual([...videos].reverse())
    expect(one.body.data.videos[0]).toEqual({
      id: videos[2],
      title: 'video 3',
      imageUrl: 'a.webp',
      duration: 9,
      viewStatus: approved,
      createTime: expect.stringMatching(/^2026-01-01T08:/),
    })
  })

  test('shows a project without owner, cover or videos as it is', async () => {
    await addOne()
    const { body } = await li.send(calls.list, {})
    expect(body.data[0]).toMatchObject({
      ownerName: null,
      ownerCertified: false,
      cover: null,
      roleIds: [],
      videoCount: 0,
      promoVideoId: null,
    })
  })

  test('comes newest first, ten at a time, filtered by status and by a day of the platform', async () => {
    const ids = (await addProjects(server.owner, 23)).reverse()
    expect(await pageOf({})).toEqual([ids.slice(0, 10), 23])
    expect(await pageOf({ page: 3 })).toEqual([ids.slice(20), 23])
    expect(await pageOf({ page: 2, pageSize: 22 })).toEqual([ids.slice(22), 23])
    const done = await addOne(approved)
    expect(await pageOf({ status: approved })).toEqual([[done], 1])
    expect(await pageOf({ status: rejected })).toEqual([[], 0])
    const [last = 0] = ids
    await setCreated(server.owner, 'project', [last], '2025-06-30T15:59:59.999Z')
    await setCreated(server.owner, 'project', [done], '2025-06-30T16:00:00Z')
    const day = { start: '2025-06-30T00:00:00', end: '2025-06-30T23:59:59' }
    expect(await pageOf(day)).toEqual([[last], 1])
    expect(await pageOf({ ...day, status: approved })).toEqual([[], 0])
    expect(await pageOf({ end: '2025-07-01T00:00:00' })).toEqual([[done, last], 2])
  })

  test('refuses a status that projects do not have', async () => {
    expect(await li.sendRaw(calls.list, { status: 8 })).toMatchObject({
      code: 400,
      msg: 'status must be one of 0, 5, 3, 9',
    })
  })
})

test('a missing project is refused by its id, by every call', async () => {
  const msg = 'project 313131 does not exist'
  expect(await li.send(calls.get, { id: 313_131 })).toMatchObject({ code: 404, msg })
  expect(await li.send(calls.approve, { projectId: 313_131 })).toMatchObject({ code: 404, msg })
  const rejecting = { projectId: 313_131, message: 'no' }
  expect(await li.send(calls.reject, rejecting)).toMatchObject({ code: 404, msg })
  expect(await li.send(calls.reject, rejecting, chinese)).toMatchObject({
    msg: '项目 313131 不存在',
  })
})

test('a pending project is approved, and the record says by whom', async () => {
  const projectId = await addOne()
  expect((await li.send(calls.approve, { projectId })).body).toEqual({ code: 200, msg: 'ok' })
  expect(await statusOf(server.owner, 'project', projectId)).toBe(approved)
  expect(await eventsOf(server.owner, 'project', projectId)).toEqual([
    { action: 'approve', actorId: li.userId, before: pending, after: approved, reason: '' },
  ])
})

test('a pending project is rejected with its reason, trimmed', async () => {
  const projectId = await addOne()
  const message = '\n 缺少剧本 \t'
  expect(await li.send(calls.reject, { projectId, message })).toMatchObject({ code: 200 })
  expect(await statusOf(server.owner, 'project', projectId)).toBe(rejected)
  expect(await eventsOf(server.owner, 'project', projectId)).toMatchObject([
    { action: 'reject', reason: '缺少剧本' },
  ])
})

test.each(['', '  ', '\t\n\u3000'])('a reason of %j is no reason', async (message) => {
  const projectId = await addOne()
  const input = { projectId, message }
  expect(await li.send(calls.reject, input)).toMatchObject({
    status: 200,
    code: 400,
    msg: 'Reject reason cannot be empty',
  })
  expect(await li.send(calls.reject, input, chinese)).toMatchObject({ msg: '驳回理由不能为空' })
  expect(await statusOf(server.owner, 'project', projectId)).toBe(pending)
  expect(await eventsOf(server.owner, 'project', projectId)).toEqual([])
})

test.each([
  ['approve', approved],
  ['approve', rejected],
  ['reject', approved],
  ['reject', rejected],
] as const)('%s is not possible at %s', async (action, from) => {
  const projectId = await addOne(from)
  const input = { projectId, ...(action === 'reject' && { message: 'late' }) }
  const word = from === approved ? 'approved' : 'rejected'
  expect(await li.sendRaw(calls[action], input)).toMatchObject({
    code: 409,
    msg: `Not possible: it is ${word}`,
  })
  expect(await statusOf(server.owner, 'project', projectId)).toBe(from)
  expect(await eventsOf(server.owner, 'project', projectId)).toEqual([])
})

test('the second to decide is told who decided what, when and why', async () => {
  const projectId = await addOne()
  await li.send(calls.reject, { projectId, message: 'no script' })
  const late = await wang.send(calls.approve, { projectId })
  expect(late.msg).toMatch(/^Already rejected by Li Wei at [\d-]{10} [\d:]{8}: no script$/)
  expect(late.body).toMatchObject({
    code: 409,
    data: { status: rejected, action: 'reject', by: 'Li Wei', reason: 'no script', reasonIds: [] },
  })
})
