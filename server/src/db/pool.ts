import pg from 'pg'
import { DatabaseBusy, isConnectionError } from './errors.ts'
import { type Listening, listen } from './listen.ts'
import { applySettings, sessionSettings } from './settings.ts'
import { type Snapshot, snapshots } from './snapshot.ts'
import type { Sql } from './sql.ts'

type Row = Record<string, unknown>

export interface Queries {
  /** The rows, as the caller says they are shaped. */
  query<R = Row>(statement: Sql): Promise<R[]>
}

declare const inTransaction: unique symbol
/** Only a transaction has this type: what takes a Tx cannot be called outside one. */
export interface Tx extends Queries {
  readonly [inTransaction]: true
}

export interface Db extends Queries {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** What is said with NOTIFY, on a connection of its own. It may miss some. */
  listen(channel: string, hear: (said: string) => void): Listening
  /** Reads that all see one moment, on a connection outside the pool; the caller closes it. */
  snapshot(): Promise<Snapshot>
  close(): Promise<void>
}

/** The reply to COMMIT was lost: it may or may not have happened. */
export class CommitUnknown extends Error {}

// Identifiers and counts fit a double; the driver would hand them out as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** PostgreSQL names the whole row that it refuses, and people are in it: that is for nobody's log. */
function withoutRow(error: unknown): never {
  if (error instanceof pg.DatabaseError) error.detail = undefined
  throw error
}

/** Statements are prepared once a connection. */
function run<R>(client: pg.ClientBase, statement: Sql): Promise<R[]> {
  return client.query(statement.compile()).then((result) => result.rows as R[], withoutRow)
}

const waitersAtMost = 50
/** What the driver says then; it says it differently where a new connection took too long. */
const noneFree = 'timeout exceeded when trying to connect'

export interface PoolOptions {
  url: string
  size: number
  timeZone: string
  /** Where the tables are; `public` unless said otherwise. */
  schema?: string
  /** For commands that read everything: nobody waits for them with a limit of five seconds. */
  patient?: boolean | undefined
  onError: (error: Error) => void
}

/** Between the limits that PostgreSQL itself keeps (settings.ts). */
const ladder = { connectionTimeoutMillis: 1000, query_timeout: 4000 }

export function openPool({ url, size, onError, ...session }: PoolOptions): Db {
  const settings = sessionSettings({ schema: 'public', ...session })
  const { schema = 'public', timeZone } = session
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    ...(session.patient ? { connectionTimeoutMillis: 15_000 } : ladder),
    keepAlive: true,
    application_name: 'screening-room',
    // Before the pool gives it out: with `verify`, one whose caller gave up meanwhile is lost for good.
    onConnect: (client: pg.ClientBase) => applySettings(client, settings),
  })
  pool.on('error', onError)
  // Without a listener of its own, a checked-out connection that is reset ends the whole process.
  pool.on('connect', (client) => client.on('error', onError))

  async function connect(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= waitersAtMost) throw new DatabaseBusy('too many wait for a connection')
    try {
      return await pool.connect()
    } catch (error) {
      // All are in use: a request that has waited for one must not wait a second time.
      if (error instanceof Error && error.message === noneFree)
        throw new DatabaseBusy('no connection came free', { cause: error })
      throw error
    }
  }

  async function once<R>(statement: Sql): Promise<R[]> {
    const client = await connect()
    let failure: unknown
    try {
      return await run<R>(client, statement)
    } catch (error) {
      failure = error
      throw error
    } finally {
      client.release(isConnectionError(failure))
    }
  }

  return {
    async query<R>(statement: Sql) {
      try {
        return await once<R>(statement)
      } catch (error) {
        // Outside a transaction we only read, or write what may be written twice.
        if (!isConnectionError(error)) throw error
        return once<R>(statement)
      }
    },

    async transaction(work) {
      const client = await connect()
      let broken = true
      let committing = false
      try {
        await client.query('begin')
        const result = await work({ query: (statement: Sql) => run(client, statement) } as Tx)
        committing = true
        await client.query('commit').catch(withoutRow)
        broken = false
        return result
      } catch (error) {
        if (committing && isConnectionError(error))
          throw new CommitUnknown('the reply to COMMIT was lost', { cause: error })
        if (!isConnectionError(error)) {
          await client.query('rollback').then(
            () => {
              broken = false
            },
            () => {},
          )
        }
        throw error
      } finally {
        client.release(broken)
      }
    },

    listen: (channel, hear) => listen(url, channel, hear),

    snapshot: snapshots({ url, schema, timeZone, onError }),

    close: () => pool.end(),
  }
}
