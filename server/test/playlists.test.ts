import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { signedPath } from '../src/domain/media.ts'
import { rewritePlaylist } from '../src/domain/playlists.ts'
import type { Client } from './setup/client.ts'
import { envelope, linkOf, play } from './setup/media.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Films in segments (HLS): every address in a playlist is one that we sign, or a host that is allowed. */

const master = `#EXTM3U
#EXT-X-VERSION:7
# a comment
#EXT-X-DEFINE:NAME="x",VALUE="https://evil.example"
#EXT-X-CONTENT-STEERING:SERVER-URI="https://evil.example/steer"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="zh", URI="sound/zh.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="vp09.00.10.08,opus",AUDIO="a"
low/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2000000
https://films.example.com/high.m3u8
`
const media = `#EXTM3U\r
#EXT-X-TARGETDURATION:6\r
#EXT-X-MAP:URI="init.mp4",BYTERANGE="600@0"\r
#EXT-X-KEY:METHOD=AES-128,URI="geheim/k 1",IV=0x01\r
#EXT-X-DATERANGE:ID="ad",X-ASSET-URI="https://evil.example/ad.m3u8"\r
#EXTINF:6.0,a title, https://evil.example\r
./1.m4s?cache=1\r
#EXTINF:4,\r
%E7%AC%AC%202.m4s\r
#EXT-X-ENDLIST\r
`
const folder = 'Films/影片 1'
const files: Record<string, string> = {
  'master.m3u8': master,
  'low/index.m3u8': media,
  'low/init.mp4': 'the start',
  'low/geheim/k 1': '<html>sixteen bytes',
  'low/1.m4s': 'first',
  'low/第 2.m4s': 'second',
  'sound/zh.m3u8': '#EXTM3U\n',
}
/** Beside the playlist's folder: never to be reached from it. */
const secret = 'Films/secret.mp4'

const bucket = mkdtempSync(join(tmpdir(), 'screening-room-hls-'))
let store: S3rver
let local: TestServer
let s3: TestServer
const people = new Map<TestServer, Client>()

async function fillBucket(port: number) {
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const endpoint = `http://127.0.0.1:${port}`
  const more = { endpoint, forcePathStyle: true, credentials }
  const client = new S3Client({ region: 'us-east-1', ...more })
  for (const [name, Body] of Object.entries(files))
    await client.send(
      new PutObjectCommand({ Bucket: 'films', Key: `site/${folder}/${name}`, Body }),
    )
  const big = 'x'.repeat(4 * 2 ** 20 + 1)
  const beside = { [secret]: 'secret', 'big.m3u8': `#EXTM3U\n${big}` }
  for (const [name, Body] of Object.entries(beside))
    await client.send(new PutObjectCommand({ Bucket: 'films', Key: `site/${name}`, Body }))
  client.destroy()
  return endpoint
}

beforeAll(async () => {
  const configureBuckets = [{ name: 'films' }]
  const at = { port: 0, address: '127.0.0.1', silent: true, directory: bucket }
  store = new S3rver({ ...at, configureBuckets })
  const endpoint = await fillBucket((await store.run()).port)
  const hosts = { MEDIA_HOSTS: 'films.example.com', MEDIA_PREFIX: 'site/' }
  local = await startServer({ env: hosts })
  s3 = await startServer({
    env: {
      ...hosts,
      MEDIA_STORE: 's3',
      MEDIA_S3_BUCKET: 'films',
      MEDIA_S3_ENDPOINT: endpoint,
      MEDIA_S3_ACCESS_KEY: 'S3RVER',
      MEDIA_S3_SECRET_KEY: 'S3RVER',
    },
  })
  for (const [name, text] of Object.entries(files)) await put(`${folder}/${name}`, text)
  await put(secret, 'secret')
  for (const server of [local, s3]) people.set(server, await server.signIn('reviewer'))
})
afterAll(async () => {
  await Promise.all([local.close(), s3.close()])
  await store.close()
  rmSync(bucket, { recursive: true, force: true })
})

async function put(key: string, text: string | Buffer) {
  const path = join(local.mediaDir, 'site', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const who = (server: TestServer) => people.get(server) as Client

/** As a player reads, which follows us to the bucket, without a cookie there. */
async function read(server: TestServer, address: string, more: Record<string, string> = {}) {
  const { status, headers, bytes } = await play(who(server), address, more)
  const at = headers.get('location')
  if (status !== 302 || !at)
    return { status, type: headers.get('content-type'), text: bytes.toString() }
  expect(new URL(at).searchParams.get('X-Amz-Expires')).toBe('1200')
  const sent = await fetch(at, { headers: more })
  return { status: sent.status, type: null, text: await sent.text() }
}

/** The addresses in a playlist: lines without #, and URI attributes. */
const addressesIn = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? (/URI="([^"]*)"/.exec(line)?.[1] ?? []) : line))
    .filter(Boolean)

const signed = (key: string, purpose: string) =>
  expect.stringMatching(
    new RegExp(
      `^/media/${key.split('/').map(encodeURIComponent).join('/')}\\?e=\\d{10}&s=[\\w-]{43}&p=${purpose}$`,
    ),
  )

test.each(['a folder', 'a bucket'])(
  'a film in segments in %s: each address in its playlists is signed and resolves',
  async (where) => {
    const server = where === 'a folder' ? local : s3
    const link = await linkOf(server, who(server), `${folder}/master.m3u8`)
    expect(link).toEqual(signed(`${folder}/master.m3u8`, 'list'))
    const first = await read(server, link)
    expect(first).toMatchObject({ status: 200, type: 'application/vnd.apple.mpegurl' })
    const [sound, low = '', high] = addressesIn(first.text)
    expect(sound).toEqual(signed(`${folder}/sound/zh.m3u8`, 'list'))
    expect(low).toEqual(signed(`${folder}/low/index.m3u8`, 'list'))
    expect(high).toBe('https://films.example.com/high.m3u8')
    expect(first.text).not.toMatch(/evil|comment/)
    expect(first.text).toContain('CODECS="vp09.00.10.08,opus",AUDIO="a"')

    const second = await read(server, low)
    expect(second.text).not.toMatch(/evil|title/)
    expect(second.text).toContain(',BYTERANGE="600@0"')
    expect(second.text).toContain('#EXTINF:6.0,\n')
    const parts = addressesIn(second.text)
    expect(parts).toEqual(
      ['init.mp4', 'geheim/k 1', '1.m4s', '第 2.m4s'].map((name) =>
        signed(`${folder}/low/${name}`, 'part'),
      ),
    )
    const answers: Awaited<ReturnType<typeof read>>[] = []
    for (const address of parts) answers.push(await read(server, address))
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual(
      ['the start', '<html>sixteen bytes', 'first', 'second'].map((text) => ({
        status: 200,
        text,
      })),
    )
    // Whatever a key file holds, it is no page.
    if (server === local) expect(answers[1]?.type).toBe('application/octet-stream')
    const range = await read(server, parts[2] ?? '', { range: 'bytes=1-2' })
    expect(range).toMatchObject({ status: 206, text: 'ir' })
  },
)

test('an address of a playlist works for its session and purpose alone', async () => {
  for (const server of [local, s3]) {
    const link = await linkOf(server, who(server), `${folder}/low/index.m3u8`)
    const [part = ''] = addressesIn((await read(server, link)).text)
    const other = await server.signIn('reviewer')
    const tried = [
      link.replace('&p=list', ''),
      link.replace('&p=list', '&p=part'),
      `${link}&p=list`,
      part.replace('&p=part', ''),
      part.replace('&p=part', '&p=list'),
      part.replace('init.mp4', '1.m4s'),
      part.replace(/e=\d+/, 'e=9999999999'),
    ]
    for (const address of tried)
      expect({ address, status: (await read(server, address)).status }).toEqual({
        address,
        status: 403,
      })
    for (const address of [link, part]) {
      expect(await play(other, address)).toMatchObject({ status: 403 })
      expect(await play(server.stranger(), address)).toMatchObject({ status: 401 })
    }
    expect(await read(server, part)).toMatchObject({ status: 200 })
  }
})

test('the links in a playlist last as long as a session can, and end', async () => {
  const link = await linkOf(local, who(local), `${folder}/low/index.m3u8`)
  const [part = ''] = addressesIn((await read(local, link)).text)
  const seconds = Number(new URL(part, local.url).searchParams.get('e')) - Date.now() / 1000
  expect(seconds).toBeGreaterThan(12 * 3600 - 60)
  expect(seconds).toBeLessThan(12 * 3600 + 60)

  const sessions = await local.owner.query<{ id: string }>(sql`
    select s.id::text as id from session s join admin_user u on u.id = s.user_id
    where u.phone = ${who(local).phone}`)
  const [{ id: sessionId } = { id: '' }] = sessions
  for (const scope of ['list', 'part'] as const) {
    const name = `${folder}/low/${scope === 'list' ? 'index.m3u8' : '1.m4s'}`
    const how = { name, sessionId, scope }
    const at = (left: number) => signedPath(local.mediaKey, { ...how, seconds: left })
    expect(await play(who(local), at(60))).toMatchObject({ status: 200 })
    expect(await play(who(local), at(-1))).toMatchObject({ status: 403 })
  }
})

const leadsElsewhere = [
  '../secret.mp4',
  '../影片 1/1.m4s',
  'a/../../secret.mp4',
  '%2e%2e/secret.mp4',
  '..%2fsecret.mp4',
  'a%2f..%2f..%2fsecret.mp4',
  '..%5csecret.mp4',
  '..\\secret.mp4',
  './../secret.mp4',
  '/Films/secret.mp4',
  '/media/Films/secret.mp4',
  '//films.example.com/1.ts',
  'http://films.example.com/1.ts',
  'https://evil.example/1.ts',
  'https://films.example.com@evil.example/1.ts',
  'https://user:pw@films.example.com/1.ts',
  'https://films.example.com.evil.example/1.ts',
  'HTTPS://evil.example/1.ts',
  'file:///etc/passwd',
  'data:video/mp4;base64,AAAA',
  'javascript:alert(1)',
  'skd://key',
  'blob:https://films.example.com/1',
  'a//b.ts',
  'a/',
  '%00.ts',
  '%zz.ts',
  '%',
]

test.each([
  ['a segment', (uri: string) => `#EXTM3U\n#EXTINF:2,\n${uri}\n`],
  ['a variant', (uri: string) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${uri}\n`],
  ['a key', (uri: string) => `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${uri}"\n`],
  ['a second address', (uri: string) => `#EXTM3U\n#EXT-X-MAP:URI="a",URI="${uri}"\n`],
])('a playlist in which %s leads elsewhere is refused whole', async (_, textWith) => {
  const sign = (key: string) => key
  const how = { key: `${folder}/x.m3u8`, allowedHosts: ['films.example.com'], sign }
  for (const uri of leadsElsewhere)
    expect({ uri, text: rewritePlaylist(textWith(uri), how) }).toEqual({ uri, text: undefined })
  await put(`${folder}/x.m3u8`, textWith('../secret.mp4'))
  const { status, text } = await read(local, await linkOf(local, who(local), `${folder}/x.m3u8`))
  expect({ status, ...envelope(Buffer.from(text)) }).toEqual({
    status: 422,
    code: 422,
    msg: 'This playlist cannot be read, or names files outside of its own folder',
  })
})

test('what is no playlist, too large or not there is said', async () => {
  const refused = {
    'not.m3u8': 'a film',
    'unquoted.m3u8': '#EXTM3U\n#EXT-X-MAP:URI=init.mp4',
    'spaced.m3u8': '#EXTM3U\n#EXT-X-MAP:URI = "https://evil.example/a"',
    'many.m3u8': `#EXTM3U\n${'#EXTINF:2,\na.ts\n'.repeat(20_001)}`,
  }
  for (const [name, text] of Object.entries(refused)) {
    await put(name, text)
    expect(await read(local, await linkOf(local, who(local), name))).toMatchObject({ status: 422 })
  }
  await put('big.m3u8', `#EXTM3U\n${'x'.repeat(4 * 2 ** 20)}`)
  for (const server of [local, s3]) {
    const gone = await linkOf(server, who(server), 'gone.m3u8')
    expect(await read(server, gone)).toMatchObject({ status: 404 })
    const big = await linkOf(server, who(server), 'big.m3u8')
    expect(await read(server, big)).toMatchObject({ status: 422 })
  }
  await put('no-ending', '#EXTM3U\n#EXTINF:2,\na.ts\n')
  const unnamed = await read(local, await linkOf(local, who(local), 'no-ending'))
  expect(addressesIn(unnamed.text)).toEqual([signed('a.ts', 'part')])
})
