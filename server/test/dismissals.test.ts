// @module-tag torture
import { reportCalls } from '@screening-room/contract/reports'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { addReasons, addVideo, eventsOf } from './setup/items.ts'
import { seeded } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Whatever a video's status and its reports' are: a dismissal never changes the video, a take-down leaves no report open. */

const { pending, approved, rejected, takenDown } = status
const { personal } = videoType

let server: TestServer
let li: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  await addReasons(server.owner)
})
afterAll(() => server.close())
afterEach(() => expectWhole(server))

const statuses = fc.constantFrom(pending, approved, rejected, takenDown)
const anyVideo = {
  type: fc.constantFrom(...Object.values(videoType)),
  at: statuses,
  of: fc.array(statuses, { maxLength: 6 }),
}
const runs = many(30, 1000, 50_000)

/** Everything about a video, to see that nothing about it changed. */
const wholeVideo = (id: number) =>
  server.owner.query(sql`select v.*, v.xmin::text from video v where id = ${id}`)

async function addReported(type: number, at: number, of: readonly number[]): Promise<number> {
  const videoId = await addVideo(server.owner, { type, status: at })
  await server.owner.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, status)
    select ${videoId}, ${type}, 1, n, s from unnest(${of}::int[]) with ordinality as given (s, n)`)
  return videoId
}

/** Each report's status, and how many events it has. */
const reportsOf = (videoId: number) =>
  server.owner.query<{ status: number; events: number }>(sql`
    select status, (select count(*) from event where queue = 'report' and subject_id = r.id) as events
    from report r where video_id = ${videoId} order by id`)

const untouched = (status: number) => ({ status, events: 0 })
const closedAs = (of: readonly number[], to: number) =>
  of.map((one) => (one === pending ? { status: to, events: 1 } : untouched(one)))

test('a dismissal closes every open report and never changes a video', async () => {
  const spaces = fc.stringMatching(/^[ \t\n]{0,3}$/)
  await fc.assert(
    fc.asyncProperty(fc.record({ ...anyVideo, pad: spaces }), async ({ type, at, of, pad }) => {
      const videoId = await addReported(type, at, of)
      const before = await wholeVideo(videoId)
      const message = `${pad}${dismissalMessage}${pad}`
      const { code } =
        type === personal
          ? await li.send(videoCalls.personal.reject, { videoId, message })
          : await li.sendRaw(reportCalls.dismiss, { videoId, videoType: type })
      expect(code).toBe(of.includes(pending) ? 200 : 409)
      expect(await wholeVideo(videoId)).toEqual(before)
      expect(await eventsOf(server.owner, 'video', videoId)).toEqual([])
      expect(await reportsOf(videoId)).toEqual(closedAs(of, rejected))
    }),
    { numRuns: runs, ...seeded('dismissals') },
  )
  figure('C5', runs)
})

test('a take-down closes every open report, or does nothing at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(anyVideo), async ({ type, at, of }) => {
      const videoId = await addReported(type, at, of)
      const before = await wholeVideo(videoId)
      const { takeDown } = videoCalls[type === personal ? 'personal' : 'project']
      const input = { videoId, videoType: type, offlineReasons: [1] }
      const { code } = await li.sendRaw(takeDown, input)
      const possible = at === pending || at === approved
      expect(code).toBe(possible ? 200 : 409)
      const after = await wholeVideo(videoId)
      if (possible) expect(after).toMatchObject([{ status: takenDown }])
      else expect(after).toEqual(before)
      expect(await eventsOf(server.owner, 'video', videoId)).toHaveLength(possible ? 1 : 0)
      expect(await reportsOf(videoId)).toEqual(
        possible ? closedAs(of, takenDown) : of.map(untouched),
      )
    }),
    { numRuns: runs, ...seeded('take-downs') },
  )
  figure('C5', runs)
})
