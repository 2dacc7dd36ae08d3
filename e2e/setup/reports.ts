import type { Page } from '@playwright/test'
import { status, videoType } from '@screening-room/contract/review'
import { sql } from '../../server/dist/db/sql.js'
import { detail } from './items.ts'
import type { Server } from './server.ts'

interface Wanted {
  type?: number
  reason?: number
  at?: string
  media?: string | null
}

/** A new report on a new video, so that tests do not decide on each other's. The newest comes first. */
export async function addReport(server: Server, wanted: Wanted = {}) {
  const { type = videoType.promo, reason = 2, at } = wanted
  const known = Object.values(videoType).some((one) => one === type)
  const [video] = await server.db.query<{ id: number }>(sql`
    insert into video (type, uploader_id, title, media, status)
    select ${known ? type : videoType.promo}, uploader_id, 'Reported in a test',
      ${wanted.media === undefined ? sql`media` : sql`${wanted.media}`}, ${status.approved}
    from video where status = ${status.approved} and media like '%.webm' limit 1 returning id`)
  const videoId = video?.id ?? 0
  const [report] = await server.db.query<{ id: number }>(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, create_time)
    values (${videoId}, ${type}, ${reason}, 1001, coalesce(${at ?? null}::timestamptz, now()))
    returning id`)
  return { id: report?.id ?? 0, videoId }
}

export async function statusesOf(server: Server, { id, videoId }: { id: number; videoId: number }) {
  const [row] = await server.db.query<{ report: number; video: number }>(sql`
    select r.status as report, v.status as video from report r, video v
    where r.id = ${id} and v.id = ${videoId}`)
  return row
}

export function eventsOn(server: Server, queue: 'report' | 'video', id: number) {
  return server.db.query<{ action: string; actor: string; reasonIds: number[] }>(sql`
    select action, actor_name as actor, array_to_json(reason_ids) as "reasonIds" from event
    where queue = ${queue} and subject_id = ${id} order by id`)
}

export const rowOf = (page: Page, id: number) => page.locator(`tr[data-row="${id}"]`)
export const dialogOf = (page: Page, name?: string) =>
  name ? page.getByRole('dialog', { name }) : detail(page)
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  // Types of videos say how many reports wait.
  const text = new RegExp(`^${option}( \\(\\d+\\))?$`)
  await page.locator('.ant-select-item-option').getByText(text).click()
}
