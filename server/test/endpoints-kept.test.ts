import { endpointCalls, longestAnswer, mostEndpoints } from '@screening-room/contract/endpoints'
import { videoCalls } from '@screening-room/contract/videos'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { sql } from '../src/db/sql.ts'
import { addEndpoint } from '../src/domain/endpoints.ts'
import { endpointSecrets } from '../src/domain/secret-box.ts'
import { correctMoments } from '../src/store/clock.ts'
import { hours, moveClock } from './setup/clock.ts'
import { setEndpointScene } from './setup/endpoints.ts'
import { addVideos, eventsOf } from './setup/items.ts'
import { until } from './setup/test-support.ts'

/* What administrators see of their endpoints, and what they may enter. */

const scene = setEndpointScene()
const approve = async (videoId: number) => {
  expect((await scene.li.send(videoCalls.project.approve, { videoId })).code).toBe(200)
}
const rows = (id: number) =>
  scene.server.owner.query<{ event: number; state: string }>(sql`
    select event_id as event, state from delivery where endpoint_id = ${id} order by event_id`)
const states = async (id: number) => (await rows(id)).map(({ state }) => state)
const listed = async (id: number) => {
  const { body } = await scene.li.send(endpointCalls.list, {})
  return body.data.find((one) => one.id === id) ?? expect.fail()
}

test('deliveries show status, latency, body and the beginning of the response; one or a range is sent again', async () => {
  const { id } = await scene.add(scene.one)
  scene.one.manner = (response) =>
    response.writeHead(200).end(`\u0000\u001b[31m${'好'.repeat(5000)}`)
  const videos = await addVideos(scene.server.owner, 3)
  for (const videoId of videos) await approve(videoId)
  scene.deliver()
  await scene.settle()
  await until(async () => (await states(id)).join() === 'delivered,delivered,delivered')
  const list = (more: object = {}) => scene.li.send(endpointCalls.deliveries, { id, ...more })
  const { body } = await list()
  expect(body.data.map(({ subject }) => subject)).toEqual([...videos].reverse())
  const [{ event } = expect.fail()] = body.data
  expect(body.data[0]).toMatchObject({
    state: 'delivered',
    status: 200,
    attempts: 1,
    error: '',
    latencyMs: expect.any(Number),
    dueAt: null,
  })
  expect((await list({ before: event })).body.data).toHaveLength(2)
  expect((await list({ outcome: 'dead' })).body.data).toEqual([])
  const { body: whole } = await scene.li.send(endpointCalls.delivery, { id, event })
  const sent = scene.one.requests.find(({ told }) => told.event === event)
  expect(JSON.parse(whole.data.body)).toEqual(sent?.told)
  expect(whole.data.answer).toBe(`[31m${'好'.repeat(longestAnswer - 4)}`)
  expect(await scene.li.send(endpointCalls.delivery, { id, event: event + 1000 })).toMatchObject({
    code: 404,
    msg: `delivery ${event + 1000} does not exist`,
  })

  const [oldest = expect.fail()] = await rows(id)
  const resend = (input: object) => scene.li.send(endpointCalls.resend, { id, ...input })
  expect((await resend({ from: oldest.event, to: oldest.event })).body.data).toEqual({ count: 1 })
  await until(() => scene.one.taken.length === 4)
  await until(async () => (await states(id)).every((state) => state === 'delivered'))
  expect((await resend({ from: 1, to: event, outcome: 'dead' })).body.data).toEqual({ count: 0 })
  expect((await resend({ from: 1, to: event })).body.data).toEqual({ count: 3 })
  await until(() => scene.one.taken.length === 7)
  expect(await resend({ from: 5, to: 4 })).toMatchObject({ code: 400, msg: 'to is before from' })
  const acts = await eventsOf(scene.server.owner, 'endpoint', id)
  expect(acts.map(({ action }) => action)).toEqual([
    'endpoint.add',
    'endpoint.resend',
    'endpoint.resend',
  ])
})

test('the secret is answered once, and is nowhere in the clear: not for a repetition, a dump or a log', async () => {
  const input = { name: 'Twice', url: scene.one.url, kinds: ['video' as const] }
  const key = { 'idempotency-key': 'the-same-request' }
  const first = await scene.li.send(endpointCalls.add, input, key)
  const { secret, id } = first.body.data
  expect((await scene.li.send(endpointCalls.add, input, key)).body.data).toEqual({
    id,
    secret: null,
  })
  const list = await scene.li.send(endpointCalls.list, {})
  const dump = await scene.server.owner.query<{ row: string }>(sql`
    select p::text as row from endpoint p union all select e::text from event e
    union all select a::text from action_request a`)
  const plain = (secret ?? '').slice('whsec_'.length)
  const bytes = Buffer.from(plain, 'base64')
  const places = [...dump.map(({ row }) => row), ...scene.server.log, JSON.stringify(list.body)]
  for (const written of [plain, bytes.toString('hex'), Buffer.from(plain).toString('hex')])
    expect(places.filter((place) => place.includes(written))).toEqual([])
})

test('an address must be https, or this machine’s where nobody else reaches the server', async () => {
  const { db } = scene.server
  const by = { id: 1, nickName: 'x', requestId: 'x' }
  const box = endpointSecrets(Buffer.alloc(32))
  const onLoopback = readConfig({}, '/')
  const publicly = readConfig({ PUBLIC_URL: 'https://review.example.com', HOST: '0.0.0.0' }, '/')
  const refused = (url: string, config = onLoopback) =>
    db
      .transaction(async (tx) => {
        await addEndpoint(tx, by, { name: 'x', url, kinds: ['tag'] }, config, box)
        throw new Error('rolled back')
      })
      .catch((error) => error.message)
  for (const url of [
    '',
    'x',
    'ftp://a.example',
    'http://a.example',
    'https://u:p@a.example',
    'https://a.example/#x',
    'javascript:1',
    '//a.example',
    'http://127.0.0.1.example',
  ])
    expect([url, await refused(url)]).toEqual([url, 'bad_input'])
  expect(await refused('http://127.0.0.1:9/x')).toBe('rolled back')
  expect(await refused('http://127.0.0.1:9/x', publicly)).toBe('bad_input')
  expect(await refused('https://a.example/x?y=z', publicly)).toBe('rolled back')
  expect(
    await scene.li.send(endpointCalls.add, { name: ' ', url: scene.one.url, kinds: ['tag'] }),
  ).toMatchObject({ code: 400, msg: 'name is required' })
  expect(await scene.li.send(endpointCalls.add, { name: 'x', url: scene.one.url })).toMatchObject({
    code: 400,
    msg: 'kinds is required',
  })
})

test('there are at most twenty endpoints, and each change of one is recorded without its path', async () => {
  const ids: number[] = []
  for (let n = 0; n < mostEndpoints; n++) ids.push((await scene.add(scene.one)).id)
  const input = { name: 'x', url: scene.one.url, kinds: ['tag' as const] }
  expect(await scene.li.send(endpointCalls.add, input)).toMatchObject({
    code: 409,
    msg: 'There are 20 endpoints already; remove one first',
  })
  const [id = 0] = ids
  for (let times = 0; times < 2; times++)
    expect((await scene.li.send(endpointCalls.change, { id, ...input })).code).toBe(200)
  expect(await listed(id)).toMatchObject({ name: 'x', kinds: ['tag'] })
  const acts = await eventsOf(scene.server.owner, 'endpoint', id)
  expect(acts.map(({ action }) => action)).toEqual(['endpoint.add', 'endpoint.change'])
  const [event] = await scene.server.owner.query<{ details: string }>(sql`
    select details::text from event where queue = 'endpoint' and subject_id = ${id} order by id desc limit 1`)
  expect(event?.details).not.toContain('hooks')
})

test('a clock that was six hours ahead and is set right puts nothing off', async () => {
  const { id } = await scene.add(scene.one)
  const { owner, db } = scene.server
  await scene.li.send(endpointCalls.rotate, { id })
  await owner.query(sql`update endpoint set failing_since = now() where id = ${id}`)
  await owner.query(sql`
    insert into delivery (endpoint_id, event_id, queue, subject_id, due_at)
    values (${id}, 1, 'tag', 1, now() + interval '8 seconds')`)
  await moveClock(owner, -hours(6))
  await correctMoments(db)
  const [row] = await owner.query(sql`
    select d.due_at <= now() + interval '8 seconds' as due, p.failing_since <= now() as failing,
      p.rotated_at <= now() as rotated
    from endpoint p join delivery d on d.endpoint_id = p.id where p.id = ${id}`)
  expect(row).toEqual({ due: true, failing: true, rotated: true })
})
