import type { ItemQueue } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Changes } from '@screening-room/contract/versions'
import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { isEffective } from './events.ts'
import { wireTime } from './paging.ts'

/* The versions of items. A trigger writes them, also where SQL changes an item. */

/** What the platform says of the item `x` beside its content. */
export const factsOf = (queue: ItemQueue) =>
  sql`current_version(${queue}, x.id) as version, x.attributes, x.signals, x.priority`

const decisions = [status.approved, status.rejected, status.takenDown]

const textChange = (before: Sql, now: Sql) =>
  sql`case when p.version is not null and ${before} is distinct from ${now}
    then json_build_object('before', ${before}, 'now', ${now}) end`

/** The latest version beside an earlier one: `since`, or the one that was decided on last. */
export async function getChanges(
  db: Db | Tx,
  queue: ItemQueue,
  id: number,
  since?: number,
): Promise<Changes | undefined> {
  const [found] = await db.query<Changes>(sql`
    select n.version, p.version as since,
      case when p.version = d.version and ${since ?? null}::int is null
        then json_build_object('action', d.action, 'by', d.by, 'at', d.at) end as decided,
      ${textChange(sql`p.title`, sql`n.title`)} as title,
      ${textChange(sql`p.introduction`, sql`n.introduction`)} as introduction,
      p.version is not null and p.media is distinct from n.media as media,
      p.version is not null and p.pictures is distinct from n.pictures as pictures
    from latest_version n
    left join lateral (
      select e.action, e.actor_name as by, ${wireTime(sql`e.at`)} as at,
        coalesce((e.details ->> 'version')::int, 1) as version
      from event e where e.queue = n.queue and e.subject_id = n.subject_id
        and e.after = any (${decisions}::smallint[]) and ${isEffective}
      order by e.id desc limit 1) d on true
    left join item_version p on p.queue = n.queue and p.subject_id = n.subject_id
      and p.version = coalesce(${since ?? null}::int, d.version)
    where n.queue = ${queue} and n.subject_id = ${id}`)
  return found
}
