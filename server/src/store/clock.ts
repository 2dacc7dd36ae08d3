import { setupMinutes, ticketMinutes } from '@screening-room/contract/factors'
import { leaseSeconds } from '@screening-room/contract/focus'
import { attemptMinutes, messageMinutes } from '@screening-room/contract/sso'
import type { Db } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { inAnyQueue } from './queue-sql.ts'

/*
 * A clock that was ahead and is set right. Nothing is written later than now: a row that says so was
 * written by a clock that was ahead, and what it waits for would not happen until the clock is there
 * again. Decision 16 says what becomes of each kind of moment.
 */

/** Seconds since a stored moment, or infinity where it lies ahead: nobody knows how long ago it was. */
export const secondsSince = (moment: Sql) => sql`
  case when ${moment} > clock_timestamp() then 'Infinity'
    else extract(epoch from clock_timestamp() - ${moment}) end::float8`

const lease = sql`make_interval(secs => ${leaseSeconds})`

/** Skips locked rows, which avoids deadlocks: their turn comes in the next round. */
const correct = (table: Sql, which: Sql, change: Sql) => sql`
  update ${table} set ${change} where ctid = any (array(
    select ctid from ${table} where ${which} for update skip locked))`

/** What is to be sent. */
const correctWaiting = (table: Sql) =>
  correct(
    table,
    sql`state in ('waiting', 'sending') and due_at > now() and set_at > now()`,
    sql`due_at = now() + (due_at - set_at), set_at = now()`,
  )

/** What is open for so many minutes from when it was written. */
const correctEnd = (table: Sql, minutes: number) => {
  const latest = sql`now() + make_interval(mins => ${minutes})`
  return correct(table, sql`expires_at > ${latest}`, sql`expires_at = ${latest}`)
}

/** Moves times ahead of now back to now: from there each wait takes as long as intended. */
export async function correctMoments(db: Db): Promise<void> {
  await db.query(sql`
    with throttles as (${correct(
      sql`login_throttle`,
      sql`blocked_until > now() and set_at > now()`,
      sql`blocked_until = now() + (blocked_until - set_at), set_at = now()`,
    )}),
    leases as (${correct(
      sql`waiting`,
      sql`${inAnyQueue} and until > now() + ${lease}`,
      // Held at least as long as it was: what was played meanwhile has to fit in.
      sql`until = now() + ${lease}, claimed_at = claimed_at - (until - now())`,
    )}),
    skips as (${correct(sql`skipped`, sql`at > now()`, sql`at = now()`)}),
    outbox_rows as (${correctWaiting(sql`outbox`)}),
    deliveries as (${correctWaiting(sql`delivery`)}),
    sessions as (${correct(
      sql`session`,
      sql`last_seen_at > now()`,
      sql`last_seen_at = now(), idle_expires_at = now() + (idle_expires_at - last_seen_at),
        created_at = created_at - (last_seen_at - now()),
        expires_at = expires_at - (last_seen_at - now()), confirmed_at = least(confirmed_at, now())`,
    )}),
    tickets as (${correctEnd(sql`sign_in_ticket`, ticketMinutes)}),
    setups as (${correctEnd(sql`factor_setup`, setupMinutes)}),
    attempts as (${correctEnd(sql`sso_attempt`, attemptMinutes)}),
    messages as (${correctEnd(sql`logout_message`, messageMinutes)}),
    devices as (${correct(sql`device`, sql`last_used_at > now()`, sql`last_used_at = now()`)}),
    links as (${correct(
      sql`password_link`,
      sql`created_at > now()`,
      sql`expires_at = now() + (expires_at - created_at), created_at = now()`,
    )}),
    platform_keys as (${correct(sql`platform_key`, sql`rotated_at > now()`, sql`rotated_at = now()`)}),
    endpoints as (${correct(
      sql`endpoint`,
      sql`rotated_at > now() or failing_since > now()`,
      sql`rotated_at = case when rotated_at > now() then now() else rotated_at end,
        failing_since = case when failing_since > now() then now() else failing_since end`,
    )})
    select`)
}
