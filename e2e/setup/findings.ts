import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/* What axe finds in a page, at a cost that allows to ask at every screen and dialog. */

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
export const otherRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

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

/** With these rules, and of contrasts. Axe brings its own script, which our policy would refuse. */
export async function findings(
  page: Page,
  tags: string[],
  counts = ({ impact }: Found) => impact === 'serious' || impact === 'critical',
): Promise<string[]> {
  // There are no foreign frames, so axe needs no page of its own to collect them. It stays in the page.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  return (await page.evaluate(findInPage, tags))
    .filter(counts)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** What was opened by hand would stay open at the next address. */
export async function closeDialogs(page: Page) {
  const dialogs = page.getByRole('dialog')
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    // Until the focus is back in the dialog below, that one does not hear the key.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(dialogs).not.toHaveCount(open, { timeout: 3000 })
    }).toPass()
  }
}
