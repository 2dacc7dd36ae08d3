import type { Page } from '@playwright/test'

/* Ways inside an open page. A walk loads the app once, which takes longer than most of its steps. */

/** Goes to another place, without loading the app again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, path)
}

/** Chooses the language in the account menu, or on the login page. */
export async function setLanguage(page: Page, language: 'en' | 'zh-CN'): Promise<void> {
  const field = page.getByLabel(/^(Language|语言)$/)
  const account = page.getByRole('banner').locator('button[aria-controls]')
  await account.or(field).first().waitFor()
  const inMenu = (await account.count()) > 0
  if (inMenu && !(await field.isVisible())) await account.click()
  await field.selectOption(language)
  if (inMenu) await account.click()
}

/** In the page: a browser that leaves films in segments to us, as Firefox does. */
export function playsNoPlaylists() {
  const { canPlayType } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.canPlayType = function (type) {
    return type.includes('mpegurl') ? '' : canPlayType.call(this, type)
  }
}
