import type { Page } from '@playwright/test'
import { focusCalls } from '@screening-room/contract/focus'
import { liveCalls } from '@screening-room/contract/live'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, colleague, countRequests, detail, endSessions } from './setup/items.ts'
import { addReport, rowOf as reportRow } from './setup/reports.ts'
import { startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos, row, statusOf } from './setup/videos.ts'

/** The stream is open: events arrive from now on. */
const listening = (page: Page) =>
  page.waitForResponse(
    (one) => new URL(one.url()).pathname === liveCalls.stream.path && one.status() === 200,
  )

test('a colleague decides: the row changes in place, without a request', async ({
  page,
  server,
}) => {
  const videos = await addVideos(server, { count: 4 })
  const opened = listening(page)
  await openAs(page, server, `${videos.list}&status=0`)
  await opened
  const second = row(page, videos.title(2))
  await expect(second.getByText('Pending')).toBeVisible()
  const asked = countRequests(page, videoCalls.project.list)
  const place = await second.boundingBox()
  const mei = await colleague(server, 'Mei')
  await mei.send(videoCalls.project.approve, { videoId: videos.ids[1] ?? 0 })
  await expect(second.getByText('Approved')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  expect(await second.boundingBox()).toEqual(place)
  await expect(page.locator('tr[data-row]')).toHaveCount(4)
  expect(asked()).toBe(0)
  // After a manual reload the list matches its filter.
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(second).toHaveCount(0)
  await mei.leave()
})

test('a colleague decides on the item in the dialog: its buttons are disabled and say who it was', async ({
  page,
  server,
}) => {
  const videos = await addVideos(server)
  const opened = listening(page)
  await openAs(page, server, `${videos.list}&view=${videos.id}`)
  await opened
  const approve = detail(page).getByRole('button', { name: 'Approve' })
  await expect(approve).toBeEnabled()
  const mei = await colleague(server, 'Mei')
  await mei.send(videoCalls.project.reject, { videoId: videos.id, message: 'The sound is missing' })
  await expect(approve).toBeDisabled()
  await expect(detail(page).getByText(/Already rejected by Mei at/)).toBeVisible()
  await expect(detail(page).getByText('The sound is missing')).toBeVisible()
  await mei.leave()
})

test('the menu counts what waits as it comes and goes', async ({ page, server }) => {
  const opened = listening(page)
  await openAs(page, server, '/dashboard/category-config')
  await opened
  const entry = page.getByRole('link', { name: /Auth review/ })
  const count = async () => Number(await entry.locator('.sr-count > [aria-hidden]').textContent())
  await expect.poll(count).toBeGreaterThan(0)
  const before = await count()
  await addCertification(server)
  await expect.poll(count).toBe(before + 1)
})

test('the current reviewer is shown beside the status, in the dialog and in Chinese, until the item is released', async ({
  page,
  server,
}) => {
  const videos = await addVideos(server, { count: 2, kind: 'personal' })
  const opened = listening(page)
  await openAs(page, server, videos.list)
  await opened
  const oldest = row(page, videos.title(2))
  await expect(oldest.getByText('Pending')).toBeVisible()
  const height = (await oldest.boundingBox())?.height
  const mei = await colleague(server, 'Mei')
  const desk = { desk: 'a-desk-of-this-test' }
  const day = { start: `${videos.day}T00:00:00`, end: `${videos.day}T23:59:59` }
  await mei.send(focusCalls.next, { queue: 'personal-video', ...desk, ...day })
  await expect(oldest.getByText('Mei is reviewing')).toBeVisible()
  expect((await oldest.boundingBox())?.height).toBe(height)
  await oldest.getByRole('button', { name: 'View' }).click()
  await expect(detail(page).getByRole('status')).toContainText(
    /Mei has been reviewing this since \d\d:\d\d/,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByLabel('Language').selectOption('zh-CN')
  await expect(oldest.getByText('Mei 正在审核')).toBeVisible()
  await mei.send(focusCalls.release, desk)
  await expect(oldest.getByText('Mei 正在审核')).toHaveCount(0)
  await mei.leave()
})

test('all reports on a video show the same reviewer', async ({ page, server }) => {
  const { id, videoId } = await addReport(server, { at: '2002-02-02T10:00:00+08:00' })
  const [other] = await server.db.query<{ id: number }>(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, create_time)
    values (${videoId}, 0, 1, 1002, '2002-02-02T11:00:00+08:00') returning id`)
  const opened = listening(page)
  await openAs(page, server, '/dashboard/report-review?start=2002-02-02&end=2002-02-02')
  await opened
  await expect(reportRow(page, id)).toBeVisible()
  const mei = await colleague(server, 'Mei')
  await mei.send(focusCalls.next, {
    queue: 'report',
    desk: 'another-desk-of-mine',
    videoType: 0,
    start: '2002-02-02T00:00:00',
    end: '2002-02-02T23:59:59',
  })
  for (const one of [id, other?.id ?? 0])
    await expect(reportRow(page, one).getByText('Mei is reviewing')).toBeVisible()
  await mei.leave()
})

test('a session that is ended elsewhere ends here too, without any action', async ({
  page,
  server,
}) => {
  const opened = listening(page)
  const who = await openAs(page, server, '/dashboard/category-config')
  await opened
  await endSessions(server, who)
  await expect(page).toHaveURL(/#\/login/)
  await expect(page.getByText('Your session ended')).toBeVisible()
})

test('the stream reconnects after a restart and has missed nothing; it never counts as activity', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const server = await startServer()
  try {
    const videos = await addVideos(server, { count: 3 })
    const first = listening(page)
    await openAs(page, server, videos.list)
    expect((await first).request().headers()).toMatchObject({ 'x-background': '1' })
    await expect(row(page, videos.title(1))).toBeVisible()
    const mei = await colleague(server, 'Mei')
    await mei.send(videoCalls.project.approve, { videoId: videos.ids[0] ?? 0 })
    await expect(row(page, videos.title(1)).getByText('Approved')).toBeVisible()
    await server.stop()
    // Decided while no stream was open, as by another replica.
    const back = listening(page)
    await server.start()
    await mei.send(videoCalls.project.approve, { videoId: videos.ids[1] ?? 0 })
    const { headers } = { headers: (await back).request().headers() }
    expect(Number(headers['last-event-id'])).toBeGreaterThan(0)
    await expect(row(page, videos.title(2)).getByText('Approved')).toBeVisible()
    expect(await statusOf(server, videos.ids[2] ?? 0)).toBe(status.pending)
    await mei.leave()
  } finally {
    await server.close()
  }
})

test.describe('the way to focus review', () => {
  const focus = (page: Page) => page.getByRole('link', { name: 'Focus review' })

  for (const [name, list, to] of [
    ['certifications', 'auth-review?roleId=2', 'focus/auth?roleId=2'],
    ['projects', 'project-review?search=film', 'focus/project?search=film'],
    ['project videos', 'video-review?start=2026-01-01', 'focus/project-video?start=2026-01-01'],
    ['personal videos', 'video-review?tab=personal&status=0', 'focus/personal-video?status=0'],
    ['reports', 'report-review?videoType=1', 'focus/report?videoType=1'],
  ])
    test(`${name}: F and the link lead there with the filters of the list`, async ({
      page,
      server,
    }) => {
      await openAs(page, server, `/dashboard/${list}`)
      await expect(page.getByRole('table')).toBeVisible()
      await expect(focus(page)).toHaveAttribute('href', `#/dashboard/${to}`)
      await page.keyboard.press('f')
      await expect(page).toHaveURL(new RegExp(`#/dashboard/${to?.replace('?', '\\?')}$`))
    })

  test('F types a letter in a field, and does nothing with a modifier, in a dialog or while composing', async ({
    page,
    server,
  }) => {
    const videos = await addVideos(server)
    await openAs(page, server, videos.list)
    await expect(row(page, videos.title(1))).toBeVisible()
    const stays = () => expect(page).toHaveURL(/video-review/)
    await page.getByLabel('Keyword').focus()
    await page.keyboard.press('f')
    await expect(page.getByLabel('Keyword')).toHaveValue('f')
    await stays()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', {
      text: 'f',
      selectionStart: 1,
      selectionEnd: 1,
    })
    await page.keyboard.press('f')
    await stays()
    await page.getByLabel('Keyword').fill('')
    await row(page, videos.title(1)).focus()
    for (const key of ['Control+f', 'Alt+f', 'Shift+F']) await page.keyboard.press(key)
    await stays()
    await page.keyboard.press('Enter')
    await expect(detail(page)).toBeVisible()
    await page.keyboard.press('f')
    await stays()
    await page.keyboard.press('Escape')
    await expect(detail(page)).toHaveCount(0)
    await page.keyboard.press('f')
    await expect(page).toHaveURL(/focus\/project-video/)
  })
})
