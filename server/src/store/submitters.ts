import type { About } from '@screening-room/contract/focus'
import { itemQueueOf, type Queue } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { tableOf } from './queue-sql.ts'
import { rowsOf } from './queues.ts'

const submitted = Object.values(rowsOf).flatMap(({ queue, submitter }) =>
  submitter ? [{ queue, table: tableOf[queue], by: submitter }] : [],
)

/** Larger counts are not exact: they would tell nobody more. */
const countsTo = 10_000

/**
 * The person who submitted an item, and what became of their other items; a report's item is its
 * video. Undefined where there is no such item.
 */
export async function getSubmitter(
  db: Db,
  queue: Queue,
  id: number,
): Promise<NonNullable<About['submitter']> | undefined> {
  const own = submitted.find((one) => one.queue === itemQueueOf(queue))
  if (!own) return undefined
  const others = submitted
    .map(({ table, by }) => {
      const other = table === own.table ? sql`x.id <> ${id}` : sql`true`
      return sql`(select x.status from ${table} x where x.${by} = p.id and ${other} limit ${countsTo}::int)`
    })
    .reduce((all, some) => sql`${all} union all ${some}`)
  const [found] = await db.query<NonNullable<About['submitter']>>(sql`
    select p.id, m.nick_name as "nickName",
      exists (select from certification c
        where c.member_id = p.id and c.status = ${status.approved}) as certified,
      o.approved, o.rejected, o."takenDown", o.pending,
      (select coalesce(sum(v.report_count), 0)::int from (
        select v.report_count from video v where v.uploader_id = p.id limit ${countsTo}::int) v) as reports
    from (select x.${own.by} as id from ${own.table} x where x.id = ${id}) p
    left join member m on m.id = p.id
    cross join lateral (
      select count(*) filter (where x.status = ${status.approved})::int as approved,
        count(*) filter (where x.status = ${status.rejected})::int as rejected,
        count(*) filter (where x.status = ${status.takenDown})::int as "takenDown",
        count(*) filter (where x.status = ${status.pending})::int as pending
      from (${others}) x) o`)
  return found
}
