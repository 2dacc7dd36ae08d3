import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import {
  addVideos,
  confirm,
  dialog,
  row,
  screen,
  statusOf,
  value,
  views,
  viewVideo,
} from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

/*
 * Video review where the server fails. It is broken on purpose: after a failed test Playwright starts
 * another worker, and with it another server.
 */

test('a reviewer of videos is told what the server could not do, and goes on from there', async ({
  page,
  server,
}) => {
  await openAs(page, server, screen)
  // First: once read, the categories are kept.
  await test.step('a server whose tables are gone: each action says what failed, the text stays', async () => {
    const videos = await addVideos(server)
    await goTo(page, videos.list)
    await expect(row(page, videos.title(1))).toBeVisible()
    await server.db.query(sql`alter table event rename to event_gone`)
    await server.db.query(sql`alter table category rename to category_gone`)
    await row(page, videos.title(1)).getByRole('button', { name: 'View' }).click()
    await expectToast(page, 'Failed to get video categories')
    await expect(value(page, 'Category')).toContainText('Failed to get video categories')
    await server.db.query(sql`alter table category_gone rename to category`)
    await value(page, 'Category').getByRole('button', { name: 'Try again' }).click()
    await expect(value(page, 'Category')).not.toContainText('Failed')

    await dialog(page).getByRole('button', { name: 'Mark as featured' }).click()
    await expectToast(page, 'Marking featured failed')
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Approve operation failed')
    await dialog(page).getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Reject reason').fill('Too loud')
    await confirm(page).getByRole('button', { name: 'Reject' }).click()
    await expect(confirm(page).getByRole('alert')).toHaveText('Reject operation failed')
    await expect(page.getByLabel('Reject reason')).toHaveValue('Too loud')
    await confirm(page).getByRole('button', { name: 'Cancel' }).click()
    await dialog(page).getByRole('button', { name: 'Take down' }).click()
    await confirm(page).getByRole('checkbox').first().check()
    await confirm(page).getByRole('button', { name: 'Take down' }).click()
    await expectToast(page, 'Failed to take down video')
    await expect(confirm(page).getByRole('alert')).toHaveText('Failed to take down video')
    expect(await statusOf(server, videos.id)).toBe(status.pending)
    await server.db.query(sql`alter table event_gone rename to event`)
    await page.keyboard.press('Escape')
    await expect(confirm(page).getByRole('checkbox')).toHaveCount(0)
  })

  await test.step('a video without a file: there is no link, and the reviewer can try again', async () => {
    const videos = await addVideos(server, { media: null })
    await viewVideo(page, videos)
    await expectToast(page, 'Failed to get video link')
    await expect(dialog(page).getByText('Failed to get video link')).toBeVisible()
    await server.db.query(sql`update video set media = 'loom.webm' where id = ${videos.id}`)
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Video player')).toBeVisible()
  })

  await test.step('a server that stopped: the list says so in place, and comes back', async () => {
    await goTo(page, screen)
    await expect(views(page)).toHaveCount(10)
    // The calendars come after the list; without a server they would offer another attempt too.
    await expect(page.locator('.ant-picker')).toHaveCount(2)
    await server.stop()
    const logged: string[] = []
    page.on('console', (one) => logged.push(one.text()))
    await page.getByRole('tab', { name: /Personal videos/ }).click()
    await expectToast(page, 'Failed to load video list')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load video')
    expect(logged.some((line) => line.startsWith('request failed'))).toBe(true)
    await server.start()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(views(page)).toHaveCount(10)
    await expect(dialog(page)).toHaveCount(0)
  })
})
