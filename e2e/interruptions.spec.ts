import type { Page } from '@playwright/test'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { createRandom } from '../server/dist/db/demo/random.js'
import { sql } from '../server/dist/db/sql.js'
import { figure, many } from '../torture/figures.ts'
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
import { expectToast } from './setup/toasts.ts'

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
  /** A crash of the tab puts another one in its place. */
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

/** The error in the dialog. Typing removes it, so an earlier failure is not taken for this one. */
const failed = (page: Page) =>
  page
    .getByRole('dialog', { name: /^Reject/ })
    .getByRole('alert')
    .getByText(/failed|could not/i)

async function logIn(page: Page, { phone, password }: Account) {
  await expect(page).toHaveURL(/#\/login/)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/#\/dashboard\/auth-review/)
  await expect(reason(page)).toBeHidden()
}

/** Each leaves the typed text unsent. Causes are real: no response is faked. */
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
    await logIn(page, account)
  },
  'signed out in another tab': async ({ page, server, account }) => {
    const other = await page.context().newPage()
    await other.goto(`${server.url}/#/dashboard/category-config`)
    await other.getByRole('button', { name: account.nickName }).click()
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(/#\/login/)
    await other.close()
    await clickIfThere(rejectButton(page))
    await logIn(page, account)
  },
  'the tab crashes': async (scene) => {
    const { page } = scene
    const tab = await page.context().newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    tab.send('Page.crash').catch(() => {})
    await crashed
    await tab.send('Page.reload')
    const tell = async (expression: string) =>
      (await tab.send('Runtime.evaluate', { expression, userGesture: true })).result.value
    await expect.poll(() => tell('document.readyState + location.hash')).toMatch(/^complete#/)
    // Playwright cannot use a crashed tab, so a duplicate with the same storage replaces it.
    const copy = page.context().waitForEvent('page')
    await tell('void open(location.href)')
    scene.page = await copy
    await page.close()
  },
  offline: async ({ page }) => {
    await expect(failed(page)).toBeHidden()
    await page.context().setOffline(true)
    await rejectButton(page).click()
    await expect(failed(page)).toBeVisible()
    await page.context().setOffline(false)
  },
  'no answer in time': async ({ page, item }) => {
    await expect(failed(page)).toBeHidden()
    const { path } =
      item.queue === 'certification' ? certificationCalls.reject : projectCalls.reject
    // The request is held, so it has no effect.
    await page.route(`**${path}*`, () => {})
    await rejectButton(page).click()
    await expect(failed(page)).toBeVisible()
    await page.unroute(`**${path}*`)
  },
}

const queues = ['certification', 'project'] as const
const rounds = many(3, 12, 40)
/** These wait for a timeout, so a quick run has few of them. */
const patient = ['offline', 'no answer in time']

for (let number = 0; number < many(1, 6, 50); number++) {
  const queue = queues[number % 2] ?? 'project'
  test(`a reason for a ${queue} survives ${rounds} interruptions in any order (${number + 1})`, {
    tag: '@torture',
  }, async ({ page: first, server }) => {
    test.setTimeout(240_000 + rounds * 30_000)
    console.log(`SEED=${seed}`)
    const random = createRandom(seed + number)
    const id = queue === 'certification' ? await addCertification(server) : await addProject(server)
    const place = queue === 'certification' ? '/dashboard/auth-review' : '/dashboard/project-review'
    const account = await openAs(first, server, place)
    const scene: Scene = { page: first, server, account, item: { queue, id, place } }

    let typed = ''
    const usual = Object.keys(interruptions).filter((name) => !patient.includes(name))
    const order = [random.pick(patient), ...random.shuffle(usual)]
    while (order.length < rounds) order.push(random.pick(Object.keys(interruptions)))
    for (const name of random.shuffle(order.slice(0, rounds))) {
      await openReason(scene)
      const before = reason(scene.page)
      await expect(before, `before "${name}"`).toHaveValue(typed)
      await before.press('Control+End')
      await before.pressSequentially(`${name} 模糊; `)
      typed += `${name} 模糊; `
      await interruptions[name]?.(scene)
      await openReason(scene)
      await expect(reason(scene.page), `after "${name}"`).toHaveValue(typed)
    }

    const { page } = scene
    const other = await colleague(server, 'Nora Lindqvist')
    await (queue === 'certification'
      ? other.send(certificationCalls.approve, { authId: id })
      : other.send(projectCalls.approve, { projectId: id }))
    await rejectButton(page).click()
    await expect(page.getByText(/Already approved by Nora Lindqvist/).first()).toBeVisible()
    await expect(reason(page)).toHaveValue(typed)
    expect(await eventsOf(server, queue, id)).toHaveLength(1)
    await other.leave()
    figure('U1', rounds + 1)
  })
}

test('a reason survives a slow response, and stays with the person who typed it', async ({
  page,
  server,
}) => {
  const place = '/dashboard/auth-review'
  const account = await openAs(page, server, place)
  const openNew = async () => {
    const id = await addCertification(server)
    const scene: Scene = { page, server, account, item: { queue: 'certification', id, place } }
    await openReason(scene)
    return scene
  }

  await test.step('a reply that takes longer than 5 s is asked for again under the same key: one rejection', async () => {
    const keys: (string | undefined)[] = []
    const call = `**${certificationCalls.reject.path}*`
    await page.route(call, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      // The server has done it; the first response comes after the timeout.
      if (keys.length === 1) await new Promise((later) => setTimeout(later, 6000))
      await route.fulfill({ response: answer }).catch(() => {})
    })
    const { item } = await openNew()
    await reason(page).fill('Too slow to see')
    await rejectButton(page).click()
    await expectToast(page, 'Rejected')
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(await eventsOf(server, 'certification', item.id)).toMatchObject([
      { reason: 'Too slow to see' },
    ])
    await page.unroute(call)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('what one person typed is not shown to another on the same browser', async () => {
    const scene = await openNew()
    await reason(page).fill('Between me and me')
    await endSessions(server, account)
    await clickIfThere(rejectButton(page))
    await logIn(page, await server.addAccount())
    await openReason(scene)
    await expect(reason(page)).toHaveValue('')
  })
})
