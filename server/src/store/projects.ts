import type { OutputOf } from '@screening-room/contract/call'
import type { Project, projectCalls } from '@screening-room/contract/projects'
import type { FilterValuesOf } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { foundByWords } from './found.ts'
import { findPage, type List, type ListRange, pendingSince, type Rows, wireTime } from './paging.ts'
import { memberName, ownExternalId } from './platform-ids.ts'
import { factsOf } from './versions.ts'

const fields = sql`x.id, ${ownExternalId('project')}, x.title, x.introduction, x.cover, x.owner_id as "ownerId",
  ${memberName(sql`x.owner_id`)} as "ownerName",
  exists (select from certification c
    where c.member_id = x.owner_id and c.status = ${status.approved}) as "ownerCertified",
  x.role_ids as "roleIds",
  (select count(*)::int from video v where v.project_id = x.id) as "videoCount",
  x.promo_video_id as "promoVideoId", x.status, ${wireTime(sql`x.create_time`)} as "createTime",
  ${wireTime(sql`x.update_time`)} as "updateTime", ${pendingSince},
  x.erased_at is not null as erased`

/** Of one item alone: lists do not show them. */
const facts = factsOf('project')

export const projectRows: Rows<'project'> = {
  queue: 'project',
  from: sql`project x`,
  columns: { status: sql`x.status`, memberId: sql`x.owner_id` },
  submitted: { by: sql`owner_id`, kind: sql`0`, title: sql`x.title`, banner: sql`x.cover` },
  found: foundByWords(4),
}

export const projectList: List = { rows: projectRows, fields }

export function findProjects(db: Queries, range: ListRange & FilterValuesOf<'project'>) {
  return findPage<Project>(db, projectList, range)
}

type ProjectWithVideos = OutputOf<(typeof projectCalls)['get']>['data']

/** At most this many of a project's videos are shown beside it. */
const videosShown = 100

export async function getProject(db: Db | Tx, id: number): Promise<ProjectWithVideos | undefined> {
  const [found] = await db.query<{ item: ProjectWithVideos }>(sql`
    select row_to_json(r) as item from (
      select ${fields}, ${facts},
        (select coalesce(json_agg(v), '[]') from (
          select v.id, v.title, v.image as "imageUrl", v.duration, v.status as "viewStatus",
            ${wireTime(sql`v.create_time`)} as "createTime"
          from video v where v.project_id = x.id
          order by v.create_time desc limit ${videosShown}) v) as videos
      from project x where x.id = ${id}) r`)
  return found?.item
}
