import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import {
  addQueue,
  heading,
  heldIn,
  isSaved,
  type OwnQueue,
  recordOf,
  videoStatuses,
} from './setup/focus.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const elsewhere = '/dashboard/category-config'

const idOn = async (page: Page) =>
  Number(
    /#(\d+)/.exec(
      (await heading(page)
        .textContent({ timeout: 1000 })
        .catch(() => '')) ?? '',
    )?.[1],
  )

/** Approves, or rejects every third with a numbered reason. */
async function decide(page: Page, nth: number) {
  if (nth % 3 > 0) return page.keyboard.press('a')
  if (!(await page.getByRole('group', { name: 'Reject reasons' }).isVisible()))
    await page.keyboard.press('r')
  return page.keyboard.press(String((nth % 5) + 1))
}

/**
 * As fast as the keyboard allows, until nothing is left. A key is ignored right after an item appears
 * and with three unsent decisions; it is then pressed again, as a person would.
 */
async function workThrough(page: Page, server: Server, queue: OwnQueue): Promise<number[]> {
  await openAs(page, server, queue.path)
  await expect(heading(page)).toBeVisible()
  const seen: number[] = []
  const end = page.getByText('All caught up').or(page.getByText(/Being reviewed by others/))
  let pressedAt = 0
  while (!(await end.isVisible())) {
    const id = await idOn(page)
    const isNew = id !== seen.at(-1)
    if (!Number.isNaN(id) && (isNew || Date.now() - pressedAt > 2000)) {
      if (isNew) {
        seen.push(id)
        await page.waitForTimeout(310)
      }
      await decide(page, seen.length)
      pressedAt = Date.now()
    }
    await page.waitForTimeout(50)
  }
  await isSaved(page)
  return seen
}

test('two reviewers at full speed: no item twice, none left out, one event, receipt and outbox row each', async ({
  browser,
  server,
}) => {
  test.setTimeout(240_000)
  // Many more, without a browser, race in `server/test/focus-races.test.ts`.
  const queue = await addQueue(server, { count: 18 })
  const pages = await Promise.all(
    [1, 2].map(async () =>
      (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage(),
    ),
  )
  const seen = await Promise.all(pages.map((page) => workThrough(page, server, queue)))
  const all = seen.flat()
  expect(new Set(all).size, 'shown to one only').toBe(all.length)
  expect([...all].sort((a, b) => a - b)).toEqual([...queue.ids].sort((a, b) => a - b))
  for (const one of seen) expect(one.length).toBeGreaterThan(3)
  const statuses = await videoStatuses(server, queue.ids)
  expect(statuses.filter((one) => one === status.pending)).toEqual([])
  for (const id of queue.ids) {
    const record = await recordOf(server, id)
    expect(
      record.map(({ action }) => action),
      String(id),
    ).toHaveLength(1)
    expect(record[0]?.receipt, String(id)).toMatchObject({ played: expect.any(Array) })
    expect(record[0]?.outbox, String(id)).toMatch(/waiting|not_sent/)
  }
  await Promise.all(pages.map((page) => page.context().close()))
})

test('each tab of a reviewer has leases of its own, which end with it', async ({
  page,
  context,
  server,
}) => {
  await openAs(page, server, elsewhere)

  await test.step('leaving the page releases the leases at once; after a crash they expire', async () => {
    const queue = await addQueue(server, { count: 3 })
    const open = async (tab: Page) => {
      await tab.goto(`${server.url}/#${queue.path}`)
      await expect(heading(tab)).toBeVisible()
    }
    await open(page)
    await expect.poll(() => heldIn(server, queue.ids)).toEqual(queue.ids.slice(0, 2))
    await page.goto('about:blank')
    await expect.poll(() => heldIn(server, queue.ids)).toEqual([])

    const second = await context.newPage()
    await open(second)
    expect(await idOn(second)).toBe(queue.ids[0])
    const session = await context.newCDPSession(second)
    const crashed = second.waitForEvent('crash')
    void session.send('Page.crash').catch(() => undefined)
    await crashed
    expect(await heldIn(server, queue.ids)).toEqual(queue.ids.slice(0, 2))
    await server.db.query(sql`
      update waiting set until = until - interval '5 minutes'
      where queue = 'video' and subject_id = any(${queue.ids}::bigint[]) and until is not null`)
    const third = await context.newPage()
    await open(third)
    expect(await idOn(third)).toBe(queue.ids[0])
    await third.close()
  })

  await test.step('a duplicated tab has a desk of its own', async () => {
    const queue = await addQueue(server, { count: 4 })
    await page.goto(`${server.url}/#${queue.path}`)
    await expect(heading(page)).toContainText(`#${queue.ids[0]}`)
    // A window opened by a page starts with a copy of its session storage, as a duplicated tab does.
    const [copy] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open(location.href)),
    ])
    await expect(heading(copy)).toBeVisible()
    expect(await idOn(copy)).toBe(queue.ids[2])
    await expect.poll(() => heldIn(server, queue.ids)).toEqual(queue.ids)
  })
})
