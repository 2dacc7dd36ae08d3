import { historyCalls } from '@screening-room/contract/history'
import { overviewCalls } from '@screening-room/contract/overview'
import { projectCalls } from '@screening-room/contract/projects'
import { status } from '@screening-room/contract/review'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { dropOld, foldSearch, noteBacklog } from '../src/store/housekeeping.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { newDesk, next } from './setup/focus.ts'
import { addVideos } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addSession } from './setup/sessions.ts'
import { changeUnrecorded } from './setup/status-changes.ts'

let server: TestServer
let li: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
})
afterAll(() => server.close())
afterEach(() => expectWhole(server))

const { approved } = status

describe('a transaction that locks rows one after the other does not deadlock with', () => {
  test('the search’s index, which takes the others now and theirs the next time', async () => {
    const [held, free, gone] = await addVideos(server.owner, 3)
    const indexed = () =>
      server.owner.query<{ id: number; status: number }>(sql`
        select id, status from searchable where id in (${held}, ${free}, ${gone}) order by id`)
    while ((await foldSearch(server.db)) > 0);
    await changeUnrecorded(
      server.owner,
      'video',
      sql`update video set status = ${approved} where id in (${held}, ${free}, ${gone})`,
    )
    await server.owner.query(sql`delete from video where id = ${gone}`)
    await server.owner.transaction(async (tx) => {
      await tx.query(sql`update video set title = 'in hand' where id = ${held}`)
      while ((await foldSearch(server.db)) > 0);
      expect(await indexed()).toEqual([
        { id: held, status: 0 },
        { id: free, status: approved },
      ])
      // What the index had waited for, had it waited.
      await tx.query(sql`update video set title = 'in hand too' where id = ${free}`)
    })
    while ((await foldSearch(server.db)) > 0);
    expect(await indexed()).toEqual([
      { id: held, status: approved },
      { id: free, status: approved },
    ])
    expect(await server.owner.query(sql`select from search_stale`)).toEqual([])
  })

  test('the cleaning, which frees what nobody asked for in an hour', async () => {
    await addVideos(server.owner, 2)
    const { items } = await next(li, newDesk())
    const [held, free] = items.map((item) => item.id)
    const age = sql`update waiting set until = now() - interval '2 hours' where until is not null`
    await server.owner.query(age)
    const isFree = async () =>
      (
        await server.owner.query<{ id: number }>(sql`
          select subject_id as id from waiting where until is null order by subject_id`)
      ).map((row) => row.id)
    await server.owner.transaction(async (tx) => {
      await tx.query(sql`select from waiting where subject_id = ${held} for update`)
      await dropOld(server.db)
      expect(await isFree()).toEqual([free])
    })
    await dropOld(server.db)
    expect(await isFree()).toEqual([held, free])
  })
})

test('the cleaning drops what is old, of every kind, and nothing that is still of use', async () => {
  const { owner } = server
  const day = 24 * 60
  for (const [key, days] of [
    ['old', 3],
    ['young', 1],
  ] as const) {
    const at = sql`now() - make_interval(days => ${days})`
    await owner.query(sql`
      insert into action_request (user_id, key, call, input_hash, created_at)
      values (${li.userId}, ${key}, 'x', '', ${at})`)
    await owner.query(sql`
      insert into login_throttle (bucket, failures, blocked_until) values (${key}, 7, ${at})`)
    await owner.query(sql`
      insert into lease (id, user_id, queue, subject_id, at)
      values (gen_random_uuid(), ${days}, 'video', 1, ${at})`)
    await owner.query(sql`
      insert into skipped (user_id, queue, subject_id, at) values (${days}, 'video', 1, ${at})`)
    await addSession(owner, li.userId, { minutes: -day * (28 + days), epoch: 100 + days })
  }
  await dropOld(server.db)
  const [left] = await owner.query(sql`
    select (select json_agg(key) from action_request where call = 'x') as actions,
      (select json_agg(bucket) from login_throttle where failures = 7) as throttles,
      (select json_agg(user_id) from lease where subject_id = 1) as leases,
      (select json_agg(user_id) from skipped where subject_id = 1) as skips,
      (select json_agg(auth_epoch) from session where auth_epoch > 100) as sessions`)
  expect(left).toEqual({
    actions: ['young'],
    throttles: ['young'],
    leases: [1],
    skips: [1],
    sessions: [101],
  })
})

test('what waits is noted each hour, by how long it has; as items and events say it', async () => {
  const own = await startServer()
  try {
    const lead = await own.signIn('administrator')
    for (const hours of [1, 5, 30, 30, 100, 300]) {
      await own.owner.query(sql`
        insert into project (owner_id, title, create_time)
        values (1, 'x', now() - make_interval(hours => ${hours}) - interval '1 minute')`)
      await own.owner.query(sql`
        insert into video (type, uploader_id, title, create_time)
        values (1, 1, 'x', now() - make_interval(hours => ${hours}) - interval '1 minute')`)
    }
    await own.owner.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, create_time)
      select v.id, 1, 1, n, now() - n * interval '30 hours' from video v, generate_series(1, 2) n`)
    const ids = await own.owner.query<{ id: number }>(sql`select id from project order by id`)
    const [first, second] = ids as [{ id: number }, { id: number }]
    const act = (call: typeof projectCalls.approve, id: number) =>
      lead.send(call, { projectId: id })
    await act(projectCalls.approve, first.id)
    await act(projectCalls.approve, second.id)
    await lead.send(historyCalls.reopen, { queue: 'project', id: second.id, message: 'again' })
    await own.owner.query(sql`truncate backlog`)
    expect(await noteBacklog(own.db)).toBe(20)
    expect(await noteBacklog(own.db)).toBe(0)
    const { backlog } = (await lead.send(overviewCalls.history, { span: 'today' })).body.data
    const noted = backlog.map(({ queue, bands }) => [queue, bands.find((one) => one !== null)])
    expect(noted).toEqual([
      ['certification', [0, 0, 0, 0, 0]],
      ['project', [1, 0, 2, 1, 1]],
      ['video', [1, 1, 2, 1, 1]],
      ['report', [0, 0, 6, 0, 0]],
    ])
    const events = await own.owner.query<{ queue: string; band: number; n: number }>(
      sql`select queue, band, n::int as n from backlog_at(now()) order by 1, 2`,
    )
    expect(events).toEqual(
      await own.owner.query(
        sql`select queue, band, n::int as n from backlog where n > 0 order by 1, 2`,
      ),
    )
  } finally {
    await own.close()
  }
})
