import { memberCountsTo } from '@screening-room/contract/members'
import type { ItemQueue } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { certificationRows } from './certifications.ts'
import { isEffective } from './events.ts'
import { wireTime } from './paging.ts'
import { externalIdOf } from './platform-ids.ts'
import { type SubmittedItem, submitted } from './submitters.ts'

/*
 * A member's page. Each statement reads so many rows at most, along an index: somebody who handed in a million
 * items costs as much as somebody with ten thousand.
 */

const itemsShown = 12
const decisionsShown = 20
/** Of these items, those that were changed last, the last decision is looked for. */
const itemsCompared = 60
const reportsShown = 10
const notesShown = 50
/** One more than is counted: then there are more. */
const readTo = memberCountsTo + 1

/** What a person handed in, as `own`. */
const ownOf = (person: number) =>
  submitted
    .map(
      ({ queue, table, by, kind, title, banner }) => sql`
      (select ${queue}::text as queue, ${kind}::int as kind, x.id, ${title}::text as title, ${banner}::text as banner,
          x.status, x.create_time, x.update_time
        from ${table} x where x.${by} = ${person} limit ${readTo}::int)`,
    )
    .reduce((all, some) => sql`${all} union all ${some}`)

export interface MemberItems {
  externalId: string | null
  nickName: string | null
  known: boolean
  erased: boolean
  counts: { queue: ItemQueue; kind: number; status: number; n: number }[]
  /** The queues of which there are more. */
  more: ItemQueue[]
  items: SubmittedItem[]
  certification: { id: number; roleId: number; status: number; createTime: string } | null
  certified: boolean
}

export async function getMemberItems(db: Db | Tx, id: number): Promise<MemberItems | undefined> {
  const [found] = await db.query<MemberItems>(sql`
    with own as materialized (${ownOf(id)})
    select (select m.nick_name from member m where m.id = ${id}) as "nickName",
      ${externalIdOf(sql`'member'`, sql`${id}`)} as "externalId",
      exists (select from member m where m.id = ${id}) as known,
      exists (select from erasure e where e.member_id = ${id}) as erased,
      (select coalesce(json_agg(c), '[]') from (
        select o.queue, o.kind, o.status, count(*)::int as n from own o group by 1, 2, 3) c) as counts,
      (select coalesce(json_agg(q.queue), '[]') from (
        select o.queue from own o group by 1 having count(*) = ${readTo}::int) q) as more,
      (select coalesce(json_agg(n), '[]') from (
        select o.queue, o.kind, o.id, o.title, o.banner, o.status, ${wireTime(sql`o.create_time`)} as time
        from own o order by o.create_time desc, o.id desc limit ${itemsShown}::int) n) as items,
      exists (select from certification c where c.member_id = ${id} and c.status = ${status.approved}) as certified,
      (select json_build_object('id', c.id, 'roleId', c.role_id, 'status', c.status,
          'createTime', ${wireTime(sql`c.create_time`)})
        from certification c where c.id = (
          select o.id from own o where o.queue = ${certificationRows.queue} order by o.create_time desc, o.id desc limit 1)
      ) as certification`)
  return found
}

interface DecidedOfMember {
  event: number
  queue: ItemQueue
  kind: number
  id: number
  title: string | null
  action: string
  before: number | null
  after: number | null
  reason: string
  reasonIds: number[]
  erased: boolean
  by: { id: number; nickName: string }
  at: string
}

/** Newest first. A decision of an item that was changed long ago is not looked for. */
export function findDecisionsOn(db: Db | Tx, id: number): Promise<DecidedOfMember[]> {
  return db.query<DecidedOfMember>(sql`
    select e.id as event, d.queue, d.kind, d.id, d.title, e.action, e.before, e.after, e.reason,
      to_json(e.reason_ids) as "reasonIds", e.erased_by is not null as erased,
      json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by, ${wireTime(sql`e.at`)} as at
    from (select * from (${ownOf(id)}) o order by o.update_time desc, o.id desc limit ${itemsCompared}::int) d
    cross join lateral (
      select * from event e where e.queue = d.queue and e.subject_id = d.id and ${isEffective}
      order by e.id desc limit 1) e
    order by e.id desc limit ${decisionsShown}::int`)
}

type StatusCounts = { status: number; n: number }[]

interface MemberReports {
  against: StatusCounts
  by: StatusCounts
  latest: {
    id: number
    videoId: number
    videoType: number
    title: string | null
    reasonId: number
    status: number
    time: string
  }[]
}

export async function getMemberReports(db: Db | Tx, id: number): Promise<MemberReports> {
  const counted = sql`coalesce(json_agg(s), '[]') from (select r.status, count(*)::int as n`
  const [found] = await db.query<MemberReports>(sql`
    select
      (select ${counted} from (
          select r.status from (
            select v.id, v.report_count from video v where v.uploader_id = ${id} limit ${readTo}::int) v
          cross join lateral (
            select r.status from report r where r.video_id = v.id limit ${readTo}::int) r
          where v.report_count > 0 limit ${readTo}::int) r
        group by 1) s) as against,
      (select ${counted} from (
          select r.status from report r where r.reporter_id = ${id}
          order by r.create_time desc, r.id desc limit ${readTo}::int) r
        group by 1) s) as by,
      (select coalesce(json_agg(l), '[]') from (
        select r.id, r.video_id as "videoId", r.video_type as "videoType", r.reason_id as "reasonId", r.status,
          (select v.title from video v where v.id = r.video_id) as title,
          ${wireTime(sql`r.create_time`)} as time
        from report r where r.reporter_id = ${id}
        order by r.create_time desc, r.id desc limit ${reportsShown}::int) l) as latest`)
  return found ?? { against: [], by: [], latest: [] }
}

interface MemberNote {
  id: number
  at: string
  by: { id: number; nickName: string }
  text: string
  erased: boolean
}

/** Newest first. A note is an event: nobody changes it. */
export function findMemberNotes(db: Db | Tx, id: number): Promise<MemberNote[]> {
  return db.query<MemberNote>(sql`
    select e.id, ${wireTime(sql`e.at`)} as at, json_build_object('id', e.actor_id, 'nickName', e.actor_name) as by,
      e.reason as text, e.erased_by is not null as erased
    from event e where e.queue = 'member' and e.subject_id = ${id} and e.action = 'note'
    order by e.id desc limit ${notesShown}::int`)
}
