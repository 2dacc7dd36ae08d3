// @module-tag torture
import { randomUUID } from 'node:crypto'
import type { AnyCall } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { rebuildWork } from '../src/store/housekeeping.ts'
import { eachOf, expectWhole } from './setup/checks.ts'
import { type Answer, type Client, insist } from './setup/client.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addReports,
  addVideo,
  eventsOf,
  statusOf,
} from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

const roll = dice('repeats')

let server: TestServer
let wang: Client
let li: Client
beforeAll(async () => {
  server = await startServer()
  wang = await server.signIn('administrator', 'Wang Fang')
  li = await server.signIn('reviewer', 'Li Wei')
  await addReasons(server.owner)
})
afterAll(() => server.close())
afterEach(() => expectWhole(server))

interface Sending {
  call: AnyCall
  input: Record<string, string | number | number[]>
  /** Where its one event must be. */
  queue: string
  id: number | ((answer: Answer) => number)
}

const { personal, project, promo } = videoType
const newVideo = (type: number) => addVideo(server.owner, { type })
const one = async (ids: Promise<number[]>) => (await ids)[0] ?? 0
const idOf = (answer: Answer) => answer.body.data.id

/** Every call that changes something, on an item of its own. */
const sendings: Record<string, () => Promise<Sending>> = {
  'certifications.approve': async () => {
    const id = await one(addCertifications(server.owner, 1))
    return { call: certificationCalls.approve, input: { authId: id }, queue: 'certification', id }
  },
  'certifications.reject': async () => {
    const id = await one(addCertifications(server.owner, 1))
    const input = { authId: id, message: ' blurry ' }
    return { call: certificationCalls.reject, input, queue: 'certification', id }
  },
  'projects.approve': async () => {
    const id = await one(addProjects(server.owner, 1))
    return { call: projectCalls.approve, input: { projectId: id }, queue: 'project', id }
  },
  'projects.reject': async () => {
    const id = await one(addProjects(server.owner, 1))
    const input = { projectId: id, message: ' no script ' }
    return { call: projectCalls.reject, input, queue: 'project', id }
  },
  ...Object.fromEntries(
    (['project', 'personal'] as const).flatMap((kind) => {
      const calls = videoCalls[kind]
      const of = (name: 'approve' | 'reject' | 'takeDown' | 'tag', more: Sending['input']) => [
        `videos.${kind}.${name}`,
        async () => {
          const id = await newVideo(videoType[kind])
          return { call: calls[name], input: { videoId: id, ...more }, queue: 'video', id }
        },
      ]
      return [
        of('approve', {}),
        of('reject', { message: ' too dark' }),
        of('takeDown', { videoType: videoType[kind], offlineReasons: [2, 1] }),
        of('tag', { typeId: 1 }),
      ]
    }),
  ),
  'reports.dismiss': async () => {
    const videoId = await newVideo(promo)
    const id = await one(addReports(server.owner, videoId))
    return { call: reportCalls.dismiss, input: { videoId, videoType: promo }, queue: 'report', id }
  },
  'a personal dismissal': async () => {
    const videoId = await newVideo(personal)
    const id = await one(addReports(server.owner, videoId))
    const input = { videoId, message: dismissalMessage }
    return { call: videoCalls.personal.reject, input, queue: 'report', id }
  },
  'a report’s take-down': async () => {
    const videoId = await newVideo(project)
    const id = await one(addReports(server.owner, videoId))
    const input = { videoId, videoType: project, offlineReasons: [1] }
    return { call: videoCalls.project.takeDown, input, queue: 'report', id }
  },
  'categories.addCategory': async () => ({
    call: categoryCalls.addCategory,
    input: { typeName: randomUUID() },
    queue: 'category',
    id: idOf,
  }),
  'categories.addTag': async () => {
    const added = await wang.send(categoryCalls.addCategory, { typeName: randomUUID() })
    const input = { typeId: added.body.data.id, tagName: '短片' }
    return { call: categoryCalls.addTag, input, queue: 'tag', id: idOf }
  },
}

/** Sent again and again, as a double click or a retry does. */
async function sendAll({ call, input }: Sending, keys: (string | undefined)[], parallel: boolean) {
  const send = (key: string | undefined) =>
    // What a busy server turned away was not done: here repetitions are looked at, not limits.
    insist(() => wang.sendRaw(call, input, key ? { 'idempotency-key': key } : {}))
  if (parallel) return Promise.all(keys.map(send))
  const answers: Answer[] = []
  for (const key of keys) answers.push(await send(key))
  return answers
}

test.each(Object.keys(sendings))(
  '%s sent two to five times by one person is one event',
  async (name) => {
    const rounds = Array.from({ length: many(8, 120, 12_000) }, (_, index) => index)
    await eachOf(
      rounds,
      async (index) => {
        const sending = await (sendings[name] as () => Promise<Sending>)()
        const keyed = index % 2 === 0
        const key = keyed ? randomUUID() : undefined
        const times = 2 + roll.below(4)
        const answers = await sendAll(sending, Array(times).fill(key), index % 4 < 2)
        const right = answers.filter((answer) => answer.code === 200)
        const adds = typeof sending.id === 'function'
        // Without a key, a name that was just added exists; every other repetition changes nothing.
        expect(right).toHaveLength(adds && !keyed ? 1 : times)
        for (const answer of right) expect(answer.body).toEqual(right[0]?.body)
        for (const answer of answers)
          if (answer.code !== 200)
            expect(answer.msg).toMatch(/^This (category|tag) already exists$/)
        const id = typeof sending.id === 'function' ? sending.id(right[0] as Answer) : sending.id
        const events = await eventsOf(server.owner, sending.queue, id)
        expect(events).toHaveLength(1)
        expect(events[0]?.actorId).toBe(wang.userId)
      },
      3,
    )
    figure('C2', rounds.length)
  },
)

test('the same action under several keys is still one event', async () => {
  const sending = await (sendings['videos.project.reject'] as () => Promise<Sending>)()
  const answers = await sendAll(sending, [randomUUID(), randomUUID(), undefined], true)
  expect(answers.map((answer) => answer.code)).toEqual([200, 200, 200])
  expect(await eventsOf(server.owner, 'video', Number(sending.input.videoId))).toHaveLength(1)
})

test('a key that was used with another body or for another call is refused, and changes nothing', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const [first, second] = [await newVideo(project), await newVideo(project)]
  const calls = videoCalls.project
  expect(await li.send(calls.approve, { videoId: first }, key)).toMatchObject({ code: 200 })
  const refused = {
    status: 200,
    code: 422,
    msg: 'This Idempotency-Key was used for another request',
  }
  expect(await li.send(calls.approve, { videoId: second }, key)).toMatchObject(refused)
  expect(await li.send(calls.tag, { videoId: second, typeId: 1 }, key)).toMatchObject(refused)
  const { approve: sameBody } = videoCalls.personal
  expect(await li.send(sameBody, { videoId: first }, key)).toMatchObject(refused)
  const chinese = { ...key, 'accept-language': 'zh' }
  expect(await li.send(calls.reject, { videoId: first, message: 'x' }, chinese)).toMatchObject({
    code: 422,
    msg: '该 Idempotency-Key 已用于其他请求',
  })
  expect(await statusOf(server.owner, 'video', second)).toBe(status.pending)
  expect(await eventsOf(server.owner, 'video', second)).toEqual([])
})

test('two bodies with one key at once: one is done, the other refused', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const ids = [await newVideo(project), await newVideo(project)]
  const answers = await Promise.all(
    ids.map((videoId) => li.send(videoCalls.project.approve, { videoId }, key)),
  )
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, 422])
  const statuses = await Promise.all(ids.map((id) => statusOf(server.owner, 'video', id)))
  expect(statuses).toEqual(answers.map(({ code }) => (code === 200 ? 5 : 0)))
})

test('another person’s use of the same key is separate', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const [first, second] = [await newVideo(project), await newVideo(project)]
  expect(await li.send(videoCalls.project.approve, { videoId: first }, key)).toMatchObject({
    code: 200,
  })
  expect(await wang.send(videoCalls.project.approve, { videoId: second }, key)).toMatchObject({
    code: 200,
  })
  const late = await wang.send(videoCalls.project.approve, { videoId: first }, key)
  expect(late).toMatchObject({ code: 422 })
  expect(await statusOf(server.owner, 'video', second)).toBe(status.approved)
})

test('a key’s response stays the same even after somebody else has moved on', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const videoId = await newVideo(project)
  const approve = () => li.send(videoCalls.project.approve, { videoId }, key)
  await approve()
  const down = { videoId, videoType: project, offlineReasons: [1] }
  await wang.sendRaw(videoCalls.project.takeDown, down)
  expect((await approve()).body).toEqual({ code: 200, msg: 'ok' })
  expect(await statusOf(server.owner, 'video', videoId)).toBe(status.takenDown)
  expect(await eventsOf(server.owner, 'video', videoId)).toHaveLength(2)
})

test('a refusal does not use up its key', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const videoId = await newVideo(project)
  const reject = (message: string) => li.send(videoCalls.project.reject, { videoId, message }, key)
  expect(await reject(' ')).toMatchObject({ code: 400 })
  expect(await reject('too dark')).toMatchObject({ code: 200 })
})

test('the same action with another reason is no repetition', async () => {
  const videoId = await newVideo(project)
  await li.send(videoCalls.project.reject, { videoId, message: 'too dark' })
  expect(await li.send(videoCalls.project.reject, { videoId, message: 'too loud' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('by Li Wei'),
  })
})

test('the same take-down is a repetition in whatever order its reasons come, and none with others', async () => {
  const videoId = await newVideo(project)
  const takeDown = (offlineReasons: number[]) =>
    li.sendRaw(videoCalls.project.takeDown, { videoId, videoType: project, offlineReasons })
  expect(await takeDown([1, 2])).toMatchObject({ code: 200 })
  expect(await takeDown([2, 1])).toMatchObject({ code: 200 })
  expect(await takeDown([1])).toMatchObject({
    code: 409,
    msg: expect.stringContaining('by Li Wei'),
  })
  expect(await eventsOf(server.owner, 'video', videoId)).toHaveLength(1)
})

test('a repeated take-down does not close a report that came after the first', async () => {
  const videoId = await newVideo(project)
  const takeDown = () =>
    li.sendRaw(videoCalls.project.takeDown, { videoId, videoType: project, offlineReasons: [1] })
  await takeDown()
  const report = await one(addReports(server.owner, videoId))
  expect(await takeDown()).toMatchObject({ code: 200 })
  expect(await statusOf(server.owner, 'report', report)).toBe(status.pending)
})

test('after ten minutes the same action is no repetition any more', async () => {
  const videoId = await newVideo(project)
  await li.send(videoCalls.project.approve, { videoId })
  await server.owner.transaction(async (tx) => {
    // Without its triggers, and without a lock for which the housekeeper would have to wait.
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`
      update event set at = at - interval '11 minutes' where queue = 'video' and subject_id = ${videoId}`)
  })
  // The figures have it at its first moment.
  await rebuildWork(server.owner)
  expect(await li.send(videoCalls.project.approve, { videoId })).toMatchObject({ code: 409 })
  expect(await eventsOf(server.owner, 'video', videoId)).toHaveLength(1)
})

test.each(['short', 'x'.repeat(129), 'with space', 'tab\there'])(
  'a key like %j is refused by its name',
  async (key) => {
    const videoId = await newVideo(project)
    expect(
      await li.send(videoCalls.project.approve, { videoId }, { 'idempotency-key': key }),
    ).toMatchObject({ code: 400, msg: 'Idempotency-Key must be 8 to 128 plain characters' })
    expect(await statusOf(server.owner, 'video', videoId)).toBe(status.pending)
  },
)
