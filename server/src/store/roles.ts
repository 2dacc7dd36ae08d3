import type { FourEyesAct } from '@screening-room/contract/four-eyes'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { insertRow } from './inserts.ts'

/** A role as it is stored: of a built-in one, what it may do is in the contract. */
export interface StoredRole {
  id: number
  key: string
  name: string | null
  permissions: string[]
  secondFactor: boolean
  fourEyes: FourEyesAct[]
}

const fields = sql`id, key, name, permissions, second_factor as "secondFactor", four_eyes as "fourEyes"`

/** The oldest first: the built-in ones lead. */
export function findRoles(db: Db): Promise<(StoredRole & { accounts: number })[]> {
  return db.query<StoredRole & { accounts: number }>(sql`
    select ${fields}, (select count(*)::int from admin_user u where u.role = r.key) as accounts
    from team_role r order by id`)
}

/** `share`: it stays as it is until the transaction ends. `update`: nobody is given it meanwhile. */
export async function lockRole(
  tx: Tx,
  key: string,
  how: 'share' | 'update',
): Promise<StoredRole | undefined> {
  const lock = how === 'share' ? sql`for share` : sql`for update`
  const [found] = await tx.query<StoredRole>(
    sql`select ${fields} from team_role where key = ${key} ${lock}`,
  )
  return found
}

/** How many accounts have it. */
export async function getRoleHolders(tx: Tx, key: string): Promise<number> {
  const [found] = await tx.query<{ n: number }>(
    sql`select count(*)::int as n from admin_user where role = ${key}`,
  )
  return found?.n ?? 0
}

/** Roles are changed one after the other, also by two at once. Returns how many there are. */
export async function lockRoles(tx: Tx): Promise<number> {
  await tx.query(sql`lock table team_role in share row exclusive mode`)
  const [found] = await tx.query<{ n: number }>(sql`select count(*)::int as n from team_role`)
  return found?.n ?? 0
}

interface RoleFields {
  name: string
  comparable: string
  permissions: readonly string[]
}

/** Undefined where the name is taken. */
export async function insertRole(
  tx: Tx,
  { name, comparable, permissions }: RoleFields,
): Promise<StoredRole | undefined> {
  const id = await insertRow(
    tx,
    sql`insert into team_role (name, comparable, permissions)
      values (${name}, ${comparable}, ${permissions}::text[])
      on conflict do nothing returning id`,
    sql`select from team_role where comparable = ${comparable}`,
  )
  if (id === undefined) return undefined
  const [added] = await tx.query<StoredRole>(sql`select ${fields} from team_role where id = ${id}`)
  return added
}

/** Whether the name was free. */
export async function setRoleFields(
  tx: Tx,
  id: number,
  { name, comparable, permissions }: RoleFields,
): Promise<boolean> {
  const taken = await tx.query(
    sql`select from team_role where comparable = ${comparable} and id <> ${id}`,
  )
  if (taken.length > 0) return false
  await tx.query(sql`
    update team_role set name = ${name}, comparable = ${comparable},
      permissions = ${permissions}::text[] where id = ${id}`)
  return true
}

export async function setRoleSecondFactor(tx: Tx, id: number, required: boolean): Promise<void> {
  await tx.query(sql`update team_role set second_factor = ${required} where id = ${id}`)
}

export async function setRoleFourEyes(
  tx: Tx,
  id: number,
  acts: readonly FourEyesAct[],
): Promise<void> {
  await tx.query(sql`update team_role set four_eyes = ${acts}::text[] where id = ${id}`)
}

/** How many active accounts each role has, with what it may do. */
export function findActiveByRole(
  tx: Tx,
): Promise<{ key: string; permissions: string[]; active: number }[]> {
  return tx.query<{ key: string; permissions: string[]; active: number }>(sql`
    select r.key, r.permissions, count(u.id)::int as active
    from team_role r left join admin_user u on u.role = r.key and u.status = 'active' group by r.id`)
}

export async function deleteRole(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`delete from team_role where id = ${id}`)
}
