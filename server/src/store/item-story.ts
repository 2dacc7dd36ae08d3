import { isCase, type Queue, queueNames } from '@screening-room/contract/queues'
import type { ItemStory } from '@screening-room/contract/record'
import type { Queries } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'
import { externalIdOf, memberName } from './platform-ids.ts'

/* One item as it is now, with what came to it and went out of it. Its events are in record.ts. */

type Facts = Omit<ItemStory, 'versions' | 'reports' | 'deliveries'>

interface Columns {
  from: Sql
  title: Sql
  introduction: Sql
  member: Sql
  erased: Sql
  videoType?: Sql
  reason?: Sql
  video?: Sql
}

/** The item is `x`; a report is told by the video `v` that it is on. */
const columnsOf: Record<Queue, Columns> = {
  certification: {
    from: sql`certification x`,
    title: sql`x.nick_name`,
    introduction: sql`x.introduce`,
    member: sql`x.member_id`,
    erased: sql`x.erased_at`,
  },
  project: {
    from: sql`project x`,
    title: sql`x.title`,
    introduction: sql`x.introduction`,
    member: sql`x.owner_id`,
    erased: sql`x.erased_at`,
  },
  video: {
    from: sql`video x`,
    title: sql`x.title`,
    introduction: sql`x.introduction`,
    member: sql`x.uploader_id`,
    erased: sql`x.erased_at`,
    videoType: sql`x.type`,
  },
  report: {
    from: sql`report x left join video v on v.id = x.video_id`,
    title: sql`v.title`,
    introduction: sql`null`,
    member: sql`x.reporter_id`,
    erased: sql`v.erased_at`,
    videoType: sql`v.type`,
    reason: sql`x.reason_id`,
    video: sql`x.video_id`,
  },
}

/** Of the item that an event `e` is about; null where that is no item. */
export const itemTitle = queueNames.reduce((others, queue) => {
  const { from, title } = columnsOf[queue]
  return sql`case when e.queue = ${queue} then (select ${title} from ${from} where x.id = e.subject_id)
    else ${others} end`
}, sql`null::text`)

const none = sql`null`
const shownAtMost = 200

async function getFacts(db: Queries, queue: Queue, id: number): Promise<Facts | undefined> {
  const { from, title, introduction, member, erased, ...rest } = columnsOf[queue]
  const { videoType = none, reason = none, video = none } = rest
  const [found] = await db.query<Facts>(sql`
    select ${queue} as queue, x.id, ${title} as title, ${introduction} as introduction,
      ${videoType}::int as "videoType", x.status,
      json_build_object('id', ${member},
        'nickName', ${memberName(member)}) as member,
      ${externalIdOf(sql`${queue}`, sql`x.id`)} as "externalId", ${wireTime(sql`x.create_time`)} as "createdAt",
      ${erased} is not null as erased, ${reason}::bigint as "reasonId", ${video}::bigint as "videoId"
    from ${from} where x.id = ${id}`)
  return found
}

/** The latest first. */
async function findVersions(db: Queries, queue: Queue, id: number): Promise<ItemStory['versions']> {
  if (isCase(queue)) return []
  return db.query(sql`
    select n.version, n.title, n.introduction, null as "replacedAt"
      from latest_version n where n.queue = ${queue} and n.subject_id = ${id}
    union all (
      select p.version, p.title, p.introduction, ${wireTime(sql`p.replaced_at`)}
      from item_version p where p.queue = ${queue} and p.subject_id = ${id}
      order by p.version desc limit ${shownAtMost}::int)
    order by version desc`)
}

async function findReportsOf(db: Queries, queue: Queue, id: number): Promise<ItemStory['reports']> {
  if (queue !== 'video') return []
  return db.query(sql`
    select r.id, r.status, r.reason_id as "reasonId", r.reporter_id as "reporterId",
      ${wireTime(sql`r.create_time`)} as "createdAt"
    from report r where r.video_id = ${id} order by r.create_time desc, r.id desc
    limit ${shownAtMost}::int`)
}

/** To the endpoint of WEBHOOK_URL what was tried, undone or given up, and to each other endpoint. */
function findDeliveriesOf(db: Queries, queue: Queue, id: number): Promise<ItemStory['deliveries']> {
  return db.query(sql`
    select e.id as event, e.action, t.endpoint, t.state, t.attempts, t.status, t.error, ${wireTime(sql`t.at`)} as at
    from (select id, action from event where queue = ${queue} and subject_id = ${id}
        order by id desc limit ${shownAtMost}::int) e
    cross join lateral (
      select null as endpoint, o.state, o.attempts, null::int as status, o.last_error as error, o.settled_at as at
        from outbox o where o.event_id = e.id and (o.attempts > 0 or o.state in ('taken_back', 'dead'))
      union all
      select p.name, d.state, d.attempts, d.status, d.error, coalesce(d.settled_at, d.sent_at)
        from delivery d join endpoint p on p.id = d.endpoint_id where d.event_id = e.id) t
    order by e.id desc, t.endpoint limit ${shownAtMost}::int`)
}

export async function getItemStory(
  db: Queries,
  queue: Queue,
  id: number,
): Promise<ItemStory | undefined> {
  const facts = await getFacts(db, queue, id)
  if (!facts) return undefined
  const versions = await findVersions(db, queue, id)
  const reports = await findReportsOf(db, queue, id)
  const deliveries = await findDeliveriesOf(db, queue, id)
  return { ...facts, versions, reports, deliveries }
}
