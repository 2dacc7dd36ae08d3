import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { onFailure, readConfig, send } from '../src/api/client.ts'
import { setConfig } from '../src/api/config.ts'
import type { ApiFailure } from '../src/api/failure.ts'
import { forgetToken, storeToken, token } from '../src/api/token.ts'

interface Seen {
  method: string
  url: string
  body: string
  headers: IncomingMessage['headers']
}

let server: Server
let seen: Seen[] = []
let answer: (response: ServerResponse, count: number) => void

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, body, headers })
      answer(response, seen.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // There is no page here to read `config.json` relative to: the defaults hold until set.
  await readConfig()
})
afterAll(() => void server.close())

const host = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r-1' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
const pauses = [10, 20]
const { list, approve } = certificationCalls
const firstPage = { page: 1, pageSize: 20 }
const failing = async (promise: Promise<unknown>) =>
  (await promise.then(
    () => expect.unreachable('it worked'),
    (failure: unknown) => failure,
  )) as ApiFailure

beforeEach(() => {
  seen = []
  setConfig({ host: host(), ours: true })
  answer = (response) => json(response, { code: 200, msg: 'ok', data: [] })
})

describe('what travels', () => {
  it('a query, without what is not chosen', async () => {
    await send(list, { ...firstPage, roleId: 3, status: undefined })
    expect(seen[0]).toMatchObject({ method: 'POST', body: '' })
    expect(seen[0]?.url).toBe('/admin/data/auth/list?page=1&pageSize=20&roleId=3')
  })

  it('a form in UTF-8', async () => {
    await send(certificationCalls.reject, { authId: 5, message: '模糊 & 旧' })
    expect(seen[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(new URLSearchParams(seen[0]?.body).get('message')).toBe('模糊 & 旧')
  })

  it('what is deeper than a list of values as JSON in one field', async () => {
    const marks = [{ from: 42 }, { from: 61.5, to: 63 }]
    const lease = '00000000-0000-4000-8000-000000000000'
    const decision = { desk: 'desk-for-tests', lease, action: 'approve' as const }
    await failing(send(focusCalls.decide, { ...decision, reasonIds: [3, 4], marks }))
    const sent = new URLSearchParams(seen[0]?.body)
    expect(JSON.parse(sent.get('marks') ?? '')).toEqual(marks)
    expect(sent.getAll('reasonIds')).toEqual(['3', '4'])
  })

  it('repeated reasons, and an id in the path', async () => {
    await send(videoCalls.personal.takeDown, { videoId: 9, videoType: 1, offlineReasons: [2, 4] })
    expect(seen[0]?.url).toContain('offlineReasons=2&offlineReasons=4')
    await failing(send(certificationCalls.get, { id: 12 }))
    expect(seen[1]?.url).toBe('/admin/ext/certification/12')
  })

  it('the Bearer and the language', async () => {
    storeToken('113800000001')
    await send(list, firstPage)
    expect(seen[0]?.headers.authorization).toBe('Bearer 113800000001')
    expect(seen[0]?.headers['accept-language']).toMatch(/^(en|zh-CN)$/)
    forgetToken()
    await send(list, firstPage)
    expect(seen[1]?.headers.authorization).toBeUndefined()
  })

  it('an Idempotency-Key with changes, and only to our own server', async () => {
    await send(approve, { authId: 1 }, { key: 'key-of-one-click' })
    expect(seen[0]?.headers['idempotency-key']).toBe('key-of-one-click')
    await send(list, firstPage)
    expect(seen[1]?.headers['idempotency-key']).toBeUndefined()
    setConfig({ host: host(), ours: false })
    await send(approve, { authId: 1 })
    expect(seen[2]?.headers['idempotency-key']).toBeUndefined()
  })
})

describe('what comes back', () => {
  it('a map with a key called __proto__, whole', async () => {
    const names = '{"__proto__":{"7":"a"},"1":{}}'
    answer = (response) => json(response, `{"code":200,"data":{"typeTags":${names},"types":{}}}`)
    const { data } = await send(categoryCalls.maps, {})
    expect(JSON.stringify(Object.entries(data.typeTags))).toBe('[["1",{}],["__proto__",{"7":"a"}]]')
  })

  it('a refusal, with its message and its data', async () => {
    answer = (response) =>
      json(response, { code: 409, msg: 'Already approved', data: { by: '李雷' } })
    const failure = await failing(send(approve, { authId: 1 }))
    expect(failure).toMatchObject({ kind: 'refused', message: 'Already approved', code: 409 })
    expect(failure.data).toEqual({ by: '李雷' })
  })

  it('a refusal without a message is “Request failed”', async () => {
    answer = (response) => json(response, { code: 500 })
    expect(await failing(send(list, firstPage))).toMatchObject({
      kind: 'refused',
      message: 'Request failed',
    })
  })

  it.each(['not json', '', '[]', '{"code":200,"data":"no list"}', '{"code":"200","data":[]}'])(
    'a malformed reply (%s) is “Request failed”',
    async (body) => {
      answer = (response) => json(response, body)
      expect((await failing(send(list, firstPage))).message).toBe('Request failed')
    },
  )

  it('a 401 removes the token that was sent, and is reported', async () => {
    const failures: string[] = []
    const stop = onFailure(({ kind }) => failures.push(kind))
    storeToken('1138')
    answer = (response) => json(response, { code: 401, msg: 'Please sign in' }, 401)
    expect((await failing(send(list, firstPage))).kind).toBe('signedOut')
    expect([token(), failures]).toEqual([null, ['signedOut']])
    stop()
  })

  it('a late 401 for an earlier token leaves the current one alone', async () => {
    const failures: string[] = []
    const stop = onFailure(({ kind }) => failures.push(kind))
    storeToken('old')
    answer = (response) => {
      storeToken('new')
      json(response, { code: 401 }, 401)
    }
    await failing(send(list, firstPage))
    expect([token(), failures]).toEqual(['new', []])
    forgetToken()
    stop()
  })

  it('a 403 is reported, a 500 carries the request ID', async () => {
    const failures: string[] = []
    const stop = onFailure(({ kind }) => failures.push(kind))
    answer = (response) => json(response, { code: 403 }, 403)
    expect((await failing(send(list, firstPage))).kind).toBe('forbidden')
    expect(failures).toEqual(['forbidden'])
    answer = (response) => json(response, { code: 500 }, 500)
    expect(await failing(send(list, firstPage))).toMatchObject({ kind: 'server', requestId: 'r-1' })
    stop()
  })
})

describe('a change without a response', () => {
  it('is sent again under the same key until it is confirmed', async () => {
    answer = (response, count) =>
      count < 3 ? response.destroy() : json(response, { code: 200, msg: 'ok' })
    await send(approve, { authId: 1 }, { pauses })
    expect(seen.length).toBe(3)
    expect(new Set(seen.map((one) => one.headers['idempotency-key'])).size).toBe(1)
  })

  it('is “unconfirmed” after that, never “failed”', async () => {
    answer = (response) => response.destroy()
    expect((await failing(send(approve, { authId: 1 }, { pauses }))).kind).toBe('unconfirmed')
    expect(seen.length).toBe(3)
  })

  it('is logged each time the server has no room for it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    answer = (response) => json(response, { code: 503 }, 503)
    expect((await failing(send(approve, { authId: 1 }, { pauses }))).kind).toBe('unconfirmed')
    expect(log.mock.calls.map(([what]) => what)).toEqual(Array(3).fill('request failed'))
    log.mockRestore()
  })

  it('is not sent again to another provider, which knows no keys', async () => {
    setConfig({ host: host(), ours: false })
    answer = (response) => response.destroy()
    expect((await failing(send(approve, { authId: 1 }, { pauses }))).kind).toBe('unconfirmed')
    expect(seen.length).toBe(1)
  })
})

it('a call gives up after 5 seconds', async () => {
  answer = () => undefined
  const before = Date.now()
  expect((await failing(send(list, firstPage))).kind).toBe('failed')
  expect(Date.now() - before).toBeGreaterThan(4900)
  expect(Date.now() - before).toBeLessThan(6500)
})
