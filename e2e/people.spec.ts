import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { sql } from '../server/dist/db/sql.js'
import { startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

const pictures = new URL('../server/demo-media/pictures/', import.meta.url)
const demoPicture = fileURLToPath(new URL('banner-01.webp', pictures))
const phrase = 'seven herons cross the pond'
const another = 'nine swans land at dusk'

const member = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')

async function signIn(page: Page, phone: string, password: string) {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a life of an account: invited, joined, renamed, new password, promoted, disabled', async ({
  page,
  server,
  browser,
}) => {
  const who = await server.addAccount('administrator', 'Lead')
  await openAs(page, server, '/dashboard/team', who)
  const phone = '13877770001'
  let link = ''

  await test.step('an administrator invites somebody; the link is shown once', async () => {
    await page.getByRole('button', { name: 'Invite' }).click()
    const form = page.getByRole('form', { name: 'Invite somebody' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByRole('button', { name: 'Invite' }).click()
    await expect(form.getByText('Please fill this in')).toHaveCount(2)
    await form.getByLabel('Name').fill('Quill')
    await form.getByLabel('Phone number').fill('138 7777 0001')
    await form.getByLabel('Phone number').press('Enter')
    await expectToast(page, 'Account created')
    const shown = page.getByRole('region', { name: 'A link for Quill' })
    link = await shown.getByRole('textbox').inputValue()
    expect(link).toMatch(/#\/link\/[\w-]{43}$/)
    await expect(member(page, 'Quill')).toContainText('Invited')
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(shown).toHaveCount(0)
  })

  const context = await browser.newContext({ locale: 'en-US' })
  const theirs = await context.newPage()
  await test.step('they choose a password, and sign in as everybody does', async () => {
    await theirs.goto(link)
    await expect(theirs.getByRole('heading', { name: 'Welcome, Quill' })).toBeVisible()
    await theirs.getByLabel('New password').fill('password123456')
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await expect(theirs.getByRole('alert')).toContainText('must have at least 15 characters')
    await theirs.getByLabel('New password').fill(phrase)
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await expect(theirs.getByRole('status')).toContainText('You can sign in now')
    await theirs.getByRole('link', { name: 'Sign in' }).click()
    await expect(theirs.getByLabel('Phone number')).toHaveValue(phone)
    await signIn(theirs, phone, phrase)
    await expect(theirs.getByRole('banner')).toContainText('Quill')
    await expect(theirs.getByRole('link', { name: 'Team' })).toHaveCount(0)
  })

  await test.step('the link does not work again, and says so', async () => {
    const third = await context.newPage()
    await third.goto(link)
    await expect(third.getByRole('alert')).toContainText('This link does not work any more')
    await third.getByRole('link', { name: 'Sign in' }).click()
    await third.close()
  })

  await test.step('they change their name in the avatar’s menu, and see it at once', async () => {
    await theirs.getByRole('banner').getByRole('button', { name: 'Quill' }).click()
    await theirs.getByRole('link', { name: 'My account' }).click()
    await theirs.getByLabel('Name').fill('Quill Han')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expectToast(theirs, 'Name changed')
    await expect(theirs.getByRole('banner')).toContainText('Quill Han')
  })

  await test.step('they choose theme and start page: kept at once, for every browser', async () => {
    const settings = theirs.getByRole('region', { name: 'Settings' })
    const kept = () =>
      theirs.waitForResponse((response) => response.url().endsWith('/account/preferences'))
    const first = kept()
    await settings.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    await first
    const second = kept()
    await settings.getByRole('combobox', { name: 'Start page' }).selectOption('Report review')
    await second
    await expect(theirs.locator('html')).toHaveClass(/dark/)
  })

  await test.step('they choose a picture and crop it by keys: it stands beside their name at once', async () => {
    const profile = theirs.getByRole('region', { name: 'Profile' })
    const picture = theirs.getByRole('banner').locator('img.sr-avatar')
    await expect(picture).toHaveCount(0)
    await profile.locator('input[type=file]').setInputFiles({
      name: 'not-a-picture.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<html>'),
    })
    await expect(profile.getByRole('alert')).toContainText('no picture')
    await profile.locator('input[type=file]').setInputFiles(demoPicture)
    await profile.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
    await profile
      .getByRole('region', { name: 'Crop the picture' })
      .getByRole('button', { name: 'Save' })
      .click()
    await expectToast(theirs, 'Picture saved')
    await expect(picture).toHaveAttribute('src', /\/pictures\/avatars\/[0-9a-f]{32}\.webp$/)
    expect(
      await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBe(256)
  })

  const elsewhere = await browser.newContext({ locale: 'en-US' })
  await test.step('a new password ends the session on the other device, which is listed before', async () => {
    const other = await elsewhere.newPage()
    await other.goto(server.url)
    await signIn(other, phone, phrase)
    await expect(other.getByRole('banner')).toContainText('Quill Han')
    await expect(other).toHaveURL(/#\/dashboard\/report-review/)
    await expect(other.locator('html')).toHaveClass(/dark/)
    await theirs.reload()
    const sessions = theirs.getByRole('region', { name: 'Sessions' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByText('This one')).toHaveCount(1)
    await theirs.getByLabel('Current password').fill('not what it is')
    await theirs.getByLabel('New password').fill(another)
    await theirs.getByRole('button', { name: 'Change password' }).click()
    await expect(theirs.getByText('The current password is wrong')).toBeVisible()
    await expect(theirs.getByLabel('New password')).toHaveValue(another)
    await theirs.getByLabel('Current password').fill(phrase)
    await theirs.getByRole('button', { name: 'Change password' }).click()
    await expectToast(theirs, 'Password changed; every other session has ended')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expect(other.getByText('Your session ended')).toBeVisible()
    await signIn(other, phone, another)
    await expect(other.getByRole('banner')).toContainText('Quill Han')
  })

  await test.step('they end the session on the other device', async () => {
    await theirs.reload()
    const sessions = theirs.getByRole('region', { name: 'Sessions' })
    await sessions.getByRole('button', { name: /^End the session on/ }).click()
    await expectToast(theirs, 'Session ended')
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('they are made administrator while they work: they sign in again, and see the team', async () => {
    const row = member(page, 'Quill Han')
    await row.getByRole('button', { name: 'Change the role of Quill Han' }).click()
    await dialog(page).getByRole('combobox', { name: 'Role' }).click()
    await page
      .locator('.ant-select-item-option')
      .getByText('Administrator', { exact: true })
      .click()
    await dialog(page).getByRole('button', { name: 'Change role' }).click()
    await expectToast(page, 'Role changed')
    await expect(row).toContainText('Administrator')
    await expect(theirs.getByText('Your session ended')).toBeVisible()
    await signIn(theirs, phone, another)
    await expect(theirs.getByRole('banner')).toContainText('Quill Han')
    await goTo(theirs, '/dashboard/team')
    await expect(member(theirs, 'Quill Han')).toContainText('(you)')
    await expect(member(theirs, 'Quill Han').getByRole('button')).toHaveCount(0)
  })

  await test.step('they are disabled: signed out at once, and the list can be filtered by it', async () => {
    await page.getByRole('button', { name: 'More actions for Quill Han' }).click()
    await page.getByRole('button', { name: 'Disable: Quill Han' }).click()
    await dialog(page).getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'Account disabled')
    await expect(theirs.getByText('Your session ended')).toBeVisible()
    await signIn(theirs, phone, another)
    await expect(theirs.getByRole('alert')).toContainText('Wrong phone number or password')
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.locator('.ant-select-item-option').getByText('Disabled', { exact: true }).click()
    await expect(member(page, 'Quill Han')).toBeVisible()
    await expect(member(page, 'Lead')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Name or phone number' }).fill('no such person')
    await expect(page.getByText('Nobody matches')).toBeVisible()
  })
  await context.close()
  await elsewhere.close()
})

test('two administrators who demote each other at once: one of them stays, and is told', async ({
  browser,
}) => {
  const own = await startServer({ DEMO_DATA: 'off' })
  try {
    const names = ['Ada', 'Bo'] as const
    const pages = await Promise.all(
      names.map(async (name, n) => {
        const page = await browser.newPage({ locale: 'en-US' })
        await openAs(page, own, '/dashboard/team', await own.addAccount('administrator', name))
        return { page, name, other: names[1 - n] ?? '' }
      }),
    )
    for (const { page, other } of pages) {
      await page.reload()
      await page.getByRole('button', { name: `Change the role of ${other}` }).click()
      await dialog(page).getByRole('combobox', { name: 'Role' }).click()
      await page.locator('.ant-select-item-option').getByText('Reviewer', { exact: true }).click()
    }
    // Both are on their way before either arrives: on a busy machine one would end the other's session first.
    let sent = 0
    let goOn = () => {}
    const bothSent = new Promise<void>((resolve) => {
      goOn = resolve
    })
    for (const { page } of pages) {
      await page.route('**/admin/ext/team/role', async (route) => {
        if (++sent === pages.length) goOn()
        await bothSent
        await route.continue()
      })
      await dialog(page).getByRole('button', { name: 'Change role' }).click()
    }

    const ended = ({ page }: (typeof pages)[number]) => page.getByText('Your session ended')
    const [one, two] = pages as [(typeof pages)[number], (typeof pages)[number]]
    await expect.poll(async () => (await ended(one).count()) + (await ended(two).count())).toBe(1)
    const [lost, stays] = (await ended(one).count()) > 0 ? [one, two] : [two, one]
    await expect(stays.page.getByRole('row').filter({ hasText: lost.name })).toContainText(
      'Reviewer',
    )
    await expect(ended(stays)).toHaveCount(0)
    const left = await own.db.query<{ name: string }>(
      sql`select nick_name as name from admin_user where role = 'administrator'`,
    )
    expect(left).toEqual([{ name: stays.name }])
    for (const { page } of pages) await page.close()
  } finally {
    await own.close()
  }
})
