// @module-tag torture
import { sessionCalls } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import {
  ask,
  connections,
  type Held,
  hold,
  newcomer,
  type Origin,
  oneEach,
  slowBody,
  startStaffed,
  ways,
} from './setup/floods.ts'
import { addVideos } from './setup/items.ts'
import { startServer } from './setup/server.ts'
import { joined } from './setup/stream.ts'

const visitor = { localAddress: '127.0.8.8', headers: {} }

/** Asks once and keeps the connection. */
const idle = () => 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
/** Long enough for any machine, and shorter than the 30 s at which Node looks unless told otherwise. */
const ends = { timeout: 24_000, interval: 200 }

/** In batches, since the kernel resets some of what the server does not accept soon enough. */
async function holdIdle(url: string, count: number, from: (n: number) => Origin) {
  const sockets: Held[] = []
  for (let n = 0; n < count; n += 100) {
    const batch = await hold(
      url,
      oneEach(100, (i) => from(n + i)),
      idle,
    )
    await expect.poll(() => silent(batch.sockets)).toBe(0)
    sockets.push(...batch.sockets)
  }
  return {
    open: () => sockets.filter(({ closed }) => !closed).length,
    stop: () => {
      for (const { socket } of sockets) socket.destroy()
    },
  }
}

/** Still open, but without an answer so far. */
const silent = (sockets: readonly Held[]) =>
  sockets.filter(({ closed, said }) => !closed && said === '').length

test('half a header and half a body are answered and closed by the server, though the client keeps its side open', async () => {
  const server = await startServer()
  try {
    const anybody = { localAddress: '127.0.0.1', headers: {} }
    const halves = {
      nothing: '',
      header: 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ',
      body: slowBody(sessionCalls.login.path)(anybody),
    }
    const flood = await hold(
      server.url,
      oneEach(3, () => anybody),
      () => '',
    )
    for (const [n, text] of Object.values(halves).entries()) flood.sockets[n]?.socket.write(text)
    await expect.poll(() => connections(server)).toBe(3)
    await expect.poll(() => connections(server), ends).toBe(0)
    const said = flood.sockets.map(({ said }: Held) => said.split('\r\n', 1)[0])
    expect(said).toEqual(Array(3).fill('HTTP/1.1 400 Bad Request'))
    flood.stop()
  } finally {
    await server.close()
  }
}, 60_000)

test.each(ways)(
  'idle connections by the thousand, from %s, shut nobody out, and no screen is closed for them',
  async (_, { env, from }) => {
    const staff = await startStaffed(env)
    const { server, reviewer } = staff
    const stream = await joined(reviewer)
    const rounds = many(1, 4)
    try {
      for (let round = 0; round < rounds; round++) {
        const flood = await holdIdle(server.url, 2100, from)
        for (const origin of [visitor, from(0)])
          expect(await ask(server.url, origin, '/config.json')).toBe(200)
        expect((await (await newcomer(server)).send(videoCalls.project.list, {})).code).toBe(200)
        expect((await reviewer.send(videoCalls.project.list, {})).code).toBe(200)
        expect(await connections(server)).toBeLessThanOrEqual(2010)
        flood.stop()
        figure('W3', 2100)
        await expect.poll(() => connections(server)).toBeLessThan(100)
      }
      const [videoId = 0] = await addVideos(server.owner, 1)
      expect((await reviewer.send(videoCalls.project.approve, { videoId })).code).toBe(200)
      while ((await sealEvents(server.db)) > 0);
      await expect.poll(() => stream.of('decision').map(({ data }) => data.id)).toContain(videoId)
      stream.leave()
    } finally {
      await server.close()
    }
  },
)

test('one address keeps a share of the connections: its oldest idle ones make room for its new ones', async () => {
  const server = await startServer()
  try {
    const anybody = { localAddress: '127.0.7.7', headers: {} }
    const flood = await holdIdle(server.url, 300, () => anybody)
    await expect.poll(() => flood.open()).toBeLessThanOrEqual(200)
    expect(flood.open()).toBeGreaterThan(150)
    expect(await ask(server.url, anybody, '/healthz')).toBe(200)
    flood.stop()
  } finally {
    await server.close()
  }
})

test('a trusted proxy may keep as many idle connections as it likes; its client’s slow requests have the client’s share', async () => {
  const server = await startServer({ env: { TRUST_PROXY: 'loopback' } })
  try {
    const proxy = { localAddress: '127.0.0.1', headers: {} }
    const kept = await holdIdle(server.url, 300, () => proxy)
    expect(kept.open()).toBe(300)
    const client = { localAddress: '127.0.0.1', headers: { 'x-forwarded-for': '10.4.4.4' } }
    const slow = await hold(
      server.url,
      oneEach(300, () => client),
      slowBody(sessionCalls.login.path),
    )
    // Closed without a word, that is to make room; those that are left are told that they are late.
    const madeRoom = () => slow.sockets.filter(({ closed, said }) => closed && said === '').length
    await expect.poll(madeRoom).toBeGreaterThan(50)
    expect(kept.open()).toBe(300)
    expect(await ask(server.url, client, '/config.json')).toBe(200)
    for (const flood of [kept, slow]) flood.stop()
  } finally {
    await server.close()
  }
})
