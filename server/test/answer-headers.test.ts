import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { historyCalls } from '@screening-room/contract/history'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { figure } from '../../torture/figures.ts'
import { buildApp } from '../src/app.ts'
import { openMediaStore } from '../src/domain/media.ts'
import { parseAnswer, sendBytes, sendPlain } from './setup/raw.ts'
import { findUnsafeHeaders } from './setup/safe-headers.ts'
import { closeAtOnce, startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession } from './setup/sessions.ts'

const friend = 'https://admin.example.com'
const pending = historyCalls.pending.path
type Headers = Record<string, string>

async function signedIn(server: TestServer, name = 'vsid-dev'): Promise<Headers> {
  const person = await addPerson(server.owner, { role: 'administrator' })
  const secret = await addSession(server.owner, person.id)
  return { cookie: `${name}=${secret}`, authorization: `Bearer ${person.token}` }
}

test('every kind of answer carries the security headers', { tags: ['torture'] }, async () => {
  const shared = await startServer({
    env: { PUBLIC_URL: 'https://review.example.com', ALLOWED_ORIGINS: friend },
  })
  const folder = await mkdtemp(join(tmpdir(), 'screening-room-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets', 'app-123.js'), 'x'.repeat(5000))
  await writeFile(join(folder, 'assets', 'app-123.js.br'), 'compressed by the build')
  await mkdir(join(shared.mediaDir, 'pictures'))
  await writeFile(join(shared.mediaDir, 'pictures', 'one.webp'), 'not really a picture')
  const { config, db } = shared
  const mediaKey = Buffer.alloc(32)
  const media = await openMediaStore(config, mediaKey)
  const log = pino({ level: 'silent' })
  const { app } = await buildApp({
    config,
    db,
    media,
    mediaKey,
    log,
    webFolder: folder,
    demo: false,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  try {
    const me = await signedIn(shared, '__Host-vsid')
    const json = { ...me, 'content-type': 'application/json' }
    const range = { ...me, range: 'bytes=999-' }
    const text = { ...me, 'content-type': 'text/plain' }
    const answers: [number, string, string, Headers, string?][] = [
      [200, 'GET', pending, me],
      [200, 'POST', '/admin/data/video/list', json, '{"page":"x"}'],
      [401, 'GET', pending, {}],
      [403, 'GET', pending, { ...me, origin: 'https://evil.example' }],
      [404, 'GET', '/nowhere', me],
      [404, 'PUT', '/nowhere', me],
      [404, 'GET', '/%zz', me],
      [404, 'GET', `/pictures/${'a'.repeat(400)}`, me],
      [413, 'POST', '/admin/data/video/list', json, ' '.repeat(70_000)],
      [415, 'POST', '/admin/data/video/list', text, 'x'],
      [204, 'OPTIONS', pending, { origin: friend }],
      [200, 'GET', '/', {}],
      [200, 'GET', '/assets/app-123.js', { 'accept-encoding': 'br' }],
      [404, 'GET', '/assets/app-123.js.br', {}],
      [200, 'GET', '/healthz', {}],
      [200, 'GET', '/docs', {}],
      [200, 'GET', '/docs/openapi.json', {}],
      [200, 'GET', '/config.json', {}],
      [200, 'GET', '/metrics', {}],
      [200, 'GET', '/pictures/one.webp', me],
      [206, 'GET', '/pictures/one.webp', { ...me, range: 'bytes=0-3' }],
      [416, 'GET', '/pictures/one.webp', range],
      [200, 'HEAD', '/pictures/one.webp', me],
      [403, 'GET', '/media/one.webm', me],
    ]
    for (const [status, method, path, headers, body] of answers) {
      const answer = await sendPlain(url, method, path, headers, body)
      const what = `${method} ${path.slice(0, 40)} ${status}`
      expect(answer.status, what).toBe(status)
      expect(findUnsafeHeaders(answer, friend), what).toEqual([])
      expect(answer.headers.get('strict-transport-security'), what).toMatch(/^max-age=31536000/)
      if (!['/%zz'].includes(path) && path.length < 300)
        expect(answer.headers.get('vary'), what).toContain('Origin')
    }
    const script = (encoding: string) =>
      sendPlain(url, 'GET', '/assets/app-123.js', { 'accept-encoding': encoding })
    const small = await script('gzip, br')
    expect(small.headers.get('content-encoding')).toBe('br')
    expect(small.body).toBe('compressed by the build')
    expect((await script('identity')).headers.get('content-encoding')).toBeUndefined()
    const bytes = [
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
      'GET  / HTTP/9\r\n\r\n',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
    ]
    for (const junk of bytes) {
      const answer = parseAnswer(await sendBytes(url, junk))
      expect(answer.status).toBe(400)
      expect(findUnsafeHeaders(answer), junk.slice(0, 30)).toEqual([])
    }
    figure('S10', answers.length + bytes.length)
  } finally {
    await closeAtOnce(app)
    await rm(folder, { recursive: true })
    await shared.close()
  }
})

test('without a Host, or with an Expect that nobody knows, the answer has its envelope and headers', async () => {
  const server = await startServer({ env: { PUBLIC_URL: 'https://review.example.com' } })
  const ask = async (head: string) => parseAnswer(await sendBytes(server.url, head))
  const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 0'
  const host = 'host: review.example.com'
  try {
    for (const line of [
      'GET /healthz',
      'GET /nowhere',
      `GET ${pending}`,
      'POST /admin/user/login',
    ]) {
      const unnamed = await ask(`${line} HTTP/1.1\r\n${form}\r\n\r\n`)
      expect(unnamed.status, line).toBe(400)
      expect(unnamed.body, line).toBe('{"code":400,"msg":"The request is not valid HTTP"}')
      const unmet = await ask(`${line} HTTP/1.1\r\n${host}\r\nexpect: banana\r\n${form}\r\n\r\n`)
      expect(unmet.status, line).toBe(417)
      expect(JSON.parse(unmet.body), line).toEqual({
        code: 417,
        msg: 'The only Expect that is understood is 100-continue',
      })
      for (const answer of [unnamed, unmet]) {
        expect(findUnsafeHeaders(answer), line).toEqual([])
        expect(answer.headers.get('strict-transport-security'), line).toMatch(/^max-age=31536000/)
        expect(answer.headers.get('x-request-id'), line).toMatch(/^[0-9a-f-]{36}$/)
        expect(answer.headers.get('connection'), line).toBe('close')
      }
    }
    // Without a Host HTTP/1.0 is in order, and so is waiting for a 100.
    expect((await ask('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
    const waited = await sendBytes(
      server.url,
      `GET /healthz HTTP/1.1\r\n${host}\r\nexpect: 100-continue\r\n\r\n`,
    )
    expect(waited).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  } finally {
    await server.close()
  }
})

test('the page policy allows nothing inline, nothing evaluated and no host that is not named', async () => {
  const own = await startServer({
    env: {
      MEDIA_HOSTS: 'cdn.example.com',
      API_HOST: 'https://api.example.com',
      AVATAR_HOST: 'https://a.example.com/x/',
    },
  })
  try {
    const { headers } = await sendPlain(own.url, 'GET', '/docs')
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
        const [name = '', ...sources] = part.split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src':
        "'self' data: https://cdn.example.com https://api.example.com https://a.example.com",
      'media-src': "'self' blob: https://cdn.example.com https://api.example.com",
      'connect-src': "'self' https://cdn.example.com https://api.example.com",
      'font-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  } finally {
    await own.close()
  }
})

test('metrics are for this machine, or for a request with the token; others get 404', async () => {
  const token = 'a token of some length'
  const guarded = await startServer({ env: { METRICS_TOKEN: token } })
  const behind = await startServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  const local = await startServer()
  const named = await startServer({ env: { PUBLIC_URL: 'https://review.example.com' } })
  try {
    const asked = async (server: TestServer, headers: Headers) =>
      (await sendPlain(server.url, 'GET', '/metrics', headers)).status
    expect(await asked(guarded, { authorization: `Bearer ${token}` })).toBe(200)
    expect(await asked(guarded, {})).toBe(404)
    expect(await asked(guarded, { authorization: `Bearer ${token}x` })).toBe(404)
    expect(await asked(guarded, await signedIn(guarded))).toBe(404)
    expect(await asked(behind, { 'x-forwarded-for': '10.1.1.1' })).toBe(404)
    expect(await asked(behind, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await asked(local, {})).toBe(200)
    // Through a proxy on this machine that TRUST_PROXY does not name.
    expect(await asked(local, { 'x-forwarded-for': '10.1.1.1' })).toBe(404)
    expect(await asked(local, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    expect(await asked(local, { via: '1.1 proxy' })).toBe(404)
    expect(await asked(named, { host: 'review.example.com' })).toBe(404)
    expect(await asked(named, {})).toBe(200)
  } finally {
    for (const server of [guarded, behind, local, named]) await server.close()
  }
})

test.each([
  [undefined, "'self' data: https:"],
  ['none', "'self' data:"],
  ['cdn.example.com', "'self' data: https://cdn.example.com"],
])('with MEDIA_HOSTS %s pictures may come from %s', async (hosts, sources) => {
  const own = await startServer({ env: hosts ? { MEDIA_HOSTS: hosts } : {} })
  try {
    const { headers } = await sendPlain(own.url, 'GET', '/healthz')
    expect(headers.get('content-security-policy')).toContain(`img-src ${sources};`)
    const settings = await (await fetch(`${own.url}/config.json`)).json()
    expect(settings).toMatchObject({ anyPicture: hosts === undefined })
  } finally {
    await own.close()
  }
})
