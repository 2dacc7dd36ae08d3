import { connect } from 'node:net'
import { certificationCalls } from '@screening-room/contract/certifications'
import { liveCalls } from '@screening-room/contract/live'
import { videoCalls } from '@screening-room/contract/videos'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { closeGracefully } from '../src/http/shutdown.ts'
import type { Client } from './setup/client.ts'
import { addCertifications, addVideo, addVideos } from './setup/items.ts'
import {
  approveAll,
  expectNoGaps,
  hold,
  idsIn,
  live,
  sealAll,
  someone,
  soon,
  startReplica,
  withReplicas,
} from './setup/live.ts'
import { joined, type OpenStream, openStream } from './setup/stream.ts'
import { forMany, measureLateness, until, within } from './setup/test-support.ts'

measureLateness()

withReplicas()

test('two hundred in all; the next one is asked to come later, and everything else works on', async () => {
  const reviewers: Client[] = []
  while (reviewers.length < 67) reviewers.push(await someone())
  const streams: OpenStream[] = []
  await forMany(reviewers, async (reviewer) => {
    const own = reviewer === reviewers[66] ? 2 : 3
    for (let n = 0; n < own; n++) streams.push(await joined(reviewer, { url: live.replica.url }))
  })
  const last = reviewers[66] as Client
  const more = await openStream(last, { url: live.replica.url })
  expect(more.status).toBe(503)
  const id = await addVideo(live.server.owner)
  expect((await last.send(videoCalls.project.approve, { videoId: id })).code).toBe(200)
  await expect
    .poll(() => streams.filter((stream) => idsIn(stream).includes(id)).length, soon)
    .toBe(200)
  for (const stream of streams) stream.leave()
})

const patiently = { timeout: 60_000, interval: 200 }

/** So many events at once, by somebody with a name of that length, and sealed: by us or by the server's own sealer. */
async function recordMany(count: number, length = 10): Promise<void> {
  await live.server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id)
    select 1, repeat('n', ${length}), 'feature', 'video', n from generate_series(1, ${count}::int) n`)
  await sealAll()
}

test('a reader whose line breaks and whose server restarts again and again hears every event once, in order', {
  tags: ['torture'],
}, async () => {
  const reviewer = await someone()
  let server = await startReplica(live.server)
  const stop = async (stream: OpenStream) => {
    const closing = closeGracefully(server.app, 0)
    await stream.ended
    // A spare connection, on which nothing was ever said, would hold it up for seconds.
    server.app.server.closeAllConnections()
    await closing
    await server.db.close()
  }
  const breaks: Record<string, (stream: OpenStream) => unknown> = {
    'the reader leaves': (stream) => stream.leave(),
    'the line is cut': () => server.app.server.closeAllConnections(),
    'the server restarts': async (stream) => {
      await stop(stream)
      server = await startReplica(live.server)
    },
  }
  const heard: number[] = []
  const note = (stream: OpenStream) => {
    expect(stream.of('resync')).toEqual([])
    heard.push(...stream.of('decision').map(({ id }) => id ?? 0))
  }
  let stream = await joined(reviewer, { url: server.url })
  const began = Number(stream.last())
  const rounds = many(3, 42, 1000)
  for (let round = 0; round < rounds; round++) {
    await recordMany(120)
    await Object.values(breaks)[round % 3]?.(stream)
    await stream.ended
    note(stream)
    // Meanwhile things go on.
    await recordMany(120)
    stream = await joined(reviewer, { url: server.url, last: stream.last() })
  }
  const sealed = await live.server.owner.query<{ position: number }>(
    sql`select position from event_seal where position > ${began} order by position`,
  )
  await expect.poll(() => Number(stream.last()), patiently).toBe(sealed.at(-1)?.position)
  note(stream)
  // What was decided just before the stream opened is sent as well.
  const since = heard.filter((position) => position > began)
  expect(since).toEqual(sealed.map(({ position }) => position))
  expect(since).toHaveLength(rounds * 240)
  await stop(stream)
  figure('F16', since.length)
})

test('a client that does not read is dropped, and no other waits for it', {
  tags: ['torture'],
}, async () => {
  const reviewer = await someone()
  const { hostname, port } = new URL(live.server.url)
  const deaf = connect(Number(port), hostname)
  let gone = false
  let said = ''
  deaf
    .setEncoding('latin1')
    .on('data', (text) => {
      said += text
    })
    .on('error', () => {})
    .on('close', () => {
      gone = true
    })
  const cookie = [...reviewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = `GET ${liveCalls.stream.path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\nauthorization: Bearer ${reviewer.token}\r\n\r\n`
  // On a machine that is too busy it is asked to come again.
  do {
    said = ''
    deaf.write(ask)
    await expect.poll(() => said, soon).toMatch(/retry:|"code":503/)
  } while (!said.includes('retry:'))
  deaf.removeAllListeners('data').pause()
  const reader = await joined(await someone())
  // In portions that a reader can take: all at once would be too much for it as well.
  const size = many(125, 500)
  const portions = many(64, 64, 1000)
  for (let portion = 1; portion <= portions; portion++) {
    await recordMany(size, 250_000 / size)
    // Not by their number: what was decided just before the stream opened is sent as well.
    const [sealed] = await live.server.owner.query<{ last: number }>(
      sql`select max(position) as last from event_seal`,
    )
    await expect.poll(() => Number(reader.last()), patiently).toBe(sealed?.last)
  }
  await expect
    .poll(() => live.server.log.some((line) => line.includes('nobody reads')), patiently)
    .toBe(true)
  await expectNoGaps(reader)
  deaf.resume()
  await expect.poll(() => gone, soon).toBe(true)
  reader.leave()
  figure('F16', size * portions)
})

test('the listening connection is killed again and again: everything is told all the same', async () => {
  const stream = await joined(await someone())
  const videos = await addVideos(live.server.owner, 30)
  const listeners = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'screening-room listener'`
  await expect.poll(async () => (await live.server.owner.query(listeners)).length, soon).toBe(1)
  for (let n = 0; n < 3; n++) {
    await approveAll(videos.slice(n * 10, n * 10 + 10))
    await live.server.owner.query(listeners)
  }
  await expect.poll(() => videos.filter((id) => !idsIn(stream).includes(id)), soon).toEqual([])
  await expectNoGaps(stream)
  // And it listens again.
  await expect.poll(async () => (await live.server.owner.query(listeners)).length, soon).toBe(1)
  stream.leave()
})

test('every connection is killed: the stream stays open and goes on', async () => {
  const stream = await joined(await someone(), { url: live.replica.url })
  await live.server.owner.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'screening-room%'`)
  const [id = 0] = await addVideos(live.server.owner, 1)
  const reviewer = await someone()
  // A connection may turn out to be gone while it is used.
  await until(
    async () => (await reviewer.send(videoCalls.project.approve, { videoId: id })).status !== 503,
  )
  await expect.poll(() => idsIn(stream), soon).toContain(id)
  stream.leave()
})

test('nobody listens: nothing is asked and no connection is kept', async () => {
  const listeners = sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'screening-room listener'`
  await expect.poll(async () => (await live.server.owner.query(listeners)).length, soon).toBe(0)
})
test('a server that stops says goodbye at once, and what it no longer tells another one does', async () => {
  const third = await startReplica(live.server)
  const reviewer = await someone()
  const stream = await joined(reviewer, { url: third.url })
  const began = performance.now()
  const closing = closeGracefully(third.app, 0)
  await stream.ended
  await closing
  expect(performance.now() - began).toBeLessThan(within(2500))
  expect(stream.heard.at(-1)?.name).toBe('bye')
  await third.db.close()
  const [id = 0] = await addCertifications(live.server.owner, 1)
  await reviewer.send(certificationCalls.approve, { authId: id })
  const again = await joined(reviewer, { last: stream.last() })
  await expect.poll(() => idsIn(again), soon).toContain(id)
  again.leave()
})

test('where nobody can LISTEN, behind a pooler for example, all of it comes a little later', async () => {
  const deaf = await startReplica(live.server, { hears: false })
  const stream = await joined(await someone(), { url: deaf.url })
  const [id = 0] = await addVideos(live.server.owner, 1)
  await hold('video', id, { id: 7, name: 'Mei' })
  await expect.poll(() => stream.of('lease').length, soon).toBe(1)
  await approveAll([id])
  await expect.poll(() => idsIn(stream), soon).toContain(id)
  await expect.poll(() => stream.of('lease').at(-1)?.data.by, soon).toBe(null)
  const reviewer = await someone()
  const other = await joined(reviewer, { url: deaf.url })
  const began = performance.now()
  await live.server.owner.query(
    sql`update session set revoked_at = now() where user_id = ${reviewer.userId}`,
  )
  await other.ended
  expect(performance.now() - began).toBeLessThan(within(2000))
  await closeGracefully(deaf.app, 0)
  await deaf.db.close()
})

test('a replica that is late does not tell again what another one has told already', async () => {
  const late = await startReplica(live.server, { hears: false })
  const other = await joined(await someone(), { url: late.url })
  const videos = await addVideos(live.server.owner, 5)
  const told = async () => {
    const [row] = await live.server.owner.query<{ newest: number }>(
      sql`select max(position) as newest from event_seal`,
    )
    return row?.newest ?? 0
  }
  for (const id of videos) {
    await approveAll([id])
    await sealAll()
    const last = await told()
    const stream = await joined(await someone(), { url: late.url, last })
    await expect.poll(() => idsIn(other), soon).toContain(id)
    expect(stream.of('decision').filter((one) => (one.id ?? 0) <= last)).toEqual([])
  }
  await closeGracefully(late.app, 0)
  await late.db.close()
})

test('a client that missed more than is buffered for it is cut off, and not kept waiting', async () => {
  const reader = await joined(await someone())
  const last = reader.last()
  reader.leave()
  await recordMany(300, 5000)
  const began = performance.now()
  await expect(openStream(await someone(), { last })).rejects.toThrow('fetch failed')
  expect(performance.now() - began).toBeLessThan(within(5000))
})
