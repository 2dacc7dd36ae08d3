import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/* Between the two steps of a sign-in. */

export interface NewTicket {
  secretHash: Buffer
  userId: number
  authEpoch: number
  challenge: string
  minutes: number
}

export async function insertTicket(db: Db, ticket: NewTicket): Promise<void> {
  await db.query(sql`
    insert into sign_in_ticket (secret_hash, user_id, auth_epoch, challenge, expires_at)
    values (${ticket.secretHash}, ${ticket.userId}, ${ticket.authEpoch}, ${ticket.challenge},
      now() + make_interval(mins => ${ticket.minutes}))`)
}

/** Whose it is, for the lock that comes before anything else. */
export async function getTicketOwner(tx: Tx, secretHash: Buffer): Promise<number | undefined> {
  const [found] = await tx.query<{ userId: number }>(
    sql`select user_id as "userId" from sign_in_ticket where secret_hash = ${secretHash}`,
  )
  return found?.userId
}

export interface OpenTicket {
  userId: number
  phone: string
  nickName: string
  authEpoch: number
  challenge: string
}

/** Counts a try. Undefined where it has expired, was tried too often, or the account changed meanwhile. */
export async function tryTicket(
  tx: Tx,
  secretHash: Buffer,
  most: number,
): Promise<OpenTicket | undefined> {
  const [found] = await tx.query<OpenTicket>(sql`
    update sign_in_ticket t set tries = t.tries + 1 from admin_user u
    where t.secret_hash = ${secretHash} and now() < t.expires_at and t.tries < ${most}
      and u.id = t.user_id and u.status = 'active' and u.auth_epoch = t.auth_epoch
    returning u.id as "userId", u.phone, u.nick_name as "nickName", t.auth_epoch as "authEpoch",
      t.challenge`)
  return found
}

export async function deleteTicket(tx: Tx, secretHash: Buffer): Promise<void> {
  await tx.query(sql`delete from sign_in_ticket where secret_hash = ${secretHash}`)
}
