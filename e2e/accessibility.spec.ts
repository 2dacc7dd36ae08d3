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

const rulesOf = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  names: { type: 'rule', values: ['button-name', 'link-name', 'label', 'html-has-lang'] },
}

/** Runs in the page. Contrasts cost most: each style of text is measured once, where it is first seen. */
async function findInPage(runOnly: object): Promise<Found[]> {
  const own = window as unknown as WithAxe
  own.measured ??= new Set()
  const { axe, measured } = own
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
  // After the first few, the rows of a table are alike.
  const page = { exclude: ['tr[data-row]:nth-child(n + 9)'] }
  const rules = { 'color-contrast': { enabled: false } }
  const { violations: found } = await axe.run(page, { ...options, runOnly, rules })
  if (fresh.length === 0) return found
  const contrasts = await axe.run({ include: fresh }, { ...options, runOnly: ['color-contrast'] })
  return [...found, ...contrasts.violations]
}

/** Serious findings. Axe brings its own script, which our policy would refuse. */
async function seriousFindings(page: Page, rules: keyof typeof rulesOf): Promise<string[]> {
  // There are no foreign frames, so axe needs no page of its own to collect them. It stays in the page.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  return (await page.evaluate(findInPage, rulesOf[rules]))
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

// Each place in both languages and both themes, though not in every pair of them: a theme's contrasts
// are the same in both languages, and so are roles in both themes.
for (const [name, language, colorScheme, rules] of [
  ['a serious finding in English and light, or scrolls sideways', 'en', 'light', 'all'],
  ['a serious finding in Chinese and dark', 'zh-CN', 'dark', 'names'],
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
