import type { Page } from '@playwright/test'
import type { Mark, Receipt } from '@screening-room/contract/receipt'
import { sql } from '../../server/dist/db/sql.js'
import type { Server } from './server.ts'
import { expect } from './test.ts'
import { type addVideos, statusOf } from './videos.ts'
import { goTo } from './walk.ts'

/* The player of focus review, and the receipts it leaves. */

type Videos = Awaited<ReturnType<typeof addVideos>>

const focusPathOf = ({ day }: Videos) => `/dashboard/focus/personal-video?start=${day}&end=${day}`
export const personalVideo = (media: string) => ({ kind: 'personal', media }) as const

/** Opens focus review on these, in the open page. The oldest comes first. */
export async function review(page: Page, videos: Videos) {
  await goTo(page, focusPathOf(videos))
  await expect(page.getByText(videos.title(videos.ids.length), { exact: true })).toBeVisible()
}

export const player = (page: Page) => page.getByRole('region', { name: 'Video player' })
export const sheet = (page: Page) => page.getByRole('region', { name: 'Contact sheet' })
export const slider = (page: Page) => page.getByRole('slider', { name: 'Position' })
export const even = (page: Page) => page.getByRole('list', { name: 'Evenly spaced' })

export const time = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
export const isPaused = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)

export async function playsTo(page: Page, seconds: number) {
  await page.waitForFunction(
    (to) => (document.querySelector('video')?.currentTime ?? 0) >= to,
    seconds,
  )
}

export async function pause(page: Page): Promise<number> {
  await page.keyboard.press('Space')
  await expect.poll(() => isPaused(page)).toBe(true)
  return time(page)
}

export async function sheetIsMade(page: Page, frames = 11) {
  await expect(even(page).locator('canvas[data-time]')).toHaveCount(frames)
  await expect(sheet(page).locator('li[aria-hidden]')).toHaveCount(0)
}

interface Details {
  receipt: Receipt
  marks?: Mark[]
}

export async function decided(server: Server, id: number, as: number) {
  await expect.poll(() => statusOf(server, id)).toBe(as)
  const [event] = await server.db.query<{ details: Details; reason: string }>(sql`
    select details, reason from event where queue = 'video' and subject_id = ${id}
    order by id desc limit 1`)
  if (!event) throw new Error(`video ${id} has no event`)
  return event
}

/** Frames of the sheet by time. */
export const pictures = (page: Page) =>
  sheet(page)
    .locator('canvas[data-time]')
    .evaluateAll((all) =>
      (all as HTMLCanvasElement[]).map(
        (one) => [Number(one.dataset.time), one.toDataURL()] as const,
      ),
    )
