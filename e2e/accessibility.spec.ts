import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages } from '@screening-room/contract/refusals'
import { allPlaces, type Place, settle } from './setup/places.ts'
import { expect, openAs, signInContext, test } from './setup/test.ts'

/** Findings that keep somebody from working. Axe brings its own script, which our policy would refuse. */
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Without frames of others there is nothing to put together in a page of its own.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const language of languages)
  test(`no screen or dialog has a serious finding in ${language}, light or dark`, async ({
    browser,
    server,
  }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext({
      bypassCSP: true,
      locale: language,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const examine = async (name: string) => {
      // The theme follows the system's until somebody chooses: no need to open the place again.
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^$/)
        expect.soft(await seriousFindings(page), `${name}, ${colorScheme}`).toEqual([])
      }
    }
    await page.goto(`${server.url}/#/login`)
    await expect(page.locator('form')).toBeVisible()
    await examine('login')
    await signInContext(context, server, await server.addAccount('administrator'))
    const searched: Place[] = [
      { name: 'video-review-search', path: '/dashboard/video-review?search=的' },
      { name: 'report-review-search', path: '/dashboard/report-review?search=的' },
    ]
    for (const { name, path, open } of [...(await allPlaces(server)), ...searched]) {
      await page.goto('about:blank')
      await page.goto(`${server.url}/#${path}`)
      await settle(page)
      if (open) {
        await open(page)
        await settle(page)
      }
      await examine(name)
    }
    await context.close()
  })

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [360, 740],
  [320, 640],
] as const)
  test(`nothing scrolls sideways at ${width} pixels`, async ({ page, server }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height })
    await openAs(page, server, '/dashboard/auth-review', await server.addAccount('administrator'))
    for (const { name, path } of await allPlaces(server)) {
      await page.goto(`${server.url}/#${path}`)
      await settle(page)
      const sideways = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, .ant-modal-body')].some(
          (element) => element.scrollWidth > element.clientWidth + 1,
        ),
      )
      expect.soft(sideways, name).toBe(false)
    }
  })
