import type { Locator, Page } from '@playwright/test'
import type { Receipt } from '@screening-room/contract/receipt'
import { status, videoType } from '@screening-room/contract/review'
import { sql } from '../../server/dist/db/sql.js'
import { type Account, type Server, shortFilm } from './server.ts'
import { expect, openAs } from './test.ts'
import { goTo } from './walk.ts'

/* Queues that belong to one test, and what focus review shows of them. */

/** Years before the demo data: each queue gets a day of its own. */
let lastDay = Date.UTC(1991, 0, 1)
function newDay(): string {
  lastDay += 24 * 60 * 60 * 1000
  return new Date(lastDay).toISOString().slice(0, 10)
}

interface Wanted {
  kind?: keyof typeof videoType
  count?: number
  media?: string
}

export interface OwnQueue {
  /** In the order they are claimed. */
  ids: number[]
  path: string
  list: string
}

/** Pending videos on a day of their own, in the order they are claimed. */
export async function addQueue(server: Server, wanted: Wanted = {}): Promise<OwnQueue> {
  const { kind = 'project', count = 3, media = shortFilm } = wanted
  const day = newDay()
  const rows = await server.db.query<{ id: number }>(sql`
    insert into video (type, uploader_id, title, introduction, banner, media, duration, visibility,
      category_id, status, create_time, update_time)
    select ${videoType[kind]}, (select min(id) from member), 'Film ' || number, 'A film for a test.',
      'banner-01.webp', ${media}, 40, 1, (select min(id) from category), ${status.pending}, at, at
    from generate_series(1, ${count}) number,
      lateral (select ${`${day}T10:00:00+08:00`}::timestamptz + number * interval '1 minute' as at)
    returning id::int as id`)
  const tab = kind === 'personal' ? 'tab=personal&' : ''
  const days = `start=${day}&end=${day}`
  return {
    ids: rows.map(({ id }) => id),
    path: `/dashboard/focus/${kind}-video?${days}`,
    list: `/dashboard/video-review?${tab}${days}`,
  }
}

/** Reports on new videos, each case with as many reports as reasons are given. */
export async function addCases(server: Server, cases: number[][]): Promise<OwnQueue> {
  const day = newDay()
  const ids: number[] = []
  for (const [index, reasons] of cases.entries()) {
    const [video] = await server.db.query<{ id: number }>(sql`
      insert into video (type, uploader_id, title, media, status)
      values (${videoType.personal}, (select min(id) from member), ${`Reported ${index}`},
        ${shortFilm}, ${status.approved}) returning id::int as id`)
    const id = video?.id ?? 0
    for (const [nth, reason] of reasons.entries())
      await server.db.query(sql`
        insert into report (video_id, video_type, reason_id, reporter_id, create_time)
        values (${id}, ${videoType.personal}, ${reason}, ${1000 + nth},
          ${`${day}T10:${String(10 + index)}:${String(10 + nth)}+08:00`})`)
    ids.push(id)
  }
  const query = `videoType=${videoType.personal}&start=${day}&end=${day}`
  return {
    ids,
    path: `/dashboard/focus/report?${query}`,
    list: `/dashboard/report-review?${query}`,
  }
}

export const panel = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Current item' })
export const heading = (page: Page): Locator => panel(page).getByRole('heading', { level: 2 })
export const videoElement = (page: Page): Locator => page.locator('.sr-rp video')

/** Waits until this item is shown and can be decided. */
export async function isShown(page: Page, id: number | undefined): Promise<void> {
  await expect(heading(page)).toContainText(`#${id}`)
  // Right after it appears, decisions are ignored as double presses.
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))))
  await page.waitForTimeout(320)
}

export async function openQueue(page: Page, server: Server, queue: OwnQueue, account?: Account) {
  const who = await openAs(page, server, queue.path, account)
  await isShown(page, queue.ids[0])
  return who
}

/** In the open page. */
export async function showQueue(page: Page, queue: OwnQueue) {
  await goTo(page, queue.path)
  await isShown(page, queue.ids[0])
}

/** Every decision has reached the server. */
export const isSaved = (page: Page) =>
  expect(page.getByText('Saved', { exact: true })).toBeVisible()

export async function videoStatuses(server: Server, ids: number[]): Promise<number[]> {
  const rows = await server.db.query<{ status: number }>(sql`
    select v.status from unnest(${ids}::bigint[]) with ordinality as wanted (id, nth)
    join video v using (id) order by nth`)
  return rows.map((row) => row.status)
}

interface Record {
  action: string
  by: string
  reason: string
  receipt: Receipt | null
  marks: { from: number; to?: number | null }[] | null
  outbox: string | null
}

/** The history of a video, with receipts, marks and outbox states. */
export function recordOf(server: Server, id: number, queue = 'video'): Promise<Record[]> {
  return server.db.query<Record>(sql`
    select action, actor_name as by, reason, details -> 'receipt' as receipt,
      details -> 'marks' as marks, o.state as outbox
    from event e left join outbox o on o.event_id = e.id
    where e.queue = ${queue} and e.subject_id = ${id} order by e.id`)
}

export async function heldIn(server: Server, ids: number[]): Promise<number[]> {
  const rows = await server.db.query<{ id: number }>(sql`
    select subject_id::int as id from waiting
    where queue = 'video' and subject_id = any(${ids}::bigint[]) and until > now()
    order by create_time`)
  return rows.map(({ id }) => id)
}

/** Gives the lease to somebody else, as if it had expired. */
export async function giveTo(server: Server, id: number, { id: userId, nickName }: Account) {
  await server.db.query(sql`
    update waiting set lease_id = gen_random_uuid(), desk = 'another-desk', holder_id = ${userId},
      holder_name = ${nickName}, claimed_at = now(), until = now() + interval '5 minutes'
    where queue = 'video' and subject_id = ${id}`)
}
