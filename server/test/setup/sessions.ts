import { createHash, randomBytes } from 'node:crypto'
import { tokenOf } from '@screening-room/contract/session'
import type { Db, Tx } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'

/* People and sessions put straight into the database, in states that take a sign-in hours to reach. */

export interface Person {
  id: number
  phone: string
  name: string
  /** What their Bearer says. */
  token: string
}

let people = 0

export async function addPerson(
  db: Db,
  values: { role?: string; status?: 'active' | 'disabled'; epoch?: number } = {},
): Promise<Person> {
  const phone = `1370000${String(++people).padStart(4, '0')}`
  const name = `person ${people}`
  const [row] = await db.query<{ id: number }>(sql`
    insert into admin_user (phone, nick_name, password_hash, role, status, auth_epoch)
    values (${phone}, ${name}, 'unusable', ${values.role ?? 'reviewer'},
      ${values.status ?? 'active'}, ${values.epoch ?? 1}) returning id`)
  const id = row?.id ?? 0
  return { id, phone, name, token: tokenOf({ id, phone }) }
}

export const newSecret = () => randomBytes(32).toString('base64url')

/** A session's secret. Minutes may be negative: then it ended that long ago. */
export async function addSession(
  db: Db | Tx,
  userId: number,
  values: { idleMinutes?: number; minutes?: number; revoked?: boolean; epoch?: number } = {},
): Promise<string> {
  const secret = newSecret()
  await db.query(sql`
    insert into session (secret_hash, user_id, auth_epoch, idle_expires_at, expires_at, revoked_at)
    values (${createHash('sha256').update(secret).digest()}, ${userId}, ${values.epoch ?? 1},
      now() + make_interval(mins => ${values.idleMinutes ?? 30}),
      now() + make_interval(mins => ${values.minutes ?? 720}),
      case when ${values.revoked ?? false} then now() end)`)
  return secret
}

/** The session cookie's name where no public address is set. */
export const sessionCookie = 'vsid-dev'

export function signedInHeaders(person: Person, secret: string): Record<string, string> {
  return { cookie: `${sessionCookie}=${secret}`, authorization: `Bearer ${person.token}` }
}
