import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import {
  addCases,
  isSaved,
  isShown,
  panel,
  recordOf,
  showQueue,
  videoElement,
  videoStatuses,
} from './setup/focus.ts'
import { addCertification, addProject, eventsOf } from './setup/items.ts'
import { sheetIsMade } from './setup/player.ts'
import { addReport, button, dialogOf, rowOf } from './setup/reports.ts'
import { expect, openAs, test } from './setup/test.ts'
import { goTo } from './setup/walk.ts'

const { approved, pending, rejected, takenDown } = status
test.use({ viewport: { width: 1440, height: 900 } })

test('reports, certifications and projects are worked through by the same keys', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/dashboard/category-config')
  await test.step('reports: the case is one item, T Enter takes down with its own reasons, D dismisses', async () => {
    const queue = await addCases(server, [[2, 4, 2], [3], [5], [1]])
    const [first = 0, second = 0, third = 0, fourth = 0] = queue.ids
    await showQueue(page, queue)
    await expect(page.getByRole('heading', { name: /^Reports · Personal video/ })).toBeVisible()
    await expect(page.getByText('4 videos', { exact: true })).toBeVisible()
    const facts = page.getByRole('region', { name: 'Pending reports' })
    await expect(facts).toHaveCount(1)
    await expect(page.getByRole('region', { name: /reports on this video/i })).toHaveCount(0)
    await expect(page.getByText('Why first: 3 reports · it has waited longest')).toBeVisible()
    await expect(facts).toContainText('2×')
    await expect(facts).toContainText(/#1002.* · #1001.* · #1000/)
    expect(
      await videoElement(page).evaluate((one: HTMLVideoElement) => one.paused),
      'a reported video does not start by itself',
    ).toBe(true)
    await page.keyboard.press('t')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
    // The policy behind a reason, while it is chosen.
    await expect(page.getByRole('group', { name: /take-down/i })).toContainText(
      'Visible wounds, blood or a killing come down',
    )
    await page.keyboard.press('Enter')
    await isShown(page, second)
    await page.keyboard.press('t')
    // The tenth has the first letter that no command has.
    const tenth = page.getByRole('checkbox').nth(9)
    await expect(tenth).toHaveAttribute('aria-keyshortcuts', 'C')
    await page.keyboard.press('c')
    await expect(tenth).toBeChecked()
    await page.keyboard.press('c')
    await expect(tenth).not.toBeChecked()
    // Digits tick by position: the ninth is added, the third removed.
    const own = page.getByRole('checkbox', { checked: true })
    await expect(own).toHaveCount(1)
    const place = await page
      .getByRole('checkbox')
      .evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked) + 1)
    await page.keyboard.press(String(place))
    await expect(own).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Please select at least one take-down reason')).toBeVisible()
    await page.keyboard.press('1')
    await page.keyboard.press('2')
    await expect(own).toHaveCount(2)
    await page.keyboard.press('Enter')
    await isShown(page, third)
    await page.keyboard.press('d')
    await isShown(page, fourth)
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    await isShown(page, fourth)
    await isSaved(page)
    expect(await videoStatuses(server, queue.ids)).toEqual([
      takenDown,
      takenDown,
      approved,
      approved,
    ])
    const reasons = await server.db.query<{ ids: number[] }>(sql`
    select reason_ids::int[] as ids from event where queue = 'video' and subject_id = any(${[first, second]}::bigint[])
    order by subject_id`)
    expect(reasons[0]?.ids.sort()).toEqual([2, 4])
    expect(reasons[1]?.ids).toHaveLength(2)
    // One decision, one undo: the video and its reports come back together.
    await page.keyboard.press('z')
    await isShown(page, third)
    await isSaved(page)
    const [report] = await server.db.query<{ status: number }>(
      sql`select status from report where video_id = ${third}`,
    )
    expect(report?.status).toBe(pending)
  })

  await test.step('a reported video is blurred until it is played or shown; a whole queue says how many reports it has', async () => {
    const queue = await addCases(server, [[4], [1], [2], [3]])
    const [unseen = 0, first, second, third] = queue.ids
    await showQueue(page, queue)
    // Frames that were blurred all the time were not seen.
    await sheetIsMade(page, 6)
    await page.keyboard.press('t')
    await page.keyboard.press('Enter')
    await isShown(page, first)
    await isSaved(page)
    expect((await recordOf(server, unseen))[0]?.receipt?.sheet).toEqual([])
    const looks = () => videoElement(page).evaluate((one) => getComputedStyle(one).filter)
    const cover = page.getByRole('button', { name: /^Blurred until it is played/ })
    await expect(cover).toBeVisible()
    await expect.poll(looks).toContain('blur')
    await page.keyboard.press('Space')
    await expect(cover).toHaveCount(0)
    await expect.poll(looks).toBe('none')
    await page.keyboard.press('d')
    await isShown(page, second)
    await expect.poll(looks).toContain('blur')
    await page.keyboard.press('b')
    await expect.poll(looks).toBe('none')
    expect(
      await videoElement(page).evaluate((one: HTMLVideoElement) => one.paused),
      'it is shown, and not played',
    ).toBe(true)
    // The blur of the image filters is another setting, and stays off.
    await expect(page.getByRole('button', { name: 'Blur' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await page.keyboard.press('Shift+Slash')
    const setting = page.getByRole('checkbox', { name: /^Blur the pictures of reported videos/ })
    await setting.uncheck()
    await page.keyboard.press('Escape')
    await expect(setting).toHaveCount(0)
    await page.keyboard.press('d')
    await isShown(page, third)
    await expect(cover).toHaveCount(0)
    await expect.poll(looks).toBe('none')
    await isSaved(page)
    await goTo(page, '/dashboard/focus/report')
    await expect(page.getByRole('heading', { name: /^Reports · Promo video/ })).toBeVisible()
    await expect(page.getByText(/^\d+ videos · \d+ reports$/)).toBeVisible()
  })

  await test.step('in the list and the dialog the same setting blurs covers until somebody shows them', async () => {
    const { id } = await addReport(server)
    await server.db.query(sql`
      update video set banner = 'banner-01.webp' where id = (select video_id from report where id = ${id})`)
    await goTo(page, '/dashboard/report-review')
    const toggle = button(page, 'Blur covers')
    await expect(toggle, 'as it was left in focus review').toHaveAttribute('aria-pressed', 'false')
    const cover = rowOf(page, id).getByRole('button', { name: 'Show the cover' })
    await expect(rowOf(page, id)).toBeVisible()
    await expect(cover).toHaveCount(0)
    await toggle.click()
    const looks = () =>
      rowOf(page, id)
        .locator('img')
        .evaluate((one) => getComputedStyle(one).filter)
    await expect.poll(looks).toContain('blur')
    await cover.click()
    await expect.poll(looks).toBe('none')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await rowOf(page, id).getByRole('button', { name: 'View details' }).click()
    const film = dialogOf(page).locator('video')
    const filmLooks = () => film.evaluate((one) => getComputedStyle(one).filter)
    await expect.poll(filmLooks).toContain('blur')
    await dialogOf(page)
      .getByRole('button', { name: /Show the cover$/ })
      .click()
    await expect.poll(filmLooks).toBe('none')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
  })

  await test.step('certifications and projects by the same keys; a certification may be rejected without a reason', async () => {
    const at = '1990-05-05T10:00:00+08:00'
    const day = 'start=1990-05-05&end=1990-05-05'
    const one = await addCertification(server, { createTime: at, nickName: 'First of May' })
    const two = await addCertification(server, { createTime: at, nickName: 'Second of May' })
    await goTo(page, `/dashboard/focus/auth?${day}`)
    await isShown(page, one)
    await expect(page.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible()
    await expect(panel(page)).toContainText('139****1234')
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    await page.keyboard.press('Control+Enter')
    await isShown(page, two)
    await page.keyboard.press('a')
    await expect(page.getByText('All caught up')).toBeVisible()
    expect(await eventsOf(server, 'certification', one)).toMatchObject([
      { action: 'reject', reason: '' },
    ])
    expect(await eventsOf(server, 'certification', two)).toMatchObject([{ action: 'approve' }])

    const project = await addProject(server, { createTime: at, title: 'A project in May' })
    await goTo(page, `/dashboard/focus/project?${day}`)
    await isShown(page, project)
    await expect(panel(page)).toContainText('Roles wanted')
    await page.keyboard.press('r')
    await page.keyboard.press('1')
    await expect(page.getByText('All caught up')).toBeVisible()
    expect(await eventsOf(server, 'project', project)).toMatchObject([{ action: 'reject' }])
    const [row] = await server.db.query<{ status: number }>(
      sql`select status from project where id = ${project}`,
    )
    expect(row?.status).toBe(rejected)
  })
})
