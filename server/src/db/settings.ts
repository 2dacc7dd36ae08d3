import pg from 'pg'
import { UnfitConnection } from './errors.ts'

/*
 * The session settings that our statements depend on. They are set by a statement on every new
 * connection and read back: what is sent when a connection is opened is replaced by `?options=` in the
 * address, dropped by some poolers and refused by others.
 */

export type Settings = Record<string, string>

interface Session {
  timeZone: string
  /** Where the tables are. */
  schema: string
  /** For commands that read everything: nobody waits for them with a limit of five seconds. */
  patient?: boolean | undefined
}

/** Each step gives up before the one that waits for it, and all before the client's 5 s. */
const limits = {
  lock_timeout: '2000ms',
  statement_timeout: '3500ms',
  idle_in_transaction_session_timeout: '5000ms',
}
const noLimits = {
  lock_timeout: '0',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

export function sessionSettings({ timeZone, schema, patient }: Session): Settings {
  return {
    TimeZone: timeZone,
    // The driver reads and writes these forms only.
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    client_encoding: 'UTF8',
    standard_conforming_strings: 'on',
    search_path: pg.escapeIdentifier(schema),
    // Locks and counters are written for this level.
    default_transaction_isolation: 'read committed',
    // Compiling a plan costs more than any statement of ours takes, and making one anew as much as
    // running it: each of ours has one good plan, whatever its values.
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    ...(patient ? noLimits : limits),
  }
}

interface Heard {
  backend: number
  standby: boolean
  values: string[]
}

/** Sets them and reads them back, the second time in a statement of its own. */
export async function applySettings(client: pg.ClientBase, settings: Settings): Promise<void> {
  const names = Object.keys(settings).map((name) => pg.escapeLiteral(name))
  const values = Object.values(settings).map((value) => pg.escapeLiteral(value))
  const hear = (each: (name: string, index: number) => string) =>
    `select pg_backend_pid() as backend, pg_is_in_recovery() as standby, array[${names.map(each)}] as values`
  // A pooler that does not clean up hands out sessions in which our statements are prepared already.
  const set = `deallocate all; ${hear((name, index) => `set_config(${name}, ${values[index]}, false)`)}`
  const results = (await client.query(set)) as unknown as pg.QueryResult<Heard>[]
  const asked = results.at(-1)?.rows[0]
  const { rows } = await client.query<Heard>(hear((name) => `current_setting(${name})`))
  const found = rows[0]
  if (
    !asked ||
    found?.backend !== asked.backend ||
    found.values.join('\n') !== asked.values.join('\n')
  )
    throw new UnfitConnection('A connection does not keep its settings')
  // After a failover the old address may answer as a standby: nothing may be written there.
  if (found.standby) throw new UnfitConnection('This PostgreSQL is a standby')
}
