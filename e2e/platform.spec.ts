import type { Page } from '@playwright/test'
import { certificationCalls } from '@screening-room/contract/certifications'
import { platformCalls } from '@screening-room/contract/platform'
import { tokenOf } from '@screening-room/contract/session'
import { sql } from '../server/dist/db/sql.js'
import { openReceiver } from '../server/test/setup/receiver.ts'
import { addCertification } from './setup/items.ts'
import type { Account, Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

const place = '/dashboard/platform'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const entry = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })

/** What is shown once. */
async function takeShown(page: Page, label: string): Promise<string> {
  const field = page.getByRole('dialog').getByLabel(label)
  await expect(field).toHaveValue(/./)
  const shown = await field.inputValue()
  await button(page, 'I have kept it').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return shown
}

/** A decision, whose undo period is over. */
async function approve(page: Page, server: Server, who: Account): Promise<number> {
  const authId = await addCertification(server)
  const answer = await page.request.post(`${server.url}${certificationCalls.approve.path}`, {
    form: { authId },
    headers: { authorization: `Bearer ${tokenOf(who)}` },
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
  await server.db.query(sql`update outbox set due_at = now() where state = 'waiting'`)
  return authId
}

test('an administrator keeps keys and endpoints, and sees what was sent', async ({
  page,
  server,
}) => {
  const receiver = await openReceiver()
  // Other tests of this server may have left some.
  for (const table of [sql`delivery`, sql`endpoint`, sql`platform_key`])
    await server.db.query(sql`delete from ${table}`)
  const who = await server.addAccount('administrator')
  await openAs(page, server, '/dashboard/auth-review', who)

  await test.step('a key is created, shown once, works, is rotated and revoked', async () => {
    const links = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link')
    await expect(links.last()).toHaveText('Platform')
    await links.last().click()
    await button(page, 'Create a key').click()
    const form = page.getByRole('form', { name: 'Create a key' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').press('Enter')
    await expect(form.getByText('Please fill this in')).toBeVisible()
    await form.getByLabel('Name').fill('Ingest')
    await form.getByRole('checkbox', { name: 'Send reports' }).uncheck()
    await button(page, 'Save').click()
    const key = await takeShown(page, 'The new key')
    const use = async (one: string) => {
      const headers = { authorization: `Bearer ${one}` }
      return (await fetch(`${server.url}${platformCalls.events.path}`, { headers })).status
    }
    expect(await use(key)).toBe(200)
    await expect(entry(page, 'Ingest')).toContainText('Send items · Read decisions')
    await expect(entry(page, 'Ingest')).toContainText(key.slice(0, 12))

    await button(page, 'Rotate Ingest').click()
    await button(page, 'Rotate').last().click()
    const next = await takeShown(page, 'The new key')
    expect([await use(key), await use(next)]).toEqual([200, 200])
    await expect(entry(page, 'Ingest')).toContainText('The previous key works until')
    await button(page, 'Revoke Ingest').click()
    await button(page, 'Revoke').last().click()
    await expectToast(page, 'Key revoked')
    await expect(entry(page, 'Ingest')).toContainText('Revoked')
    expect([await use(key), await use(next)]).toEqual([401, 401])
  })

  await test.step('an endpoint is added and pinged; an address without https is refused by its field', async () => {
    await tab(page, 'Keys').focus()
    await page.keyboard.press('ArrowRight')
    await expect(tab(page, 'Endpoints')).toBeFocused()
    await expect(page.getByText('No endpoints yet')).toBeVisible()
    await button(page, 'Add an endpoint').click()
    const form = page.getByRole('form', { name: 'Add an endpoint' })
    await form.getByLabel('Name').fill('Main platform')
    await form.getByLabel('Address').fill('http://platform.example.com/hooks')
    await button(page, 'Save').click()
    await expectToast(page, /url must be an https address/)
    await form.getByLabel('Address').fill(receiver.url)
    await button(page, 'Save').click()
    receiver.secrets = [await takeShown(page, 'The signing secret')]
    await expect(entry(page, 'Main platform')).toContainText('Everything')
    await button(page, 'Ping Main platform').click()
    await expect(page.getByText(/^It responded 204 in \d+ ms$/)).toBeVisible()
    expect(receiver.requests.map(({ genuine }) => genuine)).toEqual([true])
    receiver.manner = (response) => response.writeHead(500).end('out of order')
    await button(page, 'Ping Main platform').click()
    await expect(page.getByText(/^It failed after \d+ ms: answered 500$/)).toBeVisible()
    await expect(page.getByText('out of order')).toBeVisible()
    receiver.manner = (response) => response.writeHead(200).end('thanks')
    receiver.taken.length = 0
  })

  await test.step('what is decided is delivered, and one delivery is looked at and sent again', async () => {
    const id = await approve(page, server, who)
    await page.getByRole('link', { name: 'Deliveries to Main platform' }).click()
    const row = entry(page, 'certification.approve')
    await expect(row).toContainText('Delivered')
    await expect(row).toContainText(/200 · \d+ ms/)
    await row.getByRole('button', { name: /^View delivery/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('pre').first()).toContainText(`"subject": ${id}`)
    await expect(dialog.locator('pre').last()).toHaveText('thanks')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expectToast(page, 'Queued to be sent again: 1')
    await expect.poll(() => receiver.taken.length).toBe(2)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(row.getByRole('button', { name: /^View delivery/ })).toBeFocused()
    const event = receiver.taken[0]?.event ?? 0
    await button(page, 'Send a range again').click()
    const form = page.getByRole('form', { name: 'Send a range again' })
    await form.getByLabel('From event').fill('1')
    await form.getByLabel('To event').fill(String(event))
    await form.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.taken.length).toBe(3)
  })

  await test.step('a paused one keeps what happens; a dead one is announced in the menu until it is resumed', async () => {
    await goTo(page, `${place}?tab=endpoints`)
    await button(page, 'Pause Main platform').click()
    await expectToast(page, /^Endpoint paused/)
    await approve(page, server, who)
    await expect(page.getByRole('link', { name: '1 waiting' })).toBeVisible()
    await server.db.query(sql`update endpoint set state = 'dead', failing_since = now()`)
    await page.reload()
    const link = page.getByRole('link', { name: /^Platform/ })
    await expect(link).toContainText('Endpoints that nothing reaches: 1')
    await expect(page.getByText('Nothing got through for hours')).toBeVisible()
    await button(page, 'Resume Main platform').click()
    await expect(link).toHaveText('Platform')
    await expect.poll(() => receiver.taken.length).toBe(4)
    await expect(entry(page, 'Main platform')).toContainText('Active')
  })

  await test.step('it is renamed, gets a new secret, and is removed', async () => {
    await button(page, 'Change Main platform').click()
    await page.getByLabel('Name').fill('Second platform')
    await page.getByRole('checkbox', { name: 'Tags' }).uncheck()
    await button(page, 'Save').click()
    await expectToast(page, 'Endpoint changed')
    await expect(entry(page, 'Second platform')).not.toContainText('Tags')
    await button(page, 'Rotate the secret of Second platform').click()
    await button(page, 'Rotate secret').last().click()
    receiver.secrets.unshift(await takeShown(page, 'The signing secret'))
    await button(page, 'Ping Second platform').click()
    await expect(page.getByText(/^It responded 200 in/)).toBeVisible()
    expect(receiver.requests.at(-1)?.genuine).toBe(true)
    await button(page, 'Remove Second platform').click()
    await button(page, 'Remove').last().click()
    await expectToast(page, 'Endpoint removed')
    await expect(page.getByText('No endpoints yet')).toBeVisible()
  })

  await test.step('what cannot be loaded says so and is tried again; a reviewer finds no way there', async () => {
    await page.route('**/admin/ext/keys', (route) => route.abort())
    await goTo(page, place)
    await page.reload()
    await expect(page.getByText('Failed to get the keys')).toBeVisible()
    await page.unrouteAll()
    await button(page, 'Try again').click()
    await expect(entry(page, 'Ingest')).toBeVisible()
    await server.db.query(sql`update admin_user set role = 'reviewer' where id = ${who.id}`)
    await page.reload()
    await expect(page.getByText('Failed to get the keys')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Platform' })).toHaveCount(0)
  })
  await receiver.close()
})
