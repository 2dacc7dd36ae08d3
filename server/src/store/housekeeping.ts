import { type ListEntry, lists, listsOf, queueNames } from '@screening-room/contract/queues'
import type { Db, Queries } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { dropOldDeliveries } from './deliveries.ts'
import { freeForgotten } from './leases.ts'

/* Work that any replica may do and only one does at a time: the lock ends with its transaction. */

const locks = { seal: 7263542, fold: 7263543, search: 7263545, work: 7263548 }
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

/** What was done, into its counters. */
export function foldWork(db: Db): Promise<number> {
  return alone(db, locks.work, sql`select fold_work(${batch}) as n`)
}

/** What was done before there were counters of it, the latest first. */
export function countEarlierWork(db: Db): Promise<number> {
  return alone(db, locks.work, sql`select count_earlier_work(${batch}) as n`)
}

/** What waits at this hour, once for each. */
export function noteBacklog(db: Db): Promise<number> {
  return alone(db, locks.work, sql`select note_backlog() as n`)
}

/** Tells the search which items have another status now. */
export function foldSearch(db: Db): Promise<number> {
  return alone(db, locks.search, sql`select fold_search(500) as n`)
}

/** Sorts new keys into the index of the search. */
export async function sortSearch(db: Db): Promise<void> {
  await db.query(sql`select sort_search()`)
}

/** Plans that were made for small tables are forgotten when these have grown. */
export async function analyzeGrown(db: Db): Promise<void> {
  await db.query(sql`select analyze_grown()`)
}

export async function dropOld(db: Db): Promise<void> {
  await db.query(sql`delete from action_request where created_at < now() - interval '2 days'`)
  await db.query(sql`delete from session where expires_at < now() - interval '30 days'`)
  await db.query(sql`delete from login_throttle where blocked_until < now() - interval '2 days'`)
  await db.query(sql`delete from sign_in_ticket where expires_at < now() - interval '1 hour'`)
  await db.query(sql`delete from sso_attempt where expires_at < now() - interval '1 hour'`)
  await db.query(sql`delete from logout_message where expires_at < now() - interval '1 hour'`)
  // What nobody answered in time, with the names and numbers in it.
  await db.query(sql`
    update confirmation set state = 'replaced', reason = '', fields = '{}'
    where state = 'open' and now() >= expires_at`)
  await db.query(sql`delete from lease where at < now() - interval '2 days'`)
  await db.query(sql`delete from skipped where at < now() - interval '2 days'`)
  await db.query(sql`
    delete from backlog where queue = any (${queueNames}::text[]) and at < now() - interval '3 years'`)
  await dropOldDeliveries(db)
  await freeForgotten(db)
  await db.query(sql`select raise_sequences()`)
}

interface Drift {
  queue: string
  kind: number
  status: number
  off: number
}

/** Counters that do not agree with the rows they count. */
export function findDrift(db: Db): Promise<Drift[]> {
  return db.query<Drift>(sql`select * from tally_drift()`)
}

/** Counters that do not agree with the hours they are sums of. */
export function findWrongSums(db: Db): Promise<Drift[]> {
  return db.query<Drift>(sql`select * from tally_disagreement()`)
}

/** Counts every row anew, while nobody folds; changes that commit meanwhile come on top of it. */
export async function rebuildTallies(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${locks.fold})`)
    await tx.query(sql`select rebuild_tallies()`)
  })
}

export async function rebuildWork(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${locks.work})`)
    await tx.query(sql`select rebuild_work()`)
  })
}

interface WaitingDrift {
  queue: string
  subject: number
  /** 1: it should wait and does not; -1: the other way round; 0: since a wrong time, or with a wrong number of reports. */
  off: number
}

/** Items that are pending and wait for nobody, or wait without being pending. */
export function findWaitingDrift(db: Db): Promise<WaitingDrift[]> {
  return db.query<WaitingDrift>(
    sql`select queue, subject_id as subject, off from waiting_drift() order by queue, subject_id`,
  )
}

export async function rebuildWaiting(db: Db): Promise<void> {
  await db.query(sql`select rebuild_waiting()`)
}

interface PendingCount {
  queue: string
  /** -1: of every kind. */
  kind: number
  n: number
}

/** Each kind that a list has, or all together where none is named. */
const counted = queueNames.flatMap((queue) => {
  const entries: ListEntry[] = listsOf(queue).map((name) => lists[name])
  const kinds = entries.flatMap((list) => Object.values(list.kinds ?? { every: -1 }))
  return kinds.map((kind) => ({ queue, kind }))
})

export function findPendingCounts(db: Db, pending: number): Promise<PendingCount[]> {
  const [queues, kinds] = [counted.map(({ queue }) => queue), counted.map(({ kind }) => kind)]
  return db.query<PendingCount>(sql`
    select a.queue, a.kind, sum(b.n)::bigint as n
    from unnest(${queues}::text[], ${kinds}::bigint[]) a (queue, kind),
      tally_buckets(a.queue, nullif(a.kind, -1), ${pending}::smallint, 2, -(1 << 20), 1 << 20) b
    group by a.queue, a.kind`)
}

/** Whether it answers, and takes what is written. */
export async function getReady(db: Db): Promise<'ready' | 'read-only'> {
  const [found] = await db.query<{ locked: boolean }>(
    sql`select current_setting('transaction_read_only')::bool as locked`,
  )
  return found?.locked ? 'read-only' : 'ready'
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

/** For a file into a store that nobody uses yet: the index of the search takes it all in at the end. */
export async function deferSearch(db: Queries): Promise<void> {
  await db.query(sql`select defer_search()`)
}

/** Takes in what was deferred. A start does so too, for an import that was killed. */
export async function settleSearch(db: Queries): Promise<void> {
  await db.query(sql`select settle_search()`)
}
