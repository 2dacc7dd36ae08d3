import { focusCalls } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import type { Queue } from '@screening-room/contract/queues'
import {
  type Mark,
  type Played,
  type Receipt,
  secondsNeeded,
} from '@screening-room/contract/receipt'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { badly, clearItems, decide, newDesk, next, refused, take } from './setup/focus.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addReports,
  addVideo,
  addVideos,
} from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { changeUnrecorded } from './setup/status-changes.ts'

const { pending, approved, rejected, takenDown } = status

let server: TestServer
let li: Client
let wang: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('reviewer', '王芳')
  await addReasons(server.owner)
})
afterAll(() => server.close())

beforeEach(() => clearItems(server.owner))
afterEach(() => expectWhole(server))

const stretch = (from: number, to: number, more: Partial<Played> = {}): Played => ({
  from,
  to,
  speed: 1,
  muted: true,
  visible: true,
  ...more,
})
const receiptOf = (played: Played[], more: Partial<Receipt> = {}): Receipt => ({
  duration: 190,
  played,
  sheet: [0, 95, 189],
  sheetWhole: true,
  ...more,
})

/** As if the item had been in these hands for so long. */
async function hold(lease: string, seconds: number) {
  await server.owner.query(sql`
    update waiting set claimed_at = now() - make_interval(secs => ${seconds}) where lease_id = ${lease}`)
}

const historyOf = async (queue: Queue, id: number) =>
  (await wang.send(historyCalls.list, { queue, id })).body.data

describe('what was looked at', () => {
  const marks: Mark[] = [{ from: 42, to: 47, note: '水印' }, { from: 60 }]

  test('is in the item’s history for everybody, with what was marked', async () => {
    const id = await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await hold(lease, 60)
    const receipt = receiptOf([stretch(0, 42), stretch(30, 50, { speed: 2, visible: false })])
    const json = { receipt: JSON.stringify(receipt), marks: JSON.stringify(marks) }
    expect((await decide(li, { desk, lease, action: 'approve', ...json })).code).toBe(200)
    expect(await historyOf('video', id)).toMatchObject([{ action: 'approve', receipt, marks }])
  })

  test('is told by every event of a decision on reports, and kept once', async () => {
    const id = await addVideo(server.owner, { type: 0, status: approved })
    const reports = await addReports(server.owner, id, 3)
    const desk = newDesk()
    const { lease } = await take(li, desk, 'report')
    const receipt = receiptOf([stretch(0, 1)])
    const json = { receipt: JSON.stringify(receipt), marks: JSON.stringify(marks) }
    await decide(li, { desk, lease, action: 'dismiss', ...json })
    for (const report of reports)
      expect(await historyOf('report', report)).toMatchObject([{ receipt, marks }])
    const kept = sql`select from event where queue = 'report' and details ? 'receipt' and subject_id = any (${reports}::bigint[])`
    expect(await server.owner.query(kept)).toHaveLength(1)

    const late = await addReports(server.owner, id, 2)
    const again = await take(li, desk, 'report')
    const taking = { desk, lease: again.lease, action: 'takeDown', reasonIds: [1] }
    await decide(li, { ...taking, receipt: JSON.stringify(receiptOf([], { sheet: [7] })) })
    expect((await historyOf('video', id))[0]?.receipt?.sheet).toEqual([7])
    for (const report of late)
      expect((await historyOf('report', report))[0]?.receipt?.sheet).toEqual([7])
    expect((await historyOf('report', reports[0] as number))[0]?.receipt).toEqual(receipt)
  })

  test('is nothing where nothing was sent, and on decisions made elsewhere', async () => {
    const [one, other] = await addVideos(server.owner, 2)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await decide(li, { desk, lease, action: 'approve' })
    await wang.send(videoCalls.project.approve, { videoId: other as number })
    for (const id of [one, other]) {
      const [entry] = await historyOf('video', id as number)
      expect(entry?.receipt ?? null).toBeNull()
      expect(entry?.marks ?? null).toBeNull()
    }
  })

  const held = 30
  test.each<[string, Receipt, boolean]>([
    ['as much as time has passed', receiptOf([stretch(0, held)]), true],
    ['a little more, for the way', receiptOf([stretch(0, held + 1)]), true],
    ['more than time has passed', receiptOf([stretch(0, held + 4)]), false],
    ['more than that, but faster', receiptOf([stretch(0, 2 * held, { speed: 2 })]), true],
    [
      'more than even that speed allows',
      receiptOf([stretch(0, 2 * held + 9, { speed: 2 })]),
      false,
    ],
    ['the same again and again', receiptOf(Array(10).fill(stretch(0, 3.5))), false],
    ['slowly, longer than it was held', receiptOf([stretch(0, 10, { speed: 0.25 })]), false],
    ['unseen, longer than it was held', receiptOf([stretch(0, 99, { visible: false })]), false],
    ['backwards', receiptOf([stretch(20, 10)]), false],
    ['beyond the end', receiptOf([stretch(185, 192)]), false],
    ['to the end, as players round', receiptOf([stretch(185, 190.9)]), true],
    ['a frame beyond the end', receiptOf([], { sheet: [192] }), false],
    ['a video of unknown length', receiptOf([stretch(0, 5)], { duration: null }), true],
  ])('is refused where it cannot be: %s', async (_, receipt, possible) => {
    await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await hold(lease, held)
    const fields = { desk, lease, action: 'approve', receipt: JSON.stringify(receipt) }
    const answer = await decide(li, fields)
    if (possible) expect(answer.code).toBe(200)
    else {
      expect(answer).toMatchObject(badly('receipt', 'impossible'))
      expect((await next(li, desk)).items[0]?.lease).toBe(lease)
    }
  })

  test('is counted from when the item came into these hands, not from the last sign of life', async () => {
    await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await hold(lease, 60)
    await li.send(focusCalls.extend, { desk })
    await next(li, desk)
    const receipt = JSON.stringify(receiptOf([stretch(0, 60)]))
    expect((await decide(li, { desk, lease, action: 'approve', receipt })).code).toBe(200)
  })

  test.each([
    ['receipt', 'not json'],
    ['receipt', '[]'],
    ['receipt', 'null'],
    ['receipt', '{"duration":1,"played":[{}],"sheet":[],"sheetWhole":true}'],
    ['receipt', JSON.stringify({ ...receiptOf([]), duration: -1 })],
    ['receipt', JSON.stringify({ ...receiptOf([]), duration: 1e9 })],
    ['receipt', JSON.stringify(receiptOf([stretch(0, 1, { speed: 0 })]))],
    ['receipt', JSON.stringify(receiptOf(Array(501).fill(stretch(0, 0))))],
    ['receipt', JSON.stringify(receiptOf([], { sheet: Array(101).fill(1) }))],
    ['marks', '{}'],
    ['marks', JSON.stringify(Array(31).fill({ from: 1 }))],
    ['marks', JSON.stringify([{ from: 1, note: 'x'.repeat(201) }])],
    ['marks', JSON.stringify([{ from: 1, note: 'a\u0000b' }])],
    ['marks', '[{"from":1,"note":"\\ud800"}]'],
  ])('is read strictly: %s %s', async (field, json) => {
    await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    const answer = await decide(li, { desk, lease, action: 'approve', [field]: json })
    expect(answer).toMatchObject(badly(field, 'syntax'))
  })

  test('adds up the seconds that playing takes', () => {
    expect(secondsNeeded([stretch(0, 10), stretch(5, 15, { speed: 2 }), stretch(9, 3)])).toBe(15)
  })
})

describe('the submitter', () => {
  async function member(name: string): Promise<number> {
    const [row] = await server.owner.query<{ id: number }>(
      sql`insert into member (nick_name) values (${name}) returning id`,
    )
    return row?.id ?? 0
  }
  const about = async (queue: Parameters<typeof take>[2], id: number) =>
    (await li.send(focusCalls.about, { queue: queue ?? 'auth', id })).body.data

  test('is shown with what became of everything else of theirs, and the reports on it', async () => {
    const person = await member('老陈')
    const [video, other, down] = await addVideos(server.owner, 3)
    await addVideos(server.owner, 2)
    await server.owner.query(sql`update video set uploader_id = 0`)
    const mine = [video, other, down]
    await server.owner.query(sql`
      update video set uploader_id = ${person} where id = any (${mine}::bigint[])`)
    await changeUnrecorded(
      server.owner,
      'video',
      sql`update video set status = ${takenDown} where id = ${down}`,
    )
    const [project] = await addProjects(server.owner, 1)
    await changeUnrecorded(
      server.owner,
      'project',
      sql`update project set owner_id = ${person}, status = ${rejected} where id = ${project}`,
    )
    await addCertifications(server.owner, 1, { memberId: person, status: approved })
    const [waiting] = await addCertifications(server.owner, 1, { memberId: person })
    const old = await addReports(server.owner, video as number, 2, { status: rejected })
    const [fresh] = await addReports(server.owner, other as number, 1)

    const submitter = { id: person, nickName: '老陈', certified: true, reports: 3 }
    const seen = await about('project-video', video as number)
    expect(seen.submitter).toEqual({
      ...submitter,
      approved: 1,
      rejected: 1,
      takenDown: 1,
      pending: 2,
      lists: expect.any(Array),
    })
    expect(seen.reports.map((report) => report.id)).toEqual([...old].reverse())
    const reported = await about('report', other as number)
    expect(reported.reports).toMatchObject([{ id: fresh, reportStatus: pending }])
    expect(reported.submitter).toEqual(seen.submitter)
    const certification = await about('auth', waiting as number)
    expect(certification).toMatchObject({
      submitter: { ...seen.submitter, lists: expect.any(Array) },
      reports: [],
    })
    expect((await about('project', project as number)).submitter).toMatchObject({
      ...submitter,
      rejected: 0,
      pending: 3,
    })
  })

  test('is shown with the six of their other items that were decided last, newest first', async () => {
    const person = await member('老陈')
    const add = async (type: number, at: number) => {
      const [id = 0] = await addVideos(server.owner, 1, { type, status: at })
      return id
    }
    const [promo, personal, project] = [0, 1, 2]
    const videos = [
      await add(personal, approved),
      await add(project, rejected),
      await add(promo, takenDown),
      await add(personal, approved),
      await add(project, approved),
    ]
    const waiting = await add(project, pending)
    const [others] = await addVideos(server.owner, 1, { status: approved })
    const [film] = await addProjects(server.owner, 1)
    const [certification] = await addCertifications(server.owner, 1, {
      memberId: person,
      status: rejected,
    })
    await server.owner.query(sql`
      update video set uploader_id = case when id = ${others} then 0 else ${person}::bigint end,
        banner = '', image = 'still-' || id, update_time = timestamptz '2024-01-01' + id * interval '1 hour'`)
    await changeUnrecorded(
      server.owner,
      'project',
      sql`update project set owner_id = ${person}, cover = 'cover.webp', status = ${approved},
        update_time = '2025-01-01' where id = ${film}`,
    )
    await server.owner.query(sql`
      update certification set update_time = '2025-02-01' where id = ${certification}`)
    const seen = (await about('project-video', waiting)).decided
    expect(seen?.map(({ list, id }) => [list, id])).toEqual([
      ['auth', certification],
      ['project', film],
      ['project-video', videos[4]],
      ['personal-video', videos[3]],
      ['project-video', videos[2]],
      ['project-video', videos[1]],
    ])
    expect(seen?.[0]).toMatchObject({ title: 'person 1', banner: null, status: rejected })
    expect(seen?.[1]).toMatchObject({ banner: 'cover.webp', status: approved })
    expect(seen?.[4]).toMatchObject({ banner: `still-${videos[2]}`, status: takenDown })
    expect(seen?.[1]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    // The item itself is not among them, also as the case of its reports.
    await addReports(server.owner, videos[4] as number)
    const ids = (await about('report', videos[4] as number)).decided?.map(({ id }) => id)
    expect(ids).toEqual([certification, film, ...videos.slice(0, 4).reverse()])
    expect((await about('project-video', others as number)).decided).toEqual([])
  })

  test('may be nobody we know: then there is no name', async () => {
    const [id] = await addCertifications(server.owner, 1, { memberId: 987654321 })
    expect((await about('auth', id as number)).submitter).toMatchObject({
      id: 987654321,
      nickName: null,
      certified: false,
    })
  })

  test('of an item that is not there, or of another queue, is not found', async () => {
    const personal = await addVideo(server.owner, { type: 1 })
    for (const [queue, id] of [
      ['project-video', personal],
      ['personal-video', 987654321],
      ['auth', 987654321],
      ['project', 987654321],
      ['report', 987654321],
    ] as const)
      expect(await li.send(focusCalls.about, { queue, id })).toMatchObject(refused('not_found'))
  })
})
