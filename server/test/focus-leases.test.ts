import { randomUUID } from 'node:crypto'
import { focusCalls, leaseSeconds } from '@screening-room/contract/focus'
import type { FocusQueue } from '@screening-room/contract/holders'
import { status } from '@screening-room/contract/review'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { dropOld } from '../src/store/housekeeping.ts'
import { expectWhole } from './setup/checks.ts'
import { Client } from './setup/client.ts'
import {
  clearItems,
  countHeld,
  decide,
  expire,
  idsOf,
  newDesk,
  next,
  refused,
  take,
} from './setup/focus.ts'
import { addVideo, addVideos, eventsOf, statusOf } from './setup/items.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

const { pending, approved } = status

let server: TestServer
let li: Client
let wang: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('reviewer', '王芳')
})
afterAll(() => server.close())

beforeEach(() => clearItems(server.owner))
afterEach(() => expectWhole(server))

describe('a lease', () => {
  test('is kept by a sign of life, and given back on leaving', async () => {
    await addVideos(server.owner, 2)
    const desk = newDesk()
    const { items } = await next(li, desk)
    await server.owner.query(sql`update waiting set until = now() + interval '1 second'`)
    const kept = await li.send(focusCalls.extend, { desk })
    expect(kept.body.data.secondsLeft).toBe(leaseSeconds)
    expect(kept.body.data.leases).toEqual(items.map((item) => item.lease))
    const [row] = await server.owner.query<{ ok: boolean }>(
      sql`select bool_and(until > now() + interval '299 seconds') as ok from waiting`,
    )
    expect(row?.ok).toBe(true)
    expect((await wang.send(focusCalls.extend, { desk })).body.data.leases).toEqual([])
    await wang.send(focusCalls.release, { desk })
    expect(await countHeld(server.owner)).toBe(2)
    await li.send(focusCalls.release, { desk })
    expect(await countHeld(server.owner)).toBe(0)
    expect((await li.send(focusCalls.extend, { desk })).body.data.leases).toEqual([])
    expect(idsOf((await next(wang, newDesk())).items)).toEqual(idsOf(items))
  })

  test('goes back when its holder signs out, unless they are still signed in elsewhere', async () => {
    const [first] = await addVideos(server.owner, 1)
    const zhao = await server.signIn('reviewer', 'Zhao Min')
    const elsewhere = new Client(server.url)
    await elsewhere.signIn(zhao.phone, testPassword)
    await next(zhao, newDesk())
    await zhao.send(sessionCalls.logout, {})
    expect(await countHeld(server.owner)).toBe(1)
    await elsewhere.send(sessionCalls.logout, {})
    expect(idsOf((await next(wang, newDesk())).items)).toEqual([first])
  })

  test('past its time is anybody’s, before all others; until then its holder still has it', async () => {
    const [first, second, third] = await addVideos(server.owner, 3)
    const desk = newDesk()
    const { items } = await next(li, desk)
    for (const item of items) await expire(server.owner, item.lease)
    expect((await next(li, desk)).items).toEqual(items)

    await expire(server.owner, items[1]?.lease as string)
    const other = await next(wang, newDesk())
    expect(idsOf(other.items)).toEqual([second, third])
    expect(other.items[0]?.lease).not.toBe(items[1]?.lease)
    expect((await li.send(focusCalls.extend, { desk })).body.data.leases).toEqual([items[0]?.lease])
    expect(idsOf((await next(li, desk)).items)).toEqual([first])
  })

  test('that somebody else has now is refused with whose it is, in both languages', async () => {
    const id = await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await expire(server.owner, lease)
    await take(wang, newDesk())
    const late = await decide(li, { desk, lease, action: 'approve' })
    expect(late).toMatchObject({
      ...refused('lease_lost'),
      msg: 'This item is no longer yours to decide: held by 王芳',
      body: { data: { by: '王芳' } },
    })
    const said = await li.sendRaw(focusCalls.skip, { desk, lease }, { 'accept-language': 'zh-CN' })
    expect(said).toMatchObject({
      ...refused('lease_lost'),
      msg: '该条目已不在您手中：现由 王芳 处理',
    })
    expect(await statusOf(server.owner, 'video', id)).toBe(pending)
    expect(await eventsOf(server.owner, 'video', id)).toEqual([])
  })

  test('past its time that nobody took can still be decided under', async () => {
    const id = await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await expire(server.owner, lease)
    expect((await decide(li, { desk, lease, action: 'approve' })).code).toBe(200)
    expect(await statusOf(server.owner, 'video', id)).toBe(approved)
  })

  test('that was given back, is of another desk, of another person or of nobody decides nothing', async () => {
    const id = await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    const mine = { desk, lease, action: 'approve' }
    const held = 'This item is no longer yours to decide: held by Li Wei'
    const free = 'This item is no longer yours to decide'
    expect((await decide(li, { ...mine, desk: newDesk() })).msg).toBe(held)
    expect((await decide(wang, mine)).msg).toBe(free)
    expect((await decide(li, { ...mine, lease: randomUUID() })).msg).toBe(free)
    await li.send(focusCalls.release, { desk })
    expect((await decide(li, mine)).msg).toBe(free)
    expect(await statusOf(server.owner, 'video', id)).toBe(pending)
  })

  test('nobody has asked for in an hour is free again, and leases of long ago are forgotten', async () => {
    await addVideo(server.owner)
    const { lease } = await take(li, newDesk())
    const age = (time: ReturnType<typeof sql>) =>
      server.owner.query(sql`update waiting set until = now() - ${time}`)
    await age(sql`interval '59 minutes'`)
    await dropOld(server.db)
    expect(await server.owner.query(sql`select from waiting where until is null`)).toHaveLength(0)
    await age(sql`interval '61 minutes'`)
    await server.owner.query(sql`update lease set at = now() - interval '3 days'`)
    await dropOld(server.db)
    expect(await server.owner.query(sql`select from waiting where until is null`)).toHaveLength(1)
    expect(await server.owner.query(sql`select from lease where id = ${lease}`)).toHaveLength(0)
  })

  test('shows to everybody who holds what in a queue', async () => {
    const [promo] = await addVideos(server.owner, 1, { type: 0 })
    const [personal] = await addVideos(server.owner, 1, { type: 1 })
    await next(li, newDesk(), 'project-video', { videoType: 0 })
    await next(wang, newDesk(), 'personal-video')
    const holders = async (queue: FocusQueue) =>
      (await li.send(focusCalls.holders, { queue })).body.data
    const [mine, ...none] = await holders('project-video')
    expect(none).toEqual([])
    expect(mine).toMatchObject({ id: promo, by: { id: li.userId, nickName: 'Li Wei' } })
    expect(mine?.since).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect(await holders('personal-video')).toMatchObject([
      { id: personal, by: { nickName: '王芳' } },
    ])
    expect(await holders('report')).toEqual([])
  })
})

describe('skipping', () => {
  test('gives an item to others and not to the same person again, until it is looked for', async () => {
    const [first, second, third] = await addVideos(server.owner, 3)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    expect((await li.send(focusCalls.skip, { desk, lease })).code).toBe(200)
    const given = await next(li, desk)
    expect(idsOf(given.items)).toEqual([second, third])
    expect(given).toMatchObject({ left: 3, skipped: 1, held: 0 })
    expect(idsOf((await next(wang, newDesk())).items)).toEqual([first])
    expect(await eventsOf(server.owner, 'video', first as number)).toMatchObject([
      { action: 'skip', actorId: li.userId, before: null, after: null },
    ])

    await wang.send(focusCalls.lookAgain, { queue: 'project-video' })
    await li.send(focusCalls.lookAgain, { queue: 'personal-video' })
    expect((await next(li, desk)).skipped).toBe(1)
    await li.send(focusCalls.lookAgain, { queue: 'project-video' })
    expect(await next(li, desk)).toMatchObject({ skipped: 0, held: 1 })
  })

  test('is taken back: the item is in the same hands again, as if it had never left them', async () => {
    const [first] = await addVideos(server.owner, 2)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await li.send(focusCalls.skip, { desk, lease })
    const { code, body } = await li.send(focusCalls.unskip, { desk, lease })
    expect({ code, body }).toMatchObject({
      code: 200,
      body: { data: { item: { id: first, lease } } },
    })
    expect(await next(li, desk)).toMatchObject({ skipped: 0, held: 0 })
    const decided = await li.send(focusCalls.decide, { desk, lease, action: 'approve' })
    expect(decided.code).toBe(200)
  })

  test('is not taken back from somebody who took the item, nor by anybody else, nor without a skip', async () => {
    await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    const unskip = (who: typeof li, at: string) => who.send(focusCalls.unskip, { desk: at, lease })
    expect(await unskip(li, desk)).toMatchObject(refused('lease_lost'))
    await li.send(focusCalls.skip, { desk, lease })
    expect(await unskip(wang, newDesk())).toMatchObject(refused('lease_lost'))
    const theirs = newDesk()
    await take(wang, theirs)
    const said = await unskip(li, desk)
    expect(said).toMatchObject(refused('lease_lost'))
    expect(said.msg).toContain('王芳')
    expect((await next(wang, theirs)).items).toHaveLength(1)
  })

  test('that has ended is not taken back: the item waits for everybody', async () => {
    await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await li.send(focusCalls.skip, { desk, lease })
    await server.owner.query(sql`delete from skipped`)
    expect(await li.send(focusCalls.unskip, { desk, lease })).toMatchObject(refused('lease_lost'))
    expect((await next(wang, newDesk())).items).toHaveLength(1)
  })

  test('ends by itself after twelve hours', async () => {
    const id = await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    await li.send(focusCalls.skip, { desk, lease })
    const aged = (hours: number) =>
      server.owner.query(sql`update skipped set at = now() - make_interval(hours => ${hours})`)
    await aged(11)
    expect(await next(li, desk)).toMatchObject({ items: [], skipped: 1 })
    await aged(13)
    expect(idsOf((await next(li, desk)).items)).toEqual([id])
  })

  test('twice, or after somebody else took it, is told that it is gone', async () => {
    await addVideo(server.owner)
    const desk = newDesk()
    const { lease } = await take(li, desk)
    const key = { 'idempotency-key': randomUUID() }
    const skip = () => li.send(focusCalls.skip, { desk, lease }, key)
    expect((await skip()).code).toBe(200)
    expect((await skip()).code).toBe(200)
    expect(await li.send(focusCalls.skip, { desk, lease })).toMatchObject(refused('lease_lost'))
  })
})
