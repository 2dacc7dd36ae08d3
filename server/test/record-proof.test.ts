import { recordCalls } from '@screening-room/contract/record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { verifyOn, verifyWhole } from '../src/domain/verification.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { insertNightly } from '../src/store/verifications.ts'
import type { Client } from './setup/client.ts'
import { startServer, type TestServer } from './setup/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.signIn('administrator', '王芳')
  await addEvents(2500)
})
afterAll(() => server.close())

async function addEvents(count: number) {
  await server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, reason)
    select 1, 'x', 'skip', 'video', 909090, n::text from generate_series(1, ${count}::int) n`)
  while ((await sealEvents(server.owner)) > 0);
}

/** As the job does, on several replicas at once. */
async function verifyAll() {
  const replica = async () => {
    for (let parts = 0; parts < 100; parts++) if ((await verifyOn(server.db)) !== 'more') return
  }
  await Promise.all([replica(), replica(), replica()])
  await replica()
}

const head = async () => (await admin.send(recordCalls.head, {})).body.data
const verified = async () => {
  await admin.send(recordCalls.verify, {})
  await verifyAll()
  return head()
}
const sealOf = ({ upTo, root }: { upTo: number; root: string | null }) => `${upTo}:${root}`

describe('a verification in the background', () => {
  test('is one at a time for all who ask, and ends with a seal to keep elsewhere', async () => {
    const asked = await Promise.all(
      [1, 2, 3].map(async () => (await admin.send(recordCalls.verify, {})).body.data.id),
    )
    expect(new Set(asked).size).toBe(1)
    expect((await head()).running).toMatchObject({ id: asked[0], by: '王芳', position: 0 })
    expect(await verifyOn(server.db)).toBe('more')
    expect((await head()).running).toMatchObject({ position: 1024, intact: null })
    await verifyAll()
    const { running, last, lastIntact, sealed } = await head()
    expect(running).toBeNull()
    expect(last).toEqual(lastIntact)
    expect(last).toMatchObject({ intact: true, origin: 'person', event: null })
    expect(last?.upTo).toBe(sealed?.position)
    expect(last?.root).toMatch(/^[0-9a-f]{64}$/)
    const recorded = await server.owner.query(
      sql`select from event where queue = 'record' and action = 'record.verify'`,
    )
    expect(recorded).toHaveLength(1)
  })

  test('has the same seal from the command, which is kept too', async () => {
    const { report, seal } = await verifyWhole(server.db)
    expect(report).toMatchObject({ intact: true })
    const { last } = await head()
    expect(last).toMatchObject({ origin: 'command', intact: true, by: null })
    expect(seal).toBe(last && sealOf(last))
  })

  test('is asked for once a night, and not where somebody did since', async () => {
    await server.owner.query(
      sql`update verification set requested_at = now() - interval '1 day 1 minute'`,
    )
    const nightly = await Promise.all([1, 2, 3].map(() => insertNightly(server.db, 3)))
    expect(nightly.filter(Boolean)).toHaveLength(1)
    await verifyAll()
    expect((await head()).last).toMatchObject({ origin: 'night', intact: true })
    expect(await insertNightly(server.db, 3)).toBe(false)
  })
})

describe('tampering turns it red, in the menu and in the metrics too', () => {
  const alerts = async () => (await admin.send(recordCalls.alerts, {})).body.data.broken
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text()

  /** As somebody with all rights does, who leaves no trace. */
  const tamper = (statement: ReturnType<typeof sql>) =>
    server.owner.transaction(async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`)
      await tx.query(statement)
    })

  test('an event that was changed is named, until it is as it was', async () => {
    const where = sql`where id = (select event_id from event_seal where position = 1500)`
    const [{ id } = { id: 0 }] = await server.owner.query<{ id: number }>(
      sql`select id from event ${where}`,
    )
    await tamper(sql`update event set reason = reason || '!' ${where}`)
    const { last } = await verified()
    expect(last).toMatchObject({ intact: false, event: id, why: 'it or its seal was changed' })
    expect(await alerts()).toBe(1)
    expect(await metrics()).toContain('record_broken 1')
    await tamper(sql`update event set reason = left(reason, -1) ${where}`)
    expect((await verified()).last).toMatchObject({ intact: true })
    expect(await alerts()).toBe(0)
    expect(await metrics()).toMatch(/record_broken 0\n[\s\S]*record_intact_age_seconds \d/)
  })

  test('a chain that was written anew, and is whole in itself, is not the one that was verified', async () => {
    await tamper(sql`create table kept as select * from event_seal where position >= 1500`)
    await tamper(sql`create table changed as select id, reason from event where id = (
      select event_id from kept where position = 1600)`)
    await tamper(sql`delete from event_seal where position >= 1500`)
    await tamper(sql`insert into event_unsealed select event_id from kept`)
    await tamper(sql`update event set reason = 'another' where id = (select id from changed)`)
    while ((await sealEvents(server.owner)) > 0);
    expect((await verified()).last).toMatchObject({
      intact: false,
      why: 'the chain was written anew since it was verified',
    })
    await tamper(sql`update event e set reason = c.reason from changed c where c.id = e.id`)
    await tamper(sql`delete from event_seal where position >= 1500`)
    await tamper(sql`insert into event_seal select * from kept`)
    await tamper(sql`insert into event_unsealed select id from event e
      where not exists (select from event_seal s where s.event_id = e.id) on conflict do nothing`)
    expect((await verified()).last).toMatchObject({ intact: true })
  })

  test('a chain that was cut short is not the one that was verified', async () => {
    await addEvents(1)
    expect((await verified()).last).toMatchObject({ intact: true })
    await tamper(sql`delete from event where id = (
      select event_id from event_seal order by position desc limit 1)`)
    await tamper(
      sql`delete from event_seal where position = (select max(position) from event_seal)`,
    )
    expect((await verified()).last).toMatchObject({
      intact: false,
      why: expect.stringMatching(/^the seal \d+ is not the one that was verified$/),
    })
  })
})
