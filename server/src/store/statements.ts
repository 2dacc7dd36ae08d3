import { isCase, itemQueueOf, queueNames } from '@screening-room/contract/queues'
import type { Queries } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { tableOf } from './queue-sql.ts'

/* Decisions that restrict content, for the public: without people, titles and what somebody typed. */

export interface StatementRow {
  id: number
  /** To go on from. */
  at: string
  queue: string
  action: string
  before: number | null
  /** In the platform's zone. */
  day: string
  contentDay: string
  /** Names of report reasons, or of the catalogue's reason whose text was sent. */
  grounds: string[]
  policies: string[]
  /** The video was reported before. */
  reported: boolean
}

const items = queueNames.filter((queue) => !isCase(queue))
/** The queues whose items are reported. */
const reportable = queueNames.filter(isCase).map(itemQueueOf)
const createTime = items
  .map(
    (queue) =>
      sql`when ${queue} then (select x.create_time from ${tableOf[queue]} x where x.id = e.subject_id)`,
  )
  .reduce((all, one) => sql`${all} ${one}`)

/** Those that stand, oldest first, after one of them. */
export function findStatements(
  db: Queries,
  { since, until }: { since: string; until: string },
  after: Pick<StatementRow, 'id' | 'at'> | undefined,
  most: number,
): Promise<StatementRow[]> {
  const beyond = after
    ? sql`(e.at, e.id) > (${after.at}::timestamptz, ${after.id}::bigint)`
    : sql`true`
  return db.query<StatementRow>(sql`
    select e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.queue, e.action, e.before,
      to_char(e.at, 'YYYY-MM-DD') as day,
      coalesce(to_char(case e.queue ${createTime} end, 'YYYY-MM-DD'), '') as "contentDay",
      case when e.action = 'takeDown' then (
          select coalesce(json_agg(coalesce(r.message_en, r.message) order by r.id), '[]')
          from report_reason r where r.id = any (e.reason_ids))
        else (
          select coalesce(json_agg(l.label), '[]') from (
            select coalesce(c.label_en, c.label) as label from canned_reason c
            where c.queue = e.queue and (strpos(e.reason, c.text) > 0 or strpos(e.reason, c.text_en) > 0)
            order by length(c.text) desc, c.id limit 1) l) end as grounds,
      (select coalesce(json_agg(coalesce(r.policy_en, r.policy) order by r.id)
          filter (where coalesce(r.policy_en, r.policy) is not null), '[]')
        from report_reason r where r.id = any (e.reason_ids)) as policies,
      e.queue = any (${reportable}::text[]) and exists (
        select from report r where r.video_id = e.subject_id and r.create_time < e.at) as reported
    from (
      select * from event e
      where e.action = any ('{reject,takeDown}') and e.queue = any (${items}::text[])
        and e.at >= ${since}::timestamptz and e.at < ${until}::timestamptz and ${beyond} and not was_undone(e)
      order by e.at, e.id limit ${most}::int) e
    order by e.at, e.id`)
}
