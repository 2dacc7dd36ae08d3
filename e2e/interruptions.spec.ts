import type { Page } from '@playwright/test'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { createRandom } from '../server/dist/db/demo/random.js'
import { sql } from '../server/dist/db/sql.js'
import {
  addCertification,
  addProject,
  clickIfThere,
  colleague,
  detail,
  endSessions,
  eventsOf,
} from './setup/items.ts'
import type { Account, Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'

/*
 * While a reason is being typed, everything goes wrong that can: no character may be lost. The order
 * is random; SEED repeats it.
 */

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

interface Item {
  queue: 'certification' | 'project'
  id: number
  place: string
}

interface Scene {
  page: Page
  server: Server
  account: Account
  item: Item
}

const reason = (page: Page) => page.getByRole('textbox', { name: 'Reject reason' })
const rejectButton = (page: Page) =>
  page.getByRole('dialog', { name: /^Reject/ }).getByRole('button', { name: 'Reject' })

async function openReason({ page, server, item }: Scene) {
  if (await reason(page).isVisible()) return
  await page.goto(`${server.url}/#${item.place}?view=${item.id}`)
  await detail(page).getByRole('button', { name: 'Reject' }).click()
  await expect(reason(page)).toBeVisible()
}

/** Said in the dialog; typing on takes it away, so an earlier failure's does not pass for this one's. */
const failed = (page: Page) =>
  page
    .getByRole('dialog', { name: /^Reject/ })
    .getByRole('alert')
    .getByText(/failed|could not/i)

/** Each leaves the typed text unsent; the real cause is made, never the answer. */
const interruptions: Record<string, (scene: Scene) => Promise<void>> = {
  escape: async ({ page }) => {
    await page.keyboard.press('Escape')
    await expect(reason(page)).toBeHidden()
  },
  reload: async ({ page }) => {
    await page.reload()
    await expect(detail(page)).toBeVisible()
    await expect(reason(page)).toBeHidden()
  },
  'another screen': async ({ page, server }) => {
    await page.goto(`${server.url}/#/dashboard/category-config`)
    await expect(page.getByRole('heading', { name: 'Category config' })).toBeVisible()
    await expect(reason(page)).toBeHidden()
  },
  'a fault of the server': async ({ page, server }) => {
    await expect(failed(page)).toBeHidden()
    await server.db.query(sql`revoke insert on event from screening_room_app`)
    await rejectButton(page).click()
    await expect(failed(page)).toBeVisible()
    await server.db.query(sql`grant insert on event to screening_room_app`)
  },
  'the session ends': async ({ page, server, account }) => {
    await endSessions(server, account)
    await clickIfThere(rejectButton(page))
    await expect(page).toHaveURL(/#\/login/)
    await page.getByLabel('Phone number').fill(account.phone)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/#\/dashboard\/auth-review/)
    await expect(reason(page)).toBeHidden()
  },
  offline: async ({ page }) => {
    await expect(failed(page)).toBeHidden()
    await page.context().setOffline(true)
    await rejectButton(page).click()
    await expect(failed(page)).toBeVisible({ timeout: 20_000 })
    await page.context().setOffline(false)
  },
}

const people = ['certification', 'project'] as const
const rounds = 12

for (const [number, queue] of [...people, ...people, 'certification' as const].entries())
  test(`a reason for a ${queue} survives ${rounds} interruptions in any order (${number + 1})`, async ({
    page,
    server,
  }) => {
    test.setTimeout(240_000)
    console.log(`SEED=${seed}`)
    const random = createRandom(seed + number)
    const id = queue === 'certification' ? await addCertification(server) : await addProject(server)
    const place = queue === 'certification' ? '/dashboard/auth-review' : '/dashboard/project-review'
    const account = await openAs(page, server, place)
    const scene: Scene = { page, server, account, item: { queue, id, place } }

    let typed = ''
    const usual = Object.keys(interruptions)
    const order = random.shuffle([
      ...usual,
      ...usual.filter((name) => name !== 'offline'),
      'escape',
    ])
    for (const name of order.slice(0, rounds)) {
      await openReason(scene)
      await expect(reason(page), `before "${name}"`).toHaveValue(typed)
      await reason(page).press('Control+End')
      await reason(page).pressSequentially(`${name} 模糊; `)
      typed += `${name} 模糊; `
      await interruptions[name]?.(scene)
      await openReason(scene)
      await expect(reason(page), `after "${name}"`).toHaveValue(typed)
    }

    const other = await colleague(server, 'Nora Lindqvist')
    await (queue === 'certification'
      ? other.send(certificationCalls.approve, { authId: id })
      : other.send(projectCalls.approve, { projectId: id }))
    await rejectButton(page).click()
    await expect(page.getByText(/Already approved by Nora Lindqvist/).first()).toBeVisible()
    await expect(reason(page)).toHaveValue(typed)
    expect(await eventsOf(server, queue, id)).toHaveLength(1)
    await other.leave()
  })

test('a reply that takes longer than 5 s is asked for again under the same key: one rejection', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  const id = await addCertification(server)
  const place = '/dashboard/auth-review'
  const account = await openAs(page, server, place)
  const keys: (string | undefined)[] = []
  await page.route(`**${certificationCalls.reject.path}*`, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    const answer = await route.fetch()
    // The server has done it; the first answer comes when nobody waits for it any more.
    if (keys.length === 1) await new Promise((later) => setTimeout(later, 6000))
    await route.fulfill({ response: answer }).catch(() => {})
  })
  await openReason({ page, server, account, item: { queue: 'certification', id, place } })
  await reason(page).fill('Too slow to see')
  await rejectButton(page).click()
  await expect(page.locator('.ant-message').getByText('Rejected')).toBeVisible({ timeout: 20_000 })
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
  expect(await eventsOf(server, 'certification', id)).toMatchObject([{ reason: 'Too slow to see' }])
})

test('what one person typed is not shown to another on the same browser', async ({
  page,
  server,
}) => {
  const id = await addCertification(server)
  const place = '/dashboard/auth-review'
  const account = await openAs(page, server, place)
  const scene: Scene = { page, server, account, item: { queue: 'certification', id, place } }
  await openReason(scene)
  await reason(page).fill('Between me and me')
  await endSessions(server, account)
  await clickIfThere(rejectButton(page))
  await expect(page).toHaveURL(/#\/login/)
  const somebody = await server.addAccount()
  await page.getByLabel('Phone number').fill(somebody.phone)
  await page.getByLabel('Password', { exact: true }).fill(somebody.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/#\/dashboard\/auth-review/)
  await openReason(scene)
  await expect(reason(page)).toHaveValue('')
})
