import type { Page } from '@playwright/test'

export const keyword = (page: Page) => page.getByLabel('Keyword')
export const rows = (page: Page) => page.locator('tr[data-row]')

export async function searchFor(page: Page, words: string | number) {
  await keyword(page).fill(String(words))
  await keyword(page).press('Enter')
}
