import { focusCalls } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import { memberCalls } from '@screening-room/contract/members'
import { status } from '@screening-room/contract/review'
import { strikeCalls } from '@screening-room/contract/strikes'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { expectWaiting } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { decide, newDesk, take } from './setup/focus.ts'
import { addReasons, addVideo } from './setup/items.ts'
import { newRole } from './setup/roles.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* What the take-downs of a member weigh, and who may change what each reason weighs. */

let server: TestServer
let li: Client
let admin: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  admin = await server.signIn('administrator', 'Lead')
  await addReasons(server.owner)
})
afterAll(() => server.close())

const rule = { expiresDays: 30, thresholds: '2,5', weights: '1:1,2:4,3:0' }

let members = 500
/** Somebody whose videos are taken down. */
function newMember() {
  members += 1
  const person = members
  const addOwn = async () => {
    const videoId = await addVideo(server.owner, { status: status.approved })
    await server.owner.query(sql`update video set uploader_id = ${person} where id = ${videoId}`)
    return videoId
  }
  const again = (videoId: number, reasons: number[]) =>
    li.send(videoCalls.project.takeDown, { videoId, videoType: 2, offlineReasons: reasons })
  return {
    person,
    addOwn,
    again,
    async takeDown(reasons: number[]) {
      const videoId = await addOwn()
      await again(videoId, reasons)
      return videoId
    },
    strikes: async () => (await li.send(memberCalls.get, { id: person })).body.data.strikes,
  }
}

/** As the platform is told, at the moment of each take-down. */
const noted = (videoId: number) =>
  server.owner.query(sql`
    select details -> 'strikes' as strikes from event
    where queue = 'video' and subject_id = ${videoId} and action = 'takeDown' order by id`)

const changes = () =>
  server.owner.query<{ from: unknown; to: unknown; by: number }>(sql`
    select details -> 'from' as from, details -> 'to' as to, actor_id as by from event
    where action = 'setStrikes' order by id`)

test('weigh by the gravest reason, reach thresholds, and end by re-opening and by time', async () => {
  expect((await admin.sendRaw(strikeCalls.change, rule)).msg).toBe('ok')
  const { takeDown, strikes } = newMember()
  const light = await takeDown([1])
  expect(await strikes()).toMatchObject({ points: 1, reached: null, thresholds: [2, 5] })
  const grave = await takeDown([1, 2])
  const nothing = await takeDown([3])
  expect(await strikes()).toMatchObject({
    points: 5,
    reached: 5,
    entries: [
      { videoId: grave, weight: 4, reasonIds: [1, 2] },
      { videoId: light, weight: 1 },
    ],
  })
  expect(await noted(light)).toEqual([{ strikes: { weight: 1, points: 1 } }])
  expect(await noted(grave)).toEqual([{ strikes: { weight: 4, points: 5 } }])
  expect(await noted(nothing)).toEqual([{ strikes: { weight: 0, points: 5 } }])

  await admin.send(historyCalls.reopen, { queue: 'video', id: grave, message: 'wrong one' })
  expect(await strikes()).toMatchObject({ points: 1, reached: null })
  await server.owner.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`
      update event set at = at - interval '31 days' where queue = 'video' and subject_id = ${light}`)
  })
  expect(await strikes()).toMatchObject({ points: 0, entries: [] })
})

test('a video that is taken down a second time is one strike, for the reasons of that time', async () => {
  await admin.send(strikeCalls.change, rule)
  const { takeDown, again, strikes } = newMember()
  const video = await takeDown([2])
  await admin.send(historyCalls.reopen, { queue: 'video', id: video, message: 'wrong one' })
  await again(video, [1])
  expect(await strikes()).toMatchObject({ points: 1, entries: [{ reasonIds: [1] }] })
  expect(await noted(video)).toEqual([
    { strikes: { weight: 4, points: 4 } },
    { strikes: { weight: 1, points: 1 } },
  ])
})

test('an undo ends a strike', async () => {
  await admin.send(strikeCalls.change, rule)
  const { person, addOwn, strikes } = newMember()
  const video = await addOwn()
  await server.owner.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id) values (${video}, 2, 1, 1)`)
  const desk = newDesk()
  const { lease } = await take(li, desk, 'report', { videoType: 2 })
  const taken = { desk, lease, action: 'takeDown', reasonIds: [2] }
  const { decision } = (await decide(li, taken)).body.data
  expect(await strikes(), `member ${person}`).toMatchObject({ points: 4 })
  expect((await li.send(focusCalls.undo, { desk, decision })).code).toBe(200)
  expect(await strikes()).toMatchObject({ points: 0, entries: [] })
})

test('a changed weight and expiry act on past take-downs at once, and not on what was told', async () => {
  await admin.send(strikeCalls.change, rule)
  const { takeDown, strikes } = newMember()
  const video = await takeDown([1])
  // Reasons that are not named keep their weight.
  await admin.send(strikeCalls.change, { ...rule, weights: '1:7' })
  const { weights } = (await li.send(strikeCalls.rule, {})).body.data
  expect(weights).toEqual(
    expect.arrayContaining([
      { id: 1, weight: 7 },
      { id: 2, weight: 4 },
      { id: 3, weight: 0 },
    ]),
  )
  expect(await strikes()).toMatchObject({ points: 7, reached: 5 })
  expect(await noted(video)).toEqual([{ strikes: { weight: 1, points: 1 } }])
})

test('are changed by those who configure alone, and what makes no sense is refused by name', async () => {
  await admin.send(strikeCalls.change, rule)
  expect((await li.sendRaw(strikeCalls.change, rule)).status).toBe(403)
  for (const [field, value] of [
    ['thresholds', '5,2'],
    ['thresholds', '2,2'],
    ['thresholds', '0'],
    ['thresholds', ''],
    ['weights', '1:101'],
    ['weights', '1:-1'],
    ['weights', 'x'],
    ['expiresDays', '0'],
    ['expiresDays', '3651'],
  ] as const)
    expect((await admin.sendRaw(strikeCalls.change, { ...rule, [field]: value })).msg).toContain(
      field,
    )
  const unknown = { ...rule, expiresDays: 99, weights: '1:2,999:1' }
  expect((await admin.sendRaw(strikeCalls.change, unknown)).code).toBe(404)
  const { data } = (await li.send(strikeCalls.rule, {})).body
  expect(data).toMatchObject({ expiresDays: 30, thresholds: [2, 5] })
})

test('a change leaves one event with what was and what is; one that changes nothing leaves none', async () => {
  await admin.send(strikeCalls.change, rule)
  const before = (await changes()).length
  for (let times = 0; times < 2; times++)
    await admin.send(strikeCalls.change, { ...rule, expiresDays: 31 })
  expect((await changes()).slice(before)).toMatchObject([
    { from: { expiresDays: 30 }, to: { expiresDays: 31 }, by: admin.userId },
  ])
})

test('of two who change it at once the second starts from what the first has left', async () => {
  await admin.send(strikeCalls.change, rule)
  const before = (await changes()).length
  const sent: Promise<unknown>[] = []
  await server.owner.transaction(async (tx) => {
    await tx.query(sql`select from strike_rule for update`)
    sent.push(admin.send(strikeCalls.change, { ...rule, expiresDays: 40 }))
    await expectWaiting(server.owner)
    sent.push(admin.send(strikeCalls.change, { ...rule, expiresDays: 50 }))
    await expectWaiting(server.owner, 2)
  })
  await Promise.all(sent)
  const [first, second] = (await changes()).slice(before)
  expect(first?.from).toMatchObject({ expiresDays: 30 })
  expect(second?.from).toEqual(first?.to)
})

test('are left out of the page for those who may not see videos', async () => {
  const { person, takeDown } = newMember()
  await takeDown([1])
  const readerOf = async (permission: 'video:see' | 'project:see') => {
    const reader = await server.signIn(await newRole(admin, [permission]))
    return (await reader.send(memberCalls.get, { id: person })).body.data.strikes
  }
  expect(await readerOf('video:see')).not.toBeNull()
  expect(await readerOf('project:see')).toBeNull()
})
