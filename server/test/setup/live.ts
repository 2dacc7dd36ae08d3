import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { queueNames } from '@screening-room/contract/queues'
import { videoCalls } from '@screening-room/contract/videos'
import { pino } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { openMediaStore } from '../../src/domain/media.ts'
import { startHousekeeping } from '../../src/jobs/housekeeper.ts'
import { sealEvents } from '../../src/store/housekeeping.ts'
import { Client } from './client.ts'
import { closeAtOnce, openTestPool, startServer, type TestServer } from './server.ts'
import { addPerson, addSession, sessionCookie } from './sessions.ts'
import type { OpenStream } from './stream.ts'
import { forMany } from './test-support.ts'

/* Two replicas whose events are sealed, and people who listen and decide. */

/** Another process on the same database, as far as a test can have one. */
export async function startReplica(
  { config, databaseUrls }: TestServer,
  { hears = true, through = (db: Db) => db } = {},
) {
  const own = through(openTestPool(databaseUrls.app))
  const db: Db = hears ? own : { ...own, listen: () => ({ stop: async () => {} }) }
  const mediaKey = randomBytes(32)
  const { app } = await buildApp({
    config,
    db,
    media: await openMediaStore(config, mediaKey),
    mediaKey,
    log: pino({ level: 'silent' }),
    webFolder: join(config.media.dir, 'no-web'),
    demo: false,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, db, url: `http://127.0.0.1:${port}` }
}

export type Replica = Awaited<ReturnType<typeof startReplica>>

/** Started before the file's tests and ended after them; empty until then. */
export const live = {} as { server: TestServer; replica: Replica }

export function withReplicas(): void {
  let house: ReturnType<typeof startHousekeeping>
  beforeAll(async () => {
    live.server = await startServer()
    live.replica = await startReplica(live.server)
    house = startHousekeeping(live.server.db, pino({ level: 'silent' }))
  })
  afterAll(async () => {
    await house.stop()
    await closeAtOnce(live.replica.app)
    await live.replica.db.close()
    await live.server.close()
  })
}

export const soon = { timeout: 30_000, interval: 20 }
export const idsIn = (stream: OpenStream): number[] =>
  stream.of('decision').map(({ data }) => data.id)

/** `sealEvents` seals nothing while the housekeeper does it: what counts is that nothing is left. */
export async function sealAll(): Promise<void> {
  const { owner, db } = live.server
  const left = sql`select from event_unsealed limit 1`
  while ((await owner.query(left)).length > 0) await sealEvents(db)
}

/** From the first that it was told to the last: every review there is in the record, in its order. */
export async function expectNoGaps(stream: OpenStream): Promise<void> {
  const told = stream.of('decision').map(({ id }) => id ?? 0)
  const kept = await live.server.owner.query<{ position: number }>(sql`
    select s.position from event_seal s join event e on e.id = s.event_id
    where e.queue = any (${queueNames}::text[]) and s.position between ${told[0] ?? 0} and ${told.at(-1) ?? 0}
    order by s.position`)
  expect(told).toEqual(kept.map(({ position }) => position))
}

/** Somebody who is signed in already: that takes no time, and leaves no event. */
export async function someone(): Promise<Client> {
  const { server } = live
  const person = await addPerson(server.owner)
  const client = new Client(server.url)
  client.cookies.set(sessionCookie, await addSession(server.owner, person.id))
  client.token = person.token
  client.userId = person.id
  return client
}

export async function approveAll(videos: readonly number[]): Promise<void> {
  const reviewer = await someone()
  await forMany(videos, async (videoId) => {
    expect((await reviewer.send(videoCalls.project.approve, { videoId })).code).toBe(200)
  })
}

/** Somebody takes this, as focus review does. */
export const hold = (queue: string, id: number, by: { id: number; name: string }) =>
  live.server.owner.query(sql`
    update waiting set lease_id = gen_random_uuid(), desk = 'a-desk-of-mine', holder_id = ${by.id},
      holder_name = ${by.name}, claimed_at = now(), until = now() + interval '5 minutes'
    where queue = ${queue} and subject_id = ${id}`)
