import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

/*
 * Forward-only migrations, each in a transaction of its own, all under one advisory lock: replicas
 * that start together migrate once. Then the application's role gets exactly what it needs.
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

export async function migrate(adminUrl: string, appUrl: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'screening-room migrate',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const version = Number(
      (await client.query('show server_version_num')).rows[0].server_version_num,
    )
    if (version < 140_000)
      throw new Error(
        `PostgreSQL 14 or newer is needed; this one is ${Math.floor(version / 10_000)}`,
      )
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const applied = await applyAll(client)
    await grant(client, await roleOf(appUrl))
    return applied
  } finally {
    await client.end()
  }
}

async function applyAll(client: pg.Client): Promise<string[]> {
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
    throw new Error(`The database is newer than this server: it holds the migration ${newer.name}`)

  const applied: string[] = []
  for (const { name, text, sum } of migrations) {
    const before = done.get(name)
    if (before === sum) continue
    if (before !== undefined)
      throw new Error(`The migration ${name} was changed after it was applied`)
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migration (name, sum) values ($1, $2)', [name, sum])
    await client.query('commit')
    applied.push(name)
  }
  return applied
}

async function roleOf(appUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: appUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query('select current_user as role')).rows[0].role
  } finally {
    await client.end()
  }
}

async function grant(client: pg.Client, role: string): Promise<void> {
  const app = client.escapeIdentifier(role)
  const kept = appendOnly.map((table) => client.escapeIdentifier(table)).join(', ')
  await client.query(
    `grant usage on schema public to ${app};
     grant select, insert, update, delete on all tables in schema public to ${app};
     grant usage on all sequences in schema public to ${app};
     revoke update, delete, truncate on ${kept} from ${app};`,
  )
}
