import { setTimeout as pause } from 'node:timers/promises'
import { certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls } from '@screening-room/contract/history'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { useWebhook } from '../src/domain/webhook.ts'
import { endAllAfterwards, run, type Server, startProcess } from './faults/processes.ts'
import { eachOf, findOutboxMismatch } from './setup/checks.ts'
import { Client } from './setup/client.ts'
import { addCertifications } from './setup/items.ts'
import { openReceiver, type Receiver, webhookSecret } from './setup/receiver.ts'
import { copyDatabase, openTestPool } from './setup/server.ts'
import { addPerson, addSession, sessionCookie } from './setup/sessions.ts'
import { until } from './setup/test-support.ts'

/* Server processes on one database whose webhook settings differ. */

let database: Awaited<ReturnType<typeof copyDatabase>>
let owner: Db
let receiver: Receiver
beforeEach(async () => {
  database = await copyDatabase(false)
  owner = openTestPool(database.admin, 4)
  receiver = await openReceiver()
})
afterEach(async () => {
  expect(await findOutboxMismatch(owner)).toEqual([])
  await receiver.close()
  await owner.close()
  await database.drop()
})
// Hooks run last first: the servers end before their database does.
endAllAfterwards({ each: true })

const base = () => ({
  DATABASE_URL: database.app,
  DATABASE_ADMIN_URL: database.admin,
  UNDO_GRACE_SECONDS: '1',
})
const settings = () => ({ WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: webhookSecret })
const startReplica = (env: Record<string, string> = {}) =>
  startProcess('/nonexistent', { ...base(), ...env })
async function outbox(args: string, env: Record<string, string> = {}) {
  const program = run('outbox.js', args.split(' '), { ...base(), ...env })
  const { code } = await program.ended
  return { code, says: program.output().trim(), complains: program.errors().trim() }
}

/** Somebody who is signed in at every replica. */
async function signIn(): Promise<(server: Server) => Client> {
  const { id, token } = await addPerson(owner, { role: 'administrator' })
  const session = await addSession(owner, id)
  return ({ url }) => {
    const client = Object.assign(new Client(url), { token })
    client.cookies.set(sessionCookie, session)
    return client
  }
}
const approve = async (client: Client, authId: number) => {
  expect((await client.send(certificationCalls.approve, { authId })).code).toBe(200)
}
const reopen = async (client: Client, id: number) => {
  const input = { queue: 'certification', id, message: 'look again' } as const
  expect((await client.send(historyCalls.reopen, input)).code).toBe(200)
}
const states = async () =>
  (await owner.query<{ state: string }>(sql`select state from outbox order by event_id`)).map(
    ({ state }) => state,
  )
const count = async (state: string) => (await states()).filter((one) => one === state).length
const told = () => [...new Set(receiver.taken.map(({ subject }) => subject))].sort((a, b) => a - b)

describe('replicas with and without WEBHOOK_URL on one database', () => {
  test('every decision is sent, from every call that decides', { tags: ['torture'] }, async () => {
    const without = [await startReplica(), await startReplica()]
    const all = [...without, await startReplica(settings())]
    // Those that came first learn of it and say so.
    await until(() =>
      without.every((server) => server.output().includes('WEBHOOK_URL is not set, but decisions')),
    )
    const at = await signIn()
    const ids = await addCertifications(owner, many(60, 600, 6000))
    await eachOf(ids, async (id, index) => approve(at(all[index % 3] as Server), id))
    await until(async () => (await count('delivered')) === ids.length, 600_000)
    expect(told()).toEqual(ids)
    figure('M1', ids.length)
  })

  test('webhooks are turned on by a rolling restart while people decide: nothing is lost, and what came before can be sent', async () => {
    const old = [await startReplica(), await startReplica()]
    let running = old
    const at = await signIn()
    const before = await addCertifications(owner, 5)
    for (const id of before) {
      await approve(at(running[0] as Server), id)
      await reopen(at(running[1] as Server), id)
    }
    await until(async () => (await count('not_sent')) === 10)

    let restarted = false
    let next = 0
    const after = await addCertifications(owner, 200)
    const deciding = (async () => {
      while (!restarted || next < 40) {
        const id = after[next++]
        if (id === undefined) return
        await approve(at(running[next % running.length] as Server), id)
        await pause(50)
      }
    })()
    for (const server of old) {
      const started = await startReplica(settings())
      running = [...running.filter((one) => one !== server), started]
      // A request that was sent to it just now is still answered.
      await pause(300)
      await server.stop()
    }
    restarted = true
    await deciding
    const decided = after.slice(0, next)
    await until(async () => (await count('waiting')) + (await count('sending')) === 0)
    // Each is either told or says that it was not.
    expect(told()).toHaveLength(await count('delivered'))
    expect((await count('delivered')) + (await count('not_sent'))).toBe(10 + decided.length)
    expect(await count('delivered')).toBeGreaterThan(0)

    const left = await count('not_sent')
    expect(await outbox('--send-not-sent')).toEqual({
      code: 0,
      says: `${left} will be sent`,
      complains: '',
    })
    await until(async () => (await count('delivered')) === 10 + decided.length)
    expect(told()).toEqual([...before, ...decided])
    for (const id of before) {
      const actions = receiver.taken.flatMap(({ subject, action }) =>
        subject === id ? [action] : [],
      )
      expect([...new Set(actions)]).toEqual(['approve', 'reopen'])
    }
  })
})

describe('settings that disagree with the record: the process says so and leaves the rows alone', () => {
  const lead = 'this process sends nothing'
  test('WEBHOOK_URL is taken away by a restart: rows wait until webhooks are stopped, and then say that they were not sent', async () => {
    await (await startReplica(settings())).stop()
    const server = await startReplica()
    await until(() => server.output().includes(`\n  WEBHOOK_URL is not set`))
    // In the log as well, without the whole address, which may hold a token.
    await until(() => /^\{"level":"warn".*WEBHOOK_URL is not set/m.test(server.output()))
    expect(server.output()).toContain(`told to ${new URL(receiver.url).origin} since`)
    expect(server.output()).toContain(lead)
    expect(server.output()).not.toContain('hooks/review')
    const at = await signIn()
    const [id = 0] = await addCertifications(owner, 1)
    await approve(at(server), id)
    const [{ due } = expect.fail()] = await owner.query<{ due: number }>(
      sql`select extract(epoch from due_at - now())::float8 as due from outbox`,
    )
    await pause(Math.max(0, due * 1000) + 2000)
    expect(await states()).toEqual(['waiting'])
    expect((await outbox('--status')).says).toContain('1 waiting, 0 given up\n0 not sent')

    expect(await outbox('--stop-webhook')).toMatchObject({ says: 'nobody is told from now on' })
    await until(async () => (await states())[0] === 'not_sent')
    expect((await outbox('--status')).says).toMatch(
      /^nobody is told: webhooks were stopped at \S+\n0 waiting, 0 given up\n1 not sent$/,
    )
    expect(await outbox('--send-not-sent')).toMatchObject({
      code: 1,
      complains: 'There is no webhook: nobody would be told. See --use-webhook.',
    })
    const late = await startReplica(settings())
    await until(() => late.output().includes('\n  WEBHOOK_URL is set, but webhooks were stopped'))
    expect(receiver.requests).toEqual([])
    expect(await outbox('--use-webhook', settings())).toMatchObject({
      says: `from now on told to ${receiver.url}`,
    })
    expect(await outbox('--send-not-sent')).toMatchObject({ says: '1 will be sent' })
    // The process that was told to wait goes on by itself.
    await until(async () => (await states())[0] === 'delivered')
    expect(told()).toEqual([id])
  })

  test('another secret, another address: nothing is sent until the change is made by command', async () => {
    const elsewhere = await openReceiver()
    await useWebhook(owner, { url: receiver.url, secret: webhookSecret })
    const secret = 'another secret of that length'
    const changed = { WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret }
    const rotated = await startReplica(changed)
    const moved = await startReplica({ WEBHOOK_URL: elsewhere.url, WEBHOOK_SECRET: webhookSecret })
    await until(() => rotated.output().includes('\n  WEBHOOK_SECRET is not the one in use'))
    await until(() => moved.output().includes('\n  WEBHOOK_URL is not the one in use'))
    expect(rotated.output()).not.toContain(secret)
    const at = await signIn()
    const [first = 0, second = 0] = await addCertifications(owner, 2)
    await approve(at(rotated), first)
    await pause(4000)
    expect(await states()).toEqual(['waiting'])
    expect([...receiver.requests, ...elsewhere.requests]).toEqual([])

    await outbox('--use-webhook', changed)
    await until(async () => (await count('delivered')) === 1)
    expect(told()).toEqual([first])
    await outbox('--use-webhook', { WEBHOOK_URL: elsewhere.url, WEBHOOK_SECRET: webhookSecret })
    await approve(at(rotated), second)
    await until(async () => (await count('delivered')) === 2)
    expect(elsewhere.taken.map(({ subject }) => subject)).toEqual([second])
    expect(await outbox('--use-webhook')).toMatchObject({
      code: 1,
      complains: 'WEBHOOK_URL and WEBHOOK_SECRET are not set',
    })
    await elsewhere.close()
  })
})

test('what was not sent is sent later: from a time on, and not after a later decision that was told', async () => {
  const server = await startReplica()
  const at = await signIn()
  const [old = 0, overtaken = 0, recent = 0] = await addCertifications(owner, 3)
  for (const id of [old, overtaken, recent]) await approve(at(server), id)
  await until(async () => (await count('not_sent')) === 3)
  await server.stop()
  const since = '2020-05-01T08:00:00'
  await owner.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`update event set at = '2020-05-01T07:59:59+08:00' where subject_id = ${old}`)
  })
  const sending = await startReplica(settings())
  await reopen(at(sending), overtaken)
  await until(async () => (await count('delivered')) === 1)

  for (const wrong of ['yesterday', '2020-05-01', '2020-13-01T00:00:00'])
    expect(await outbox(`--send-not-sent --since ${wrong}`)).toMatchObject({
      code: 1,
      complains: '--since must be a time like 2026-01-31T08:00:00, in PLATFORM_TZ',
    })
  expect((await outbox(`--send-not-sent --since ${since}`)).says).toBe(
    '1 will be sent\n2 stay not sent: decided before that time, or a later decision was told already',
  )
  await until(async () => (await count('delivered')) === 2)
  expect(told()).toEqual([overtaken, recent])
  expect((await outbox('--send-not-sent')).says).toMatch(/^1 will be sent\n1 stay not sent/)
  await until(async () => (await count('delivered')) === 3)
  expect(told()).toEqual([old, overtaken, recent])
  expect((await outbox('--send-not-sent --overtaken')).says).toBe('1 will be sent')
  await until(async () => (await count('delivered')) === 4)
})
