import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { findWaitingDrift, rebuildWaiting } from '../src/store/housekeeping.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { badly, clearItems, decide, newDesk, next, take } from './setup/focus.ts'
import {
  addCertifications,
  addProjects,
  addReports,
  addVideo,
  addVideos,
  setCreated,
} from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Lists sorted by how long an item waits, by how often it is reported, and those of one person. */

const { pending, approved, rejected } = status
const { personal, project } = videoType

let server: TestServer
let wang: Client
beforeAll(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '600' } })
  wang = await server.signIn('administrator', '王芳')
})
afterAll(() => server.close())
beforeEach(() => clearItems(server.owner))
afterEach(() => expectWhole(server))

type Call = Parameters<Client['sendRaw']>[0]
type Fields = Parameters<Client['sendRaw']>[1]

async function list(call: Call, fields: Fields) {
  const { body, msg } = await wang.sendRaw(call, fields)
  expect(msg).toBe('ok')
  const rows: { id: number }[] = Array.isArray(body.data) ? body.data : body.data.list
  const { total = body.data.total, more = body.data.more } = body
  return { rows, ids: rows.map(({ id }) => id), total, more }
}
const waiting = (fields: Fields = {}) =>
  list(videoCalls.project.list, { viewStatus: pending, order: 'waiting', ...fields })
const dayOf = (day: number) => `2026-03-0${day}T10:00:00Z`

describe('the longest waiting first', () => {
  test('an item that was re-opened waits since then; one whose decision was undone waits as before', async () => {
    const [first = 0, second = 0, third = 0] = await addVideos(server.owner, 3)
    for (const [index, id] of [first, second, third].entries())
      await setCreated(server.owner, 'video', [id], dayOf(index + 1))
    expect((await waiting()).ids).toEqual([first, second, third])

    await wang.send(videoCalls.project.approve, { videoId: first })
    await wang.send(historyCalls.reopen, { queue: 'video', id: first, message: 'again' })
    const { rows, ids, total, more } = await waiting()
    expect({ ids, total, more }).toEqual({ ids: [second, third, first], total: 3, more: false })
    expect(rows.map((row) => 'pendingSince' in row && row.pendingSince)).toEqual([
      null,
      null,
      expect.any(String),
    ])
    expect((await list(videoCalls.project.list, { order: 'oldest' })).ids[0]).toBe(first)

    const desk = newDesk()
    const { id, lease } = await take(wang, desk)
    const { body } = await decide(wang, { desk, lease, action: 'approve' })
    await wang.send(focusCalls.undo, { desk, decision: body.data.decision })
    expect((await waiting()).ids).toEqual([second, third, first])
    expect([first, second]).toContain(id)
  })

  test('goes page by page, by kind, in every queue that has it', async () => {
    const ids = await addCertifications(server.owner, 5, { roleId: 2 })
    const [other = 0] = await addCertifications(server.owner, 1, { roleId: 3 })
    await setCreated(server.owner, 'certification', [ids[3] ?? 0, other], dayOf(1))
    const order = [ids[3], ...ids.filter((_, at) => at !== 3)]
    const asked = { status: pending, order: 'waiting', pageSize: 2 } as const
    const paged = async (page: number, roleId: number | '') =>
      (await list(certificationCalls.list, { ...asked, page, roleId })).ids
    expect(await paged(1, 2)).toEqual(order.slice(0, 2))
    expect(await paged(3, 2)).toEqual(order.slice(4))
    expect(await paged(1, '')).toEqual([ids[3], other])
    const projects = await addProjects(server.owner, 2)
    expect((await list(projectCalls.list, asked)).ids).toEqual(projects)
  })

  test('is refused for what is not pending, and beside what it is not kept by', async () => {
    const refusal = badly('order', 'pending_only')
    const ask = (fields: Fields, call: Call = videoCalls.personal.list) =>
      wang.sendRaw(call, { order: 'waiting', viewStatus: pending, ...fields })
    expect(await ask({ viewStatus: '' })).toMatchObject(refusal)
    expect(await ask({ viewStatus: approved })).toMatchObject(refusal)
    expect(await ask({ search: 'x' })).toMatchObject(refusal)
    expect(await ask({ start: '2026-01-01T00:00:00' })).toMatchObject(refusal)
    expect(await ask({ language: 'en' })).toMatchObject(refusal)
    expect(await ask({ memberId: 1 })).toMatchObject(refusal)
    expect((await ask({})).msg).toBe('ok')
    expect(await ask({ order: 'reported' })).toMatchObject(
      badly('order', 'one_of|newest, oldest, waiting'),
    )
  })
})

describe('the most reported first', () => {
  const most = async () => {
    const { rows, total } = await list(reportCalls.list, {
      videoType: project,
      status: pending,
      order: 'reported',
    })
    const shown = rows as unknown as { videoId: number; pendingReports: number; id: number }[]
    return { total, shown: shown.map((row) => [row.videoId, row.pendingReports]), rows: shown }
  }
  const videos = (count: number) => addVideos(server.owner, count, { status: approved })

  test('each video once, by its pending reports, with its latest one', async () => {
    const [one = 0, two = 0, three = 0] = await videos(3)
    await addReports(server.owner, one, 1)
    const reports = await addReports(server.owner, two, 3)
    await addReports(server.owner, three, 2)
    await addReports(server.owner, one, 9, { status: rejected })
    await addReports(server.owner, await addVideo(server.owner, { type: personal }), 7)
    const { shown, total, rows } = await most()
    expect(shown).toEqual([
      [two, 3],
      [three, 2],
      [one, 1],
    ])
    expect(total).toBe(3)
    expect(rows[0]?.id).toBe(Math.max(...reports))

    await addReports(server.owner, one, 4)
    await wang.send(reportCalls.dismiss, { videoId: two, videoType: project })
    expect((await most()).shown).toEqual([
      [one, 5],
      [three, 2],
    ])
  })

  test('a report that comes, goes or moves to another video moves the case', async () => {
    const [one = 0, two = 0] = await videos(2)
    const [first = 0, second = 0] = await addReports(server.owner, one, 2)
    await addReports(server.owner, two, 1)
    await server.owner.query(sql`update report set video_id = ${two} where id = ${first}`)
    expect((await most()).shown).toEqual([
      [two, 2],
      [one, 1],
    ])
    await server.owner.query(sql`delete from report where id = ${second}`)
    expect((await most()).shown).toEqual([[two, 2]])
  })

  test('a place that is wrong is found by the check, and put right', async () => {
    const [one = 0] = await videos(1)
    await addReports(server.owner, one, 2)
    await server.owner.query(sql`update waiting set reports = 9 where subject_id = ${one}`)
    expect(await findWaitingDrift(server.owner)).toEqual([
      { queue: 'report', subject: one, off: 0 },
    ])
    const [late = 0] = await addVideos(server.owner, 1)
    await server.owner.query(sql`update waiting set since = now() where subject_id = ${late}`)
    expect(await findWaitingDrift(server.owner)).toHaveLength(2)
    await rebuildWaiting(server.owner)
    expect((await most()).shown).toEqual([[one, 2]])
  })
})

describe('the items of one person', () => {
  test('are listed with a status, a search and either end first, and handed out', async () => {
    const own = await addVideos(server.owner, 4)
    const [others = 0] = await addVideos(server.owner, 1)
    await server.owner.query(
      sql`update video set uploader_id = 7 where id = any (${own}::bigint[])`,
    )
    await wang.send(videoCalls.project.approve, { videoId: own[1] ?? 0 })
    const of = (fields: Fields = {}) => list(videoCalls.project.list, { memberId: 7, ...fields })
    const newest = [...own].reverse()
    expect(await of()).toMatchObject({ ids: newest, total: 4, more: false })
    expect((await of({ order: 'oldest', pageSize: 3, page: 2 })).ids).toEqual(own.slice(3))
    expect((await of({ viewStatus: approved })).ids).toEqual([own[1]])
    expect((await of({ search: 'video 3' })).ids).toEqual([own[2]])
    expect((await list(videoCalls.project.list, { memberId: 999 })).total).toBe(0)

    const { items, left } = await next(wang, newDesk(), 'project-video', { memberId: 7 })
    expect(items.map(({ id }: { id: number }) => id)).toEqual([own[0], own[2]])
    expect(left).toBe(3)
    expect(
      await wang.sendRaw(focusCalls.next, { queue: 'report', desk: newDesk(), memberId: 7 }),
    ).toMatchObject(badly('memberId', 'not_here'))

    const { body } = await wang.send(focusCalls.about, { queue: 'project-video', id: others })
    expect(body.data.submitter?.lists).toEqual([])
    const about = await wang.send(focusCalls.about, { queue: 'project-video', id: own[0] ?? 0 })
    expect(about.body.data.submitter?.lists).toEqual([
      { list: 'project-video', approved: 1, rejected: 0, takenDown: 0, pending: 2 },
    ])
  })

  test('are counted to a thousand, as a search is', async () => {
    await server.owner.query(sql`
      insert into project (owner_id, title, create_time)
      select 8, 'p', now() - n * interval '1 hour' from generate_series(1, 1001) n`)
    const { ids, total, more } = await list(projectCalls.list, { memberId: 8, page: 100 })
    expect({ rows: ids.length, total, more }).toEqual({ rows: 10, total: 1000, more: true })
    expect((await list(projectCalls.list, { memberId: 8, page: 101 })).ids).toEqual([])
  })
})
