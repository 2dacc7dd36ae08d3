import { randomBytes } from 'node:crypto'
import { sessionCalls } from '@screening-room/contract/session'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { buildApp } from '../src/app.ts'
import { sql } from '../src/db/sql.ts'
import { openMediaStore } from '../src/domain/media.ts'
import { Client } from './setup/client.ts'
import {
  closeAtOnce,
  openTestPool,
  startServer,
  type TestServer,
  testPassword,
} from './setup/server.ts'
import { forMany } from './setup/test-support.ts'

let server: TestServer
beforeAll(async () => {
  // Addresses come from the header then, so that one machine can play many.
  server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' }, slowPasswords: true })
})
beforeEach(async () => {
  await server.owner.query(sql`delete from login_throttle`)
})
afterAll(() => server.close())

let addresses = 0
const newAddress = () => `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`

/** A guess by nobody known. */
async function guess(
  phone: string,
  { from = newAddress(), pwd = 'a guess that is wrong', client = server.stranger() } = {},
) {
  const { code, headers } = await client.send(
    sessionCalls.login,
    { phone, pwd },
    { 'x-forwarded-for': from },
  )
  return { code, wait: Number(headers.get('retry-after') ?? 0) }
}

/** Guesses until strangers have to wait for a long time. */
async function block(phone: string): Promise<void> {
  await guess(phone)
  await server.owner.query(
    sql`update login_throttle set failures = 30 where bucket like 'account:%'`,
  )
  await guess(phone)
  expect(await guess(phone)).toMatchObject({ code: 429, wait: 900 })
}

test('guesses by the thousand, from 200 addresses, hour after hour: a hundred at most are checked, and everybody else signs in all the while', {
  tags: ['torture'],
}, async () => {
  const rounds = many(2, 100)
  const guesses = many(200, 10_000, 200_000)
  const owner = await server.signIn()
  const others: Client[] = []
  for (let n = 0; n < Math.min(rounds, 20); n++) others.push(await server.signIn())
  const from = Array.from({ length: 200 }, newAddress)
  const codes: number[] = []
  for (let round = 0; round < rounds; round++) {
    const addresses = Array.from(
      { length: guesses / rounds },
      (_, n) => from[(round * 7 + n) % from.length],
    )
    const other = others[round % others.length]?.phone ?? ''
    const [known, stranger] = await Promise.all([
      owner.signIn(owner.phone, testPassword),
      guess(other, { pwd: testPassword }),
      forMany(addresses, async (address) => {
        codes.push((await guess(owner.phone, { from: address })).code)
      }),
    ])
    expect([known.code, stranger.code], `round ${round}`).toEqual([200, 200])
    await server.owner.query(
      sql`update login_throttle set blocked_until = blocked_until - interval '12 minutes'`,
    )
  }
  const count = (code: number) => codes.filter((one) => one === code).length
  console.log(`${codes.length} guesses: ${count(401)} checked, ${count(429)} told to wait`)
  expect(codes).toHaveLength(guesses)
  expect(count(401)).toBeGreaterThan(5)
  expect(count(401)).toBeLessThanOrEqual(many(30, 100))
  // On a busy machine some are sent away before they are looked at.
  expect(count(401) + count(429) + count(503)).toBe(guesses)
  figure('S5', guesses)
})

test('guesses sent all at once count one by one', async () => {
  const { phone } = await server.signIn()
  const codes = await Promise.all(Array.from({ length: 20 }, async () => (await guess(phone)).code))
  const checked = codes.filter((code) => code === 401).length
  // A busy machine refuses some before it checks them.
  expect(checked).toBeGreaterThan(0)
  expect(checked).toBeLessThanOrEqual(8)
})

test('while strangers are kept waiting, the owner signs in from a known device, all the time', async () => {
  const owner = await server.signIn()
  await block(owner.phone)
  for (let round = 0; round < 5; round++) {
    expect(await guess(owner.phone, { pwd: testPassword })).toMatchObject({ code: 429 })
    const { cookies } = owner
    expect((await owner.signIn(owner.phone, testPassword)).code).toBe(200)
    expect(owner.cookies.get('vdev-dev')).toBe(cookies.get('vdev-dev'))
  }
  // The owner's success does not let the guesser in.
  expect(await guess(owner.phone)).toMatchObject({ code: 429 })
})

test('a device that is known for one account is a stranger to every other', async () => {
  const victim = await server.signIn()
  const attacker = await server.signIn()
  await block(victim.phone)
  expect(await guess(victim.phone, { client: attacker, pwd: testPassword })).toMatchObject({
    code: 429,
  })
})

test('a known device answers for itself alone: ten free mistakes, then it waits', async () => {
  const owner = await server.signIn()
  expect(await guess(owner.phone, { client: owner })).toMatchObject({ code: 401 })
  const buckets = await server.owner.query<{ bucket: string }>(
    sql`select bucket from login_throttle`,
  )
  expect(buckets.map(({ bucket }) => bucket.split(':')[0])).toEqual(['device'])
  await server.owner.query(sql`update login_throttle set failures = 9`)
  expect(await guess(owner.phone, { client: owner })).toMatchObject({ code: 401 })
  expect(await guess(owner.phone, { client: owner })).toMatchObject({ code: 401 })
  expect(await guess(owner.phone, { client: owner, pwd: testPassword })).toMatchObject({
    code: 429,
  })
  expect(await guess(owner.phone, { pwd: testPassword })).toMatchObject({ code: 200 })
})

test('other accounts notice nothing', async () => {
  const victim = await server.signIn()
  const others = await Promise.all(Array.from({ length: 5 }, () => server.signIn()))
  await block(victim.phone)
  for (const { phone } of others)
    expect(await guess(phone, { pwd: testPassword })).toMatchObject({ code: 200 })
})

test('a restart forgives nothing, and still knows the owner', async () => {
  const owner = await server.signIn()
  await block(owner.phone)
  const db = openTestPool(server.databaseUrls.app)
  const mediaKey = randomBytes(32)
  const { app } = await buildApp({
    config: server.config,
    db,
    media: await openMediaStore(server.config, mediaKey),
    mediaKey,
    log: pino({ level: 'silent' }),
    webFolder: '/nowhere',
    demo: false,
  })
  try {
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const stranger = new Client(url)
    expect(await guess(owner.phone, { client: stranger, pwd: testPassword })).toMatchObject({
      code: 429,
    })
    const again = new Client(url)
    again.cookies = new Map(owner.cookies)
    expect(await guess(owner.phone, { client: again, pwd: testPassword })).toMatchObject({
      code: 200,
    })
  } finally {
    await closeAtOnce(app)
    await db.close()
  }
})

test('each further mistake doubles the wait, up to a quarter of an hour', async () => {
  const { phone } = await server.signIn()
  const waits: number[] = []
  for (let mistakes = 1; mistakes <= 17; mistakes++) {
    expect(await guess(phone)).toMatchObject({ code: 401 })
    if (mistakes > 5) waits.push((await guess(phone, { pwd: testPassword })).wait)
    await server.owner.query(sql`update login_throttle set blocked_until = now()`)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

test('signing in clears the count, and a day without guesses does as well', async () => {
  const { phone } = await server.signIn()
  for (let n = 0; n < 5; n++) await guess(phone)
  expect(await guess(phone, { pwd: testPassword })).toMatchObject({ code: 200 })
  for (let n = 0; n < 5; n++) expect(await guess(phone)).toMatchObject({ code: 401 })
  await server.owner.query(
    sql`update login_throttle set failures = 50, blocked_until = now() - interval '25 hours'`,
  )
  for (let n = 0; n < 5; n++) expect(await guess(phone)).toMatchObject({ code: 401 })
})

test('one address that tries many accounts is kept waiting, and nobody else is', async () => {
  const { phone } = await server.signIn()
  const from = newAddress()
  for (let n = 0; n < 2; n++) await guess(`1350000000${n}`, { from })
  await server.owner.query(
    sql`update login_throttle set failures = 30 where bucket = ${`network:${from}`}`,
  )
  expect(await guess('13500000003', { from })).toMatchObject({ code: 401 })
  expect(await guess(phone, { from, pwd: testPassword })).toMatchObject({ code: 429, wait: 10 })
  expect(await guess(phone, { pwd: testPassword })).toMatchObject({ code: 200 })
})

test('an account of one’s own does not wash an address clean', async () => {
  const { phone } = await server.signIn()
  const from = newAddress()
  await guess('13500000004', { from })
  expect(await guess(phone, { from, pwd: testPassword })).toMatchObject({ code: 200 })
  const rows = await server.owner.query(
    sql`select failures from login_throttle where bucket = ${`network:${from}`}`,
  )
  expect(rows).toEqual([{ failures: 1 }])
})

test('of a crowd that signs in at once, few wait for their turn and the rest is told to come again', async () => {
  const phones = Array.from({ length: 45 }, (_, n) => `136000000${n + 10}`)
  const answers = await Promise.all(phones.map((phone) => guess(phone)))
  const refused = answers.filter(({ code }) => code !== 401)
  expect(refused.length).toBeGreaterThan(0)
  const busy = { code: 503, wait: 0 }
  for (const answer of refused) expect([{ code: 429, wait: 1 }, busy]).toContainEqual(answer)
  expect(answers.length - refused.length).toBeGreaterThan(0)
})

test('addresses of one IPv6 network are one, however they are written', async () => {
  const same = ['2001:db8::1', '2001:db8::2', '2001:0db8:0:0:ffff::1', '2001:db8:0:0:1:2:3:4']
  for (const [n, from] of same.entries()) await guess(`1340000000${n}`, { from })
  await guess('13400000009', { from: '2001:db8:0:1::1' })
  const rows = await server.owner.query(
    sql`select bucket, failures from login_throttle where bucket like 'network:%' order by 1`,
  )
  expect(rows).toEqual([
    { bucket: 'network:2001:db8:0:0', failures: 4 },
    { bucket: 'network:2001:db8:0:1', failures: 1 },
  ])
})

test('without a trusted proxy nobody can choose an address', async () => {
  const own = await startServer({ slowPasswords: true })
  try {
    for (let n = 0; n < 3; n++) await guess(`1330000000${n}`, { client: own.stranger() })
    const rows = await own.owner.query(
      sql`select bucket, failures from login_throttle where bucket like 'network:%'`,
    )
    expect(rows).toEqual([{ bucket: 'network:127.0.0.1', failures: 3 }])
  } finally {
    await own.close()
  }
})

test('what is told to wait says how long, in the header and in the sentence', async () => {
  const { phone } = await server.signIn()
  await block(phone)
  const answer = await server.stranger().send(sessionCalls.login, { phone, pwd: 'x' })
  expect(answer).toMatchObject({ status: 200, code: 429 })
  expect(answer.msg).toMatch(/^Too many attempts, try again in (899|900) s$/)
  expect(answer.headers.get('retry-after')).toMatch(/^(899|900)$/)
})
