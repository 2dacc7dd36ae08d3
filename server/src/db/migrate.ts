import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withClient } from './check.ts'
import { DatabaseUnfit } from './errors.ts'
import { applySettings, sessionSettings } from './settings.ts'

/*
 * Forward-only migrations, each in a transaction of its own, all under one advisory lock: replicas
 * that start together migrate once. Each leaves the application's role with exactly what it needs.
 */

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 7263541

/** What the application may only add to: the record of who decided what. */
const appendOnly = ['event', 'event_seal', 'migration']

async function readMigrations(): Promise<{ name: string; text: string; sum: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Both addresses lead to a database that checkDatabase found fit. */
export async function migrate(adminUrl: string, appUrl: string): Promise<string[]> {
  const role = await withClient(appUrl, 'migrate', currentRole)
  return withClient(adminUrl, 'migrate', async (client) => {
    const { rows } = await client.query('select current_schema() as schema')
    const { schema } = rows[0]
    await applySettings(client, sessionSettings({ timeZone: 'UTC', schema, patient: true }))
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyAll(client, () => grant(client, schema, role))
    await grant(client, schema, role)
    await client.query('select raise_sequences()')
    return applied
  })
}

/** Rights come with each migration's own commit: servers of the previous version are at work meanwhile. */
async function applyAll(client: pg.Client, grantRights: () => Promise<void>): Promise<string[]> {
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
    await client.query('begin')
    await client.query(text)
    await grantRights()
    await client.query('insert into migration (name, sum) values ($1, $2)', [name, sum])
    await client.query('commit')
    applied.push(name)
  }
  return applied
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
