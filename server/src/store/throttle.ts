import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export interface Bucket {
  key: string
  /** Failures that cost nothing. */
  free: number
  /** How long failures are remembered after the last block ended. */
  forgetSeconds: number
  /** The first wait; it doubles with each further failure. */
  firstWait: number
  longestWait: number
}

/** How many seconds until the latest of these buckets opens; 0 when all are open. */
export async function getWait(db: Db | Tx, keys: readonly string[]): Promise<number> {
  const [found] = await db.query<{ seconds: number }>(sql`
    select coalesce(ceil(extract(epoch from max(blocked_until) - now())), 0)::int as seconds
    from login_throttle where bucket = any (${keys}::text[])`)
  return Math.max(0, found?.seconds ?? 0)
}

/** Counts one failure. Kept in the database, so that a restart forgives nothing. */
export async function appendFailure(db: Db | Tx, bucket: Bucket): Promise<void> {
  await db.query(sql`
    insert into login_throttle as t (bucket, failures, blocked_until) values (${bucket.key}, 1, now())
    on conflict (bucket) do update set
      failures = case when t.blocked_until < now() - make_interval(secs => ${bucket.forgetSeconds})
        then 1 else t.failures + 1 end,
      blocked_until = now() + make_interval(secs => case
        when t.blocked_until < now() - make_interval(secs => ${bucket.forgetSeconds}) then 0
        when t.failures + 1 <= ${bucket.free} then 0
        else least(${bucket.longestWait}::float8,
          ${bucket.firstWait}::float8 * 2 ^ least(t.failures - ${bucket.free}, 20)) end)`)
}

export async function clearFailures(db: Db | Tx, keys: readonly string[]): Promise<void> {
  await db.query(sql`delete from login_throttle where bucket = any (${keys}::text[])`)
}
