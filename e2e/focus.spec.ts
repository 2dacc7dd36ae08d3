import { focusCalls } from '@screening-room/contract/focus'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import {
  addQueue,
  giveTo,
  heading,
  heldIn,
  isSaved,
  isShown,
  panel,
  recordOf,
  showQueue,
  videoStatuses,
} from './setup/focus.ts'
import { colleague, holdCall } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'

const { approved, pending, rejected } = status
test.use({ viewport: { width: 1440, height: 900 } })

test('a reviewer works through queues in focus review: decisions, undo, drafts and the end', async ({
  page,
  server,
}) => {
  const who = await openAs(page, server, '/dashboard/category-config')
  await test.step('one key approves, two reject; each decision has one event, one receipt, one outbox row', async () => {
    const queue = await addQueue(server, { count: 3 })
    const [first = 0, second = 0, third = 0] = queue.ids
    await showQueue(page, queue)
    await expect(page.getByText('Why first: it has waited longest')).toBeVisible()
    await page.keyboard.press('a')
    await isShown(page, second)
    await page.keyboard.press('r')
    const strip = page.getByRole('group', { name: 'Reject reasons' })
    await expect(strip).toBeVisible()
    await expect(strip.getByRole('button').first()).toContainText('The music is not licensed.')
    await page.keyboard.press('1')
    await isShown(page, third)
    await isSaved(page)
    expect(await videoStatuses(server, queue.ids)).toEqual([approved, rejected, pending])
    for (const [id, action] of [
      [first, 'approve'],
      [second, 'reject'],
    ] as const) {
      const record = await recordOf(server, id)
      expect(record).toMatchObject([
        { action, by: who.nickName, receipt: { sheetWhole: expect.any(Boolean) } },
      ])
      expect(record[0]?.outbox).toBeTruthy()
    }
    expect((await recordOf(server, second))[0]?.reason).not.toBe('')
    await expect(page.getByText('2 decided')).toBeVisible()
    await expect(page.getByText('1 left')).toBeVisible()
  })

  await test.step('the next item is on the screen before the server has answered', async () => {
    const queue = await addQueue(server)
    // Before the queue opens: a request sent during the set-up could slip through.
    const letGo = await holdCall(page, focusCalls.decide)
    await showQueue(page, queue)
    await page.keyboard.press('a')
    await expect(heading(page)).toContainText(`#${queue.ids[1]}`)
    await expect(page.getByText('Saving…')).toBeVisible()
    expect(await videoStatuses(server, queue.ids.slice(0, 1))).toEqual([pending])
    letGo()
    await isSaved(page)
    expect(await videoStatuses(server, queue.ids.slice(0, 1))).toEqual([approved])
  })

  await test.step('Z undoes decisions, several deep; the last-decision line counts down and is reached by Tab', async () => {
    const queue = await addQueue(server, { count: 4 })
    const [first = 0, second = 0, third = 0] = queue.ids
    await showQueue(page, queue)
    await page.keyboard.press('a')
    await isShown(page, second)
    await page.keyboard.press('a')
    await isShown(page, third)
    await expect(page.getByText(`#${second} approved`)).toBeVisible()
    const undo = page.getByRole('button', { name: /^Undo \(0:\d\d\)$/ })
    await expect(undo).toBeVisible()
    await expect(
      page.getByRole('status').filter({ hasText: `${second} approved. Undo with Z.` }),
    ).toHaveCount(1)
    await page.keyboard.press('z')
    await isShown(page, second)
    await page.keyboard.press('z')
    await isShown(page, first)
    await isSaved(page)
    expect(await videoStatuses(server, queue.ids)).toEqual([pending, pending, pending, pending])
    for (const id of [first, second])
      expect(await recordOf(server, id)).toMatchObject([
        { action: 'approve', outbox: 'taken_back' },
        { action: 'undo', outbox: null },
      ])
    // The same reviewer continues with it.
    await page.keyboard.press('a')
    await isShown(page, second)
    await isSaved(page)
    expect(await videoStatuses(server, [first])).toEqual([approved])

    // From its neighbour: a walk with Tab through the whole page may take longer than the undo period.
    await undo.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(undo).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
    await isShown(page, first)
    await isSaved(page)
    expect(await videoStatuses(server, [first])).toEqual([pending])
  })

  await test.step('a decision made first in the list counts; the reviewer is told whose it was', async () => {
    const queue = await addQueue(server)
    const [first = 0, second = 0] = queue.ids
    await showQueue(page, queue)
    const other = await colleague(server, 'Li Lei')
    await other.send(videoCalls.project.approve, { videoId: first })
    await other.leave()
    await page.keyboard.press('r')
    await page.keyboard.press('2')
    const alert = panel(page).getByRole('alert')
    await expect(alert).toContainText('Li Lei')
    await expect(alert).toContainText('approved')
    await expect(heading(page)).toContainText(`#${first}`)
    await expect(panel(page).getByRole('button', { name: 'Approve' })).toBeHidden()
    await page.keyboard.press('Enter')
    await isShown(page, second)
    expect(await recordOf(server, first)).toHaveLength(1)
  })

  await test.step('a lost lease is refused with who has it now, and nothing typed is lost', async () => {
    const queue = await addQueue(server)
    const [first = 0, second = 0] = queue.ids
    await showQueue(page, queue)
    await giveTo(server, first, await server.addAccount('reviewer', 'Han Meimei'))
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    await page.keyboard.type('A reason of my own')
    await page.keyboard.press('Control+Enter')
    const alert = panel(page).getByRole('alert')
    await expect(alert).toContainText('held by Han Meimei')
    await expect(alert).toContainText('A reason of my own')
    expect(await videoStatuses(server, [first])).toEqual([pending])
    await page.keyboard.press('j')
    await isShown(page, second)
  })

  await test.step('own text is a draft until the server has it: Escape, reload and undo keep it', async () => {
    const queue = await addQueue(server, { kind: 'personal' })
    const [first = 0, second = 0] = queue.ids
    await showQueue(page, queue)
    const field = page.getByLabel('Reject reason')
    // Typed without waiting: no letter may trigger a shortcut.
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    await page.keyboard.type('aasz quit')
    await expect(field).toHaveValue('aasz quit')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await isShown(page, first)
    await page.reload()
    await isShown(page, first)
    await page.keyboard.press('r')
    await page.keyboard.press('0')
    await expect(field).toHaveValue('aasz quit')
    await field.fill('   ')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Reject reason cannot be empty')).toBeVisible()
    await field.fill('report rejected')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/reserved for dismissing reports/)).toBeVisible()
    await field.fill('Too dark to see')
    await page.keyboard.press('Control+Enter')
    await isShown(page, second)
    await isSaved(page)
    expect(await recordOf(server, first)).toMatchObject([
      { action: 'reject', reason: 'Too dark to see' },
    ])
    await page.keyboard.press('z')
    await expect(heading(page)).toContainText(`#${first}`)
    await expect(field).toHaveValue('Too dark to see')
    await isSaved(page)
    expect(await videoStatuses(server, [first])).toEqual([pending])
  })

  await test.step('beside the item: how long it has waited, and their last decisions, which open in a new tab', async () => {
    const queue = await addQueue(server)
    await showQueue(page, queue)
    await expect(heading(page)).toContainText(/Waiting [\d,]+ days/)
    await expect(panel(page).getByRole('region', { name: 'History' })).toHaveCount(0)
    const links = panel(page)
      .getByRole('region', { name: 'Last decisions on their other items' })
      .getByRole('link')
    await expect(links).toHaveCount(6)
    const title = (await links.first().getAttribute('title')) ?? ''
    const [tab] = await Promise.all([page.waitForEvent('popup'), links.first().click()])
    await expect(tab.getByRole('dialog')).toContainText(title)
    // The dialog has them too, in one line until it is opened.
    const folded = tab.getByRole('dialog').getByRole('group').filter({ hasText: 'Last decisions' })
    await folded.getByText('Last decisions on their other items').click()
    await expect(folded.getByRole('link')).toHaveCount(6)
    await tab.close()
    await isShown(page, queue.ids[0])
    const [approve, reject] = await Promise.all(
      ['Approve', 'Reject'].map((name) =>
        panel(page).getByRole('button', { name, exact: true }).boundingBox(),
      ),
    )
    expect(approve?.width).toBeCloseTo(reject?.width ?? 0, 0)
  })

  await test.step('skipped items are offered again at the end, with a summary and the other queues', async () => {
    const queue = await addQueue(server, { count: 2 })
    const [first = 0, second = 0] = queue.ids
    await showQueue(page, queue)
    await page.keyboard.press('s')
    await isShown(page, second)
    await page.keyboard.press('a')
    await expect(page.getByText('Only skipped items are left')).toBeVisible()
    const session = page.getByRole('region', { name: 'This session (visible only to you)' })
    await expect(session).toContainText('1 approved')
    await expect(session).toContainText('1 skipped')
    const elsewhere = page.getByRole('navigation', { name: 'Other queues' })
    await expect(elsewhere.getByRole('link', { name: /^Certifications/ })).toBeVisible()
    expect(await recordOf(server, first)).toMatchObject([{ action: 'skip' }])
    await page.getByRole('button', { name: 'Review skipped items' }).click()
    await isShown(page, first)
    await expect(panel(page).getByRole('region', { name: 'History' })).toContainText('Skipped by')
    await page.keyboard.press('a')
    await expect(page.getByText('All caught up')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Review skipped items' })).toHaveCount(0)
    expect(await videoStatuses(server, queue.ids)).toEqual([approved, approved])
    await elsewhere.getByRole('link', { name: /^Certifications/ }).click()
    await expect(heading(page)).toBeVisible()
    await expect(page).toHaveURL(/focus\/auth$/)
  })

  await test.step('Q leads back to the same list and releases the leases', async () => {
    const queue = await addQueue(server, { kind: 'personal', count: 3 })
    await showQueue(page, queue)
    await expect.poll(() => heldIn(server, queue.ids)).toEqual(queue.ids.slice(0, 2))
    await page.keyboard.press('a')
    await page.keyboard.press('q')
    await expect(page).toHaveURL(/video-review\?.*tab=personal/)
    await expect(page).toHaveURL(/start=1991/)
    await expect(page.getByRole('table').getByText('Approved')).toHaveCount(1)
    await expect.poll(() => heldIn(server, queue.ids)).toEqual([])
  })

  await test.step('after the undo period the line stays, without undo', async () => {
    const queue = await addQueue(server)
    await showQueue(page, queue)
    await page.keyboard.press('a')
    await isShown(page, queue.ids[1])
    // Paused: ten seconds of a video would keep the machine busy.
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
    await page.keyboard.press('z')
    await isShown(page, queue.ids[1])
    expect(await videoStatuses(server, queue.ids.slice(0, 1))).toEqual([approved])
  })
})
