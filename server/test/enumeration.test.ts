// @module-tag torture
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { disableAccount } from '../src/domain/accounts.ts'
import { withTotp } from './setup/factors.ts'
import { type RawAnswer, sendPlain } from './setup/raw.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

/* A refused sign-in reveals nothing: not by its text, its size or its time. */

let server: TestServer
beforeAll(async () => {
  server = await startServer({ slowPasswords: true })
})
afterAll(() => server.close())

/** Somebody unknown, a wrong password, without and with a second factor, accounts that were disabled or only invited. */
async function classes() {
  const { phone: known } = await server.signIn()
  const { phone: disabled } = await server.signIn()
  await disableAccount(server.owner, disabled)
  const { phone: invited } = await server.signIn()
  await server.owner.query(sql`
    update admin_user set status = 'invited', password_hash = '' where phone = ${invited}`)
  const { phone: guarded } = await withTotp(server)
  const wrong = 'a wrong password for tests'
  return {
    unknown: { phone: '13999999999', pwd: testPassword },
    wrong: { phone: known, pwd: wrong },
    disabled: { phone: disabled, pwd: testPassword },
    'disabled and wrong': { phone: disabled, pwd: wrong },
    invited: { phone: invited, pwd: testPassword },
    'wrong, before a second step': { phone: guarded, pwd: wrong },
  }
}

async function login(fields: Record<string, string>): Promise<RawAnswer & { ms: number }> {
  await server.owner.query(sql`delete from login_throttle`)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(fields).toString()
  const since = performance.now()
  const answer = await sendPlain(server.url, 'POST', sessionCalls.login.path, form, body)
  return { ...answer, ms: performance.now() - since }
}

/** The headers of the first refusal, but for those that no two answers share. */
let shown: Record<string, string> | undefined
const changing = ['date', 'x-request-id']

function expectSameBytes({ status, headers, body }: RawAnswer): void {
  expect(status).toBe(200)
  expect(body).toBe('{"code":401,"msg":"Wrong phone number or password"}')
  expect([...headers.keys()].filter((name) => name.startsWith('set-cookie'))).toEqual([])
  const length = { 'content-length': String(body.length) }
  expect(Object.fromEntries(headers)).toMatchObject({ ...shown, ...length })
  shown ??= Object.fromEntries([...headers].filter(([name]) => !changing.includes(name)))
  expect(headers.size).toBe(Object.keys(shown).length + changing.length)
}

test('what is compared where there is no password to compare with opens nothing either', async () => {
  const { disabled } = await classes()
  expectSameBytes(await login({ phone: disabled.phone, pwd: 'nobody has this password' }))
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Mann and Whitney's test: how likely chance alone sets two samples as far apart as these are. */
function chanceOf(one: number[], other: number[]): number {
  const all = [...one, ...other].toSorted((a, b) => a - b)
  const place = new Map(all.map((value, index) => [value, index + 1]))
  const sum = one.reduce((total, value) => total + (place.get(value) ?? 0), 0)
  const [n, m] = [one.length, other.length]
  const mean = (n * (n + m + 1)) / 2
  const z = Math.abs(sum - mean) / Math.sqrt((n * m * (n + m + 1)) / 12)
  // Zelen and Severo's series for the tail of the normal distribution.
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const tail = series.reduceRight((inner, factor) => t * (factor + inner), 0)
  return (2 * Math.exp((-z * z) / 2) * tail) / Math.sqrt(2 * Math.PI)
}

test('two samples of one kind are alike to the arithmetic, and two that differ are not', () => {
  const { next } = dice('samples')
  const sample = (shift: number) => Array.from({ length: 400 }, () => next() + shift)
  expect(chanceOf(sample(0), sample(0))).toBeGreaterThan(0.000001)
  expect(chanceOf(sample(0), sample(0.25))).toBeLessThan(0.0001)
})

test('unknown phone, wrong password, disabled, invited and guarded account get the same bytes at the same cost', {
  timeout: 600_000,
}, async () => {
  const asked = Object.entries(await classes())
  const took = new Map(asked.map(([name]) => [name, [] as number[]]))
  const { next } = dice('enumeration')
  const rounds = many(6, 40, 2000)
  const medians = () => [...took.values()].map(median)
  const apart = () => Math.max(...medians()) - Math.min(...medians())
  // A class that skips the hash would take a tenth of the others; a few rounds tell no more than that.
  const allowed = () => Math.max(10, Math.max(...medians()) * many(0.7, 0.1, 0.05))
  // On a busy machine it takes more rounds until what else it does falls on all of them alike.
  for (let round = 0; round < rounds || (round < 10 * rounds && apart() > allowed()); round++)
    for (const [name, fields] of asked.toSorted(() => next() - 0.5)) {
      const answer = await login(fields)
      expectSameBytes(answer)
      took.get(name)?.push(answer.ms)
    }
  const words = [...took].map(([name, times]) => `${name} ${median(times).toFixed(1)} ms`)
  console.log(`sign-in medians: ${words.join(', ')}`)
  expect(apart()).toBeLessThanOrEqual(allowed())
  const samples = [...took.values()]
  const chances = samples.flatMap((one, n) => samples.slice(n + 1).map((two) => chanceOf(one, two)))
  // Each pair may be unlucky.
  if (rounds >= 200) expect(Math.min(...chances)).toBeGreaterThan(0.01 / chances.length)
  figure('S6', Math.min(...samples.map((times) => times.length)) * asked.length)
})
