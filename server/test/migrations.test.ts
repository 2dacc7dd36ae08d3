import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { endAllAfterwards, refusedStart, run, until } from './faults/processes.ts'
import { withDatabase } from './setup/global.ts'

endAllAfterwards()

const files = readdirSync(new URL('../src/db/migrations', import.meta.url)).sort()
const dropped: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const drop of dropped.splice(0)) await drop()
})

async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

/** A database without a single table. */
async function newDatabase(): Promise<{ admin: string; app: string }> {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await query(inject('adminUrl'), `create database ${name}`)
  dropped.push(() => query(inject('adminUrl'), `drop database ${name} with (force)`))
  return {
    admin: withDatabase(inject('adminUrl'), name),
    app: withDatabase(inject('appUrl'), name),
  }
}

const namesIn = async (url: string) =>
  (await query<{ name: string }>(url, 'select name from migration order by name')).map(
    ({ name }) => name,
  )

test('migrating a second time changes nothing', async () => {
  const { admin, app } = await newDatabase()
  expect(await migrate(admin, app)).toEqual(files)
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
  const { admin, app } = await newDatabase()
  await migrate(admin, app)
  await query(admin, `update migration set sum = 'other' where name = '${files[1]}'`)
  await expect(migrate(admin, app)).rejects.toThrow(
    `The migration ${files[1]} was changed after it was applied`,
  )
})

test('a database that is newer than the server stops the start with a sentence', async () => {
  const { admin, app } = await newDatabase()
  await migrate(admin, app)
  await query(admin, "insert into migration (name, sum) values ('9999_later.sql', 'x')")
  const env = { DATABASE_URL: app, DATABASE_ADMIN_URL: admin, PORT: '0' }
  expect(await refusedStart(env)).toEqual({
    says: 'The database is newer than this server: it holds the migration 9999_later.sql',
    code: 3,
  })
})

test('killed between any two migrations, or within one, the next start goes on from there', async () => {
  for (const [n, file] of files.entries()) {
    const { admin, app } = await newDatabase()
    // Somebody holds what this migration is about to make: it waits, and is killed while it does.
    const text = await textOf(file)
    const table = /create table (\w+)/.exec(text)?.[1]
    const made = table ?? /create function (\w+)\(\)/.exec(text)?.[1]
    const holder = new pg.Client({ connectionString: admin })
    await holder.connect()
    await holder.query('begin')
    await holder.query(
      table ? `create table ${made} ()` : `create function ${made}() returns int return 1`,
    )
    const env = { DATABASE_URL: app, DATABASE_ADMIN_URL: admin, PORT: '0' }
    const server = run('main.js', [], env)
    const waiting = `select 1 from pg_stat_activity where application_name = 'screening-room migrate'
      and wait_event_type = 'Lock' and datname = current_database()`
    await until(async () => (await query(admin, waiting)).length === 1)
    server.process.kill('SIGKILL')
    expect((await server.ended).signal).toBe('SIGKILL')
    await holder.end()
    expect(await migrate(admin, app)).toEqual(files.slice(n))
    expect(await namesIn(admin)).toEqual(files)
  }
}, 60_000)

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
  const { admin, app } = await newDatabase()
  await migrate(admin, app)
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

async function textOf(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return readFile(new URL(`../src/db/migrations/${file}`, import.meta.url), 'utf8')
}
