import type { Page } from '@playwright/test'
import { status, videoType } from '@screening-room/contract/review'
import type { VideoKind } from '@screening-room/contract/videos'
import { sql } from '../../server/dist/db/sql.js'
import { detail } from './items.ts'
import { type Server, shortFilm } from './server.ts'
import { expect } from './test.ts'
import { goTo } from './walk.ts'

export const screen = '/dashboard/video-review'

/** Days without demo data: each test gets one, and with it a list of its own. */
let lastDay = Date.UTC(2001, 0, 1)
function newDay(): string {
  lastDay += 24 * 60 * 60 * 1000
  return new Date(lastDay).toISOString().slice(0, 10)
}

interface VideoSeed {
  kind?: VideoKind | 'promo'
  title?: string
  count?: number
  status?: number
  introduction?: string | null
  banner?: string | null
  media?: string | null
  duration?: number | null
  visibility?: number
  uploaderCertified?: boolean
}

interface OwnVideos {
  day: string
  ids: number[]
  /** Of the first one. */
  id: number
  /** The address of the list that holds these alone. */
  list: string
  title: (number: number) => string
}

/** New videos, newest first by their number, all on a day of their own. */
export async function addVideos(server: Server, seed: VideoSeed = {}): Promise<OwnVideos> {
  const { kind = 'project', count = 1, uploaderCertified = true } = seed
  const day = newDay()
  const title = (number: number) => `${seed.title ?? 'Film'} ${day} number ${number}`
  const has = sql`exists (select from certification c where c.member_id = m.id and c.status = ${status.approved})`
  const [uploader] = await server.db.query<{ id: number }>(
    uploaderCertified
      ? sql`select id from member m where ${has} limit 1`
      : sql`select id from member m where not ${has} limit 1`,
  )
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const at = `${day}T12:${String(59 - number).padStart(2, '0')}:00+08:00`
    const [row] = await server.db.query<{ id: number }>(sql`
      insert into video (type, uploader_id, title, introduction, banner, media, duration, visibility,
        category_id, status, create_time, update_time)
      values (${videoType[kind]}, ${uploader?.id}, ${title(number)},
        ${seed.introduction === undefined ? 'A film for a test.' : seed.introduction},
        ${seed.banner === undefined ? 'banner-01.webp' : seed.banner},
        ${seed.media === undefined ? shortFilm : seed.media},
        ${seed.duration === undefined ? 65 : seed.duration}, ${seed.visibility ?? 1},
        (select min(id) from category), ${seed.status ?? status.pending}, ${at}, ${at})
      returning id`)
    if (row) ids.push(Number(row.id))
  }
  const tab = kind === 'personal' ? 'tab=personal&' : ''
  return { day, ids, id: ids[0] ?? 0, list: `${screen}?${tab}start=${day}&end=${day}`, title }
}

interface EventRow {
  action: string
  actor_name: string
  reason: string
  reason_ids: number[]
  after: number | null
}

export function eventsOf(server: Server, id: number): Promise<EventRow[]> {
  return server.db.query<EventRow>(sql`
    select action, actor_name, reason, reason_ids::int[] as reason_ids, after from event
    where queue = 'video' and subject_id = ${id} order by id`)
}

export async function statusOf(server: Server, id: number): Promise<number> {
  const [row] = await server.db.query<{ status: number }>(
    sql`select status from video where id = ${id}`,
  )
  return row?.status ?? -1
}

export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
export const views = (page: Page) => page.getByRole('button', { name: 'View', exact: true })
export const dialog = detail
/** The confirm dialog on top. */
export const confirm = (page: Page) => page.getByRole('dialog').last()

/** Opens the details in the open page, on their own list. */
export async function viewVideo(page: Page, videos: OwnVideos) {
  await goTo(page, `${videos.list}&view=${videos.id}`)
  await expect(value(page, 'Title')).toHaveText(videos.title(1))
}

/** The value of a label in a definition list. */
export const value = (page: Page, label: string) =>
  dialog(page)
    .locator('div', { has: page.getByRole('term').getByText(label, { exact: true }) })
    .last()
    .getByRole('definition')
