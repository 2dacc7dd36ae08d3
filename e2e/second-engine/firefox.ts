import type { Browser, Page } from 'puppeteer-core'
import { findFirefox } from '../../scripts/browser.mjs'

/* Firefox by WebDriver BiDi: what a walk through the app needs of it, and nothing more. */

export const firefox = await findFirefox()

export async function launchFirefox(): Promise<Browser> {
  const { default: puppeteer } = await import('puppeteer-core')
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox?.path ?? '',
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'intl.accept_languages': 'en', 'media.autoplay.default': 0 },
  })
}

const patience = 60_000

const quoted = (text: string) =>
  `concat('', ${text
    .split("'")
    .map((one) => `'${one}'`)
    .join(`, "'", `)})`

/** By the words on it; in the topmost dialog, if one is open. */
export function walkOn(page: Page) {
  page.setDefaultTimeout(patience)
  const shown = (selector: string) => page.waitForSelector(selector, { visible: true })
  const xpath = (path: string) => shown(`::-p-xpath(${path})`)
  const labelled = (label: string) =>
    shown(`::-p-xpath(//*[@id = //label[normalize-space() = ${quoted(label)}]/@for])`)
  return {
    page,
    shown,
    text: (text: string) => xpath(`//body//*[contains(text(), ${quoted(text)})]`),
    gone: (selector: string) => page.waitForSelector(selector, { hidden: true }),
    click: async (text: string, within = '') => {
      const found = await xpath(`${within}//button[normalize-space() = ${quoted(text)}]`)
      await found?.click()
    },
    type: async (label: string, text: string) => {
      const field = await labelled(label)
      await field?.click()
      await page.keyboard.type(text)
    },
    rows: (count: number) =>
      page.waitForFunction((n) => document.querySelectorAll('tbody tr').length === n, {}, count),
    go: (path: string) =>
      page.evaluate((hash) => {
        location.hash = hash
      }, path),
  }
}
