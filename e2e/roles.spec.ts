import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { clickIfThere } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos, statusOf } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const mark = (page: Page, permission: string) =>
  page.getByRole('row').filter({ hasText: permission }).getByRole('cell')

/** Of this run: a test may run twice on one database. */
const run = randomUUID().slice(0, 8)
const watch = `Night watch ${run}`
const meiName = `Mei ${run}`

/** A dash is beside it, for the eye. */
const no = /No$/

async function chooseRole(page: Page, who: string, role: string) {
  await goTo(page, '/dashboard/team')
  await page.getByRole('button', { name: `Change the role of ${who}` }).click()
  await dialog(page).getByRole('combobox', { name: 'Role' }).click()
  await page.locator('.ant-select-item-option').getByText(role, { exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Change role' }).click()
  await expectToast(page, 'Role changed')
  await goTo(page, '/dashboard/team?tab=roles')
}

async function setPermission(page: Page, permission: string) {
  await page.getByRole('button', { name: `Change the role ${watch}` }).click()
  const form = page.getByRole('form', { name: `Change the role ${watch}` })
  await form.getByRole('checkbox', { name: permission }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Role changed')
  await expect(form).toHaveCount(0)
}

async function signIn(page: Page, phone: string, password: string) {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a role is made, given, changed while somebody works with it, and removed', async ({
  page,
  server,
  browser,
}) => {
  const chief = await server.addAccount('administrator')
  const mei = await server.addAccount('reviewer', meiName)
  const context = await browser.newContext({ locale: 'en-US' })
  const theirs = await context.newPage()
  await openAs(page, server, '/dashboard/team?tab=roles', chief)
  await openAs(theirs, server, '/dashboard/report-review', mei)
  await expect(theirs.getByRole('button', { name: 'Take down' }).first()).toBeVisible()

  await test.step('a page says who may do what, and why', async () => {
    await expect(mark(page, 'Keep accounts and roles')).toHaveText(['Yes', no, no])
    await expect(mark(page, 'See and export the record')).toHaveText(['Yes', 'Yes', no])
    await expect(page.getByText('Everything that everybody decided and changed')).toBeVisible()
  })

  await test.step('an administrator makes a role of permissions; who acts in a queue sees it', async () => {
    await page.getByRole('button', { name: 'Create a role' }).click()
    const form = page.getByRole('form', { name: 'Create a role' })
    await expect(form.getByLabel('Name of the role')).toBeFocused()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Please fill this in')).toBeVisible()
    await expect(form.getByText('Choose at least one permission')).toBeVisible()
    await form.getByLabel('Name of the role').fill(watch)
    await form.getByRole('checkbox', { name: 'Dismiss reports' }).click()
    await expect(form.getByRole('checkbox', { name: 'See reports' })).toBeChecked()
    await expect(form.getByRole('checkbox', { name: 'See reports' })).toBeDisabled()
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Role created')
    await expect(mark(page, 'Dismiss reports')).toHaveText(['Yes', 'Yes', 'Yes', 'Yes'])
    await expect(mark(page, 'See projects')).toHaveText(['Yes', 'Yes', 'Yes', no])
  })

  await test.step('given to somebody, their menu and buttons follow', async () => {
    await chooseRole(page, meiName, watch)
    // What they do next is refused; left alone, the page would learn of it within half a minute.
    await clickIfThere(theirs.getByRole('button', { name: 'Search' }))
    await expect(theirs.getByText('Your session ended')).toBeVisible()
    await signIn(theirs, mei.phone, mei.password)
    await expect(theirs.getByRole('button', { name: 'Dismiss' }).first()).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Take down' })).toHaveCount(0)
    await expect(menu(theirs).getByRole('link')).toHaveText([/^Report review/, /^Category/])
    await goTo(theirs, '/dashboard')
    await expect(theirs).toHaveURL(/report-review/)
    await expect(page.getByRole('button', { name: `Remove the role ${watch}` })).toHaveCount(0)
  })

  await test.step('a permission that is taken away is refused at once, and the buttons go', async () => {
    await setPermission(page, 'Dismiss reports')
    await theirs.getByRole('button', { name: 'Dismiss' }).first().click()
    await dialog(theirs).getByRole('button', { name: 'Dismiss' }).click()
    await expect(theirs.getByText('Insufficient permission').first()).toBeVisible()
    await theirs.keyboard.press('Escape')
    await expect(theirs.getByRole('button', { name: 'View details' }).first()).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
    await setPermission(page, 'See projects')
    await theirs.reload()
    await expect(menu(theirs).getByRole('link', { name: 'Project review' })).toBeVisible()
  })

  await test.step('a role can ask for a second factor: its people add one first', async () => {
    await page
      .getByRole('checkbox', { name: `People with the role ${watch} need a second factor` })
      .click()
    await expectToast(page, 'Role changed')
    await theirs.reload()
    await expect(theirs.getByText('Your role needs a second step')).toBeVisible()
  })

  await test.step('a role that nobody has is removed', async () => {
    await chooseRole(page, meiName, 'Reviewer')
    await page.getByRole('button', { name: `Remove the role ${watch}` }).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Role removed')
    await expect(page.getByRole('columnheader', { name: watch })).toHaveCount(0)
  })

  await test.step('on a phone the table scrolls by itself, and the page does not', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)
  })
  await context.close()
})

test('a take-down of a certified member’s video is asked for by one and done by another', async ({
  page,
  server,
  browser,
}) => {
  const chief = await server.addAccount('administrator', 'Ada')
  await server.addAccount('administrator', 'Bo')
  const cai = await server.addAccount('reviewer', 'Cai')
  const own = await addVideos(server, { uploaderCertified: true, title: 'For four eyes' })
  const context = await browser.newContext({ locale: 'en-US' })
  const theirs = await context.newPage()
  await openAs(page, server, '/dashboard/team?tab=roles', chief)

  await test.step('an administrator asks a second person of reviewers', async () => {
    const wanted = page.getByRole('checkbox', {
      name: 'Second person: take-down of a certified member’s video, for people with the role Reviewer',
    })
    await wanted.click()
    await expectToast(page, 'Role changed')
    await expect(wanted).toBeChecked()
  })

  await test.step('the reviewer is asked why, and sees that it waits', async () => {
    await openAs(theirs, server, `${own.list}&view=${own.id}`, cai)
    await dialog(theirs).getByRole('button', { name: 'Take down' }).click()
    const reasons = dialog(theirs).filter({ hasText: 'Take-down reasons' }).last()
    await reasons.getByRole('checkbox').first().check()
    await reasons.getByRole('button', { name: 'Take down' }).click()
    const ask = theirs.getByRole('dialog', { name: 'Ask a second person' })
    await ask.getByLabel('Reason').fill('Sold to minors')
    await ask.getByRole('button', { name: 'Ask' }).click()
    await expectToast(theirs, 'Request sent')
    await goTo(theirs, '/dashboard/confirmations')
    // Other tests have requests of their own here.
    const asked = theirs.getByRole('listitem', { name: /For four eyes/ })
    await expect(asked).toContainText('somebody else has to confirm it')
    await expect(asked.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  })

  await test.step('the menu tells the administrator, who sees it at the video and confirms it', async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'Second person' })).toBeVisible()
    await goTo(page, `${own.list}&view=${own.id}`)
    await expect(dialog(page).getByRole('note')).toContainText('Cai asked a second person')
    await goTo(page, '/dashboard/confirmations')
    const entry = page.getByRole('listitem', { name: /For four eyes/ })
    await expect(entry).toContainText('Sold to minors')
    await entry.getByRole('button', { name: /^Confirm/ }).click()
    await dialog(page).getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'Confirmed and done')
    await expect(entry).toHaveCount(0)
    expect(await statusOf(server, own.id)).toBe(status.takenDown)
  })

  await server.db.query(sql`update team_role set four_eyes = '{}'`)
  await context.close()
})
