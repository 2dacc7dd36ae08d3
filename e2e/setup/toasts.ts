import { expect, type Page } from '@playwright/test'

/*
 * A toast is visible for three seconds. The page keeps what was shown, so that a slow machine
 * misses none.
 */

interface WithToasts {
  shownToasts: string[]
}

/** Runs in the page, before anything of its own. */
export function keepToasts() {
  const shown: string[] = []
  Object.assign(window, { shownToasts: shown })
  const last = new WeakMap<Element, string>()
  const look = () => {
    for (const notice of document.querySelectorAll('.ant-message-notice')) {
      const text = notice.textContent ?? ''
      if (last.get(notice) === text || !notice.checkVisibility()) continue
      last.set(notice, text)
      shown.push(text)
    }
  }
  new MutationObserver(look).observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
  })
}

/** Toasts that no test has checked yet. */
export const toastsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as WithToasts).shownToasts)

/** The text of a toast that is or was shown. Each counts once, so the next match needs a new toast. */
export async function expectToast(page: Page, text: string | RegExp): Promise<string> {
  let said: string | undefined
  const take = async () => {
    said ??= await page
      .evaluate((wanted) => {
        const { shownToasts } = window as unknown as WithToasts
        const found = shownToasts.findIndex((one) =>
          typeof wanted === 'string' ? one.includes(wanted) : wanted.test(one),
        )
        return found < 0 ? undefined : shownToasts.splice(found, 1)[0]
      }, text)
      // While the page is being left.
      .catch(() => undefined)
    return said
  }
  await expect.poll(take, { message: `a toast: ${text}` }).toBeDefined()
  return said ?? ''
}
