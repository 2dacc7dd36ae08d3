import { setTimeout as pause } from 'node:timers/promises'
import { status } from '@screening-room/contract/review'
import { sessionCalls } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
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
  withReplicas,
} from './setup/live.ts'
import { joined, openStream } from './setup/stream.ts'
import { forMany, measureLateness, within } from './setup/test-support.ts'

measureLateness()

withReplicas()

describe('what is told', () => {
  test('a decision reaches every screen of every replica, with who, what and the new status', async () => {
    const one = await joined(await someone())
    const other = await joined(await someone(), { url: live.replica.url })
    const id = await addVideo(live.server.owner)
    const mei = await live.server.signIn('reviewer', 'Mei')
    const began = performance.now()
    await mei.send(videoCalls.project.reject, { videoId: id, message: 'blurred' })
    for (const stream of [one, other]) {
      await expect.poll(() => idsIn(stream), soon).toContain(id)
      expect(stream.of('decision').find(({ data }) => data.id === id)?.data).toEqual({
        queue: 'video',
        id,
        action: 'reject',
        status: status.rejected,
        by: { id: mei.userId, nickName: 'Mei' },
      })
      expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    }
    expect(performance.now() - began).toBeLessThan(within(4000))
    one.leave()
    other.leave()
  })

  test('sixty decisions at once come in one order everywhere, each once, without a gap', async () => {
    const streams = [
      await joined(await someone()),
      await joined(await someone(), { url: live.replica.url }),
    ]
    const videos = await addVideos(live.server.owner, 60)
    await approveAll(videos)
    for (const stream of streams) {
      await expect.poll(() => new Set(idsIn(stream)).size, soon).toBeGreaterThanOrEqual(60)
      const told = stream.of('decision').filter(({ data }) => videos.includes(data.id))
      expect(told).toHaveLength(60)
      await expectNoGaps(stream)
    }
    const [first, second] = streams.map((stream) =>
      stream.of('decision').filter(({ data }) => videos.includes(data.id)),
    )
    expect(first).toEqual(second)
    for (const stream of streams) stream.leave()
  })

  test('who claims an item and that it is released, but not that its lease is renewed', async () => {
    const stream = await joined(await someone(), { url: live.replica.url })
    const [id = 0] = await addCertifications(live.server.owner, 1)
    await hold('certification', id, { id: 7, name: 'Mei' })
    const leases = () => stream.of('lease').map(({ data }) => data)
    await expect
      .poll(leases, soon)
      .toMatchObject([{ queue: 'certification', id, by: { id: 7, nickName: 'Mei' } }])
    await live.server.owner.query(
      sql`update waiting set until = until + interval '5 minutes' where subject_id = ${id}`,
    )
    await pause(400)
    await live.server.owner.query(sql`
      update waiting set lease_id = null, desk = null, holder_id = null, holder_name = null,
        claimed_at = null, until = null where subject_id = ${id}`)
    await expect.poll(() => leases().length, soon).toBe(2)
    expect(leases()[1]).toEqual({ queue: 'certification', id, by: null })
    stream.leave()
  })

  test('a lease that ran out, though nobody said a word', async () => {
    const stream = await joined(await someone())
    const [id = 0] = await addCertifications(live.server.owner, 1)
    await hold('certification', id, { id: 8, name: 'Li' })
    await expect.poll(() => stream.of('lease').length, soon).toBe(1)
    await live.server.owner.query(
      sql`update waiting set until = now() + interval '1 second' where subject_id = ${id}`,
    )
    await expect
      .poll(() => stream.of('lease').at(-1)?.data, soon)
      .toEqual({
        queue: 'certification',
        id,
        by: null,
      })
    stream.leave()
  })

  test('the counts, when they change and at most once a second', async () => {
    const stream = await joined(await someone())
    await pause(1800)
    const began = performance.now()
    const before = stream.of('counts').length
    for (let n = 0; n < 12; n++) {
      await addCertifications(live.server.owner, 1)
      await pause(200)
    }
    const [row] = await live.server.owner.query<{ n: number }>(
      sql`select count(*) as n from certification where status = ${status.pending}`,
    )
    await expect.poll(() => stream.of('counts').at(-1)?.data.certifications, soon).toBe(row?.n)
    const seconds = (performance.now() - began) / 1000
    expect(stream.of('counts').length - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    stream.leave()
  })
})

describe('a client that reconnects', () => {
  test('with Last-Event-ID is told exactly what was missed, on another replica too', async () => {
    const reviewer = await someone()
    const before = await joined(reviewer)
    await approveAll(await addVideos(live.server.owner, 1))
    await expect.poll(() => idsIn(before).length, soon).toBeGreaterThanOrEqual(1)
    await pause(1600)
    const last = Number(before.last())
    before.leave()
    const videos = await addVideos(live.server.owner, 25)
    await approveAll(videos)
    await sealAll()
    const after = await joined(reviewer, { last, url: live.replica.url })
    await expect.poll(() => idsIn(after).length, soon).toBe(25)
    expect(new Set(idsIn(after))).toEqual(new Set(videos))
    await expectNoGaps(after)
    expect(after.of('resync')).toEqual([])
    // And goes on from there.
    const [one = 0] = await addVideos(live.server.owner, 1)
    await approveAll([one])
    await expect.poll(() => idsIn(after).at(-1), soon).toBe(one)
    await expectNoGaps(after)
    after.leave()
  })

  test('while decisions are made misses none and hears none twice', async () => {
    const reviewer = await someone()
    const videos = await addVideos(live.server.owner, 80)
    const first = await joined(reviewer)
    const deciding = approveAll(videos)
    const heard = new Map<number, number>()
    let stream = first
    for (let n = 0; n < 6; n++) {
      await pause(350)
      const last = stream.last()
      stream.leave()
      await stream.ended
      for (const { data } of stream.of('decision'))
        heard.set(data.id, (heard.get(data.id) ?? 0) + 1)
      stream = await joined(reviewer, { last, url: n % 2 ? live.server.url : live.replica.url })
    }
    await deciding
    const all = () => new Set([...heard.keys(), ...idsIn(stream)])
    await expect.poll(() => videos.filter((id) => !all().has(id)), soon).toEqual([])
    for (const id of idsIn(stream)) heard.set(id, (heard.get(id) ?? 0) + 1)
    expect(videos.filter((id) => heard.get(id) !== 1)).toEqual([])
    stream.leave()
  })

  test('too far behind, from the future or with nonsense is told to read everything again', async () => {
    await live.server.owner.query(sql`
      insert into event (actor_id, actor_name, action, queue, subject_id)
      select 1, 'Mei', 'feature', 'video', n from generate_series(1, 1100) n`)
    await sealAll()
    const [row] = await live.server.owner.query<{ newest: number }>(
      sql`select max(position) as newest from event_seal`,
    )
    const newest = row?.newest ?? 0
    for (const last of ['1', String(newest + 5000), 'nonsense', '-1', '9'.repeat(40)]) {
      const stream = await joined(await someone(), { last })
      await expect.poll(() => stream.of('resync').length, soon).toBe(1)
      expect(Number(stream.last()), last).toBeGreaterThanOrEqual(newest)
      expect(stream.of('decision').filter(({ id = 0 }) => id <= newest)).toEqual([])
      stream.leave()
    }
    const near = await joined(await someone(), { last: newest - 1000 })
    await expect.poll(() => idsIn(near).length, soon).toBeGreaterThanOrEqual(1000)
    expect(near.of('resync')).toEqual([])
    near.leave()
  })
})

describe('who may listen', () => {
  test('a stream ends within two seconds when its session does, however it ends', {
    tags: ['torture'],
  }, async () => {
    const change = (statement: ReturnType<typeof sql>) => live.server.owner.query(statement)
    const endings = [
      ({ userId: id }: Client) =>
        change(sql`update session set revoked_at = now() where user_id = ${id}`),
      ({ userId: id }: Client) =>
        change(sql`update admin_user set status = 'disabled' where id = ${id}`),
      ({ userId: id }: Client) =>
        change(sql`update admin_user set auth_epoch = auth_epoch + 1 where id = ${id}`),
      ({ userId: id }: Client) =>
        change(sql`update session set idle_expires_at = now() where user_id = ${id}`),
      (leaver: Client) => leaver.send(sessionCalls.logout, {}),
    ]
    const work = Array.from({ length: many(5, 100, 2000) }, (_, n) => ({
      ending: endings[n % endings.length],
      url: n % 2 ? live.server.url : live.replica.url,
    }))
    let slowest = 0
    await forMany(
      work,
      async ({ ending, url }) => {
        const reviewer = await someone()
        const cookies = new Map(reviewer.cookies)
        const stream = await joined(reviewer, { url })
        const over = stream.ended.then(() => performance.now())
        await ending?.(reviewer)
        const began = performance.now()
        reviewer.cookies = cookies
        expect((await reviewer.send(sessionCalls.userInfo, {})).status).toBe(401)
        const ended = (await Promise.race([over, pause(within(5000))])) ?? Number.POSITIVE_INFINITY
        slowest = Math.max(slowest, ended - began)
        expect(stream.heard.at(-1)?.name).toBe('bye')
        expect((await openStream(reviewer, { url })).status).toBe(401)
      },
      5,
    )
    console.log(`${work.length} streams ended, the slowest after ${Math.round(slowest)} ms`)
    expect(slowest).toBeLessThan(within(2000))
    figure('S7', work.length)
  })

  test('three streams for a session; the fourth is told so, and the place of one that left is free', async () => {
    const reviewer = await someone()
    const streams = [await joined(reviewer), await joined(reviewer), await joined(reviewer)]
    const fourth = await openStream(reviewer)
    expect(fourth.status).toBe(429)
    expect(fourth.headers.get('retry-after')).toBe('30')
    streams[0]?.leave()
    await expect
      .poll(async () => {
        const again = await openStream(reviewer)
        again.leave()
        return again.status
      }, soon)
      .toBe(200)
    for (const stream of streams) stream.leave()
  })

  test('listening keeps nobody signed in', async () => {
    const reviewer = await someone()
    await live.server.owner.query(sql`
      update session set last_seen_at = now() - interval '10 minutes' where user_id = ${reviewer.userId}`)
    const stream = await joined(reviewer)
    await pause(300)
    const [row] = await live.server.owner.query<{ old: boolean }>(sql`
      select last_seen_at < now() - interval '9 minutes' as old from session where user_id = ${reviewer.userId}`)
    expect(row?.old).toBe(true)
    stream.leave()
  })
})
