import { randomUUID } from 'node:crypto'
import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import { longestBody } from '@screening-room/contract/platform'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { deliverOutbox } from '../src/jobs/outbox.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { newDesk, take } from './setup/focus.ts'
import { addVideo, statusOf } from './setup/items.ts'
import { addMachine, kindNames, type Machine, rowOf } from './setup/platform.ts'
import { openReceiver, webhookSecret } from './setup/receiver.ts'
import { startServer, type TestServer } from './setup/server.ts'

let server: TestServer
let machine: Machine
let reviewer: Client
beforeAll(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '0' } })
  machine = await addMachine(server)
  reviewer = await server.signIn()
})
afterAll(async () => {
  await expectWhole(server)
  await server.close()
})

const { pending, approved, takenDown } = status
const resultsOf = (answers: { result: string }[]) => answers.map(({ result }) => result)

describe('rows of every kind', () => {
  test.each(kindNames)('%s are created, unchanged, updated, and keep their id', async (kind) => {
    const row = rowOf[kind]('one')
    const [created] = await machine.upsert(kind, row)
    expect(created).toEqual({
      external_id: 'one',
      id: expect.any(Number),
      result: 'created',
      field: null,
      message: null,
    })
    expect(await machine.upsert(kind, row)).toEqual([{ ...created, result: 'unchanged' }])
    // Every kind has one of these.
    const field = ['nick_name', 'name', 'message', 'title', 'reporter'].find((name) => name in row)
    const changed = { ...row, [field ?? '']: 'another' }
    expect(await machine.upsert(kind, changed)).toEqual([{ ...created, result: 'updated' }])
    expect(await machine.upsert(kind, changed)).toEqual([{ ...created, result: 'unchanged' }])
  })

  test('every field of a video arrives where reviewers see it, and what is left out is empty', async () => {
    const full = {
      ...rowOf.videos('full'),
      project: 'full-project',
      introduction: '第一行\n第二行',
      banner: 'https://pictures.example.com/banner.webp',
      image: 'cover.webp',
      media: 'film.webm',
      duration: 61,
      visibility: 'private',
      language: 'ja',
      created_at: '2026-01-31T08:00:00+08:00',
    }
    const id = await machine.add('videos', full)
    const read = async () => {
      const [row] = await server.owner.query(sql`
        select type, title, introduction, banner, image, media, duration, visibility, language, status,
          create_time = '2026-01-31T00:00:00Z' as "createdThen" from video where id = ${id}`)
      return row
    }
    expect(await read()).toEqual({
      type: videoType.personal,
      title: 'video full',
      introduction: '第一行\n第二行',
      banner: full.banner,
      image: 'cover.webp',
      media: 'film.webm',
      duration: 61,
      visibility: 0,
      language: 'ja',
      status: pending,
      createdThen: true,
    })
    await machine.add('videos', { external_id: 'full', type: 'personal', uploader: 'm-full' })
    expect(await read()).toEqual({
      type: videoType.personal,
      title: null,
      introduction: null,
      banner: null,
      image: null,
      media: null,
      duration: null,
      visibility: 1,
      language: 'unknown',
      status: pending,
      createdThen: true,
    })
  })

  test('a certification and a project are shown with the names of what they refer to', async () => {
    const certification = {
      ...rowOf.certifications('shown'),
      pictures: ['/pictures/one.webp', 'https://pictures.example.com/two.webp'],
    }
    const id = await machine.add('certifications', certification)
    const { body } = await reviewer.send(certificationCalls.get, { id })
    expect(JSON.parse(body.data.authPicPath ?? '')).toEqual(certification.pictures)
    const [role] = await machine.upsert('roles', { external_id: 'actor', name: '演员' })
    expect(body.data.authRoleId).toBe(role?.id)

    const projectId = await machine.add('projects', {
      ...rowOf.projects('shown'),
      roles: ['actor', 'director'],
      promo_video: 'promo-of-shown',
    })
    const promo = { ...rowOf.videos('promo-of-shown'), type: 'promo', project: 'shown' }
    const promoId = await machine.add('videos', promo)
    await machine.upsert('members', { external_id: 'm-shown', nick_name: '林一' })
    const found = await reviewer.send(projectCalls.get, { id: projectId })
    expect(found.body.data).toMatchObject({
      ownerName: '林一',
      promoVideoId: promoId,
      videoCount: 1,
      roleIds: [role?.id, expect.any(Number)],
    })
    const roles = (await reviewer.send(certificationCalls.roles, {})).body.data
    expect(roles[String(found.body.data.roleIds?.[1])]).toBe('director')
  })
})

describe('in any order of arrival', () => {
  test('a report comes before its video, its reason and its reporter, and is handed out with the video', async () => {
    const report = { ...rowOf.reports('early'), video: 'late' }
    const reportId = await machine.add('reports', report)
    const id = await machine.add('videos', rowOf.videos('late'))
    const { body } = await reviewer.send(focusCalls.about, { queue: 'personal-video', id })
    expect(body.data).toMatchObject({ submitter: { reports: 1 }, reports: [{ id: reportId }] })
    const waiting = sql`select from waiting where queue = 'report' and subject_id = ${id}`
    expect(await server.owner.query(waiting)).toHaveLength(1)
    const dismissed = await reviewer.send(videoCalls.personal.reject, {
      videoId: id,
      message: 'report rejected',
    })
    expect(dismissed.msg).toBe('ok')
    expect(await statusOf(server.owner, 'report', reportId)).toBe(status.rejected)
  })

  test('a video comes before its member: it is called as the platform calls them, until the member is there', async () => {
    const id = await machine.add('videos', { ...rowOf.videos('orphan'), uploader: 'unborn' })
    const uploaderOf = async () => {
      const { body } = await reviewer.send(focusCalls.about, { queue: 'personal-video', id })
      return { id: body.data.submitter?.id, name: body.data.submitter?.nickName ?? null }
    }
    const before = await uploaderOf()
    expect(before.name).toBe('unborn')
    const memberId = await machine.add('members', { external_id: 'unborn', nick_name: '新人' })
    expect(await uploaderOf()).toEqual({ id: memberId, name: '新人' })
    expect(memberId).toBe(before.id)
  })

  test('an id that came by SQL is never given to a thing of the platform’s', async () => {
    const [{ next } = { next: 0 }] = await server.owner.query<{ next: number }>(
      sql`select nextval(pg_get_serial_sequence('video', 'id')) + 1 as next`,
    )
    await server.owner.query(sql`
      insert into video (id, type, uploader_id, title) values (${next}, 1, 1, 'by SQL')`)
    const [answer] = await machine.upsert('videos', rowOf.videos('after-sql'))
    expect(answer?.result).toBe('created')
    expect(answer?.id).toBeGreaterThan(next)
  })
})

describe('content, and never a decision:', () => {
  test('a decided status, a featured mark and a category survive an upsert', async () => {
    const row = { ...rowOf.videos('decided'), type: 'project' }
    const id = await machine.add('videos', row)
    expect((await reviewer.send(videoCalls.project.approve, { videoId: id })).msg).toBe('ok')
    await server.owner.query(
      sql`update video set featured = true, category_id = 11 where id = ${id}`,
    )
    expect(resultsOf(await machine.upsert('videos', { ...row, title: 'new title' }))).toEqual([
      'updated',
    ])
    const [found] = await server.owner.query(
      sql`select status, featured, category_id as category, title from video where id = ${id}`,
    )
    expect(found).toEqual({ status: approved, featured: true, category: 11, title: 'new title' })
    const { body } = await reviewer.send(videoCalls.project.list, { search: 'new title' })
    expect(body.data.map((video: { id: number }) => video.id)).toEqual([id])
  })

  test('a lease survives an upsert, and the reviewer who has it decides', async () => {
    await server.owner.query(sql`delete from video where type = ${videoType.project}`)
    const row = { ...rowOf.videos('held'), type: 'project' }
    const id = await machine.add('videos', row)
    const desk = newDesk()
    const item = await take(reviewer, desk)
    expect(item.id).toBe(id)
    await machine.add('videos', { ...row, title: 'other', created_at: '2025-01-31T08:00:00Z' })
    const again = await take(reviewer, desk)
    expect(again).toMatchObject({ id, lease: item.lease, video: { title: 'other' } })
  })

  test('new reports on a video that was taken down are pending, those that were closed stay closed', async () => {
    const id = await machine.add('videos', { ...rowOf.videos('bad'), type: 'project' })
    const reason = await machine.add('reportReasons', rowOf.reportReasons('violence'))
    const report = { ...rowOf.reports('first'), video: 'bad', video_type: 'project' }
    const first = await machine.add('reports', report)
    const takeDown = { videoId: id, videoType: videoType.project, offlineReasons: [reason] }
    expect((await reviewer.send(videoCalls.project.takeDown, takeDown)).msg).toBe('ok')
    const answers = await machine.upsert(
      'reports',
      { ...report, reporter: 'somebody else' },
      { ...report, external_id: 'second' },
    )
    expect(resultsOf(answers)).toEqual(['updated', 'created'])
    expect(await statusOf(server.owner, 'report', first)).toBe(takenDown)
    expect(await statusOf(server.owner, 'report', answers[1]?.id ?? 0)).toBe(pending)
    const { body } = await reviewer.send(reportCalls.get, { id: first })
    expect(body.data.reportStatus).toBe(takenDown)
  })

  test('a video’s type and a report’s video stay what they were', async () => {
    await machine.upsert('videos', rowOf.videos('typed'))
    const [video] = await machine.upsert('videos', { ...rowOf.videos('typed'), type: 'promo' })
    expect(video).toMatchObject({ result: 'refused', field: 'type', message: 'cannot change' })
    const report = { ...rowOf.reports('of-typed'), video: 'typed' }
    await machine.upsert('reports', report)
    const [moved] = await machine.upsert('reports', { ...report, video: 'elsewhere' })
    expect(moved).toMatchObject({ result: 'refused', field: 'video', message: 'cannot change' })
    const [wrong] = await machine.upsert('reports', { ...report, video_type: 'promo' })
    expect(wrong).toMatchObject({
      result: 'refused',
      field: 'video_type',
      message: 'does not fit this video',
    })
    expect(video?.id).toBeGreaterThan(0)
  })
})

describe('a call', () => {
  test('whose rows are partly wrong takes the others, in their order', async () => {
    const answers = await machine.upsert(
      'videos',
      rowOf.videos('a'),
      { ...rowOf.videos('b'), type: 'film' },
      rowOf.videos('c'),
      rowOf.videos('a'),
      {},
    )
    expect(answers.map(({ external_id, result, field }) => [external_id, result, field])).toEqual([
      ['a', 'created', null],
      ['b', 'refused', 'type'],
      ['c', 'created', null],
      ['a', 'refused', 'external_id'],
      [null, 'refused', 'external_id'],
    ])
    expect(answers[3]?.message).toBe('was given more than once')
  })

  test('sent twice with its Idempotency-Key is done once and answered the same', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await machine.send('videos', [rowOf.videos('once'), {}], headers)
    const again = await machine.send('videos', [rowOf.videos('once'), {}], headers)
    expect(first.body.data[0]?.result).toBe('created')
    expect(again.body).toEqual(first.body)
    const other = await machine.send('videos', [rowOf.videos('twice')], headers)
    expect(other).toMatchObject({ status: 200, code: 422 })
    const elsewhere = await machine.send('members', [rowOf.members('once')], headers)
    expect(elsewhere.code).toBe(422)
    const names = await server.owner.query(
      sql`select from platform_id where kind = 'video' and external_id = 'twice'`,
    )
    expect(names).toEqual([])
    // Another key has Idempotency-Keys of its own, and so has a person.
    const stranger = await addMachine(server)
    const theirs = await stranger.send('videos', [rowOf.videos('once'), {}], headers)
    expect(theirs.body.data[0]?.result).toBe('unchanged')
  })

  test('needs an Idempotency-Key of 8 to 128 characters', async () => {
    const send = (key: string) =>
      machine.fetch({ path: '/platform/v1/videos', method: 'POST' } as never, '', {
        body: JSON.stringify({ rows: [rowOf.videos('keyless')] }),
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      })
    expect(await send('')).toMatchObject({ code: 400, msg: 'Idempotency-Key is required' })
    expect(await send('short')).toMatchObject({
      code: 400,
      msg: 'Idempotency-Key must be 8 to 128 plain characters',
    })
  })

  test('takes 500 rows and not one more, and a body up to its limit', async () => {
    const rows = Array.from({ length: 501 }, (_, n) => rowOf.members(`crowd-${n}`))
    const tooMany = await machine.send('members', rows)
    expect(tooMany).toMatchObject({ code: 400, msg: 'rows must be at most 500 values' })
    const answers = await machine.upsert('members', ...rows.slice(1))
    expect(new Set(resultsOf(answers))).toEqual(new Set(['created']))
    const body = JSON.stringify({ rows: [rowOf.members('padded')] }).padEnd(longestBody)
    expect((await machine.sendBody('members', body)).code).toBe(200)
    expect((await machine.sendBody('members', `${body} `)).status).toBe(413)
  })

  test('says what is wrong in Chinese to those who ask for it, each time anew', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const says = async (language: string) => {
      const rows = [{ ...rowOf.videos('zh'), duration: -1 }]
      const answer = await machine.send('videos', rows, { ...headers, 'accept-language': language })
      return answer.body.data[0]?.message
    }
    expect(await says('zh-CN')).toBe('必须是 0 到 1000000 的整数')
    expect(await says('en')).toBe('must be a whole number from 0 to 1000000')
  })
})

test('a webhook names the item as the platform does, and with null where it never did', async () => {
  const receiver = await openReceiver()
  const named = await machine.add('videos', { ...rowOf.videos('told'), type: 'project' })
  const nameless = await addVideo(server.owner)
  for (const videoId of [named, nameless])
    expect((await reviewer.send(videoCalls.project.approve, { videoId })).msg).toBe('ok')
  const webhook = { url: receiver.url, secret: webhookSecret }
  const worker = deliverOutbox(server.db, webhook, pino({ level: 'silent' }))
  try {
    const told = () =>
      receiver.taken
        .filter(({ subject, queue }) => queue === 'video' && [named, nameless].includes(subject))
        .map(({ subject, external_id, version }) => [subject, external_id, version])
        .sort()
    await expect.poll(told).toEqual(
      [
        [named, 'told', 1],
        [nameless, null, 1],
      ].sort(),
    )
  } finally {
    await worker.stop()
    await receiver.close()
  }
})
