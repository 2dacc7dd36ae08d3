import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Evidence } from '@screening-room/contract/evidence'
import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, addProject, detail, eventsOf } from './setup/items.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos, statusOf } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

const history = (page: Page) => detail(page).getByRole('region', { name: /^(History|处理记录)$/ })
const held = {
  decision: randomUUID(),
  lease: randomUUID(),
  desk: 'desk-1',
  claimedAt: '2026-01-05',
}
/** As focus review records it. */
async function record(
  server: Server,
  id: number,
  action: string,
  watched: Pick<Evidence, 'receipt' | 'marks'>,
) {
  const details: Evidence = { ...held, ...watched }
  const [before, after] = action === 'approve' ? [0, 5] : action === 'undo' ? [5, 0] : [0, null]
  await server.db.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, before, after, details)
    values (77, 'Mei', ${action}, 'video', ${id}, ${before}, ${after}, ${JSON.stringify(details)}::jsonb)`)
}
const receipt = {
  duration: 190,
  played: [
    { from: 0, to: 30, speed: 2, muted: true, visible: true },
    { from: 20, to: 42, speed: 1, muted: false, visible: true },
  ],
  sheet: [0, 10, 20],
  sheetWhole: true,
}
const reopen = (page: Page) => detail(page).getByRole('button', { name: 'Re-open' })

test('the history of an item says what was watched and decided, and an administrator re-opens it', async ({
  page,
  server,
}) => {
  const who = await server.addAccount('administrator', 'Chief')
  await openAs(page, server, '/dashboard/category-config', who)
  await test.step('a long history is read on to its first entry', async () => {
    const videos = await addVideos(server)
    await server.db.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, reason)
    select 77, 'Mei', 'skip', 'video', ${videos.id}, 'entry ' || n from generate_series(1, 102) n`)
    await goTo(page, `${videos.list}&view=${videos.id}`)
    await expect(history(page).getByRole('listitem')).toHaveCount(100)
    await history(page).getByRole('button', { name: 'Show earlier entries' }).click()
    await expect(history(page).getByRole('listitem')).toHaveCount(102)
    await expect(history(page).getByRole('listitem').last()).toContainText('entry 1')
    await expect(history(page).getByRole('button', { name: 'Show earlier entries' })).toBeHidden()
  })

  await test.step('a receipt never claims more than it holds', async () => {
    const videos = await addVideos(server)
    const hidden = { from: 0, to: 60, speed: 1, muted: true, visible: false }
    for (const details of [
      { receipt: { ...receipt, played: [hidden], sheet: [0, 5], sheetWhole: false } },
      { receipt: { ...receipt, duration: null, played: [], sheet: [], sheetWhole: false } },
      { receipt: { ...receipt, played: [{ ...hidden, to: 190, visible: true }] } },
    ])
      await record(server, videos.id, 'approve', details)
    await goTo(page, `${videos.list}&view=${videos.id}`)
    await expect(history(page).getByRole('listitem')).toContainText([
      'Watched 3:10 of 3:10 · whole sheet seen',
      'Video could not be loaded',
      'Not played (3:10) · sheet frames seen: 2 · played in a hidden tab: 1:00',
    ])
  })

  await test.step('what was watched and marked before a decision is shown to a colleague, and marks seek to their moment', async () => {
    const videos = await addVideos(server, { media: 'city-clock.webm' })
    await record(server, videos.id, 'skip', {})
    await record(server, videos.id, 'approve', {
      receipt,
      marks: [{ from: 2, to: 5, note: 'smoke' }, { from: 3.5 }],
    })
    await record(server, videos.id, 'undo', {})
    await goTo(page, `${videos.list}&view=${videos.id}`)
    await expect(history(page).getByRole('listitem')).toContainText([
      'Decision undone by Mei',
      'Approved by Mei',
      'Skipped by Mei',
    ])
    await expect(history(page)).toContainText('Watched 0:42 of 3:10 · whole sheet seen')
    const video = detail(page).locator('video')
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState))
      .toBeGreaterThan(0)
    await history(page).getByRole('button', { name: /0:03/ }).click()
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeCloseTo(3.5, 0)
    await expect(history(page).getByRole('button', { name: '0:02–0:05 smoke' })).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(detail(page)).toHaveCount(0)
    await setLanguage(page, 'zh-CN')
    await goTo(page, `${videos.list}&view=${videos.id}`)
    await expect(history(page)).toContainText('已观看 0:42 / 3:10 · 已查看全部缩略图')
    await expect(history(page).getByRole('listitem')).toContainText([
      'Mei：撤销决定',
      'Mei：通过',
      'Mei：跳过',
    ])
    await page.keyboard.press('Escape')
    await expect(detail(page)).toHaveCount(0)
    await setLanguage(page, 'en')
  })

  await test.step('an administrator makes a decided video pending again, for a reason', async () => {
    const videos = await addVideos(server, { status: status.takenDown })
    await goTo(page, `${videos.list}&view=${videos.id}`)
    await reopen(page).click()
    const question = page.getByRole('dialog', { name: 'Re-open this item?' })
    await question.getByRole('button', { name: 'Re-open' }).click()
    await expect(question.getByText('Reason cannot be empty')).toBeVisible()
    expect(await statusOf(server, videos.id)).toBe(status.takenDown)
    await page.getByLabel('Reason for re-opening').fill('The owner has shown the licence')
    await question.getByRole('button', { name: 'Re-open' }).click()
    await expectToast(page, 'Re-opened')
    expect(await statusOf(server, videos.id)).toBe(status.pending)
    expect(await eventsOf(server, 'video', videos.id)).toMatchObject([
      { action: 'reopen', by: 'Chief', reason: 'The owner has shown the licence' },
    ])
  })

  await test.step('Re-open is offered for a decided certification and project, but not while they are pending', async () => {
    const places = [
      [`auth-review?view=${await addCertification(server, { status: 3 })}`, 1],
      [`auth-review?view=${await addCertification(server)}`, 0],
      [`project-review?view=${await addProject(server, { status: 5 })}`, 1],
      [`project-review?view=${await addProject(server)}`, 0],
    ] as const
    for (const [place, count] of places) {
      await goTo(page, `/dashboard/${place}`)
      await expect(detail(page).getByRole('button', { name: 'Approve' })).toBeVisible()
      await expect(history(page)).toBeVisible()
      await expect(reopen(page)).toHaveCount(count)
      await page.keyboard.press('Escape')
      await expect(detail(page)).toHaveCount(0)
    }
  })

  await test.step('Re-open is not offered to reviewers', async () => {
    const videos = await addVideos(server, { status: status.rejected })
    await server.db.query(sql`update admin_user set role = 'reviewer' where id = ${who.id}`)
    await page.reload()
    await goTo(page, `${videos.list}&view=${videos.id}`)
    await expect(history(page)).toBeVisible()
    await expect(reopen(page)).toHaveCount(0)
  })
})
