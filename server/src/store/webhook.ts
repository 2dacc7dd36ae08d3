import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/* The endpoint to which this installation sends its decisions. At most one is in use. */

export interface Endpoint {
  url: string
  secretFingerprint: string
}

export type RecordedEndpoint = Endpoint & { since: string; endedAt: string | null }

const inUse = sql`select from webhook_endpoint where ended_at is null`

/** A condition for statements that settle without sending. */
export const noEndpoint = sql`not exists (${inUse})`

/** A condition for statements that hand out what is to be sent. */
export const isInUse = ({ url, secretFingerprint }: Endpoint) =>
  sql`exists (${inUse} and url = ${url} and secret_fingerprint = ${secretFingerprint})`

/** The one in use, otherwise the last one that was. Undefined: there never was one. */
export async function getLastEndpoint(db: Db | Tx): Promise<RecordedEndpoint | undefined> {
  const [found] = await db.query<RecordedEndpoint>(sql`
    select url, secret_fingerprint as "secretFingerprint", ${wireTime(sql`since`)} as since,
      ${wireTime(sql`ended_at`)} as "endedAt"
    from webhook_endpoint order by id desc limit 1`)
  return found
}

/** Does nothing where there is or was one, or where another process is first. */
export async function insertFirstEndpoint(
  db: Db,
  { url, secretFingerprint }: Endpoint,
): Promise<void> {
  await db.query(sql`
    insert into webhook_endpoint (url, secret_fingerprint)
    select ${url}, ${secretFingerprint} where not exists (select from webhook_endpoint)
    on conflict do nothing`)
}

export async function insertEndpoint(tx: Tx, { url, secretFingerprint }: Endpoint): Promise<void> {
  await tx.query(sql`
    insert into webhook_endpoint (url, secret_fingerprint) values (${url}, ${secretFingerprint})`)
}

/** Returns how many were in use. */
export async function endEndpoint(tx: Tx): Promise<number> {
  const rows = await tx.query(sql`
    update webhook_endpoint set ended_at = now() where ended_at is null returning 1`)
  return rows.length
}
