import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { type Account, type Server, startServer } from './server.ts'
import { keepToasts } from './toasts.ts'

/** Runs in the page. A frame of a transition costs as much as a step of a test, and a turning spinner has no end. */
function standStill() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    *, ::before, ::after { transition-duration: 0s !important; transition-delay: 0s !important }
    .sr-spinner { animation: none !important }`)
  document.adoptedStyleSheets.push(sheet)
}

/** Pages that keep toasts and stand still; one server for each worker, unless a test file must have its own. */
export const test = base.extend<object, { server: Server }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(keepToasts)
        await context.addInitScript(standStill)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

export { expect }

/** Signs in without the form, which has its own test file. */
export async function signInContext(
  context: BrowserContext,
  server: Server,
  account: Account,
): Promise<void> {
  const form = { phone: account.phone, pwd: account.password }
  // A busy machine may time out while hashing a password.
  await expect(async () => {
    const answer = await context.request.post(`${server.url}${sessionCalls.login.path}`, { form })
    expect(await answer.json()).toMatchObject({ code: 200 })
  }).toPass({ timeout: 60_000 })
  // Only once: a test that signs out or loses its session must not get the token back by reloading.
  await context.addInitScript(
    ({ token }) => {
      if (window.sessionStorage.getItem('e2e-token')) return
      window.sessionStorage.setItem('e2e-token', 'given')
      window.localStorage.setItem('token', token)
    },
    { token: tokenOf(account) },
  )
}

/** A page of a new reviewer, opened at a path inside the dashboard. */
export async function openAs(
  page: Page,
  server: Server,
  path: string,
  account?: Account,
): Promise<Account> {
  const who = account ?? (await server.addAccount())
  await signInContext(page.context(), server, who)
  await page.goto(`${server.url}/#${path}`)
  return who
}
