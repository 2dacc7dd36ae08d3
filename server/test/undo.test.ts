import { randomUUID } from 'node:crypto'
import { certificationCalls } from '@screening-room/contract/certifications'
import { type Claimed, focusCalls, leaseSeconds } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { newDesk, take } from './setup/focus.ts'
import {
  addCertifications,
  addProjects,
  addReports,
  addVideo,
  addVideos,
  eventsOf,
  statusOf,
} from './setup/items.ts'
import { changeUnrecorded } from './setup/status-changes.ts'
import { until } from './setup/test-support.ts'
import {
  countOpen,
  decided,
  endGrace,
  type Fields,
  holderOf,
  setScene,
  tooLate,
  undo,
} from './setup/undo.ts'

const { pending, approved, rejected, takenDown } = status
const scene = setScene()
const takeCase = (by = scene.wang, desk = scene.desk) =>
  take(by, desk, 'report', { videoType: videoType.project })

test('in the grace: pending again in the same hands, both events on the record, and nobody is told', async () => {
  const id = await addVideo(scene.server.owner)
  const item = await take(scene.wang, scene.desk)
  const decision = await decided(scene, item, 'reject', { message: 'too dark' })
  expect(await statusOf(scene.server.owner, 'video', id)).toBe(rejected)

  const { code, body } = await undo(scene, decision)
  expect(code).toBe(200)
  expect(body.data.item).toMatchObject({
    lease: item.lease,
    id,
    secondsLeft: leaseSeconds,
    video: { id },
  })
  expect(body.data.item.video?.viewStatus).toBe(pending)
  expect(await statusOf(scene.server.owner, 'video', id)).toBe(pending)
  expect(await holderOf(scene, 'video', id)).toEqual({
    lease: item.lease,
    desk: scene.desk,
    holder: scene.wang.userId,
    seconds: expect.closeTo(leaseSeconds, -1),
  })
  expect(await eventsOf(scene.server.owner, 'video', id)).toMatchObject([
    { action: 'reject', before: pending, after: rejected, reason: 'too dark' },
    { action: 'undo', before: rejected, after: pending, reason: '', actorId: scene.wang.userId },
  ])
  const { body: history } = await scene.li.send(historyCalls.list, { queue: 'video', id })
  expect(history.data.map(({ action }) => action)).toEqual(['undo', 'reject'])

  // The same item under the same lease: asked for again, and decided for good.
  expect(await take(scene.wang, scene.desk)).toMatchObject({ lease: item.lease, id })
  await decided(scene, item, 'approve')
  await endGrace(scene)
  scene.tell()
  await until(() => scene.receiver.taken.length > 0)
  await until(async () => (await countOpen(scene)) === 0)
  expect(scene.receiver.requests).toMatchObject([
    { genuine: true, told: { subject: id, action: 'approve', before: pending, after: approved } },
  ])
})

test('an undo that is not followed by anything is never told of, nor what it took back', async () => {
  await addVideo(scene.server.owner)
  await undo(scene, await decided(scene, await take(scene.wang, scene.desk), 'approve'))
  const [other = 0] = await addCertifications(scene.server.owner, 1)
  await scene.wang.send(certificationCalls.approve, { authId: other })
  await scene.server.owner.query(sql`update outbox set due_at = now()`)
  scene.tell()
  await until(() => scene.receiver.taken.length > 0)
  await until(async () => (await countOpen(scene)) === 0)
  expect(scene.receiver.requests.map(({ told }) => told.queue)).toEqual(['certification'])
})

test('several deep, the last one first', async () => {
  const ids = await addVideos(scene.server.owner, 4)
  const items: Claimed[] = []
  const decisions: string[] = []
  for (const action of ['approve', 'reject', 'takeDown', 'approve']) {
    const item = await take(scene.wang, scene.desk)
    items.push(item)
    const more: Fields =
      action === 'reject'
        ? { message: 'dark' }
        : action === 'takeDown'
          ? { reasonIds: scene.reasons }
          : {}
    decisions.push(await decided(scene, item, action, more))
  }
  expect(items.map(({ id }) => id)).toEqual(ids)
  for (const [index, decision] of [...decisions.entries()].reverse()) {
    const { code, body } = await undo(scene, decision)
    expect({ code, id: body.data.item.id }).toEqual({ code: 200, id: ids[index] })
  }
  for (const [index, id] of ids.entries()) {
    expect(await statusOf(scene.server.owner, 'video', id)).toBe(pending)
    expect(await holderOf(scene, 'video', id)).toMatchObject({ lease: items[index]?.lease })
  }
})

describe('every queue:', () => {
  test('a certification and a project', async () => {
    const [authId = 0] = await addCertifications(scene.server.owner, 1)
    const [projectId = 0] = await addProjects(scene.server.owner, 1)
    const rejection = await decided(scene, await take(scene.wang, scene.desk, 'auth'), 'reject', {
      message: '',
    })
    const { body: first } = await undo(scene, rejection)
    expect(first.data.item).toMatchObject({ id: authId, certification: { authStatus: pending } })
    const approval = await decided(scene, await take(scene.wang, scene.desk, 'project'), 'approve')
    const { body: second } = await undo(scene, approval)
    expect(second.data.item).toMatchObject({ id: projectId, project: { status: pending } })
    expect(await statusOf(scene.server.owner, 'certification', authId)).toBe(pending)
    expect(await statusOf(scene.server.owner, 'project', projectId)).toBe(pending)
  })

  test('a take-down brings its reports back with the video, each to what it was', async () => {
    const id = await addVideo(scene.server.owner, { status: approved })
    const open = await addReports(scene.server.owner, id, 5)
    const [closed = 0] = await addReports(scene.server.owner, id, 1, { status: rejected })
    const item = await takeCase()
    const decision = await decided(scene, item, 'takeDown', { reasonIds: scene.reasons })
    expect(await statusOf(scene.server.owner, 'video', id)).toBe(takenDown)

    const { body } = await undo(scene, decision)
    expect(body.data.item).toMatchObject({ id, lease: item.lease, video: { viewStatus: approved } })
    expect(body.data.item.reports).toHaveLength(5)
    expect(await statusOf(scene.server.owner, 'video', id)).toBe(approved)
    for (const report of open) {
      expect(await statusOf(scene.server.owner, 'report', report)).toBe(pending)
      expect(await eventsOf(scene.server.owner, 'report', report)).toMatchObject([
        { action: 'takeDown', before: pending, after: takenDown },
        { action: 'undo', before: takenDown, after: pending },
      ])
    }
    expect(await statusOf(scene.server.owner, 'report', closed)).toBe(rejected)
    expect(await holderOf(scene, 'report', id)).toMatchObject({ lease: item.lease })
    // The next one is told of the effective decision, and not of the undone one.
    const { msg } = await scene.li.send(videoCalls.project.approve, { videoId: id })
    expect(msg).toBe('Not possible: it is approved')
  })

  test('a take-down of a video in review lets its reports wait for anybody', async () => {
    const id = await addVideo(scene.server.owner)
    await addReports(scene.server.owner, id, 2)
    const item = await take(scene.wang, scene.desk)
    await undo(scene, await decided(scene, item, 'takeDown', { reasonIds: scene.reasons }))
    expect(await holderOf(scene, 'video', id)).toMatchObject({ lease: item.lease })
    expect(await holderOf(scene, 'report', id)).toMatchObject({ lease: null })
  })

  test('a dismissal, also where more reports have come since: they are one case again', async () => {
    const id = await addVideo(scene.server.owner, { status: approved })
    await addReports(scene.server.owner, id, 2)
    const item = await takeCase()
    const decision = await decided(scene, item, 'dismiss')
    await addReports(scene.server.owner, id, 1)
    const { body } = await undo(scene, decision)
    expect(body.data.item.reports).toHaveLength(3)
    expect(await holderOf(scene, 'report', id)).toMatchObject({ lease: item.lease })
  })

  test('a dismissal whose video somebody else holds by now, for new reports, stays as it is', async () => {
    const id = await addVideo(scene.server.owner, { status: approved })
    const [first = 0] = await addReports(scene.server.owner, id, 1)
    const item = await takeCase()
    const decision = await decided(scene, item, 'dismiss')
    await addReports(scene.server.owner, id, 1)
    expect(await takeCase(scene.li, newDesk())).toMatchObject({ id })
    const { code, msg } = await undo(scene, decision)
    expect({ code, msg }).toEqual({
      code: 409,
      msg: 'This item is no longer yours to decide: held by Li Wei',
    })
    expect(await statusOf(scene.server.owner, 'report', first)).toBe(rejected)
  })
})

describe('an undo that is refused changes nothing:', () => {
  let id = 0
  let decision = ''
  beforeEach(async () => {
    id = await addVideo(scene.server.owner)
    decision = await decided(scene, await take(scene.wang, scene.desk), 'approve')
  })
  const unchanged = async () => {
    expect(await statusOf(scene.server.owner, 'video', id)).toBe(approved)
    expect(await eventsOf(scene.server.owner, 'video', id)).toHaveLength(1)
  }

  test('another person’s, and one that never was', async () => {
    for (const [by, which] of [
      [scene.li, decision],
      [scene.wang, randomUUID()],
    ] as const) {
      const { code, msg } = await undo(scene, which, {}, by)
      expect({ code, msg }).toEqual({ code: 404, msg: `decision ${which} does not exist` })
    }
    await unchanged()
  })

  test('one that was made without a lease', async () => {
    const other = await addVideo(scene.server.owner)
    await scene.wang.send(videoCalls.project.approve, { videoId: other })
    const [row] = await scene.server.owner.query<{ decision: string }>(
      sql`select decision from outbox where queue = 'video' and subject_id = ${other}`,
    )
    expect(await undo(scene, row?.decision ?? '')).toMatchObject({ code: 404 })
    expect(await statusOf(scene.server.owner, 'video', other)).toBe(approved)
  })

  test('after the grace, though nobody was told yet', async () => {
    await endGrace(scene)
    expect(await undo(scene, decision)).toMatchObject(tooLate)
    const { msg } = await undo(scene, decision, { 'accept-language': 'zh-CN' })
    expect(msg).toBe('已无法撤销：决定已生效')
    await unchanged()
  })

  test.each(['sending', 'delivered', 'not_sent', 'dead'])('while its row is %s', async (state) => {
    // What was never being sent cannot be delivered.
    for (const next of ['sending', state])
      await scene.server.owner.query(
        sql`update outbox set state = ${next} where decision = ${decision}::uuid`,
      )
    expect(await undo(scene, decision)).toMatchObject(tooLate)
    await unchanged()
  })

  test('after an attempt to tell failed: the receiver may well have heard it', async () => {
    await scene.server.owner.query(sql`
      update outbox set attempts = 1, due_at = now() + interval '1 minute'
      where decision = ${decision}::uuid`)
    expect(await undo(scene, decision)).toMatchObject(tooLate)
    await unchanged()
  })

  test('when somebody else has decided since: they are named', async () => {
    await scene.li.send(videoCalls.project.takeDown, {
      videoId: id,
      videoType: 2,
      offlineReasons: scene.reasons.slice(0, 1),
    })
    const { code, msg, body } = await undo(scene, decision)
    expect(code).toBe(409)
    expect(msg).toMatch(/^Already taken down by Li Wei at [\d :-]+: Stolen work$/)
    expect(body.data).toMatchObject({ status: takenDown, action: 'takeDown', by: 'Li Wei' })
    expect(await statusOf(scene.server.owner, 'video', id)).toBe(takenDown)
  })

  test('when an administrator has opened it again', async () => {
    await scene.li.send(historyCalls.reopen, { queue: 'video', id, message: 'wrong film' })
    const { msg } = await undo(scene, decision)
    expect(msg).toMatch(/^Already opened again by Li Wei at .*: wrong film$/)
  })

  test('when the platform itself has changed it', async () => {
    await changeUnrecorded(
      scene.server.owner,
      'video',
      sql`update video set status = ${rejected} where id = ${id}`,
    )
    expect(await undo(scene, decision)).toMatchObject(tooLate)
    expect(await statusOf(scene.server.owner, 'video', id)).toBe(rejected)
  })
})

test('sent twice it is done once, with a key and without; after the item went on it is refused', async () => {
  const id = await addVideo(scene.server.owner)
  const item = await take(scene.wang, scene.desk)
  const decision = await decided(scene, item, 'approve')
  const key = { 'idempotency-key': randomUUID() }
  for (const headers of [key, key, {}])
    expect((await undo(scene, decision, headers)).body.data.item).toMatchObject({
      id,
      lease: item.lease,
    })
  expect(await eventsOf(scene.server.owner, 'video', id)).toHaveLength(2)

  await scene.wang.send(focusCalls.release, { desk: scene.desk })
  expect(await undo(scene, decision)).toMatchObject({
    code: 409,
    msg: 'This item is no longer yours to decide',
  })
  await scene.li.send(videoCalls.project.approve, { videoId: id })
  expect((await undo(scene, decision)).msg).toMatch(/^Already approved by Li Wei at/)
  expect(await eventsOf(scene.server.owner, 'video', id)).toHaveLength(3)
})

test('two decisions of one person on one video, each under its own lease, can both be taken back', async () => {
  const id = await addVideo(scene.server.owner)
  const approval = await decided(scene, await take(scene.wang, scene.desk), 'approve')
  await addReports(scene.server.owner, id, 1)
  const down = await decided(scene, await takeCase(), 'takeDown', {
    reasonIds: scene.reasons,
  })
  expect((await undo(scene, approval)).msg).toMatch(/^Already taken down by 王芳/)
  expect((await undo(scene, down)).code).toBe(200)
  expect(await statusOf(scene.server.owner, 'video', id)).toBe(approved)
  expect((await undo(scene, approval)).code).toBe(200)
  expect(await statusOf(scene.server.owner, 'video', id)).toBe(pending)
})
