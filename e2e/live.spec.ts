import type { Page } from '@playwright/test'
import { focusCalls } from '@screening-room/contract/focus'
import { liveCalls } from '@screening-room/contract/live'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, colleague, countRequests, detail, endSessions } from './setup/items.ts'
import { addReport, rowOf as reportRow } from './setup/reports.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos, row, statusOf } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

/** The stream is open: events arrive from now on. */
const listening = (page: Page) =>
  page.waitForResponse(
    (one) => new URL(one.url()).pathname === liveCalls.stream.path && one.status() === 200,
  )
const focus = (page: Page) => page.getByRole('link', { name: 'Focus review' })

test('what colleagues do arrives in the open page, until its session ends', async ({
  page,
  server,
}) => {
  const first = listening(page)
  const who = await openAs(page, server, '/dashboard/category-config')
  const stream = await first
  const mei = await colleague(server, 'Mei')
  await test.step('the menu counts what waits as it comes and goes', async () => {
    const entry = page.getByRole('link', { name: /Auth review/ })
    const count = async () => Number(await entry.locator('.sr-count > [aria-hidden]').textContent())
    await expect.poll(count).toBeGreaterThan(0)
    const before = await count()
    await addCertification(server)
    await expect.poll(count).toBe(before + 1)
  })

  await test.step('a colleague decides: the row changes in place, without a request', async () => {
    const videos = await addVideos(server, { count: 4 })
    await goTo(page, `${videos.list}&status=0`)
    const second = row(page, videos.title(2))
    await expect(second.getByText('Pending')).toBeVisible()
    const asked = countRequests(page, videoCalls.project.list)
    const place = await second.boundingBox()
    await mei.send(videoCalls.project.approve, { videoId: videos.ids[1] ?? 0 })
    await expect(second.getByText('Approved')).toBeVisible()
    await expect(second.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    expect(await second.boundingBox()).toEqual(place)
    await expect(page.locator('tr[data-row]')).toHaveCount(4)
    expect(asked()).toBe(0)
    // After a manual reload the list matches its filter.
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(second).toHaveCount(0)
  })

  await test.step('a colleague decides on the item in the dialog: its buttons are disabled and say who it was', async () => {
    const videos = await addVideos(server)
    await goTo(page, `${videos.list}&view=${videos.id}`)
    const approve = detail(page).getByRole('button', { name: 'Approve' })
    await expect(approve).toBeEnabled()
    await mei.send(videoCalls.project.reject, {
      videoId: videos.id,
      message: 'The sound is missing',
    })
    await expect(approve).toBeDisabled()
    await expect(detail(page).getByText(/Already rejected by Mei at/)).toBeVisible()
    await expect(detail(page).getByText('The sound is missing')).toBeVisible()
  })

  await test.step('the current reviewer is shown beside the status, in the dialog and in Chinese, until the item is released', async () => {
    const videos = await addVideos(server, { count: 2, kind: 'personal' })
    await goTo(page, videos.list)
    const oldest = row(page, videos.title(2))
    await expect(oldest.getByText('Pending')).toBeVisible()
    const height = (await oldest.boundingBox())?.height
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
    await setLanguage(page, 'zh-CN')
    await expect(oldest.getByText('Mei 正在审核')).toBeVisible()
    await mei.send(focusCalls.release, desk)
    await expect(oldest.getByText('Mei 正在审核')).toHaveCount(0)
    await setLanguage(page, 'en')
  })

  await test.step('all reports on a video show the same reviewer', async () => {
    const { id, videoId } = await addReport(server, { at: '2002-02-02T10:00:00+08:00' })
    const [other] = await server.db.query<{ id: number }>(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, create_time)
    values (${videoId}, 0, 1, 1002, '2002-02-02T11:00:00+08:00') returning id`)
    await goTo(page, '/dashboard/report-review?start=2002-02-02&end=2002-02-02')
    await expect(reportRow(page, id)).toBeVisible()
    await mei.send(focusCalls.next, {
      queue: 'report',
      desk: 'another-desk-of-mine',
      videoType: 0,
      start: '2002-02-02T00:00:00',
      end: '2002-02-02T23:59:59',
    })
    for (const one of [id, other?.id ?? 0])
      await expect(reportRow(page, one).getByText('Mei is reviewing')).toBeVisible()
  })

  await test.step('the stream reconnects after a restart and has missed nothing; it never counts as activity', async () => {
    const videos = await addVideos(server, { count: 3 })
    await goTo(page, videos.list)
    expect(stream.request().headers()).toMatchObject({ 'x-background': '1' })
    await expect(row(page, videos.title(1))).toBeVisible()
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
  })

  await test.step('a session that is ended elsewhere ends here too, without any action', async () => {
    await endSessions(server, who)
    await expect(page).toHaveURL(/#\/login/)
    await expect(page.getByText('Your session ended')).toBeVisible()
  })
  await mei.leave()
})

test('F and a link lead from each list to focus review', async ({ page, server }) => {
  await openAs(page, server, '/dashboard/category-config')
  for (const [name, list, to] of [
    ['certifications', 'auth-review?roleId=2', 'focus/auth?roleId=2'],
    ['projects', 'project-review?search=film', 'focus/project?search=film'],
    ['project videos', 'video-review?start=2026-01-01', 'focus/project-video?start=2026-01-01'],
    ['personal videos', 'video-review?tab=personal&status=0', 'focus/personal-video?status=0'],
    ['reports', 'report-review?videoType=1', 'focus/report?videoType=1'],
  ])
    await test.step(`${name}: F and the link lead there with the filters of the list`, async () => {
      await goTo(page, `/dashboard/${list}`)
      await expect(page.getByRole('table')).toBeVisible()
      await expect(focus(page)).toHaveAttribute('href', `#/dashboard/${to}`)
      await page.keyboard.press('f')
      await expect(page).toHaveURL(new RegExp(`#/dashboard/${to?.replace('?', '\\?')}$`))
    })

  await test.step('F types a letter in a field, and does nothing with a modifier, in a dialog or while composing', async () => {
    const videos = await addVideos(server)
    await goTo(page, videos.list)
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
