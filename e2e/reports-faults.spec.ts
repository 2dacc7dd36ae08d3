import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { importStatus } from '../server/test/setup/import-status.ts'
import { colleague, countRequests, detail, withoutNews } from './setup/items.ts'
import {
  addReport,
  button,
  choose,
  dialogOf,
  eventsOn,
  rowOf,
  statusesOf,
} from './setup/reports.ts'
import { startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'

const place = '/dashboard/report-review'

test('the second to decide is told the colleague’s name', async ({ page, server }) => {
  const other = await colleague(server, '李雷')
  const report = await addReport(server)
  await withoutNews(page)
  await openAs(page, server, `${place}?view=${report.id}`)
  const dialog = dialogOf(page)
  await expect(dialog.getByText('No decisions yet')).toBeVisible()
  await other.send(reportCalls.dismiss, { videoId: report.videoId, videoType: videoType.promo })
  await other.leave()

  await dialog.getByRole('button', { name: 'Dismiss report' }).click()
  await page
    .getByRole('dialog', { name: 'Dismiss report' })
    .getByRole('button', { name: 'Dismiss' })
    .click()
  await expectToast(page, /Already dismissed by 李雷 at/)
  await expect(dialog.getByText(/^Already dismissed by 李雷 at/)).toBeVisible()
  await expect(dialog.getByText('Review failed')).toBeVisible()
  await expect(dialog.getByText('Dismissed by 李雷', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Dismiss report' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Take down video' })).toBeDisabled()
  expect(await eventsOn(server, 'report', report.id)).toHaveLength(1)
})

test('a type that nobody defined is an internal failure, and says so', async ({ page, server }) => {
  const report = await addReport(server, { type: 7 })
  await openAs(page, server, `${place}?view=${report.id}`)
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Unknown type')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('Internal failure: unknown video type')
  await dialog.getByRole('button', { name: 'Take down video' }).click()
  await expectToast(page, 'Internal failure: unknown video type')
})

test('a video without a file, and a report that is not there, are told in place', async ({
  page,
  server,
}) => {
  const report = await addReport(server, { media: null })
  await openAs(page, server, `${place}?view=${report.id}`)
  await expectToast(page, 'Failed to get video link')
  await expect(dialogOf(page).getByRole('alert')).toContainText('Failed to get video link')
  await expect(dialogOf(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.goto(`${server.url}/#${place}?view=99999999`)
  await expect(dialogOf(page).getByRole('alert')).toContainText('report 99999999 does not exist')
})

test('what the server refuses is shown in its own words', async ({ page, server }) => {
  await openAs(page, server, `${place}?start=2026-02-02&end=2026-02-01`)
  await expect(page.getByRole('alert')).toContainText('start is after end')
  await page.goto(`${server.url}/#${place}?start=2001-01-01&end=2001-01-01`)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await button(page, 'Clear filters').click()
  await expect(page.locator('tr[data-row]')).toHaveCount(20)
})

test('a fault while dismissing or taking down is told, and changes nothing', async ({
  page,
  server,
}) => {
  const report = await addReport(server)
  await openAs(page, server, place)
  await expect(rowOf(page, report.id)).toBeVisible()
  await server.db.query(sql`alter table event rename to event_elsewhere`)
  try {
    await rowOf(page, report.id).getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click()
    await expectToast(page, 'Failed to dismiss report')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await rowOf(page, report.id).getByRole('button', { name: 'Take down' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
    await expectToast(page, 'Failed to take down video')
  } finally {
    await server.db.query(sql`alter table event_elsewhere rename to event`)
  }
  expect(await statusesOf(server, report)).toEqual({
    report: status.pending,
    video: status.approved,
  })
})

test('a server that is gone is told in place, and trying again brings the list', async ({
  page,
}) => {
  const server = await startServer()
  try {
    await openAs(page, server, '/dashboard/auth-review')
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    await page.evaluate(() => {
      window.location.hash = '/dashboard/report-review'
    })
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
    await expect(page.locator('.sr-report-reason').first()).not.toHaveText('–')
    await server.stop()
    await choose(page, 'Video type', 'Project video')
    await button(page, 'Search').click()
    await expect(page.getByRole('alert')).toContainText('Failed to get report list')
    await server.start()
    await button(page, 'Try again').click()
    await expect(page.locator('tr[data-row]').first()).toContainText('Project video')

    await importStatus({ db: server.db, sql }, 'report', {
      where: sql`x.video_type = ${videoType.promo}`,
      to: status.rejected,
    })
    await button(page, 'Reset').click()
    await expect(page.getByText('Nothing is pending. All caught up.')).toBeVisible()
    await page.getByRole('button', { name: /^Personal video \(\d+\)$/ }).click()
    await expect(page.locator('tr[data-row]').first()).toContainText('Personal video')
  } finally {
    await server.close()
  }
})

test('a take-down that a colleague did first names them, in the toast and in the checklist', async ({
  page,
  server,
}) => {
  const report = await addReport(server, { reason: 2 })
  await openAs(page, server, `${place}?view=${report.id}`)
  await dialogOf(page).getByRole('button', { name: 'Take down video' }).click()
  const checklist = dialogOf(page, 'Take-down reasons')
  await expect(checklist.getByRole('checkbox').first()).toBeVisible()
  const other = await colleague(server, '韩梅梅')
  await other.send(videoCalls.project.takeDown, {
    videoId: report.videoId,
    videoType: videoType.promo,
    offlineReasons: 3,
  })
  await other.leave()
  await checklist.getByRole('button', { name: 'Take down' }).click()
  await expectToast(page, /Already taken down by 韩梅梅 at/)
  await expect(checklist.getByRole('alert')).toContainText('Already taken down by 韩梅梅 at')
  expect(await eventsOn(server, 'video', report.videoId)).toHaveLength(1)
})

for (const { language, missing, hint, dismiss, close, done } of [
  {
    language: 'en',
    missing: 'Video missing',
    hint: 'its reports can be dismissed, but it cannot be taken down',
    dismiss: 'Dismiss report',
    close: 'Dismiss',
    done: 'Report dismissed',
  },
  {
    language: 'zh-CN',
    missing: '视频不存在',
    hint: '可以驳回对它的举报，但无法下架',
    dismiss: '驳回举报',
    close: '驳回举报',
    done: '举报已驳回',
  },
])
  test(`a report whose video is missing says so and is dismissed, in ${language}`, async ({
    page,
    server,
  }) => {
    const report = await addReport(server, { type: videoType.personal })
    await server.db.query(sql`delete from video where id = ${report.videoId}`)
    await page.addInitScript((chosen) => window.localStorage.setItem('language', chosen), language)
    const asked = countRequests(page, videoCalls.link.personal)
    await openAs(page, server, `${place}?videoType=${videoType.personal}`)
    const row = rowOf(page, report.id)
    await expect(row).toContainText(missing)
    await expect(row.getByRole('button')).toHaveCount(2)

    await row.getByRole('button').first().click()
    const dialog = detail(page)
    await expect(dialog.getByRole('note')).toContainText(missing)
    await expect(dialog.getByRole('note')).toContainText(new RegExp(hint, 'i'))
    await expect(dialog.getByRole('button', { name: /Take down|下架/ })).toBeDisabled()
    await dialog.getByRole('button', { name: dismiss }).click()
    const question = page.getByRole('dialog', { name: dismiss })
    await question.getByRole('button', { name: close }).click()
    await expectToast(page, done)
    await expect(row).toHaveCount(0)
    const events = await eventsOn(server, 'report', report.id)
    expect(events.map((event) => event.action)).toEqual(['dismiss'])
    // No player, so nothing fails without a word.
    expect(asked()).toBe(0)
  })
