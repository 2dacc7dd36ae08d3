import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { sql } from '../server/dist/db/sql.js'
import { clickIfThere, countRequests, endSessions } from './setup/items.ts'
import { type Account, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const submit = (page: Page) => page.getByRole('button', { name: 'Log in' })

async function fillIn(page: Page, { phone, password }: Pick<Account, 'phone' | 'password'>) {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

test.describe('the form', () => {
  test('has heading, subtitle, two required fields with placeholders, and a button', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/#/login`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Screening Room admin')
    await expect(page.getByText('Log in to your admin account')).toBeVisible()
    const phone = page.getByPlaceholder('Please enter phone number')
    const password = page.getByPlaceholder('Please enter password')
    await expect(phone).toHaveAttribute('aria-required', 'true')
    await expect(password).toHaveAttribute('aria-required', 'true')
    await expect(password).toHaveAttribute('type', 'password')
    await expect(phone).toBeFocused()
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(submit(page)).toBeEnabled()
  })

  for (const [missing, phone, password] of [
    ['both', '', ''],
    ['the phone', '   ', 'secret'],
    ['the password', '13800000001', ''],
  ] as const)
    test(`without ${missing} it says so and sends nothing`, async ({ page, server }) => {
      await page.goto(`${server.url}/#/login`)
      const sent = countRequests(page, sessionCalls.login)
      await fillIn(page, { phone, password })
      await submit(page).click()
      await expect(page.getByRole('alert')).toHaveText('Please enter phone number and password')
      expect(sent()).toBe(0)
    })

  test('while it runs the button reads "Logging in...", spins and is off; then the dashboard', async ({
    page,
    server,
  }) => {
    const who = await server.addAccount()
    await page.goto(`${server.url}/#/login`)
    const sent = countRequests(page, sessionCalls.login)
    await page.route(`**${sessionCalls.login.path}`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await fillIn(page, who)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const running = page.getByRole('button', { name: 'Logging in...' })
    await expect(running).toBeDisabled()
    await expect(running.locator('.sr-spinner')).toBeVisible()
    await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
    expect(sent()).toBe(1)
    expect(await storedToken(page)).toBe(tokenOf(who))
  })

  test('a demo account is filled in by a click and signs in', async ({ page, server }) => {
    await page.goto(`${server.url}/#/login`)
    await page.getByRole('button', { name: 'Reviewer 13800000002' }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue('13800000002')
    await submit(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Auth review')
  })

  test('no code of the dashboard is requested until somebody starts to sign in', async ({
    page,
    server,
  }) => {
    const manifest = JSON.parse(
      readFileSync(new URL('../web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
    )
    const { file, css } = manifest['src/app/Dashboard.tsx']
    const behind = [file, ...css, manifest['src/app/routes.ts'].file]
    const asked: string[] = []
    page.on('request', (one) => asked.push(new URL(one.url()).pathname.slice(1)))
    await page.goto(`${server.url}/#/login`)
    await expect(submit(page)).toBeVisible()
    await page.waitForTimeout(1500)
    expect(asked.filter((path) => behind.includes(path))).toEqual([])
    await page.getByLabel('Phone number').fill('1')
    await expect.poll(() => asked).toContain(file)
  })
})

test('without an account the page says how to create one, in both languages, until there is one', async ({
  page,
}) => {
  const own = await startServer({ DEMO_DATA: 'off' })
  const command = page.getByText('npm run admin -- create')
  await page.goto(`${own.url}/#/login`)
  await expect(page.getByText('No account yet.')).toBeVisible()
  await expect(command).toBeVisible()
  await page.getByLabel('Language').selectOption('中文')
  await expect(page.getByText('还没有账号')).toBeVisible()
  await expect(command).toBeVisible()
  await page.getByLabel('语言').selectOption('English')

  const who = await own.addAccount()
  // What was read a moment ago is remembered for a second.
  await expect(async () => {
    await page.reload()
    await expect(submit(page)).toBeVisible()
    await expect(command).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await fillIn(page, who)
  await submit(page).click()
  await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
  await own.close()
})

test.describe('refusals', () => {
  test('a wrong password shows what the server says and stores nothing', async ({
    page,
    server,
  }) => {
    const who = await server.addAccount()
    await page.goto(`${server.url}/#/login`)
    await fillIn(page, { phone: who.phone, password: 'not this one' })
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Wrong phone number or password')
    await expect(submit(page)).toBeEnabled()
    expect(await storedToken(page)).toBeNull()
  })

  test('too many attempts are told with the seconds to wait', async ({ page, server }) => {
    const who = await server.addAccount()
    await page.goto(`${server.url}/#/login`)
    const alert = page.getByRole('alert')
    await fillIn(page, { phone: who.phone, password: 'guess' })
    await expect(async () => {
      await submit(page).click()
      await expect(alert).toHaveText(/^Too many attempts, try again in \d+ s$/, { timeout: 1500 })
    }).toPass({ intervals: [0] })
  })

  test('without an answer: "Login failed, please retry"', async ({ page, server }) => {
    const who = await server.addAccount()
    await page.goto(`${server.url}/#/login`)
    await fillIn(page, who)
    await page.route(`**${sessionCalls.login.path}`, (route) => route.abort('connectionreset'))
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed, please retry')
    await page.unroute(`**${sessionCalls.login.path}`)
    await submit(page).click()
    await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
  })

  test('user info that never comes: "Failed to get user info", and no token is stored', async ({
    page,
    server,
  }) => {
    const who = await server.addAccount()
    await page.goto(`${server.url}/#/login`)
    await fillIn(page, who)
    await page.route(`**${sessionCalls.userInfo.path}`, (route) => route.abort('connectionreset'))
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to get user info')
    expect(await storedToken(page)).toBeNull()
  })

  test('user info that is refused shows why, and no token is stored', async ({ page, server }) => {
    const who = await server.addAccount()
    await page.goto(`${server.url}/#/login`)
    await fillIn(page, who)
    await page.route(`**${sessionCalls.userInfo.path}`, async (route) => {
      await endSessions(server, who)
      await route.continue()
    })
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Please sign in')
    expect(await storedToken(page)).toBeNull()
    await expect(page).toHaveURL(/#\/login$/)
  })
})

test.describe('start-up and guard', () => {
  test('without a token every path leads to login', async ({ page, server }) => {
    for (const path of ['/', '/dashboard', '/dashboard/video-review?page=2', '/nowhere']) {
      await page.goto('about:blank')
      await page.goto(`${server.url}/#${path}`)
      await expect(page).toHaveURL(/#\/login$/)
      await expect(submit(page)).toBeVisible()
    }
  })

  test('with a good token login and unknown paths lead to the dashboard', async ({
    page,
    server,
  }) => {
    await openAs(page, server, '/login')
    await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
    await page.goto(`${server.url}/#/dashboard/nowhere`)
    await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
  })

  test('a token that the server does not know is removed, and login follows', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/#/login`)
    await page.evaluate(() => localStorage.setItem('token', '113800000001'))
    await page.goto(`${server.url}/#/dashboard/auth-review`)
    await page.reload()
    await expect(page).toHaveURL(/#\/login$/)
    // The address may not change: wait for the check of the token.
    await expect.poll(() => storedToken(page)).toBeNull()
  })

  test('an error while the user is fetched removes the token, and login follows', async ({
    page,
  }) => {
    const own = await startServer()
    const who = await openAs(page, own, '/dashboard')
    await expect(page).toHaveURL(/auth-review/)
    await own.db.query(sql`alter table session rename to session_away`)
    await page.reload()
    await expect(page).toHaveURL(/#\/login$/)
    expect(await storedToken(page)).toBeNull()
    await own.db.query(sql`alter table session_away rename to session`)
    await fillIn(page, who)
    await submit(page).click()
    await expect(page).toHaveURL(/auth-review/)
    await own.close()
  })
})

test('without the code that signs in, the token is removed and the form can be tried again', async ({
  page,
  server,
}) => {
  const code = '**/assets/sign-in-*.js'
  await page.route(code, (route) => route.abort('connectionreset'))
  const who = await openAs(page, server, '/dashboard')
  await expect(page).toHaveURL(/#\/login$/)
  expect(await storedToken(page)).toBeNull()
  await fillIn(page, who)
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Login failed, please retry')
  await page.unroute(code)
  await submit(page).click()
  await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
})

test.describe('coming back', () => {
  test('an ended session is announced, and the previous page is offered, never opened', async ({
    page,
    server,
  }) => {
    const who = await openAs(page, server, '/dashboard/project-review?status=5&page=2')
    await expect(page.locator('tbody tr')).toHaveCount(10)
    await endSessions(server, who)
    await clickIfThere(page.getByRole('button', { name: 'Search' }))
    await expect(page).toHaveURL(/#\/login$/)
    await expect(page.getByText('Your session ended.')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await fillIn(page, who)
    await submit(page).click()
    await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
    await expect(page.getByText('Continue where you left off')).toBeVisible()
    const shown = Date.now()
    await expect(page.getByText('Continue where you left off')).toHaveCount(0)
    expect(Date.now() - shown, 'a notification stays 4.5 s').toBeGreaterThan(3500)
    await page.getByLabel('Language').selectOption('中文')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('认证审核')
    await expect(page.getByText('回到离开前的页面'), 'once is enough').toHaveCount(0)
    await page.getByLabel('语言').selectOption('English')
    await page.getByRole('button', { name: who.nickName }).click()
    await page
      .getByRole('list', { name: 'Account' })
      .getByRole('link', { name: /^Project review/ })
      .click()
    await expect(page).toHaveURL(/project-review\?status=5/)
  })

  test('another user who signs in is not offered the previous user’s page', async ({
    page,
    server,
  }) => {
    const who = await openAs(page, server, '/dashboard/project-review')
    await expect(page.locator('tbody tr')).toHaveCount(10)
    await endSessions(server, who)
    await clickIfThere(page.getByRole('button', { name: 'Search' }))
    await fillIn(page, await server.addAccount('reviewer', 'Somebody else'))
    await submit(page).click()
    await expect(page.getByRole('button', { name: 'Somebody else' })).toBeVisible()
    await expect(page.getByText('Continue where you left off')).toHaveCount(0)
  })

  test('signing out ends the session; Back shows nothing of it', async ({ page, server }) => {
    const who = await openAs(page, server, '/dashboard/project-review')
    await page.getByRole('link', { name: 'Auth review' }).click()
    await page.getByRole('button', { name: who.nickName }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/#\/login$/)
    expect(await storedToken(page)).toBeNull()
    await page.goBack()
    await expect(page).toHaveURL(/#\/login$/)
    await expect(submit(page)).toBeVisible()
    await expect(page.getByText('Your session ended.')).toHaveCount(0)
  })
})

test.describe('language and theme', () => {
  test('switch without a reload and are kept', async ({ page, server }) => {
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Phone number').fill('13800000001')
    await page.getByLabel('Language').selectOption('中文')
    await expect(page.getByText('登录您的管理员账号')).toBeVisible()
    await expect(page.getByPlaceholder('请输入手机号')).toHaveValue('13800000001')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await page.getByLabel('主题').selectOption('深色')
    await expect(page.locator('html')).toHaveClass(/dark/)
    await page.getByRole('button', { name: '登录' }).click()
    await expect(page.getByRole('alert')).toHaveText('请输入手机号和密码')
    await page.reload()
    await expect(page.getByText('登录您的管理员账号')).toBeVisible()
    await expect(page.locator('html')).toHaveClass(/dark/)
  })

  test.describe('in a Chinese browser', () => {
    test.use({ locale: 'zh-TW' })
    test('the first visit is in Chinese', async ({ page, server }) => {
      await page.goto(`${server.url}/#/login`)
      await expect(page.getByPlaceholder('请输入密码')).toBeVisible()
    })
  })
})
