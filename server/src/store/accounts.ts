import type { Role } from '@screening-room/contract/call'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { insertRow } from './inserts.ts'

export interface Account {
  id: number
  phone: string
  nickName: string
  avatar: string | null
  role: Role
  status: 'active' | 'disabled'
  passwordHash: string
  authEpoch: number
  /** Its password is published. */
  demo: boolean
}

const fields = sql`id, phone, nick_name as "nickName", avatar, role, status,
  password_hash as "passwordHash", auth_epoch as "authEpoch", demo`

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
  role: Role
  passwordHash: string
}

/** Undefined where the phone number is taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<number | undefined> {
  return insertRow(
    tx,
    sql`insert into admin_user (phone, nick_name, avatar, role, password_hash)
      values (${account.phone}, ${account.nickName}, ${account.avatar ?? null}, ${account.role},
        ${account.passwordHash})
      on conflict do nothing returning id`,
    sql`select from admin_user where phone = ${account.phone}`,
  )
}

/** Every such change raises the epoch, which ends the account's sessions with the same commit. */
export async function setAccount(
  tx: Tx,
  id: number,
  change: { passwordHash?: string; role?: Role; status?: Account['status'] },
): Promise<void> {
  await tx.query(sql`
    update admin_user set auth_epoch = auth_epoch + 1,
      password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
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

export async function countActiveAdministrators(tx: Tx): Promise<number> {
  const rows = await tx.query(sql`
    select id from admin_user where role = 'administrator' and status = 'active' for update`)
  return rows.length
}
