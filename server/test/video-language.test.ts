import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../src/db/sql.ts'
import { findDrift } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { badly, newDesk, next } from './setup/focus.ts'
import { addVideo, addVideos } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* A filter with a counter of its own; its pages are compared with plain SQL in paging.test.ts. */

const { approved } = status

let server: TestServer
let li: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
})
afterAll(() => server.close())

describe('the language of personal videos', () => {
  const list = async (filter: Parameters<Client['sendRaw']>[1]) => {
    const { body } = await li.sendRaw(videoCalls.personal.list, filter)
    const ids = Array.isArray(body.data) ? body.data.map(({ id }: { id: number }) => id) : []
    return { ...body, ids }
  }
  const addIn = async (language: string, count: number, type: number = videoType.personal) => {
    const ids = await addVideos(server.owner, count, { type })
    await server.owner.query(
      sql`update video set language = ${language} where id = any (${ids}::bigint[])`,
    )
    return ids.reverse()
  }
  beforeEach(() => server.owner.query(sql`delete from video`))

  test('filters the list and its total, with a status, a page and a search', async () => {
    const korean = await addIn('ko', 3)
    await addIn('en', 2)
    await addIn('ko', 1, videoType.project)
    expect(await list({ language: 'ko' })).toMatchObject({ total: 3, ids: korean })
    const second = await list({ language: 'ko', page: 2, pageSize: 2 })
    expect(second).toMatchObject({ total: 3, ids: korean.slice(2) })
    const [id = 0] = korean
    await li.sendRaw(videoCalls.personal.approve, { videoId: id })
    expect(await list({ language: 'ko', viewStatus: approved })).toMatchObject({
      total: 1,
      data: [{ id, language: 'ko' }],
    })
    const third = { search: 'video 3' }
    expect(await list({ language: 'ko', ...third })).toMatchObject({ ids: [id] })
    expect(await list({ language: 'en', ...third })).toMatchObject({ ids: [], total: 0 })
    expect(await list({ language: 'ja' })).toMatchObject({ total: 0, ids: [] })
    expect(await findDrift(server.owner)).toEqual([])
  })

  test('is unknown where the platform does not say, and one of a few', async () => {
    const id = await addVideo(server.owner, { type: videoType.personal })
    expect(await list({ language: 'unknown' })).toMatchObject({ total: 1, ids: [id] })
    await expect(
      server.owner.query(sql`update video set language = 'klingon' where id = ${id}`),
    ).rejects.toThrow('video_language')
    expect(await li.sendRaw(videoCalls.personal.list, { language: 'klingon' })).toMatchObject(
      badly('language', 'one_of|zh, en, ja, ko, other, unknown'),
    )
    const project = await li.sendRaw(videoCalls.project.list, { language: 'zh' })
    expect(project).toMatchObject(badly('language', 'unknown'))
  })

  test('is a filter of focus review: the oldest of that language are handed out', async () => {
    const korean = await addIn('ko', 3)
    await addIn('en', 1)
    const { items, left } = await next(li, newDesk(), 'personal-video', { language: 'ko' })
    expect(items.map(({ id }) => id)).toEqual([...korean].reverse().slice(0, 2))
    expect(left).toBe(3)
  })
})

test.each([
  ['two kinds', '{1,2}', '{0}'],
  ['two statuses', '{1}', '{0,5}'],
  ['no kind at all', '{}', '{0}'],
])('the counters refuse %s, of which they would read one', async (_what, kinds, statuses) => {
  const place = (asked: Sql) => server.owner.query(sql`select total from find_place(${asked}, 0)`)
  const none = sql`null::timestamptz, null::timestamptz`
  await expect(
    place(sql`'video', ${kinds}::bigint[], ${statuses}::smallint[], ${none}`),
  ).rejects.toThrow('counters are asked for one value or for all')
  expect(await place(sql`'video', '{1}'::bigint[], null::smallint[], ${none}`)).toEqual(
    await place(sql`'video', 1::bigint, null::smallint, ${none}`),
  )
})
