import { setTimeout as pause } from 'node:timers/promises'
import { certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls } from '@screening-room/contract/history'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { deliverOutbox } from '../src/jobs/outbox.ts'
import { signatureOf } from '../src/jobs/webhook-request.ts'
import { eachOf, expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { addCertifications, addReasons, addReports, addVideo, addVideos } from './setup/items.ts'
import { accepts, answers, openReceiver, type Receiver, webhookSecret } from './setup/receiver.ts'
import { openTestPool, startServer, type TestServer } from './setup/server.ts'
import { until } from './setup/test-support.ts'

let server: TestServer
let receiver: Receiver
let wang: Client
let workers: { stop(): Promise<void> }[] = []
const logged: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })

beforeEach(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '1' } })
  receiver = await openReceiver()
  wang = await server.signIn('administrator', '王芳')
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
  expect([...logged, ...server.log].join()).not.toContain(webhookSecret)
  await expectWhole(server)
  await receiver.close()
  await server.close()
})

const start = (db = server.db) => {
  const worker = deliverOutbox(db, { url: receiver.url, secret: webhookSecret }, log)
  workers.push(worker)
  return worker
}
const approve = (videoId: number) => wang.send(videoCalls.project.approve, { videoId })
const rows = () =>
  server.owner.query<{
    eventId: number
    state: string
    attempts: number
    error: string
    dueIn: number
  }>(sql`
    select event_id as "eventId", state, attempts, last_error as error,
      extract(epoch from due_at - now())::float8 as "dueIn" from outbox order by event_id`)
const states = async () => (await rows()).map(({ state }) => state)
const allDelivered = async () => (await states()).every((state) => state === 'delivered')
/** As if so much time had passed. */
const dueNow = () =>
  server.owner.query(sql`update outbox set due_at = now() where state in ('waiting', 'sending')`)

test('a decision is told once its grace is over, not before, and signed', async () => {
  const videoId = await addVideo(server.owner)
  const at = Date.now()
  await wang.send(videoCalls.project.reject, { videoId, message: ' 太暗 ' })
  expect(await states()).toEqual(['waiting'])
  start()
  await until(() => receiver.taken.length === 1)
  expect(Date.now() - at).toBeGreaterThanOrEqual(1000)

  const { told, headers, genuine } = receiver.requests[0] ?? expect.fail()
  const [event] = await server.owner.query<{ id: number; requestId: string }>(
    sql`select id, request_id as "requestId" from event where queue = 'video'`,
  )
  expect(genuine).toBe(true)
  expect(headers).toMatchObject({
    'webhook-id': String(event?.id),
    'content-type': 'application/json',
  })
  expect(told).toEqual({
    event: event?.id,
    decision: event?.requestId,
    queue: 'video',
    subject: videoId,
    action: 'reject',
    before: status.pending,
    after: status.rejected,
    reason: '太暗',
    reasonIds: [],
    reasons: [],
    reason_texts: null,
    marks: [],
    version: 1,
    report: null,
    strikes: null,
    seal: told.seal,
    by: { id: wang.userId, nickName: '王芳' },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    external_id: null,
  })
  expect(Math.abs(Date.parse(told.at) - at)).toBeLessThan(5000)
  await until(allDelivered)
  expect(receiver.requests).toHaveLength(1)
})

test('a take-down tells of the video and of each report as one decision', async () => {
  const [reason = 0] = await addReasons(server.owner)
  const videoId = await addVideo(server.owner)
  await addReports(server.owner, videoId, 3)
  await wang.send(videoCalls.project.takeDown, {
    videoId,
    videoType: 2,
    offlineReasons: [reason],
  })
  await dueNow()
  start()
  await until(() => receiver.taken.length === 4)
  expect(new Set(receiver.taken.map(({ decision }) => decision)).size).toBe(1)
  expect(receiver.taken.map(({ queue, action }) => `${queue} ${action}`).sort()).toEqual([
    ...Array(3).fill('report takeDown'),
    'video takeDown',
  ])
  expect(receiver.taken.every(({ reasonIds }) => reasonIds.join() === String(reason))).toBe(true)
  await until(allDelivered)
  expect(await rows()).toHaveLength(4)
})

test('a secret that begins with whsec_ is base64, as the libraries of Standard Webhooks have it', () => {
  // The example of the specification.
  expect(
    signatureOf(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '1614265330',
      '{"test": 2432232314}',
    ),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('without an address nothing is sent: what is due says so, what is in its grace waits', async () => {
  const [first = 0, second = 0] = await addVideos(server.owner, 2)
  await approve(first)
  await dueNow()
  await approve(second)
  await server.owner.query(
    sql`update outbox set due_at = now() + interval '1 hour' where subject_id = ${second}`,
  )
  const worker = deliverOutbox(server.db, undefined, log)
  workers.push(worker)
  await until(async () => (await states())[0] === 'not_sent')
  await worker.stop()
  expect(await rows()).toMatchObject([
    { state: 'not_sent', attempts: 0 },
    { state: 'waiting', attempts: 0 },
  ])
})

test('a receiver that is down for a while: nothing is lost, and each item’s decisions come in order', async () => {
  await receiver.close()
  const videos = await addVideos(server.owner, 20)
  await eachOf(videos, async (videoId) => {
    expect((await approve(videoId)).code).toBe(200)
  })
  await addReasons(server.owner)
  const takeDown = (videoId: number) =>
    wang.send(videoCalls.project.takeDown, { videoId, videoType: 2, offlineReasons: [1] })
  await dueNow()
  start()
  const attempts = async () => (await rows()).reduce((sum, row) => sum + row.attempts, 0)
  await until(async () => (await attempts()) >= 18)
  // After the first sixteen at once, one row asked for all of them.
  expect(await attempts()).toBeLessThan(20)
  await eachOf(videos, async (videoId) => {
    expect((await takeDown(videoId)).code).toBe(200)
  })
  expect((await rows()).find(({ error }) => error)?.error).toBe('ECONNREFUSED')

  await receiver.open()
  await until(allDelivered)
  expect(receiver.taken).toHaveLength(40)
  for (const videoId of videos)
    expect(
      receiver.taken.filter(({ subject }) => subject === videoId).map(({ action }) => action),
    ).toEqual(['approve', 'takeDown'])
  expect(receiver.requests.every(({ genuine }) => genuine)).toBe(true)
})

describe('what is not a success is tried again:', () => {
  const elsewhere = 'http://127.0.0.1:9/elsewhere'
  test.each([
    ['an answer of 500', answers(500), 'answered 500'],
    ['an answer of 404', answers(404), 'answered 404'],
    ['a redirect, which is not followed', answers(307, { location: elsewhere }), 'answered 307'],
    ['a redirect after a POST', answers(303, { location: elsewhere }), 'answered 303'],
    ['a hung-up connection', (response) => response.destroy(), 'UND_ERR_SOCKET'],
    ['no answer at all', () => {}, 'no answer in 5 s'],
  ] as [string, Receiver['manner'], string][])('%s', async (_what, manner, says) => {
    receiver.manner = manner
    await approve(await addVideo(server.owner))
    await dueNow()
    start()
    await until(async () => (await states())[0] === 'waiting' && receiver.requests.length > 0)
    expect(await rows()).toMatchObject([{ attempts: 1, error: says }])
    receiver.manner = answers(200)
    await until(allDelivered)
    expect(receiver.requests).toHaveLength(2)
    expect(receiver.taken).toHaveLength(1)
    expect(await rows()).toMatchObject([{ attempts: 2, error: '' }])
  })

  test('an answer without an end is not read', async () => {
    let written = 0
    receiver.manner = (response) => {
      response.writeHead(200)
      const timer = setInterval(() => {
        written += 1
        response.write(Buffer.alloc(100_000))
      }, 10)
      response.on('close', () => clearInterval(timer))
    }
    await approve(await addVideo(server.owner))
    await dueNow()
    start()
    await until(allDelivered)
    expect(written).toBeLessThan(100)
  })
})

test('pauses grow from a second to an hour; after twenty attempts it is dead, and the item goes on without it', async () => {
  const videoId = await addVideo(server.owner)
  await approve(videoId)
  const attempt = async (before: number) => {
    await server.owner.query(sql`update outbox set due_at = now(), attempts = ${before}`)
    let answered = 0
    // Told to stop in the middle of it, a worker makes no second attempt, however late we look.
    receiver.manner = (response, told) => {
      answered = performance.now()
      void worker.stop()
      answers(500)(response, told)
    }
    const worker = start()
    await until(async () => {
      const [row] = await rows()
      return row?.attempts === before + 1 && row.state !== 'sending'
    })
    const [row = expect.fail()] = await rows()
    return { ...row, rests: row.dueIn + (performance.now() - answered) / 1000 }
  }
  for (const [before, least, most] of [
    [0, 0.5, 2],
    [3, 7, 16],
    [12, 1790, 3600],
    [18, 1790, 3600],
  ] as const) {
    const { state, dueIn, rests } = await attempt(before)
    expect(state).toBe('waiting')
    expect(rests).toBeGreaterThan(least)
    expect(dueIn).toBeLessThanOrEqual(most)
  }
  expect(await attempt(19)).toMatchObject({ state: 'dead', attempts: 20, error: 'answered 500' })
  expect(logged.some((line) => line.includes('given up') && line.includes('"level":50'))).toBe(true)

  receiver.manner = answers(200)
  await addReasons(server.owner)
  await wang.send(videoCalls.project.takeDown, { videoId, videoType: 2, offlineReasons: [1] })
  await dueNow()
  start()
  await until(() => receiver.taken.length === 1)
  expect(receiver.taken).toMatchObject([{ action: 'takeDown' }])
  await until(async () => (await states()).join() === 'dead,delivered')
})

test('what was taken is noted although the database was too busy for it, and not told again', async () => {
  await approve(await addVideo(server.owner))
  let held: Promise<void> | undefined
  receiver.manner = (response, told) => {
    held = server.owner.transaction(async (tx) => {
      await tx.query(sql`select from outbox for update`)
      accepts(response, told)
      // Longer than anybody waits for a row.
      await pause(2500)
    })
  }
  await dueNow()
  start()
  await until(allDelivered)
  await held
  expect(receiver.requests).toHaveLength(1)
})

test('two replicas deliver every decision, none by both, each item in order', async () => {
  const ids = await addCertifications(server.owner, many(40, 150, 1500))
  await eachOf(ids, async (id) => {
    await wang.send(certificationCalls.approve, { authId: id })
    await wang.send(historyCalls.reopen, { queue: 'certification', id, message: 'look again' })
  })
  await dueNow()
  const came = new Map<number, number[]>()
  receiver.manner = (response, told) => {
    came.set(told.event, [...(came.get(told.event) ?? []), performance.now()])
    accepts(response, told)
  }
  const other = openTestPool(server.databaseUrls.app)
  const halves = [start(), start(other), start(), start(other)]
  await until(allDelivered)
  await Promise.all(halves.map((worker) => worker.stop()))
  await other.close()
  expect(came.size).toBe(2 * ids.length)
  // Again only where a sender was given up for lost, as on a machine that hangs.
  for (const [first = 0, second = Number.POSITIVE_INFINITY] of came.values())
    expect(second - first).toBeGreaterThan(14_000)
  for (const id of ids) {
    const told = receiver.taken.filter(({ subject }) => subject === id)
    expect([...new Set(told.map(({ action }) => action))]).toEqual(['approve', 'reopen'])
  }
})

test('stopping waits for what is being sent, and begins nothing more', async () => {
  let release = () => {}
  receiver.manner = (response) => {
    release = () => response.writeHead(204).end()
  }
  const [first = 0, second = 0] = await addVideos(server.owner, 2)
  await approve(first)
  await dueNow()
  const worker = start()
  await until(() => receiver.requests.length === 1)
  await approve(second)
  await dueNow()
  const stopped = worker.stop()
  setTimeout(() => release(), 300)
  await stopped
  expect(await states()).toEqual(['delivered', 'waiting'])
  expect(receiver.requests).toHaveLength(1)
})
