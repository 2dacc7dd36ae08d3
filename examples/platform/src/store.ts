import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction, type Member, type Queries, type Report, type Video } from './database.ts'
import { tellDeletion, tellMember, tellReport, tellVideo } from './outgoing.ts'

/* Members, videos and reports. A change that Screening Room has to know of is kept for it in the same transaction. */

const videoColumns = `v.id, v.creator_id as "creatorId", m.name as creator, v.title, v.description, v.media,
  v.views, v.status, v.reasons from video v join member m on m.id = v.creator_id`
const reportColumns = `r.id, r.video_id as "videoId", v.title as "videoTitle", r.reporter_id as "reporterId",
  r.reason, r.status from report r join video v on v.id = r.video_id`

/** There are no passwords: who gives a name is that member. A real platform has its own sign-in. */
export function signIn(pool: Pool, name: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  return inTransaction(pool, async (tx) => {
    const made = await tx.query<Member>(
      'insert into member (name) values ($1) on conflict do nothing returning id, name',
      [name],
    )
    if (made.rows[0]) await tellMember(tx, made.rows[0])
    await tx.query(
      'insert into session (token, member_id) select $1, id from member where name = $2',
      [token, name],
    )
    return token
  })
}

export async function signOut(pool: Pool, token: string): Promise<void> {
  await pool.query('delete from session where token = $1', [token])
}

export async function getMember(pool: Pool, token: string): Promise<Member | undefined> {
  const { rows } = await pool.query<Member>(
    'select m.id, m.name from session s join member m on m.id = s.member_id where s.token = $1',
    [token],
  )
  return rows[0]
}

export async function getVideo(db: Queries, id: string): Promise<Video | undefined> {
  const { rows } = await db.query<Video>(`select ${videoColumns} where v.id::text = $1`, [id])
  return rows[0]
}

export async function findApproved(pool: Pool): Promise<Video[]> {
  const { rows } = await pool.query<Video>(
    `select ${videoColumns} where v.status = 'approved' order by v.created_at desc limit 50`,
  )
  return rows
}

export async function findVideosOf(pool: Pool, { id }: Member): Promise<Video[]> {
  const { rows } = await pool.query<Video>(
    `select ${videoColumns} where v.creator_id = $1 and v.status <> 'withdrawn'
     order by v.created_at desc`,
    [id],
  )
  return rows
}

export async function findReportsOf(pool: Pool, { id }: Member): Promise<Report[]> {
  const { rows } = await pool.query<Report>(
    `select ${reportColumns} where r.reporter_id = $1 order by r.created_at desc`,
    [id],
  )
  return rows
}

export async function countView(pool: Pool, { id }: Video): Promise<void> {
  await pool.query('update video set views = views + 1 where id = $1', [id])
}

type Content = Pick<Video, 'title' | 'description' | 'media'>

async function tellSaved(tx: Queries, id: string): Promise<void> {
  const video = await getVideo(tx, id)
  if (video) await tellVideo(tx, video)
}

export function addVideo(pool: Pool, by: Member, content: Content): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `insert into video (creator_id, title, description, media) values ($1, $2, $3, $4)
       returning id`,
      [by.id, content.title, content.description, content.media],
    )
    await tellSaved(tx, rows[0]?.id ?? '')
  })
}

/** What was changed has to be looked at again: it is shown to nobody else until then. */
export function changeVideo(pool: Pool, { id }: Video, content: Content): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tx.query(
      `update video set title = $2, description = $3, media = $4, status = 'pending', reasons = '[]'
       where id = $1`,
      [id, content.title, content.description, content.media],
    )
    await tellSaved(tx, id)
  })
}

export function deleteVideo(pool: Pool, { id }: Video): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await tx.query(`update video set status = 'withdrawn' where id = $1`, [id])
    await tellDeletion(tx, id)
  })
}

/** One report of each member on each video. */
export function addReport(pool: Pool, by: Member, video: Video, reason: string): Promise<void> {
  return inTransaction(pool, async (tx) => {
    const made = await tx.query<{ id: string }>(
      `insert into report (video_id, reporter_id, reason) values ($1, $2, $3)
       on conflict do nothing returning id`,
      [video.id, by.id, reason],
    )
    const { rows } = await tx.query<Report>(`select ${reportColumns} where r.id = $1`, [
      made.rows[0]?.id,
    ])
    if (rows[0]) await tellReport(tx, rows[0])
  })
}
