import type { Page } from '@playwright/test'

/* Ways inside an open page. A walk loads the app once, which takes longer than most of its steps. */

/** Goes to another place, without loading the app again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, path)
}

/** Chooses the language in the top bar. */
export async function setLanguage(page: Page, language: 'en' | 'zh-CN'): Promise<void> {
  await page
    .getByRole('banner')
    .getByLabel(/^(Language|语言)$/)
    .selectOption(language)
}
