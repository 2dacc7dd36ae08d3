import type { Scope } from '@screening-room/contract/call'
import type { MachineKey } from '@screening-room/contract/keys'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/** A live key, as every request sees it. */
export interface PlatformKey {
  id: number
  name: string
  scopes: Scope[]
  /** Not noted as used for a minute or more. */
  stale: boolean
}

/** For a day after a rotation, the secret before it is good as well. */
const isPrevious = (hash: Buffer) =>
  sql`previous_hash = ${hash} and rotated_at > now() - interval '1 day'`

/** The database's clock, nothing cached: a revocation acts on the next request. */
export async function getLiveKey(db: Db, hash: Buffer): Promise<PlatformKey | undefined> {
  const [found] = await db.query<PlatformKey>(sql`
    select id, name, scopes,
      last_used_at is null or last_used_at not between now() - interval '1 minute' and now() as stale
    from platform_key
    where (secret_hash = ${hash} or ${isPrevious(hash)})
      and revoked_at is null and (expires_at is null or now() < expires_at)`)
  return found
}

export async function touchKey(db: Db, id: number): Promise<void> {
  await db.query(sql`update platform_key set last_used_at = now() where id = ${id}`)
}

export function findKeys(db: Db): Promise<MachineKey[]> {
  return db.query<MachineKey>(sql`
    select id, prefix, name, scopes,
      case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
        else 'active' end as state,
      ${wireTime(sql`created_at`)} as "createdAt", ${wireTime(sql`expires_at`)} as "expiresAt",
      ${wireTime(sql`last_used_at`)} as "lastUsedAt",
      case when revoked_at is null and rotated_at > now() - interval '1 day'
        then ${wireTime(sql`(rotated_at + interval '1 day')`)} end as "previousUntil"
    from platform_key order by id`)
}

interface NewKey {
  name: string
  prefix: string
  secretHash: Buffer
  scopes: readonly Scope[]
  /** On the platform's clock. */
  expires: string | undefined
}

/** Undefined where it would have expired already. */
export async function insertKey(tx: Tx, key: NewKey): Promise<number | undefined> {
  const [added] = await tx.query<{ id: number }>(sql`
    insert into platform_key (name, prefix, secret_hash, scopes, expires_at)
    select ${key.name}, ${key.prefix}, ${key.secretHash}, ${key.scopes}::text[], e.at
    from (select ${key.expires ?? null}::timestamptz as at) e
    where e.at is null or e.at > now() returning id`)
  return added?.id
}

export type KeyName = { id: number } | { prefix: string }

/** Only one that is not revoked. */
export async function lockKey(
  tx: Tx,
  which: KeyName,
): Promise<{ id: number; prefix: string } | undefined> {
  const named = 'id' in which ? sql`id = ${which.id}` : sql`prefix = ${which.prefix}`
  const [found] = await tx.query<{ id: number; prefix: string }>(sql`
    select id, prefix from platform_key where ${named} and revoked_at is null for update`)
  return found
}

export async function setKeySecret(tx: Tx, id: number, secretHash: Buffer): Promise<void> {
  await tx.query(sql`
    update platform_key set previous_hash = secret_hash, secret_hash = ${secretHash}, rotated_at = now()
    where id = ${id}`)
}

export async function setKeyRevoked(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`update platform_key set revoked_at = now() where id = ${id}`)
}
