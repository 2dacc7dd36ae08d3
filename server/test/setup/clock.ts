import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeEach } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { startHousekeeping } from '../../src/jobs/housekeeper.ts'
import type { TestServer } from './server.ts'

/* A database whose clock is moved, seen from its rows: they lie as much further back or ahead. */

export const hours = (n: number) => n * 3600

/** Moves the clock ahead by so many seconds, or back. That time passes looks just the same. */
export async function moveClock(db: Db, seconds: number): Promise<void> {
  const by = sql`make_interval(secs => ${seconds})`
  await db.transaction(async (tx) => {
    await tx.query(sql`update login_throttle set started_at = started_at - ${by},
      blocked_until = blocked_until - ${by}, set_at = set_at - ${by}`)
    await tx.query(sql`update waiting set claimed_at = claimed_at - ${by}, until = until - ${by}
      where until is not null`)
    await tx.query(sql`update lease set at = at - ${by}`)
    await tx.query(sql`update skipped set at = at - ${by}`)
    await tx.query(sql`update outbox set due_at = due_at - ${by}, set_at = set_at - ${by},
      settled_at = settled_at - ${by}`)
    await tx.query(sql`update session set created_at = created_at - ${by},
      last_seen_at = last_seen_at - ${by}, idle_expires_at = idle_expires_at - ${by},
      expires_at = expires_at - ${by}, revoked_at = revoked_at - ${by},
      confirmed_at = confirmed_at - ${by}`)
    await tx.query(sql`update sign_in_ticket set expires_at = expires_at - ${by}`)
    await tx.query(sql`update sso_attempt set expires_at = expires_at - ${by}`)
    await tx.query(sql`update logout_message set expires_at = expires_at - ${by}`)
    await tx.query(sql`update factor_setup set expires_at = expires_at - ${by}`)
    await tx.query(sql`update device set created_at = created_at - ${by},
      last_used_at = last_used_at - ${by}`)
    await tx.query(sql`update action_request set created_at = created_at - ${by}`)
    await tx.query(sql`update password_link set created_at = created_at - ${by},
      expires_at = expires_at - ${by}`)
    await tx.query(sql`update platform_key set rotated_at = rotated_at - ${by}`)
    await tx.query(sql`update endpoint set rotated_at = rotated_at - ${by},
      failing_since = failing_since - ${by}`)
    await tx.query(sql`update delivery set due_at = due_at - ${by}, set_at = set_at - ${by},
      settled_at = settled_at - ${by}`)
  })
}

/** Moments that nothing waits for: they are shown, ordered by, or kept. */
export const onlyShown = [
  'admin_user.created_at',
  'admin_user.password_changed_at',
  'backlog.at',
  'certification.create_time',
  'certification.erased_at',
  'certification.pending_since',
  'certification.update_time',
  // One of an hour that never was waits longer or ends earlier; it can be asked for again.
  'confirmation.asked_at',
  'confirmation.decided_at',
  'confirmation.expires_at',
  'delivery.sent_at',
  'endpoint.created_at',
  'endpoint.delivered_at',
  'endpoint.removed_at',
  'erasure.finished_at',
  'erasure.requested_at',
  'event_seal.sealed_at',
  'external_identity.added_at',
  'member.erased_at',
  'migration.applied_at',
  'import_run.dismissed_at',
  'import_run.ended_at',
  // One that lies ahead counts as one that is long past.
  'import_run.seen_at',
  'import_run.started_at',
  'item_version.replaced_at',
  'pending_item.create_time',
  'pending_item.since',
  'passkey.added_at',
  'passkey.used_at',
  'platform_key.created_at',
  // A date that the operator chose: it means what the calendar says.
  'platform_key.expires_at',
  'platform_key.last_used_at',
  'platform_key.revoked_at',
  'project.create_time',
  'project.erased_at',
  'project.pending_since',
  'project.update_time',
  'report.create_time',
  'report.update_time',
  'searchable.create_time',
  'team_role.created_at',
  'totp.added_at',
  'video.create_time',
  'video.erased_at',
  'video.pending_since',
  'video.update_time',
  'waiting.create_time',
  'waiting.since',
  'webhook_endpoint.ended_at',
  'webhook_endpoint.since',
  'verification.finished_at',
  // The nightly one does not wait for a moment that lies ahead.
  'verification.requested_at',
]
/** What `moveClock` moves; an event's moment is sealed, and read through `secondsSince`. */
export const moved = [
  'action_request.created_at',
  'delivery.due_at',
  'delivery.set_at',
  'delivery.settled_at',
  'device.created_at',
  'device.last_used_at',
  'endpoint.failing_since',
  'endpoint.rotated_at',
  'event.at',
  'factor_setup.expires_at',
  'lease.at',
  'login_throttle.blocked_until',
  'login_throttle.set_at',
  'login_throttle.started_at',
  'logout_message.expires_at',
  'outbox.due_at',
  'outbox.set_at',
  'outbox.settled_at',
  'password_link.created_at',
  'password_link.expires_at',
  'platform_key.rotated_at',
  'session.confirmed_at',
  'session.created_at',
  'session.expires_at',
  'session.idle_expires_at',
  'session.last_seen_at',
  'session.revoked_at',
  'sign_in_ticket.expires_at',
  'skipped.at',
  'sso_attempt.expires_at',
  'waiting.claimed_at',
  'waiting.until',
]

/** Events made by this work are dated six hours ahead: nobody may change them afterwards. */
export async function datedAhead(db: Db, work: () => Promise<void>): Promise<void> {
  await db.query(
    sql`alter table event alter column at set default clock_timestamp() + interval '6 hours'`,
  )
  await work()
  await db.query(sql`alter table event alter column at set default clock_timestamp()`)
}

/** Rows that were written later than now, as every wait that nobody has corrected is. */
async function countAhead(db: Db): Promise<number> {
  const [found] = await db.query<{ n: number }>(sql`
    select (select count(*) from login_throttle where set_at > now())
      + (select count(*) from waiting where until > now() + interval '300 seconds')
      + (select count(*) from skipped where at > now())
      + (select count(*) from outbox where state in ('waiting', 'sending') and set_at > now())
      + (select count(*) from session where last_seen_at > now())
      + (select count(*) from session where confirmed_at > now())
      + (select count(*) from sign_in_ticket where expires_at > now() + interval '5 minutes')
      + (select count(*) from factor_setup where expires_at > now() + interval '15 minutes')
      + (select count(*) from sso_attempt where expires_at > now() + interval '10 minutes')
      + (select count(*) from logout_message where expires_at > now() + interval '30 minutes')
      + (select count(*) from device where last_used_at > now())
      + (select count(*) from platform_key where rotated_at > now()) as n`)
  return Number(found?.n)
}

interface House {
  /** Nobody corrects anything until `open`. */
  shut(): Promise<void>
  open(): void
  /** Sets the clock back, and gives the housekeeper time to notice. */
  setBack(seconds: number): Promise<void>
}

/** A housekeeper like that of a running server. */
export function withHouse(scene: { server: TestServer }): House {
  let house: { stop(): Promise<void> } | undefined
  const open = () => {
    house ??= startHousekeeping(scene.server.db, pino({ level: 'silent' }))
  }
  const shut = async () => {
    await house?.stop()
    house = undefined
  }
  beforeEach(open)
  afterAll(shut)
  return {
    shut,
    open,
    async setBack(seconds) {
      const { owner } = scene.server
      await moveClock(owner, -seconds)
      for (let tries = 0; tries < 200 && (await countAhead(owner)) > 0; tries++) await pause(50)
    },
  }
}
