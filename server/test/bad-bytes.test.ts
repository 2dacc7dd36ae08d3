// @module-tag torture
import { connect } from 'node:net'
import { certificationCalls } from '@screening-room/contract/certifications'
import { status } from '@screening-room/contract/review'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { addCertifications, statusOf } from './setup/items.ts'
import { parseAnswer, sendBytes, sendPlain } from './setup/raw.ts'
import { seeded } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession, signedInHeaders } from './setup/sessions.ts'
import { forMany } from './setup/test-support.ts'

/* Bytes that are hardly HTTP: the process lives, answers the next request, and sees one where one was sent. */

const { seed } = seeded('bad bytes')
// Thousands of connections: on a busy machine they take their time.
const timeout = 600_000

let server: TestServer
let headers: Record<string, string>
let head: string
beforeAll(async () => {
  server = await startServer()
  const person = await addPerson(server.owner, { role: 'administrator' })
  headers = signedInHeaders(person, await addSession(server.owner, person.id))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  head = `host: ${new URL(server.url).host}\r\n${lines.join('')}`
})
afterAll(() => server.close())

afterEach(async () => {
  expect((await sendPlain(server.url, 'GET', '/healthz')).status).toBe(200)
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
})

const list = certificationCalls.list.path
const form = 'content-type: application/x-www-form-urlencoded\r\n'
const wholeRequests = () => [
  `GET /admin/ext/pending HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
  `POST ${list}?page=1 HTTP/1.1\r\n${head}connection: close\r\n${form}content-length: 10\r\n\r\npageSize=5`,
  `POST ${list} HTTP/1.1\r\n${head}connection: close\r\n${form}transfer-encoding: chunked\r\n\r\n5\r\npage=\r\n1\r\n1\r\n0\r\n\r\n`,
  `POST ${list} HTTP/1.1\r\n${head}connection: close\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"page":1}`,
]

test('the requests that are going to be damaged are right', async () => {
  for (const bytes of wholeRequests())
    expect(JSON.parse(parseAnswer(await sendBytes(server.url, bytes)).body).code).toBe(200)
})

interface Damage {
  request: number
  cuts: { at: number; remove: number; add: Uint8Array }[]
}

const damage: fc.Arbitrary<Damage> = fc.record({
  request: fc.nat(3),
  cuts: fc.array(
    fc.record({
      at: fc.nat(400),
      remove: fc.oneof(fc.constantFrom(0, 1, 2, 4), fc.nat(200)),
      add: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc
          .constantFrom(
            '\r\n',
            '\n',
            '\r',
            '\0',
            ' ',
            ':',
            '\r\n\r\n',
            '\t',
            'ÿ',
            'HTTP/1.1',
            '%',
            '-',
          )
          .map((text) => Buffer.from(text, 'latin1')),
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})

function damaged({ request, cuts }: Damage): Buffer {
  let bytes = Buffer.from(wholeRequests()[request] ?? '', 'latin1')
  for (const { at, remove, add } of cuts) {
    const from = at % bytes.length
    bytes = Buffer.concat([bytes.subarray(0, from), add, bytes.subarray(from + remove)])
    if (bytes.length === 0) return Buffer.from('\0')
  }
  return bytes
}

/** Sends, and says that nothing more will come once somebody who asked later has an answer. */
function sendAll(bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect(Number(port), hostname)
    socket.write(bytes, async () => {
      await sendPlain(server.url, 'GET', '/admin/ext/pending', headers).catch(reject)
      socket.end()
    })
    socket.on('data', (part) => parts.push(part))
    socket.on('error', () => {})
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
  })
}

test('damaged requests: each is refused or answered, none is a fault, and the process lives', {
  timeout,
}, async () => {
  const all = fc.sample(damage, { seed, numRuns: many(200, 18_000, 1_000_000) })
  const statuses = new Map<number, number>()
  await forMany(
    all,
    async (one) => {
      const { status } = parseAnswer(await sendAll(damaged(one)))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(status, JSON.stringify(one)).toBeLessThan(500)
    },
    48,
  )
  console.log(`bad bytes: ${JSON.stringify(Object.fromEntries(statuses))}`)
  for (const seen of [400, 401]) expect(statuses.get(seen)).toBeGreaterThan(0)
  figure('I3', all.length)
})

const inner = () => `POST ${certificationCalls.approve.path}?authId=1 HTTP/1.1\r\n${head}\r\n`

/** Where two readers could disagree on where a request ends, so that a second one hides in the first. */
const smuggled: [string, () => string][] = [
  [
    'both lengths',
    () => `${form}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner()}`,
  ],
  [
    'both lengths, turned',
    () => `${form}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${inner()}`,
  ],
  ['two lengths', () => `${form}content-length: 0\r\ncontent-length: 400\r\n\r\n${inner()}`],
  ['a list of lengths', () => `${form}content-length: 0, 400\r\n\r\n${inner()}`],
  ['a signed length', () => `${form}content-length: +0\r\n\r\n${inner()}`],
  ['a negative length', () => `${form}content-length: -1\r\n\r\n${inner()}`],
  ['a hexadecimal length', () => `${form}content-length: 0x0\r\n\r\n${inner()}`],
  ['an endless length', () => `${form}content-length: 99999999999999999999\r\n\r\n${inner()}`],
  ['an unknown coding', () => `${form}transfer-encoding: xchunked\r\n\r\n${inner()}`],
  [
    'a space before the colon',
    () => `${form}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${inner()}`,
  ],
  [
    'a folded header',
    () => `${form}x: y\r\n transfer-encoding: chunked\r\ncontent-length: 0\r\n\r\n${inner()}`,
  ],
  ['a bare line feed', () => `${form}x: y\ncontent-length: 400\r\n\r\n${inner()}`],
  ['a bare carriage return', () => `${form}x: y\rcontent-length: 400\r\n\r\n${inner()}`],
  ['a NUL in a header', () => `${form}x: y\0z\r\n\r\n${inner()}`],
  [
    'a chunk size that is none',
    () => `${form}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n${inner()}`,
  ],
  [
    'a huge chunk size',
    () => `${form}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n${inner()}`,
  ],
  [
    'a chunk longer than its size',
    () => `${form}transfer-encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n${inner()}`,
  ],
]

test.each(smuggled)('no second request hides behind %s', async (_, hidden) => {
  const [authId] = await addCertifications(server.owner, 1)
  const bytes = `POST ${list} HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\n${hidden()}`.replace(
    'authId=1',
    `authId=${authId}`,
  )
  const answer = await sendBytes(server.url, bytes)
  // A refused request is answered before its rest has come; the rest is then refused as no request.
  const [first, ...rest] = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])
  expect(['400', '401']).toContain(first)
  expect(rest.filter((code) => code !== '400')).toEqual([])
  expect(await statusOf(server.owner, 'certification', authId ?? 0)).toBe(status.pending)
})

/** Two lengths of one body, each in any of its spellings, in any order. */
const twoLengths = fc
  .record({
    length: fc
      .tuple(
        fc.constantFrom(
          'content-length: ',
          'Content-Length:',
          'CONTENT-LENGTH:\t',
          'content-length : ',
        ),
        fc.constantFrom(
          '0',
          '4',
          '400',
          '+0',
          '0x0',
          '0, 400',
          '00',
          '0;',
          '"0"',
          '-1',
          '0\t',
          ' ',
        ),
      )
      .map((parts) => parts.join('')),
    coding: fc
      .tuple(
        fc.constantFrom('transfer-encoding: ', 'Transfer-Encoding:', 'transfer-encoding\t: '),
        fc.constantFrom(
          'chunked',
          'Chunked',
          'xchunked',
          'identity',
          'gzip, chunked',
          'chunked, x',
          '"chunked"',
        ),
      )
      .map((parts) => parts.join('')),
    between: fc.constantFrom(
      '',
      'x: y\r\n',
      'x: y\n',
      'x:\r\n y\r\n',
      'connection: transfer-encoding\r\n',
    ),
    turned: fc.boolean(),
    body: fc.constantFrom(
      '',
      '0\r\n\r\n',
      '4\r\npage\r\n0\r\n\r\n',
      'page',
      '0;x\r\n\r\n',
      '000\n\n',
    ),
  })
  .map(({ length, coding, between, turned, body }) => {
    const [first, second] = turned ? [coding, length] : [length, coding]
    return `${form}${first}\r\n${between}${second}\r\n\r\n${body}`
  })

test('nor behind any two lengths of one body, however they are spelt', { timeout }, async () => {
  const [authId] = await addCertifications(server.owner, 1)
  const host = `host: ${new URL(server.url).host}\r\n`
  const approval = inner().replace('authId=1', `authId=${authId}`)
  const all = fc.sample(twoLengths, { seed, numRuns: many(60, 2000, 100_000) })
  await forMany(
    all,
    async (hidden) => {
      const answer = await sendAll(`POST ${list} HTTP/1.1\r\n${host}${hidden}${approval}`)
      const codes = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])
      expect(
        codes.filter((code) => code !== '400' && code !== '401'),
        hidden,
      ).toEqual([])
    },
    48,
  )
  expect(await statusOf(server.owner, 'certification', authId ?? 0)).toBe(status.pending)
  expect(await server.owner.query(sql`select from event`)).toEqual([])
  // By itself it is a request like any other: there was something to hide.
  const alone = approval.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
  const { body } = parseAnswer(await sendBytes(server.url, alone, 20_000))
  expect(JSON.parse(body).code).toBe(200)
  figure('I3', all.length)
})

test.each([
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['headers without end', `GET / HTTP/1.1\r\n${'name: value\r\n'.repeat(5000)}`],
  ['one header of 20 KB', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['a path of 20 KB', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
])('what is not our HTTP is refused at once: %s', async (_, bytes) => {
  expect(parseAnswer(await sendBytes(server.url, bytes)).status).toBe(400)
})
