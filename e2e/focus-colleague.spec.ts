import {
  addCases,
  addQueue,
  heading,
  isSaved,
  isShown,
  openQueue,
  panel,
  showQueue,
} from './setup/focus.ts'
import { expect, openAs, test } from './setup/test.ts'
import { goTo } from './setup/walk.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('what a colleague decides from a list is said at once on an open focus screen', async ({
  page,
  browser,
  server,
}) => {
  const queue = await addQueue(server, { count: 4 })
  await openQueue(page, server, queue)
  await expect(page.getByText('4 left')).toBeVisible()
  await expect(page.getByRole('heading', { name: /oldest first/i })).toBeVisible()

  const other = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const list = await other.newPage()
  const colleague = await server.addAccount('reviewer', '李雷')
  await openAs(list, server, queue.list, colleague)
  const rowOf = (id: number | undefined) => list.locator(`tr[data-row="${id}"]`)

  await test.step('the decision bar gives way to who decided, when and why; what was typed is kept', async () => {
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    const field = page.getByRole('textbox', { name: 'Reject reason' })
    await field.fill('half a sentence')

    await rowOf(queue.ids[0]).getByRole('button', { name: 'Reject' }).click()
    await list.getByRole('textbox', { name: 'Reject reason' }).fill('Seen before')
    await list
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Reject|OK)$/ })
      .click()

    const note = panel(page).getByRole('alert')
    await expect(note).toContainText(/Already rejected by 李雷 at \d\d:\d\d/)
    await expect(note).toContainText('Seen before')
    await expect(panel(page).getByRole('button', { name: /^Approve/ })).toBeHidden()
    await expect(field).toHaveValue('half a sentence')
    await expect(page.getByText('3 left')).toBeVisible()
    await expect(heading(page)).toContainText(`#${queue.ids[0]}`)
  })

  await test.step('one key goes on', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await isShown(page, queue.ids[1])
    await expect(panel(page).getByRole('button', { name: /^Approve/ })).toBeVisible()
  })

  await test.step('the item after it, decided by the colleague, is never shown', async () => {
    await rowOf(queue.ids[2]).getByRole('button', { name: 'Approve' }).click()
    await list
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Approve|OK)$/ })
      .click()
    await expect(page.getByText('2 left')).toBeVisible()
    await page.keyboard.press('a')
    await isShown(page, queue.ids[3])
  })

  await test.step('a case of reports that the colleague dismisses is said too', async () => {
    const cases = await addCases(server, [[1, 2], [3]])
    await showQueue(page, cases)
    await expect(page.getByRole('heading', { name: /Reports · Personal video/ })).toBeVisible()
    await goTo(list, cases.list)
    const row = list.locator('tr[data-row]').filter({ hasText: 'Reported 0' }).first()
    await row.getByRole('button', { name: 'Dismiss' }).click()
    await list
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Dismiss|OK)/ })
      .click()
    await expect(panel(page).getByRole('alert')).toContainText('Already dismissed by 李雷')
  })
  await other.close()
})

test('a skip stands in the last line, is taken back with Z, and never looks like the end', async ({
  page,
  server,
}) => {
  const queue = await addQueue(server, { count: 3 })
  await openQueue(page, server, queue)
  const last = page.locator('.sr-focus-last')

  await test.step('Z brings the skipped item back', async () => {
    await page.keyboard.press('s')
    await isShown(page, queue.ids[1])
    await expect(last).toContainText(`#${queue.ids[0]} skipped`)
    await isSaved(page)
    await page.keyboard.press('z')
    await isShown(page, queue.ids[0])
    await expect(page.getByText('3 left')).toBeVisible()
    await page.keyboard.press('a')
    await isShown(page, queue.ids[1])
    await isSaved(page)
  })

  await test.step('when only skipped items are left, the end says so and offers them', async () => {
    await page.keyboard.press('s')
    await isShown(page, queue.ids[2])
    await page.keyboard.press('s')
    await expect(page.getByText('Only skipped items are left')).toBeVisible()
    await expect(page.getByText('All caught up')).toHaveCount(0)
    await page.keyboard.press('z')
    await isShown(page, queue.ids[2])
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Review skipped items' }).click()
    await expect(heading(page)).toContainText(/#\d+/)
  })
})
