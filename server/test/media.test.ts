import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSigned, localStore, s3Store } from '../src/domain/media.ts'
import type { Client } from './setup/client.ts'
import { addVideo } from './setup/items.ts'
import { envelope, film, linkOf, play, startMediaServer } from './setup/media.ts'
import { type TestServer, testPassword } from './setup/server.ts'

const kinds = ['promo', 'personal', 'project'] as const
const chinese = { 'accept-language': 'zh-CN' }

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

describe('a link', () => {
  test.each(kinds)('to a %s video is an address with an end and a signature', async (kind) => {
    const id = await addVideo(server.owner, { type: videoType[kind], media: 'film.webm' })
    const { body } = await li.send(videoCalls.link[kind], { id })
    expect(body).toEqual({
      code: 200,
      msg: 'ok',
      data: expect.stringMatching(/^\/media\/film\.webm\?e=\d{10}&s=[\w-]{43}$/),
    })
    const { status, bytes } = await play(li, body.data)
    expect(status).toBe(200)
    expect(bytes.equals(film)).toBe(true)
  })

  test.each(kinds)('to a %s video is not given by the calls for the other two', async (kind) => {
    const id = await addVideo(server.owner, { type: videoType[kind], media: 'film.webm' })
    for (const other of kinds)
      if (other !== kind)
        expect(await li.send(videoCalls.link[other], { id })).toMatchObject({
          status: 200,
          code: 404,
          msg: `video ${id} does not exist`,
        })
  })

  test.each([
    null,
    '',
    '../film.webm',
    'a/../film.webm',
    'a/./film.webm',
    '..\\film.webm',
    '/film.webm',
    'a//film.webm',
    'film.webm/',
    'x'.repeat(1025),
    'http://films.example.com/a.webm',
    'https://other.example.com/a.webm',
    'https://films.example.com.evil.example/a.webm',
    'https://films.example.com@evil.example/a.webm',
    'https://user:secret@films.example.com/a.webm',
    'https://films.example.com:8443/a.webm',
    'ftp://films.example.com/a.webm',
    'javascript:alert(1)//films.example.com',
    'file:///etc/passwd',
    '//films.example.com/a.webm',
  ])('is refused where the file is %j', async (media) => {
    const id = await addVideo(server.owner, { media })
    const msg = 'This video has no playable file'
    expect(await li.send(videoCalls.link.project, { id })).toMatchObject({ code: 404, msg })
    expect(await li.send(videoCalls.link.project, { id }, chinese)).toMatchObject({
      code: 404,
      msg: '该视频没有可播放的文件',
    })
  })

  test.each(['https://films.example.com/a%20b.webm?x=1', 'https://cdn.example.com:8443/a.mp4'])(
    'to %s passes through, because its host is allowed',
    async (media) => {
      expect(await linkOf(server, li, media)).toBe(media)
    },
  )

  test('plays for the session it was given to and for no other', async () => {
    expect(await play(li, link)).toMatchObject({ status: 200 })
    const other = await play(wang, link)
    expect({ status: other.status, ...envelope(other.bytes) }).toEqual({
      status: 403,
      code: 403,
      msg: 'Insufficient permission',
    })
    const nobody = await play(server.stranger(), link)
    expect(nobody.status).toBe(401)
    expect(envelope(nobody.bytes)).toEqual({ code: 401, msg: 'Please sign in' })
    const again = server.stranger()
    await again.signIn(li.phone, testPassword)
    expect(await play(again, link)).toMatchObject({ status: 403 })
  })

  test('that was altered in any character of its query does not play', async () => {
    const [path = '', query = ''] = link.split('?')
    for (let at = 0; at < query.length; at++) {
      const sign = query[at] as string
      for (const other of [sign === 'A' ? 'B' : 'A', sign === '1' ? '2' : '1']) {
        const changed = `${path}?${query.slice(0, at)}${other}${query.slice(at + 1)}`
        expect({ changed, status: (await play(li, changed)).status }).toEqual({
          changed,
          status: 403,
        })
      }
    }
    const last = query.at(-1) as string
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (const other of alphabet)
      if (other !== last)
        expect(await play(li, `${path}?${query.slice(0, -1)}${other}`)).toMatchObject({
          status: 403,
        })
  })

  test('without its query, with half of it, with it twice or for another file does not play', async () => {
    const [path = '', query = ''] = link.split('?')
    const [end = '', signature = ''] = query.split('&')
    for (const tried of ['', `?${end}`, `?${signature}`, `?${query}&${query}`, `?${query}&${end}`])
      expect({ tried, status: (await play(li, `${path}${tried}`)).status }).toEqual({
        tried,
        status: 403,
      })
    expect(await play(li, `/media/film.mp4?${query}`)).toMatchObject({ status: 403 })
  })

  test('ends when it says so, and not because of its signature', async () => {
    const key = randomBytes(32)
    const store = localStore(key, 600, 'https://review.example.com')
    const given = new URL(await store.link('film.webm', 'session'))
    expect(given.origin).toBe('https://review.example.com')
    expect(Number(given.searchParams.get('e'))).toBeCloseTo(Date.now() / 1000 + 600, -1)
    const past = new URL(
      await localStore(key, -1, 'https://x.example').link('film.webm', 'session'),
    )
    const [now, over] = [given, past].map(({ searchParams }) =>
      isSigned(key, 'film.webm', Object.fromEntries(searchParams), 'session'),
    )
    expect([now, over]).toEqual([true, false])
  })
})

/** Sent exactly as written: fetch would tidy the path up first. */
function rawStatus(path: string): Promise<number> {
  const cookie = [...li.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return new Promise((resolve, reject) => {
    httpRequest(server.url, { path, headers: { cookie } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
}

describe('a path', () => {
  const names = [
    '..',
    '.',
    '%2e%2e',
    '../film.webm',
    '..%2ffilm.webm',
    '..%2Ffilm.webm',
    '%2e%2e%2ffilm.webm',
    '..%5cfilm.webm',
    '..\\film.webm',
    '%5c%5chost%5cshare.webm',
    'film.webm%00',
    '%00film.webm',
    'film.webm%00.webp',
    'film%2ewebm%2f',
    './film.webm',
    '/film.webm',
    'film.webm/',
    'film.webm/.',
    'film.webm;x',
    'film.webm%20',
    'FILM.WEBM',
    'film.webm.',
    '.film.webm',
    'c:film.webm',
    '%252e%252e%252ffilm.webm',
    'pictures%2fcover.webp',
    '%c0%ae%c0%ae%2ffilm.webm',
    'nul',
    '%',
    `${'a'.repeat(122)}.webm`,
    'a'.repeat(5000),
    'file:%2f%2f%2fetc%2fpasswd',
    '%ff.webm',
    'ｆilm.webm'.normalize('NFKC').toUpperCase(),
  ]

  test.each(['/media/', '/pictures/'])(
    'under %s that is no plain name finds nothing',
    async (folder) => {
      const query = link.slice(link.indexOf('?'))
      for (const name of names) {
        const path = `${folder}${name}${folder === '/media/' ? query : ''}`
        const status = await rawStatus(path)
        expect({ path, found: ![400, 403, 404, 414].includes(status) }).toEqual({
          path,
          found: false,
        })
      }
    },
  )
})

describe('a key', () => {
  const keys = [
    'Uploads/2026/01/My_Film (final) v1.2.MP4',
    '影片/第 1 集#?%25&=+.mov',
    'a/b/c/d.mkv',
    '.hidden/..film..mp4',
    'back\\slash.webm',
    'no-ending',
    '🎬.mkv',
  ]

  test.each(keys)('may be any that an object store takes: %s', async (key) => {
    const bytes = Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), film])
    await mkdir(dirname(join(server.mediaDir, key)), { recursive: true })
    await writeFile(join(server.mediaDir, key), bytes)
    const address = await linkOf(server, li, key)
    const { status, headers, bytes: sent } = await play(li, address)
    expect({ status, same: sent.equals(bytes) }).toEqual({ status: 200, same: true })
    expect(headers.get('content-type')).toBe(
      { MP4: 'video/mp4', mov: 'video/quicktime', mkv: 'video/x-matroska' }[
        key.split('.').at(-1) ?? ''
      ] ?? headers.get('content-type'),
    )
    const other = address.replace('/media/', '/media/x')
    expect(await play(li, other)).toMatchObject({ status: 403 })
  })

  test('without an ending that says what it is, is served by its first bytes, and nothing but films and pictures', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    await writeFile(join(server.mediaDir, 'page.html'), page)
    await writeFile(join(server.mediaDir, 'page'), page)
    for (const key of ['page.html', 'page'])
      expect(await play(li, await linkOf(server, li, key))).toMatchObject({ status: 404 })
    const { headers } = await play(li, await linkOf(server, li, 'no-ending'))
    expect(headers.get('content-type')).toBe('video/mp4')
  })

  test('never leads out of the folder by a link among its folders', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'screening-room-outside-'))
    await writeFile(join(outside, 'film.webm'), film)
    await symlink(outside, join(server.mediaDir, 'way-out'))
    const address = await linkOf(server, li, 'way-out/film.webm')
    expect(await play(li, address)).toMatchObject({ status: 404 })
    await rm(outside, { recursive: true })
  })
})

describe('a picture', () => {
  test('is for everybody who is signed in, without a signature', async () => {
    for (const viewer of [li, wang]) {
      const { status, headers, bytes } = await play(viewer, '/pictures/cover.webp')
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/webp')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('private, max-age=86400')
      expect(bytes.equals(film)).toBe(true)
    }
    const nobody = await play(server.stranger(), '/pictures/cover.webp')
    expect(nobody.status).toBe(401)
    expect(await play(li, '/pictures/cover.webp', {}, 'HEAD')).toMatchObject({ status: 200 })
  })

  test.each(['gone.webp', 'passwd.webp', 'film.webm', 'cover.svg', 'cover.html'])(
    '%s is not found',
    async (name) => {
      const { status, bytes } = await play(li, `/pictures/${name}`)
      expect(status).toBe(404)
      expect(envelope(bytes)).toEqual({ code: 404, msg: 'There is nothing here' })
    },
  )
})

describe('an object store', () => {
  const settings = {
    bucket: 'films',
    region: 'eu-central-1',
    endpoint: undefined as string | undefined,
    pathStyle: false,
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'not a real secret',
    sessionToken: undefined,
  }

  test('gives a presigned link that ends, without asking anybody', async () => {
    const store = await s3Store(settings, 600, '')
    const url = new URL(await store.link('film.webm', 'session'))
    expect(url.origin).toBe('https://films.s3.eu-central-1.amazonaws.com')
    expect(url.pathname).toBe('/film.webm')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': expect.stringMatching(
        /^AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request$/,
      ),
      'X-Amz-Date': expect.stringMatching(/^\d{8}T\d{6}Z$/),
      'X-Amz-Expires': '1200',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'response-content-type': 'video/webm',
    })
    expect(url.href).not.toContain('secret')
    const picture = new URL((await store.pictureLink('cover.webp')) ?? '')
    expect(picture.pathname).toBe('/pictures/cover.webp')
  })

  test('of one’s own is addressed by its endpoint, and another secret signs differently', async () => {
    const own = { ...settings, endpoint: 'https://minio.example.com:9000', pathStyle: true }
    const url = new URL(await (await s3Store(own, 60, '')).link('film.mp4', 'session'))
    expect(url.origin).toBe('https://minio.example.com:9000')
    expect(url.pathname).toBe('/films/film.mp4')
    expect(url.searchParams.get('X-Amz-Expires')).toBe('660')
    const other = await (await s3Store({ ...own, secretKey: 'another' }, 60, '')).link(
      'film.mp4',
      '',
    )
    expect(new URL(other).searchParams.get('X-Amz-Signature')).not.toBe(
      url.searchParams.get('X-Amz-Signature'),
    )
  })
})
