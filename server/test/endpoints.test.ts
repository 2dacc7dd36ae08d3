import { endpointCalls } from '@screening-room/contract/endpoints'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { expect, test } from 'vitest'
import { many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { fanOut, setNotSent, setSent, takeDeliveries } from '../src/store/deliveries.ts'
import { dropOld, sealEvents } from '../src/store/housekeeping.ts'
import { eachOf } from './setup/checks.ts'
import { setEndpointScene } from './setup/endpoints.ts'
import { take } from './setup/focus.ts'
import { addVideo, addVideos } from './setup/items.ts'
import { accepts, answers } from './setup/receiver.ts'
import { openTestPool } from './setup/server.ts'
import { until } from './setup/test-support.ts'
import { decided, undo } from './setup/undo.ts'

/* Endpoints that administrators keep: who is sent what, in which order, and what becomes of failures. */

const scene = setEndpointScene()
const { project } = videoCalls
const approve = async (videoId: number) => {
  expect((await scene.li.send(project.approve, { videoId })).code).toBe(200)
}
const takeDown = (videoId: number) =>
  scene.li.send(project.takeDown, { videoId, videoType: 2, offlineReasons: [1] })
const rows = (id: number) =>
  scene.server.owner.query<{ event: number; state: string; attempts: number; error: string }>(sql`
    select event_id as event, state, attempts, error from delivery where endpoint_id = ${id} order by event_id`)
const states = async (id: number) => (await rows(id)).map(({ state }) => state)
const listed = async (id: number) => {
  const { body } = await scene.li.send(endpointCalls.list, {})
  return body.data.find((one) => one.id === id) ?? expect.fail()
}
const dueNow = () =>
  scene.server.owner.query(
    sql`update delivery set due_at = now() where state in ('waiting', 'sending')`,
  )

test('each endpoint is sent what it wants, signed with its own secret, with its place in the sealed record', async () => {
  const all = await scene.add(scene.one)
  const tags = await scene.add(scene.other, ['category', 'tag'])
  const videoId = await addVideo(scene.server.owner)
  await approve(videoId)
  scene.deliver()
  await scene.settle()
  await until(async () => (await states(all.id)).join() === 'delivered')
  const [{ told, genuine, headers } = expect.fail()] = scene.one.requests
  const [sealed] = await scene.server.owner.query(sql`
    select json_build_object('position', s.position, 'hash', encode(s.hash, 'hex')) as seal
    from event_seal s where event_id = ${told.event}`)
  expect(genuine).toBe(true)
  expect(headers['webhook-id']).toBe(String(told.event))
  expect(told).toMatchObject({
    queue: 'video',
    subject: videoId,
    action: 'approve',
    before: status.pending,
    after: status.approved,
    ...sealed,
  })
  expect(scene.other.requests).toEqual([])
  expect(await states(tags.id)).toEqual([])
  expect(await listed(all.id)).toMatchObject({ state: 'active', waiting: 0, dead: 0 })
})

test('what is undone is handed to nobody, and what was handed out cannot be undone', async () => {
  const { id } = await scene.add(scene.one)
  await addVideos(scene.server.owner, 2)
  const decide = async () => decided(scene, await take(scene.wang, scene.desk), 'approve')
  const undone = await decide()
  expect((await undo(scene, undone)).code).toBe(200)
  // Nothing is handed out beyond a decision that may still be undone.
  const decision = await decide()
  await scene.server.owner.query(sql`
    update outbox set due_at = now() + interval '1 hour' where state = 'waiting'`)
  while ((await sealEvents(scene.server.db)) > 0);
  while ((await fanOut(scene.server.db, 200)) > 0);
  expect(await rows(id)).toEqual([])
  await scene.settle()
  while ((await fanOut(scene.server.db, 200)) > 0);
  expect(await rows(id)).toHaveLength(1)
  // As if the clock had been set back since.
  await scene.server.owner.query(
    sql`update outbox set due_at = now() + interval '1 hour' where state = 'waiting'`,
  )
  expect(await undo(scene, decision)).toMatchObject({ code: 409 })
  scene.deliver()
  await until(() => scene.one.taken.length === 1)
  expect(scene.one.taken).toMatchObject([{ decision }])
})

test('an endpoint that hangs delays no other, and each item’s decisions come in order', async () => {
  const hanging = await scene.add(scene.one)
  const fine = await scene.add(scene.other)
  scene.one.manner = () => {}
  const videos = await addVideos(scene.server.owner, 12)
  await eachOf(videos, approve)
  scene.deliver()
  await scene.settle()
  await until(() => scene.one.requests.length > 0)
  await eachOf(videos, async (videoId) => {
    expect((await takeDown(videoId)).code).toBe(200)
  })
  await scene.settle()
  await until(async () => scene.other.taken.length === 24)
  // The first ones still hang, or have just been given up.
  expect(scene.one.taken).toEqual([])
  for (const videoId of videos)
    expect(
      scene.other.taken.filter(({ subject }) => subject === videoId).map(({ action }) => action),
    ).toEqual(['approve', 'takeDown'])
  await until(async () => (await listed(fine.id)).waiting === 0)
  expect(await listed(fine.id)).toMatchObject({ state: 'active' })
  expect(await listed(hanging.id)).toMatchObject({ waiting: 24 })

  scene.one.manner = accepts
  await until(async () => {
    await dueNow()
    return (await states(hanging.id)).every((state) => state === 'delivered')
  })
  for (const videoId of videos)
    expect([
      ...new Set(
        scene.one.taken.filter(({ subject }) => subject === videoId).map(({ action }) => action),
      ),
    ]).toEqual(['approve', 'takeDown'])
  expect(await listed(hanging.id)).toMatchObject({ state: 'active', failingSince: null })
})

test('four senders hand out and deliver every event to both endpoints, none twice, each item in order', async () => {
  await scene.add(scene.one)
  await scene.add(scene.other)
  const videos = await addVideos(scene.server.owner, many(20, 100, 1000))
  const pool = openTestPool(scene.server.databaseUrls.app)
  const senders = [scene.deliver(), scene.deliver(pool), scene.deliver(), scene.deliver(pool)]
  await eachOf(videos, async (videoId) => {
    await approve(videoId)
    await takeDown(videoId)
  })
  await scene.settle()
  await until(
    () =>
      scene.one.taken.length >= 2 * videos.length && scene.other.taken.length >= 2 * videos.length,
  )
  await Promise.all(senders.map((sender) => sender.stop()))
  await pool.close()
  for (const { taken } of [scene.one, scene.other]) {
    expect(new Set(taken.map(({ event }) => event)).size).toBe(2 * videos.length)
    for (const videoId of videos)
      expect([
        ...new Set(taken.filter(({ subject }) => subject === videoId).map(({ action }) => action)),
      ]).toEqual(['approve', 'takeDown'])
  }
})

test('a sender that was given up for lost is followed by another, and only the other one’s word counts', async () => {
  const { id } = await scene.add(scene.one)
  const videoId = await addVideo(scene.server.owner)
  await approve(videoId)
  await takeDown(videoId)
  await scene.settle()
  const { db } = scene.server
  await fanOut(db, 200)
  const failed = { status: 500, latencyMs: 1, error: 'late', answer: '' }
  const took = async () => {
    const all = await takeDeliveries(db, id, 10, 15)
    // The item’s next one waits for the first.
    expect(all.length).toBeLessThan(2)
    return all[0]
  }
  const lost = (await took()) ?? expect.fail()
  expect(await took()).toBeUndefined()
  await dueNow()
  const next = (await took()) ?? expect.fail()
  expect(next).toMatchObject({ eventId: lost.eventId, attempts: 2 })
  await setSent(db, lost, { ...failed, error: '' })
  await setNotSent(db, lost, failed, 'never', 6)
  expect(await rows(id)).toMatchObject([{ state: 'sending', attempts: 2 }, {}])
  await setSent(db, next, { ...failed, status: 200, error: '' })
  await setNotSent(db, next, failed, 'never', 6)
  expect(await rows(id)).toMatchObject([{ state: 'delivered' }, {}])
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { id, secret } = await scene.add(scene.one)
  const { body } = await scene.li.send(endpointCalls.rotate, { id })
  const fresh = body.data.secret ?? ''
  expect(fresh).toMatch(/^whsec_[\w+/]{32}$/)
  expect((await listed(id)).previousUntil).not.toBeNull()
  const ping = async () => (await scene.li.send(endpointCalls.ping, { id })).body.data
  scene.one.secrets = [fresh, secret]
  expect(await ping()).toMatchObject({ status: 204, error: '', answer: '' })
  await scene.server.owner.query(sql`
    update endpoint set rotated_at = rotated_at - interval '25 hours' where id = ${id}`)
  scene.one.secrets = [fresh]
  await ping()
  expect(scene.one.requests.map(({ genuine }) => genuine)).toEqual([true, true])
  expect(scene.one.requests[0]?.told).toMatchObject({
    queue: 'endpoint',
    subject: id,
    action: 'ping',
  })
  expect((await listed(id)).previousUntil).toBeNull()
})

test('a paused endpoint is sent nothing but pings, loses nothing, and goes on when it is resumed', async () => {
  const { id } = await scene.add(scene.one)
  const setPaused = (paused: 'true' | 'false') =>
    scene.li.send(endpointCalls.setPaused, { id, paused })
  await setPaused('true')
  await approve(await addVideo(scene.server.owner))
  const sender = scene.deliver()
  await scene.settle()
  await until(async () => (await states(id)).join() === 'waiting')
  await sender.stop()
  expect(scene.one.requests).toEqual([])
  await scene.li.send(endpointCalls.ping, { id })
  expect(scene.one.requests).toHaveLength(1)
  await setPaused('false')
  scene.deliver()
  await until(async () => (await states(id)).join() === 'delivered')
})

test('a removed endpoint is sent nothing, and its secrets and rows go', async () => {
  const { id } = await scene.add(scene.one)
  await approve(await addVideo(scene.server.owner))
  await scene.settle()
  await fanOut(scene.server.db, 200)
  expect((await scene.li.send(endpointCalls.remove, { id })).code).toBe(200)
  expect(await takeDeliveries(scene.server.db, id, 1, 15)).toEqual([])
  for (const call of [endpointCalls.ping, endpointCalls.rotate, endpointCalls.deliveries] as const)
    expect(await scene.li.send(call, { id })).toMatchObject({
      code: 404,
      msg: `endpoint ${id} does not exist`,
    })
  const [row] = await scene.server.owner.query(sql`
    select length(secret) as n, previous_secret as previous from endpoint where id = ${id}`)
  expect(row).toEqual({ n: 0, previous: null })
  await dropOld(scene.server.db)
  expect(await rows(id)).toEqual([])
})

test('after twenty attempts a message is given up; after hours of failures the endpoint is dead until it is resumed', async () => {
  const { id } = await scene.add(scene.one)
  const { owner, url } = scene.server
  scene.one.manner = answers(500)
  const [first = 0, second = 0] = await addVideos(owner, 2)
  await approve(first)
  await scene.settle()
  await fanOut(scene.server.db, 200)
  const giveUp = async () => {
    await owner.query(sql`
      update delivery set attempts = 19, due_at = now() where endpoint_id = ${id} and state = 'waiting'`)
    const sender = scene.deliver()
    await until(async () => (await states(id)).every((state) => state === 'dead'))
    await sender.stop()
  }
  await giveUp()
  expect(await listed(id)).toMatchObject({ state: 'failing', dead: 1 })
  await owner.query(sql`
    update endpoint set failing_since = failing_since - interval '7 hours' where id = ${id}`)
  await approve(second)
  await scene.settle()
  await fanOut(scene.server.db, 200)
  await giveUp()
  expect(await listed(id)).toMatchObject({ state: 'dead', dead: 2 })
  expect(scene.logged.some((line) => line.includes('an endpoint is dead'))).toBe(true)
  expect((await scene.li.send(endpointCalls.alerts, {})).body.data).toEqual({ dead: 1 })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain('webhook_endpoints{state="dead"} 1')
  expect(metrics).toContain(`webhook_deliveries{endpoint="${id}",state="dead"} 2`)

  await addVideo(owner)
  await takeDown(second)
  await scene.settle()
  await fanOut(scene.server.db, 200)
  expect(await takeDeliveries(scene.server.db, id, 1, 15)).toEqual([])
  scene.one.manner = accepts
  scene.one.taken.length = 0
  await scene.li.send(endpointCalls.setPaused, { id, paused: 'false' })
  scene.deliver()
  await until(() => scene.one.taken.length === 3)
  expect(
    scene.one.taken.filter(({ subject }) => subject === second).map(({ action }) => action),
  ).toEqual(['approve', 'takeDown'])
  expect((await scene.li.send(endpointCalls.alerts, {})).body.data).toEqual({ dead: 0 })
})
