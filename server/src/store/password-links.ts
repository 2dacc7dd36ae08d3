import type { linkHours } from '@screening-room/contract/team'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/** Takes the place of the account's link before. Returns when it expires. */
export async function setLink(
  tx: Tx,
  userId: number,
  link: { kind: keyof typeof linkHours; secretHash: Buffer; hours: number },
): Promise<string> {
  const expiry = sql`now() + make_interval(hours => ${link.hours})`
  const [added] = await tx.query<{ expiresAt: string }>(sql`
    insert into password_link (user_id, secret_hash, kind, expires_at)
    values (${userId}, ${link.secretHash}, ${link.kind}, ${expiry})
    on conflict (user_id) do update set secret_hash = excluded.secret_hash, kind = excluded.kind,
      created_at = now(), expires_at = excluded.expires_at
    returning ${wireTime(sql`expires_at`)} as "expiresAt"`)
  return added?.expiresAt ?? ''
}

export async function deleteLinkOf(tx: Tx, userId: number): Promise<void> {
  await tx.query(sql`delete from password_link where user_id = ${userId}`)
}

export interface OpenLink {
  kind: keyof typeof linkHours
  userId: number
  phone: string
  nickName: string
}

const fields = sql`l.kind, l.user_id as "userId", u.phone, u.nick_name as "nickName"`
const works = (secretHash: Buffer) => sql`l.secret_hash = ${secretHash} and now() < l.expires_at
  and u.id = l.user_id`

export async function getLink(db: Db, secretHash: Buffer): Promise<OpenLink | undefined> {
  const [found] = await db.query<OpenLink>(
    sql`select ${fields} from password_link l, admin_user u where ${works(secretHash)}`,
  )
  return found
}

/** It works once: of two who use it at the same time, one finds nothing. */
export async function takeLink(tx: Tx, secretHash: Buffer): Promise<OpenLink | undefined> {
  const [taken] = await tx.query<OpenLink>(sql`
    delete from password_link l using admin_user u where ${works(secretHash)} returning ${fields}`)
  return taken
}
