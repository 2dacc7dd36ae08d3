import { status, videoType } from '@screening-room/contract/review'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'

/* Things to review, put straight into the database as the platform would. */

export async function addVideos(
  db: Db,
  count: number,
  values: { type?: number; status?: number; media?: string | null } = {},
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    insert into video (type, uploader_id, title, media, status)
    select ${values.type ?? videoType.project}, 1, 'video ' || n, ${values.media ?? null},
      ${values.status ?? status.pending}
    from generate_series(1, ${count}::int) n returning id`)
  return rows.map((row) => row.id)
}

export async function addVideo(
  db: Db,
  values: Parameters<typeof addVideos>[2] = {},
): Promise<number> {
  const [id] = await addVideos(db, 1, values)
  return id ?? 0
}

export async function addReasons(db: Db): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    insert into report_reason (message, message_en)
    values ('盗用作品', 'Stolen work'), ('暴力', 'Violence'), ('广告', 'Advertising') returning id`)
  return rows.map((row) => row.id)
}

export async function addReports(
  db: Db,
  videoId: number,
  count = 1,
  values: { reasonId?: number; status?: number } = {},
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, status)
    select v.id, v.type, ${values.reasonId ?? 1}, n, ${values.status ?? status.pending}
    from video v, generate_series(1, ${count}::int) n where v.id = ${videoId} returning id`)
  return rows.map((row) => row.id)
}

export async function addCertifications(
  db: Db,
  count: number,
  values: { roleId?: number; status?: number; memberId?: number } = {},
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    insert into certification (member_id, nick_name, phone, role_id, status)
    select ${values.memberId ?? 1}, 'person ' || n, '13900000000', ${values.roleId ?? 1},
      ${values.status ?? status.pending}
    from generate_series(1, ${count}::int) n returning id`)
  return rows.map((row) => row.id)
}

export async function addProjects(db: Db, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    insert into project (owner_id, title) select 1, 'project ' || n
    from generate_series(1, ${count}::int) n returning id`)
  return rows.map((row) => row.id)
}

export async function statusOf(
  db: Db,
  queue: 'video' | 'report' | 'certification' | 'project',
  id: number,
) {
  const table = {
    video: sql`video`,
    report: sql`report`,
    certification: sql`certification`,
    project: sql`project`,
  }
  const [row] = await db.query<{ status: number }>(
    sql`select status from ${table[queue]} where id = ${id}`,
  )
  return row?.status
}

export function eventsOf(db: Db, queue: string, id: number) {
  return db.query<{
    action: string
    actorId: number
    before: number | null
    after: number | null
    reason: string
  }>(sql`
    select action, actor_id as "actorId", before, after, reason
    from event where queue = ${queue} and subject_id = ${id} order by id`)
}

/** Moves items to a moment, written as the platform's clock shows it in the connection's zone. */
export async function setCreated(
  db: Db,
  queue: 'video' | 'report' | 'certification' | 'project',
  ids: readonly number[],
  moment: string,
): Promise<void> {
  const table = {
    video: sql`video`,
    report: sql`report`,
    certification: sql`certification`,
    project: sql`project`,
  }
  await db.query(sql`
    update ${table[queue]} set create_time = ${moment}::timestamptz where id = any (${ids}::bigint[])`)
}
