// @module-tag torture
import { historyCalls } from '@screening-room/contract/history'
import { tokenOf } from '@screening-room/contract/session'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import type { RouteEntry } from '../src/http/policy.ts'
import { sendPlain } from './setup/raw.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'
import {
  addPerson,
  addSession,
  newSecret,
  type Person,
  sessionCookie,
  signedInHeaders,
} from './setup/sessions.ts'
import { forMany } from './setup/test-support.ts'

/*
 * The Bearer is a user's id and phone number, and both can be known. So everybody's is tried here, and
 * as many made-up ones as a patient attacker would send: without the cookie none of them opens anything.
 */

const people = many(100, 1000)
const { below, pick } = dice('guessed tokens')

let server: TestServer
let everybody: { id: number; phone: string }[]
/** Every route that asks for a session. */
let guarded: RouteEntry[]

beforeAll(async () => {
  // Of millions of answers no log is kept.
  server = await startServer({ env: { LOG_LEVEL: 'error' } })
  everybody = await server.owner.query(sql`
    insert into admin_user (phone, nick_name, password_hash, role)
    select (13800000000 + n)::text, 'person ' || n, 'unusable', 'administrator'
    from generate_series(1, ${people}::int) n returning id, phone`)
  await server.owner.query(sql`
    insert into session (secret_hash, user_id, auth_epoch, idle_expires_at, expires_at)
    select sha256(id::text::bytea), id, auth_epoch, now() + interval '1 hour', now() + interval '1 hour'
    from admin_user`)
  guarded = server.routes.filter(({ policy }) => policy.access === 'session')
})
afterAll(() => server.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const cookie = (secret: string) => ({ cookie: `${sessionCookie}=${secret}` })

/** What was let in. */
let accepted: string[] = []
let guesses = 0
beforeEach(() => {
  accepted = []
  guesses = 0
})

async function guess(headers: Record<string, string>, routes = guarded): Promise<void> {
  const { method, url } = pick(routes)
  const answer = await sendPlain(server.url, method, url.replace(/:\w+/, '1'), headers)
  guesses += 1
  if (answer.status !== 401) accepted.push(`${method} ${url}: ${answer.status} ${answer.body}`)
}

/** Somebody with a session of their own, who is let in as long as they say who they are. */
async function insider(): Promise<{ person: Person; secret: string }> {
  const person = await addPerson(server.owner, { role: 'administrator' })
  const secret = await addSession(server.owner, person.id)
  const own = signedInHeaders(person, secret)
  expect((await sendPlain(server.url, 'GET', historyCalls.pending.path, own)).status).toBe(200)
  return { person, secret }
}

test('the right Bearer of each of a thousand people who are signed in opens nothing without a cookie', async () => {
  await forMany(everybody, (person) => guess(bearer(tokenOf(person))))
  await forMany(everybody, (person) =>
    guess({ ...bearer(tokenOf(person)), ...cookie(newSecret()) }),
  )
  expect(accepted).toEqual([])
  figure('S3', 2 * everybody.length)
})

test('nor does it with the cookie of somebody else, who is signed in', async () => {
  const { secret } = await insider()
  // What a browser loads by itself carries no Bearer: the cookie alone decides.
  const withBearer = guarded.filter(
    ({ policy }) => policy.access === 'session' && policy.bearer !== 'none',
  )
  await forMany(everybody, (person) =>
    guess({ ...bearer(tokenOf(person)), ...cookie(secret) }, withBearer),
  )
  expect(accepted).toEqual([])
  figure('S3', everybody.length)
})

/** Near misses of real ones, and whatever else has their shape. */
function madeUp(): string {
  const { id, phone } = pick(everybody)
  const near = tokenOf({ id, phone: String(Number(phone) + below(2000) - 1000) })
  const digits = Array.from({ length: 8 + below(16) }, () => below(10)).join('')
  return pick([near, digits, `${id}1${digits.slice(0, 10)}`, phone])
}

test('of the ones that are made up none opens anything either', { timeout: 600_000 }, async () => {
  const count = many(300, 100_000, 5_000_000)
  const batch = 10_000
  for (let sent = 0; sent < count; sent += batch)
    await forMany(Array.from({ length: Math.min(batch, count - sent) }, madeUp), (token) =>
      guess(bearer(token)),
    )
  expect(accepted).toEqual([])
  expect(guesses).toBe(count)
  figure('S3', count)
})
