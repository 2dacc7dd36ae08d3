import pg from 'pg'
import { DatabaseBusy } from './errors.ts'
import { applySettings, sessionSettings } from './settings.ts'
import type { Sql } from './sql.ts'

/*
 * Many statements that all see the database as it was at one moment. Each snapshot has a connection of its
 * own, outside the pool: whatever reads for minutes takes none from people who wait for theirs.
 */

export interface Snapshot {
  query<R>(statement: Sql): Promise<R[]>
  close(): Promise<void>
}

/** On one server: each keeps a connection, and keeps PostgreSQL from clearing away what changed since. */
const snapshotsAtMost = 2
/** For another one to end. */
const waitMs = 3000
/** After this time it is lost, however much is left to read. */
const longestMs = 30 * 60_000
/** Longer than the slowest reader may pause (http/serve-stream.ts). */
const idleTimeout = '60000ms'

interface SnapshotOptions {
  url: string
  timeZone: string
  schema: string
  onError: (error: Error) => void
}

/** Opens snapshots, at most a few at a time. */
export function snapshots({ url, onError, ...session }: SnapshotOptions): () => Promise<Snapshot> {
  const settings = {
    ...sessionSettings(session),
    idle_in_transaction_session_timeout: idleTimeout,
  }
  let open = 0
  const waiting: (() => void)[] = []

  /** A place, or the next one that comes free. */
  async function take(): Promise<void> {
    if (open < snapshotsAtMost) {
      open += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(given), 1)
        reject(new DatabaseBusy('too many snapshots are open'))
      }, waitMs)
      const given = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.push(given)
    })
  }
  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else open -= 1
  }

  return async () => {
    await take()
    const client = new pg.Client({
      connectionString: url,
      application_name: 'screening-room export',
      connectionTimeoutMillis: 2000,
      query_timeout: 4000,
      keepAlive: true,
    })
    // Without a listener, a connection that is reset ends the whole process.
    client.on('error', onError)
    let timer: NodeJS.Timeout | undefined
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= client
        .end()
        .catch(() => {})
        .finally(() => {
          clearTimeout(timer)
          release()
        })
      return closing
    }
    try {
      await client.connect()
      await applySettings(client, settings)
      await client.query('begin isolation level repeatable read, read only')
    } catch (error) {
      await close()
      throw error
    }
    timer = setTimeout(close, longestMs).unref()
    return {
      query: async <R>(statement: Sql) => (await client.query(statement.compile())).rows as R[],
      close,
    }
  }
}
