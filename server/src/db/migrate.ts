import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from './check.ts'
import { DatabaseUnfit, isLockConflict } from './errors.ts'
import { applySettings, sessionSettings } from './settings.ts'

/*
 * Forward-only migrations, each in a transaction of its own, all under one advisory lock: replicas
 * that start together migrate once. Each leaves the application's role with exactly what it needs.
 */

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 7263541

/** What the application may only add to: the record of who decided what. */
const appendOnly = ['event', 'event_seal', 'seal_block', 'migration']

async function readMigrations(): Promise<{ name: string; text: string; sum: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

type Say = (line: string) => void

/** Both addresses lead to a database that checkDatabase found fit. */
export async function migrate(
  adminUrl: string,
  appUrl: string,
  say: Say = () => {},
): Promise<string[]> {
  const role = await withClient(appUrl, 'migrate', currentRole)
  return withClient(adminUrl, 'migrate', async (client) => {
    const { rows } = await client.query('select current_schema() as schema')
    const { schema } = rows[0]
    await applySettings(client, sessionSettings({ timeZone: 'UTC', schema, patient: true }))
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyAll(client, () => grant(client, schema, role), say)
    await grant(client, schema, role)
    await client.query('select raise_sequences()')
    // What an import left that was killed.
    await client.query('select settle_search()')
    return applied
  })
}

/** Rights come with each migration's own commit: servers of the previous version are at work meanwhile. */
async function applyAll(
  client: pg.Client,
  grantRights: () => Promise<void>,
  say: Say,
): Promise<string[]> {
  await client.query(
    `create table if not exists migration (
       name text primary key, sum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; sum: string }>(
    'select name, sum from migration',
  )
  const done = new Map(rows.map((row) => [row.name, row.sum]))
  const migrations = await readMigrations()
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = rows.find((row) => !known.has(row.name))
  if (newer)
    throw new DatabaseUnfit(
      `The database is newer than this server: it holds the migration ${newer.name}`,
    )

  const applied: string[] = []
  for (const { name, text, sum } of migrations) {
    const before = done.get(name)
    if (before === sum) continue
    if (before !== undefined)
      throw new DatabaseUnfit(`The migration ${name} was changed after it was applied`)
    await retryOnLocks(client, name, say, async () => {
      await client.query(text)
      await grantRights()
      await client.query('insert into migration (name, sum) values ($1, $2)', [name, sum])
    })
    applied.push(name)
  }
  return applied
}

/**
 * Below PostgreSQL's deadlock_timeout (1 s): of a migration and a request that wait for each other it
 * is the migration that gives up. Nobody waits longer behind a migration that itself waits for a lock.
 */
const lockTimeoutMs = 200
const retryForMs = 5 * 60_000
const sayAfterMs = 5_000

/**
 * A request that writes takes its idempotency key first. With this lock none is under way that holds one
 * table the migration needs and waits for another that the migration has.
 */
async function waitForWriters(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('action_request') is not null as there`)
  if (rows[0].there) await client.query('lock table action_request in share row exclusive mode')
}

/** One transaction, started anew as long as others hold a lock that it needs. */
async function retryOnLocks(
  client: pg.Client,
  name: string,
  say: Say,
  work: () => Promise<void>,
): Promise<void> {
  const began = performance.now()
  let said = false
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
      if (tries > 1) await waitForWriters(client)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      if (!isLockConflict(error)) throw error
      await client.query('rollback')
      const waited = performance.now() - began
      if (waited > retryForMs)
        throw new DatabaseUnfit(
          `The migration ${name} found no moment without other transactions on its tables for 5 minutes. ` +
            'See pg_stat_activity for long ones, such as a backup, and start again after them.',
        )
      if (waited > sayAfterMs && !said)
        say(`the migration ${name} waits for other transactions to end`)
      said ||= waited > sayAfterMs
      await pause(50 + 250 * Math.random())
    }
  }
}

async function currentRole(client: pg.Client): Promise<string> {
  return (await client.query('select current_user as role')).rows[0].role
}

async function grant(client: pg.Client, schema: string, role: string): Promise<void> {
  const app = client.escapeIdentifier(role)
  const place = client.escapeIdentifier(schema)
  const { rows } = await client.query(
    'select to_regclass(name)::text as name from unnest($1::text[]) name where to_regclass(name) is not null',
    [appendOnly],
  )
  const kept = rows.map(({ name }) => name).join(', ')
  await client.query(
    `grant usage on schema ${place} to ${app};
     grant select, insert, update, delete on all tables in schema ${place} to ${app};
     grant usage on all sequences in schema ${place} to ${app};
     revoke update, delete, truncate on ${kept} from ${app};`,
  )
}
