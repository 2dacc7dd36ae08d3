import type { Page, Route } from '@playwright/test'
import { certificationCalls } from '@screening-room/contract/certifications'
import { sessionCalls } from '@screening-room/contract/session'
import { withoutNews } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'

/* Requests at start-up go out as soon as what they need is known, not one after the other. */

/** What was asked for until the frame that shows a row. In the page, before its own scripts. */
function watchFirstRow() {
  const shown = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-row]')) return
      observer.disconnect()
      requestAnimationFrame(() => resolve(performance.now()))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  Object.assign(window, {
    untilFirstRow: async () => {
      const until = await shown
      const entries = performance.getEntriesByType('resource')
      return entries.filter(({ startTime }) => startTime <= until).map(({ name }) => name)
    },
  })
}

/** Holds requests until they are released. */
async function hold(page: Page, pattern: string | RegExp) {
  const waiting: Route[] = []
  let open = false
  await page.route(pattern, async (route) => {
    if (open) return route.continue()
    waiting.push(route)
  })
  return {
    held: () => waiting.length,
    release: async () => {
      open = true
      await Promise.all(waiting.map((route) => route.continue()))
    },
  }
}

test('the app loads what it needs side by side, and only that', async ({ page, server }) => {
  // A file is fetched once and then imported from the browser's cache.
  const fetched = new Set<string>()
  page.on('request', (one) => fetched.add(new URL(one.url()).pathname))

  await test.step('the first list is requested while the screen’s code is still loading', async () => {
    // A decision of the last seconds would make the list stale.
    await withoutNews(page)
    const code = await hold(page, /\/assets\/CertificationsScreen[^/]*\.js$/)
    const listed = page.waitForResponse((one) => one.url().includes(certificationCalls.list.path))
    await openAs(page, server, '/dashboard/auth-review')
    expect((await listed).status()).toBe(200)
    expect(code.held()).toBe(1)
    let again = 0
    page.on('request', (one) => {
      if (one.url().includes(certificationCalls.list.path)) again += 1
    })
    await code.release()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(21)
    expect(again, 'what was asked for ahead is not asked for again').toBe(0)

    await page.unrouteAll()
  })

  await test.step('a screen’s code is fetched when it is opened, not before', async () => {
    const screens = () => [...fetched].filter((path) => /Screen-[^/]*\.js$/.test(path))
    expect(screens()).toEqual([expect.stringContaining('/CertificationsScreen')])
    await page.getByRole('link', { name: /^Project review/ }).click()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(11)
    expect(screens()).toContainEqual(expect.stringContaining('/ProjectsScreen'))
  })

  await test.step('the dashboard’s code is requested while the session is being checked', async () => {
    const check = await hold(page, `**${sessionCalls.userInfo.path}`)
    const code = page.waitForResponse(/\/assets\/Dashboard[^/]*\.js$/)
    await page.reload()
    await code
    await expect.poll(check.held).toBe(1)
    await check.release()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(11)
  })
})

test('the first row of a list needs few requests; what it can do without comes after it', async ({
  page,
  server,
}) => {
  const most = 14
  await page.addInitScript(watchFirstRow)
  await openAs(page, server, '/dashboard/auth-review')
  for (const path of ['auth-review', 'project-review', 'video-review', 'report-review'])
    await test.step(path, async () => {
      await page.goto('about:blank')
      await page.goto(`${server.url}/#/dashboard/${path}`)
      await expect(page.locator('[data-row]').first()).toBeVisible()
      const asked: string[] = await page.evaluate('untilFirstRow()')
      // A file that was fetched is imported from the cache, and the page itself is no resource of it.
      expect(new Set(asked).size + 1, asked.join('\n')).toBeLessThanOrEqual(most)
      await expect(page.locator('.sr-count').first()).toBeVisible()
    })
})

test('a reload while the app still asks who is signed in keeps the session', async ({
  page,
  server,
}) => {
  let asked = 0
  await page.route(`**${sessionCalls.userInfo.path}`, async (route) => {
    asked += 1
    // The first request is never answered.
    if (asked > 1) await route.continue()
  })
  await openAs(page, server, '/dashboard/auth-review')
  await expect.poll(() => asked).toBe(1)
  await page.reload()
  await expect(page.locator('[data-row]').first()).toBeVisible()
})
