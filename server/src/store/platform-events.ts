import type { PlatformEvent } from '@screening-room/contract/platform'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { eventFields } from './event-message.ts'
import { externalIdOf } from './platform-ids.ts'

/**
 * The next events of the sealed record, of every sort: an event that commits late has no earlier place. One
 * probe of an index for each, whatever the planner expects.
 */
export function findEventsAfter(db: Db, after: number, most: number): Promise<PlatformEvent[]> {
  return db.query<PlatformEvent>(sql`
    select s.position, e.id as event, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      e.queue, e.action, e.subject_id as id, ${externalIdOf(sql`e.queue`, sql`e.subject_id`)} as external_id,
      case when e.after is not null then e.before end as before, e.after, e.reason,
      ${eventFields},
      (e.details ->> 'undoes')::bigint as undoes,
      json_build_object('id', e.actor_id, 'nick_name', e.actor_name) as by
    from (select position, event_id from event_seal where position > ${after}
      order by position limit ${most}::int) s
    cross join lateral (select * from event where id = s.event_id limit 1) e
    order by s.position`)
}

export async function getLastPosition(db: Db): Promise<number> {
  const [found] = await db.query<{ last: number | null }>(
    sql`select max(position) as last from event_seal`,
  )
  return found?.last ?? 0
}
