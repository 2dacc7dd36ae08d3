// @module-tag torture
import {
  builtInNames,
  hasAny,
  type Permission,
  permissions,
  permissionsOf,
} from '@screening-room/contract/permissions'
import { refusals } from '@screening-room/contract/refusals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import type { Policy, RouteEntry } from '../src/http/policy.ts'
import { insist } from './setup/client.ts'
import { sendPlain } from './setup/raw.ts'
import { findUnsafeHeaders } from './setup/safe-headers.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession, newSecret, type Person, sessionCookie } from './setup/sessions.ts'
import { forMany } from './setup/test-support.ts'

/*
 * Every route of the router's own table against every state a caller can be in. What is expected
 * follows from the route's policy alone, so a new route is covered the moment it is registered.
 */

let server: TestServer
let cases = 0
beforeAll(async () => {
  server = await startServer({ env: { LOG_LEVEL: 'warn' } })
  const made = [...permissions.map((one) => [one, one]), ['unknown', '*'], ['unknown', 'admin']]
  await server.owner.query(sql`
    insert into team_role (key, permissions)
    select key, array_agg(permission) from unnest(${made.map(([key]) => key)}::text[],
      ${made.map(([, permission]) => permission)}::text[]) as made (key, permission) group by key
    union all select 'nothing', '{}'`)
})
afterAll(async () => {
  console.log(`matrix: ${cases} cases on ${server.routes.length} routes`)
  expect(cases).toBeGreaterThanOrEqual(500)
  await server.close()
})

type Headers = Record<string, string>

/** Who a caller is to the server, as far as a policy can ask. */
interface Standing {
  session?: 'live' | 'dead'
  bearer?: 'right' | 'wrong' | 'absent'
  role?: string
  /** Their role is made of this one. */
  permission?: Permission
  /** What the browser says about where the request comes from. */
  from?: 'here' | 'elsewhere' | 'address bar' | 'link elsewhere'
}

interface State extends Standing {
  name: string
  headers: () => Promise<Headers>
}

const cookie = (...secrets: string[]) => ({
  cookie: secrets.map((secret) => `${sessionCookie}=${secret}`).join('; '),
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

type Lived = { person: Person; secret: string }

async function live(role = 'administrator'): Promise<Lived> {
  const person = await addPerson(server.owner, { role })
  return { person, secret: await addSession(server.owner, person.id) }
}

async function dead(
  account: Parameters<typeof addPerson>[1],
  session: Parameters<typeof addSession>[2],
): Promise<Headers> {
  const person = await addPerson(server.owner, { role: 'administrator', ...account })
  const secret = await addSession(server.owner, person.id, session)
  return { ...cookie(secret), ...bearer(person.token) }
}

function alive(name: string, standing: Standing, headers: (lived: Lived) => Headers): State {
  return {
    name,
    session: 'live',
    bearer: 'right',
    ...standing,
    headers: async () => headers(await live(standing.permission ?? standing.role)),
  }
}

const whole = ({ person, secret }: Lived) => ({ ...cookie(secret), ...bearer(person.token) })
const from = (headers: Headers) => (lived: Lived) => ({ ...whole(lived), ...headers })
const wrongBearer = (name: string, header: (token: string) => string) =>
  alive(name, { bearer: 'wrong' }, ({ person, secret }) => ({
    ...cookie(secret),
    authorization: header(person.token),
  }))

const states: State[] = [
  { name: 'no session', headers: async () => ({}) },
  { name: 'Bearer only', headers: async () => bearer((await live()).person.token) },
  alive('cookie only', { bearer: 'absent' }, ({ secret }) => cookie(secret)),
  wrongBearer('wrong Bearer', () => 'Bearer 113800000000'),
  wrongBearer('empty Bearer', () => 'Bearer '),
  wrongBearer('lower-case scheme', (token) => `bearer ${token}`),
  wrongBearer('two spaces after the scheme', (token) => `Bearer  ${token}`),
  wrongBearer('something after the Bearer', (token) => `Bearer ${token} x`),
  wrongBearer('the token without a scheme', (token) => token),
  wrongBearer('a Bearer of 10,000 characters', () => `Bearer ${'1'.repeat(10_000)}`),
  {
    ...alive('another user’s Bearer', { bearer: 'wrong' }, whole),
    headers: async () => ({
      ...cookie((await live()).secret),
      ...bearer((await live()).person.token),
    }),
  },
  {
    name: 'two cookies, both live',
    headers: async () => {
      const [one, other] = [await live(), await live()]
      return { ...cookie(one.secret, other.secret), ...bearer(one.person.token) }
    },
  },
  {
    name: 'the same cookie twice',
    headers: async () => {
      const { person, secret } = await live()
      return { ...cookie(secret, secret), ...bearer(person.token) }
    },
  },
  {
    name: 'a cookie nobody was given',
    headers: async () => ({ ...cookie(newSecret()), ...bearer((await live()).person.token) }),
  },
  {
    name: 'a cookie that is no secret at all',
    headers: async () => ({ ...cookie("' or 1=1 --"), ...bearer((await live()).person.token) }),
  },
  { name: 'idle too long', headers: () => dead({}, { idleMinutes: -1 }) },
  { name: 'signed in too long ago', headers: () => dead({}, { minutes: -1 }) },
  { name: 'revoked', headers: () => dead({}, { revoked: true }) },
  { name: 'disabled', headers: () => dead({ status: 'disabled' }, {}) },
  { name: 'from before a password or role change', headers: () => dead({ epoch: 2 }, {}) },
  ...builtInNames.map((role) => alive(role, { role }, whole)),
  ...permissions.map((permission) => alive(`only ${permission}`, { permission }, whole)),
  alive('a role without permissions', { role: 'nothing' }, whole),
  alive('a permission of another version', { role: 'unknown' }, whole),
  alive('its own Origin', {}, from({ origin: 'http://HOST' })),
  alive('foreign Origin', { from: 'elsewhere' }, from({ origin: 'https://evil.example' })),
  alive('Origin null', { from: 'elsewhere' }, from({ origin: 'null' })),
  alive('Origin of another port', { from: 'elsewhere' }, from({ origin: 'http://127.0.0.1:1' })),
  alive('Sec-Fetch-Site same-origin', {}, from({ 'sec-fetch-site': 'same-origin' })),
  alive('cross-site', { from: 'elsewhere' }, from({ 'sec-fetch-site': 'cross-site' })),
  alive('same-site', { from: 'elsewhere' }, from({ 'sec-fetch-site': 'same-site' })),
  alive('an unknown site', { from: 'elsewhere' }, from({ 'sec-fetch-site': 'Same-Origin' })),
  alive('typed address', { from: 'address bar' }, from({ 'sec-fetch-site': 'none' })),
  alive(
    'a link on another site',
    { from: 'link elsewhere' },
    from({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }),
  ),
]

/** The HTTP status the guard answers, or that it lets the request in. */
function expected(policy: Policy, method: string, state: State): 401 | 403 | 'in' {
  const reading = method === 'GET' || method === 'HEAD'
  const { from = 'here' } = state
  if (from === 'elsewhere') return 403
  if (from === 'address bar' && !reading) return 403
  if (from === 'link elsewhere' && !(reading && policy.access === 'public')) return 403
  // No session, nor its Bearer, is a key.
  if (policy.access === 'key') return 401
  if (policy.access !== 'session') return 'in'
  if (state.session !== 'live') return 401
  if (policy.bearer === 'required' && state.bearer !== 'right') return 401
  if (policy.bearer === 'optional' && state.bearer === 'wrong') return 401
  const own = state.permission
    ? [state.permission]
    : permissionsOf(state.role ?? 'administrator', ['*', 'admin'])
  return policy.needs === 'session' || hasAny(own, policy.needs) ? 'in' : 403
}

/** What a route answers once somebody is in, for input that names nothing which exists. */
function answersInside(route: RouteEntry): number {
  // Any key may be a file's, but only a signed link leads to it.
  if (route.url === '/media/*') return 403
  const nothingThere = ['/*', '/pictures/*'].includes(route.url)
  return nothingThere ? 404 : 200
}

function ask(route: RouteEntry, headers: Headers) {
  const { host } = new URL(server.url)
  const own = headers.origin && { origin: headers.origin.replace('HOST', host) }
  const path = route.url.replace(/:\w+|\*/, '987654321')
  return sendPlain(server.url, route.method, path, { ...headers, ...own })
}

test.each(states)('$name: every route answers what its policy says', async (state) => {
  const unexpected: string[] = []
  const shared = await state.headers()
  await forMany(server.routes, async (route) => {
    const headers = route.call === 'session.logout' ? await state.headers() : shared
    // An export needs to see its list, or the record, as well.
    const alone =
      state.permission !== undefined && /^\/admin\/ext\/(export\/|record\/export$)/.test(route.url)
    const wanted = alone ? 403 : expected(route.policy, route.method, state)
    // A probe may say that the server is too busy just now.
    const answer = await insist(() => ask(route, headers))
    cases += 1
    const status = wanted === 'in' ? answersInside(route) : wanted
    const signedOut = route.policy.access === 'key' ? 'key_refused' : 'signed_out'
    const says = wanted === 401 ? signedOut : state.from ? 'wrong_origin' : 'forbidden'
    const rightWords =
      wanted === 'in' ||
      route.method === 'HEAD' ||
      JSON.parse(answer.body).msg === refusals[says].says.en
    const givesCookie = wanted !== 'in' && answer.headers.has('set-cookie')
    const unsafe = findUnsafeHeaders(answer)
    if (answer.status !== status || !rightWords || givesCookie || unsafe.length > 0)
      unexpected.push(
        `${route.method} ${route.url}: ${answer.status} ${answer.body.slice(0, 90)} ${unsafe}`,
      )
  })
  expect(unexpected).toEqual([])
  for (const id of ['S1', 'S10']) figure(id, server.routes.length)
  if (state.permission !== undefined) figure('A1', server.routes.length)
})

test('after all of that nothing has been decided and nothing has failed', async () => {
  expect(
    await server.owner.query(sql`select * from event where queue not in ('export', 'record')`),
  ).toEqual([])
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
})

/** One line a route: what a reviewer of a change has to read. */
function written(policy: Policy): string {
  if (policy.access === 'key') return `key with ${policy.scope}`
  if (policy.access !== 'session') return policy.access
  return `${[policy.needs].flat().join(' or ') || 'nobody'}, Bearer ${policy.bearer}`
}

test('a permission that no route asks for does not exist, and none asks for one that does not', () => {
  const asked = server.routes.flatMap(({ policy }) =>
    policy.access === 'session' && policy.needs !== 'session' ? policy.needs : [],
  )
  expect([...new Set(asked)].sort()).toEqual([...permissions].sort())
})

test('a new route or a changed policy has to be reviewed: policy.json holds what was', async () => {
  const table = server.routes.map((route) => [
    `${route.method} ${route.url}`,
    written(route.policy),
  ])
  const policies = Object.fromEntries(table.sort())
  expect(Object.keys(policies)).toHaveLength(table.length)
  await expect(`${JSON.stringify(policies, null, 2)}\n`).toMatchFileSnapshot('./policy.json')
})
