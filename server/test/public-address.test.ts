import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoAccounts } from '../src/db/demo/accounts.ts'
import { sql } from '../src/db/sql.ts'
import {
  endAllAfterwards,
  newDataDir,
  openOwner,
  readyDataDir,
  refusedStart,
  run,
  startProcess,
} from './faults/processes.ts'
import { type RawAnswer, sendPlain, sendRequest } from './setup/raw.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { until } from './setup/test-support.ts'

/* Demo accounts have a published password: they are for the machine the server runs on. */

type Headers = Record<string, string>
const [administrator, reviewer] = demoAccounts
const publicUrl = 'https://review.example.com'

/** What a proxy on this machine adds to a request. */
const handedOn: [string, Headers][] = [
  ['Forwarded', { forwarded: 'for=203.0.113.9;proto=https' }],
  ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.9' }],
  ['X-Forwarded-For of loopback', { 'X-Forwarded-For': '127.0.0.1' }],
  ['an empty X-Forwarded-For', { 'x-forwarded-for': '' }],
  ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'review.example.com' }],
  ['X-Real-IP', { 'x-real-ip': '203.0.113.9' }],
  ['Via', { via: '1.1 varnish' }],
  ['CF-Connecting-IP', { 'cf-connecting-ip': '203.0.113.9' }],
  ['True-Client-IP', { 'true-client-ip': '203.0.113.9' }],
  ['X-Client-IP', { 'x-client-ip': '203.0.113.9' }],
  ['Fastly-Client-IP', { 'fastly-client-ip': '203.0.113.9' }],
  ['X-Azure-ClientIP', { 'x-azure-clientip': '203.0.113.9' }],
  ['X-Envoy-External-Address', { 'x-envoy-external-address': '203.0.113.9' }],
  ['X-Amzn-Trace-Id', { 'x-amzn-trace-id': 'Root=1-67891233-abcdef012345678912345678' }],
  ['CDN-Loop', { 'cdn-loop': 'cloudflare' }],
]

const form = (fields: Headers) => new URLSearchParams(fields).toString()
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

function signIn(server: TestServer, headers: Headers, { phone, password }: Headers) {
  const body = form({ phone: phone ?? '', pwd: password ?? '' })
  return sendPlain(server.url, 'POST', sessionCalls.login.path, { ...asForm, ...headers }, body)
}

const codeOf = ({ body }: RawAnswer): number => JSON.parse(body).code
const offered = async (server: TestServer, headers: Headers) =>
  JSON.parse((await sendPlain(server.url, 'GET', '/config.json', headers)).body).demoAccounts

/** All of an answer but what no two answers share. */
const shared = ({ status, headers, body }: RawAnswer) => {
  const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers)
  return { status, body, headers: rest }
}

describe('with demo data', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ demo: true })
  })
  beforeEach(() => server.owner.query(sql`delete from login_throttle`))
  afterAll(() => server.close())

  test.each(['127.0.0.1:8080', 'localhost', '[::1]:8080'])(
    'somebody on this machine, at %s, is offered the demo accounts and signs in to one',
    async (host) => {
      expect(await offered(server, { host })).toEqual(demoAccounts)
      expect(codeOf(await signIn(server, { host }, administrator))).toBe(200)
    },
  )

  test.each(handedOn)(
    'a request with %s is not from this machine: no demo account is named, none signs in',
    async (_, headers) => {
      expect(await offered(server, headers)).toBeUndefined()
      const wrong = await signIn(server, headers, {
        phone: '13999999999',
        password: 'a guess that is wrong',
      })
      expect(codeOf(wrong)).toBe(401)
      for (const account of [administrator, reviewer])
        expect(shared(await signIn(server, headers, account))).toEqual(shared(wrong))
    },
  )

  test('an HTTP/1.0 request, as a bare nginx sends it, is not from this machine', async () => {
    const config = await sendRequest(server.url, 'GET /config.json HTTP/1.0')
    expect(config.status).toBe(200)
    expect(config.body).not.toContain(administrator.password)
    const line = `POST ${sessionCalls.login.path} HTTP/1.0`
    const body = form({ phone: administrator.phone, pwd: administrator.password })
    expect(codeOf(await sendRequest(server.url, line, asForm, body))).toBe(401)
  })

  test('the log says why, and an account that is no demo account signs in as before', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const { phone } = await server.signIn()
    const own = { phone, password: 'ten otters slept on the ice' }
    expect(codeOf(await signIn(server, headers, own))).toBe(200)
    const { headers: sent } = await signIn(server, headers, reviewer)
    const lines = server.log.map((line) => JSON.parse(line))
    const said = lines.find(
      ({ security, reqId }) => security === 'sign_in_refused' && reqId === sent.get('x-request-id'),
    )
    expect(said).toMatchObject({ why: 'demo_account_from_elsewhere', phone: '0002' })
  })

  test('failed sign-ins to a demo account are counted like all others', async () => {
    const headers = { via: '1.1 proxy' }
    const codes: number[] = []
    for (let n = 0; n < 8; n++) codes.push(codeOf(await signIn(server, headers, administrator)))
    expect(codes).toContain(429)
  })
})

test('asked by its public name, a server that holds demo accounts offers none and signs none in', async () => {
  const server = await startServer({ demo: true, env: { PUBLIC_URL: publicUrl } })
  try {
    const headers = { host: 'review.example.com' }
    expect(await offered(server, headers)).toBeUndefined()
    expect(codeOf(await signIn(server, headers, administrator))).toBe(401)
  } finally {
    await server.close()
  }
})

test('that no account exists is told until there is one, and nothing else about accounts', async () => {
  const server = await startServer({ env: { PUBLIC_URL: publicUrl } })
  const headers = { host: 'review.example.com', 'x-forwarded-for': '203.0.113.9' }
  const config = async () =>
    JSON.parse((await sendPlain(server.url, 'GET', '/config.json', headers)).body)
  try {
    const before = await config()
    expect(before.noAccount).toBe(true)
    await server.signIn()
    await expect.poll(config).not.toHaveProperty('noAccount')
    const after = await config()
    expect({ ...after, noAccount: true }).toEqual(before)
    expect(Object.keys(after).filter((name) => /account/i.test(name))).toEqual([])
  } finally {
    await server.close()
  }
})

test('a refused sign-in is logged with a word for its network, and without its address', async () => {
  const server = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  const wordFor = async (address: string) => {
    const answer = await signIn(
      server,
      { 'x-forwarded-for': address },
      { phone: '13999999999', password: `a guess from ${address}` },
    )
    const lines = server.log.map((line) => JSON.parse(line))
    const id = answer.headers.get('x-request-id')
    return lines.find(({ security, reqId }) => security === 'sign_in_refused' && reqId === id)
      .network
  }
  try {
    const word = await wordFor('203.0.113.9')
    expect(word).toMatch(/^[0-9a-f]{16}$/)
    expect(await wordFor('203.0.113.9')).toBe(word)
    expect(await wordFor('203.0.113.10')).not.toBe(word)
    // As the throttle counts: an IPv6 network of 64 bits is one.
    expect(await wordFor('2001:db8::1')).toBe(await wordFor('2001:db8:0:0:ffff::2'))
    expect(await wordFor('2001:db8:0:1::1')).not.toBe(await wordFor('2001:db8::1'))
    expect(server.log.join('')).not.toMatch(/203\.0\.113|2001:db8/)
  } finally {
    await server.close()
  }
})

describe('a start with a public address', () => {
  endAllAfterwards({ each: true })
  const proxied = { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1', PORT: '0' }

  test('on a new folder seeds nothing and prints no password', async () => {
    const dataDir = newDataDir()
    const program = run('main.js', [], { ...proxied, DATA_DIR: dataDir })
    await until(() => program.output().includes(publicUrl))
    expect(program.output()).not.toContain(administrator.password)
    expect(program.output()).not.toContain(administrator.phone)
    const owner = openOwner({ dataDir })
    const rows = await owner.query<{ accounts: number; videos: number }>(sql`
      select (select count(*)::int from admin_user) as accounts,
        (select count(*)::int from video) as videos`)
    await owner.close()
    expect(rows).toEqual([{ accounts: 0, videos: 0 }])
    // Nobody can sign in yet: it says what to do about that.
    expect(program.output()).toContain('npm run admin -- create --phone 13900000000')
  })

  test('is refused with a sentence while demo accounts exist', async () => {
    const dataDir = readyDataDir()
    await (await startProcess(dataDir)).stop()
    const { says, code } = await refusedStart({ ...proxied, DATA_DIR: dataDir })
    expect(says).toMatch(
      /^PUBLIC_URL is https:\/\/review\.example\.com, but this database holds demo accounts whose password is published\./,
    )
    expect(says.split('\n')).toHaveLength(1)
    expect(code).toBe(3)
  })
})
