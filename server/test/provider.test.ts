import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProviderApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { endAllAfterwards, newDataDir, startProcess } from './faults/processes.ts'
import { startFakeProvider } from './setup/fake-provider.ts'
import { parseAnswer, sendBytes } from './setup/raw.ts'
import { closeAtOnce } from './setup/server.ts'

endAllAfterwards()

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

let behind: Server
let seen: Seen[] = []
let answer: Parameters<typeof createServer>[1]
let app: Awaited<ReturnType<typeof buildProviderApp>>
let url = ''
let target = ''

async function openProxy(env: Record<string, string>) {
  const config = readConfig({ API_PROXY: 'on', PORT: '0', ...env }, '/nonexistent')
  const built = await buildProviderApp(
    config,
    config.apiHost ?? '',
    pino({ level: 'silent' }),
    '/nonexistent',
  )
  await built.listen({ host: '127.0.0.1', port: 0 })
  return { built, at: `http://127.0.0.1:${(built.server.address() as AddressInfo).port}` }
}

beforeAll(async () => {
  behind = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: Buffer.concat(parts).toString() })
    answer?.(request, response as never)
  })
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`
  const opened = await openProxy({ API_HOST: target })
  app = opened.built
  url = opened.at
})
afterAll(async () => {
  await closeAtOnce(app)
  behind.closeAllConnections()
  behind.close()
})
beforeEach(() => {
  seen = []
  answer = (_request, response) => response.end('{"code":200}')
})

const send = (path: string, init: RequestInit = {}) => fetch(url + path, init)

describe('the proxy', () => {
  test('passes method, path, query, body, cookies and Bearer on as they are, and sends to its host only', async () => {
    await send('/admin/data/video/list?a=1&a=%2F', {
      method: 'POST',
      headers: {
        authorization: 'Bearer 713700000007',
        cookie: 'SID=1; other=2',
        origin: url,
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      },
      body: new URLSearchParams({ page: '1', title: '标题' }),
    })
    const [{ headers, ...request } = { headers: {} }] = seen
    expect(request).toEqual({
      method: 'POST',
      url: '/admin/data/video/list?a=1&a=%2F',
      body: 'page=1&title=%E6%A0%87%E9%A2%98',
    })
    expect(headers).toMatchObject({
      host: new URL(target).host,
      origin: target,
      authorization: 'Bearer 713700000007',
      cookie: 'SID=1; other=2',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(url).host,
    })
    expect(headers).not.toHaveProperty('forwarded')
  })

  test.each([
    'GET http://evil.example/admin HTTP/1.1\r\nHost: 127.0.0.1',
    'GET //evil.example/admin HTTP/1.1\r\nHost: 127.0.0.1',
    'GET /admin HTTP/1.1\r\nHost: evil.example',
    'GET @evil.example/admin HTTP/1.1\r\nHost: 127.0.0.1',
  ])('never lets a request choose the host: %j', async (head) => {
    await sendBytes(url, `${head}\r\nConnection: close\r\n\r\n`)
    for (const { url: path, headers } of seen) {
      expect(headers.host).toBe(new URL(target).host)
      expect(path).toBe('//evil.example/admin')
    }
  })

  test('leaves out what is meant for one connection, in both directions', async () => {
    answer = (_request, response) => {
      response.writeHead(200, {
        connection: 'keep-alive, x-private',
        'x-private': 'one hop',
        'x-public': 'all hops',
        'access-control-allow-origin': '*',
        'content-security-policy': 'default-src *',
        'proxy-authenticate': 'Basic',
      })
      response.end('{}')
    }
    const text = await sendBytes(
      url,
      'GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nX-Kept: 2\r\nTE: trailers\r\nProxy-Authorization: Basic eA==\r\nUpgrade: websocket\r\n\r\n',
    )
    const sent = seen[0]?.headers
    expect(sent).toMatchObject({ 'x-kept': '2' })
    for (const name of ['x-hop', 'te', 'proxy-authorization', 'upgrade'])
      expect(sent).not.toHaveProperty(name)
    const { headers } = parseAnswer(text)
    expect(headers.get('x-public')).toBe('all hops')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    for (const name of ['x-private', 'proxy-authenticate', 'access-control-allow-origin'])
      expect(headers.has(name)).toBe(false)
  })

  test("keeps cookies as they are but for the provider's domain, and turns its redirects into ours", async () => {
    answer = (_request, response) => {
      response.writeHead(302, {
        'set-cookie': ['SID=1; Domain=api.example.com; Path=/; HttpOnly', 'b=2; SameSite=Lax'],
        location: `${target}/elsewhere?x=1`,
      })
      response.end()
    }
    const response = await send('/a', { redirect: 'manual' })
    expect(response.headers.getSetCookie()).toEqual([
      'SID=1; Path=/; HttpOnly',
      'b=2; SameSite=Lax',
    ])
    expect(response.headers.get('location')).toBe('/elsewhere?x=1')
  })

  test('streams an answer while it is being written, and stops the provider when the reader leaves', async () => {
    let closed = false
    let write = (_text: string) => {}
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.once('close', () => {
        closed = true
      })
      write = (text) => void response.write(text)
      write('first')
    }
    const leave = new AbortController()
    const response = await send('/live', { signal: leave.signal })
    const reader = response.body?.getReader()
    const read = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(await read()).toBe('first')
    write('second')
    expect(await read()).toBe('second')
    leave.abort()
    await expect.poll(() => closed).toBe(true)
  })

  test('refuses a body over 64 kB and an origin that is not ours, and the provider hears of neither', async () => {
    const large = await send('/a', { method: 'POST', body: 'x'.repeat(65 * 1024) })
    expect(large.status).toBe(413)
    const origin = 'https://evil.example'
    expect((await send('/a', { method: 'POST', headers: { origin } })).status).toBe(403)
    const site = { 'sec-fetch-site': 'cross-site' }
    expect((await send('/a', { method: 'POST', headers: site })).status).toBe(403)
    expect(seen).toEqual([])
  })

  test('says that the provider does not respond, and cuts an answer that breaks off', async () => {
    answer = (request) => void request.socket.destroy()
    const broken = await send('/a')
    expect({ status: broken.status, body: await broken.json() }).toMatchObject({
      status: 502,
      body: { code: 502, msg: 'The API host does not respond, try again shortly' },
    })
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('part')
      setTimeout(() => request.socket.destroy(), 50)
    }
    await expect(send('/a').then((response) => response.text())).rejects.toThrow()
    const closed = await openProxy({ API_HOST: 'http://127.0.0.1:9' })
    expect((await fetch(`${closed.at}/a`)).status).toBe(502)
    expect((await fetch(`${closed.at}/config.json`)).status).toBe(200)
    await closeAtOnce(closed.built)
  })

  test('passes bytes of any kind and their ranges through untouched', async () => {
    const film = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 256))
    answer = (request, response) => {
      expect(request.headers.range).toBe('bytes=0-2999')
      response.writeHead(206, { 'content-range': 'bytes 0-2999/9000', 'content-encoding': 'x' })
      response.end(film)
    }
    const response = await send('/film', { headers: { range: 'bytes=0-2999' } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('bytes 0-2999/9000')
    expect(Buffer.from(await response.arrayBuffer()).equals(film)).toBe(true)
  })
})

describe('the settings', () => {
  test("are the provider's where it is another server of ours, and our own otherwise", async () => {
    const read = async () => (await send('/config.json')).json()
    answer = (_request, response) => void response.writeHead(404).end('<h1>no</h1>')
    expect(await read()).toMatchObject({ host: '', ours: false, extras: [] })
    await pause(1100)
    const settings = { host: '', ours: true, avatarHost: '/a/', bannerHost: '/b/' }
    const rest = { pictureHosts: ['p.example'], anyPicture: false, platformTz: 'UTC' }
    const theirs = { ...settings, ...rest, plainHttp: false, demoAccounts: [] }
    answer = (_request, response) => void response.end(JSON.stringify(theirs))
    const { demoAccounts: _, ...adopted } = theirs
    expect(await read()).toEqual({ ...adopted, extras: [] })
  })
})

test('with API_HOST the server starts without a database, prints no accounts and serves its health', async () => {
  const fake = await startFakeProvider()
  const dataDir = newDataDir()
  const server = await startProcess(dataDir, { API_HOST: fake.url, API_PROXY: 'on' })
  expect(server.output()).not.toMatch(/1380000|no account|API docs/)
  expect(server.output()).toContain(`passed on to ${fake.url}`)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${server.url}/project/role/list`)).status).toBe(401)
  // A connection that stays open does not keep it from ending.
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  expect(await server.stop()).toMatchObject({ code: 0 })
  idle.destroy()
  await fake.close()
})
