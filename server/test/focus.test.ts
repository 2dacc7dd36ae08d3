import { focusCalls, leaseSeconds } from '@screening-room/contract/focus'
import type { FocusQueue } from '@screening-room/contract/holders'
import { status, videoType } from '@screening-room/contract/review'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { badly, clearItems, countHeld, idsOf, newDesk, next } from './setup/focus.ts'
import {
  addCertifications,
  addProjects,
  addReports,
  addVideo,
  addVideos,
  setCreated,
} from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { pending, approved } = status

let server: TestServer
let li: Client
let wang: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('reviewer', '王芳')
})
afterAll(() => server.close())

beforeEach(() => clearItems(server.owner))
afterEach(() => expectWhole(server))

describe('the next items', () => {
  test('are the two oldest that nobody holds, and the same ones however often one asks', async () => {
    const ids = await addVideos(server.owner, 5)
    const [first, second, third, fourth] = ids
    await setCreated(server.owner, 'video', [fourth as number], '2020-01-01T00:00:00')
    const desk = newDesk()
    const given = await next(li, desk)
    expect(idsOf(given.items)).toEqual([fourth, first])
    expect(given).toMatchObject({ left: 5, more: false, skipped: 0, held: 0 })
    expect(given.items[0]).toMatchObject({
      secondsLeft: leaseSeconds,
      video: { id: fourth, title: 'video 4', viewStatus: pending },
    })
    const again = await next(li, desk)
    expect(again.items).toEqual(given.items)
    const others = await next(wang, newDesk())
    expect(idsOf(others.items)).toEqual([second, third])
    expect(others).toMatchObject({ left: 5, held: 2 })
  })

  test('of a second desk of the same person are other ones', async () => {
    const ids = await addVideos(server.owner, 3)
    expect(idsOf((await next(li, newDesk())).items)).toEqual(ids.slice(0, 2))
    expect(idsOf((await next(li, newDesk())).items)).toEqual(ids.slice(2))
  })

  test('asked for several times at once are handed to a desk only once', async () => {
    await addVideos(server.owner, 30)
    const desk = newDesk()
    const answers = await Promise.all(Array.from({ length: 10 }, () => next(li, desk)))
    for (const { items } of answers) expect(items).toEqual(answers[0]?.items)
    expect(await countHeld(server.owner)).toBe(2)
  })

  test.each<[FocusQueue, () => Promise<number>, object]>([
    ['project-video', () => addVideo(server.owner), { video: { videoType: 2 } }],
    ['personal-video', () => addVideo(server.owner, { type: 1 }), { video: { videoType: 1 } }],
    ['auth', one(addCertifications), { certification: { nickName: 'person 1', authStatus: 0 } }],
    ['project', one(addProjects), { project: { title: 'project 1', videos: [] } }],
  ])('of %s come with all that is shown of them', async (queue, add, shown) => {
    const id = await add()
    const { items } = await next(li, newDesk(), queue)
    expect(items).toMatchObject([{ id, ...shown }])
    expect(Object.keys(items[0] ?? {})).toHaveLength(4)
  })

  test('are given back when the desk turns to another queue or another filter', async () => {
    const [promo] = await addVideos(server.owner, 1, { type: videoType.promo })
    const [video] = await addVideos(server.owner, 1)
    const [project] = await addProjects(server.owner, 1)
    const desk = newDesk()
    const colleague = newDesk()
    expect(idsOf((await next(li, desk)).items)).toEqual([video])
    expect(idsOf((await next(wang, colleague)).items)).toEqual([])
    expect(idsOf((await next(li, desk, 'project')).items)).toEqual([project])
    expect(idsOf((await next(wang, colleague)).items)).toEqual([video])
    expect(idsOf((await next(li, desk, 'project-video', { videoType: 0 })).items)).toEqual([promo])
    expect(idsOf((await next(wang, colleague, 'project')).items)).toEqual([project])
  })

  test('leave out what is no longer pending although it waits, and tidy it away', async () => {
    const [stale, real] = await addVideos(server.owner, 2)
    await server.owner.query(sql`alter table video disable trigger user`)
    await server.owner.query(sql`update video set status = ${approved} where id = ${stale}`)
    await server.owner.query(sql`alter table video enable trigger user`)
    expect(await server.owner.query(sql`select * from waiting_drift()`)).toHaveLength(1)
    expect(idsOf((await next(li, newDesk())).items)).toEqual([real])
    await server.owner.query(sql`delete from video where id = ${stale}`)
    await server.owner.query(sql`delete from tally_delta`)
    await server.owner.query(sql`select rebuild_tallies()`)
  })
})

describe('a filter', () => {
  const ofDay = { start: '2024-05-01T00:00:00', end: '2024-05-01T23:59:59' }

  test('by day takes the platform’s days, to the end of the last second', async () => {
    const [before, first, last, after] = await addVideos(server.owner, 4)
    const moments = ['2024-04-30T23:59:59.9', ofDay.start, '2024-05-01T23:59:59.9', '2024-05-02']
    for (const [index, id] of [before, first, last, after].entries())
      await setCreated(server.owner, 'video', [id as number], moments[index] as string)
    const given = await next(li, newDesk(), 'project-video', ofDay)
    expect(idsOf(given.items)).toEqual([first, last])
    expect(given.left).toBe(2)
  })

  test('by role is for certifications; without one it is all roles, oldest first', async () => {
    const [one] = await addCertifications(server.owner, 1, { roleId: 1 })
    const [two, three] = await addCertifications(server.owner, 2, { roleId: 2 })
    const given = await next(li, newDesk(), 'auth', { roleId: 2 })
    expect({ ids: idsOf(given.items), left: given.left }).toEqual({ ids: [two, three], left: 2 })
    expect(idsOf((await next(wang, newDesk(), 'auth')).items)).toEqual([one])
  })

  test('by type is project or promo for project videos, and any for reports, as on the lists', async () => {
    const [promo] = await addVideos(server.owner, 1, { type: 0, status: pending })
    const [personal] = await addVideos(server.owner, 1, { type: 1 })
    const [project] = await addVideos(server.owner, 1, { type: 2 })
    for (const id of [promo, personal, project]) await addReports(server.owner, id as number)
    const given = async (queue: FocusQueue, filter = {}) =>
      idsOf((await next(li, newDesk(), queue, filter)).items)
    expect(await given('project-video')).toEqual([project])
    expect(await given('project-video', { videoType: 0 })).toEqual([promo])
    expect(await given('personal-video')).toEqual([personal])
    expect(await given('report')).toEqual([promo])
    expect(await given('report', { videoType: 1 })).toEqual([personal])
    expect(await given('report', { videoType: 2 })).toEqual([project])
  })

  test('by words finds what the list finds, by a number a report’s case', async () => {
    const videos = await addVideos(server.owner, 12)
    const given = async (queue: FocusQueue, search: string | number) => {
      const { items, left, more } = await next(li, newDesk(), queue, { search })
      return { ids: idsOf(items), left, more }
    }
    expect(await given('project-video', 'video 1')).toEqual({
      ids: [videos[0], videos[9]],
      left: 4,
      more: false,
    })
    expect(await given('project-video', 'nothing such')).toEqual({ ids: [], left: 0, more: false })
    const [person] = await addCertifications(server.owner, 1)
    expect((await given('auth', 'person')).ids).toEqual([person])
    const [project] = await addProjects(server.owner, 1)
    expect((await given('project', 'project')).ids).toEqual([project])
    const promo = await addVideo(server.owner, { type: 0, status: approved })
    const [report] = await addReports(server.owner, promo, 2)
    expect((await given('report', report as number)).ids).toEqual([promo])
    expect((await given('report', promo)).ids).toEqual([])
    expect((await given('report', 'words')).ids).toEqual([])
  })

  test('keeps what still matches it and gives back what does not', async () => {
    const [one, two] = await addVideos(server.owner, 2)
    await setCreated(server.owner, 'video', [one as number], '2024-05-01T12:00:00')
    const desk = newDesk()
    const before = await next(li, desk)
    expect(idsOf(before.items)).toEqual([one, two])
    const after = await next(li, desk, 'project-video', ofDay)
    expect(after.items).toEqual([before.items[0]])
    expect(await countHeld(server.owner)).toBe(1)
  })

  test.each([
    ['personal-video', { videoType: 1 }, 'videoType', 'not_here'],
    ['auth', { videoType: 1 }, 'videoType', 'not_here'],
    ['project', { roleId: 1 }, 'roleId', 'not_here'],
    ['report', { roleId: 1 }, 'roleId', 'not_here'],
    ['project-video', { videoType: 1 }, 'videoType', 'one_of|0, 2'],
    ['project-video', { videoType: 3 }, 'videoType', 'one_of|0, 1, 2'],
    ['auth', { roleId: 'x' }, 'roleId', `whole|1|${Number.MAX_SAFE_INTEGER}`],
    ['project', { start: ofDay.end, end: ofDay.start }, 'start', 'after_end'],
    ['project', { start: '2024-02-30T00:00:00' }, 'start', 'date_time'],
    ['project', { search: 'x'.repeat(129) }, 'search', 'too_long|128'],
    ['project', { desk: 'short' }, 'desk', 'key_format'],
    ['videos', {}, 'queue', `one_of|project-video, personal-video, auth, project, report`],
  ])('that %s does not have is refused by name: %o', async (queue, filter, field, problem) => {
    const answer = await li.sendRaw(focusCalls.next, { queue, desk: newDesk(), ...filter })
    expect(answer).toMatchObject(badly(field, problem))
  })
})

/** The first of those that a function adds. */
function one(add: (db: TestServer['owner'], count: number) => Promise<number[]>) {
  return async () => (await add(server.owner, 1))[0] ?? 0
}
