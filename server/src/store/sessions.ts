import type { FourEyesAct } from '@screening-room/contract/four-eyes'
import { type Permission, permissionsOf } from '@screening-room/contract/permissions'
import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/** A live session and whose it is, as every request sees it. */
export interface Session {
  id: string
  userId: number
  phone: string
  nickName: string
  avatar: string | null
  /** The role's key, its name if it is not built in, and what it may do at this moment. */
  role: string
  roleName: string | null
  permissions: readonly Permission[]
  /** What the role's people may only do together with a second person. */
  fourEyes: readonly FourEyesAct[]
  /** The role's people need a second factor. */
  roleNeedsFactor: boolean
  /** A second factor: ours, or whatever the provider asked them for. */
  hasFactor: boolean
  /** Not touched for a minute or more. */
  stale: boolean
}

/** Of a session `s` and its user `u`. */
export const isLive = sql`s.revoked_at is null and now() < s.idle_expires_at and now() < s.expires_at
  and u.status = 'active' and s.auth_epoch = u.auth_epoch`

/** The database's clock, nothing cached: a revocation, of a session or a permission, acts on the next request. */
const liveSession = (secretHash: Buffer) => sql`
  select s.id, u.id as "userId", u.phone, u.nick_name as "nickName", u.avatar, u.role,
    r.name as "roleName", r.permissions, r.four_eyes as "fourEyes", r.second_factor as "roleNeedsFactor",
    u.second_factor or s.identity_id is not null as "hasFactor",
    s.last_seen_at < now() - interval '1 minute' as stale
  from session s join admin_user u on u.id = s.user_id join team_role r on r.key = u.role
  where s.secret_hash = ${secretHash} and ${isLive}`

/** As the database has them: of a built-in role, what it may do is in the contract. */
type Stored<T> = Omit<T, 'permissions'> & { role: string; permissions: string[] }

const withPermissions = <T extends { permissions: readonly Permission[] }>(found: Stored<T>): T =>
  ({ ...found, permissions: permissionsOf(found.role, found.permissions) }) as unknown as T

export async function getLiveSession(db: Db, secretHash: Buffer): Promise<Session | undefined> {
  const [found] = await db.query<Stored<Session>>(liveSession(secretHash))
  return found && withPermissions<Session>(found)
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
  const session = withPermissions<Session>(JSON.parse(first.session))
  return { session, rows: rows.filter((row) => row.answered) }
}

/** Those of these sessions that are live, and what each may do. */
export async function findLiveSessions(
  db: Db,
  ids: readonly string[],
): Promise<Pick<Session, 'id' | 'permissions'>[]> {
  const rows = await db.query<Stored<Pick<Session, 'id' | 'permissions'>>>(sql`
    select s.id, u.role, r.permissions
    from session s join admin_user u on u.id = s.user_id join team_role r on r.key = u.role
    where s.id = any (${ids}::uuid[]) and ${isLive}`)
  return rows.map((row) => withPermissions<Pick<Session, 'id' | 'permissions'>>(row))
}

export interface NewSession {
  secretHash: Buffer
  userId: number
  authEpoch: number
  idleMinutes: number
  hours: number
  address: string
  userAgent: string
  /** Where it came from, and the session there if it is known. */
  identityId?: number | undefined
  providerSession?: string | undefined
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(sql`
    insert into session (secret_hash, user_id, auth_epoch, idle_expires_at, expires_at, address, user_agent,
      identity_id, provider_session)
    values (${session.secretHash}, ${session.userId}, ${session.authEpoch},
      now() + make_interval(mins => ${session.idleMinutes}), now() + make_interval(hours => ${session.hours}),
      ${session.address}, ${session.userAgent}, ${session.identityId ?? null},
      ${session.providerSession ?? null})`)
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

export interface OpenSession {
  id: string
  userAgent: string
  address: string
  startedAt: string
  lastUsedAt: string
}

/** The live sessions of a person, the last used first. */
export function findSessionsOf(db: Db, userId: number): Promise<OpenSession[]> {
  return db.query<OpenSession>(sql`
    select s.id, coalesce(s.user_agent, '') as "userAgent", coalesce(s.address, '') as address,
      ${wireTime(sql`s.created_at`)} as "startedAt", ${wireTime(sql`s.last_seen_at`)} as "lastUsedAt"
    from session s join admin_user u on u.id = s.user_id
    where s.user_id = ${userId} and ${isLive} order by s.last_seen_at desc, s.id`)
}

/** Ends live sessions of a person: one, or all but one. Returns how many. */
export async function endSessions(
  tx: Tx,
  userId: number,
  which: { only: string } | { except: string | undefined },
): Promise<number> {
  const chosen =
    'only' in which ? sql`s.id = ${which.only}` : sql`s.id is distinct from ${which.except ?? null}`
  const rows = await tx.query(sql`
    update session s set revoked_at = now(), revoke_reason = 'ended by a person'
    from admin_user u where u.id = s.user_id and s.user_id = ${userId} and ${isLive} and ${chosen}
    returning s.id`)
  return rows.length
}

/** The session goes on although the account's epoch was raised. */
export async function keepSession(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`
    update session s set revoked_at = null, revoke_reason = null, auth_epoch = u.auth_epoch
    from admin_user u where u.id = s.user_id and s.id = ${id}`)
}

export async function touchSession(db: Db, id: string, idleMinutes: number): Promise<void> {
  await db.query(sql`
    update session set last_seen_at = now(),
      idle_expires_at = least(expires_at, now() + make_interval(mins => ${idleMinutes}))
    where id = ${id}`)
}

export async function getDevice(
  db: Db | Tx,
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

/** Whether somebody has signed in to this account before. */
export async function getDeviceExists(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.query(sql`select from device where user_id = ${userId} limit 1`)).length > 0
}
