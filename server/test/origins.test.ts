import { historyCalls } from '@screening-room/contract/history'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendPlain, sendRequest } from './setup/raw.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'
import { addPerson, addSession } from './setup/sessions.ts'

const friend = 'https://admin.example.com'
const publicUrl = 'https://review.example.com'

/** On loopback without a public address; behind https with one allowed origin. */
let local: TestServer
let shared: TestServer
beforeAll(async () => {
  local = await startServer()
  shared = await startServer({ env: { PUBLIC_URL: publicUrl, ALLOWED_ORIGINS: friend } })
})
afterAll(async () => {
  await local.close()
  await shared.close()
})

type Headers = Record<string, string>

async function signedIn(server: TestServer, name = 'vsid-dev'): Promise<Headers> {
  const person = await addPerson(server.owner, { role: 'administrator' })
  const secret = await addSession(server.owner, person.id)
  return { cookie: `${name}=${secret}`, authorization: `Bearer ${person.token}` }
}

const pending = historyCalls.pending.path
const login = async (server: TestServer, headers: Headers, phone: string) =>
  sendPlain(
    server.url,
    'POST',
    sessionCalls.login.path,
    { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    new URLSearchParams({ phone, pwd: testPassword }).toString(),
  )

describe('login CSRF: a page elsewhere cannot sign anybody in', () => {
  test.each<[string, Headers]>([
    [
      'a form on another site',
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        origin: 'https://evil.example',
      },
    ],
    ['a form on a sibling', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an old browser', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:9' }],
    ['the same name over another scheme', { origin: 'https://127.0.0.1' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
  ])('%s', async (_, headers) => {
    const { phone } = await local.signIn()
    const answer = await login(local, headers, phone)
    expect(answer.status).toBe(403)
    expect(answer.headers.has('set-cookie')).toBe(false)
  })

  test('our own page can', async () => {
    const { phone } = await local.signIn()
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', origin: local.url },
      { origin: local.url },
      {},
    ])
      expect(JSON.parse((await login(local, headers as Headers, phone)).body).code).toBe(200)
  })
})

describe('an origin that is allowed', () => {
  test.each(['cross-site', 'same-site', undefined])(
    'may read and write with cookies (%s)',
    async (site) => {
      const headers = {
        ...(await signedIn(shared, '__Host-vsid')),
        origin: friend,
        ...(site && { 'sec-fetch-site': site }),
      }
      const answer = await sendPlain(shared.url, 'GET', pending, headers)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': friend,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      })
    },
  )

  test('gets its preflight answered, with what it may send', async () => {
    const answer = await sendPlain(shared.url, 'OPTIONS', pending, {
      origin: friend,
      'sec-fetch-site': 'same-site',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    })
    expect(answer.status).toBe(204)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': friend,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      vary: 'Origin',
    })
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ')
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']),
    )
  })

  test('can show pictures, which carry no Origin', async () => {
    const headers = { ...(await signedIn(shared, '__Host-vsid')), 'sec-fetch-site': 'same-site' }
    const answer = await sendPlain(shared.url, 'GET', '/pictures/none.webp', headers)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await sendPlain(shared.url, 'GET', pending, headers)).status).toBe(403)
  })
})

describe('an origin that is not allowed is told nothing that a browser would let it read', () => {
  const strangers = [
    ...[
      'https://evil.example',
      'null',
      `${friend}.evil.example`,
      `${friend}:444`,
      'http://admin.example.com',
    ],
    ...[
      'https://ADMIN.example.com',
      `${friend}/`,
      'https://admin.example.com.',
      `${friend}, https://evil.example`,
    ],
    ...[
      '*',
      'file://',
      'https://evil.example#https://admin.example.com',
      publicUrl.replace('https', 'http'),
    ],
  ]
  test.each(strangers)('%s', async (origin) => {
    const cookies = await signedIn(shared, '__Host-vsid')
    for (const site of ['cross-site', 'same-site', ''])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const headers = { ...cookies, origin, ...(site && { 'sec-fetch-site': site }) }
        const path = method === 'POST' ? sessionCalls.logout.path : pending
        const answer = await sendPlain(shared.url, method, path, headers)
        expect(answer.status).toBe(403)
        const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
        expect(names).toEqual([])
        expect(answer.headers.get('vary')).toBe('Origin')
      }
  })

  test('nor is anybody where no origin is allowed', async () => {
    for (const origin of [friend, local.url]) {
      const answer = await sendPlain(local.url, 'OPTIONS', pending, { origin })
      expect([403, 404]).toContain(answer.status)
      expect([...answer.headers.keys()].join()).not.toContain('access-control')
    }
  })
})

test('the public address is the own origin, whatever the Host header says', async () => {
  const headers = await signedIn(shared, '__Host-vsid')
  const asked = async (origin: string, host: string) =>
    (await sendPlain(shared.url, 'GET', pending, { ...headers, origin, host })).status
  expect(await asked(publicUrl, 'review.example.com')).toBe(200)
  expect(await asked(publicUrl, 'evil.example')).toBe(200)
  expect(await asked('http://evil.example', 'evil.example')).toBe(403)
  expect(await asked('https://evil.example', 'evil.example')).toBe(403)
})

test.each([
  ...[
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
  ],
  ...[
    '0.0.0.0',
    '127.0.0.1@evil.example',
    'evil.example#127.0.0.1',
    '[::ffff:127.0.0.1]',
    'local host',
  ],
  ...['127.0.0.1:80:80x', '', '127.0.0.1,evil.example', '１２７.0.0.1', 'evil.example\t'],
])(
  'without a public address a name that leads here is not enough (DNS rebinding): %s',
  async (host) => {
    const headers = await signedIn(local)
    for (const line of [`GET ${pending} HTTP/1.1`, 'GET /config.json HTTP/1.1', 'GET / HTTP/1.1']) {
      const answer = await sendRequest(local.url, line, {
        ...headers,
        host: Buffer.from(host).toString('latin1'),
        'sec-fetch-site': 'same-origin',
      })
      expect([400, 403]).toContain(answer.status)
    }
  },
)

test.each(['127.0.0.1', 'localhost:8080', '[::1]:8080', '127.5.5.5:1'])(
  '%s is this machine',
  async (host) => {
    const answer = await sendRequest(local.url, `GET ${pending} HTTP/1.1`, {
      ...(await signedIn(local)),
      host,
    })
    expect(answer.status).toBe(200)
  },
)
