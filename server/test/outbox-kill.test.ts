import { certificationCalls } from '@screening-room/contract/certifications'
import { endpointCalls } from '@screening-room/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { endAllAfterwards, type Server, startProcess } from './faults/processes.ts'
import { eachOf, findOutboxMismatch } from './setup/checks.ts'
import { Client } from './setup/client.ts'
import { addCertifications } from './setup/items.ts'
import { accepts, openReceiver, type Receiver, webhookSecret } from './setup/receiver.ts'
import { copyDatabase, openTestPool } from './setup/server.ts'
import { addPerson, addSession, sessionCookie } from './setup/sessions.ts'
import { measureLateness, until, within } from './setup/test-support.ts'

measureLateness()

/* Real server processes on one database, and what becomes of their messages when they die. */

endAllAfterwards({ each: true })

let database: Awaited<ReturnType<typeof copyDatabase>>
let owner: Db
let receiver: Receiver
let kept: Receiver
beforeAll(async () => {
  database = await copyDatabase(false)
  owner = openTestPool(database.admin, 4)
  receiver = await openReceiver()
  kept = await openReceiver()
})
afterAll(async () => {
  expect(await findOutboxMismatch(owner)).toEqual([])
  await Promise.all([receiver.close(), kept.close()])
  await owner.close()
  await database.drop()
})

const startReplica = (graceSeconds: number) =>
  startProcess('/nonexistent', {
    DATABASE_URL: database.app,
    DATABASE_ADMIN_URL: database.admin,
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: webhookSecret,
    UNDO_GRACE_SECONDS: String(graceSeconds),
  })

async function approveMany(server: Server, count: number): Promise<number[]> {
  const { id, token } = await addPerson(owner)
  const client = Object.assign(new Client(server.url), { token })
  client.cookies.set(sessionCookie, await addSession(owner, id))
  const ids = await addCertifications(owner, count)
  await eachOf(ids, async (authId) => {
    expect((await client.send(certificationCalls.approve, { authId })).code).toBe(200)
  })
  return ids
}

/** At least once each: an answer that a slow machine takes too long to read is asked for again. */
const delivered = () =>
  [...new Set(receiver.taken.map(({ subject }) => subject))].sort((a, b) => a - b)
const inState = async (state: string) =>
  (await owner.query(sql`select from outbox where state = ${state}`)).length

function forget(): void {
  receiver.taken.length = 0
  receiver.requests.length = 0
}

/** An endpoint that administrators keep, beside WEBHOOK_URL: it is sent the same. */
async function addEndpoint(server: Server): Promise<void> {
  const { id, token } = await addPerson(owner, { role: 'administrator' })
  const client = Object.assign(new Client(server.url), { token })
  client.cookies.set(sessionCookie, await addSession(owner, id))
  const input = { name: 'kept', url: kept.url, kinds: ['certification' as const] }
  const { msg, body } = await client.send(endpointCalls.add, input)
  expect(msg).toBe('ok')
  kept.secrets = [body.data.secret ?? '']
}
const deliveredToKept = async () =>
  (await owner.query(sql`select from delivery where state = 'delivered'`)).length

test('killed between commit and delivery: the next start delivers every decision', async () => {
  forget()
  // Longer than the slowest machine takes to decide all of them.
  const server = await startReplica(3600)
  await addEndpoint(server)
  const ids = await approveMany(server, 20)
  expect((await server.kill()).signal).toBe('SIGKILL')
  expect(receiver.requests).toEqual([])
  expect(await inState('waiting')).toBe(20)

  await owner.query(sql`update outbox set due_at = now()`)
  await startReplica(0)
  await until(async () => (await inState('delivered')) === 20)
  expect(delivered()).toEqual(ids)
  expect(receiver.requests.every(({ genuine }) => genuine)).toBe(true)
  await until(async () => (await deliveredToKept()) === 20)
})

test('killed while it sends: another server delivers what it left behind', async () => {
  forget()
  const before = await inState('delivered')
  receiver.manner = () => {}
  kept.manner = () => {}
  const killed = await startReplica(0)
  const ids = await approveMany(killed, 40)
  await until(async () => (await inState('sending')) > 0)
  await until(() => kept.requests.length > 20)
  expect((await killed.kill()).signal).toBe('SIGKILL')
  const left = await inState('sending')
  expect(left).toBeGreaterThan(0)
  forget()

  receiver.manner = accepts
  kept.manner = accepts
  await startReplica(0)
  await until(async () => (await inState('delivered')) === before + 40)
  expect(delivered()).toEqual(ids)
  await until(async () => (await deliveredToKept()) === 60)
  expect(new Set(kept.taken.map(({ event }) => event)).size).toBe(60)
  expect(kept.requests.every(({ genuine }) => genuine)).toBe(true)
})

test('asked to stop while the receiver hangs, a server ends in time and leaves the row to others', async () => {
  forget()
  receiver.manner = () => {}
  const server = await startReplica(0)
  await approveMany(server, 1)
  await until(() => receiver.requests.length > 0)
  const since = Date.now()
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(Date.now() - since).toBeLessThan(within(10_000))
  const [row] = await owner.query(sql`
    select state, last_error as error from outbox where state not in ('delivered', 'taken_back')`)
  expect(row).toEqual({ state: 'waiting', error: 'no answer in 5 s' })

  forget()
  receiver.manner = accepts
  await startReplica(0)
  await until(() => receiver.taken.length > 0)
})
