import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { migrate } from '../src/db/migrate.ts'
import { endAllAfterwards, refusedStart, run } from './faults/processes.ts'
import { withDatabase } from './setup/global.ts'
import { migrationFiles as files, migrateTo } from './setup/migrations.ts'
import { dice } from './setup/seed.ts'
import { until } from './setup/test-support.ts'

endAllAfterwards()

/** Kept until the end of the test: a connection costs many times what a statement does. */
const clients = new Map<string, Promise<pg.Client>>()

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = clients.get(url) ?? connect(url)
  clients.set(url, client)
  return (await (await client).query<R>(text)).rows
}

const dropped: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const drop of dropped.splice(0)) await drop()
  for (const client of clients.values()) await (await client).end()
  clients.clear()
})

/** A database without a single table, or a copy of one with all of them. */
async function newDatabase(template = 'template1'): Promise<{ admin: string; app: string }> {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await query(inject('adminUrl'), `create database ${name} template ${template}`)
  dropped.push(() => query(inject('adminUrl'), `drop database ${name} with (force)`))
  return {
    admin: withDatabase(inject('adminUrl'), name),
    app: withDatabase(inject('appUrl'), name),
  }
}

const migratedDatabase = () => newDatabase('template_empty')

const namesIn = async (url: string) =>
  (await query<{ name: string }>(url, 'select name from migration order by name')).map(
    ({ name }) => name,
  )

test('migrating a second time changes nothing', async () => {
  const { admin, app } = await migratedDatabase()
  expect(await migrate(admin, app)).toEqual([])
  expect(await namesIn(admin)).toEqual(files)
})

test('four servers that start together migrate once', async () => {
  const { admin, app } = await newDatabase()
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(admin, app)))
  expect(applied.filter((names) => names.length > 0)).toEqual([files])
  expect(await namesIn(admin)).toEqual(files)
})

test('a migration that was changed after it was applied is refused by name', async () => {
  const { admin, app } = await migratedDatabase()
  await query(admin, `update migration set sum = 'other' where name = '${files[1]}'`)
  await expect(migrate(admin, app)).rejects.toThrow(
    `The migration ${files[1]} was changed after it was applied`,
  )
})

test('a database that is newer than the server stops the start with a sentence', async () => {
  const { admin, app } = await migratedDatabase()
  await query(admin, "insert into migration (name, sum) values ('9999_later.sql', 'x')")
  const env = { DATABASE_URL: app, DATABASE_ADMIN_URL: admin, PORT: '0' }
  expect(await refusedStart(env)).toEqual({
    says: 'The database is newer than this server: it holds the migration 9999_later.sql',
    code: 3,
  })
})

/**
 * Counts what the migrations define, before and after each statement; at the number that the database
 * was set to, the connection ends or waits.
 */
const stops = `
  create function stop_here() returns event_trigger language plpgsql as $$
    declare n int := coalesce(nullif(current_setting('stop.count', true), ''), '0')::int + 1;
    begin
      perform set_config('stop.count', n::text, false);
      if current_setting('application_name') <> 'screening-room migrate'
        or n <> current_setting('stop.at')::int then return; end if;
      if current_setting('stop.waits')::bool then perform pg_advisory_lock(4711); end if;
      perform pg_terminate_backend(pg_backend_pid()), pg_sleep(1);
    end $$;
  create event trigger stop_before on ddl_command_start execute function stop_here();
  create event trigger stop_after on ddl_command_end execute function stop_here();`

async function newStoppingDatabase() {
  const urls = await newDatabase()
  const name = new URL(urls.admin).pathname.slice(1)
  const set = (at: number, waits = false) =>
    query(
      inject('adminUrl'),
      `alter database ${name} set stop.at = '${at}'; alter database ${name} set stop.waits = '${waits}'`,
    )
  await query(urls.admin, stops)
  return { ...urls, set }
}

/** What there is: what a migration that was cut off has begun is not. */
const shapeOf = (url: string) =>
  query(
    url,
    `select (select count(*) from pg_class) as relations, (select count(*) from pg_attribute) as columns,
      (select count(*) from pg_proc) as functions, (select count(*) from pg_trigger) as triggers,
      (select count(*) from pg_constraint) as constraints`,
  )

const step = many(40, 1)
const roll = dice('migrations')

test('cut off before or after any statement, a migration leaves nothing behind, and the next start goes on from there', {
  tags: ['torture'],
}, async () => {
  const { admin, app, set } = await newStoppingDatabase()
  const shapes = new Map<number, unknown>()
  let cuts = 0
  let done = 0
  for (let at = 1 + roll.below(step); ; ) {
    await set(at)
    const outcome = await migrate(admin, app).catch((error: Error) => error)
    if (!(outcome instanceof Error)) break
    expect(outcome.message).toContain('terminating connection')
    cuts += 1
    const names = await namesIn(admin).catch(() => [])
    expect(names).toEqual(files.slice(0, names.length))
    // Past its last statement a migration is done, and the next one was cut off at its first.
    const shape = await shapeOf(admin)
    if (names.length > 0 && shapes.has(names.length))
      expect(shape).toEqual(shapes.get(names.length))
    shapes.set(names.length, shape)
    at = names.length > done ? 1 + roll.below(step) : at + step
    done = names.length
  }
  expect(await namesIn(admin)).toEqual(files)
  expect(cuts).toBeGreaterThan(many(10, 200))
  console.log(`${cuts} cuts in ${files.length} migrations`)
  figure('F14', cuts)
})

test('a server that is killed while it migrates is followed by one that goes on from there', {
  tags: ['torture'],
}, async () => {
  const kills = many(1, 10, 100)
  for (let n = 0; n < kills; n++) {
    const { admin, app, set } = await newStoppingDatabase()
    const holder = new pg.Client({ connectionString: admin })
    await holder.connect()
    await holder.query('select pg_advisory_lock(4711)')
    // Past the first statement, which makes the table of migrations itself.
    await set(3 + roll.below(150), true)
    const env = { DATABASE_URL: app, DATABASE_ADMIN_URL: admin, PORT: '0' }
    const server = run('main.js', [], env)
    const waiting = `select 1 from pg_stat_activity where application_name = 'screening-room migrate'
      and wait_event_type = 'Lock' and datname = current_database()`
    await until(async () => (await query(admin, waiting)).length === 1)
    server.process.kill('SIGKILL')
    expect((await server.ended).signal).toBe('SIGKILL')
    await holder.end()
    await set(0)
    const before = await namesIn(admin)
    expect(before).toEqual(files.slice(0, before.length))
    expect(await migrate(admin, app)).toEqual(files.slice(before.length))
    expect(await namesIn(admin)).toEqual(files)
    figure('F14', 1)
  }
})

test('a video that came after its reports before the upgrade has its case after it', async () => {
  const { admin, app } = await newDatabase()
  const upgrade = files.findIndex((name) => name.startsWith('0015_'))
  const text = (name = '') =>
    readFileSync(new URL(`../src/db/migrations/${name}`, import.meta.url), 'utf8')
  const sum = (name: string) => createHash('sha256').update(text(name)).digest('hex')
  await query(
    admin,
    'create table migration (name text primary key, sum text not null, applied_at timestamptz not null default now())',
  )
  for (const name of files.slice(0, upgrade)) {
    await query(admin, text(name))
    await query(admin, `insert into migration (name, sum) values ('${name}', '${sum(name)}')`)
  }
  await query(
    admin,
    `insert into report (video_id, video_type, reason_id, reporter_id) select 7, 0, 1, n from generate_series(1, 3) n;
     insert into video (id, type, uploader_id) values (7, 2, 1)`,
  )
  expect(await query(admin, 'select off from waiting_drift()')).toEqual([{ off: 1 }])
  expect(await migrate(admin, app)).toEqual(files.slice(upgrade))
  expect(await query(admin, 'select off from waiting_drift()')).toEqual([])
  const now = `select w.kind::int, v.report_count as count from waiting w join video v on v.id = w.subject_id
    where w.queue = 'report'`
  expect(await query(admin, now)).toEqual([{ kind: 2, count: 3 }])
})

test('cut off between a migration and the note that it was made, the next start makes it anew', async () => {
  const { admin, app } = await newDatabase()
  await query(
    admin,
    'create table migration (name text primary key, sum text not null, applied_at timestamptz not null default now())',
  )
  const holder = new pg.Client({ connectionString: admin })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table migration in share mode')
  const cutOff = expect(migrate(admin, app)).rejects.toThrow('terminating connection')
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'
    and application_name = 'screening-room migrate' and datname = current_database()`
  await until(async () => (await query(admin, cut)).length === 1)
  await cutOff
  await holder.end()
  expect(await migrate(admin, app)).toEqual(files)
})

test('of a migration and a transaction that wait for each other it is the migration that starts anew', async () => {
  const { admin, app } = await newDatabase()
  await migrateTo('0015_reports_before_videos.sql', admin, app)
  await query(admin, 'insert into video (id, type, uploader_id) values (7, 2, 1)')
  const name = new URL(admin).pathname.slice(1)
  // PostgreSQL ends the first that finds the deadlock: here never the migration.
  await query(admin, `alter database ${name} set deadlock_timeout = '60s'`)
  const decision = new pg.Client({ connectionString: admin })
  await decision.connect()
  await decision.query("set deadlock_timeout = '3s'")
  await decision.query('begin; lock table event in row exclusive mode')
  const migrated = migrate(admin, app)
  const waits = `select from pg_locks where not granted and database = (select oid from pg_database where datname = '${name}')`
  await until(async () => (await query(admin, waits)).length > 0)
  await decision.query('update video set title = title where id = 7')
  await decision.query('commit')
  await decision.end()
  expect(await migrated).toContain('0016_status_events.sql')
})

test('a migration finds its moment among decisions of which one is always under way', async () => {
  const { admin, app } = await newDatabase()
  await migrateTo('0027_team.sql', admin, app)
  await query(admin, 'insert into video (id, type, uploader_id) values (7, 2, 1)')
  let stopping = false
  // 0028 locks videos and then builds an index on `action_request`, which a decision locks before its video.
  const decide = async (delayMs: number) => {
    const client = await connect(admin)
    await pause(delayMs)
    while (!stopping) {
      await client.query('begin; lock table action_request in row exclusive mode')
      await client.query('select pg_sleep(0.06)')
      await client.query('update video set title = title where id = 7; commit')
    }
    await client.end()
  }
  const deciding = [0, 20, 40].map(decide)
  let isOver = false
  const migrating = migrate(admin, app).finally(() => {
    isOver = true
  })
  try {
    await until(() => isOver)
  } finally {
    stopping = true
    await Promise.allSettled([...deciding, migrating])
  }
  expect(await migrating).toContain('0028_erasure.sql')
})

test('with one address for everything, the server still cannot change or delete an event', async () => {
  const { admin } = await newDatabase()
  await migrate(admin, admin)
  await query(
    admin,
    `insert into event (actor_id, actor_name, action, queue, subject_id) values (1, 'x', 'approve', 'video', 1)`,
  )
  for (const text of [
    "update event set actor_name = 'y'",
    'delete from event',
    'truncate event cascade',
    'delete from event_seal',
  ])
    await expect(query(admin, text)).rejects.toThrow(/append-only|permission denied/)
  expect(await query(admin, 'select actor_name from event')).toEqual([{ actor_name: 'x' }])
})

test("the application's own role may add events, and neither change nor delete them, nor touch migrations", async () => {
  const { app } = await migratedDatabase()
  await query(
    app,
    `insert into event (actor_id, actor_name, action, queue, subject_id) values (1, 'x', 'approve', 'video', 1)`,
  )
  for (const text of [
    "update event set actor_name = 'y'",
    'delete from event',
    'truncate event',
    'update event_seal set position = 2',
    'delete from event_seal',
    'delete from migration',
    'alter table event disable trigger all',
    'drop table event',
  ])
    await expect(query(app, text), text).rejects.toThrow(/permission denied|must be owner/)
})

/** What a server does, as far as its tables are there already. */
const changes = {
  video: `insert into video (type, uploader_id, title) values (1, 1, 'x');
    update video set status = 5 where title = 'x'`,
  report: `insert into report (video_id, video_type, reason_id, reporter_id) values (1, 1, 1, 1);
    update report set status = 3`,
  certification: `insert into certification (member_id, nick_name, phone, role_id) values (1, 'x', '1', 1);
    update certification set status = 5`,
  event: `insert into event (actor_id, actor_name, action, queue, subject_id) values (1, 'x', 'approve', 'video', 1)`,
  category: `insert into category (name, comparable) values ('x', 'x')`,
  admin_user: `insert into admin_user (phone, nick_name, password_hash, role) values ('1', 'x', 'x', 'reviewer')`,
}

test('after each migration’s commit the application’s role may use every table as a server does', async () => {
  const { admin, app } = await newDatabase()
  for (const [n, file] of files.entries()) {
    await migrateTo(file, admin, app)
    expect(await namesIn(admin)).toEqual(files.slice(0, n + 1))
    const tables = await query<{ name: string }>(
      admin,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    for (const { name } of tables) {
      await query(app, `select from ${name} limit 1`)
      if (!['event', 'event_seal', 'seal_block', 'migration'].includes(name))
        await query(app, `begin; delete from ${name} where false; rollback`)
    }
    for (const [name, change] of Object.entries(changes))
      if (tables.some((table) => table.name === name))
        await query(app, `begin; ${change}; rollback`)
    await expect(query(app, 'delete from migration')).rejects.toThrow('permission denied')
  }
})
