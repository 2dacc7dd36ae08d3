import type { Endpoint, EventKind } from '@screening-room/contract/endpoints'
import { rotationHours } from '@screening-room/contract/endpoints'
import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/* Where the platform is notified. A removed endpoint keeps its row, without its secrets. */

const live = sql`removed_at is null`
const rotation = sql`make_interval(hours => ${rotationHours})`

/** Of an endpoint `p`: the secrets that sign, the current one first. */
export const signingSecrets: Sql = sql`
  array_remove(array[p.secret, case when p.rotated_at > now() - ${rotation} then p.previous_secret end], null)`

export function findEndpoints(db: Db): Promise<Endpoint[]> {
  return db.query<Endpoint>(sql`
    select p.id, p.name, p.url, p.kinds,
      case when p.state = 'active' and p.failing_since is not null then 'failing' else p.state end as state,
      ${wireTime(sql`p.created_at`)} as "createdAt",
      case when p.rotated_at > now() - ${rotation} then ${wireTime(sql`(p.rotated_at + ${rotation})`)} end
        as "previousUntil",
      ${wireTime(sql`p.failing_since`)} as "failingSince", ${wireTime(sql`p.delivered_at`)} as "deliveredAt",
      (select count(*) from delivery d where d.endpoint_id = p.id and d.state in ('waiting', 'sending')) as waiting,
      (select count(*) from delivery d where d.endpoint_id = p.id and d.state = 'dead') as dead
    from endpoint p where ${live} order by p.id`)
}

export async function countDeadEndpoints(db: Db): Promise<number> {
  const [found] = await db.query<{ n: number }>(
    sql`select count(*) as n from endpoint where ${live} and state = 'dead'`,
  )
  return found?.n ?? 0
}

export async function getEndpointExists(db: Db, id: number): Promise<boolean> {
  const rows = await db.query(sql`select from endpoint where id = ${id} and ${live}`)
  return rows.length > 0
}

export interface Receiver {
  url: string
  /** Encrypted. */
  secrets: Buffer[]
}

export async function getReceiver(db: Db, id: number): Promise<Receiver | undefined> {
  const [found] = await db.query<Receiver>(sql`
    select p.url, ${signingSecrets} as secrets from endpoint p where p.id = ${id} and ${live}`)
  return found
}

interface NewEndpoint {
  name: string
  url: string
  kinds: readonly EventKind[]
}

/**
 * Nothing is fanned out, and no other endpoint is added, until this transaction ends. Returns how many there
 * are. The first one begins at the end of the record: nobody went on from where it was before.
 */
export async function lockEndpoints(tx: Tx): Promise<number> {
  await tx.query(sql`select from fan_out for update`)
  await tx.query(sql`
    update fan_out set position = coalesce((select max(position) from event_seal), 0)
    where not exists (select from endpoint where ${live})`)
  const [found] = await tx.query<{ n: number }>(
    sql`select count(*) as n from endpoint where ${live}`,
  )
  return found?.n ?? 0
}

export async function insertEndpointRow(
  tx: Tx,
  { name, url, kinds }: NewEndpoint,
  secret: Buffer,
): Promise<number> {
  const [added] = await tx.query<{ id: number }>(sql`
    insert into endpoint (name, url, kinds, secret)
    values (${name}, ${url}, ${kinds}::text[], ${secret}) returning id`)
  return added?.id ?? 0
}

export interface LockedEndpoint {
  name: string
  url: string
  kinds: EventKind[]
  state: 'active' | 'paused' | 'dead'
}

export async function lockEndpoint(tx: Tx, id: number): Promise<LockedEndpoint | undefined> {
  const [found] = await tx.query<LockedEndpoint>(sql`
    select name, url, kinds, state from endpoint where id = ${id} and ${live} for update`)
  return found
}

export async function setEndpoint(
  tx: Tx,
  id: number,
  { name, url, kinds }: NewEndpoint,
): Promise<void> {
  await tx.query(sql`
    update endpoint set name = ${name}, url = ${url}, kinds = ${kinds}::text[] where id = ${id}`)
}

export async function setEndpointSecret(tx: Tx, id: number, secret: Buffer): Promise<void> {
  await tx.query(sql`
    update endpoint set previous_secret = secret, secret = ${secret}, rotated_at = now()
    where id = ${id}`)
}

/** A resumed one has as long to get something through as a new one. */
export async function setEndpointState(
  tx: Tx,
  id: number,
  state: LockedEndpoint['state'],
): Promise<void> {
  await tx.query(sql`
    update endpoint set state = ${state}, failing_since = null where id = ${id}`)
}

export async function endEndpointRow(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`
    update endpoint set removed_at = now(), secret = '', previous_secret = null where id = ${id}`)
}
