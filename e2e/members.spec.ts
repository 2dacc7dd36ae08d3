import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { exportCalls } from '@screening-room/contract/exports'
import { sql } from '../server/dist/db/sql.js'
import { parseCsv } from '../server/test/setup/csv.ts'
import { addProject } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const exportButton = (page: Page) => page.getByRole('button', { name: 'Export' }).first()
const start = (page: Page) => dialog(page).getByRole('button', { name: 'Export', exact: true })

test('a list is exported as CSV and as NDJSON, with progress and a stop, by administrators alone', async ({
  page,
  server,
  browser,
}) => {
  const ownerId = 880_001
  const titles = ['one, "two"', '=1+1', 'three\nlines', '四']
  for (const title of titles) await addProject(server, { ownerId, title, status: 5 })
  await openAs(
    page,
    server,
    `/dashboard/project-review?memberId=${ownerId}`,
    await server.addAccount('administrator', 'Lead'),
  )

  await test.step('the CSV has the rows of the list, in its order', async () => {
    await exportButton(page).click()
    await expect(dialog(page)).toContainText('All rows of the current filters')
    const saving = page.waitForEvent('download')
    await start(page).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^project-\d{4}-\d\d-\d\dT\d{4}\.csv$/)
    await expect(dialog(page)).toContainText('4 rows saved as project-')
    const [head, ...rows] = parseCsv(await readFile(await file.path(), 'utf8'))
    const at = head?.indexOf('Title') ?? -1
    expect(rows.map((row) => row[at])).toEqual(['四', 'three\nlines', "'=1+1", 'one, "two"'])
    const shown = await page
      .locator('tbody tr[data-row]')
      .evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))
    expect(rows.map(([id]) => id)).toEqual(shown)
  })

  await test.step('so has the NDJSON', async () => {
    await dialog(page)
      .getByRole('radio', { name: /^NDJSON/ })
      .check()
    const saving = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Export again' }).click()
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).title).reverse()).toEqual(titles)
  })

  await test.step('rows are counted while they come; stopped, nothing is saved', async () => {
    await page.route(`**${exportCalls.project.path}**`, () => {})
    await dialog(page).getByRole('button', { name: 'Export again' }).click()
    await expect(dialog(page)).toContainText('0 rows so far')
    await dialog(page).getByRole('button', { name: 'Stop' }).click()
    await expect(start(page)).toBeVisible()
    await expect(dialog(page)).not.toContainText('saved')
    await page.unroute(`**${exportCalls.project.path}**`)
  })

  await test.step('cut off, it says so and saves nothing', async () => {
    await page.route(`**${exportCalls.project.path}**`, (route) => route.abort())
    await start(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('nothing was saved')
    await page.unroute(`**${exportCalls.project.path}**`)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(exportButton(page)).toBeFocused()
  })

  await test.step('a reviewer has no button', async () => {
    const context = await browser.newContext({ locale: 'en-US' })
    const theirs = await context.newPage()
    await openAs(theirs, server, '/dashboard/project-review')
    await expect(theirs.getByRole('link', { name: 'Focus review' })).toBeVisible()
    await expect(exportButton(theirs)).toHaveCount(0)
    await context.close()
  })
})

test('a member’s page: reached from their name, its counts lead to their items, notes stay', async ({
  page,
  server,
}) => {
  const [row] = await server.db.query<{ id: number }>(sql`
    insert into member (nick_name) values ('Wen Lan') returning id::int as id`)
  const member = row?.id ?? 0
  const projectId = await addProject(server, { ownerId: member, title: 'The lighthouse' })
  await addProject(server, { ownerId: member, title: 'The harbour', status: 5 })
  const video = await addVideos(server, { status: 5 })
  await server.db.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, status)
    select ${video.id}, type, 1, ${member}, s from video, unnest('{3,8,8}'::smallint[]) s where id = ${video.id}`)
  await openAs(page, server, '/dashboard/project-review')

  await test.step('the owner’s name in the list leads there', async () => {
    await page.getByRole('row').filter({ hasText: 'The lighthouse' }).getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Wen Lan' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Member')
    await expect(page.getByText(`Member ID ${member}`)).toBeVisible()
  })

  await test.step('their reports are counted, with how many were upheld', async () => {
    await expect(page.getByText('2 of 3 decided reports were upheld (67%).')).toBeVisible()
    await expect(page.getByText('None has been decided.')).toBeVisible()
  })

  await test.step('a count leads to the items that it counts, and back', async () => {
    const line = page.getByRole('row').filter({ hasText: 'Projects' })
    await expect(line.getByRole('cell')).toHaveText(['1', '1', '0', '0', '0'])
    await line.getByRole('link', { name: '1' }).first().click()
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(1)
    await expect(page.locator(`tbody tr[data-row="${projectId}"]`)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Wen Lan' })).toBeVisible()
  })

  await test.step('their strikes are shown, and nothing follows from them', async () => {
    const strikes = page.getByRole('region', { name: 'Strikes' })
    await expect(strikes).toContainText('Points: 0')
    await expect(strikes).toContainText('Nothing follows from points here')
  })

  await test.step('a note is added, and an empty one is not', async () => {
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expect(notes.getByText('Please fill this in')).toBeVisible()
    await notes.getByLabel('Note', { exact: true }).fill('Sends the same film again and again')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expectToast(page, 'Note added')
    await expect(notes.getByRole('listitem')).toContainText('Sends the same film again and again')
  })

  await test.step('an item of theirs opens in its dialog, whose submitter leads back here', async () => {
    await page
      .getByRole('link', { name: /The lighthouse/ })
      .first()
      .click()
    const submitter = dialog(page).getByRole('link', { name: 'Wen Lan' }).last()
    await expect(submitter).toHaveAttribute('href', `#/dashboard/member/${member}`)
    await page.keyboard.press('Escape')
  })

  await test.step('in Chinese too, and a member that is not there is said to be missing', async () => {
    await goTo(page, `/dashboard/member/${member}`)
    await setLanguage(page, 'zh-CN')
    await expect(page.getByRole('heading', { name: '备注' })).toBeVisible()
    await goTo(page, '/dashboard/member/999999999')
    await expect(page.getByText('没有该 ID 的会员信息')).toBeVisible()
  })
})
