import type { accountStates, factorStates, TeamAccount } from '@screening-room/contract/team'
import type { Db, Tx } from '../db/pool.ts'
import { allOf, type Sql, sql } from '../db/sql.ts'
import { insertRow } from './inserts.ts'
import { wireTime } from './paging.ts'
import { isLive } from './sessions.ts'

export interface Account {
  id: number
  phone: string
  nickName: string
  avatar: string | null
  /** The key of a role. */
  role: string
  status: (typeof accountStates)[number]
  passwordHash: string
  authEpoch: number
  secondFactor: boolean
  /** Its password is published. */
  demo: boolean
}

const fields = sql`id, phone, nick_name as "nickName", avatar, role, status,
  password_hash as "passwordHash", auth_epoch as "authEpoch", second_factor as "secondFactor", demo`

export async function getAccountByPhone(db: Db | Tx, phone: string): Promise<Account | undefined> {
  const [found] = await db.query<Account>(
    sql`select ${fields} from admin_user where phone = ${phone}`,
  )
  return found
}

/** Sign-ins of one account wait for each other, so that each sees the sessions of those before it. */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`select from admin_user where id = ${id} for update`)
}

export function findAccounts(db: Db): Promise<Account[]> {
  return db.query<Account>(sql`select ${fields} from admin_user order by id`)
}

export interface NewAccount {
  phone: string
  nickName: string
  avatar?: string | undefined
  role: string
  passwordHash: string
  status?: Account['status']
}

/** Undefined where the phone number is taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<number | undefined> {
  return insertRow(
    tx,
    sql`insert into admin_user (phone, nick_name, avatar, role, password_hash, status)
      values (${account.phone}, ${account.nickName}, ${account.avatar ?? null}, ${account.role},
        ${account.passwordHash}, ${account.status ?? 'active'})
      on conflict do nothing returning id`,
    sql`select from admin_user where phone = ${account.phone}`,
  )
}

/** Every such change raises the epoch, which ends the account's sessions with the same commit. */
export async function setAccount(
  tx: Tx,
  id: number,
  change: { passwordHash?: string; role?: string; status?: Account['status'] },
): Promise<void> {
  await tx.query(sql`
    update admin_user set auth_epoch = auth_epoch + 1,
      password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
      password_changed_at = case when ${change.passwordHash ?? null}::text is null then password_changed_at
        else now() end,
      role = coalesce(${change.role ?? null}, role), status = coalesce(${change.status ?? null}, status)
    where id = ${id}`)
  await tx.query(sql`
    update session set revoked_at = now(), revoke_reason = 'account changed'
    where user_id = ${id} and revoked_at is null`)
}

export async function getDemoAccountExists(db: Db): Promise<boolean> {
  const rows = await db.query(sql`select from admin_user where demo and status = 'active' limit 1`)
  return rows.length > 0
}

export async function getAccountExists(db: Db): Promise<boolean> {
  return (await db.query(sql`select from admin_user limit 1`)).length > 0
}

/** The account and how many administrators are active. All of them stay locked, in one order. */
export async function lockAccounts(
  tx: Tx,
  which: { id: number } | { phone: string },
): Promise<{ account: Account | undefined; administrators: number }> {
  const isWanted = 'id' in which ? sql`id = ${which.id}` : sql`phone = ${which.phone}`
  const rows = await tx.query<Account & { isWanted: boolean }>(sql`
    select ${fields}, ${isWanted} as "isWanted" from admin_user
    where role = 'administrator' or ${isWanted} order by id for update`)
  return {
    account: rows.find((row) => row.isWanted),
    administrators: rows.filter((row) => row.role === 'administrator' && row.status === 'active')
      .length,
  }
}

export async function setNickName(tx: Tx, id: number, nickName: string): Promise<void> {
  await tx.query(sql`update admin_user set nick_name = ${nickName} where id = ${id}`)
}

export async function setAvatar(tx: Tx, id: number, avatar: string | null): Promise<void> {
  await tx.query(sql`update admin_user set avatar = ${avatar} where id = ${id}`)
}

export async function getAccount(
  db: Db | Tx,
  id: number,
): Promise<(Account & { createdAt: string; passwordChangedAt: string | null }) | undefined> {
  const [found] = await db.query<Account & { createdAt: string; passwordChangedAt: string | null }>(
    sql`select ${fields}, ${wireTime(sql`created_at`)} as "createdAt",
      ${wireTime(sql`password_changed_at`)} as "passwordChangedAt"
    from admin_user where id = ${id}`,
  )
  return found
}

/** Everybody there ever was, by name. */
export function findPeople(db: Db): Promise<{ id: number; nickName: string }[]> {
  return db.query(sql`select id, nick_name as "nickName" from admin_user order by nick_name, id`)
}

export interface TeamFilters {
  search?: string | undefined
  role?: string | undefined
  state?: Account['status'] | undefined
  factor?: (typeof factorStates)[number] | undefined
}

function isWanted({ search, role, state, factor }: TeamFilters): Sql {
  return allOf([
    !!search &&
      sql`(strpos(lower(u.nick_name), lower(${search})) > 0 or strpos(u.phone, ${search}) > 0)`,
    role !== undefined && sql`u.role = ${role}`,
    state !== undefined && sql`u.status = ${state}`,
    factor !== undefined && sql`u.second_factor = ${factor === 'with'}`,
  ])
}

/** By name, from after an account on. What is counted is counted for those of the page alone. */
export async function findTeam(
  db: Db,
  filters: TeamFilters,
  after: number | undefined,
  most: number,
): Promise<{ rows: TeamAccount[]; next: number | null }> {
  const place = sql`((select a.nick_name from admin_user a where a.id = ${after ?? 0}), ${after ?? 0}::bigint)`
  const follows = after === undefined ? sql`true` : sql`(u.nick_name, u.id) > ${place}`
  const rows = await db.query<TeamAccount>(sql`
    select u.id, u.phone, u.nick_name as "nickName", u.role, r.name as "roleName", u.status,
      ${wireTime(sql`u.created_at`)} as "createdAt", ${wireTime(sql`used.last_at`)} as "lastActiveAt",
      used.live as sessions, held.items as "inHand",
      exists (select from totp t where t.user_id = u.id) as totp,
      (select count(*)::int from passkey p where p.user_id = u.id) as passkeys,
      ${wireTime(sql`l.expires_at`)} as "linkExpiresAt"
    from (select u.* from admin_user u where ${follows} and ${isWanted(filters)}
        order by u.nick_name, u.id limit ${most + 1}::int) u
      join team_role r on r.key = u.role
    left join password_link l on l.user_id = u.id and l.expires_at > now(),
      lateral (select max(s.last_seen_at) as last_at, count(*) filter (where ${isLive})::int as live
        from session s where s.user_id = u.id) used,
      lateral (select count(*)::int as items from waiting w where w.holder_id = u.id and w.until > now()) held
    order by u.nick_name, u.id`)
  const page = rows.slice(0, most)
  return { rows: page, next: rows.length > most ? (page.at(-1)?.id ?? null) : null }
}
