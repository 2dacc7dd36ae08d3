import { reportCalls } from '@screening-room/contract/reports'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { importStatus } from '../server/test/setup/import-status.ts'
import { holdCall } from './setup/items.ts'
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

test('a reviewer looks through the queue of reports: pages, filters, rows and keyboard', async ({
  page,
  server,
}) => {
  await openAs(page, server, place)
  await test.step('the queue opens with pending reports on promo videos, twenty a page', async () => {
    const table = page.getByRole('table', { name: 'Reports' })
    await expect(table.getByRole('columnheader')).toHaveText([
      'Report ID',
      'Video ID',
      'Video type',
      'Report reason',
      'Report count',
      'Reporter ID',
      'Report status',
      'Report time',
      'Actions',
    ])
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
    await expect(page.getByText(/^Showing 20, total \d+$/)).toBeVisible()
    await expect(button(page, 'Previous')).toBeDisabled()

    await page.getByRole('combobox', { name: 'Report status' }).click()
    await expect(page.locator('.ant-select-item-option')).toHaveText(['Pending'])
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Video type' }).click()
    await expect(
      page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option'),
    ).toHaveText([/^Promo video \(\d+\)$/, /^Personal video \(\d+\)$/, /^Project video \(\d+\)$/])
    await page.keyboard.press('Escape')

    await button(page, 'Next').click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText('Page 2')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Page 2')).toBeVisible()
    // Other walks leave reports behind: the last page is where the total says.
    const total = Number((await page.getByText(/^Showing 20, total/).textContent())?.match(/\d+$/))
    await goTo(page, `${place}?page=${Math.ceil(total / 20)}`)
    await expect(page.getByText(`Showing ${total % 20 || 20}, total ${total}`)).toBeVisible()
    await expect(button(page, 'Next')).toBeDisabled()
  })

  await test.step('the type and the days that were searched for survive a reload, and Reset forgets them', async () => {
    const lastSecond = await addReport(server, {
      type: videoType.personal,
      at: '2020-02-29T23:59:59+08:00',
    })
    const nextDay = await addReport(server, {
      type: videoType.personal,
      at: '2020-03-01T00:00:00+08:00',
    })
    await goTo(page, place)
    await choose(page, 'Video type', 'Personal video')
    await page.getByLabel('Start time').fill('2020-02-29')
    await page.getByLabel('End time').fill('2020-02-29')
    await page.keyboard.press('Escape')
    await button(page, 'Search').click()
    await expect(rowOf(page, lastSecond.id)).toContainText('2020-02-29 23:59:59')
    await expect(rowOf(page, lastSecond.id)).toContainText('Personal video')
    await expect(rowOf(page, nextDay.id)).toHaveCount(0)
    await expect(page.getByText('Showing 1, total 1')).toBeVisible()

    await page.reload()
    await expect(rowOf(page, lastSecond.id)).toBeVisible()
    await expect(page.getByLabel('Start time')).toHaveValue('2020-02-29')

    await button(page, 'Reset').click()
    await expect(page).toHaveURL(new RegExp(`#${place}$`))
    await expect(page.locator('tr[data-row]').first()).toContainText('Promo video')
  })

  await test.step('a row names its reason, or says that it is unknown', async () => {
    const known = await addReport(server, { reason: 9 })
    const unknown = await addReport(server, { reason: 31_337 })
    await button(page, 'Search').click()
    await expect(rowOf(page, known.id)).toContainText('Harmful to minors')
    await expect(rowOf(page, known.id)).toContainText('Pending')
    await expect(rowOf(page, unknown.id)).toContainText('Unknown reason')
    for (const name of ['View details', 'Dismiss', 'Take down'])
      await expect(rowOf(page, known.id).getByRole('button', { name })).toBeVisible()

    await rowOf(page, unknown.id).getByRole('button', { name: 'Take down' }).click()
    await expect(dialogOf(page, 'Take-down reasons')).toBeVisible()
    await expect(
      dialogOf(page, 'Take-down reasons').getByRole('checkbox', { checked: true }),
    ).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('by keyboard: Enter on a row opens it, Escape closes it and the row has the focus again', async () => {
    const second = page.locator('tr[data-row]').nth(1)
    await page.locator('tr[data-row]').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(second).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialogOf(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(second).toBeFocused()
  })

  await test.step('in Chinese the queue, its questions and its reasons are Chinese', async () => {
    const report = await addReport(server, { reason: 3 })
    await button(page, 'Search').click()
    await setLanguage(page, 'zh-CN')
    const row = rowOf(page, report.id)
    await expect(row).toContainText('宣传视频')
    await expect(row).toContainText('色情低俗')
    await expect(row).toContainText('待审核')
    await expect(page.getByText(/^显示 20 条，共 \d+ 条$/)).toBeVisible()
    await row.getByRole('button', { name: '下架' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(
      `确定要下架视频 ID ${report.videoId} 吗？下架后用户将无法观看`,
    )
    await question.getByRole('button', { name: /下\s?架/ }).click()
    await expectToast(page, '视频已下架')
  })
})

test('a reviewer opens reports and decides on them, from their rows and in their details', async ({
  page,
  server,
}) => {
  await openAs(page, server, place)
  await test.step('the details show the report and play its video; Back closes, reload keeps them', async () => {
    const report = await addReport(server, { reason: 4 })
    await server.db.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, status)
      select video_id, video_type, 1, 1001, s from report, unnest('{3,8,8}'::smallint[]) s where id = ${report.id}`)
    await button(page, 'Search').click()
    await rowOf(page, report.id).getByRole('button', { name: 'View details' }).click()
    const dialog = dialogOf(page)
    for (const text of [String(report.id), String(report.videoId), '1001', 'Promo video'])
      await expect(dialog.getByText(text, { exact: true })).toBeVisible()
    await expect(dialog.getByText('Misleading promotion').first()).toBeVisible()
    const video = dialog.getByLabel('Video player')
    await expect
      .poll(() => video.evaluate((element) => (element as HTMLVideoElement).readyState))
      .toBeGreaterThan(0)

    // Of the reports that 1001 made before, those that were decided; the dialog has no other figure.
    const [made] = await server.db.query<{ upheld: number; decided: number }>(sql`
      select count(*) filter (where status = 8)::int as upheld,
        count(*) filter (where status in (3, 8))::int as decided
      from report where reporter_id = 1001`)
    const upheld = `${made?.upheld} of ${made?.decided} upheld`
    expect(made?.decided).toBeGreaterThan(0)
    await expect(dialog.getByText(upheld)).toHaveCount(2)
    await expect(dialog.locator('.sr-field').filter({ hasText: 'Reporter ID' })).toContainText(
      `1001 ${upheld}`,
    )

    await page.reload()
    await expect(dialog.getByText('Misleading promotion').first()).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await page.goForward()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`#${place}$`))
  })

  for (const kind of ['promo', 'personal', 'project'] as const)
    await test.step(`a ${kind} video is played through the link call of its type`, async () => {
      const report = await addReport(server, { type: videoType[kind] })
      const asked = page.waitForRequest(
        (request) => new URL(request.url()).pathname === videoCalls.link[kind].path,
      )
      await goTo(page, `${place}?view=${report.id}`)
      expect((await asked).postData()).toBe(`id=${report.videoId}`)
      await expect(dialogOf(page)).toContainText(String(report.videoId))
      await expect(dialogOf(page).getByLabel('Video player')).toBeVisible()
    })

  await test.step('decided reports have names of their own for their statuses', async () => {
    const names = { 3: 'Review failed', 5: 'Review passed', 8: 'Taken down', 77: 'Unknown status' }
    const report = await addReport(server)
    for (const [code, name] of Object.entries(names)) {
      await importStatus({ db: server.db, sql }, 'report', {
        where: sql`x.id = ${report.id}`,
        to: Number(code),
      })
      await goTo(page, place)
      await expect(dialogOf(page)).toHaveCount(0)
      await goTo(page, `${place}?view=${report.id}`)
      await expect(dialogOf(page).getByText(name, { exact: true })).toBeVisible()
    }
  })

  await test.step('the checklist is a modal of 520 whose list scrolls at 240; Escape and a click beside it close it', async () => {
    const report = await addReport(server)
    await goTo(page, `${place}?view=${report.id}`)
    const checklist = dialogOf(page, 'Take-down reasons')
    const ask = () => dialogOf(page).getByRole('button', { name: 'Take down video' }).click()
    await ask()
    await expect(checklist.getByRole('checkbox').first()).toBeVisible()
    expect((await checklist.boundingBox())?.width).toBe(520)
    const list = checklist.locator('.sr-reason-list')
    const [height, whole] = await list.evaluate((one) => [one.clientHeight, one.scrollHeight])
    expect(height).toBeLessThanOrEqual(240)
    expect(whole).toBeGreaterThan(240)
    await page.keyboard.press('Escape')
    await expect(checklist).toHaveCount(0)
    await ask()
    await expect(checklist.getByRole('checkbox').first()).toBeVisible()
    await page.mouse.click(3, 400)
    await expect(checklist).toHaveCount(0)
    await expect(dialogOf(page)).toBeVisible()
  })

  await test.step('dismissing asks first, closes the report once and leaves the video and the page alone', async () => {
    const report = await addReport(server, { at: '2004-04-04T10:00:00+08:00' })
    // With 21 others, the oldest one is on the second page, and not alone there.
    for (let more = 0; more < 21; more++)
      await addReport(server, { at: `2004-04-04T${10 + (more % 10)}:30:00+08:00` })
    await goTo(page, `${place}?start=2004-04-04&end=2004-04-04&page=2`)
    const row = rowOf(page, report.id)
    await row.getByRole('button', { name: 'Dismiss' }).click()
    const question = page.getByRole('dialog', { name: 'Dismiss report' })
    await expect(question).toContainText(
      'Confirm dismissing this report? It means the report is untrue or needs no handling',
    )
    await page.mouse.click(5, 300)
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    expect((await statusesOf(server, report))?.report).toBe(status.pending)

    await row.getByRole('button', { name: 'Dismiss' }).click()
    await question.getByRole('button', { name: 'Dismiss' }).dblclick()
    await expectToast(page, 'Report dismissed')
    await expect(row).toHaveCount(0)
    await expect(page).toHaveURL(/page=2/)
    expect(await statusesOf(server, report)).toEqual({
      report: status.rejected,
      video: status.approved,
    })
    const events = await eventsOn(server, 'report', report.id)
    expect(events.map((event) => event.action)).toEqual(['dismiss'])
  })

  await test.step('a personal video’s report is dismissed through the refusal with the fixed message', async () => {
    const report = await addReport(server, { type: videoType.personal })
    await goTo(page, `${place}?videoType=${videoType.personal}&view=${report.id}`)
    const sent = page.waitForRequest(
      (request) => new URL(request.url()).pathname === videoCalls.personal.reject.path,
    )
    await dialogOf(page).getByRole('button', { name: 'Dismiss report' }).click()
    await page
      .getByRole('dialog', { name: 'Dismiss report' })
      .getByRole('button', { name: 'Dismiss' })
      .click()
    expect(new URLSearchParams((await sent).postData() ?? '').get('message')).toBe(dismissalMessage)
    await expectToast(page, 'Report dismissed')
    await expect(dialogOf(page)).toHaveCount(0)
    expect(await statusesOf(server, report)).toEqual({
      report: status.rejected,
      video: status.approved,
    })
  })

  await test.step('a row takes its video down for the report’s own reason, after a question', async () => {
    const report = await addReport(server, { reason: 11 })
    await goTo(page, place)
    // Search sends what the filters show.
    await expect(page.getByTitle(/^Promo video/).filter({ visible: true })).toHaveCount(1)
    await button(page, 'Search').click()
    await rowOf(page, report.id).getByRole('button', { name: 'Take down' }).click()
    const question = page.getByRole('dialog', { name: 'Take down video' })
    await expect(question).toContainText(
      `Sure you want to take down video ID ${report.videoId}? Users can no longer watch it`,
    )
    await expect(question).toContainText('Cruelty to animals')
    await expect(question).toContainText('its pending reports are closed')
    await question.getByRole('button', { name: 'Take down' }).dblclick()
    await expectToast(page, 'Video taken down')
    await expect(rowOf(page, report.id)).toHaveCount(0)
    expect(await statusesOf(server, report)).toEqual({
      report: status.takenDown,
      video: status.takenDown,
    })
    const events = await eventsOn(server, 'video', report.videoId)
    expect(events).toMatchObject([{ action: 'takeDown', reasonIds: [11] }])
  })

  for (const kind of ['personal', 'project'] as const)
    await test.step(`from the details a ${kind} video is taken down for the ticked reasons, at least one`, async () => {
      const report = await addReport(server, { type: videoType[kind], reason: 14 })
      await goTo(page, `${place}?videoType=${videoType[kind]}&view=${report.id}`)
      await dialogOf(page).getByRole('button', { name: 'Take down video' }).click()
      const checklist = dialogOf(page, 'Take-down reasons')
      const own = checklist.getByRole('checkbox', { name: 'Spam or repeated uploads' })
      await expect(own).toBeChecked()
      await expect(own).toBeInViewport()
      await own.uncheck()
      await checklist.getByRole('button', { name: 'Take down' }).click()
      await expect(checklist).toContainText('Please select at least one take-down reason')
      await checklist.getByRole('checkbox', { name: 'Graphic violence' }).check()
      await checklist.getByRole('checkbox', { name: 'Harmful to minors' }).check()
      await checklist.getByRole('button', { name: 'Take down' }).click()
      await expectToast(page, 'Video taken down')
      await expect(dialogOf(page)).toHaveCount(0)
      const events = await eventsOn(server, 'video', report.videoId)
      expect(events).toMatchObject([{ action: 'takeDown', reasonIds: [2, 9] }])
    })

  await test.step('a project video’s report is dismissed by video and type, with every button off meanwhile', async () => {
    const report = await addReport(server, { type: videoType.project })
    await goTo(page, `${place}?videoType=${videoType.project}&view=${report.id}`)
    const release = await holdCall(page, reportCalls.dismiss)
    const sent = page.waitForRequest(`**${reportCalls.dismiss.path}`)
    await dialogOf(page).getByRole('button', { name: 'Dismiss report' }).click()
    const question = page.getByRole('dialog', { name: 'Dismiss report' })
    await question.getByRole('button', { name: 'Dismiss' }).click()
    expect((await sent).postData()).toBe(`videoId=${report.videoId}&videoType=${videoType.project}`)
    await expect(question.locator('.ant-btn-loading')).toBeVisible()
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    for (const name of ['Close', 'Dismiss report', 'Take down video'])
      await expect(page.locator('.sr-dialog-actions button', { hasText: name })).toBeDisabled()
    release()
    await expectToast(page, 'Report dismissed')
  })
})
