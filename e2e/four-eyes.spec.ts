import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { addCases, heading, panel } from './setup/focus.ts'
import { startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

/* A second person, asked from focus review. */

const shows = (page: Page, title: string) => expect(heading(page)).toContainText(title)

test('a take-down that needs a second person: what was ticked stays, one is asked, the next item comes', async ({
  page,
  browser,
}) => {
  const server = await startServer()
  const context = await browser.newContext({ locale: 'en-US' })
  try {
    const ada = await server.addAccount('administrator', 'Ada')
    const dai = await server.addAccount('reviewer', 'Dai')
    const queue = await addCases(server, [[2], [3]])
    const [first = 0] = queue.ids
    await server.db.query(sql`
      update video set uploader_id = (select member_id from certification
        where status = ${status.approved} and member_id is not null order by id limit 1)
      where id = ${first}`)
    await server.db.query(sql`update team_role set four_eyes = '{takeDown}' where key = 'reviewer'`)
    await openAs(page, server, queue.path, dai)
    await shows(page, 'Reported 0')
    const ask = page.getByRole('dialog', { name: 'Ask a second person' })
    const strip = panel(page).getByRole('group', { name: /take-down/i })
    const ticked = panel(page).getByRole('checkbox', { checked: true })

    await test.step('given up: the item and its ticks are back', async () => {
      // Right after an item appears, keys are ignored.
      await expect(async () => {
        await page.keyboard.press('t')
        await expect(strip).toBeVisible({ timeout: 1000 })
      }).toPass()
      await panel(page).getByRole('checkbox').nth(4).check()
      await expect(ticked).toHaveCount(2)
      await strip.getByRole('button', { name: /^Take down/ }).click()
      await ask.getByLabel('Reason').fill('t d s')
      await page.keyboard.press('Escape')
      await expect(ask).toHaveCount(0)
      await shows(page, 'Reported 0')
      await expect(panel(page).getByRole('alert')).toContainText('second person')
      await expect(ticked).toHaveCount(2)
    })

    await test.step('asked: the item leaves the desk, and the next one comes', async () => {
      await page.keyboard.press('Enter')
      await ask.getByLabel('Reason').fill('Sold to minors')
      await ask.getByLabel('Reason').press('Enter')
      await expectToast(page, 'Request sent')
      await shows(page, 'Reported 1')
      await expect(panel(page).getByRole('alert')).toHaveCount(0)
      await expect
        .poll(async () => {
          const held = sql`select from waiting where subject_id = ${first} and until > now()`
          return (await server.db.query(held)).length
        })
        .toBe(0)
    })

    const theirs = await context.newPage()
    await test.step('a colleague who gets it sees that it waits; the second person confirms it', async () => {
      await openAs(theirs, server, queue.path, ada)
      await shows(theirs, 'Reported 0')
      await expect(panel(theirs).getByRole('note')).toContainText('Dai asked a second person')
      await goTo(theirs, '/dashboard/confirmations')
      const entry = theirs.getByRole('listitem', { name: /Reported 0/ })
      await expect(entry).toContainText('Sold to minors')
      await entry.getByRole('button', { name: /^Confirm/ }).click()
      await theirs.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      await expectToast(theirs, 'Confirmed and done')
      const [video] = await server.db.query(sql`select status from video where id = ${first}`)
      expect(video).toEqual({ status: status.takenDown })
      const [open] = await server.db.query(sql`
        select count(*)::int as n from report where video_id = ${first} and status = ${status.pending}`)
      expect(open).toEqual({ n: 0 })
    })
  } finally {
    await context.close()
    await server.close()
  }
})
