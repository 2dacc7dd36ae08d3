// @module-tag torture
import { METHODS } from 'node:http'
import { liveCalls } from '@screening-room/contract/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import type { RouteEntry } from '../src/http/policy.ts'
import { insist } from './setup/client.ts'
import { type RawAnswer, sendRequest } from './setup/raw.ts'
import { findUnsafeHeaders } from './setup/safe-headers.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession, signedInHeaders } from './setup/sessions.ts'
import { forMany } from './setup/test-support.ts'

/*
 * Every path with every verb, and every path spelt in every odd way, as bytes on a socket. Whatever
 * is done to a path, it leads to its own route with its own policy, or nowhere.
 */

let server: TestServer
let administrator: Record<string, string>
let cases = 0
const unsafe: string[] = []
// Thousands of requests: on a busy machine they take their time.
const timeout = 120_000
beforeAll(async () => {
  server = await startServer({ demo: true })
  administrator = await signedIn()
})
afterAll(async () => {
  console.log(`verbs and paths: ${cases} requests`)
  expect(cases).toBeGreaterThanOrEqual(many(1500, 3000))
  await server.close()
})

async function signedIn() {
  const person = await addPerson(server.owner, { role: 'administrator' })
  return signedInHeaders(person, await addSession(server.owner, person.id))
}

const { below } = dice('verbs and paths')
/** A share of them where time is short: another one each time. */
const some = <T>(work: T[]): T[] => work.filter(() => below(many(12, 1)) === 0)

/** Every answer's headers are looked at, whatever it is asked for. */
async function send(line: string, headers: Record<string, string>): Promise<RawAnswer> {
  // Exports are few at a time, and here many are asked for at once.
  const answer = await insist(() => sendRequest(server.url, line, headers))
  cases += 1
  const wrong = findUnsafeHeaders(answer)
  if (wrong.length > 0) unsafe.push(`${line.slice(0, 80)}: ${answer.status} ${wrong}`)
  return answer
}

/** Real ids and names, so that what is reached has something to give away. */
function pathOf(route: RouteEntry): string {
  return route.url.replace(':id', '1').replace(':name', 'cover-01.webp').replace('*', 'index.html')
}

const isSession = (route: RouteEntry) => route.policy.access === 'session'
const calls = () =>
  server.routes.filter((route) => isSession(route) && route.call !== 'session.logout')

/** The route that answered, from the server's own log; undefined where no route did. */
const answered = new Map<string, string | undefined>()
let logRead = 0
function reached(answer: RawAnswer): string | undefined {
  // What never ends has no line yet, and nothing else speaks like this.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream'))
    return liveCalls.stream.path
  for (; logRead < server.log.length; logRead++) {
    const line = JSON.parse(server.log[logRead] ?? '{}')
    if (line.msg === 'answered') answered.set(line.reqId, line.route)
  }
  return answered.get(answer.headers.get('x-request-id') ?? '')
}

function isEnvelope(answer: RawAnswer): boolean {
  try {
    const { code, msg } = JSON.parse(answer.body)
    return Number.isInteger(code) && typeof msg === 'string' && msg !== ''
  } catch {
    return false
  }
}

/** A digest of every table, but for when a session was last seen. */
async function digest(): Promise<Record<string, unknown>> {
  const tables = await server.owner.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const all: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await server.owner.query<{ sum: string }>(sql`
      select md5(xmlserialize(content query_to_xml(${
        name === 'session'
          ? 'select id, secret_hash, user_id, expires_at, revoked_at from session order by id'
          : `select * from ${name} t order by t::text`
      }, true, true, '') as text)) as sum`)
    all[name] = row?.sum
  }
  return all
}

const verbs = [
  ...METHODS.filter((verb) => verb !== 'CONNECT'),
  ...['FOO', 'get', 'Post', 'GETT', 'X-HTTP-METHOD'],
]

test('a verb that a path does not have leads nowhere, even for an administrator', {
  timeout,
}, async () => {
  const unexpected: string[] = []
  const registered = new Set(server.routes.map((route) => `${route.method} ${pathOf(route)}`))
  const paths = [...new Set(server.routes.map(pathOf))]
  const work = paths.flatMap((path) => verbs.map((verb) => ({ path, verb })))
  await forMany(some(work), async ({ path, verb }) => {
    if (registered.has(`${verb} ${path}`)) return
    const answer = await send(`${verb} ${path} HTTP/1.1`, administrator)
    const nowhere =
      (answer.status === 404 && [undefined, '/*'].includes(reached(answer))) ||
      (answer.status === 400 && !METHODS.includes(verb))
    if (!nowhere || (verb !== 'HEAD' && !isEnvelope(answer)))
      unexpected.push(`${verb} ${path}: ${answer.status} ${answer.body.slice(0, 80)}`)
  })
  expect(unexpected).toEqual([])
})

test('a header or a field cannot stand in for the verb', async () => {
  const tricks = [
    { 'x-http-method-override': 'POST' },
    { 'x-method-override': 'POST' },
    { 'x-http-method': 'POST' },
  ]
  const posts = calls().filter((route) => route.method === 'POST')
  await forMany(
    posts.flatMap((route) => tricks.map((trick) => ({ route, trick }))),
    async ({ route, trick }) => {
      const line = `GET ${route.url}?_method=POST HTTP/1.1`
      const answer = await send(line, { ...administrator, ...trick })
      expect(answer.status, line).toBe(404)
    },
  )
})

const everyLetter = (path: string) =>
  path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

/** Ways to spell a path that other software has taken for the same one. */
function spellings(path: string): string[] {
  const [, first = '', ...rest] = path.split('/')
  const last = rest.at(-1) ?? first
  const above = path.slice(0, path.length - last.length)
  return [
    ...[`/${path}`, `//${path}`, `/.${path}`, `/./${path.slice(1)}`, `/x/..${path}`],
    ...[`/%2e${path}`, `/%2e%2e${path}`, `/x/%2e%2e${path}`, `/x/%2E.${path}`, `/..%2f${path}`],
    ...[`${path}/`, `${path}//`, `${path}/.`, `${path}/..`, `${path}/../${last}`, `${path}%2f`],
    ...[`${path};x`, `${path};/`, `${path};jsessionid=1`, `${path}%3bx`, `${path}.json`],
    ...[`${path}%00`, `${path}%00.css`, `${path}%20`, `${path}%0a`, `${path}%0d%0ax:y`, `${path}+`],
    ...[
      `${path}%23`,
      `${path}#x`,
      `${path}%3f`,
      `${path}?`,
      `${path}??`,
      `${path}?/../`,
      `${path}&`,
    ],
    ...[path.toUpperCase(), `/${first.toUpperCase()}${path.slice(first.length + 1)}`],
    ...[path.replaceAll('/', '%2f'), path.replaceAll('/', '\\'), path.replaceAll('/', '%5c')],
    ...[`${above}/${last}`, `${above}./${last}`, `${above}%2e/${last}`, `${above}x/../${last}`],
    ...[
      everyLetter(path),
      everyLetter(path).replaceAll('%', '%25'),
      `${path}%zz`,
      `${path}%`,
      `${path}%c0%ae`,
    ],
    ...[`${path}%ff`, `${path}\xff`, `${path}\xe2\x80\xae`, `${path.slice(1)}`, `*${path}`],
    ...[`http://127.0.0.1${path}`, `http://evil.example${path}`, `https://x@y${path}`],
    ...[`${path}/${'a'.repeat(300)}`, `${above}${'a'.repeat(5000)}`, `/${'../'.repeat(50)}${path}`],
    ...[`/docs/..${path}`, `/docs${path}`, `/docs/%2e%2e${path}`, `/healthz/..${path}`],
    ...[`/docs;${path}`, `/healthz?${path}`, `/healthz%3f${path}`, `/pictures/..%2f${path}`],
  ]
}

/** What was reached, if anything was, must be the path's own route or one that is open to everybody. */
function isTrue(route: RouteEntry, spelt: string, answer: RawAnswer, signedIn: boolean): boolean {
  if (answer.status === 0 || answer.status >= 500) return false
  if (answer.status === 400 || answer.status === 404) return isEnvelope(answer) || isHead(route)
  const at = reached(answer)
  if (at === route.url) return signedIn || answer.status === 401
  // The beginning was another path's: then it must have been meant as that one.
  if (spelt.startsWith('/pictures/')) return at === '/pictures/*' && answer.status === 401
  return spelt.startsWith('/healthz?') && at === '/healthz'
}
const isHead = (route: RouteEntry) => route.method === 'HEAD'

test('however a path is spelt, it leads to its own policy or nowhere', { timeout }, async () => {
  const unexpected: string[] = []
  const work = calls().flatMap((route) =>
    spellings(pathOf(route)).flatMap((spelt, n) => [
      { route, spelt, headers: administrator },
      ...(n % 2 === 0 ? [{ route, spelt, headers: {} }] : []),
    ]),
  )
  await forMany(some(work), async ({ route, spelt, headers }) => {
    const answer = await send(`${route.method} ${spelt} HTTP/1.1`, headers)
    if (!isTrue(route, spelt, answer, headers === administrator))
      unexpected.push(
        `${route.method} ${JSON.stringify(spelt.slice(0, 80))} ${headers === administrator}: ${answer.status} ${reached(answer)} ${answer.body.slice(0, 80)}`,
      )
  })
  expect(unexpected).toEqual([])
})

test('nothing that is asked with GET or HEAD changes anything', { timeout }, async () => {
  const before = await digest()
  expect(Object.keys(before).length).toBeGreaterThan(10)
  const queries = ['', '?id=1', '?videoId=1', '?authId=1&message=no', '?page=1&pageSize=100']
  // An export is in the record itself; nothing else changes by that.
  const exporting = /^\/admin\/ext\/(export\/|(events|record)\/export$)/
  const routes = server.routes.filter(({ url }) => !exporting.test(url))
  // Each route as it is, and with a share of the queries.
  const work = ['GET', 'HEAD'].flatMap((method) =>
    routes.flatMap((route) =>
      queries
        .filter((query) => query === '' || below(many(3, 1)) === 0)
        .map((query) => `${method} ${pathOf(route)}${query} HTTP/1.1`),
    ),
  )
  await forMany(work, async (line) => {
    const answer = await send(line, administrator)
    expect(answer.status, line).toBeLessThan(500)
  })
  expect(await digest()).toEqual(before)
})

test('a route without a policy cannot be registered', async () => {
  const { requirePolicies } = await import('../src/http/policy.ts')
  const { default: Fastify } = await import('fastify')
  const app = Fastify()
  requirePolicies(app)
  expect(() => app.get('/forgotten', async () => 'open to all')).toThrow(
    'The route GET /forgotten has no policy',
  )
  app.get(
    '/kept',
    { config: { policy: { access: 'session', needs: 'session', bearer: 'required' } } },
    async () => '',
  )
})

test('nothing of all this was a fault of ours, and no answer was without its headers', () => {
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  expect(unsafe.join('\n')).toBe('')
  for (const id of ['S2', 'S10']) figure(id, cases)
})
