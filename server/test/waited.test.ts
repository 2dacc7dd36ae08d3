import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addReports,
  addVideo,
  addVideos,
} from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* How long a decided item had waited: noted by the decision, and by a trigger for events that come without it. */

const roll = dice('how long items waited')
const each = 6

let server: TestServer
let li: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  await addReasons(server.owner)
})
afterAll(() => server.close())

const tables = { certification: sql`certification`, project: sql`project`, video: sql`video` }

/** Made up to a year ago or tomorrow; some were opened again since. */
async function makeOlder(queue: keyof typeof tables, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const seconds = roll.pick([roll.below(100), roll.below(31_536_000), -86_400])
    const again = roll.below(2) ? roll.below(5000) : null
    await server.owner.query(sql`
      update ${tables[queue]} set create_time = now() - ${seconds} * interval '1 second',
        pending_since = now() - ${again}::int * interval '1 second' where id = ${id}`)
  }
}

test('a decision in any queue notes how long its items had waited, as the trigger does', async () => {
  const { owner } = server
  const certifications = await addCertifications(owner, each)
  const projects = await addProjects(owner, each)
  const videos = await addVideos(owner, each)
  await makeOlder('certification', certifications)
  await makeOlder('project', projects)
  await makeOlder('video', videos)
  const reported = await addVideo(owner, { status: status.approved })
  await addReports(owner, reported, each)
  await owner.query(sql`update report set create_time = now() - id * interval '1 hour'`)

  await owner.query(sql`alter table event disable trigger event_wait`)
  const { project: calls } = videoCalls
  for (const authId of certifications)
    expect(await li.send(certificationCalls.approve, { authId })).toMatchObject({ code: 200 })
  for (const projectId of projects)
    expect(await li.send(projectCalls.reject, { projectId, message: 'no' })).toMatchObject({
      code: 200,
    })
  for (const videoId of videos)
    expect(await li.send(calls.approve, { videoId })).toMatchObject({ code: 200 })
  const dismissing = { videoId: reported, videoType: videoType.project }
  expect(await li.send(reportCalls.dismiss, dismissing)).toMatchObject({ code: 200 })
  await owner.query(sql`alter table event enable trigger event_wait`)

  const read = (after: number) =>
    owner.query<{ id: number; queue: string; waited: number | null }>(sql`
      select id, queue || ' ' || subject_id as queue, waited from event
      where waited is not null and id > ${after} order by queue, subject_id`)
  const noted = await read(0)
  expect(noted).toHaveLength(4 * each)
  const last = Math.max(...noted.map(({ id }) => id))
  await owner.query(sql`
    insert into event (at, actor_id, actor_name, action, queue, subject_id, before, after)
    select at, actor_id, actor_name, action, queue, subject_id, before, after from event where waited is not null`)
  const byTrigger = await read(last)
  expect(byTrigger.map(({ queue }) => queue)).toEqual(noted.map(({ queue }) => queue))
  const wrong = noted.filter(
    ({ waited }, n) => Math.abs((waited ?? -9) - (byTrigger[n]?.waited ?? -99)) > 1,
  )
  expect(wrong).toEqual([])
})
