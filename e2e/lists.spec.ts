import type { Page } from '@playwright/test'
import { historyCalls } from '@screening-room/contract/history'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { colleague, detail } from './setup/items.ts'
import { openPlatform } from './setup/platform.ts'
import { addReport } from './setup/reports.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos, row, screen } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

/* What every list offers beside its filters: its order, one person's items, and news that moves nothing. */

const rows = (page: Page) => page.locator('tr[data-row]')
const order = (page: Page) => page.getByRole('combobox', { name: /^(Order|排序)$/ })

test('lists are sorted, show one person’s items, and say what is new', async ({ page, server }) => {
  const complaints: string[] = []
  page.on(
    'console',
    (one) => one.type() === 'error' && complaints.push(`${one.text()} ${one.location().url}`),
  )
  await openAs(page, server, screen)
  const mei = await colleague(server, 'Mei', 'administrator')

  await test.step('the longest waiting come first: one that was re-opened waits since then', async () => {
    const old = await addVideos(server, { count: 2, title: 'Long ago' })
    // Other tests on this server add items that are old as well.
    await server.db.query(sql`
      update video set create_time = create_time - interval '20 years' where id = any (${old.ids}::bigint[])`)
    await mei.send(videoCalls.project.approve, { videoId: old.ids[1] ?? 0 })
    await mei.send(historyCalls.reopen, { queue: 'video', id: old.ids[1] ?? 0, message: 'again' })
    await order(page).selectOption('Longest waiting first')
    await expect(rows(page).first()).toContainText(old.title(1))
    await expect(page).toHaveURL(/status=0&order=waiting/)
    await expect(page.getByRole('columnheader', { name: 'Waiting since' })).toBeVisible()
    await expect(row(page, old.title(2))).toHaveCount(0)
    await order(page).selectOption('Oldest first')
    await expect(rows(page).nth(1)).toContainText(old.title(1))
    await expect(rows(page).first()).toContainText(old.title(2))
  })

  await test.step('another filter ends that order, and a reload keeps it', async () => {
    await order(page).selectOption('Longest waiting first')
    await page.reload()
    await expect(order(page)).toHaveValue('waiting')
    await page.getByRole('textbox', { name: 'Keyword' }).fill('Long ago')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('Newest first')).toBeVisible()
    await expect(page).not.toHaveURL(/order=/)
    await setLanguage(page, 'zh-CN')
    await page.getByRole('button', { name: '重置' }).click()
    await expect(order(page).locator('option')).toHaveText([
      '最新的在前',
      '最早的在前',
      '等待最久的在前',
    ])
    await setLanguage(page, 'en')
  })

  await test.step('of reports the most reported videos come first, each once', async () => {
    const { videoId } = await addReport(server)
    await server.db.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id)
      select ${videoId}, 0, 1, 2000 + n from generate_series(1, 40) n`)
    await goTo(page, '/dashboard/report-review')
    await order(page).selectOption('Most reported first')
    await expect(page.getByText('Each video once, with its latest report')).toBeVisible()
    await expect(rows(page).first()).toContainText(String(videoId))
    await expect(rows(page).first()).toContainText('41')
    await expect(rows(page).filter({ hasText: String(videoId) })).toHaveCount(1)
    await expect(page.getByRole('columnheader', { name: 'Pending reports' })).toBeVisible()
    await rows(page).first().getByRole('button', { name: 'View details' }).click()
  })

  await test.step('the case and the uploader stand below the reported video', async () => {
    const film = await detail(page).getByLabel('Video player').boundingBox()
    const reported = detail(page).getByRole('region', { name: 'Pending reports' })
    await expect(reported).toContainText('First report')
    await expect(reported).toContainText('Latest report')
    await expect(reported.locator('li').first()).toContainText(/^4[01]×/)
    expect((await reported.boundingBox())?.x).toBe(film?.x)
    const uploader = detail(page).getByRole('region', { name: 'Submitter' })
    await expect(uploader.getByRole('link', { name: /^\d+ reports$/ })).toHaveAttribute(
      'href',
      /^#\/dashboard\/member\/\d+$/,
    )
  })

  await test.step('the uploader’s counts lead to those items; a chip in the filters leads out', async () => {
    const own = await addVideos(server, { count: 3, title: 'Of one person' })
    await server.db.query(
      sql`update video set uploader_id = 777001 where id = any (${own.ids}::bigint[])`,
    )
    await mei.send(videoCalls.project.approve, { videoId: own.ids[2] ?? 0 })
    await goTo(page, `${own.list}&view=${own.id}`)
    const uploader = detail(page).getByRole('region', { name: 'Submitter' })
    await expect(uploader.getByRole('link')).toHaveText(['#777001', '1 approved', '1 pending'])
    const opened = page.context().waitForEvent('page')
    await uploader.getByRole('link', { name: '1 approved' }).click()
    const other = await opened
    await expect(rows(other)).toHaveCount(1)
    await expect(rows(other)).toContainText(own.title(3))
    await expect(other).toHaveURL(/status=5&memberId=777001|memberId=777001&status=5/)
    const chip = other.getByRole('button', { name: /#777001/ })
    await other.getByRole('button', { name: 'Reset' }).click()
    await expect(chip).toHaveCount(0)
    await other.goBack()
    await chip.click()
    await expect(other).toHaveURL(/status=5$/)
    await expect(rows(other)).toHaveCount(10)
    await other.close()
  })

  await test.step('a picture that is not there is drawn, and nothing complains', async () => {
    const broken = await addVideos(server, { banner: 'not-there.webp', title: 'No picture' })
    const asked = page.waitForResponse((one) => one.url().endsWith('/pictures/not-there.webp'))
    await goTo(page, broken.list)
    expect((await asked).status()).toBe(204)
    await expect(row(page, broken.title(1)).getByTitle('No cover')).toBeVisible()
    expect(complaints).toEqual([])
  })

  await test.step('new items are counted above the rows, which stay until it is clicked', async () => {
    await goTo(page, `${screen}?status=0`)
    await expect(rows(page)).toHaveCount(10)
    const first = await rows(page).first().textContent()
    const place = await rows(page).first().boundingBox()
    await server.db.query(sql`
      insert into video (type, uploader_id, title, create_time)
      select 2, 1, 'Just now ' || n, now() + n * interval '1 second' from generate_series(1, 2) n`)
    const pill = page.getByRole('button', { name: '2 new' })
    await expect(pill).toBeVisible()
    expect(await rows(page).first().textContent()).toBe(first)
    expect(await rows(page).first().boundingBox()).toEqual(place)
    await pill.click()
    await expect(rows(page).first()).toContainText('Just now 2')
    await expect(pill).toHaveCount(0)
  })

  await test.step('the tab’s count comes with its rows', async () => {
    const tab = page.getByRole('tab', { name: /^Project videos/ })
    const count = async () =>
      Number(await tab.locator('.sr-tab-count > [aria-hidden]').textContent())
    const before = await count()
    // Neither the stream nor the call for counts answers: the list alone does.
    await page.route(`**${historyCalls.pending.path}*`, (route) => route.abort())
    const approve = rows(page).filter({ hasText: 'Just now 2' })
    await approve.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(approve).toHaveCount(0)
    expect(await count()).toBe(before - 1)
    await page.unroute(`**${historyCalls.pending.path}*`)
  })
})

test('the platform’s ID stands below ours in every list, on one line of a row', async ({
  page,
  server,
}) => {
  const send = await openPlatform(server)
  const name = (of: string) => `lists-${of}-${'long'.repeat(28)}`
  const member = name('member')
  const certification = { member, nick_name: 'Named', phone: '1', role: 'actor' }
  await send('certifications', { external_id: name('c'), ...certification })
  await send('projects', { external_id: name('p'), owner: member, title: 'Named' })
  const video = { external_id: name('v'), type: 'personal', uploader: member, title: 'Named' }
  await send('videos', video)
  const report = { video: name('v'), video_type: 'personal', reason: 'bad', reporter: member }
  await send('reports', { external_id: name('r'), ...report })
  await openAs(page, server, '/dashboard/auth-review')
  for (const [path, of, size] of [
    ['auth-review', 'c', 1280],
    ['project-review', 'p', 1280],
    ['video-review?tab=personal', 'v', 1280],
    ['report-review?videoType=1', 'r', 1280],
    ['auth-review', 'c', 390],
    ['video-review?tab=personal', 'v', 390],
  ] as const)
    await test.step(`${path} at ${size}`, async () => {
      await page.setViewportSize({ width: size, height: 720 })
      const search = `${path.includes('?') ? '&' : '?'}search=${name(of)}`
      await goTo(page, `/dashboard/${path}${search}`)
      await expect(rows(page)).toHaveCount(1)
      const own = page.locator('.sr-their-id', { hasText: name(of) })
      await expect(own).toBeVisible()
      await expect(own.locator('mark')).toHaveText(name(of))
      expect((await rows(page).boundingBox())?.height).toBeLessThan(size === 390 ? 90 : 50)
      expect((await rows(page).boundingBox())?.width).toBeLessThanOrEqual(size)
      const cell = rows(page).locator('td', { has: own })
      if (of !== 'r') await expect(cell).toHaveAttribute('title', name(of))
    })
  await test.step('a report has that of its video, too', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await goTo(page, `/dashboard/report-review?videoType=1&search=${name('r')}`)
    await expect(rows(page).getByTitle(name('v'))).toContainText(name('v'))
    await expect(rows(page).getByTitle(name('r'))).toBeVisible()
  })
})
