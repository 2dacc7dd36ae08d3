import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { accountCalls } from '@screening-room/contract/account'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { s3Store } from '../src/domain/media.ts'
import { webp } from './setup/pictures.ts'
import { startServer } from './setup/server.ts'

/* Presigned links, taken by a real S3 server, which checks every signature by itself. */

const folder = mkdtempSync(join(tmpdir(), 'screening-room-s3-'))
const film = Buffer.from('a film, as far as anybody can tell')
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
const key = 'Uploads/影片/第 1 集 (final)+#?%25.MP4'

let server: S3rver
let port = 0

beforeAll(async () => {
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'films' }],
  })
  port = (await server.run()).port
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: keys,
  })
  const put = (Key: string) =>
    client.send(new PutObjectCommand({ Bucket: 'films', Key, Body: film, ContentType: 'video/x' }))
  for (const prefix of ['', 'site-a/'])
    for (const one of [key, 'no-ending']) await put(prefix + one)
  client.destroy()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (more: object = {}) => ({
  bucket: 'films',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  pathStyle: true,
  accessKey: keys.accessKeyId,
  secretKey: keys.secretAccessKey,
  sessionToken: undefined as string | undefined,
  ...more,
})

function get(link: string): Promise<{ status: number; type: string | undefined; body: string }> {
  const { host, pathname, search } = new URL(link)
  const options = { host: '127.0.0.1', port, path: pathname + search, headers: { host } }
  return new Promise((resolve, reject) => {
    request(options, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      const body = Buffer.concat(parts).toString()
      resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'], body })
    })
      .on('error', reject)
      .end()
  })
}

const linkOf = async (more: object = {}, prefix = '', name = key) =>
  (await s3Store(settings(more), 600, prefix)).link(name, 'session')

test.each([
  ['a path', {}],
  ['a bucket in another region', { region: 'ap-southeast-1' }],
  ['temporary keys', { sessionToken: 'FwoGZXIvYXdzEXAMPLE//////////wEaDOfz+/=' }],
])('a link by %s plays any key', async (_, more) => {
  const link = await linkOf(more)
  expect(await get(link)).toEqual({ status: 200, type: 'video/mp4', body: film.toString() })
  // The server does check: one character of the signature, and the film is gone.
  expect(
    await get(link.replace(/.(?=&x-id|$)/, (sign) => (sign === '0' ? '1' : '0'))),
  ).toMatchObject({ status: 403 })
})

/** As AWS documents it: the path and the query as they are sent, and the host. */
function signatureOf(link: URL): string {
  const { searchParams: query, host, pathname } = link
  const fields = link.search.slice(1).split('&')
  const canonical = fields.filter((field) => !field.startsWith('X-Amz-Signature=')).sort()
  const text = [
    'GET',
    pathname,
    canonical.join('&'),
    `host:${host}`,
    '',
    'host',
    'UNSIGNED-PAYLOAD',
  ]
  const scope = (query.get('X-Amz-Credential') ?? '').split('/').slice(1)
  const hash = createHash('sha256').update(text.join('\n')).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope.join('/'), hash].join('\n')
  const signing = scope.reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  )
  return createHmac('sha256', signing).update(toSign).digest('hex')
}

// The server here expects the bucket in the signed path even where the host names it; AWS does not.
test.each([
  [{ endpoint: undefined, region: 'eu-west-3' }, 'https://films.s3.eu-west-3.amazonaws.com'],
  [{ endpoint: 'https://s3.example.com:9000' }, 'https://films.s3.example.com:9000'],
])('a link by a host name for the bucket is signed for that host: %j', async (more, origin) => {
  const link = new URL(await linkOf({ ...more, pathStyle: false }))
  expect(link.origin).toBe(origin)
  expect(decodeURIComponent(link.pathname)).toBe(`/${key}`)
  expect(link.searchParams.get('X-Amz-Signature')).toBe(signatureOf(link))
  const path = new URL(await linkOf())
  expect(path.searchParams.get('X-Amz-Signature')).toBe(signatureOf(path))
})

test('temporary keys carry their token, and it is signed', async () => {
  const link = new URL(await linkOf({ sessionToken: 'a token/+=' }))
  expect(link.searchParams.get('X-Amz-Security-Token')).toBe('a token/+=')
  link.searchParams.set('X-Amz-Security-Token', 'another')
  expect(await get(link.href)).toMatchObject({ status: 403 })
})

test('the prefix of the installation comes before the key, also of pictures', async () => {
  expect(await get(await linkOf({}, 'site-a/'))).toMatchObject({ status: 200 })
  expect(await get(await linkOf({}, 'site-b/'))).toMatchObject({ status: 404 })
  const store = await s3Store(settings(), 600, 'site-a/')
  expect(new URL((await store.pictureLink('a.png')) ?? '').pathname).toBe(
    '/films/site-a/pictures/a.png',
  )
})

test('a key whose ending says nothing keeps the type that it was stored with', async () => {
  expect(await get(await linkOf({}, '', 'no-ending'))).toMatchObject({
    status: 200,
    type: 'video/x',
  })
})

test.each([-14, -4, 4, 14])('with a clock that is %i minutes off, links work', async (minutes) => {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + minutes * 60_000)
  const link = await linkOf().finally(() => vi.restoreAllMocks())
  const at = new URL(link).searchParams.get('X-Amz-Date') ?? ''
  const signed = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  // AWS takes a link from up to 15 minutes ahead.
  expect(signed - now).toBeLessThan(15 * 60_000)
  expect(await get(link)).toMatchObject({ status: 200 })
})

test('a person’s own picture is put into the bucket, shown from there, replaced and removed', async () => {
  const room = await startServer({
    env: {
      MEDIA_STORE: 's3',
      MEDIA_PREFIX: 'site-a/',
      MEDIA_S3_BUCKET: 'films',
      MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      MEDIA_S3_ACCESS_KEY: keys.accessKeyId,
      MEDIA_S3_SECRET_KEY: keys.secretAccessKey,
    },
  })
  onTestFinished(() => room.close())
  const me = await room.signIn()
  const setAvatar = (bytes: Buffer) =>
    me.send(accountCalls.setAvatar, { picture: bytes.toString('base64') })
  const own = async () => (await me.send(sessionCalls.userInfo, {})).body.info.avatar
  const isStored = async (name: string | null | undefined) =>
    (await get(await linkOf({}, 'site-a/', `pictures/${name}`))).status === 200

  const first = (await setAvatar(webp())).body.data.avatar
  expect(first).toMatch(/^avatars\/[0-9a-f]{32}\.webp$/)
  expect([await own(), await isStored(first)]).toEqual([first, true])
  const shown = await (await room.signIn()).fetch(`/pictures/${first}`)
  expect(shown.status).toBe(302)
  const picture = await fetch(shown.headers.get('location') ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(Buffer.from(await picture.arrayBuffer()).equals(webp())).toBe(true)

  const second = (await setAvatar(webp())).body.data.avatar
  expect(second).not.toBe(first)
  expect([await own(), await isStored(second), await isStored(first)]).toEqual([
    second,
    true,
    false,
  ])
  expect((await me.send(accountCalls.removeAvatar, {})).msg).toBe('ok')
  expect([await own(), await isStored(second)]).toEqual([null, false])
})

test('while the bucket is away nobody gets another picture, and everybody keeps theirs', async () => {
  const room = await startServer({
    env: {
      MEDIA_STORE: 's3',
      MEDIA_S3_BUCKET: 'films',
      MEDIA_S3_ENDPOINT: 'http://127.0.0.1:1',
      MEDIA_S3_ACCESS_KEY: keys.accessKeyId,
      MEDIA_S3_SECRET_KEY: keys.secretAccessKey,
    },
  })
  onTestFinished(() => room.close())
  const me = await room.signIn()
  const { code, body } = await me.send(accountCalls.setAvatar, {
    picture: webp().toString('base64'),
  })
  expect(code).toBe(503)
  expect(body.data).toBeUndefined()
  expect((await me.send(sessionCalls.userInfo, {})).body.info.avatar).toBeNull()
})
