import { sql } from '../server/dist/db/sql.js'
import { startProvider } from '../server/test/setup/identity-provider.ts'
import { expectAccessible } from './setup/findings.ts'
import { startServer } from './setup/server.ts'
import { expect, test } from './setup/test.ts'
import { setLanguage } from './setup/walk.ts'

/* Single sign-on in the browser, through the pages of a real provider. */

test('to the provider and back: in, out at the provider, refused, and in without it', async ({
  page,
  browser,
}) => {
  const provider = await startProvider()
  const phone = '13700000001'
  const server = await startServer({
    ...provider.env,
    OIDC_LABEL: 'Acme ID',
    PASSWORD_SIGN_IN: 'off',
    BREAK_GLASS_PHONE: phone,
  })
  try {
    await provider.open(server.url)
    await provider.setPerson('ann', { name: 'Ann', roles: ['moderators'] })
    await provider.setPerson('guest', { name: 'Guest', roles: [] })
    const rescuer = await server.addAccount('administrator', 'Rescuer')
    expect(rescuer.phone).toBe(phone)
    const button = page.getByRole('link', { name: 'Acme ID' })
    const goAs = async (name: string) => {
      await button.click()
      await expect(page.getByRole('heading', { name: 'Acme ID' })).toBeVisible()
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    const storedToken = () => page.evaluate(() => localStorage.getItem('token'))

    await test.step('a sign-in that is given up there says so here, once', async () => {
      await page.goto(`${server.url}/#/login`)
      await expect(page.getByLabel('Phone number')).toHaveCount(0)
      await expectAccessible(page)
      await button.click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('alert')).toHaveText('The sign-in was cancelled')
      await expect(page).toHaveURL(/#\/login$/)
      await page.reload()
      await expect(button).toBeVisible()
      await expect(page.getByRole('alert')).toHaveText('')
    })

    await test.step('without a role: refused, in Chinese and on a small phone as well', async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await setLanguage(page, 'zh-CN')
      await goAs('guest')
      await expect(page.getByRole('alert')).toContainText('您在本系统没有角色')
      await expectAccessible(page)
      await setLanguage(page, 'en')
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${provider.issuer}/session/end`)
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await page.goto(`${server.url}/#/login`)
    })

    await test.step('in: the cookie has come along, and the first screen opens', async () => {
      await goAs('ann')
      await expect(page.getByRole('banner')).toContainText('Ann')
      await expect(page).toHaveURL(/#\/dashboard\/auth-review$/)
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      expect(await storedToken()).toMatch(/^\d+sso-[0-9a-f]{16}$/)
      await page.reload()
      await expect(page.getByRole('banner')).toContainText('Ann')
    })

    await test.step('out here: the provider still knows them, and the device is not a new one', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Ann' }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await button.click()
      await expect(page.getByRole('banner')).toContainText('Ann')
      const news = await server.db.query(
        sql`select from event where action = 'account.newDevice' and actor_name = 'Ann'`,
      )
      expect(news).toHaveLength(0)
    })

    await test.step('out there: the session here ends', async () => {
      const other = await page.context().newPage()
      await other.goto(`${provider.issuer}/session/end`)
      await other.getByRole('button', { name: 'Yes, sign me out' }).click()
      await expect(page.getByText('Your session ended')).toBeVisible()
      expect(await storedToken()).toBeNull()
      await other.close()
    })

    await test.step('without the provider: the account for emergencies', async () => {
      const context = await browser.newContext({ locale: 'en-US' })
      const theirs = await context.newPage()
      await theirs.goto(`${server.url}/#/login`)
      await theirs.getByRole('button', { name: 'Emergency access' }).click()
      await theirs.getByLabel('Phone number').fill(phone)
      await theirs.getByLabel('Password', { exact: true }).fill(rescuer.password)
      await theirs.getByRole('button', { name: 'Log in' }).click()
      await expect(theirs.getByRole('banner')).toContainText('Rescuer')
      await context.close()
    })
  } finally {
    await server.close()
    await provider.close()
  }
})
