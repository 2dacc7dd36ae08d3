import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { many } from '../../torture/figures.ts'
import { expect } from './test.ts'

/* What axe finds in a page, at a cost that allows to ask at every screen and dialog. */

interface Found {
  id: string
  impact: string
  nodes: { target: string[] }[]
}

interface Rule {
  /** Whether it examines an element. */
  matches(one: Element, ...more: unknown[]): boolean
}

interface WithAxe {
  axe: {
    run(context: object, options: object): Promise<{ violations: Found[] }>
    utils: { getRule(id: string): Rule }
  }
  /** The styles of text whose contrast was measured in this page. */
  measured?: Set<string>
}

/** A short run does not examine again what is behind a dialog: it is a view of its own. */
export const dialogOnlyInShort = many(1, 0) === 1

/** Roles, names and the like, which are the same in both themes, and what depends on colours. */
export const otherRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Asked {
  tags: string[]
  /** Of what is open, the uppermost dialog alone. */
  dialogOnly: boolean
}

export const isSerious = ({ impact }: Found) => impact === 'serious' || impact === 'critical'

/** Runs in the page. Contrasts cost most: each style of text is measured once, where it is first seen. */
async function findInPage({ tags, dialogOnly }: Asked): Promise<Found[]> {
  const own = window as unknown as WithAxe
  own.measured ??= new Set()
  const { axe, measured } = own
  // Colours of a theme that was just chosen may still be on their way; what turns while loading has no end.
  const ends = (one: Animation) => one.effect?.getComputedTiming().endTime !== Infinity
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map((one) => one.finished),
  )
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
  const dialogs = [...document.querySelectorAll('[role="dialog"]')]
  const dialog = dialogOnly ? dialogs.filter((one) => one.checkVisibility()).at(-1) : undefined
  const fresh = new Set([...(dialog ?? document.body).querySelectorAll('*')].filter(isNew))
  if (tags.length === 0 && fresh.size === 0) return []
  const options = { resultTypes: ['violations'], preload: false }
  if (tags.length === 0) {
    const ofColours = { ...options, runOnly: ['color-contrast', 'link-in-text-block'] }
    return (await axe.run({ include: [...fresh] }, ofColours)).violations
  }
  // Contrasts are measured in the same run, because axe works out the layout anew in each.
  const contrast = axe.utils.getRule('color-contrast')
  const { matches } = contrast
  contrast.matches = (one, ...more) => fresh.has(one) && matches.call(contrast, one, ...more)
  // After the first few, the rows of a table are alike, but for new styles.
  const needed = new Set([...fresh].map((one) => one.closest('tr[data-row]')))
  const later = [...document.querySelectorAll('tr[data-row]:nth-child(n + 5)')]
  const exclude = later.filter((row) => !needed.has(row))
  try {
    const rules = { 'aria-dialog-name': { enabled: true } }
    const context = dialog ? { include: [dialog], exclude } : { exclude }
    return (await axe.run(context, { ...options, runOnly: tags, rules })).violations
  } finally {
    contrast.matches = matches
  }
}

/** With these rules, and of contrasts. Axe brings its own script, which our policy would refuse. */
export async function findings(
  page: Page,
  tags: string[],
  counts: (one: Found) => boolean,
  dialogOnly = false,
): Promise<string[]> {
  // There are no foreign frames, so axe needs no page of its own to collect them. It stays in the page.
  if (!(await page.evaluate(() => 'axe' in window)))
    await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
  return (await page.evaluate(findInPage, { tags, dialogOnly }))
    .filter(counts)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Nothing to find with any rule, and nothing scrolls sideways. */
export async function expectAccessible(page: Page) {
  expect(await findings(page, [...otherRules, 'best-practice'], () => true)).toEqual([])
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect(wide).toBe(false)
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
