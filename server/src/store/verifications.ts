import type { Verification } from '@screening-room/contract/record'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/* Verifications of the sealed chain, and the roots of its blocks. */

export async function getLastSeal(
  db: Queries,
): Promise<{ position: number; at: string } | undefined> {
  const [found] = await db.query<{ position: number; at: string }>(sql`
    select position, ${wireTime(sql`sealed_at`)} as at from event_seal order by position desc limit 1`)
  return found
}

export async function findBlocks(db: Queries, from: number, to: number): Promise<Buffer[]> {
  const rows = await db.query<{ hash: Buffer }>(sql`
    select hash from seal_block where block >= ${from} and block < ${to} order by block`)
  return rows.map(({ hash }) => hash)
}

export async function insertBlock(db: Queries, block: number, hash: Buffer): Promise<void> {
  await db.query(
    sql`insert into seal_block (block, hash) values (${block}, ${hash}) on conflict do nothing`,
  )
}

/** Beyond `after`, up to `to`, in their order. */
export async function findSealHashes(db: Queries, after: number, to: number): Promise<Buffer[]> {
  const rows = await db.query<{ hash: Buffer }>(sql`
    select hash from event_seal where position > ${after} and position <= ${to} order by position`)
  return rows.map(({ hash }) => hash)
}

/** Where the last verification that found the chain intact ended: the hash there then, and now. */
export async function getOldSeal(
  db: Queries,
): Promise<
  { position: number; verified: Buffer; hash: Buffer | null; event: number | null } | undefined
> {
  const [found] = await db.query<{
    position: number
    verified: Buffer
    hash: Buffer | null
    event: number | null
  }>(sql`
    select v.up_to as position, v.chained as verified, s.hash, s.event_id as event
    from (select up_to, chained from verification where intact and up_to > 0 order by id desc limit 1) v
    left join event_seal s on s.position = v.up_to`)
  return found
}

const fields = sql`v.id, v.origin, v.actor_name as by, ${wireTime(sql`v.requested_at`)} as "requestedAt",
  ${wireTime(sql`v.finished_at`)} as "finishedAt", v.up_to as "upTo", v.position, v.intact,
  encode(v.root, 'hex') as root, v.event_id as event, v.why`

async function getOne(db: Queries, which: Sql): Promise<Verification | null> {
  const [found] = await db.query<Verification>(sql`
    select ${fields} from verification v where ${which} order by v.id desc limit 1`)
  return found ?? null
}

export const getRunning = (db: Queries) => getOne(db, sql`v.finished_at is null`)
export const getLastFinished = (db: Queries) => getOne(db, sql`v.finished_at is not null`)
export const getLastIntact = (db: Queries) => getOne(db, sql`v.intact`)

/** Undefined where one is under way already. */
export async function insertVerification(
  tx: Tx,
  origin: Verification['origin'],
  by: string | null,
): Promise<number | undefined> {
  const [added] = await tx.query<{ id: number }>(sql`
    insert into verification (origin, actor_name, up_to)
    values (${origin}, ${by}, coalesce((select max(position) from event_seal), 0))
    on conflict do nothing returning id`)
  return added?.id
}

/** Once a night: where none was asked for since that hour, by the platform's clock, and something is sealed. */
export async function insertNightly(db: Db, hour: number): Promise<boolean> {
  const rows = await db.query(sql`
    insert into verification (origin, up_to)
    select 'night', s.position from (select max(position) as position from event_seal) s
    where s.position is not null and not exists (
      select from (select requested_at from verification order by id desc limit 1) v
      where v.requested_at >= date_trunc('day', now() - make_interval(hours => ${hour}))
        + make_interval(hours => ${hour}) and v.requested_at <= now())
    on conflict do nothing returning 1`)
  return rows.length > 0
}

export interface OpenVerification {
  id: number
  upTo: number
  position: number
  chained: Buffer
  checkedId: number
}

/** The one that is under way, unless another replica is at it. */
export async function lockVerification(tx: Tx): Promise<OpenVerification | undefined> {
  const [found] = await tx.query<OpenVerification>(sql`
    select id, up_to as "upTo", position, chained, checked_id as "checkedId"
    from verification where finished_at is null for update skip locked`)
  return found
}

export async function setProgress(tx: Tx, id: number, walk: Omit<OpenVerification, 'id'>) {
  await tx.query(sql`
    update verification set up_to = ${walk.upTo}, position = ${walk.position},
      chained = ${walk.chained}, checked_id = ${walk.checkedId}
    where id = ${id}`)
}

export interface Finding {
  intact: boolean
  root?: Buffer | undefined
  event?: number
  why?: string
}

export async function setFinding(tx: Queries, id: number, found: Finding): Promise<void> {
  await tx.query(sql`
    update verification set finished_at = now(), intact = ${found.intact}, root = ${found.root ?? null},
      event_id = ${found.event ?? null}, why = ${found.why ?? ''}
    where id = ${id}`)
}

/** One that a command made from end to end. */
export async function insertFinding(db: Queries, upTo: number, found: Finding): Promise<void> {
  await db.query(sql`
    insert into verification (origin, finished_at, up_to, position, chained, intact, root, event_id, why)
    values ('command', now(), ${upTo}, ${upTo},
      coalesce((select hash from event_seal where position = ${upTo}), ''),
      ${found.intact}, ${found.root ?? null}, ${found.event ?? null}, ${found.why ?? ''})`)
}

export interface VerificationCounts {
  broken: boolean
  /** Since the last that found the chain intact was asked for; null where none has. */
  intactSeconds: number | null
}

export async function getVerificationCounts(db: Queries): Promise<VerificationCounts> {
  const [found] = await db.query<VerificationCounts>(sql`
    select coalesce((select not intact from verification where finished_at is not null
        order by id desc limit 1), false) as broken,
      (select greatest(0, extract(epoch from now() - requested_at))::float8 from verification
        where intact order by id desc limit 1) as "intactSeconds"`)
  return found ?? { broken: false, intactSeconds: null }
}
