import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import { projectCalls } from '@screening-room/contract/projects'
import { refusals } from '@screening-room/contract/refusals'
import { status, videoType } from '@screening-room/contract/review'
import { versionCalls } from '@screening-room/contract/versions'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { clearItems, decide, idsOf, newDesk, next, refused, take } from './setup/focus.ts'
import { statusOf } from './setup/items.ts'
import { addMachine, type Machine, type Row, rowOf } from './setup/platform.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { joined } from './setup/stream.ts'

let server: TestServer
let machine: Machine
let reviewer: Client
beforeAll(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '600' } })
  machine = await addMachine(server)
  reviewer = await server.signIn('reviewer', 'Mei')
})
beforeEach(() => clearItems(server.owner))
afterAll(async () => {
  await expectWhole(server)
  await server.close()
})

const { pending, approved, rejected, takenDown, withdrawn } = status
let made = 0
const videoRow = (more: Row = {}): Row => ({ ...rowOf.videos(`v-${++made}`), ...more })
const ok = (answer: { msg: string }) => expect(answer.msg).toBe('ok')
const approve = (videoId: number, version?: number) =>
  reviewer.send(videoCalls.personal.approve, { videoId, ...(version && { version }) })
const changesOf = async (id: number, since?: number) =>
  (
    await reviewer.send(versionCalls.changes, {
      queue: 'video' as const,
      id,
      ...(since && { since }),
    })
  ).body.data
const historyOf = async (queue: 'video' | 'report', id: number) =>
  (await reviewer.send(historyCalls.list, { queue, id })).body.data

describe('versions', () => {
  test('what an item was is kept each time its content changes, and not when something else does', async () => {
    const row = videoRow({ introduction: 'one', media: 'a.mp4', image: 'a.webp' })
    const id = await machine.add('videos', row)
    await machine.add('videos', { ...row, duration: 9 })
    await machine.add('videos', { ...row, title: 'two', introduction: null })
    await machine.add('videos', { ...row, title: 'two', media: 'b.mp4', image: 'b.webp' })
    const kept = await server.owner.query(sql`
      select version, title, introduction, media, pictures from item_version
      where queue = 'video' and subject_id = ${id} order by version`)
    expect(kept).toEqual([
      {
        version: 1,
        title: row.title,
        introduction: 'one',
        media: 'a.mp4',
        pictures: [null, 'a.webp'],
      },
      { version: 2, title: 'two', introduction: null, media: 'a.mp4', pictures: [null, 'a.webp'] },
    ])
    const { body } = await reviewer.send(videoCalls.personal.get, { id })
    expect(body.data.version).toBe(3)
    const entries = await historyOf('video', id)
    expect(entries.map(({ action, by }) => [action, by.nickName])).toEqual([
      ['revise', 'tests'],
      ['revise', 'tests'],
    ])
  })

  test.each([
    ['certifications', 'certification', 'nick_name', certificationCalls.get],
    ['projects', 'project', 'title', projectCalls.get],
  ] as const)('of %s as well, also where SQL changes them', async (kind, queue, field, get) => {
    const row = rowOf[kind](`x-${++made}`)
    const id = await machine.add(kind, row)
    await machine.add(kind, { ...row, [field]: 'another' })
    const table = { certification: sql`certification`, project: sql`project` }[queue]
    const column = { certification: sql`nick_name`, project: sql`title` }[queue]
    await server.owner.query(sql`update ${table} set ${column} = 'by SQL' where id = ${id}`)
    expect((await reviewer.send(get, { id })).body.data.version).toBe(3)
    const { body } = await reviewer.send(versionCalls.changes, { queue, id, since: 2 })
    expect(body.data).toMatchObject({
      version: 3,
      since: 2,
      title: { before: 'another', now: 'by SQL' },
      introduction: null,
      pictures: false,
    })
  })

  test('what changed since the last decision is told, with who decided; an undone one does not count', async () => {
    const row = videoRow({ introduction: 'a b c', media: 'a.mp4' })
    const id = await machine.add('videos', row)
    expect(await changesOf(id)).toMatchObject({ version: 1, since: null, decided: null })
    const message = 'The music is not licensed'
    ok(await reviewer.send(videoCalls.personal.reject, { videoId: id, message }))
    await machine.add('videos', { ...row, introduction: 'a x c', media: 'b.mp4', resubmit: true })
    expect(await changesOf(id)).toEqual({
      version: 2,
      since: 1,
      decided: { action: 'reject', by: 'Mei', at: expect.any(String) },
      title: null,
      introduction: { before: 'a b c', now: 'a x c' },
      media: true,
      pictures: false,
    })
    const desk = newDesk()
    const { lease } = await take(reviewer, desk, 'personal-video')
    const { body } = await decide(reviewer, { desk, lease, action: 'approve', version: 2 })
    expect(await changesOf(id)).toMatchObject({ since: null, media: false })
    ok(await reviewer.send(focusCalls.undo, { desk, decision: body.data.decision }))
    expect(await changesOf(id)).toMatchObject({ since: 1, media: true })
    const missing = await reviewer.send(versionCalls.changes, { queue: 'video', id: id + 1000 })
    expect(missing.code).toBe(refusals.not_found.code)
  })
})

describe('a resubmission', () => {
  test('brings a decided item back, as the platform’s act with its event and outbox row; an upsert alone does not', async () => {
    const row = videoRow()
    const id = await machine.add('videos', row)
    ok(await approve(id))
    await machine.upsert('videos', { ...row, title: 'changed' })
    expect(await statusOf(server.owner, 'video', id)).toBe(approved)
    const again = { ...row, title: 'changed', resubmit: true }
    expect(await machine.upsert('videos', again)).toMatchObject([{ id, result: 'updated' }])
    expect(await statusOf(server.owner, 'video', id)).toBe(pending)
    expect(await machine.upsert('videos', again)).toMatchObject([{ id, result: 'unchanged' }])
    const [last] = await historyOf('video', id)
    expect(last).toMatchObject({ action: 'resubmit', before: approved, after: pending })
    const [sent] = await server.owner.query(sql`
      select e.details ->> 'version' as version, e.actor_id < 0 as "byKey", o.state from event e
      join outbox o on o.event_id = e.id where e.id = ${last?.id ?? 0}`)
    expect(sent).toEqual({ version: '2', byKey: true, state: 'waiting' })
    expect(idsOf((await next(reviewer, newDesk(), 'personal-video')).items)).toEqual([id])
  })

  test('of a new item, or of one that waits, changes nothing', async () => {
    const row = videoRow({ resubmit: true })
    expect(await machine.upsert('videos', row)).toMatchObject([{ result: 'created' }])
    expect(await machine.upsert('videos', row)).toMatchObject([{ result: 'unchanged' }])
    const project = { ...rowOf.projects(`p-${++made}`), resubmit: 'yes' }
    const [answer] = await machine.upsert('projects', project)
    expect(answer).toMatchObject({ result: 'refused', field: 'resubmit' })
  })

  test('a reviewer’s undo comes too late after it', async () => {
    const row = videoRow()
    await machine.add('videos', row)
    const desk = newDesk()
    const { lease } = await take(reviewer, desk, 'personal-video')
    const { body } = await decide(reviewer, { desk, lease, action: 'approve' })
    await machine.add('videos', { ...row, resubmit: true })
    const undo = { desk, decision: body.data.decision }
    expect(await reviewer.send(focusCalls.undo, undo)).toMatchObject(refused('already_decided'))
  })
})

describe('a withdrawal', () => {
  const withdraw = (...rows: Row[]) => machine.withdraw(rows)

  test('closes the item and its pending reports, each on the record, and nobody gets it any more', async () => {
    const row = videoRow()
    const id = await machine.add('videos', row)
    const reports = [1, 2].map(() => ({ ...rowOf.reports(`r-${++made}`), video: row.external_id }))
    const [one = 0, other = 0] = (await machine.upsert('reports', ...reports)).map(({ id }) => id)
    const name = { kind: 'video', external_id: row.external_id }
    expect(await withdraw({ ...name, reason: 'deleted by its author' })).toMatchObject([
      { external_id: row.external_id, id, result: 'updated' },
    ])
    expect(await statusOf(server.owner, 'video', id)).toBe(withdrawn)
    for (const report of [one ?? 0, other ?? 0]) {
      expect(await statusOf(server.owner, 'report', report)).toBe(withdrawn)
      const [closed] = await historyOf('report', report)
      expect(closed).toMatchObject({ action: 'withdraw', reason: 'deleted by its author' })
    }
    for (const queue of ['personal-video', 'report'] as const)
      expect(
        (await next(reviewer, newDesk(), queue, queue === 'report' ? { videoType: 1 } : {})).items,
      ).toEqual([])
    expect(await withdraw(name)).toMatchObject([{ id, result: 'unchanged' }])
    expect(await approve(id)).toMatchObject(refused('already_decided'))
    const listed = await reviewer.send(videoCalls.personal.list, { page: 1, viewStatus: withdrawn })
    expect(listed.body.data).toMatchObject([{ id, viewStatus: withdrawn }])
    expect(listed.body.total).toBe(1)
    await machine.upsert('videos', { ...row, title: 'changed' })
    expect(await statusOf(server.owner, 'video', id)).toBe(withdrawn)
    await machine.upsert('videos', { ...row, resubmit: true })
    expect(await statusOf(server.owner, 'video', id)).toBe(pending)
    expect(await statusOf(server.owner, 'report', one ?? 0)).toBe(withdrawn)
  })

  test('of an item in hand ends the lease: the decision is told that it is withdrawn', async () => {
    const row = videoRow()
    await machine.add('videos', row)
    const desk = newDesk()
    const { lease } = await take(reviewer, desk, 'personal-video')
    await withdraw({ kind: 'video', external_id: row.external_id })
    const answer = await decide(reviewer, { desk, lease, action: 'approve' })
    expect(answer).toMatchObject(refused('already_decided'))
    expect(answer.msg).toContain('withdrawn by tests')
  })

  test('works for every kind of item, in any status; what is not here is refused by name', async () => {
    const project = rowOf.projects(`p-${++made}`)
    const certification = rowOf.certifications(`c-${++made}`)
    const projectId = await machine.add('projects', project)
    const authId = await machine.add('certifications', certification)
    ok(await reviewer.send(projectCalls.approve, { projectId }))
    ok(await reviewer.send(certificationCalls.reject, { authId, message: '' }))
    const answers = await withdraw(
      { kind: 'video', external_id: 'nowhere' },
      { kind: 'project', external_id: project.external_id },
      { kind: 'certification', external_id: certification.external_id },
      { kind: 'project', external_id: project.external_id },
      { kind: 'report', external_id: 'r' },
    )
    expect(answers.map(({ result, field }) => [result, field])).toEqual([
      ['refused', 'external_id'],
      ['updated', null],
      ['updated', null],
      ['refused', 'external_id'],
      ['refused', 'kind'],
    ])
    expect(await statusOf(server.owner, 'project', projectId)).toBe(withdrawn)
    expect(await statusOf(server.owner, 'certification', authId)).toBe(withdrawn)
  })
})

describe('an item in hand', () => {
  test('that the platform changes is told to its holder, and a decision on the old version is refused with what changed', async () => {
    const row = videoRow({ media: 'a.mp4' })
    const id = await machine.add('videos', row)
    const stream = await joined(reviewer)
    const desk = newDesk()
    const { lease, video } = await take(reviewer, desk, 'personal-video')
    expect(video?.version).toBe(1)
    await machine.add('videos', { ...row, title: 'another', media: 'b.mp4' })
    while ((await sealEvents(server.db)) > 0);
    const told = () => stream.of('decision').find(({ data }) => data.id === id)?.data
    await expect.poll(told).toMatchObject({ queue: 'video', action: 'revise' })
    stream.leave()
    const seen = { desk, lease, action: 'approve', version: 1 }
    const answer = await decide(reviewer, seen)
    expect(answer).toMatchObject({
      ...refused('item_changed'),
      msg: 'The platform has changed this item (title, media replaced). Look again before you decide',
    })
    expect(answer.body.data).toEqual({ version: 2, changed: ['title', 'media'] })
    expect(await statusOf(server.owner, 'video', id)).toBe(pending)
    const again = await take(reviewer, desk, 'personal-video')
    expect(again).toMatchObject({ lease, video: { version: 2, title: 'another' } })
    ok(await decide(reviewer, { ...seen, version: 2 }))
  })

  test('whose reports are in hand is the same: their video is what changes', async () => {
    const row = videoRow()
    await machine.add('videos', row)
    await machine.add('reports', { ...rowOf.reports(`r-${++made}`), video: row.external_id })
    const desk = newDesk()
    const { lease } = await take(reviewer, desk, 'report', { videoType: 1 })
    await machine.add('videos', { ...row, title: 'another' })
    const seen = { desk, lease, action: 'dismiss', version: 1 }
    expect(await decide(reviewer, seen)).toMatchObject(refused('item_changed'))
    ok(await decide(reviewer, { ...seen, version: 2 }))
  })

  test('the specification’s calls take a version as well, and work without one', async () => {
    const row = videoRow()
    const id = await machine.add('videos', row)
    await machine.add('videos', { ...row, title: 'another' })
    const takeDown = {
      videoId: id,
      videoType: videoType.personal,
      offlineReasons: [await machine.add('reportReasons', rowOf.reportReasons('r'))],
    }
    const project = rowOf.projects(`p-${++made}`)
    const projectId = await machine.add('projects', project)
    await machine.add('projects', { ...project, title: 'another' })
    const certification = rowOf.certifications(`c-${++made}`)
    const authId = await machine.add('certifications', certification)
    await machine.add('certifications', { ...certification, nick_name: 'another' })
    const old = { version: 1 }
    const message = 'x'
    for (const answer of [
      await approve(id, 1),
      await reviewer.send(videoCalls.personal.reject, { videoId: id, message, ...old }),
      await reviewer.send(videoCalls.personal.takeDown, { ...takeDown, ...old }),
      await reviewer.send(projectCalls.approve, { projectId, ...old }),
      await reviewer.send(projectCalls.reject, { projectId, message, ...old }),
      await reviewer.send(certificationCalls.approve, { authId, ...old }),
      await reviewer.send(certificationCalls.reject, { authId, message, ...old }),
    ])
      expect(answer).toMatchObject(refused('item_changed'))
    ok(await reviewer.send(videoCalls.personal.takeDown, takeDown))
    ok(await reviewer.send(projectCalls.reject, { projectId, message, version: 2 }))
    ok(await reviewer.send(certificationCalls.approve, { authId }))
    expect(await statusOf(server.owner, 'video', id)).toBe(takenDown)
    expect(await statusOf(server.owner, 'project', projectId)).toBe(rejected)
  })
})
