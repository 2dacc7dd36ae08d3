import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/* Work that any replica may do and only one does at a time: the lock ends with its transaction. */

const locks = { seal: 7263542, fold: 7263543, rebuild: 7263544, search: 7263545 }
const batch = 2000

async function alone(db: Db, key: number, work: ReturnType<typeof sql>): Promise<number> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.query<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${key}) as mine`,
    )
    if (!lock?.mine) return 0
    const [done] = await tx.query<{ n: number }>(work)
    return done?.n ?? 0
  })
}

/** Chains committed events in batches, so that no decision waits for another's hash. */
export function sealEvents(db: Db): Promise<number> {
  return alone(db, locks.seal, sql`select seal_events(${batch}) as n`)
}

export function foldTallies(db: Db): Promise<number> {
  return alone(db, locks.fold, sql`select fold_tallies(${batch}) as n`)
}

/** Tells the search which items have another status now. */
export function foldSearch(db: Db): Promise<number> {
  return alone(db, locks.search, sql`select fold_search(500) as n`)
}

export async function dropOld(db: Db): Promise<void> {
  await db.query(sql`delete from action_request where created_at < now() - interval '2 days'`)
  await db.query(sql`delete from session where expires_at < now() - interval '30 days'`)
  await db.query(sql`delete from login_throttle where blocked_until < now() - interval '2 days'`)
}

export function findDrift(db: Db) {
  return db.query<{ queue: string; hour: number; kind: number; status: number; off: number }>(
    sql`select * from tally_drift()`,
  )
}

/**
 * Appends what the counters lack, measured on one snapshot: changes that commit meanwhile bring their
 * own. Two at a time would add it twice, so a second one finds nothing to do.
 */
export function setTalliesRight(db: Db): Promise<number> {
  return alone(
    db,
    locks.rebuild,
    sql`with put as (insert into tally_delta (queue, hour, kind, status, n)
      select queue, hour, kind, status, off from tally_drift() returning 1)
    select count(*)::int as n from put`,
  )
}

interface PendingCount {
  queue: string
  kind: number
  n: number
}

export function findPendingCounts(db: Db, pending: number): Promise<PendingCount[]> {
  return db.query<PendingCount>(sql`
    select queue, kind, sum(n)::bigint as n from (
      select queue, kind, n from tally_key join tally using (queue, kind, status)
       where level = 2 and status = ${pending}
      union all select queue, kind, n from tally_delta where status = ${pending}) t
    group by queue, kind`)
}

export async function getReady(db: Db): Promise<boolean> {
  const rows = await db.query(sql`select 1 as ok`)
  return rows.length === 1
}

/** A key that all replicas share: the first to ask makes it. */
export async function getSecret(db: Db, name: string, fresh: Buffer): Promise<Buffer> {
  await db.query(
    sql`insert into secret (name, value) values (${name}, ${fresh}) on conflict do nothing`,
  )
  const [found] = await db.query<{ value: Buffer }>(
    sql`select value from secret where name = ${name}`,
  )
  if (!found) throw new Error(`The secret ${name} was not kept`)
  return found.value
}
