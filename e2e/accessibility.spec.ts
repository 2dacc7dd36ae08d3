import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signInContext, test } from './setup/test.ts'
import { allViews, detailIsOpen, settle, type View } from './setup/views.ts'

/** Serious findings. Axe brings its own script, which our policy would refuse. */
async function seriousFindings(page: Page, rules: 'all' | 'contrasts'): Promise<string[]> {
  // There are no foreign frames, so axe needs no page of its own to collect them.
  // After the first few, the rows of a table are alike.
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude('tr[data-row]:nth-child(n + 9)')
  const asked =
    rules === 'all'
      ? axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      : axe.withRules(['color-contrast', 'button-name', 'link-name', 'label', 'html-has-lang'])
  const { violations } = await asked.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
  { width: 320, height: 640 },
]

/** The widths at which something scrolls sideways. */
async function sidewaysAt(page: Page): Promise<number[]> {
  const usual = page.viewportSize()
  const found: number[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const fits = () =>
      page.evaluate(
        () =>
          new Promise<boolean>((resolve) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                const framed = [...document.querySelectorAll('main, .ant-modal-body')]
                const wide = [document.documentElement, ...framed].some(
                  (element) => element.scrollWidth > element.clientWidth + 1,
                )
                resolve(!wide)
              }),
            ),
          ),
      )
    await expect
      .poll(fits)
      .toBe(true)
      .catch(() => found.push(size.width))
  }
  if (usual) await page.setViewportSize(usual)
  return found
}

// Each place in both languages and both themes, though not in every pair of them: a theme's contrasts
// are the same in both languages, and so are roles in both themes.
for (const [name, language, colorScheme, rules] of [
  ['a serious finding in English and light, or scrolls sideways', 'en', 'light', 'all'],
  ['a serious finding in Chinese and dark', 'zh-CN', 'dark', 'contrasts'],
] as const)
  test(`no screen or dialog has ${name}`, async ({ browser, server }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({
      bypassCSP: true,
      locale: language,
      colorScheme,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const examine = async (name: string) => {
      expect.soft(await seriousFindings(page, rules), name).toEqual([])
      if (rules === 'all') expect.soft(await sidewaysAt(page), `${name}, sideways at`).toEqual([])
    }
    await page.goto(`${server.url}/#/login`)
    await expect(page.locator('form')).toBeVisible()
    await expect(page.locator('html')).toHaveClass(colorScheme === 'dark' ? /dark/ : /^$/)
    await examine('login')
    await signInContext(context, server, await server.addAccount('administrator'))
    const searched: View[] = [
      { name: 'video-review-search', path: '/dashboard/video-review?search=的' },
      { name: 'report-review-search', path: '/dashboard/report-review?search=的' },
    ]
    // The first one too: a sign-in takes effect with a new page.
    let opened = true
    for (const { name, path, open } of [...(await allViews(server)), ...searched]) {
      // What was opened by hand stays open: only a new page is without it. One of ours, so that its
      // process stays and has the code already.
      if (opened) await page.goto(`${server.url}/healthz`)
      opened = open !== undefined && open !== detailIsOpen
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
