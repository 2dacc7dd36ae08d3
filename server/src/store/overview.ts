import { type ListEntry, type ListName, listNames, lists } from '@screening-room/contract/queues'
import type { Db } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'
import { inAnyQueue, isOfQueue } from './queue-sql.ts'

/* How things stand at this moment. What waits is read in the order of waiting, and counted up to a limit. */

/** Beyond it, it is "more than". */
const overdueCountsTo = 1000

interface Standing {
  list: ListName
  oldest: string | null
  overdue: number
  atRisk: number
}

/** From this part of the target on, what waits is at risk. */
const riskShare = 0.75

type Hours = (list: ListName) => number

/** Those that the list's pending count is of. */
function kindsOf(name: ListName): number[] | undefined {
  const { pending, kinds }: ListEntry = lists[name]
  if (pending.kind !== undefined) return [pending.kind]
  return kinds && Object.values(kinds)
}

/** What waits in a list, and which of it the longest: its index has the kinds one by one. */
function standingOf(name: ListName, hours: number): Sql {
  const { queue } = lists[name]
  const kinds = kindsOf(name)
  const target = sql`make_interval(hours => ${hours}::int)`
  const late = sql`w.since < now() - ${target}`
  const soon = sql`w.since >= now() - ${target} and w.since < now() - ${target} * ${riskShare}::float8`
  const oldest = (ofKind: Sql) =>
    sql`select w.since from waiting w where ${isOfQueue[queue]} and ${ofKind} order by w.since limit 1`
  const those = (ofKind: Sql, when: Sql) =>
    sql`select from waiting w where ${isOfQueue[queue]} and ${ofKind} and ${when} limit ${overdueCountsTo + 1}`
  const count = (when: Sql) => sql`(select count(*) from (${those(sql`true`, when)}) o)::int`
  if (!kinds)
    return sql`select ${name}::text as list, (${oldest(sql`true`)}) as oldest,
      ${count(late)} as overdue, ${count(soon)} as "atRisk"`
  const ofKind = sql`w.kind = k.kind`
  return sql`select ${name}::text as list, min(o.since) as oldest,
      least(sum(l.n), ${overdueCountsTo + 1})::int as overdue,
      least(sum(r.n), ${overdueCountsTo + 1})::int as "atRisk"
    from unnest(${kinds}::bigint[]) k (kind)
      left join lateral (${oldest(ofKind)}) o on true
      cross join lateral (select count(*) as n from (${those(ofKind, late)}) x) l
      cross join lateral (select count(*) as n from (${those(ofKind, soon)}) x) r`
}

export function findStandings(db: Db, hours: Hours): Promise<Standing[]> {
  const each = listNames.map((name) => standingOf(name, hours(name)))
  const all = each.reduce((joined, one) => sql`${joined} union all ${one}`)
  return db.query<Standing>(
    sql`select s.list, ${wireTime(sql`s.oldest`)} as oldest, s.overdue, s."atRisk" from (${all}) s`,
  )
}

interface HeldItems {
  id: number
  nickName: string
  queue: string
  count: number
  since: string
}

/** Far more than people hold; it only keeps the cost of the question known. */
const heldAtMost = 2000

/** Who holds how many items; by name. */
export function findInHand(db: Db): Promise<HeldItems[]> {
  return db.query<HeldItems>(sql`
    select w.holder_id as id, w.holder_name as "nickName", w.queue, count(*)::int as count,
      ${wireTime(sql`min(w.claimed_at)`)} as since
    from (
      select * from waiting where ${inAnyQueue} and until > now() limit ${heldAtMost}) w
    group by 1, 2, 3 order by 2, 1, 3`)
}

/** Endpoints that nothing reaches, and deliveries that were given up. */
export async function countTrouble(
  db: Db,
): Promise<{ deadEndpoints: number; deadDeliveries: number }> {
  const [found] = await db.query<{ deadEndpoints: number; deadDeliveries: number }>(sql`
    select (select count(*) from endpoint where removed_at is null and state = 'dead')::int as "deadEndpoints",
      (select count(*) from (select from outbox where state = 'dead' limit ${overdueCountsTo + 1}) d)::int
        as "deadDeliveries"`)
  return found ?? { deadEndpoints: 0, deadDeliveries: 0 }
}
