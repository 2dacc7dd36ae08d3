import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { importStatus } from '../server/test/setup/import-status.ts'
import { colleague, countRequests, detail, withNews, withoutNews } from './setup/items.ts'
import {
  addReport,
  button,
  choose,
  dialogOf,
  eventsOn,
  rowOf,
  statusesOf,
} from './setup/reports.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo, setLanguage } from './setup/walk.ts'

const place = '/dashboard/report-review'

test('a reviewer is told what goes wrong with a report, and goes on from there', async ({
  page,
  server,
}) => {
  await withoutNews(page)
  await openAs(page, server, place)
  await test.step('the second to decide is told the colleague’s name', async () => {
    const other = await colleague(server, '李雷')
    const report = await addReport(server)
    await goTo(page, `${place}?view=${report.id}`)
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
    await withNews(page)
  })

  await test.step('a take-down that a colleague did first names them, in the toast and in the checklist', async () => {
    const report = await addReport(server, { reason: 2 })
    await goTo(page, `${place}?view=${report.id}`)
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
    await page.keyboard.press('Escape')
    await expect(checklist).toHaveCount(0)
    expect(await eventsOn(server, 'video', report.videoId)).toHaveLength(1)
  })

  await test.step('a type that nobody defined is an internal failure, and says so', async () => {
    const report = await addReport(server, { type: 7 })
    await goTo(page, `${place}?view=${report.id}`)
    const dialog = dialogOf(page)
    await expect(dialog.getByText('Unknown type')).toBeVisible()
    await expect(dialog.getByRole('alert')).toContainText('Internal failure: unknown video type')
    await dialog.getByRole('button', { name: 'Take down video' }).click()
    await expectToast(page, 'Internal failure: unknown video type')
  })

  await test.step('a video without a file, and a report that is not there, are told in place', async () => {
    const report = await addReport(server, { media: null })
    await goTo(page, `${place}?view=${report.id}`)
    await expectToast(page, 'Failed to get video link')
    await expect(dialogOf(page).getByRole('alert')).toContainText('Failed to get video link')
    await expect(dialogOf(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    await goTo(page, `${place}?view=99999999`)
    await expect(dialogOf(page).getByRole('alert')).toContainText('report 99999999 does not exist')
  })

  for (const { language, day, missing, hint, dismiss, close, done } of [
    {
      language: 'en',
      day: '2003-01-01',
      missing: 'Video missing',
      hint: 'its reports can be dismissed, but it cannot be taken down',
      dismiss: 'Dismiss report',
      close: 'Dismiss',
      done: 'Report dismissed',
    },
    {
      language: 'zh-CN',
      day: '2003-01-02',
      missing: '视频不存在',
      hint: '可以驳回对它的举报，但无法下架',
      dismiss: '驳回举报',
      close: '驳回举报',
      done: '举报已驳回',
    },
  ] as const)
    await test.step(`a report whose video is missing says so and is dismissed, in ${language}`, async () => {
      const at = `${day}T10:00:00+08:00`
      const report = await addReport(server, { type: videoType.personal, at })
      await server.db.query(sql`delete from video where id = ${report.videoId}`)
      const asked = countRequests(page, videoCalls.link.personal)
      await goTo(page, place)
      await setLanguage(page, language)
      await goTo(page, `${place}?videoType=${videoType.personal}&start=${day}&end=${day}`)
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
      await setLanguage(page, 'en')
    })

  await test.step('what the server refuses is shown in its own words', async () => {
    await goTo(page, `${place}?start=2026-02-02&end=2026-02-01`)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('start is after end')
    await goTo(page, `${place}?start=2001-01-01&end=2001-01-01`)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await button(page, 'Clear filters').click()
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
  })

  await test.step('a fault while dismissing or taking down is told, and changes nothing', async () => {
    const report = await addReport(server)
    await goTo(page, place)
    await button(page, 'Search').click()
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

  await test.step('a server that is gone is told in place, and trying again brings the list', async () => {
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
    await expect(page.locator('tr[data-row]').first().getByRole('cell').nth(3)).not.toHaveText('–')
    await server.stop()
    await choose(page, 'Video type', 'Project video')
    await button(page, 'Search').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Failed to get report list',
    )
    await server.start()
    await button(page, 'Try again').click()
    await expect(page.locator('tr[data-row]').first()).toContainText('Project video')

    const closed = await importStatus({ db: server.db, sql }, 'report', {
      where: sql`x.video_type = ${videoType.promo} and x.status = ${status.pending}`,
      to: status.rejected,
    })
    await button(page, 'Reset').click()
    await expect(page.getByText('Nothing is pending. All caught up.')).toBeVisible()
    await importStatus({ db: server.db, sql }, 'report', {
      where: sql`x.id = any(${closed}::bigint[])`,
      to: status.pending,
    })
    await page.getByRole('button', { name: /^Personal video \(\d+\)$/ }).click()
    await expect(page.locator('tr[data-row]').first()).toContainText('Personal video')
  })
})
