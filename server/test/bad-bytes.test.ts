import { certificationCalls } from '@screening-room/contract/certifications'
import { status } from '@screening-room/contract/review'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addCertifications, statusOf } from './setup/items.ts'
import { forMany } from './setup/many.ts'
import { parseAnswer, sendBytes, sendPlain } from './setup/raw.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession, signedInHeaders } from './setup/sessions.ts'

/* Bytes that are hardly HTTP: the process lives, answers the next request, and sees one where one was sent. */

const seed = Number(process.env.FUZZ_SEED) || Math.floor(Math.random() * 2 ** 31)

let server: TestServer
let head: string
beforeAll(async () => {
  server = await startServer()
  const person = await addPerson(server.owner, { role: 'administrator' })
  const headers = signedInHeaders(person, await addSession(server.owner, person.id))
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

test('400 damaged requests: each is refused, answered or left hanging, and the process lives', {
  timeout: 60_000,
}, async () => {
  console.log(`bad bytes: FUZZ_SEED=${seed}`)
  const all = fc.sample(damage, { seed, numRuns: 400 })
  const statuses = new Map<number, number>()
  await forMany(
    all,
    async (one) => {
      const { status } = parseAnswer(await sendBytes(server.url, damaged(one), 400))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      expect(status, JSON.stringify(one)).toBeLessThan(500)
    },
    48,
  )
  console.log(`bad bytes: ${JSON.stringify(Object.fromEntries(statuses))}`)
  expect(statuses.get(400)).toBeGreaterThan(20)
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
  const answer = await sendBytes(server.url, bytes, 300)
  // Whoever is kept out is told so before the rest has come; the rest is then refused as no request.
  const [first, ...rest] = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])
  expect(['400', '401']).toContain(first)
  expect(rest.filter((code) => code !== '400')).toEqual([])
  expect(await statusOf(server.owner, 'certification', authId ?? 0)).toBe(status.pending)
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
