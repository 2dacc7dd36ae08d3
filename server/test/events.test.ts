import { projectCalls } from '@screening-room/contract/projects'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db, Tx } from '../src/db/pool.ts'
import { type Sql, sql } from '../src/db/sql.ts'
import { type ChainReport, verifyChain } from '../src/domain/event-chain.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { addProjects, addReasons, addVideos } from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

const roll = dice('events')

let server: TestServer
let people: Client[] = []
beforeAll(async () => {
  server = await startServer()
  people = [await server.signIn('reviewer', 'Li Wei'), await server.signIn('reviewer', '王芳 👩‍⚖️')]
  await addReasons(server.owner)
})
afterAll(() => server.close())

async function decideSome(count: number): Promise<void> {
  const videos = await addVideos(server.owner, count)
  const [first, second] = people as [Client, Client]
  for (const [index, videoId] of videos.entries()) {
    const person = index % 2 ? first : second
    if (index % 3 === 0) await person.send(videoCalls.project.approve, { videoId })
    else if (index % 3 === 1)
      await person.send(videoCalls.project.reject, { videoId, message: `“太暗” \\ ${index} 🙈` })
    else
      await person.sendRaw(videoCalls.project.takeDown, {
        videoId,
        videoType: videoType.project,
        offlineReasons: [1, 2],
      })
  }
}

async function sealAll(): Promise<number> {
  let sealed = 0
  for (let more = await sealEvents(server.db); more > 0; more = await sealEvents(server.db))
    sealed += more
  return sealed
}

describe('the record is append-only', () => {
  const changes: [string, Sql][] = [
    ['update event', sql`update event set reason = 'other'`],
    ['update event in no row', sql`update event set reason = 'other' where false`],
    ['delete from event', sql`delete from event`],
    ['truncate event', sql`truncate event`],
    ['update event_seal', sql`update event_seal set hash = ''`],
    ['delete from event_seal', sql`delete from event_seal`],
    ['truncate event_seal', sql`truncate event_seal`],
  ]

  test.each(changes)('%s is not allowed to the server', async (_what, statement) => {
    await expect(server.db.query(statement)).rejects.toThrow(/permission denied for table event/)
  })

  test.each(changes)('%s is stopped even for the owner of the table', async (_what, statement) => {
    await expect(server.owner.query(statement)).rejects.toThrow(/event(_seal)? is append-only/)
  })

  test.each([
    sql`alter table event disable trigger all`,
    sql`alter table event_seal disable trigger event_seal_kept`,
    sql`drop trigger event_kept on event`,
    sql`drop table event`,
    sql`set session_replication_role = replica`,
    sql`grant update on event to current_user`,
    sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
  ])('the server cannot switch its guard off, try %#', async (statement) => {
    const refused = /must be owner|permission denied|no privileges/
    const attempt = server.db
      .query(statement)
      .then(() => server.db.query(sql`update event set reason = ''`))
    await expect(attempt).rejects.toThrow(refused)
  })

  test('the server cannot choose an event’s number', async () => {
    const statement = sql`insert into event (id, actor_id, actor_name, action, queue, subject_id)
      values (1, 1, 'x', 'approve', 'video', 1)`
    await expect(server.db.query(statement)).rejects.toThrow(/non-DEFAULT value into column "id"/)
  })
})

describe('the chain', () => {
  test('grows with what is decided, and verifies before, between and after sealing', async () => {
    await sealAll()
    const before = await verifyChain(server.db)
    expect(before).toEqual({ intact: true, events: expect.any(Number) })
    await decideSome(9)
    expect(await verifyChain(server.db)).toEqual(before)
    expect(await sealAll()).toBe(9)
    const events = (before.intact ? before.events : 0) + 9
    expect(await verifyChain(server.db)).toEqual({ intact: true, events })
    expect(await sealAll()).toBe(0)
  })

  test('follows the order of the events, however small the batches', async () => {
    await decideSome(12)
    for (let batch = 1; batch <= 3; batch++)
      await server.owner.query(sql`select seal_events(${batch})`)
    await sealAll()
    const seals = await server.owner.query<{ id: number }>(
      sql`select event_id as id from event_seal order by position`,
    )
    const ids = seals.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('is sealed once where several replicas seal at the same time', async () => {
    await decideSome(60)
    const done = await Promise.all(Array.from({ length: 6 }, () => sealEvents(server.db)))
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(60)
    expect(await verifyChain(server.db)).toMatchObject({ intact: true })
  })

  test('is left alone by a replica while another one seals', async () => {
    await decideSome(3)
    await server.db.transaction(async (tx) => {
      const unfinished: Db = { ...server.db, transaction: (work) => work(tx) }
      expect(await sealEvents(unfinished)).toBe(3)
      expect(await sealEvents(server.db)).toBe(0)
    })
  })

  test('is sealed while people decide, with every event in it once', async () => {
    const projects = await addProjects(server.owner, 60)
    let deciding = true
    const seal = async () => {
      while (deciding) await sealEvents(server.db)
    }
    const decide = async (person: Client, mine: number) => {
      for (const [index, projectId] of projects.entries())
        if (index % 2 === mine) await person.send(projectCalls.approve, { projectId })
    }
    const sealing = seal()
    await Promise.all(people.map(decide))
    deciding = false
    await sealing
    await sealAll()
    const [count] = await server.owner.query<{ events: number; seals: number }>(sql`
      select (select count(*) from event) as events, (select count(*) from event_seal) as seals`)
    expect(count?.seals).toBe(count?.events)
    expect(await verifyChain(server.db)).toEqual({ intact: true, events: count?.events })
  })
})

describe('tampering that gets past every guard is found', () => {
  beforeAll(async () => {
    await decideSome(90)
    await server.owner.query(sql`
      insert into event (actor_id, actor_name, action, queue, subject_id, before, after, reason, reason_ids, details)
      select 1, 'bulk', 'reject', 'project', n, 0, 3, 'reason ' || n, '{1,2}', '{"n": 1}'
      from generate_series(1, 1500) n`)
    await sealAll()
  })

  class Undo extends Error {}

  /** With the triggers off, as a superuser; what it broke is rolled back. */
  async function tamperedWith(...statements: Sql[]): Promise<ChainReport> {
    let report: ChainReport | undefined
    const attempt = server.owner.transaction(async (tx: Tx) => {
      await tx.query(sql`alter table event disable trigger all`)
      await tx.query(sql`alter table event_seal disable trigger all`)
      for (const statement of statements) {
        const rows = await tx.query(statement)
        expect(rows).not.toEqual([])
      }
      report = await verifyChain(tx as unknown as Db)
      throw new Undo()
    })
    await expect(attempt).rejects.toThrow(Undo)
    return report as ChainReport
  }

  const flips: Record<string, Sql> = {
    at: sql`at = at + interval '1 microsecond'`,
    actor_id: sql`actor_id = actor_id + 1`,
    actor_name: sql`actor_name = actor_name || ' '`,
    action: sql`action = case action when 'approve' then 'reject' else 'approve' end`,
    queue: sql`queue = queue || 's'`,
    subject_id: sql`subject_id = subject_id # 1`,
    before: sql`before = coalesce(before, 0) # 1`,
    after: sql`after = case when after is null then 0 end`,
    reason: sql`reason = reason || '.'`,
    reason_ids: sql`reason_ids = reason_ids || 3::bigint`,
    details: sql`details = details || '{"x": null}'`,
    salt: sql`salt = sha256(coalesce(salt, ''))`,
    text_hash: sql`text_hash = sha256('')`,
    erased_by: sql`erased_by = id + 1`,
    request_id: sql`request_id = reverse(request_id) || 'x'`,
  }

  test('a change in any column of any event is found, and that event is named', {
    tags: ['torture'],
  }, async () => {
    const columns = await server.owner.query<{ name: string }>(sql`
      select column_name as name from information_schema.columns where table_name = 'event'`)
    // No part of the record: `tx` names the transaction, for the check at its commit; the others are for figures, and
    // the last two are read from the sealed details.
    const unsealed = ['id', 'tx', 'waited', 'watched', 'in_hand']
    expect([...Object.keys(flips), ...unsealed].sort()).toEqual(
      columns.map(({ name }) => name).sort(),
    )
    const events = await server.owner.query<{ id: number }>(sql`select id from event order by id`)
    const names = Object.keys(flips)
    const runs = many(2 * names.length, 1000, 20_000)
    for (let run = 0; run < runs; run++) {
      const { id } = roll.pick(events)
      const column = names[run % names.length] as string
      const report = await tamperedWith(
        sql`update event set ${flips[column]} where id = ${id} returning id`,
      )
      expect({ id, column, ...report }).toMatchObject({ id, column, intact: false, event: id })
    }
    figure('C7', runs)
  })

  test('one flipped bit in any seal is found, and its event is named', {
    tags: ['torture'],
  }, async () => {
    const seals = await server.owner.query<{ position: number; event: number }>(
      sql`select position, event_id as event from event_seal order by position`,
    )
    const runs = many(10, 200, 4000)
    for (let run = 0; run < runs; run++) {
      const { position, event } = roll.pick(seals)
      const bit = roll.below(256)
      const report = await tamperedWith(sql`
        update event_seal set hash = set_bit(hash, ${bit}, 1 - get_bit(hash, ${bit}))
        where position = ${position} returning position`)
      expect(report).toMatchObject({ intact: false, event })
    }
    figure('C7', runs)
  })

  const somewhere = async () => {
    const seals = await server.owner.query<{ position: number; event: number }>(
      sql`select position, event_id as event from event_seal order by position`,
    )
    const at = 10 + roll.below(seals.length - 20)
    return { here: seals[at], next: seals[at + 1], last: seals.at(-1), first: seals[0] }
  }
  const dropEvent = (id?: number) => sql`delete from event where id = ${id} returning id`
  const dropSeal = (position?: number) =>
    sql`delete from event_seal where position = ${position} returning position`

  test('a deleted event is named: first, last or in between', async () => {
    const { first, here, last } = await somewhere()
    for (const seal of [first, here, last])
      expect(await tamperedWith(dropEvent(seal?.event))).toEqual({
        intact: false,
        event: seal?.event,
        why: 'it was deleted',
      })
  })

  test('a removed seal is named by what follows it, and the last one by its event', async () => {
    const { here, next, last } = await somewhere()
    expect(await tamperedWith(dropSeal(here?.position))).toEqual({
      intact: false,
      event: next?.event,
      why: `the seal ${here?.position} before it is missing`,
    })
    expect(await tamperedWith(dropSeal(last?.position))).toEqual({
      intact: false,
      event: last?.event,
      why: 'it has no seal and waits for none',
    })
  })

  test('an event removed together with its seal is found, with the gap closed or not', async () => {
    const { here, next } = await somewhere()
    const gone = [dropEvent(here?.event), dropSeal(here?.position)]
    expect(await tamperedWith(...gone)).toMatchObject({ intact: false, event: next?.event })
    const closed = sql`
      update event_seal set position = -position where position > ${here?.position} returning position`
    const back = sql`update event_seal set position = -position - 1 where position < 0 returning position`
    expect(await tamperedWith(...gone, closed, back)).toMatchObject({
      intact: false,
      event: next?.event,
    })
  })

  test('two events that changed places are found', async () => {
    const { here, next } = await somewhere()
    const swap = (id: number | undefined, position: number | undefined) =>
      sql`update event_seal set event_id = ${id} where position = ${position} returning position`
    const report = await tamperedWith(
      swap(-1, here?.position),
      swap(here?.event, next?.position),
      swap(next?.event, here?.position),
    )
    expect(report).toMatchObject({ intact: false, event: next?.event })
  })

  test('and once everything is put back, the chain is whole', async () => {
    expect(await verifyChain(server.db)).toMatchObject({ intact: true })
  })
})
