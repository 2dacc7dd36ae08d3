import type { Client } from '@screening-room/client'
import type { Pool } from 'pg'
import type { Member, Queries, Report, Video } from './database.ts'

/*
 * What we tell Screening Room. It is kept in a table of ours first, in the transaction that changes the thing
 * itself, and sent from there: nothing is lost while Screening Room is away, or when we are killed in between.
 */

type Kind = 'members' | 'reportReasons' | 'videos' | 'reports' | 'withdraw'
type Row<K extends Kind> = Parameters<Client[K]>[0][number]

async function keep<K extends Kind>(db: Queries, kind: K, row: Row<K>): Promise<void> {
  await db.query('insert into outgoing (kind, content) values ($1, $2)', [kind, row])
}

export const reportReasons: Row<'reportReasons'>[] = [
  { external_id: 'violence', message: '暴力', message_en: 'Violence' },
  { external_id: 'stolen', message: '未经授权上传', message_en: 'Uploaded without permission' },
  { external_id: 'spam', message: '垃圾信息', message_en: 'Spam' },
]

export async function tellReportReasons(db: Queries): Promise<void> {
  for (const reason of reportReasons) await keep(db, 'reportReasons', reason)
}

export const tellMember = (db: Queries, { id, name }: Member) =>
  keep(db, 'members', { external_id: id, nick_name: name })

/** Also a changed video: `resubmit` brings one that was decided back to review; a new one is pending anyway. */
export const tellVideo = (db: Queries, video: Video) =>
  keep(db, 'videos', {
    external_id: video.id,
    type: 'personal',
    uploader: video.creatorId,
    title: video.title,
    introduction: video.description,
    media: video.media,
    visibility: 'public',
    resubmit: true,
  })

export const tellDeletion = (db: Queries, videoId: string) =>
  keep(db, 'withdraw', { kind: 'video', external_id: videoId, reason: 'deleted by its creator' })

export const tellReport = (db: Queries, report: Report) =>
  keep(db, 'reports', {
    external_id: report.id,
    video: report.videoId,
    video_type: 'personal',
    reason: report.reason,
    reporter: report.reporterId,
  })

interface Waiting {
  id: string
  kind: Kind
  content: never
  key: string
}

/**
 * Sends what waits, oldest first. A row that is sent twice, because we were killed before it was deleted, is done
 * once: its Idempotency-Key is the same.
 */
export async function sendOutgoing(pool: Pool, client: Client): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<Waiting>(
      `select id, kind, content, idempotency_key as key from outgoing
       where refused is null order by id limit 1`,
    )
    const [next] = rows
    if (!next) return
    const [answer] = await client[next.kind]([next.content], { idempotencyKey: next.key })
    if (answer?.result === 'refused') {
      // A mistake of ours: kept for a person to look at, and not in the way of the others.
      const problem = `${answer.field}: ${answer.message}`
      console.error(`Screening Room refused a row of ${next.kind}: ${problem}`)
      await pool.query('update outgoing set refused = $2 where id = $1', [next.id, problem])
    } else await pool.query('delete from outgoing where id = $1', [next.id])
  }
}
