import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signInContext, test } from './setup/test.ts'
import { allViews, settle, type View } from './setup/views.ts'

interface Found {
  id: string
  impact: string
  nodes: { target: string[] }[]
}

interface WithAxe {
  axe: { run(context: object, options: object): Promise<{ violations: Found[] }> }
  /** The styles of text whose contrast was measured in this page. */
  measured?: Set<string>
}

/** Roles, names and the like, which are the same in both themes. */
const otherRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Runs in the page. Contrasts cost most: each style of text is measured once, where it is first seen. */
async function findInPage(tags: string[]): Promise<Found[]> {
  const own = window as unknown as WithAxe
  own.measured ??= new Set()
  const { axe, measured } = own
  // Colours of a theme that was just chosen may still be on their way.
  await Promise.allSettled(document.getAnimations().map((one) => one.finished))
  const styles = new Map<Element, string>()
  const styleOf = (one: Element): string => {
    const known = styles.get(one)
    if (known !== undefined) return known
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } =
      getComputedStyle(one)
    const above = one.parentElement ? styleOf(one.parentElement) : ''
    const self = [one.tagName, one.className, color, backgroundColor, backgroundImage, opacity]
    const style = `${above}>${[...self, fontSize, fontWeight].join()}`
    styles.set(one, style)
    return style
  }
  const hasText = (one: Element) =>
    one.matches('input, textarea, select') ||
    [...one.childNodes].some((part) => part instanceof Text && part.data.trim() !== '')
  const isNew = (one: Element) => {
    if (!one.checkVisibility() || !hasText(one) || measured.has(styleOf(one))) return false
    measured.add(styleOf(one))
    return true
  }
  const fresh = [...document.body.querySelectorAll('*')].filter(isNew)
  const options = { resultTypes: ['violations'], preload: false }
  const found: Found[] = []
  if (tags.length > 0) {
    // After the first few, the rows of a table are alike.
    const page = { exclude: ['tr[data-row]:nth-child(n + 5)'] }
    const rules = { 'color-contrast': { enabled: false } }
    found.push(...(await axe.run(page, { ...options, runOnly: tags, rules })).violations)
  }
  if (fresh.length > 0) {
    const contrasts = { ...options, runOnly: ['color-contrast'] }
    found.push(...(await axe.run({ include: fresh }, contrasts)).violations)
  }
  return found
}

/** Serious findings. Axe brings its own script, which our policy would refuse. */
async function seriousFindings(page: Page, tags: string[]): Promise<string[]> {
  // There are no foreign frames, so axe needs no page of its own to collect them. It stays in the page.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  return (await page.evaluate(findInPage, tags))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

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
                  ...document.querySelectorAll('main, .ant-modal-body, .sr-dialog-body'),
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

/** What was opened by hand would stay open at the next address. */
async function closeDialogs(page: Page) {
  const dialogs = page.getByRole('dialog')
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    // Until the focus is back in the dialog below, that one does not hear the key.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialogs).not.toHaveCount(open, { timeout: 3000 })
    }).toPass()
  }
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
    expect.soft(await seriousFindings(page, otherRules), `${name}, ${theme}`).toEqual([])
    expect.soft(await sidewaysAt(page), `${name}, sideways at`).toEqual([])
    theme = theme === 'light' ? 'dark' : 'light'
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^$/)
    expect.soft(await seriousFindings(page, []), `${name}, ${theme}`).toEqual([])
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
