import { randomUUID } from 'node:crypto'
import { historyCalls } from '@screening-room/contract/history'
import { liveCalls } from '@screening-room/contract/live'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { ssoPaths } from '@screening-room/contract/sso'
import { type CryptoKey, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { Client } from './setup/client.ts'
import { type Provider, startProvider, Visitor } from './setup/identity-provider.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

/* What the provider ends, and installations where the password is for emergencies or accounts are made by hand. */

let provider: Provider
let server: TestServer
beforeAll(async () => {
  provider = await startProvider()
  server = await startServer({ env: provider.env })
  await provider.open(server.url)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => server.owner.query(sql`delete from login_throttle`))

async function signOn(subject: string, at = server.url) {
  await provider.setPerson(subject, { name: subject, roles: ['moderators'] })
  const client = new Client(at)
  const visitor = new Visitor(provider)
  const started = await client.fetch(ssoPaths.start)
  const back = await visitor.visit(started.headers.get('location') ?? '', { login: subject })
  const { pathname, search } = new URL(back)
  const landed = await client.fetch(pathname + search)
  const outcome = landed.headers.get('location')?.replace('/#/login?sso=', '')
  if (outcome === 'done') {
    const { body } = await client.send(sessionCalls.userInfo, {})
    Object.assign(client, { token: tokenOf(body.info), userId: body.info.id })
  }
  return { client, visitor, outcome }
}

const works = async (client: Client) => (await client.send(historyCalls.pending, {})).status === 200

test('who signs out at the provider is signed out here within seconds, streams too', async () => {
  const { client, visitor } = await signOn('leaving')
  const elsewhere = await signOn('leaving')
  const other = await signOn('staying')
  const stream = await client.fetch(liveCalls.stream.path)
  expect(stream.status).toBe(200)
  const began = performance.now()
  await visitor.leave()
  await expect.poll(() => works(client), { interval: 50 }).toBe(false)
  for await (const _ of stream.body ?? []) {
    // It ends by itself.
  }
  expect(performance.now() - began).toBeLessThan(10_000)
  // A session of theirs that came from another browser at the provider goes on, as it does there.
  expect([await works(elsewhere.client), await works(other.client)]).toEqual([true, true])
  const events = await server.owner.query(sql`
    select actor_name as by, details from event
    where action = 'account.endSessions' and subject_id = ${client.userId}`)
  expect(events).toEqual([{ by: 'single sign-on', details: { ended: 1 } }])
})

test('a way back that was taken leads nowhere again, in this browser or another', {
  tags: ['torture'],
}, async () => {
  await provider.setPerson('returning', { name: 'returning', roles: ['moderators'] })
  const visitor = new Visitor(provider)
  const rounds = many(4, 60)
  const outcomes: (string | undefined)[] = []
  for (let round = 0; round < rounds; round++) {
    const client = new Client(server.url)
    const started = await client.fetch(ssoPaths.start)
    const thief = new Client(server.url)
    thief.cookies = new Map(client.cookies)
    const login = { login: 'returning' }
    const back = new URL(await visitor.visit(started.headers.get('location') ?? '', login))
    for (const browser of [client, client, thief]) {
      const landed = await browser.fetch(back.pathname + back.search)
      outcomes.push(landed.headers.get('location')?.replace('/#/login?sso=', ''))
    }
  }
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(rounds)
  figure('A2', rounds * 2)
})

const logoutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const now = () => Math.floor(Date.now() / 1000)
const message = (subject: string, change: Record<string, unknown> = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: 'screening-room',
  iat: now(),
  exp: now() + 120,
  jti: randomUUID(),
  sub: subject,
  events: logoutEvent,
  ...change,
})
const tell = async (token: string) =>
  (
    await fetch(`${server.url}${ssoPaths.logout}`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token, something: 'else' }),
    })
  ).status

test('a message of the provider is obeyed once, and ends every session of its subject', async () => {
  const both = [await signOn('both'), await signOn('both')]
  const token = await provider.sign(message('both'), { typ: 'logout+jwt' })
  expect(await tell(token)).toBe(200)
  for (const { client } of both) expect(await works(client)).toBe(false)
  const { client } = await signOn('both')
  expect(await tell(token)).toBe(400)
  expect(await works(client)).toBe(true)
})

test('a message that is not the provider’s, or not about this, is refused and changes nothing', async () => {
  const { client } = await signOn('victim')
  const { privateKey: foreign } = await generateKeyPair('RS256')
  const forge = (header: { alg: string; kid: string }, key: CryptoKey | Uint8Array) =>
    new SignJWT(message('victim')).setProtectedHeader(header).sign(key)
  const secret = new TextEncoder().encode(provider.env.OIDC_CLIENT_SECRET)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const refused: Record<string, string> = {
    'another key': await forge({ alg: 'RS256', kid: 'of-the-provider' }, foreign),
    'an unknown key': await forge({ alg: 'RS256', kid: 'unknown' }, foreign),
    'the shared secret': await forge({ alg: 'HS256', kid: 'of-the-provider' }, secret),
    'no signature': `${part({ alg: 'none' })}.${part(message('victim'))}.`,
    'no token': 'nothing',
    'nothing at all': '',
    'far too long': `a.${'b'.repeat(9000)}.c`,
  }
  const changes: Record<string, Record<string, unknown>> = {
    'another issuer': { iss: 'https://id.example.com' },
    'another client': { aud: 'another-client' },
    'a nonce': { nonce: 'n' },
    'no events': { events: undefined },
    'another event': { events: { 'http://schemas.openid.net/event/other': {} } },
    'an event that is no object': { events: { [Object.keys(logoutEvent)[0] ?? '']: 'yes' } },
    'no name of its own': { jti: undefined },
    'written long ago': { iat: now() - 3600, exp: now() + 60 },
    'written in the future': { iat: now() + 3600, exp: now() + 7200 },
    'no time': { iat: undefined },
    expired: { exp: now() - 300 },
    'about nobody': { sub: undefined },
  }
  for (const [what, change] of Object.entries(changes))
    refused[what] = await provider.sign(message('victim', change))
  refused['another type'] = await provider.sign(message('victim'), { typ: 'at+jwt' })
  for (const [what, token] of Object.entries(refused)) {
    expect(await tell(token), what).toBe(400)
    expect(await works(client), what).toBe(true)
  }
  expect(await tell(await provider.sign(message('victim')))).toBe(200)
  expect(await works(client)).toBe(false)
})

test('a duty of a second factor is the provider’s for those who come from there', async () => {
  const strict = await startServer({
    env: { ...provider.env, REQUIRE_SECOND_FACTOR: 'administrator,reviewer' },
  })
  try {
    await provider.open(strict.url)
    const { client } = await signOn('trusted', strict.url)
    expect(await works(client)).toBe(true)
    expect(await works(await strict.signIn('reviewer'))).toBe(false)
  } finally {
    await provider.open(server.url)
    await strict.close()
  }
})

test('without accounts on demand, only those who have one get in', async () => {
  const closed = await startServer({ env: { ...provider.env, OIDC_CREATE_ACCOUNTS: 'off' } })
  try {
    await provider.open(closed.url)
    expect((await signOn('unknown', closed.url)).outcome).toBe('no_account')
    const rows = await closed.owner.query(sql`select from admin_user`)
    expect(rows).toHaveLength(0)
  } finally {
    await provider.open(server.url)
    await closed.close()
  }
})

test('with passwords off only the account for emergencies has one, and the provider has no say over it', async () => {
  const strict = await startServer({
    env: { ...provider.env, PASSWORD_SIGN_IN: 'off', BREAK_GLASS_PHONE: '13900000002' },
  })
  try {
    await provider.open(strict.url)
    await expect(strict.signIn('administrator')).rejects.toThrow('Wrong phone number or password')
    const rescuer = await strict.signIn('administrator', 'Rescuer')
    expect(await works(rescuer)).toBe(true)
    const refused = await strict.stranger().signIn('13900000001', testPassword)
    const unknown = await strict.stranger().signIn('13900000009', testPassword)
    expect([refused.code, refused.msg]).toEqual([unknown.code, unknown.msg])
    const settings = await (await fetch(`${strict.url}/config.json`)).json()
    expect(settings).toMatchObject({ sso: true, passwordSignIn: false })

    const claims = { phone_number: '13900000002', phone_number_verified: true }
    await provider.setPerson('rescuer', { ...claims, roles: ['moderators'] })
    const visitor = new Visitor(provider)
    const client = strict.stranger()
    const started = await client.fetch(ssoPaths.start)
    const back = new URL(
      await visitor.visit(started.headers.get('location') ?? '', { login: 'rescuer' }),
    )
    await client.fetch(back.pathname + back.search)
    const { body } = await client.send(sessionCalls.userInfo, {})
    expect(body.info.id).not.toBe(rescuer.userId)
    expect(await works(rescuer)).toBe(true)
  } finally {
    await provider.open(server.url)
    await strict.close()
  }
})

test('a provider that is down or names strangers’ hosts: the sign-in page says that it failed', async () => {
  const asked: string[] = []
  const { createServer } = await import('node:http')
  const listen = (answer: (url: string) => object) =>
    new Promise<{ url: string; close(): void }>((resolve) => {
      const one = createServer((request, response) => {
        asked.push(`${request.headers.host}${request.url}`)
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer(`http://${request.headers.host}`)))
      })
      one.listen(0, '127.0.0.1', () => {
        const address = one.address()
        const port = typeof address === 'object' ? address?.port : 0
        resolve({ url: `http://127.0.0.1:${port}`, close: () => one.close() })
      })
    })
  const stranger = await listen(() => ({}))
  const evil = await listen((issuer) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${stranger.url}/token`,
    jwks_uri: `${stranger.url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }))
  const misled = await startServer({ env: { ...provider.env, OIDC_ISSUER: evil.url } })
  try {
    const client = misled.stranger()
    const started = new URL((await client.fetch(ssoPaths.start)).headers.get('location') ?? '')
    const state = started.searchParams.get('state')
    const landed = await client.fetch(`${ssoPaths.callback}?code=x&state=${state}`)
    expect(landed.headers.get('location')).toBe('/#/login?sso=failed')
    expect(asked.filter((one) => stranger.url.endsWith(one.split('/')[0] ?? ''))).toEqual([])
    expect(misled.log.join('\n')).toContain('nor in OIDC_HOSTS')
    evil.close()
  } finally {
    stranger.close()
    evil.close()
    await misled.close()
  }
  const down = await startServer({ env: { ...provider.env, OIDC_ISSUER: 'http://127.0.0.1:9' } })
  try {
    const response = await down.stranger().fetch(ssoPaths.start)
    expect(response.headers.get('location')).toBe('/#/login?sso=failed')
  } finally {
    await down.close()
  }
})

test('the addresses of single sign-on are three, and open to all; where no provider is named there are none', async () => {
  const ours = server.routes.filter(({ url }) => url.startsWith('/admin/ext/sso/'))
  expect(ours).toEqual(
    [`GET ${ssoPaths.start}`, `GET ${ssoPaths.callback}`, `POST ${ssoPaths.logout}`].map((one) => {
      const [method, url] = one.split(' ')
      return { method, url, policy: { access: 'public' }, call: undefined }
    }),
  )
  const plain = await startServer()
  try {
    for (const path of [ssoPaths.start, ssoPaths.callback])
      expect((await plain.stranger().fetch(path)).status).toBe(404)
    const told = await plain.stranger().fetch(ssoPaths.logout, { method: 'POST' })
    expect(told.status).toBe(404)
    const settings = await (await plain.stranger().fetch('/config.json')).json()
    expect(settings).not.toHaveProperty('sso')
  } finally {
    await plain.close()
  }
})
