import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { figure } from '../torture/figures.ts'
import { detail } from './setup/items.ts'
import { deal, seed } from './setup/lots.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, signInContext, test } from './setup/test.ts'
import { addVideos, statusOf } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

/* How much fits, from a laptop to a phone. A short run takes some of the widths for each screen, by lot. */

const lists = ['auth-review', 'project-review', 'video-review', 'report-review']
const others = [
  ...[
    'category-config',
    'reasons',
    'team',
    'team?tab=roles',
    'account',
    'overview?span=30',
    'record',
  ],
  ...['member/1001', 'transparency', 'person/1?span=30'],
]
const narrowest = 360
const widths = [1920, 1366, 1199, 1024, 768, 640, 390]
const rows = (page: Page) => page.locator('tbody tr[data-row]')

/** Fifteen of each, for as long as `look` takes. */
async function withManyOfEach(server: Server, look: () => Promise<void>) {
  const fifteen = sql`from generate_series(1, 15) n`
  await server.db.query(sql`
    insert into admin_user (phone, nick_name, password_hash, role)
    select 'many' || n, 'Nora Lindqvist ' || n, 'none', 'reviewer' ${fifteen}`)
  await server.db.query(sql`
    insert into platform_key (name, prefix, secret_hash, scopes)
    select 'Many ' || n, 'srk_many' || n, int4send(n), '{items:write,reports:write}' ${fifteen}`)
  await server.db.query(sql`
    insert into endpoint (name, url, kinds, state, secret)
    select 'Many ' || n, 'https://video.example/hooks/' || n, '{certification,project,video,report}', 'paused', '\\x01' ${fifteen}`)
  try {
    await look()
  } finally {
    await server.db.query(sql`delete from admin_user where phone like 'many%'`)
    await server.db.query(sql`delete from platform_key where prefix like 'srk_many%'`)
    await server.db.query(sql`delete from endpoint where name like 'Many %'`)
  }
}

/** A cell or a page that is wider than the window. Tables behind plots and text fields scroll by themselves. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const wide = [
      document.documentElement,
      ...document.querySelectorAll('main, main :not(input, .sr-plot-table, .sr-plot-table *)'),
    ]
    const over = wide.filter((one) => one.scrollWidth > innerWidth + 1)
    return over.map((one) => `${one.tagName}.${one.className} ${one.scrollWidth}`)
  })

/** How far the page has moved by itself since it was loaded; 0.1 is what browsers call good. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )

test('a laptop shows ten whole rows of every list, one line of filters and a bar of one line', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openAs(page, server, '/dashboard/auth-review', await server.addAccount('administrator'))
  for (const list of lists)
    await test.step(list, async () => {
      await goTo(page, `/dashboard/${list}`)
      await expect(rows(page).nth(9)).toBeInViewport({ ratio: 1 })
      const heights = await rows(page).evaluateAll((all) =>
        all.map((row) => row.getBoundingClientRect().height),
      )
      expect(Math.max(...heights), 'one line each').toBeLessThan(50)
      const filters = await page.getByRole('search').boundingBox()
      expect(filters?.height, 'one line of filters').toBeLessThan(80)
      const cut = await page
        .locator('.sr-row-actions')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
      expect(cut, 'rows whose buttons are cut').toBe(0)
      const bar = await page.getByRole('banner').boundingBox()
      expect(bar?.height).toBeLessThanOrEqual(52)
      // Columns of the specification stand from 1200 up.
      for (const head of await page.getByRole('columnheader').all())
        await expect(head).toBeVisible()
      const cutTitles = await page
        .locator('.sr-row-title .sr-cut')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.clientWidth),
        )
      expect(Math.min(...cutTitles, 999), 'room for a title that is cut').toBeGreaterThan(80)
    })
  await test.step('buttons are quiet until their row is pointed at; a time is an age, exact on hover', async () => {
    const row = rows(page).first()
    const button = row.getByRole('button', { name: 'Take down' })
    const border = () => button.evaluate((one) => getComputedStyle(one).borderTopColor)
    const quiet = await border()
    expect(quiet).toBe('rgba(0, 0, 0, 0)')
    await row.hover()
    await expect.poll(border).not.toBe(quiet)
    const time = row.locator('time')
    await expect(time).toHaveText(/ago|now|yesterday/)
    await expect(time).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  })
  await test.step('below 1200 the menu folds; below that, columns of low value go, and rows stay one line', async () => {
    const column = (name: string) => page.getByRole('columnheader', { name })
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
    await page.setViewportSize({ width: 1199, height: 720 })
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
    await expect(column('Report ID')).toBeVisible()
    await page.setViewportSize({ width: 768, height: 720 })
    for (const name of ['Video ID', 'Report reason', 'Report status', 'Actions'])
      await expect(column(name)).toBeVisible()
    for (const name of ['Report ID', 'Video type', 'Reporter ID'])
      await expect(column(name)).toBeHidden()
    await expect(rows(page).nth(9)).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await withManyOfEach(server, async () => {
    for (const [path, entries] of [
      ['record', '.sr-record > li'],
      ['team', '.sr-team tbody tr'],
      ['platform', '.sr-platform-list > li'],
      ['platform?tab=endpoints', '.sr-platform-list > li'],
    ] as const)
      await test.step(path, async () => {
        await goTo(page, `/dashboard/${path}`)
        await expect(page.locator(entries).nth(9)).toBeInViewport({ ratio: 1 })
      })
  })
  for (const path of [...lists, ...others, 'platform', 'platform?tab=endpoints', 'confirmations'])
    await test.step(`${path} stays in its place while it loads`, async () => {
      // The address alone, so that the screen is drawn once: by the reload.
      await page.evaluate((hash) => history.replaceState(null, '', hash), `#/dashboard/${path}`)
      await page.reload()
      await expect(page.locator('main [aria-busy=true], main .sr-skeleton')).toHaveCount(0)
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    })
})

test('a person chooses columns and the height of rows, and sees the first steps once', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openAs(page, server, '/dashboard/auth-review')
  const head = (name: string) => page.getByRole('columnheader', { name })
  await test.step('three steps, and never again', async () => {
    const coach = page.getByRole('region', { name: 'First steps' })
    await expect(coach).toContainText('press F')
    await coach.getByRole('button', { name: 'Continue' }).click()
    await coach.getByRole('button', { name: 'Continue' }).click()
    await expect(coach).toContainText('3 / 3')
    await coach.getByRole('button', { name: 'Close' }).click()
    await expect(coach).toHaveCount(0)
    await page.reload()
    await expect(rows(page).first()).toBeVisible()
    await expect(coach).toHaveCount(0)
  })
  await test.step('a hidden column stays hidden in this list, and compact rows in all', async () => {
    await page.getByRole('button', { name: 'Columns and rows' }).click()
    const panel = page.getByRole('group', { name: 'Columns and rows' })
    await expect(panel.getByRole('checkbox', { name: 'Name' })).toHaveCount(0)
    await panel.getByRole('checkbox', { name: 'Remark' }).uncheck()
    await panel.getByRole('checkbox', { name: 'Compact rows' }).check()
    await expect(head('Remark')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page.reload()
    await expect(rows(page).nth(13)).toBeInViewport({ ratio: 1 })
    await expect(head('Remark')).toHaveCount(0)
    await goTo(page, '/dashboard/project-review')
    await expect(head('Owner')).toBeVisible()
    expect((await rows(page).first().boundingBox())?.height).toBeLessThan(36)
    await goTo(page, '/dashboard/auth-review')
    await page.getByRole('button', { name: 'Columns and rows' }).click()
    await panel.getByRole('checkbox', { name: 'Remark' }).check()
    await expect(head('Remark')).toBeVisible()
  })
})

test('nothing scrolls sideways from 360 to 1920 pixels', { tag: '@torture' }, async ({
  page,
  server,
}) => {
  console.log(`SEED=${seed}`)
  await openAs(page, server, '/dashboard/auth-review', await server.addAccount('administrator'))
  const content = rows(page)
    .or(
      page.locator('main h2, main .sr-team tbody tr, main .sr-roles tbody tr, main .sr-record li'),
    )
    .first()
  for (const { item: place, drawn } of deal([...lists, ...others], widths, 2)) {
    await goTo(page, `/dashboard/${place}`)
    await expect(content).toBeVisible()
    await expect(page.locator('main [aria-busy=true], main .ant-skeleton')).toHaveCount(0)
    for (const width of [...drawn, narrowest]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(content).toBeVisible()
      await expect.poll(() => sideways(page), `${place} at ${width}`).toEqual([])
    }
    figure('U11', drawn.length + 1)
  }
})

test('on a phone a video is found and taken down with one thumb', async ({ browser, server }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signInContext(context, server, await server.addAccount())
  const video = await addVideos(server, { status: status.approved })
  await page.goto(`${server.url}/#/dashboard/auth-review`)

  await test.step('the menu is a drawer behind one button', async () => {
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Main menu' }).tap()
    await menu.getByRole('link', { name: 'Video review' }).tap()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Video review')
  })

  await test.step('filters are folded behind one button with their count', async () => {
    await expect(page.getByRole('button', { name: 'Search' })).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).tap()
    await page.getByRole('textbox', { name: 'Keyword' }).fill(video.title(1))
    await page.getByRole('button', { name: 'Search' }).tap()
    await expect(page.getByRole('button', { name: 'Search' })).toBeHidden()
    await expect(page.getByRole('button', { name: /^Filters 1$/ })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
  })

  await test.step('a tap on the row opens it, and its video is taken down', async () => {
    await rows(page).tap()
    const dialog = detail(page)
    await dialog.getByRole('button', { name: 'Take down' }).tap()
    const reasons = page.getByRole('dialog', { name: 'Take-down reasons' })
    await reasons.getByRole('checkbox').first().tap()
    await reasons.getByRole('button', { name: 'Take down' }).tap()
    await expect.poll(() => statusOf(server, video.id)).toBe(status.takenDown)
  })
  await context.close()
})
