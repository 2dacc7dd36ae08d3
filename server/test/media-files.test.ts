import { rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Client } from './setup/client.ts'
import { envelope, film, linkOf, play, startMediaServer } from './setup/media.ts'
import { sendBytes, sendPlain } from './setup/raw.ts'
import { dice } from './setup/seed.ts'
import type { TestServer } from './setup/server.ts'

let server: TestServer
let li: Client
let wang: Client
let link = ''
beforeAll(async () => {
  server = await startMediaServer()
  li = await server.signIn('reviewer')
  wang = await server.signIn('administrator')
  link = await linkOf(server, li, 'film.webm')
})
afterAll(() => server.close())

const whole = { status: 200, from: 0, to: 9999 }
const part = (from: number, to: number) => ({ status: 206, from, to })

test.each([
  ['bytes=0-99', part(0, 99)],
  ['bytes=0-0', part(0, 0)],
  ['bytes=9999-9999', part(9999, 9999)],
  ['bytes=500-', part(500, 9999)],
  ['bytes=-100', part(9900, 9999)],
  ['bytes=-999999', part(0, 9999)],
  ['bytes=9000-999999999999999999999', part(9000, 9999)],
  ['bytes=0-', part(0, 9999)],
  [undefined, whole],
])('a file asked for %s gives that part', async (range, { status, from, to }) => {
  const answer = await play(li, link, range === undefined ? {} : { range })
  expect(answer.status).toBe(status)
  expect(answer.bytes.equals(film.subarray(from, to + 1))).toBe(true)
  expect(answer.headers.get('content-length')).toBe(String(to - from + 1))
  expect(answer.headers.get('content-range')).toBe(
    status === 206 ? `bytes ${from}-${to}/10000` : null,
  )
  expect(answer.headers.get('accept-ranges')).toBe('bytes')
})

test.each([
  'bytes=10000-',
  'bytes=10000-10001',
  'bytes=99999999999999999999-',
  'bytes=-0',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,3-4',
  `bytes=${Array(20).fill('0-1').join()}`,
  `bytes=0-${'9'.repeat(100)}`,
  'bytes=a-b',
  'bytes=0x0-0x9',
  'bytes=-1-2',
  'bytes=1.5-2',
  'bytes',
  'bytes=0-1;',
  'items=0-1',
])('a file asked for %s says that it cannot, and how long it is', async (range) => {
  const { status, headers, bytes } = await play(li, link, { range })
  expect(status).toBe(416)
  expect(headers.get('content-range')).toBe('bytes */10000')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(envelope(bytes)).toEqual({ code: 416, msg: 'The range cannot be satisfied' })
})

test('ranges at random give exactly the bytes they name', { tags: ['torture'] }, async () => {
  const roll = dice('ranges')
  const runs = many(60, 1000)
  for (let run = 0; run < runs; run++) {
    const [first, last] = [roll.below(12_000), roll.below(12_000)]
    const form = roll.below(3)
    const range = [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`][form] ?? ''
    const [from, to] = [[first, last + 1], [first], last ? [-last] : [film.length]][form] ?? []
    const wanted = film.subarray(from, to)
    const { status, bytes } = await play(li, link, { range })
    const right = wanted.length > 0
    expect({ range, status }).toEqual({ range, status: right ? 206 : 416 })
    if (right) expect({ range, same: bytes.equals(wanted) }).toEqual({ range, same: true })
  }
  figure('I7', runs)
})

/** Ways out of the folder, in every spelling that other software has taken for one. */
const up = ['..', '%2e%2e', '%2E.', '..%00', '...', '..;', '%c0%ae%c0%ae', '%252e%252e']
const slashes = ['%2f', '%2F', '/', '//', '\\', '%5c', '%252f', '%c0%af', '%e2%88%95']
const ends = ['%00', '%00.webp', '.webp', '%20', '.', '/', '?', '#', ':$data', '::1', '%0a']

test('no spelling of a path leads to a file beside the folder', { tags: ['torture'] }, async () => {
  const beside = `${server.mediaDir}-beside.webp`
  await writeFile(beside, 'beside the folder')
  const roll = dice('paths')
  const cookie = [...li.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ways = [2, 1, 3].flatMap((depth) =>
    up.flatMap((one) => slashes.map((slash) => `${one}${slash}`.repeat(depth))),
  )
  const paths = ways.flatMap((way) => [
    `/pictures/${way}${basename(beside)}`,
    `/${roll.pick(['pictures', 'media'])}/${way}${basename(beside)}${roll.pick(ends)}`,
  ])
  // The plainest way out comes first, and is always among them.
  const every = many(8, 1)
  const chosen = paths.filter((_, n) => n % every === 0)
  for (const path of chosen) {
    const { status, body } = await sendPlain(server.url, 'GET', path, { cookie })
    expect([400, 403, 404], `${path}: ${status}`).toContain(status)
    expect(body, path).not.toContain('beside')
  }
  await rm(beside)
  figure('I7', chosen.length)
})

test('a file comes with its type, its tag, and headers under which it can be nothing but a film', async () => {
  const { headers } = await play(li, link)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'video/webm',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': "inline; filename*=UTF-8''film.webm",
    'cache-control': 'private, max-age=600',
    'cross-origin-resource-policy': 'same-origin',
    etag: expect.stringMatching(/^"[\w-]+"$/),
    'last-modified': expect.stringMatching(/ GMT$/),
  })
  const mp4 = await play(li, await linkOf(server, li, 'film.mp4'))
  expect(mp4.headers.get('content-type')).toBe('video/mp4')
})

test('a file answers HEAD with the same headers and no body', async () => {
  const get = await play(li, link)
  const head = await play(li, link, {}, 'HEAD')
  expect(head.status).toBe(200)
  expect(head.bytes).toHaveLength(0)
  for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'last-modified'])
    expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
  expect(await play(wang, link, {}, 'HEAD')).toMatchObject({ status: 403 })
})

test('HEAD reads nothing of a file, however long: the connection is free for the next request', async () => {
  await writeFile(join(server.mediaDir, 'huge.webm'), '')
  await truncate(join(server.mediaDir, 'huge.webm'), 2 ** 36)
  const huge = await linkOf(server, li, 'huge.webm')
  const cookie = [...li.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const host = `host: ${new URL(server.url).host}`
  const answers = await sendBytes(
    server.url,
    `HEAD ${huge} HTTP/1.1\r\n${host}\r\ncookie: ${cookie}\r\n\r\n` +
      `GET /healthz HTTP/1.1\r\n${host}\r\nconnection: close\r\n\r\n`,
    3000,
  )
  expect(answers).toContain(`content-length: ${2 ** 36}`)
  expect(answers).toContain('{"status":"alive"}')
})

test('a file is not sent again to a browser that has it, and is where it changed', async () => {
  const etag = (await play(li, link)).headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const { status, bytes } = await play(li, link, { 'if-none-match': known })
    expect({ known, status, length: bytes.length }).toEqual({ known, status: 304, length: 0 })
  }
  for (const other of ['"other"', etag.slice(1, -1), ''])
    expect(await play(li, link, { 'if-none-match': other })).toMatchObject({ status: 200 })

  const range = { range: 'bytes=0-9' }
  expect(await play(li, link, { ...range, 'if-range': etag })).toMatchObject({ status: 206 })
  for (const lie of ['"other"', `W/${etag}`, 'Wed, 21 Oct 2099 07:28:00 GMT'])
    expect(await play(li, link, { ...range, 'if-range': lie })).toMatchObject({ status: 200 })

  await utimes(join(server.mediaDir, 'film.webm'), 1, 1)
  expect(await play(li, link, { 'if-none-match': etag })).toMatchObject({ status: 200 })
  expect(await play(li, link, { ...range, 'if-range': etag })).toMatchObject({ status: 200 })
})

test('a file may be empty', async () => {
  const empty = await linkOf(server, li, 'empty.webm')
  const answer = await play(li, empty)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.bytes).toHaveLength(0)
  expect(await play(li, empty, { range: 'bytes=0-' })).toMatchObject({ status: 416 })
  expect(await play(li, empty, { range: 'bytes=-5' })).toMatchObject({ status: 416 })
})

test.each(['gone.webm', 'passwd.webm', 'folder.webm'])(
  'a file that is missing, leads elsewhere or is none is not found: %s',
  async (name) => {
    const { status, bytes, headers } = await play(li, await linkOf(server, li, name))
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(envelope(bytes)).toEqual({ code: 404, msg: 'There is nothing here' })
  },
)
