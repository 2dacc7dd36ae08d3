import pg from 'pg'
import { DatabaseUnfit, UnfitConnection } from './errors.ts'
import { applySettings, type Settings } from './settings.ts'

/* Whether this database can serve us at all, found out at start: what cannot work is refused with a sentence. */

const patience = 15_000

/** One connection for this piece of work. */
export async function withClient<T>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
  limits: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `screening-room ${name}`,
    connectionTimeoutMillis: patience,
    ...limits,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The schema that holds the tables, or will. */
export async function checkDatabase(
  urls: { admin: string; app: string },
  settings: (schema: string) => Settings,
): Promise<string> {
  const limits = { query_timeout: patience }
  const schema = await withClient(urls.admin, 'check', (client) => checkFit(client), limits)
  for (const url of new Set([urls.admin, urls.app]))
    await withClient(
      url,
      'check',
      async (client) => {
        await checkWritable(client)
        await checkSession(client, url)
        await checkSettings(client, settings(schema))
      },
      limits,
    )
  return schema
}

const howToCreate = `create database screening_room template template0 encoding 'UTF8' locale 'C.UTF-8'`

async function ask<R extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<R> {
  return (await client.query<R>(text)).rows[0] as R
}

/** Version, encoding and case: what search and texts rely on. */
async function checkFit(client: pg.Client): Promise<string> {
  const { version, encoding, schema } = await ask<{
    version: number
    encoding: string
    schema: string | null
  }>(
    client,
    `select current_setting('server_version_num')::int as version,
       current_setting('server_encoding') as encoding, current_schema() as schema`,
  )
  if (version < 140_000)
    throw new DatabaseUnfit(
      `PostgreSQL 14 or newer is needed; this one is ${Math.floor(version / 10_000)}`,
    )
  if (encoding !== 'UTF8')
    throw new DatabaseUnfit(
      `The database has the encoding ${encoding}; UTF8 is needed. Create one with: ${howToCreate}`,
    )
  if (schema === null)
    throw new DatabaseUnfit('The search_path of this role names no schema that exists.')
  const { folds } = await ask<{ folds: boolean }>(client, `select lower('ÄЖÉ') = 'äжé' as folds`)
  if (!folds)
    throw new DatabaseUnfit(
      `The locale of this database knows the case of ASCII letters only, so a search would miss others. Create one with: ${howToCreate}`,
    )
  return schema
}

async function checkWritable(client: pg.Client): Promise<void> {
  const { standby, locked } = await ask<{ standby: boolean; locked: boolean }>(
    client,
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::bool as locked`,
  )
  if (standby)
    throw new DatabaseUnfit(
      'This PostgreSQL is a standby, which cannot be written to; DATABASE_URL has to lead to the primary.',
    )
  if (locked)
    throw new DatabaseUnfit(
      'The database is read-only (default_transaction_read_only is on); set it off for this database and role.',
    )
}

const sessionModeOnly =
  'The connection pooler in front of PostgreSQL hands a connection to others between transactions. Screening Room needs session pooling (PgBouncer: pool_mode = session).'

const backendOf = async (client: pg.Client) =>
  (await ask<{ backend: number }>(client, 'select pg_backend_pid() as backend')).backend

/**
 * A direct connection is told its own backend when it is opened; a pooler makes that number up. Behind
 * one, a session that is ours keeps its backend, whatever another connection does meanwhile.
 */
async function checkSession(client: pg.Client, url: string): Promise<void> {
  const backend = await backendOf(client)
  const told = (client as pg.Client & { processID: number | null }).processID
  if (told === backend) return
  const limits = { query_timeout: patience }
  const work = async (other: pg.Client) => {
    // Once would do on a quiet pooler; others may come in between on a busy one.
    for (let round = 0; round < 10; round++) {
      const before = await backendOf(client)
      await other.query('begin')
      if ((await backendOf(other)) === backend) return false
      const during = await backendOf(client)
      await other.query('rollback')
      if (before !== backend || during !== backend) return false
    }
    return true
  }
  let kept: boolean
  try {
    kept = await withClient(url, 'check', work, limits)
  } catch (error) {
    if ((error as Error).message === 'Query read timeout')
      throw new DatabaseUnfit(
        `The connection pooler gave no second connection within ${patience / 1000} s; its pool has to hold DATABASE_POOL connections and two more for each replica.`,
      )
    // Statement pooling permits no transactions.
    if ((error as pg.DatabaseError).code !== '08P01') throw error
    kept = false
  }
  if (!kept) throw new DatabaseUnfit(sessionModeOnly)
}

async function checkSettings(client: pg.Client, settings: Settings): Promise<void> {
  try {
    await applySettings(client, settings)
  } catch (error) {
    if (error instanceof UnfitConnection) throw new DatabaseUnfit(sessionModeOnly)
    // The one value among them that is not ours.
    if ((error as pg.DatabaseError).code === '22023')
      throw new DatabaseUnfit(
        `PLATFORM_TZ: ${(error as Error).message}; choose a zone that PostgreSQL knows.`,
      )
    throw error
  }
}
