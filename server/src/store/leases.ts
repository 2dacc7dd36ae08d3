import { leaseSeconds } from '@screening-room/contract/focus'
import type { Holder } from '@screening-room/contract/holders'
import { isCase, kindNameOf, type Queue } from '@screening-room/contract/queues'
import type { Db, Tx } from '../db/pool.ts'
import { allOf, type Sql, sql } from '../db/sql.ts'
import { secondsSince } from './clock.ts'
import { wireTime } from './paging.ts'
import { inAnyQueue, isOfQueue } from './queue-sql.ts'
import { isLive } from './sessions.ts'

/*
 * Who holds what. Rows are locked in one order everywhere: the item, then what waits for it; of a
 * video, before the case of its reports.
 */

/** One open tab of one person. */
export interface Desk {
  userId: number
  desk: string
}

export interface Holding extends Desk {
  nickName: string
}

/** What a desk works on. Moments are UTC; `until` is exclusive. */
export interface Filter {
  queue: Queue
  /** Absent: of all kinds. */
  kinds?: readonly number[] | undefined
  since?: string | undefined
  until?: string | undefined
  /** What a search found. */
  ids?: readonly number[] | undefined
}

export interface Lease {
  lease: string
  queue: Queue
  id: number
  kind: number
}

/** The kind of items of a queue that has no kinds. */
const noKind = [0]

function matches({ queue, since, until, ids, ...filter }: Filter): Sql {
  const kinds = filter.kinds ?? (kindNameOf(queue) ? [] : noKind)
  const [kind, ...others] = kinds
  return allOf([
    isOfQueue[queue],
    kind !== undefined &&
      (others.length === 0 ? sql`w.kind = ${kind}` : sql`w.kind = any (${kinds}::bigint[])`),
    since !== undefined && sql`w.create_time >= ${since}::timestamptz`,
    until !== undefined && sql`w.create_time < ${until}::timestamptz`,
    ids && sql`w.subject_id = any (${ids}::bigint[])`,
  ])
}

const heldAt = ({ userId, desk }: Desk) => sql`w.holder_id = ${userId} and w.desk = ${desk}`
const newExpiry = sql`now() + make_interval(secs => ${leaseSeconds})`
const fields = sql`w.lease_id as lease, w.queue, w.subject_id as id, w.kind`
const clearHolder = sql`lease_id = null, desk = null, holder_id = null, holder_name = null,
  claimed_at = null, until = null`

function changeHeld(which: Sql, change: Sql): Sql {
  return sql`
    with mine as (
      select w.queue, w.subject_id from waiting w where ${which}
      order by w.queue desc, w.subject_id for update)
    update waiting w set ${change} from mine
    where w.queue = mine.queue and w.subject_id = mine.subject_id
    returning ${fields}`
}

/** Two requests of one person at once would each fill the desk. */
export async function lockHolder(tx: Tx, userId: number): Promise<void> {
  await tx.query(sql`select from admin_user where id = ${userId} for no key update`)
}

/** Frees all that a desk holds, except what matches `keep`. */
export async function releaseLeases(db: Db | Tx, desk: Desk, keep?: Filter): Promise<void> {
  const which = keep ? sql`${heldAt(desk)} and not (${matches(keep)})` : heldAt(desk)
  await db.query(changeHeld(which, clearHolder))
}

/** A person without a live session holds nothing. */
export async function releaseSignedOut(db: Db | Tx, userId: number): Promise<void> {
  const gone = sql`not exists (select from session s join admin_user u on u.id = s.user_id
    where s.user_id = ${userId} and ${isLive})`
  await db.query(changeHeld(sql`w.holder_id = ${userId} and ${gone}`, clearHolder))
}

/** Renews all leases of a desk, also those that expired and that nobody else took. */
export function extendLeases(db: Db | Tx, desk: Desk): Promise<Lease[]> {
  return db.query<Lease>(sql`
    with kept as (${changeHeld(heldAt(desk), sql`until = ${newExpiry}`)}, w.claimed_at, w.priority,
      w.create_time)
    select lease, queue, id, kind from kept order by claimed_at, priority desc, create_time, id`)
}

const skipHours = 12

/** Expired leases first, then items that nobody holds: by the platform's priority, the oldest first. */
export function claim(
  tx: Tx,
  { userId, nickName, desk }: Holding,
  filter: Filter,
  most: number,
): Promise<Lease[]> {
  const wanted = sql`${matches(filter)} and w.subject_id <> all (array(
    select s.subject_id from skipped s where s.user_id = ${userId} and s.queue = ${filter.queue}
      and s.at > now() - make_interval(hours => ${skipHours})))`
  return tx.query<Lease>(sql`
    with expired as materialized (
      select w.subject_id from waiting w where w.until < now() and ${wanted}
      order by w.until limit ${most}::int for update skip locked),
    free as materialized (
      select w.subject_id from waiting w where w.until is null and ${wanted}
      order by w.priority desc, w.create_time, w.subject_id
      limit ${most}::int - (select count(*) from expired) for update skip locked),
    claimed as (
      update waiting w set lease_id = gen_random_uuid(), desk = ${desk}, holder_id = ${userId},
        holder_name = ${nickName}, claimed_at = now(), until = ${newExpiry}
      where ${isOfQueue[filter.queue]} and w.subject_id = any (array(
        select subject_id from expired union all select subject_id from free))
      returning ${fields}, w.priority, w.create_time),
    remembered as (
      insert into lease (id, user_id, queue, subject_id)
      select lease, ${userId}, queue, id from claimed)
    select lease, queue, id, kind from claimed order by priority desc, create_time, id`)
}

/** Given out without being pending: nothing of ours leaves such a row. */
export async function dropWaiting(tx: Tx, queue: Queue, id: number): Promise<void> {
  await tx.query(sql`delete from waiting where queue = ${queue} and subject_id = ${id}`)
}

/** What a lease of this desk is for, while the desk still has it. */
export async function getLease(tx: Tx, desk: Desk, lease: string): Promise<Lease | undefined> {
  const [found] = await tx.query<Lease>(sql`
    select ${fields} from waiting w where ${heldAt(desk)} and w.lease_id = ${lease}`)
  return found
}

export interface LockedLease extends Lease {
  claimedAt: string
  heldSeconds: number
}

export async function lockLease(
  tx: Tx,
  desk: Desk,
  lease: string,
): Promise<LockedLease | undefined> {
  const [found] = await tx.query<LockedLease>(sql`
    select ${fields}, to_json(w.claimed_at) #>> '{}' as "claimedAt",
      ${secondsSince(sql`w.claimed_at`)} as "heldSeconds"
    from waiting w where ${heldAt(desk)} and w.lease_id = ${lease} for update`)
  return found
}

/** What a lease of this person was for, even if another person holds the item now. */
export async function getPastLease(
  tx: Tx,
  userId: number,
  lease: string,
): Promise<{ queue: Queue; id: number } | undefined> {
  const [found] = await tx.query<{ queue: Queue; id: number }>(sql`
    select queue, subject_id as id from lease where id = ${lease} and user_id = ${userId}`)
  return found
}

/** Whether the item is pending, and who holds it. */
export async function getWaiting(
  tx: Tx,
  queue: Queue,
  id: number,
): Promise<{ holder: string | null } | undefined> {
  const [found] = await tx.query<{ holder: string | null }>(sql`
    select case when w.until > now() then w.holder_name end as holder
    from waiting w where w.queue = ${queue} and w.subject_id = ${id}`)
  return found
}

/** A lease that ended with a decision or a skip. */
export interface TakenLease extends Holding {
  lease: string
  queue: Queue
  id: number
  /** As the decision's event keeps it; now by default. */
  claimedAt?: string
}

/** After an undo: the item is held as before. False: it is decided, or another person holds it. */
export async function restoreLease(tx: Tx, taken: TakenLease): Promise<boolean> {
  const rows = await tx.query(sql`
    update waiting w set lease_id = ${taken.lease}, desk = ${taken.desk},
      holder_id = ${taken.userId}, holder_name = ${taken.nickName},
      claimed_at = coalesce(${taken.claimedAt ?? null}::timestamptz, now()), until = ${newExpiry}
    where w.queue = ${taken.queue} and w.subject_id = ${taken.id}
      and (w.until is null or w.until < now()) returning 1`)
  return rows.length === 1
}

/** Releases an item and does not offer it to this person again for a while. */
export async function setAside(tx: Tx, userId: number, { queue, id }: Lease): Promise<void> {
  await tx.query(sql`
    update waiting set ${clearHolder} where queue = ${queue} and subject_id = ${id}`)
  await tx.query(sql`
    insert into skipped (user_id, queue, subject_id) values (${userId}, ${queue}, ${id})
    on conflict (user_id, queue, subject_id) do update set at = now()`)
}

/** Holds a skipped item again. False: it was not skipped, is decided, or somebody else holds it. */
export async function takeBack(
  tx: Tx,
  by: Holding,
  { lease, queue, id }: Pick<Lease, 'lease' | 'queue' | 'id'>,
): Promise<boolean> {
  const skipped = await tx.query(sql`
    delete from skipped where user_id = ${by.userId} and queue = ${queue} and subject_id = ${id}
    returning 1`)
  if (skipped.length === 0) return false
  return restoreLease(tx, { ...by, lease, queue, id })
}

export async function clearSkipped(db: Db, userId: number, filter: Filter): Promise<void> {
  await db.query(sql`
    delete from skipped s using waiting w
    where s.user_id = ${userId} and w.queue = s.queue and w.subject_id = s.subject_id
      and ${matches(filter)}`)
}

/** Frees leases that expired long ago, so that a claim does not have to walk over them. */
export async function freeForgotten(db: Db): Promise<void> {
  // Skips rows that a returning holder has locked: those are locked in an order of their own.
  await db.query(sql`
    with forgotten as (
      select w.queue, w.subject_id from waiting w
      where w.${inAnyQueue}
        and w.until < now() - interval '1 hour' for update skip locked)
    update waiting w set ${clearHolder} from forgotten f
    where w.queue = f.queue and w.subject_id = f.subject_id`)
}

export interface WaitingCounts {
  left: number
  more: boolean
  skipped: number
  held: number
}

/** What waits is counted up to here; from there on "at least". */
const countsTo = 1000

/** The queue's counts for a desk. Beyond a thousand nothing is counted one by one. */
export async function getWaitingCounts(
  tx: Tx,
  desk: Desk,
  filter: Filter,
  pending: number,
): Promise<WaitingCounts> {
  const wanted = matches(filter)
  const some = (which: Sql) =>
    sql`select from waiting w where ${which} and ${wanted} limit ${countsTo + 1}::int`
  // The counters know all but cases of reports and searches.
  const counted = !isCase(filter.queue) && !filter.ids
  const left = counted
    ? sql`select sum(p.total) from unnest(${filter.kinds ?? [null]}::bigint[]) k (kind),
        find_place(${filter.queue}, k.kind, ${pending}::smallint, ${filter.since ?? null}::timestamptz,
          ${filter.until ?? null}::timestamptz, 0) p`
    : sql`select count(*) from ((${some(sql`w.until is null`)})
        union all (${some(sql`w.until is not null`)})) l`
  const [counts] = await tx.query<Omit<WaitingCounts, 'more'>>(sql`
    select (${left})::int as left,
      (select count(*) from skipped s
        join waiting w on w.queue = s.queue and w.subject_id = s.subject_id
        where s.user_id = ${desk.userId} and ${wanted}
          and s.at > now() - make_interval(hours => ${skipHours}))::int as skipped,
      (select count(*) from (${some(sql`w.until > now() and not (w.holder_id = ${desk.userId}
        and w.desk = ${desk.desk})`)}) h)::int as held`)
  const found = counts ?? { left: 0, skipped: 0, held: 0 }
  const more = !counted && found.left > countsTo
  return { ...found, left: more ? countsTo : found.left, more }
}

const holdersShown = 1000

export function findHolders(db: Db, filter: Filter): Promise<Holder[]> {
  return db.query<Holder>(sql`
    select w.subject_id as id, json_build_object('id', w.holder_id, 'nickName', w.holder_name) as by,
      ${wireTime(sql`w.claimed_at`)} as since
    from waiting w where w.until > now() and ${matches(filter)}
    order by w.until desc limit ${holdersShown}`)
}
