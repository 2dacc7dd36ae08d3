import type { About } from '@screening-room/contract/focus'
import { type ItemQueue, itemQueueOf, type Queue } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'
import { memberName } from './platform-ids.ts'
import { tableOf } from './queue-sql.ts'
import { rowsOf } from './queues.ts'

/** What people hand in: where it is, and how it is shown. */
export const submitted = Object.values(rowsOf).flatMap(({ queue, submitted: shown }) =>
  shown ? [{ queue, table: tableOf[queue], ...shown }] : [],
)

/** Larger counts are not exact: they would tell nobody more. */
const countsTo = 10_000

type Submitter = NonNullable<About['submitter']>
type Counts = Pick<Submitter, 'approved' | 'rejected' | 'takenDown' | 'pending'>

/** A submitter, with their items of each queue and kind. */
export type SubmitterFound = Omit<Submitter, 'lists'> & {
  kinds: (Counts & { queue: ItemQueue; kind: number })[]
}

const counted = sql`count(*) filter (where x.status = ${status.approved})::int as approved,
  count(*) filter (where x.status = ${status.rejected})::int as rejected,
  count(*) filter (where x.status = ${status.takenDown})::int as "takenDown",
  count(*) filter (where x.status = ${status.pending})::int as pending`

/**
 * The person who submitted an item, and what became of their other items; a report's item is its
 * video. Undefined where there is no such item.
 */
export async function getSubmitter(
  db: Db,
  queue: Queue,
  id: number,
): Promise<SubmitterFound | undefined> {
  const own = submitted.find((one) => one.queue === itemQueueOf(queue))
  if (!own) return undefined
  const others = submitted
    .map(({ queue, table, by, kind }) => {
      const other = table === own.table ? sql`x.id <> ${id}` : sql`true`
      return sql`(select ${queue}::text as queue, ${kind}::int as kind, x.status from ${table} x where x.${by} = p.id and ${other} limit ${countsTo}::int)`
    })
    .reduce((all, some) => sql`${all} union all ${some}`)
  const [found] = await db.query<SubmitterFound>(sql`
    select p.id, ${memberName(sql`p.id`)} as "nickName",
      exists (select from certification c
        where c.member_id = p.id and c.status = ${status.approved}) as certified,
      o.approved, o.rejected, o."takenDown", o.pending, o.kinds,
      (select coalesce(sum(v.report_count), 0)::int from (
        select v.report_count from video v where v.uploader_id = p.id limit ${countsTo}::int) v) as reports
    from (select x.${own.by} as id from ${own.table} x where x.id = ${id}) p
    cross join lateral (
      select coalesce(sum(x.approved), 0)::int as approved, coalesce(sum(x.rejected), 0)::int as rejected,
        coalesce(sum(x."takenDown"), 0)::int as "takenDown", coalesce(sum(x.pending), 0)::int as pending,
        coalesce(json_agg(x order by x.queue, x.kind), '[]') as kinds
      from (select x.queue, x.kind, ${counted} from (${others}) x group by x.queue, x.kind) x) o`)
  return found
}

/** Of each queue, this many of a person's decided items are compared at most. */
const comparedTo = 500
const decidedShown = 6
const decided = [status.approved, status.rejected, status.takenDown]

export interface SubmittedItem {
  queue: ItemQueue
  kind: number
  id: number
  title: string | null
  banner: string | null
  status: number
  time: string
}

/** What a person submitted and was decided last, without the item itself; newest first. */
export function findDecidedOf(
  db: Db,
  person: number,
  except: { queue: Queue; id: number },
): Promise<SubmittedItem[]> {
  const own = itemQueueOf(except.queue)
  const items = submitted
    .map(({ queue, table, by, kind, title, banner }) => {
      const other = queue === own ? sql`x.id <> ${except.id}` : sql`true`
      return sql`(select ${queue}::text as queue, ${kind}::int as kind, x.id, ${title}::text as title,
          ${banner}::text as banner, x.status, x.update_time
        from ${table} x where x.${by} = ${person} and x.status = any (${decided}::smallint[]) and ${other}
        limit ${comparedTo}::int)`
    })
    .reduce((all, some) => sql`${all} union all ${some}`)
  return db.query<SubmittedItem>(sql`
    select i.queue, i.kind, i.id, i.title, i.banner, i.status, ${wireTime(sql`i.update_time`)} as time
    from (${items}) i order by i.update_time desc, i.id desc limit ${decidedShown}::int`)
}
