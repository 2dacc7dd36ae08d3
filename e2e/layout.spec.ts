import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { detail } from './setup/items.ts'
import { expect, openAs, signInContext, test } from './setup/test.ts'
import { addVideos, statusOf } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

/* How much fits, from a laptop to a phone. */

const lists = ['auth-review', 'project-review', 'video-review', 'report-review']
const others = ['category-config', 'reasons']
const rows = (page: Page) => page.locator('tbody tr[data-row]')

/** A cell or a page that is wider than the window. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll('main, main *')]
    const over = wide.filter((one) => one.scrollWidth > innerWidth + 1)
    return over.map((one) => `${one.tagName}.${one.className} ${one.scrollWidth}`)
  })

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
    })
})

test('nothing scrolls sideways from 360 to 1920 pixels', async ({ page, server }) => {
  await openAs(page, server, '/dashboard/auth-review', await server.addAccount('administrator'))
  for (const width of [360, 390, 640, 768, 1024, 1199, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const place of [...lists, ...others]) {
      await goTo(page, `/dashboard/${place}`)
      const content = rows(page).or(page.locator('main h2')).first()
      await expect(content).toBeVisible()
      expect(await sideways(page), `${place} at ${width}`).toEqual([])
    }
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
