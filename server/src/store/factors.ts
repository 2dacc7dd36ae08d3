import { type AccountNews, accountNews, type Passkey } from '@screening-room/contract/factors'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/* Second factors and what a session is about to add. A change of them holds the account's row. */

/** Seconds on the database's clock, as it runs: a transaction may have waited for its lock. */
export async function getSeconds(tx: Tx): Promise<number> {
  const [now] = await tx.query<{ seconds: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as seconds`,
  )
  return now?.seconds ?? 0
}

export async function getTotpSecret(tx: Tx, userId: number): Promise<Buffer | undefined> {
  const [found] = await tx.query<{ secret: Buffer }>(
    sql`select secret from totp where user_id = ${userId}`,
  )
  return found?.secret
}

/** False where a code of this step or a later one was taken before. */
export async function takeStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const rows = await tx.query(sql`
    update totp set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`)
  return rows.length > 0
}

export async function setTotp(tx: Tx, userId: number, secret: Buffer, step: number): Promise<void> {
  await tx.query(sql`
    insert into totp (user_id, secret, last_step) values (${userId}, ${secret}, ${step})
    on conflict (user_id) do update set secret = excluded.secret, last_step = excluded.last_step,
      added_at = now()`)
}

export async function deleteTotp(tx: Tx, userId: number): Promise<boolean> {
  const rows = await tx.query(sql`delete from totp where user_id = ${userId} returning user_id`)
  return rows.length > 0
}

export interface StoredPasskey {
  id: number
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export function findPasskeys(db: Db | Tx, userId: number): Promise<StoredPasskey[]> {
  return db.query<StoredPasskey>(sql`
    select id, credential_id as "credentialId", public_key as "publicKey", counter, transports
    from passkey where user_id = ${userId} order by id`)
}

/** False where another account has it. */
export async function insertPasskey(
  tx: Tx,
  userId: number,
  passkey: Omit<StoredPasskey, 'id'> & { name: string },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into passkey (user_id, credential_id, public_key, counter, transports, name)
    values (${userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
      ${passkey.transports}::text[], ${passkey.name})
    on conflict (credential_id) do nothing returning id`)
  return rows.length > 0
}

export async function setPasskeyUsed(tx: Tx, id: number, counter: number): Promise<void> {
  await tx.query(sql`update passkey set counter = ${counter}, used_at = now() where id = ${id}`)
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    sql`delete from passkey where id = ${id} and user_id = ${userId} returning id`,
  )
  return rows.length > 0
}

export async function setRecoveryCodes(
  tx: Tx,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query(sql`delete from recovery_code where user_id = ${userId}`)
  await tx.query(sql`
    insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`)
}

/** A code works once. */
export async function takeRecoveryCode(tx: Tx, userId: number, hash: Buffer): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from recovery_code where user_id = ${userId} and code_hash = ${hash} returning user_id`)
  return rows.length > 0
}

/** Kept beside the account, where every session is read with it. Returns whether it has a factor. */
export async function noteFactors(tx: Tx, userId: number): Promise<boolean> {
  const [noted] = await tx.query<{ has: boolean }>(sql`
    update admin_user set second_factor = exists (select from totp t where t.user_id = ${userId})
      or exists (select from passkey p where p.user_id = ${userId})
    where id = ${userId} returning second_factor as has`)
  return noted?.has ?? false
}

export async function deleteFactors(tx: Tx, userId: number): Promise<void> {
  await tx.query(sql`delete from totp where user_id = ${userId}`)
  await tx.query(sql`delete from passkey where user_id = ${userId}`)
  await tx.query(sql`delete from recovery_code where user_id = ${userId}`)
  await tx.query(sql`delete from sign_in_ticket where user_id = ${userId}`)
}

export interface FactorState {
  totpSince: string | null
  passkeys: Passkey[]
  recoveryCodes: number
}

export async function getFactors(db: Db, userId: number): Promise<FactorState> {
  const passkeys = db.query<Passkey>(sql`
    select id, name, ${wireTime(sql`added_at`)} as "addedAt", ${wireTime(sql`used_at`)} as "usedAt"
    from passkey where user_id = ${userId} order by id`)
  const [rest] = await db.query<Omit<FactorState, 'passkeys'>>(sql`
    select (select ${wireTime(sql`added_at`)} from totp where user_id = ${userId}) as "totpSince",
      (select count(*)::int from recovery_code where user_id = ${userId}) as "recoveryCodes"`)
  return {
    totpSince: rest?.totpSince ?? null,
    passkeys: await passkeys,
    recoveryCodes: rest?.recoveryCodes ?? 0,
  }
}

/** What the owner should hear of, of the last 90 days, the latest first. */
export function findNews(db: Db, userId: number): Promise<AccountNews[]> {
  const actions = accountNews.map((what) => `account.${what}`)
  return db.query<AccountNews>(sql`
    select substr(e.action, 9) as what, ${wireTime(sql`e.at`)} as at,
      case when e.actor_id <> ${userId} then e.actor_name end as by,
      e.details ->> 'userAgent' as "userAgent", e.details ->> 'network' as network,
      nullif(e.reason, '') as reason
    from event e where e.queue = 'account' and e.subject_id = ${userId}
      and e.action = any (${actions}::text[]) and e.at > now() - interval '90 days'
    order by e.id desc limit 12`)
}

/** Of what is being added in a session; a new start takes the place of the one before. */
export async function setSetup(
  tx: Tx,
  sessionId: string,
  setup: { totpSecret?: Buffer; challenge?: string; minutes: number },
): Promise<void> {
  await tx.query(sql`
    insert into factor_setup (session_id, totp_secret, challenge, expires_at)
    select id, ${setup.totpSecret ?? null}, ${setup.challenge ?? null},
      now() + make_interval(mins => ${setup.minutes}) from session where id = ${sessionId}
    on conflict (session_id) do update set totp_secret = excluded.totp_secret,
      challenge = excluded.challenge, expires_at = excluded.expires_at`)
}

export async function getSetup(
  tx: Tx,
  sessionId: string,
): Promise<{ totpSecret: Buffer | null; challenge: string | null } | undefined> {
  const [found] = await tx.query<{ totpSecret: Buffer | null; challenge: string | null }>(sql`
    select totp_secret as "totpSecret", challenge from factor_setup
    where session_id = ${sessionId} and now() < expires_at for update`)
  return found
}

export async function deleteSetup(tx: Tx, sessionId: string): Promise<void> {
  await tx.query(sql`delete from factor_setup where session_id = ${sessionId}`)
}

/** Whether the password was typed in this session so many minutes ago or less. */
export async function getConfirmed(tx: Tx, sessionId: string, minutes: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select from session where id = ${sessionId}
      and confirmed_at > now() - make_interval(mins => ${minutes})`)
  return rows.length > 0
}

export async function setConfirmed(db: Db, sessionId: string): Promise<void> {
  await db.query(sql`update session set confirmed_at = now() where id = ${sessionId}`)
}
