import type { Page } from '@playwright/test'
import { closeDialogs, findings, otherRules } from './setup/findings.ts'
import { expect, signInContext, test } from './setup/test.ts'
import { allViews, settle, type View } from './setup/views.ts'

/** As the page is, and narrower; `layout.spec.ts` has the widths between. */
const sizes = [undefined, { width: 768, height: 1024 }, { width: 320, height: 640 }]

/** The widths at which something scrolls sideways. */
async function sidewaysAt(page: Page): Promise<number[]> {
  const usual = page.viewportSize()
  const found: number[] = []
  for (const size of sizes) {
    if (size) await page.setViewportSize(size)
    const fits = () =>
      page.evaluate(
        () =>
          new Promise<boolean>((resolve) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() => {
                const framed = [
                  ...document.querySelectorAll('main, [role="dialog"], .sr-dialog-body'),
                ]
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
      .catch(() => found.push(size?.width ?? usual?.width ?? 0))
  }
  if (usual) await page.setViewportSize(usual)
  return found
}

test('no screen or dialog has a serious finding in light or dark, or scrolls sideways', async ({
  browser,
  server,
}) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({
    bypassCSP: true,
    locale: 'en',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  let theme: 'light' | 'dark' = 'light'
  /** Everything in the theme that is shown; then the contrasts of the other, which the next view begins with. */
  const examine = async (name: string) => {
    expect.soft(await findings(page, otherRules), `${name}, ${theme}`).toEqual([])
    expect.soft(await sidewaysAt(page), `${name}, sideways at`).toEqual([])
    theme = theme === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^$/)
    expect.soft(await findings(page, []), `${name}, ${theme}`).toEqual([])
  }
  await page.goto(`${server.url}/#/login`)
  await expect(page.locator('form')).toBeVisible()
  await examine('login')
  await signInContext(context, server, await server.addAccount('administrator'))
  const searched: View[] = [
    { name: 'video-review-search', path: '/dashboard/video-review?search=的' },
    { name: 'report-review-search', path: '/dashboard/report-review?search=的' },
  ]
  // A sign-in takes effect with a new page.
  await page.goto(`${server.url}/healthz`)
  for (const { name, path, open } of [...(await allViews(server)), ...searched]) {
    await page.goto(`${server.url}/#${path}`)
    await settle(page)
    if (open) {
      await open(page)
      await settle(page)
    }
    await examine(name)
    await closeDialogs(page)
  }
  await context.close()
})
