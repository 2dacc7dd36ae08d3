import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import { memberCalls } from '@screening-room/contract/members'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { clearItems, idsOf, newDesk, next } from './setup/focus.ts'
import { addMachine, type Machine, type Row, rowOf } from './setup/platform.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* What the platform says of its items beside their content, and the categories and tags that it sends. */

let server: TestServer
let machine: Machine
let reviewer: Client
beforeAll(async () => {
  server = await startServer()
  machine = await addMachine(server)
  reviewer = await server.signIn()
})
beforeEach(() => clearItems(server.owner))
afterAll(async () => {
  await expectWhole(server)
  await server.close()
})

let made = 0
const videoRow = (more: Row = {}): Row => ({ ...rowOf.videos(`v-${++made}`), ...more })
const ok = (answer: { msg: string }) => expect(answer.msg).toBe('ok')

describe('facts', () => {
  const attributes = [
    {
      name: 'channel',
      value: '纪录片',
      label: '频道',
      label_en: 'Channel',
      link: 'https://a.example/c',
    },
  ]
  const signals = [{ name: 'violence', score: 0.87, source: 'model-3', from: 12.5, to: 14 }]

  test('attributes, signals and priority reach the reviewer as they were sent, and go when they are left out', async () => {
    const row = videoRow({ attributes, signals, priority: 7 })
    const id = await machine.add('videos', row)
    const read = async () => (await reviewer.send(videoCalls.personal.get, { id })).body.data
    expect(await read()).toMatchObject({ attributes, signals, priority: 7, version: 1 })
    expect(await machine.upsert('videos', row)).toMatchObject([{ result: 'unchanged' }])
    const without = { attributes: [], signals: null, priority: 0 }
    expect(await machine.upsert('videos', { ...row, ...without })).toMatchObject([
      { result: 'updated' },
    ])
    expect(await read()).toMatchObject({ attributes: null, signals: null, priority: 0, version: 1 })
  })

  test.each([
    ['signals[0].score', { signals: [{ name: 'x', score: 1.5 }] }],
    ['signals[0].to', { signals: [{ name: 'x', score: 1, from: 2, to: 1.5 }] }],
    ['signals[0].from', { signals: [{ name: 'x', score: 1, to: 1.5 }] }],
    [
      'attributes[0].link',
      { attributes: [{ name: 'x', value: 'y', link: 'javascript:alert(1)' }] },
    ],
    ['attributes', { attributes: Array.from({ length: 21 }, () => ({ name: 'x', value: 'y' })) }],
    ['priority', { priority: 101 }],
    ['priority', { priority: 0.5 }],
  ])('%s that is wrong is refused by its name', async (field, more) => {
    const [answer] = await machine.upsert('videos', videoRow(more))
    expect(answer).toMatchObject({ result: 'refused', field })
  })

  test('what has a higher priority is handed out first, the oldest of it before others; also reports', async () => {
    const at = (hour: number) => ({ created_at: `2026-01-01T0${hour}:00:00Z` })
    const old = await machine.add('videos', videoRow(at(1)))
    const high = await machine.add('videos', videoRow({ ...at(3), priority: 50 }))
    const older = videoRow({ ...at(2), priority: 50 })
    const first = await machine.add('videos', older)
    const desk = newDesk()
    expect(idsOf((await next(reviewer, desk, 'personal-video')).items)).toEqual([first, high])
    ok(await reviewer.send(focusCalls.release, { desk }))
    await machine.add('videos', { ...older, priority: 0 })
    expect(idsOf((await next(reviewer, desk, 'personal-video')).items)).toEqual([high, old])
    ok(await reviewer.send(focusCalls.release, { desk }))
    const reported = videoRow({ priority: 90 })
    const id = await machine.add('videos', reported)
    for (const video of [older.external_id, reported.external_id])
      await machine.add('reports', { ...rowOf.reports(`r-${++made}`), video })
    const [one] = (await next(reviewer, desk, 'report', { videoType: 1 })).items
    expect(one?.id).toBe(id)
  })
})

describe('the platform’s name', () => {
  const page = { page: 1, pageSize: 10 }
  const name = '片-2031/Ä'
  let id: number
  let video: number
  beforeEach(async () => {
    const own = { external_id: name, member: name, owner: name, uploader: name, video: name }
    const fields = { reporter: name, type: 'personal', title: 'film', nick_name: 'somebody' }
    const rows = (kind: 'certifications' | 'projects' | 'videos' | 'reports' | 'members') => {
      const given: Row = { ...rowOf[kind](name) }
      for (const [field, value] of Object.entries({ ...own, ...fields }))
        if (field in given) given[field] = value
      return given
    }
    await machine.add('members', rows('members'))
    id = await machine.add('certifications', rows('certifications'))
    await machine.add('projects', rows('projects'))
    video = await machine.add('videos', rows('videos'))
    await machine.add('reports', rows('reports'))
  })

  test('is beside each item, each report and each member', async () => {
    const { body: certification } = await reviewer.send(certificationCalls.get, { id })
    const { memberId = 0 } = certification.data
    const [project] = (await reviewer.send(projectCalls.list, { ...page, search: name })).body.data
    const reports = await reviewer.send(reportCalls.list, { ...page, videoType: 1, search: name })
    const [report] = reports.body.data.list
    const shown = [
      certification.data,
      (await reviewer.send(projectCalls.get, { id: project?.id ?? 0 })).body.data,
      (await reviewer.send(videoCalls.personal.get, { id: video })).body.data,
      (await reviewer.send(reportCalls.get, { id: report?.id ?? 0 })).body.data,
      (await reviewer.send(memberCalls.get, { id: memberId ?? 0 })).body.data,
    ]
    expect(shown.map(({ externalId }) => externalId)).toEqual(shown.map(() => name))
    expect(shown[3]).toMatchObject({ videoId: video, videoExternalId: name })
    expect(report).toEqual(shown[3])
    const listed = [
      (await reviewer.send(certificationCalls.list, { ...page, search: name })).body.data[0],
      project,
      (await reviewer.send(videoCalls.personal.list, { ...page, search: name })).body.data[0],
      report,
    ]
    expect(listed.map((row) => row?.externalId)).toEqual(listed.map(() => name))
  })

  test('finds the item, under the filters of its list alone, and no other one', async () => {
    const find = async (fields: object, search = name) =>
      (await reviewer.send(videoCalls.personal.list, { ...page, ...fields, search })).body.data.map(
        (one) => one.id,
      )
    expect(await find({})).toEqual([video])
    expect(await find({ viewStatus: 0 })).toEqual([video])
    expect(await find({ viewStatus: 5 })).toEqual([])
    expect(await find({ end: '2020-01-01T00:00:00' })).toEqual([])
    expect(await find({ language: 'ko' })).toEqual([])
    expect(await find({}, name.slice(0, -1))).toEqual([])
    // The title holds it as well: found once, with the total that goes with it.
    await machine.add('videos', { ...rowOf.videos(name), title: `${name} in its title` })
    const { body } = await reviewer.send(videoCalls.personal.list, { ...page, search: name })
    expect(body).toMatchObject({ total: 1, data: [{ id: video }] })
    const certified = await reviewer.send(certificationCalls.list, { ...page, search: name })
    expect(certified.body.data.map((one) => one.id)).toEqual([id])
  })
})

test('a tag comes before its category, and is offered with it; a name that is taken is refused', async () => {
  const tag = { external_id: 'tag-1', category: 'cat-1', name: '悬疑', name_en: 'Mystery' }
  const [{ id = 0 } = {}] = await machine.upsert('tags', tag)
  const categories = { external_id: 'cat-1', name: '剧情', name_en: 'Drama' }
  const [added] = await machine.upsert('categories', categories)
  expect(added).toMatchObject({ result: 'created' })
  const answer = await reviewer.fetch('/vedio/type/tag/list')
  const { data } = (await answer.json()) as { data: { typeTags: object } }
  expect(data.typeTags).toMatchObject({ 剧情: { [String(id)]: '悬疑' } })
  const same = await machine.upsert(
    'categories',
    { external_id: 'cat-2', name: ' 剧情 ' },
    { external_id: 'cat-3', name: '喜剧' },
    { external_id: 'cat-4', name: '喜剧' },
  )
  expect(same.map(({ result, field }) => [result, field])).toEqual([
    ['refused', 'name'],
    ['created', null],
    ['refused', 'name'],
  ])
  const moved = await machine.upsert('tags', { ...tag, category: 'cat-3' })
  expect(moved).toMatchObject([{ result: 'refused', field: 'category' }])
})
