import { status } from '@screening-room/contract/review'
import {
  addQueue,
  giveTo,
  heading,
  heldIn,
  isSaved,
  isShown,
  recordOf,
  showQueue,
  videoStatuses,
} from './setup/focus.ts'
import { endSessions } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { goTo } from './setup/walk.ts'

const { pending } = status
const wide = { width: 1440, height: 900 }
test.use({ viewport: wide })

test('focus review goes on after a lost connection, a narrow window and the end of the session', async ({
  page,
  server,
}) => {
  const who = await openAs(page, server, '/dashboard/category-config')
  await test.step('without a connection decisions wait, and arrive once when it is back', async () => {
    const queue = await addQueue(server, { count: 4 })
    const [, second, third] = queue.ids
    await showQueue(page, queue)
    await page.context().setOffline(true)
    await page.keyboard.press('a')
    await isShown(page, second)
    await page.keyboard.press('a')
    await expect(page.getByText(/Unsent decisions: 2/)).toBeVisible()
    await expect(page.getByText('The next item will load when the server responds.')).toBeVisible()
    expect(await videoStatuses(server, queue.ids)).toEqual([pending, pending, pending, pending])
    await page.context().setOffline(false)
    await isShown(page, third)
    await isSaved(page)
    await expect(page.getByText(/Unsent decisions/)).toHaveCount(0)
    for (const id of queue.ids.slice(0, 2)) expect(await recordOf(server, id)).toHaveLength(1)
  })

  await test.step('below 1024 pixels a message is shown and nothing is claimed', async () => {
    const queue = await addQueue(server)
    await page.setViewportSize({ width: 1000, height: 800 })
    await goTo(page, queue.path)
    await expect(page.getByText('Focus review needs a wider screen')).toBeVisible()
    expect(await heldIn(server, queue.ids)).toEqual([])
    await page.getByRole('button', { name: 'Go to the list' }).click()
    await expect(page).toHaveURL(/video-review/)
    await page.setViewportSize(wide)
  })

  await test.step('a session that ends in the middle: after signing in again the same item is there with its text', async () => {
    const queue = await addQueue(server)
    const [first = 0, second = 0] = queue.ids
    await showQueue(page, queue)
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    await page.keyboard.type('Half a thought')
    await endSessions(server, who)
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Phone number').fill(who.phone)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.keyboard.press('Enter')
    // The way back, not the link of the list that is open now.
    await page
      .locator('.ant-notification')
      .getByRole('link', { name: /Focus review/ })
      .click()
    await isShown(page, first)
    expect(await videoStatuses(server, [first])).toEqual([pending])
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    await expect(page.getByLabel('Reject reason')).toHaveValue('Half a thought')
    await page.keyboard.press('Control+Enter')
    await isShown(page, second)
    await isSaved(page)
    expect(await recordOf(server, first)).toMatchObject([
      { action: 'reject', reason: 'Half a thought' },
    ])
  })
})

test('focus review notices long work and absence', async ({ page, server }) => {
  await page.clock.install()
  await openAs(page, server, '/dashboard/category-config')
  await test.step('after fifty minutes at work a card suggests a break, blocks nothing and can be closed', async () => {
    const queue = await addQueue(server)
    await showQueue(page, queue)
    await page.keyboard.press('Space')
    const card = page.getByText('Time for a break?')
    const work = async () => {
      await page.keyboard.press('m')
      await page.clock.fastForward('01:30')
    }
    // The clock goes on by itself as well: a slow machine reaches the fifty minutes sooner.
    for (let minutes = 0; minutes < 42; minutes += 1.5) {
      await expect(card).toHaveCount(0)
      await work()
    }
    await expect(async () => {
      await work()
      expect(await card.isVisible()).toBe(true)
    }).toPass({ intervals: [100] })
    // The clock is ahead of the server's responses: this key ends an apparent absence.
    await page.keyboard.press('m')
    await isShown(page, queue.ids[0])
    await page.clock.runFor(400)
    await page.keyboard.press('a')
    await isShown(page, queue.ids[1])
    await page.getByRole('button', { name: 'Remind me in 10 minutes' }).click()
    await expect(card).toHaveCount(0)
  })

  await test.step('a reviewer who is away for five minutes holds and sees nothing; any key continues', async () => {
    const queue = await addQueue(server)
    const [first = 0, second = 0] = queue.ids
    await showQueue(page, queue)
    await page.keyboard.press('Space')
    const other = await server.addAccount('reviewer', 'Li Lei')
    await page.clock.fastForward('05:30')
    await expect(page.getByText('You were away, so your items returned to the queue')).toBeVisible()
    await expect(heading(page)).toHaveCount(0)
    await giveTo(server, first, other)
    await page.keyboard.press('x')
    await expect(heading(page)).toContainText(`#${second}`)
    await expect(
      page.getByText(`#${first} returned to the queue while you were away.`),
    ).toBeVisible()
  })
})
