import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls as calls } from '@screening-room/contract/history'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { foldTallies } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addReports,
  addVideo,
  addVideos,
} from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { pending, approved, rejected, takenDown } = status
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

let server: TestServer
let li: Client
let wang: Client
let reasons: number[] = []
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('administrator', '王芳')
  reasons = await addReasons(server.owner)
})
afterAll(() => server.close())

test('a video’s history tells every step, newest first, with who, when, what changed and why', async () => {
  const videoId = await addVideo(server.owner, { type: videoType.personal })
  const [report = 0] = await addReports(server.owner, videoId)
  const added = await wang.send(categoryCalls.addCategory, { typeName: '生活' })
  const calledFor = videoCalls.personal
  await li.send(calledFor.tag, { videoId, typeId: 1 })
  await li.send(calledFor.tag, { videoId, typeId: added.body.data.id })
  await wang.send(calledFor.approve, { videoId })
  await li.sendRaw(calledFor.takeDown, { videoId, videoType: 1, offlineReasons: reasons.slice(1) })

  const { body } = await li.send(calls.list, { queue: 'video', id: videoId })
  const by = {
    li: { id: li.userId, nickName: 'Li Wei' },
    wang: { id: wang.userId, nickName: '王芳' },
  }
  const entry = {
    id: expect.any(Number),
    at: moment,
    reason: '',
    reasonIds: [] as number[],
    receipt: null,
    marks: null,
  }
  expect(body).toEqual({
    code: 200,
    msg: 'ok',
    next: null,
    data: [
      {
        ...entry,
        by: by.li,
        action: 'takeDown',
        before: approved,
        after: takenDown,
        reasonIds: reasons.slice(1),
      },
      { ...entry, by: by.wang, action: 'approve', before: pending, after: approved },
      { ...entry, by: by.li, action: 'categorize', before: pending, after: null },
      { ...entry, by: by.li, action: 'feature', before: pending, after: null },
    ],
  })
  const ids = body.data.map((one) => one.id)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))

  const onReport = await li.send(calls.list, { queue: 'report', id: report })
  expect(onReport.body.data).toEqual([
    {
      ...entry,
      by: by.li,
      action: 'takeDown',
      before: pending,
      after: takenDown,
      reasonIds: reasons.slice(1),
    },
  ])
})

test('each queue has its own history: the same id elsewhere says nothing', async () => {
  const [authId = 0] = await addCertifications(server.owner, 1)
  await li.send(certificationCalls.reject, { authId, message: ' as typed ' })
  const { body } = await wang.send(calls.list, { queue: 'certification', id: authId })
  expect(body.data).toMatchObject([
    { action: 'reject', before: pending, after: rejected, reason: ' as typed ' },
  ])
  const elsewhere = await wang.send(calls.list, { queue: 'project', id: authId })
  expect(elsewhere.body.data).toEqual([])
})

test('a name in the history stays what it was when the decision was made', async () => {
  const late = await server.signIn('reviewer', 'Before')
  const [projectId = 0] = await addProjects(server.owner, 1)
  await late.send(projectCalls.approve, { projectId })
  await server.owner.query(sql`update admin_user set nick_name = 'After' where id = ${late.userId}`)
  const { body } = await li.send(calls.list, { queue: 'project', id: projectId })
  expect(body.data).toMatchObject([{ by: { id: late.userId, nickName: 'Before' } }])
})

test('a history is read on from where it stopped, to its first entry, while new ones arrive', async () => {
  const add = (from: number, to: number) =>
    server.owner.query(sql`
      insert into event (actor_id, actor_name, action, queue, subject_id, reason)
      select 1, 'x', 'feature', 'video', id, n::text
      from generate_series(${from}::int, ${to}::int) n, unnest(array[909090, 909091]) id`)
  await add(1, 250)
  const read: number[] = []
  const sizes: number[] = []
  for (let before: number | undefined, more = true; more; ) {
    const { body } = await li.send(calls.list, { queue: 'video', id: 909_090, before })
    sizes.push(body.data.length)
    read.push(...body.data.map((entry) => Number(entry.reason)))
    before = body.next ?? undefined
    more = body.next !== null
    await add(251, 260)
  }
  expect(sizes).toEqual([100, 100, 50])
  expect(read).toEqual(Array.from({ length: 250 }, (_, n) => 250 - n))
})

test('a history of exactly one page ends there', async () => {
  await server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id)
    select 1, 'x', 'feature', 'video', 909092 from generate_series(1, 100) n`)
  const { body } = await li.send(calls.list, { queue: 'video', id: 909_092 })
  expect(body).toMatchObject({ data: { length: 100 }, next: null })
})

test.each([
  [{ queue: 'account', id: 1 }, 'queue must be one of certification, project, video, report'],
  [{ id: 1 }, 'queue must be one of certification, project, video, report'],
  [{ queue: 'video' }, 'id is required'],
  [{ queue: 'video', id: 0 }, 'id must be a whole number from 1 to 9007199254740991'],
  [
    { queue: 'video', id: 1, before: 'x' },
    'before must be a whole number from 1 to 9007199254740991',
  ],
])('a question for %j is refused by the field', async (input, msg) => {
  expect(await li.sendRaw(calls.list, { ...input })).toMatchObject({ status: 200, code: 400, msg })
})

test('what waits is counted by queue, follows each decision, and does not change when counters fold', async () => {
  const waiting = async () => (await li.send(calls.pending, {})).body.data
  const empty = async () => {
    for (const table of [sql`certification`, sql`project`, sql`video`, sql`report`])
      await server.owner.query(sql`delete from ${table}`)
  }
  await empty()
  const none = {
    certifications: 0,
    projects: 0,
    projectVideos: 0,
    personalVideos: 0,
    reports: { promo: 0, personal: 0, project: 0 },
  }
  expect(await waiting()).toEqual(none)

  const [authId = 0] = await addCertifications(server.owner, 3)
  await addCertifications(server.owner, 1, { roleId: 2 })
  await addCertifications(server.owner, 5, { status: approved })
  const [projectId = 0] = await addProjects(server.owner, 2)
  const [videoId = 0] = await addVideos(server.owner, 6, { type: videoType.project })
  const personal = await addVideo(server.owner, { type: videoType.personal })
  await addReports(server.owner, videoId, 4)
  await addReports(server.owner, personal, 2)
  const some = {
    certifications: 4,
    projects: 2,
    projectVideos: 6,
    personalVideos: 1,
    reports: { promo: 0, personal: 2, project: 4 },
  }
  expect(await waiting()).toEqual(some)
  while ((await foldTallies(server.db)) > 0) expect(await waiting()).toEqual(some)

  await li.send(certificationCalls.approve, { authId })
  await li.send(projectCalls.approve, { projectId })
  await li.send(videoCalls.project.approve, { videoId })
  await li.sendRaw(reportCalls.dismiss, { videoId, videoType: videoType.project })
  await li.sendRaw(videoCalls.personal.takeDown, {
    videoId: personal,
    videoType: videoType.personal,
    offlineReasons: reasons,
  })
  expect(await waiting()).toEqual({
    certifications: 3,
    projects: 1,
    projectVideos: 5,
    personalVideos: 0,
    reports: { promo: 0, personal: 0, project: 0 },
  })
  await empty()
  expect(await waiting()).toEqual(none)
})

test('an event whose details an import wrote shows as an event without a receipt', async () => {
  const videoId = await addVideo(server.owner, {})
  await server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, details)
    values (0, 'platform', 'import', 'video', ${videoId},
      '{"receipt": "watched", "marks": 7, "lease": null, "decision": {}}')`)
  const { body } = await li.send(calls.list, { queue: 'video', id: videoId })
  expect(body.data).toMatchObject([{ action: 'import', receipt: null, marks: null }])
})
