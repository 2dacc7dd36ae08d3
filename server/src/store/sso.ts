import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { isLive } from './sessions.ts'

/* Sign-ins through a provider: those under way, whose account a subject is, and what the provider ended. */

export interface Attempt {
  /** Of the cookies that the browser came with when it started. */
  deviceHash: Buffer | null
  sessionHash: Buffer | null
}

export async function insertAttempt(
  db: Db,
  attempt: Attempt & { stateHash: Buffer; browserHash: Buffer; minutes: number },
): Promise<void> {
  await db.query(sql`
    insert into sso_attempt (state_hash, browser_hash, device_hash, session_hash, expires_at)
    values (${attempt.stateHash}, ${attempt.browserHash}, ${attempt.deviceHash}, ${attempt.sessionHash},
      now() + make_interval(mins => ${attempt.minutes}))`)
}

/** It is used up by that. Another browser cannot do so. */
export async function takeAttempt(
  db: Db,
  stateHash: Buffer,
  browserHash: Buffer,
): Promise<Attempt | undefined> {
  const [found] = await db.query<Attempt & { open: boolean }>(sql`
    delete from sso_attempt where state_hash = ${stateHash} and browser_hash = ${browserHash}
    returning device_hash as "deviceHash", session_hash as "sessionHash", now() < expires_at as open`)
  return found?.open ? found : undefined
}

/** Sign-ins of one subject wait for each other, so that the second finds the account that the first made. */
export async function lockSubject(tx: Tx, issuer: string, subject: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${issuer}), hashtext(${subject}))`)
}

export interface Identity {
  id: number
  userId: number
}

export async function getIdentity(
  tx: Tx,
  issuer: string,
  subject: string,
): Promise<Identity | undefined> {
  const [found] = await tx.query<Identity>(sql`
    select id, user_id as "userId" from external_identity
    where issuer = ${issuer} and subject = ${subject}`)
  return found
}

/** Undefined where the account belongs to another subject of this provider. */
export async function insertIdentity(
  tx: Tx,
  issuer: string,
  subject: string,
  userId: number,
): Promise<Identity | undefined> {
  const [added] = await tx.query<Identity>(sql`
    insert into external_identity (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict do nothing returning id, user_id as "userId"`)
  return added
}

/** False where this message was obeyed before. */
export async function insertLogoutMessage(tx: Tx, hash: Buffer, minutes: number): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into logout_message (message_hash, expires_at)
    values (${hash}, now() + make_interval(mins => ${minutes}))
    on conflict do nothing returning message_hash`)
  return rows.length > 0
}

/**
 * Ends the live sessions that came from the provider: all of a subject, or those of one session there. One whose
 * session there is not known to us ends with its subject. Returns each account with how many of its sessions ended.
 */
export function endProviderSessions(
  tx: Tx,
  issuer: string,
  which: { subject?: string | undefined; session?: string | undefined },
): Promise<{ userId: number; nickName: string; ended: number }[]> {
  const { subject, session } = which
  const isTheirs =
    subject === undefined
      ? sql`s.provider_session = ${session ?? null}`
      : sql`i.subject = ${subject}
        and (${session ?? null}::text is null or coalesce(s.provider_session, ${session ?? null}) = ${session ?? null})`
  return tx.query(sql`
    with gone as (
      update session s set revoked_at = now(), revoke_reason = 'signed out at the provider'
      from external_identity i, admin_user u
      where i.id = s.identity_id and u.id = s.user_id and i.issuer = ${issuer} and ${isTheirs} and ${isLive}
      returning u.id, u.nick_name)
    select id as "userId", nick_name as "nickName", count(*)::int as ended
    from gone group by id, nick_name order by id`)
}
