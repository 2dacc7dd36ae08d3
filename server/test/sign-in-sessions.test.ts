import { setTimeout as pause } from 'node:timers/promises'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls } from '@screening-room/contract/history'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import {
  createAccount,
  disableAccount,
  enableAccount,
  resetPassword,
  setRole,
} from '../src/domain/accounts.ts'
import { setAccount } from '../src/store/accounts.ts'
import { readFor } from '../src/store/sessions.ts'
import { expectWaiting } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { sendRequest } from './setup/raw.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'
import { addSession, newSecret, sessionCookie } from './setup/sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ slowPasswords: true })
  // There is always one who keeps the others from being the last administrator.
  const nobody = { phone: '13000000000', nickName: 'nobody', role: 'administrator' } as const
  await createAccount(server.owner, nobody)
})
afterAll(() => server.close())

/** Calls that everybody who is signed in may make; a list looks for its session by itself. */
const ways = [historyCalls.pending, certificationCalls.list]

async function ask(client: Client): Promise<number> {
  const [one, other] = await Promise.all(ways.map((call) => client.send(call, {})))
  expect(other?.status).toBe(one?.status)
  return one?.status ?? 0
}

/** The same account in another browser. */
async function elsewhere({ phone }: Client, pwd = testPassword): Promise<Client> {
  const client = server.stranger()
  expect((await client.signIn(phone, pwd)).code).toBe(200)
  return client
}

const setTimes = (client: Client, change: ReturnType<typeof sql>) =>
  server.owner.query(sql`update session set ${change} where user_id = ${client.userId}`)

test('a session ends when nobody used it for a while', async () => {
  const client = await server.signIn()
  await setTimes(client, sql`idle_expires_at = now() + interval '5 seconds'`)
  expect(await ask(client)).toBe(200)
  await setTimes(client, sql`idle_expires_at = now()`)
  expect(await ask(client)).toBe(401)
})

test('a session ends after its hours, however busy it was', async () => {
  const client = await server.signIn()
  await setTimes(client, sql`expires_at = now()`)
  expect(await ask(client)).toBe(401)
})

test('what a list would read is not even looked at for a session that is over', async () => {
  const client = await server.signIn()
  const [live] = await server.owner.query<{ hash: Buffer }>(
    sql`select secret_hash as hash from session where user_id = ${client.userId}`,
  )
  const read = () => readFor(server.db, live?.hash as Buffer, sql`select 1 / (random() * 0) as n`)
  await expect(read()).rejects.toThrow('division by zero')
  await setTimes(client, sql`revoked_at = now()`)
  expect(await read()).toBeUndefined()
})

async function idleMinutesLeft(client: Client): Promise<number> {
  const [row] = await server.owner.query<{ minutes: number }>(sql`
    select round(extract(epoch from idle_expires_at - now()) / 60)::int as minutes
    from session where user_id = ${client.userId}`)
  return row?.minutes ?? 0
}

test('use keeps a session alive, at most once a minute and never past its hours', async () => {
  const client = await server.signIn()
  await setTimes(client, sql`idle_expires_at = now() + interval '5 minutes'`)
  await ask(client)
  await pause(100)
  expect(await idleMinutesLeft(client)).toBe(5)
  await setTimes(client, sql`last_seen_at = now() - interval '2 minutes'`)
  await ask(client)
  await expect.poll(() => idleMinutesLeft(client)).toBe(30)
  await setTimes(
    client,
    sql`last_seen_at = now() - interval '2 minutes', expires_at = now() + interval '9 minutes'`,
  )
  await ask(client)
  await expect.poll(() => idleMinutesLeft(client)).toBe(9)
})

test('what the app asks by itself does not keep an unattended screen signed in', async () => {
  const client = await server.signIn()
  await setTimes(
    client,
    sql`idle_expires_at = now() + interval '5 minutes', last_seen_at = now() - interval '9 minutes'`,
  )
  expect((await client.send(historyCalls.pending, {}, { 'x-background': '1' })).status).toBe(200)
  await pause(100)
  expect(await idleMinutesLeft(client)).toBe(5)
})

test('signing out ends this session at once, clears its cookie, and leaves the others alone', async () => {
  const client = await server.signIn()
  const other = await elsewhere(client)
  const cookies = new Map(client.cookies)
  const answer = await client.send(sessionCalls.logout, {})
  expect(answer).toMatchObject({ status: 200, code: 200 })
  expect(answer.headers.getSetCookie()).toEqual([
    `${sessionCookie}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`,
  ])
  client.cookies = cookies
  expect(await ask(client)).toBe(401)
  expect(await client.send(sessionCalls.logout, {})).toMatchObject({ status: 401 })
  expect(await ask(other)).toBe(200)
})

const newPassword = 'another password for tests'

test.each([
  ['a password reset', (phone: string) => resetPassword(server.owner, phone, newPassword)],
  ['disabling', (phone: string) => disableAccount(server.owner, phone)],
  ['a change of role', (phone: string) => setRole(server.owner, phone, 'reviewer')],
])('%s ends every session of the account with the very next request', async (_, change) => {
  const bystander = await server.signIn()
  for (let round = 0; round < 5; round++) {
    const client = await server.signIn('administrator')
    const clients = [client, await elsewhere(client)]
    for (const one of clients) expect(await ask(one)).toBe(200)
    await change(client.phone)
    for (const one of clients) expect(await ask(one)).toBe(401)
    const why = sql`select distinct revoke_reason as why from session where user_id = ${client.userId}`
    expect(await server.owner.query(why)).toEqual([{ why: 'account changed' }])
  }
  expect(await ask(bystander)).toBe(200)
})

test('a sign-in that was under way while the account changed opens nothing', async () => {
  const { userId, phone } = await server.signIn()
  const late = server.stranger()
  const signedIn = await server.owner.transaction(async (tx) => {
    await setAccount(tx, userId, { role: 'reviewer' })
    const answer = late.send(sessionCalls.login, { phone, pwd: testPassword })
    await expectWaiting(server.owner)
    return { answer }
  })
  expect(await signedIn.answer).toMatchObject({ code: 200 })
  expect(await late.send(sessionCalls.userInfo, {})).toMatchObject({ status: 401 })
})

test('requests in flight during a revocation are let in before it and never after', async () => {
  const client = await server.signIn()
  let done = false
  const seen: number[] = []
  const asking = [...ways, ...ways].map(async (call) => {
    while (!done) seen.push((await client.send(call, {})).status)
  })
  await pause(50)
  await disableAccount(server.owner, client.phone)
  const after = await Promise.all(Array.from({ length: 10 }, () => ask(client)))
  done = true
  await Promise.all(asking)
  expect(new Set(after)).toEqual(new Set([401]))
  expect(seen).toContain(200)
})

test('after a reset the old password is wrong and the new one right', async () => {
  const { phone } = await server.signIn()
  await resetPassword(server.owner, phone, newPassword)
  expect((await server.stranger().signIn(phone, testPassword)).code).toBe(401)
  expect((await server.stranger().signIn(phone, newPassword)).code).toBe(200)
})

test('a new role counts from the next sign-in, in both directions', async () => {
  const client = await server.signIn('reviewer')
  const add = async (who: Client) =>
    (await who.send(categoryCalls.addCategory, { typeName: `category of ${client.phone}` })).status
  expect(await add(client)).toBe(403)
  await setRole(server.owner, client.phone, 'administrator')
  expect(await add(client)).toBe(401)
  expect(await add(await elsewhere(client))).toBe(200)
  await setRole(server.owner, client.phone, 'reviewer')
  expect(await add(await elsewhere(client))).toBe(403)
})

test('an account that is enabled again does not bring its old sessions back', async () => {
  const client = await server.signIn()
  await disableAccount(server.owner, client.phone)
  expect((await server.stranger().signIn(client.phone, testPassword)).code).toBe(401)
  await enableAccount(server.owner, client.phone)
  expect(await ask(client)).toBe(401)
  expect(await ask(await elsewhere(client))).toBe(200)
})

test('the last active administrator can neither be disabled nor demoted', async () => {
  const own = await startServer({ slowPasswords: true })
  try {
    const { phone } = await own.signIn('administrator')
    await expect(disableAccount(own.owner, phone)).rejects.toThrow('last_administrator')
    await expect(setRole(own.owner, phone, 'reviewer')).rejects.toThrow('last_administrator')
  } finally {
    await own.close()
  }
})

const liveSessions = (client: Client) =>
  server.owner.query(
    sql`select from session where user_id = ${client.userId} and revoked_at is null`,
  )

test('an account has five sessions at most: the oldest make room', async () => {
  const first = await server.signIn()
  const clients = [first]
  for (let n = 0; n < 6; n++) clients.push(await elsewhere(first))
  const statuses = []
  for (const client of clients) statuses.push(await ask(client))
  expect(statuses).toEqual([401, 401, 200, 200, 200, 200, 200])
})

test('signing in eight times at once still leaves five sessions at most', async () => {
  const first = await server.signIn()
  await Promise.all(Array.from({ length: 8 }, () => elsewhere(first)))
  expect((await liveSessions(first)).length).toBeLessThanOrEqual(5)
})

test('a sign-in waits for one elsewhere that is not finished, and counts its session', async () => {
  const first = await server.signIn()
  for (let n = 0; n < 4; n++) await addSession(server.owner, first.userId)
  const waited = await server.owner.transaction(async (tx) => {
    await addSession(tx, first.userId)
    const signedIn = elsewhere(first)
    await expectWaiting(server.owner)
    return { signedIn }
  })
  await waited.signedIn
  expect(await liveSessions(first)).toHaveLength(5)
})

test('signing in again ends the session the browser came with, a failed attempt does not', async () => {
  const client = await server.signIn()
  const before = new Map(client.cookies)
  const failed = await client.send(sessionCalls.login, { phone: client.phone, pwd: 'wrong' })
  expect(failed.code).toBe(401)
  expect(client.cookies).toEqual(before)
  expect(await ask(client)).toBe(200)
  await client.signIn(client.phone, testPassword)
  expect(client.cookies.get(sessionCookie)).not.toBe(before.get(sessionCookie))
  expect(await ask(client)).toBe(200)
  client.cookies = before
  expect(await ask(client)).toBe(401)
})

test('signing in as somebody else in the same browser ends the first one as well', async () => {
  const client = await server.signIn()
  const before = new Map(client.cookies)
  const token = client.token
  const other = await server.signIn()
  client.token = undefined
  await client.signIn(other.phone, testPassword)
  expect(await ask(client)).toBe(200)
  // A tab that still shows the first person sends the first one's Bearer with the second one's cookie.
  expect(
    (await client.send(historyCalls.pending, {}, { authorization: `Bearer ${token}` })).status,
  ).toBe(401)
  client.cookies = before
  expect(
    (await client.send(historyCalls.pending, {}, { authorization: `Bearer ${token}` })).status,
  ).toBe(401)
})

test('a session cannot be planted: the secret is always of the server’s own making', async () => {
  const { phone } = await server.signIn()
  const planted = newSecret()
  const victim = server.stranger()
  victim.cookies.set(sessionCookie, planted)
  victim.cookies.set('vdev-dev', planted)
  expect((await victim.signIn(phone, testPassword)).code).toBe(200)
  expect(victim.cookies.get(sessionCookie)).not.toBe(planted)
  expect(victim.cookies.get('vdev-dev')).not.toBe(planted)
  const attacker = server.stranger()
  attacker.cookies.set(sessionCookie, planted)
  attacker.token = victim.token
  expect(await ask(attacker)).toBe(401)
})

test('a device cookie opens nothing', async () => {
  const client = await server.signIn()
  const device = client.cookies.get('vdev-dev') ?? ''
  client.cookies.set(sessionCookie, device)
  expect(await ask(client)).toBe(401)
})

test('two Authorization headers are nobody’s', async () => {
  const client = await server.signIn()
  const line = `GET ${historyCalls.pending.path} HTTP/1.1`
  const cookie = `${sessionCookie}=${client.cookies.get(sessionCookie)}`
  const bearer = `Bearer ${client.token}`
  const once = await sendRequest(server.url, line, { cookie, authorization: bearer })
  const twice = { cookie, authorization: bearer, Authorization: bearer }
  expect(once.status).toBe(200)
  expect((await sendRequest(server.url, line, twice)).status).toBe(401)
})
