import type { Role } from '@screening-room/contract/call'
import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'

/** A live session and whose it is, as every request sees it. */
export interface Session {
  id: string
  userId: number
  phone: string
  nickName: string
  avatar: string | null
  role: Role
  /** Not touched for a minute or more. */
  stale: boolean
}

/** Of a session `s` and its user `u`. */
export const isLive = sql`s.revoked_at is null and now() < s.idle_expires_at and now() < s.expires_at
  and u.status = 'active' and s.auth_epoch = u.auth_epoch`

/** The database's clock, nothing cached: a revocation acts on the next request. */
const liveSession = (secretHash: Buffer) => sql`
  select s.id, u.id as "userId", u.phone, u.nick_name as "nickName", u.avatar, u.role,
    s.last_seen_at < now() - interval '1 minute' as stale
  from session s join admin_user u on u.id = s.user_id
  where s.secret_hash = ${secretHash} and ${isLive}`

export async function getLiveSession(db: Db, secretHash: Buffer): Promise<Session | undefined> {
  const [found] = await db.query<Session>(liveSession(secretHash))
  return found
}

/**
 * What a statement reads, and for whom: one round trip for both. Without a live session there is no
 * row to read it for, so it does not run.
 */
export async function readFor<R>(
  db: Db,
  secretHash: Buffer,
  statement: Sql,
): Promise<{ session: Session; rows: R[] } | undefined> {
  // Every row carries it, so it is written once (offset 0) and read once (text).
  const rows = await db.query<R & { session: string; answered: true | null }>(sql`
    select who.session, answer.*
    from (select to_json(s)::text as session from (${liveSession(secretHash)}) s offset 0) who
    left join lateral (select true as answered, x.* from (${statement}) x) answer on true`)
  const [first] = rows
  if (!first) return undefined
  return { session: JSON.parse(first.session), rows: rows.filter((row) => row.answered) }
}

/** Those of these sessions that are live. */
export async function findLiveSessions(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select s.id from session s join admin_user u on u.id = s.user_id
    where s.id = any (${ids}::uuid[]) and ${isLive}`)
  return rows.map((row) => row.id)
}

export interface NewSession {
  secretHash: Buffer
  userId: number
  authEpoch: number
  idleMinutes: number
  hours: number
  address: string
  userAgent: string
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(sql`
    insert into session (secret_hash, user_id, auth_epoch, idle_expires_at, expires_at, address, user_agent)
    values (${session.secretHash}, ${session.userId}, ${session.authEpoch},
      now() + make_interval(mins => ${session.idleMinutes}), now() + make_interval(hours => ${session.hours}),
      ${session.address}, ${session.userAgent})`)
}

/** Keeps the newest sessions of a user; the oldest make room. What a clock that was ahead dated is not newer than now. */
export async function revokeSurplusSessions(tx: Tx, userId: number, most: number): Promise<void> {
  await tx.query(sql`
    update session set revoked_at = now(), revoke_reason = 'too many sessions'
    where id in (select id from session where user_id = ${userId} and revoked_at is null
      order by least(created_at, now()) desc, created_at offset ${most})`)
}

export async function revokeSession(
  db: Db | Tx,
  secretHash: Buffer,
  reason: string,
): Promise<void> {
  await db.query(sql`
    update session set revoked_at = now(), revoke_reason = ${reason}
    where secret_hash = ${secretHash} and revoked_at is null`)
}

export async function touchSession(db: Db, id: string, idleMinutes: number): Promise<void> {
  await db.query(sql`
    update session set last_seen_at = now(),
      idle_expires_at = least(expires_at, now() + make_interval(mins => ${idleMinutes}))
    where id = ${id}`)
}

export async function getDevice(
  db: Db,
  secretHash: Buffer,
): Promise<{ userId: number } | undefined> {
  const [found] = await db.query<{ userId: number }>(sql`
    update device set last_used_at = now()
    where secret_hash = ${secretHash} and last_used_at > now() - interval '90 days'
    returning user_id as "userId"`)
  return found
}

export async function insertDevice(tx: Tx, secretHash: Buffer, userId: number): Promise<void> {
  await tx.query(
    sql`insert into device (secret_hash, user_id) values (${secretHash}, ${userId}) on conflict do nothing`,
  )
}
