import type { Page, ViewportSize } from '@playwright/test'
import { figure } from '../torture/figures.ts'
import {
  closeDialogs,
  dialogOnlyInShort,
  findings,
  isSerious,
  otherRules,
} from './setup/findings.ts'
import { deal, seed } from './setup/lots.ts'
import { expect, signInContext, test } from './setup/test.ts'
import { allViews, settle, type View } from './setup/views.ts'

const themes = ['light', 'dark'] as const
/** Narrower than the page is; `layout.spec.ts` has the widths between. */
const sizes = [
  { width: 768, height: 1024 },
  { width: 320, height: 640 },
]
/** A short run takes one of each for a view. */
const ways = themes.flatMap((theme) => sizes.map((size) => ({ theme, size })))

/** The widths at which something scrolls sideways: the page's own and these. */
async function sidewaysAt(page: Page, narrower: Iterable<ViewportSize>): Promise<number[]> {
  const usual = page.viewportSize()
  const found: number[] = []
  for (const size of [undefined, ...narrower]) {
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

test('no screen or dialog has a serious finding in light or dark, or scrolls sideways', {
  tag: '@torture',
}, async ({ browser, server }) => {
  test.setTimeout(600_000)
  console.log(`SEED=${seed}`)
  const context = await browser.newContext({
    bypassCSP: true,
    locale: 'en',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  let theme: (typeof themes)[number] = 'light'
  const wear = async (next: typeof theme) => {
    if (next === theme) return
    theme = next
    await page.emulateMedia({ colorScheme: theme })
    await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /dark/ : /^$/)
  }
  /** Everything in one theme; then the contrasts of the other, which the next view begins with. */
  const examine = async (name: string, drawn: typeof ways) => {
    const [first = theme, ...more] = new Set(drawn.map((way) => way.theme))
    const ordered = more.includes(theme) ? [theme, first] : [first, ...more]
    for (const [nth, next] of ordered.entries()) {
      await wear(next)
      const rules = nth === 0 ? otherRules : []
      const found = await findings(page, rules, isSerious, dialogOnlyInShort)
      expect.soft(found, `${name}, ${theme}`).toEqual([])
    }
    const narrower = new Set(drawn.map((way) => way.size))
    expect.soft(await sidewaysAt(page, narrower), `${name}, sideways at`).toEqual([])
    figure('U9', ordered.length)
  }
  const searched: View[] = [
    { name: 'video-review-search', path: '/dashboard/video-review?search=的' },
    { name: 'report-review-search', path: '/dashboard/report-review?search=的' },
  ]
  const login: View = { name: 'login', path: '/login' }
  const [atLogin, ...dealt] = deal([login, ...(await allViews(server)), ...searched], ways)
  // A change of the theme draws everything anew.
  const views = themes.flatMap((one) => dealt.filter(({ drawn }) => drawn[0]?.theme === one))
  await page.goto(`${server.url}/#${login.path}`)
  await expect(page.locator('form')).toBeVisible()
  await examine(login.name, atLogin?.drawn ?? ways)
  await signInContext(context, server, await server.addAccount('administrator'))
  // A sign-in takes effect with a new page.
  await page.goto(`${server.url}/healthz`)
  for (const { item, drawn } of views) {
    const { name, path, open } = item
    await page.goto(`${server.url}/#${path}`)
    await settle(page)
    if (open) {
      await open(page)
      await settle(page)
    }
    await examine(name, drawn)
    await closeDialogs(page)
  }
  await context.close()
})
