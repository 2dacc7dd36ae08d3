import type { CategoryKind } from '@screening-room/contract/categories'
import type { FilterValuesOf } from '@screening-room/contract/queues'
import { videoType } from '@screening-room/contract/review'
import type { Video } from '@screening-room/contract/videos'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { foundByWords } from './found.ts'
import { findPage, type List, type ListRange, pendingSince, type Rows, wireTime } from './paging.ts'
import { ownExternalId } from './platform-ids.ts'
import type { LockedItem } from './review.ts'
import { factsOf } from './versions.ts'

/** What a video's category is merged into. The function is called for merged ones only. */
const categoryId = sql`coalesce((select case when c.merged_into is null then c.id else merged_category(c.id) end
  from category c where c.id = x.category_id), x.category_id)`

const fields = sql`x.id, ${ownExternalId('video')}, x.title, x.introduction, x.banner as "videoBanner", x.image as "imageUrl",
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'nameEn', t.name_en, 'hidden', t.hidden)
       order by t.place nulls last, t.id), '[]')
     from (select distinct case when o.merged_into is null then o.id else merged_tag(o.id) end as id
       from video_tag vt join tag o on o.id = vt.tag_id where vt.video_id = x.id) own
     join tag t on t.id = own.id) as tags,
  x.status as "viewStatus", x.visibility, x.featured, ${wireTime(sql`x.create_time`)} as "createTime",
  ${wireTime(sql`x.update_time`)} as "updateTime", ${categoryId} as "categoryId", x.duration,
  x.type as "videoType", x.language, ${pendingSince},
  x.erased_at is not null as erased`

/** Of one item alone: lists do not show them. */
const facts = factsOf('video')

export const videoRows: Rows<'video'> = {
  queue: 'video',
  from: sql`video x`,
  columns: {
    videoType: sql`x.type`,
    status: sql`x.status`,
    language: sql`x.language`,
    memberId: sql`x.uploader_id`,
  },
  counters: {
    language: { name: 'personal_language', kind: (word) => sql`language_number(${word})` },
  },
  submitted: {
    by: sql`uploader_id`,
    kind: sql`x.type`,
    title: sql`x.title`,
    banner: sql`coalesce(nullif(x.banner, ''), x.image)`,
  },
  found: foundByWords(),
}

export const videoList: List = { rows: videoRows, fields }

export function findVideos(db: Queries, range: ListRange & FilterValuesOf<'video'>) {
  return findPage<Video>(db, videoList, range)
}

export async function getVideo(
  db: Db | Tx,
  id: number,
  types: readonly number[] = Object.values(videoType),
): Promise<Video | undefined> {
  const [found] = await db.query<Video>(
    sql`select ${fields}, ${facts} from video x where x.id = ${id} and x.type = any (${types}::smallint[])`,
  )
  return found
}

export async function getMedia(
  db: Db,
  id: number,
  type: number,
): Promise<{ media: string | null } | undefined> {
  const [found] = await db.query<{ media: string | null }>(
    sql`select media from video where id = ${id} and type = ${type}`,
  )
  return found
}

/** Whether the video's uploader has an approved certification; undefined where there is no such video. */
export async function getUploaderCertified(
  db: Db | Tx,
  id: number,
  approved: number,
): Promise<boolean | undefined> {
  const [found] = await db.query<{ certified: boolean }>(sql`
    select exists (select from certification c
      where c.member_id = v.uploader_id and c.status = ${approved}) as certified
    from video v where v.id = ${id}`)
  return found?.certified
}

export async function setFeatured(tx: Tx, id: number): Promise<void> {
  await tx.query(sql`update video set featured = true, update_time = now() where id = ${id}`)
}

export async function setCategory(tx: Tx, id: number, categoryId: number): Promise<void> {
  await tx.query(
    sql`update video set category_id = ${categoryId}, update_time = now() where id = ${id}`,
  )
}

export interface LockedVideo extends LockedItem<'video'> {
  type: number
  featured: boolean
  categoryId: number | null
}

/** The gate for everything that happens to a video or to the reports on it. */
export async function lockVideo(tx: Tx, id: number): Promise<LockedVideo | undefined> {
  const [found] = await tx.query<LockedVideo>(sql`
    select 'video' as queue, x.id, x.status, x.type, x.featured, ${categoryId} as "categoryId"
    from video x where x.id = ${id} for update of x`)
  return found
}

/** Also locks a video that is missing: it cannot arrive, and no report on it changes, until we commit. */
export async function lockReportedVideo(tx: Tx, id: number): Promise<LockedVideo | undefined> {
  const video = await lockVideo(tx, id)
  if (video) return video
  await tx.query(sql`select lock_missing_videos(array[${id}]::bigint[])`)
  return lockVideo(tx, id)
}

/** A sample of this many pages is read at most: a table that has no more is counted exactly. */
const samplePages = 2000

const uses = {
  category: { table: sql`video`, name: 'video', column: sql`category_id` },
  tag: { table: sql`video_tag`, name: 'video_tag', column: sql`tag_id` },
}

/**
 * How many videos have one of these categories or tags. There is no index to count on: it could only be
 * built while nobody writes (decision 10).
 */
export async function countVideosWith(
  db: Db,
  kind: CategoryKind,
  ids: readonly number[],
): Promise<{ count: number; exact: boolean }> {
  const { table, name, column } = uses[kind]
  const [size] = await db.query<{ share: number }>(sql`
    select least(1, ${samplePages} / greatest(1,
      pg_relation_size(${name}::regclass) / current_setting('block_size')::int)::float8) as share`)
  const share = size?.share ?? 1
  const [found] = await db.query<{ n: number }>(sql`
    select count(*)::int as n from ${table} tablesample system (${100 * share})
    where ${column} = any (${ids}::bigint[])`)
  return { count: Math.round((found?.n ?? 0) / share), exact: share === 1 }
}
