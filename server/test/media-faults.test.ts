// @module-tag torture
import { execFileSync } from 'node:child_process'
import { rename, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { Client } from './setup/client.ts'
import { addVideo } from './setup/items.ts'
import { film, linkOf, play, startMediaServer } from './setup/media.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { measureLateness, until, within } from './setup/test-support.ts'

/* Films that are gone, stuck or cut short are the player's trouble: everything else goes on. */

measureLateness()

async function decides(server: TestServer, by: Client): Promise<void> {
  const videoId = await addVideo(server.owner, { media: 'film.webm' })
  expect(await by.send(videoCalls.project.approve, { videoId })).toMatchObject({ code: 200 })
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now()
  return { result: await work, ms: performance.now() - began }
}

describe('a folder of films', () => {
  let server: TestServer
  let li: Client
  let player: Client
  beforeAll(async () => {
    server = await startMediaServer()
    li = await server.signIn('reviewer')
    player = Object.assign(new Client(server.url), { cookies: li.cookies })
  })
  afterAll(() => server.close())

  test('that is taken away and put back: no film meanwhile, and decisions all the while', async () => {
    const link = await linkOf(server, li, 'film.webm')
    for (let n = 0; n < many(2, 20); n++) {
      await rename(server.mediaDir, `${server.mediaDir}-away`)
      // An unmounted disk leaves nothing, a mistake leaves something else in its place.
      if (n % 2 === 1) await writeFile(server.mediaDir, '')
      expect(await play(li, link)).toMatchObject({ status: 404 })
      await linkOf(server, li, 'film.webm')
      await decides(server, li)
      if (n % 2 === 1) await rm(server.mediaDir)
      await rename(`${server.mediaDir}-away`, server.mediaDir)
      expect((await play(li, link)).bytes.equals(film)).toBe(true)
    }
    figure('F12', many(2, 20))
  })

  test('with a pipe that nobody writes to among them: it is no film, and nobody waits for it', async () => {
    execFileSync('mkfifo', [join(server.mediaDir, 'stuck.webm')])
    const [stuck, link] = await Promise.all([
      linkOf(server, li, 'stuck.webm'),
      linkOf(server, li, 'film.webm'),
    ])
    // More than Node has threads for files.
    const asked = await Promise.all(Array.from({ length: 16 }, () => timed(player.fetch(stuck))))
    for (const { result, ms } of asked) {
      expect(result.status).toBe(404)
      expect(ms).toBeLessThan(within(3000))
    }
    expect(await play(li, link)).toMatchObject({ status: 200 })
    await decides(server, li)
    figure('F12', asked.length)
  })

  test('of which one shrinks while it is played: the player learns at once that the rest will not come', async () => {
    const size = 64 * 2 ** 20
    const path = join(server.mediaDir, 'shrinking.webm')
    const rounds = many(2, 10)
    for (let n = 0; n < rounds; n++) {
      await writeFile(path, '')
      await truncate(path, size)
      const answer = await player.fetch(await linkOf(server, li, 'shrinking.webm'))
      expect(answer.headers.get('content-length')).toBe(String(size))
      const reader = answer.body?.getReader()
      await reader?.read()
      await truncate(path, 1000)
      const { result, ms } = await timed(
        (async () => {
          for (;;) if ((await reader?.read())?.done) return 'all of it'
        })().catch(() => 'cut off'),
      )
      expect(result).toBe('cut off')
      expect(ms).toBeLessThan(within(3000))
      await decides(server, li)
    }
    figure('F12', rounds)
  })
})

describe('an object store whose keys are handed out by somebody else', () => {
  afterEach(() => vi.unstubAllEnvs())

  const refuse: RequestListener = (_, answer) => answer.writeHead(500).end('no')
  const nonsense: RequestListener = (_, answer) => answer.end('<html>')
  const cutOff: RequestListener = (_, answer) => {
    answer.writeHead(200, { 'content-length': 1000 }).write('{"AccessKeyId":')
    setTimeout(() => answer.destroy(), 20)
  }
  const give: RequestListener = (_, answer) => {
    const Expiration = new Date(Date.now() + 3_600_000).toISOString()
    const keys = { AccessKeyId: 'AKID', SecretAccessKey: 'no real one', Token: 'none', Expiration }
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(keys))
  }

  async function withKeys(
    listener: RequestListener | undefined,
    work: (scene: { server: TestServer; behave(listener: RequestListener): void }) => Promise<void>,
  ) {
    const keys = createServer(listener)
    await new Promise<void>((done) => void keys.listen(0, '127.0.0.1', done))
    const { port } = keys.address() as AddressInfo
    if (!listener) keys.close()
    // The SDK reads these as it does in a container in the cloud.
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'])
      vi.stubEnv(name, undefined)
    vi.stubEnv('HOME', '/nowhere')
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${port}/keys`)
    const server = await startServer({ env: { MEDIA_STORE: 's3', MEDIA_S3_BUCKET: 'films' } })
    const behave = (other: RequestListener) =>
      void keys.removeAllListeners('request').on('request', other)
    try {
      await work({ server, behave })
    } finally {
      await server.close()
      keys.closeAllConnections()
      keys.close()
    }
  }

  test.each<[string, RequestListener | undefined]>([
    ['says nothing', () => {}],
    ['fails', refuse],
    ['talks nonsense', nonsense],
    ['is cut off', cutOff],
    ['is not there', undefined],
  ])('who %s: links are refused in time and then at once, and decisions go on', (_, listener) =>
    withKeys(listener, async ({ server }) => {
      const li = await server.signIn('reviewer')
      const id = await addVideo(server.owner, { media: 'film.webm' })
      const ask = () => timed(li.send(videoCalls.link.project, { id }))
      const first = await ask()
      expect(first.result).toMatchObject({
        status: 503,
        code: 503,
        msg: 'The video store cannot be reached, try again shortly',
      })
      expect(first.result.headers.get('retry-after')).toBe('5')
      expect(first.ms).toBeLessThan(within(4000))
      for (let n = 0; n < 4; n++) {
        const { result, ms } = await ask()
        expect(result.status).toBe(503)
        expect(ms).toBeLessThan(within(1000))
      }
      await decides(server, li)
      figure('F12', 5)
    }),
  )

  test('who comes back: so do the links', () =>
    withKeys(refuse, async ({ server, behave }) => {
      const li = await server.signIn('reviewer')
      const id = await addVideo(server.owner, { media: 'film.webm' })
      const link = () => li.send(videoCalls.link.project, { id })
      expect((await link()).code).toBe(503)
      behave(give)
      await until(async () => (await link()).code === 200)
      expect((await link()).body.data).toMatch(/X-Amz-Credential=AKID/)
      figure('F12', 1)
    }))
})
