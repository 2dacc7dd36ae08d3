import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { sql } from '../server/dist/db/sql.js'
import { clickIfThere, countRequests, endSessions, holdCall } from './setup/items.ts'
import { type Account, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { setLanguage } from './setup/walk.ts'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const submit = (page: Page) => page.getByRole('button', { name: 'Log in' })
const alert = (page: Page) => page.getByRole('alert')
const isFirstScreen = (page: Page) => expect(page).toHaveURL(/#\/dashboard\/auth-review$/)

async function fillIn(page: Page, { phone, password }: Pick<Account, 'phone' | 'password'>) {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

async function signOut(page: Page, nickName: string) {
  await page.getByRole('button', { name: nickName }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(submit(page)).toBeVisible()
  expect(await storedToken(page)).toBeNull()
}

test('the form asks for phone and password, loads the rest when it is needed, and signs in', async ({
  page,
  server,
}) => {
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname.slice(1)))
  await page.goto(`${server.url}/#/login`)

  await test.step('the form has heading, subtitle, two required fields with placeholders, and a button', async () => {
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

  await test.step('no code of the dashboard is requested until somebody starts to sign in', async () => {
    const manifest = JSON.parse(
      readFileSync(new URL('../web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
    )
    const { file, css } = manifest['src/app/Dashboard.tsx']
    const behind = [file, ...css]
    await page.waitForLoadState('networkidle')
    expect(asked.filter((path) => behind.includes(path))).toEqual([])
    await page.getByLabel('Phone number').fill('1')
    await expect.poll(() => asked).toContain(file)
  })

  for (const [missing, phone, password] of [
    ['both', '', ''],
    ['the phone', '   ', 'secret'],
    ['the password', '13800000001', ''],
  ] as const)
    await test.step(`without ${missing} it says so and sends nothing`, async () => {
      // Without the alert of the step before.
      await page.getByRole('button', { name: 'Reviewer 13800000002' }).click()
      await expect(alert(page)).toHaveText('')
      const sent = countRequests(page, sessionCalls.login)
      await fillIn(page, { phone, password })
      await submit(page).click()
      await expect(alert(page)).toHaveText('Please enter phone number and password')
      expect(sent()).toBe(0)
    })

  await test.step('while it runs the button reads "Logging in...", spins and is off; then the dashboard', async () => {
    const who = await server.addAccount()
    const sent = countRequests(page, sessionCalls.login)
    const release = await holdCall(page, sessionCalls.login)
    await fillIn(page, who)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const running = page.getByRole('button', { name: 'Logging in...' })
    await expect(running).toBeDisabled()
    await expect(running.locator('.sr-spinner')).toBeVisible()
    release()
    await isFirstScreen(page)
    expect(sent()).toBe(1)
    expect(await storedToken(page)).toBe(tokenOf(who))
    await page.unrouteAll()
    await signOut(page, who.nickName)
  })

  await test.step('a demo account is filled in by a click and signs in', async () => {
    await page.getByRole('button', { name: 'Reviewer 13800000002' }).click()
    await expect(page.getByLabel('Phone number')).toHaveValue('13800000002')
    await submit(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Auth review')
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

test('a sign-in that is refused says why, stores no token and can be tried again', async ({
  page,
  server,
}) => {
  const who = await server.addAccount()
  await page.goto(`${server.url}/#/login`)

  await test.step('a wrong password shows what the server says and stores nothing', async () => {
    await fillIn(page, { phone: who.phone, password: 'not this one' })
    await submit(page).click()
    await expect(alert(page)).toHaveText('Wrong phone number or password')
    await expect(submit(page)).toBeEnabled()
    expect(await storedToken(page)).toBeNull()
  })

  await test.step('without an answer: "Login failed, please retry"', async () => {
    await fillIn(page, who)
    await page.route(`**${sessionCalls.login.path}`, (route) => route.abort('connectionreset'))
    await submit(page).click()
    await expect(alert(page)).toHaveText('Login failed, please retry')
    await page.unrouteAll()
    await submit(page).click()
    await isFirstScreen(page)
    await signOut(page, who.nickName)
  })

  await test.step('user info that never comes: "Failed to get user info", and no token is stored', async () => {
    await fillIn(page, who)
    await page.route(`**${sessionCalls.userInfo.path}`, (route) => route.abort('connectionreset'))
    await submit(page).click()
    await expect(alert(page)).toHaveText('Failed to get user info')
    expect(await storedToken(page)).toBeNull()
    await page.unrouteAll()
  })

  await test.step('user info that is refused shows why, and no token is stored', async () => {
    await fillIn(page, who)
    await page.route(`**${sessionCalls.userInfo.path}`, async (route) => {
      await endSessions(server, who)
      await route.continue()
    })
    await submit(page).click()
    await expect(alert(page)).toHaveText('Please sign in')
    expect(await storedToken(page)).toBeNull()
    await expect(page).toHaveURL(/#\/login$/)
    await page.unrouteAll()
  })

  await test.step('too many attempts are told with the seconds to wait', async () => {
    const { phone } = await server.addAccount()
    await fillIn(page, { phone, password: 'guess' })
    await expect(async () => {
      await submit(page).click()
      const tooMany = /^Too many attempts, try again in \d+ s$/
      await expect(alert(page)).toHaveText(tooMany, { timeout: 1500 })
    }).toPass({ intervals: [0] })
  })
})

test('at start-up and at every address, the token decides between login and dashboard', async ({
  page,
  server,
}) => {
  await test.step('without a token every path leads to login', async () => {
    for (const path of ['/', '/dashboard', '/dashboard/video-review?page=2', '/nowhere']) {
      await page.goto('about:blank')
      await page.goto(`${server.url}/#${path}`)
      await expect(page).toHaveURL(/#\/login$/)
      await expect(submit(page)).toBeVisible()
    }
  })

  await test.step('a token that the server does not know is removed, and login follows', async () => {
    await page.evaluate(() => localStorage.setItem('token', '113800000001'))
    await page.goto(`${server.url}/#/dashboard/auth-review`)
    await page.reload()
    await expect(page).toHaveURL(/#\/login$/)
    // The address may not change: wait for the check of the token.
    await expect.poll(() => storedToken(page)).toBeNull()
  })

  const code = '**/assets/start-*.js'
  const who = await server.addAccount()
  await test.step('without the code that signs in, the token is removed and the form can be tried again', async () => {
    await page.route(code, (route) => route.abort('connectionreset'))
    await page.goto('about:blank')
    await openAs(page, server, '/dashboard', who)
    await expect(page).toHaveURL(/#\/login$/)
    await expect.poll(() => storedToken(page)).toBeNull()
    await fillIn(page, who)
    await submit(page).click()
    await expect(alert(page)).toHaveText('Login failed, please retry')
    await page.unroute(code)
    await submit(page).click()
    await isFirstScreen(page)
  })

  await test.step('with a good token login and unknown paths lead to the dashboard', async () => {
    await page.goto('about:blank')
    await page.goto(`${server.url}/#/login`)
    await isFirstScreen(page)
    await page.goto(`${server.url}/#/dashboard/nowhere`)
    await isFirstScreen(page)
  })

  await test.step('an error while the user is fetched removes the token, and login follows', async () => {
    await server.db.query(sql`alter table session rename to session_away`)
    await page.reload()
    await expect(page).toHaveURL(/#\/login$/)
    expect(await storedToken(page)).toBeNull()
    await server.db.query(sql`alter table session_away rename to session`)
    await fillIn(page, who)
    await submit(page).click()
    await isFirstScreen(page)
  })
})

test('a user who comes back is offered their own last page, and no other', async ({
  page,
  server,
}) => {
  const offer = page.getByText('Continue where you left off')
  const rows = page.locator('tbody tr')
  const who = await openAs(page, server, '/dashboard/project-review?status=5&page=2')

  await test.step('an ended session is announced, and the previous page is offered, never opened', async () => {
    await expect(rows).toHaveCount(10)
    await endSessions(server, who)
    await clickIfThere(page.getByRole('button', { name: 'Search' }))
    await expect(page).toHaveURL(/#\/login$/)
    await expect(page.getByText('Your session ended.')).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await fillIn(page, who)
    await submit(page).click()
    await isFirstScreen(page)
    await expect(offer).toBeVisible()
    const shown = Date.now()
    await expect(offer).toHaveCount(0)
    expect(Date.now() - shown, 'a notification stays 4.5 s').toBeGreaterThan(3500)
    await setLanguage(page, 'zh-CN')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('认证审核')
    await expect(page.getByText('回到离开前的页面'), 'once is enough').toHaveCount(0)
    await setLanguage(page, 'en')
    await page.getByRole('button', { name: who.nickName }).click()
    await page
      .getByRole('list', { name: 'Account' })
      .getByRole('link', { name: /^Project review/ })
      .click()
    await expect(page).toHaveURL(/project-review\?status=5/)
  })

  const other = await server.addAccount('reviewer', 'Somebody else')
  await test.step('another user who signs in is not offered the previous user’s page', async () => {
    await expect(rows).toHaveCount(10)
    await endSessions(server, who)
    await clickIfThere(page.getByRole('button', { name: 'Search' }))
    await fillIn(page, other)
    await submit(page).click()
    await expect(page.getByRole('button', { name: 'Somebody else' })).toBeVisible()
    await expect(offer).toHaveCount(0)
  })

  await test.step('signing out ends the session; Back shows nothing of it', async () => {
    await page.getByRole('link', { name: 'Project review' }).click()
    await page.getByRole('link', { name: 'Auth review' }).click()
    await signOut(page, other.nickName)
    await expect(page).toHaveURL(/#\/login$/)
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
