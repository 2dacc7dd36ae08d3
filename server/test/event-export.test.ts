import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type ExportedEvent, eventCalls, exportedEvent } from '@screening-room/contract/events'
import { videoCalls } from '@screening-room/contract/videos'
import Fastify, { type FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { serveStream } from '../src/http/serve-stream.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { addVideo } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { path } = eventCalls.export

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.signIn('administrator', '王芳')
})
afterAll(() => server.close())

async function exported(client: Client, query = ''): Promise<Response> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${server.url}${path}${query}`, {
    headers: { cookie, authorization: `Bearer ${client.token}` },
  })
}

async function linesOf(response: Response): Promise<ExportedEvent[]> {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const text = await response.text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => exportedEvent.parse(JSON.parse(line)))
}

async function addEvents(count: number) {
  await server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, reason)
    select 1, 'x', 'skip', 'video', 909090, n::text from generate_series(1, ${count}::int) n`)
  while ((await sealEvents(server.owner)) > 0);
}

test('an administrator exports every sealed event once, in the order of the chain, over many batches', async () => {
  const videoId = await addVideo(server.owner)
  await admin.send(videoCalls.project.reject, { videoId, message: 'too dark' })
  await addEvents(1000)
  const events = await linesOf(await exported(admin))
  const sealed = await server.owner.query<{ position: number; hash: string }>(
    sql`select position, encode(hash, 'hex') as hash from event_seal order by position`,
  )
  expect(events.map(({ position, hash }) => ({ position, hash }))).toEqual(sealed)
  expect(
    events.find((event) => event.queue === 'video' && event.subject === videoId),
  ).toMatchObject({
    action: 'reject',
    before: 0,
    after: 3,
    reason: 'too dark',
    by: { nickName: '王芳' },
  })
})

test('it continues after a position, and ends where there is nothing more', async () => {
  await addEvents(10)
  const events = await linesOf(await exported(admin))
  const [third, last] = [events[2]?.position, events.at(-1)?.position]
  expect(await linesOf(await exported(admin, `?after=${third}`))).toEqual(events.slice(3))
  expect(await linesOf(await exported(admin, `?after=${last}`))).toEqual([])
})

test('that it was exported, by whom and how far, is in the log itself', async () => {
  const events = await linesOf(await exported(admin, '?after=1'))
  while ((await sealEvents(server.owner)) > 0);
  const log = await linesOf(await exported(admin))
  expect(log.slice(-2)).toMatchObject([
    { action: 'export.begin', details: { list: 'events', filters: { after: 1 } } },
    { action: 'export.end', details: { rows: events.length, whole: true } },
  ])
})

test('it is for administrators alone, and takes no other fields', async () => {
  expect((await exported(await server.signIn('reviewer'))).status).toBe(403)
  expect((await fetch(`${server.url}${path}`)).status).toBe(401)
  for (const query of ['?before=1', '?after=x'])
    expect(await (await exported(admin, query)).json()).toMatchObject({ code: 400 })
})

describe('a stream of rows', () => {
  const big = 'x'.repeat(10_000)
  const row = { ...({} as ExportedEvent), reason: big }

  /** A server that would send without end, on a session of its own. */
  async function endless(beforeSend?: (reply: FastifyReply) => Promise<void>) {
    const person = await server.signIn('administrator')
    const [session] = await server.owner.query<{ id: string }>(
      sql`select id from session where user_id = ${person.userId} order by last_seen_at desc limit 1`,
    )
    const seen = { batches: 0, ended: 0 }
    const app = Fastify()
    app.decorateRequest('session', undefined)
    app.addHook('onRequest', async (request) => {
      request.session = { id: session?.id } as typeof request.session
    })
    if (beforeSend) app.addHook('onSend', async (_request, reply) => beforeSend(reply))
    app.setErrorHandler((_error, _request, reply) => reply.code(503).send())
    serveStream(app, server.db, eventCalls.export, async function* () {
      try {
        for (;;) {
          seen.batches += 1
          yield Array.from({ length: 100 }, () => row)
        }
      } finally {
        seen.ended += 1
      }
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const open = async () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
      const [head] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer]
      socket.pause()
      return { socket, status: Number(head.toString().split(' ')[1]) }
    }
    return { app, seen, open, person }
  }

  test('is read no faster than its client reads, and not at all once that has gone', async () => {
    const { app, seen, open } = await endless()
    const { socket } = await open()
    await pause(500)
    const stalled = seen.batches
    await pause(500)
    expect(seen).toEqual({ batches: stalled, ended: 0 })
    socket.resume()
    await expect.poll(() => seen.batches, { timeout: 10_000 }).toBeGreaterThan(stalled + 3)
    socket.destroy()
    await expect.poll(() => seen.ended, { timeout: 10_000 }).toBe(1)
    const { batches } = seen
    await pause(200)
    expect(seen.batches).toBe(batches)
    await app.close()
  })

  test('lets go of what it reads though its client goes before the first byte is sent', async () => {
    const { app, seen, open } = await endless(async (reply) => {
      reply.raw.destroy()
      await once(reply.raw, 'close')
    })
    await open().catch(() => {})
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual({ batches: 1, ended: 1 })
    await app.close()
  })

  const endings: [string, (userId: number) => Promise<unknown>][] = [
    [
      'its session ends',
      (userId) =>
        server.owner.query(sql`update session set revoked_at = now() where user_id = ${userId}`),
    ],
    [
      'or its role loses the permission',
      async (userId) => {
        await server.owner.query(
          sql`insert into team_role (key, permissions) values ('auditors', '{team}')`,
        )
        await server.owner.query(sql`update admin_user set role = 'auditors' where id = ${userId}`)
      },
    ],
  ]
  test.each(endings)(
    'is cut off when %s: the client sees that it is not complete',
    async (_, ends) => {
      const { app, seen, open, person } = await endless()
      const { socket } = await open()
      let end = ''
      socket.on('data', (data) => {
        end = data.toString('latin1').slice(-8)
      })
      await ends(person.userId)
      socket.resume()
      await once(socket, 'close', { signal: AbortSignal.timeout(20_000) })
      expect(end).not.toMatch(/\r\n0\r\n\r\n$/)
      await expect.poll(() => seen.ended, { timeout: 10_000 }).toBe(1)
      await app.close()
    },
  )

  test('is one of four at most, and a shutdown ends all of them', async () => {
    const { app, seen, open } = await endless()
    const streams = [await open(), await open(), await open(), await open(), await open()]
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 503])
    streams[0]?.socket.destroy()
    await expect.poll(() => seen.ended, { timeout: 10_000 }).toBe(1)
    expect((await open()).status).toBe(200)
    for (const { socket } of streams) socket.resume()
    await app.close()
    expect(seen.ended).toBe(5)
  })
})
