import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { sql } from '../server/dist/db/sql.js'
import { expectAccessible } from './setup/findings.ts'
import { type Account, type Server, startServer } from './setup/server.ts'
import { expect, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

/* Second factors in the browser: added, asked for, lost and reset; and a role that needs one. */

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate()

/** Browsers have passkeys for a name, not for an address. */
const localUrl = (server: Server) => server.url.replace('127.0.0.1', 'localhost')

async function logIn(page: Page, { phone, password }: Account) {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function logOut(page: Page, name: string) {
  await page.getByRole('banner').getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Phone number')).toBeVisible()
}

const step = (page: Page) =>
  page.getByRole('dialog', { name: /^(Two-step verification|两步验证)$/ })
const panel = (page: Page) => page.getByRole('region', { name: 'Two-step verification' })

test('an app and a passkey: added, asked for at sign-in, a recovery code, reset by an administrator', async ({
  page,
  server,
  browser,
}) => {
  const who = await server.addAccount('reviewer', 'Fern')
  const nextCode = () =>
    server.db.query(sql`update totp set last_step = 0 where user_id = ${who.id}`)
  let secret = ''
  let codes: string[] = []
  await page.goto(`${localUrl(server)}/#/login`)

  await test.step('an authenticator app is added, after the password was typed again', async () => {
    await logIn(page, who)
    await expect(page.getByRole('banner')).toContainText('Fern')
    await server.db.query(sql`update session set confirmed_at = null where user_id = ${who.id}`)
    await goTo(page, '/dashboard/account')
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const password = page.getByRole('dialog', { name: 'Is it you?' })
    await password.getByLabel('Current password').fill('not what it is')
    await password.getByRole('button', { name: 'Continue' }).click()
    await expect(password.getByText('The current password is wrong')).toBeVisible()
    await password.getByLabel('Current password').fill(who.password)
    await password.getByLabel('Current password').press('Enter')
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
    secret = (await page.locator('.sr-secret').textContent()) ?? ''
    await expectAccessible(page)
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByText('The code is wrong or was used already')).toBeVisible()
    await page.getByLabel('Six-digit code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Finish' }).click()
    const shown = page.getByRole('region', { name: 'Your recovery codes' })
    await expect(shown.locator('code')).toHaveCount(10)
    codes = await shown.locator('code').allTextContents()
    expect(codes).toHaveLength(10)
    await shown.getByRole('button', { name: 'I have kept them' }).click()
    await expect(panel(page)).toContainText('Recovery codes left: 10')
    await expect(page.getByText('Authenticator app added')).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    for (const one of [...codes, secret.replaceAll(' ', '')]) expect(stored).not.toContain(one)
  })

  await test.step('the second step of the sign-in: wrong, back, right', async () => {
    await logOut(page, 'Fern')
    await nextCode()
    await logIn(page, who)
    await expect(step(page).getByLabel('Six-digit code')).toBeFocused()
    await expectAccessible(page)
    await step(page).getByLabel('Six-digit code').fill('111111')
    await step(page).getByRole('button', { name: 'Verify' }).click()
    await expect(step(page).getByRole('alert')).toContainText('The code is wrong')
    await page.keyboard.press('Escape')
    await expect(step(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveText('')
    await page.getByRole('button', { name: 'Log in' }).click()
    await step(page).getByLabel('Six-digit code').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText('Fern')
  })

  const cdp = await page.context().newCDPSession(page)
  await test.step('a passkey is added and used, in Chromium’s virtual authenticator', async () => {
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await goTo(page, '/dashboard/account')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expectToast(page, 'Added')
    await expect(panel(page).getByText('Passkey: Chrome')).toBeVisible()
    await expectAccessible(page)
    await logOut(page, 'Fern')
    await logIn(page, who)
    await step(page).getByRole('button', { name: 'Use passkey' }).click()
    await expect(page.getByRole('banner')).toContainText('Fern')
  })

  await test.step('in Chinese, on a small phone: a recovery code', async () => {
    const context = await browser.newContext({
      locale: 'zh-CN',
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    })
    const phone = await context.newPage()
    await phone.goto(`${server.url}/#/login`)
    await phone.getByLabel('手机号').fill(who.phone)
    await phone.getByLabel('密码', { exact: true }).fill(who.password)
    await phone.getByRole('button', { name: '登录' }).click()
    await expect(step(phone)).toContainText('请输入身份验证器显示的验证码')
    await expectAccessible(phone)
    await step(phone).getByRole('button', { name: '使用恢复码' }).click()
    await step(phone)
      .getByLabel('恢复码')
      .fill((codes[0] ?? '').toLowerCase())
    await step(phone).getByRole('button', { name: '验证', exact: true }).click()
    await expect(phone.getByRole('banner')).toBeVisible()
    await goTo(phone, '/dashboard/account')
    await expect(phone.getByText('剩余恢复码：9 个')).toBeVisible()
    await expect(phone.getByText('使用恢复码登录')).toBeVisible()
    await expect(phone.getByText('在新设备上登录')).toBeVisible()
    await expectAccessible(phone)
    await context.close()
  })

  await test.step('an administrator sees the factors and resets them, with a reason', async () => {
    const lead = await server.addAccount('administrator', 'Lead of factors')
    const context = await browser.newContext({ locale: 'en-US' })
    const theirs = await context.newPage()
    await theirs.goto(`${server.url}/#/login`)
    await logIn(theirs, lead)
    await expect(theirs.getByRole('banner')).toContainText('Lead of factors')
    await server.db.query(sql`update session set confirmed_at = null where user_id = ${lead.id}`)
    await goTo(theirs, '/dashboard/team')
    const row = theirs.getByRole('row').filter({ hasText: 'Fern' })
    await expect(row).toContainText('App · Passkeys: 1')
    await row.getByRole('button', { name: 'More actions for Fern' }).click()
    await row.getByRole('button', { name: 'Reset the second factor of Fern' }).click()
    const dialog = theirs.getByRole('dialog', { name: 'Reset the second factor of Fern?' })
    await dialog.getByRole('button', { name: 'Reset second factor' }).click()
    await expect(dialog.getByText('Please fill this in')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Lost their phone')
    await dialog.getByRole('button', { name: 'Reset second factor' }).click()
    const password = theirs.getByRole('dialog', { name: 'Is it you?' })
    await password.getByLabel('Current password').fill(lead.password)
    await password.getByRole('button', { name: 'Continue' }).click()
    await expectToast(theirs, 'Second factor reset')
    await expect(row).not.toContainText('App')
    await context.close()
    await expect(page.getByText('Your session ended')).toBeVisible()
    await logIn(page, who)
    await expect(page.getByRole('banner')).toContainText('Fern')
    await goTo(page, '/dashboard/account')
    await expect(page.getByText('by Lead of factors: Lost their phone')).toBeVisible()
  })
})

test('a role that needs a second factor: enrolment comes before anything else', async ({
  page,
}) => {
  const strict = await startServer({ REQUIRE_SECOND_FACTOR: 'administrator,reviewer' })
  try {
    const who = await strict.addAccount('reviewer', 'Moss')
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    await page.goto(`${strict.url}/#/login`)
    await logIn(page, who)
    await expect(page.getByRole('heading', { name: 'Your role needs a second step' })).toBeVisible()
    await goTo(page, '/dashboard/video-review')
    await expect(page.getByRole('banner')).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    const secret = (await page.locator('.sr-secret').textContent()) ?? ''
    await page.getByLabel('Six-digit code').fill(codeOf(secret))
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByRole('banner')).toContainText('Moss')
    await expect(page.getByRole('tab', { name: 'Project videos' })).toBeVisible()
  } finally {
    await strict.close()
  }
})
