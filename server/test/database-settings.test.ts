// @module-tag torture
import { randomUUID } from 'node:crypto'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { ask } from './faults/clusters.ts'
import { endPoolersAfterwards, hasPgBouncer, startPgBouncer } from './faults/pgbouncer.ts'
import { endAllAfterwards, refusedStart, run, startProcess } from './faults/processes.ts'
import { Client } from './setup/client.ts'
import { addVideo, setCreated } from './setup/items.ts'
import {
  copyDatabase,
  emptyDatabase,
  openOwnerPool,
  openTestPool,
  refusalOf,
} from './setup/server.ts'
import { addPerson, addSession, sessionCookie } from './setup/sessions.ts'

/* Whatever the address, the role, the database or a pooler say: statements run with the settings they need. */

endAllAfterwards({ each: true })
endPoolersAfterwards()

let database: Awaited<ReturnType<typeof copyDatabase>>
beforeAll(async () => {
  database = await copyDatabase(false)
})
afterAll(() => database.drop())

const withOptions = (url: string, options: string) => {
  const changed = new URL(url)
  changed.searchParams.set('options', options)
  return changed.href
}

const zones = ['Asia/Shanghai', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']
const options = [
  '-c timezone=UTC',
  '-c TimeZone=America/Lima -c DateStyle=German',
  '-c search_path=pg_catalog',
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
  '-c statement_timeout=50ms',
  '-c jit=on -c plan_cache_mode=force_custom_plan',
  '-c default_transaction_isolation=serializable',
  '-c standard_conforming_strings=off',
  '-c IntervalStyle=iso_8601',
  '-c client_encoding=LATIN1',
  '-c work_mem=9MB',
]

const wallClock = (zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })

async function checkConnections(url: string, zone: string, size: number): Promise<number> {
  const db = openTestPool(url, size, zone)
  const moment = '2026-07-01T18:30:00Z'
  try {
    // All at once, so that each is on a connection of its own.
    const found = await Promise.all(
      Array.from({ length: size }, () =>
        db.query(sql`select to_char(${moment}::timestamptz, 'YYYY-MM-DD HH24:MI:SS') as shown,
          ${moment}::timestamptz as moment, '审核' as text, pg_sleep(0.1) is null as slept,
          current_setting('statement_timeout') as limit, current_setting('lock_timeout') as lock,
          current_setting('jit') as jit, current_setting('plan_cache_mode') as plans,
          current_setting('transaction_isolation') as level,
          to_regclass('video') is not null as tables`),
      ),
    )
    for (const rows of found)
      expect(rows).toEqual([
        {
          shown: wallClock(zone).format(new Date(moment)),
          moment: new Date(moment),
          ...{ text: '审核', slept: false, limit: '3500ms', lock: '2s', jit: 'off' },
          ...{ plans: 'force_generic_plan', level: 'read committed', tables: true },
        },
      ])
    return size
  } finally {
    await db.close()
  }
}

test('options in the address change no time, limit or name that a statement depends on', async () => {
  let checked = 0
  for (const zone of zones)
    for (const given of options)
      checked += await checkConnections(withOptions(database.app, given), zone, many(2, 10))
  figure('M2', checked)
})

test('options of one’s own are kept where nothing of ours depends on them', async () => {
  const db = openTestPool(withOptions(database.app, '-c work_mem=9MB'), 1)
  expect(await db.query(sql`select current_setting('work_mem') as memory`)).toEqual([
    { memory: '9MB' },
  ])
  await db.close()
})

test('settings of the role and of the database change nothing either', async () => {
  const name = new URL(database.app).pathname.slice(1)
  const role = new URL(database.app).username
  const all = ["timezone = 'UTC'", "search_path = 'nowhere'", 'statement_timeout = 50', 'jit = on']
  for (const one of all)
    await ask(database.admin, `alter role ${role} in database ${name} set ${one}`)
  try {
    figure('M2', await checkConnections(database.app, 'Asia/Shanghai', 3))
  } finally {
    await ask(database.admin, `alter role ${role} in database ${name} reset all`)
  }
})

test('a schema of one’s own, in the owner’s search path, is used by both roles', async () => {
  const own = await emptyDatabase()
  try {
    const { pathname } = new URL(own.admin)
    await ask(own.admin, 'create schema review')
    await ask(own.admin, `alter database ${pathname.slice(1)} set search_path = review`)
    expect(await refusalOf(own)).toBeUndefined()
    expect(
      await ask(
        own.admin,
        `select to_regclass('public.video') as before, to_regclass('review.video')::text as now`,
      ),
    ).toEqual([{ before: null, now: 'video' }])
    await ask(own.admin, `alter database ${pathname.slice(1)} set search_path = nowhere`)
    expect(await refusalOf(own)).toBe('The search_path of this role names no schema that exists.')
  } finally {
    await own.drop()
  }
})

/** A whole server: a video's time on the wire, and a decision on it. */
async function reviewOn(env: { DATABASE_URL: string; DATABASE_ADMIN_URL: string }) {
  const owner = openOwnerPool(database.admin)
  const server = await startProcess('/nonexistent', env)
  try {
    const { id, token } = await addPerson(owner)
    const client = Object.assign(new Client(server.url), { token, userId: id })
    client.cookies.set(sessionCookie, await addSession(owner, id))
    const video = await addVideo(owner)
    await setCreated(owner, 'video', [video], '2026-07-01T18:30:00Z')
    // As many as the pool has connections, each statement on most of them.
    const lists = await Promise.all(
      Array.from({ length: 40 }, () =>
        client.send(videoCalls.project.list, { page: 1, pageSize: 10 }),
      ),
    )
    expect(lists.map(({ code }) => code)).toEqual(lists.map(() => 200))
    const times = lists.flatMap(({ body }) =>
      body.data.filter((row) => row.id === video).map((row) => row.createTime),
    )
    expect(new Set(times)).toEqual(new Set(['2026-07-02T02:30:00']))
    const approval = { 'idempotency-key': randomUUID() }
    expect((await client.send(videoCalls.project.approve, { videoId: video }, approval)).code).toBe(
      200,
    )
    figure('M2', lists.length + 1)
  } finally {
    await owner.close()
    await server.stop()
  }
}

test('with options in both addresses a server tells the platform’s time', () =>
  reviewOn({
    DATABASE_URL: withOptions(database.app, '-c timezone=UTC'),
    DATABASE_ADMIN_URL: withOptions(database.admin, '-c statement_timeout=1min'),
  }))

test('a time zone that PostgreSQL does not know stops the start with a sentence', async () => {
  const env = { DATABASE_URL: database.app, DATABASE_ADMIN_URL: database.admin, PORT: '0' }
  // Node knows it.
  expect(await refusedStart({ ...env, PLATFORM_TZ: 'JST' })).toEqual({
    says: 'PLATFORM_TZ: invalid value for parameter "TimeZone": "JST"; choose a zone that PostgreSQL knows.',
    code: 3,
  })
})

describe.runIf(hasPgBouncer)('behind PgBouncer', () => {
  const behind = async (settings: Record<string, string | number>) => {
    const pooler = await startPgBouncer([database.app, database.admin], settings)
    return {
      DATABASE_URL: pooler.through(database.app),
      DATABASE_ADMIN_URL: pooler.through(database.admin),
      PORT: '0',
    }
  }

  test('with session pooling and its own defaults everything works, and times are right', async () => {
    const env = await behind({ pool_mode: 'session' })
    await reviewOn(env)
    for (const zone of zones) figure('M2', await checkConnections(env.DATABASE_URL, zone, 10))
  })

  test('options that it drops, and sessions that it does not clean, harm nothing', async () => {
    const env = await behind({
      ...{ pool_mode: 'session', ignore_startup_parameters: 'options', server_reset_query: '' },
    })
    // The second finds what the first one has left behind.
    for (const zone of [...zones, ...zones])
      figure('M2', await checkConnections(withOptions(env.DATABASE_URL, '-c jit=on'), zone, 5))
  })

  const unfit =
    'The connection pooler in front of PostgreSQL hands a connection to others between transactions. Screening Room needs session pooling (PgBouncer: pool_mode = session).'
  test.each([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', server_round_robin: 1 },
    { pool_mode: 'transaction', default_pool_size: 1 },
    { pool_mode: 'transaction', min_pool_size: 2, server_round_robin: 1 },
    { pool_mode: 'transaction', min_pool_size: 5, server_round_robin: 1 },
    { pool_mode: 'transaction', ignore_startup_parameters: 'options,statement_timeout' },
    { pool_mode: 'statement' },
  ])('%j is refused at start with a sentence', async (settings) => {
    const { DATABASE_URL: app, DATABASE_ADMIN_URL: admin } = await behind(settings)
    for (let n = 0; n < many(2, 20); n++) expect(await refusalOf({ app, admin })).toBe(unfit)
    figure('M2', many(2, 20))
  })

  test('transaction pooling for the application’s address alone is refused as well, and by commands', async () => {
    const env = {
      ...(await behind({ pool_mode: 'transaction' })),
      DATABASE_ADMIN_URL: database.admin,
    }
    expect(await refusedStart(env)).toEqual({ says: unfit, code: 3 })
    const command = run('admin.js', ['list'], env)
    expect((await command.ended).code).toBe(1)
    expect(command.errors().trim()).toBe(unfit)
  })

  test('a pool too small for two connections is refused with a sentence', async () => {
    const env = await behind({ pool_mode: 'session', default_pool_size: 1 })
    expect(await refusalOf({ app: env.DATABASE_URL, admin: env.DATABASE_ADMIN_URL })).toContain(
      'The connection pooler gave no second connection within 15 s',
    )
  })
})
