import type { Page } from '@playwright/test'
import { projectCalls } from '@screening-room/contract/projects'
import { status } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { importStatus } from '../server/test/setup/import-status.ts'
import { addProject, detail, eventsOf, rowOf } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo, setLanguage } from './setup/walk.ts'

/*
 * Project review where the server fails, and in Chinese. The server is broken on purpose: after a failed
 * test Playwright starts another worker, and with it another server.
 */

const place = '/dashboard/project-review'
const rejecting = (page: Page) => {
  const confirm = page.getByRole('dialog', { name: 'Reject this project?' })
  const button = confirm.getByRole('button', { name: 'Reject' })
  return { confirm, reason: page.getByLabel('Reject reason'), reject: () => button.click() }
}

test('a reviewer of projects is told what the server could not do, and goes on from there', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/dashboard/category-config')
  await expect(page.getByRole('list', { name: 'Categories' })).toBeVisible()
  await test.step('a list that cannot be read is told in place, and Try again reads it', async () => {
    await server.db.query(sql`alter table project rename to project_away`)
    await goTo(page, place)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Failed to load project list',
    )
    await server.db.query(sql`alter table project_away rename to project`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('tr[data-row]')).toHaveCount(10)
  })

  await test.step('a queue with nothing left says so, and leads to all the rest', async () => {
    const closed = await importStatus({ db: server.db, sql }, 'project', {
      where: sql`x.status = 0`,
      to: status.approved,
    })
    await goTo(page, `${place}?status=0`)
    await expect(page.getByText('Nothing is pending. All caught up.')).toBeVisible()
    await importStatus({ db: server.db, sql }, 'project', {
      where: sql`x.id = any(${closed}::bigint[])`,
      to: status.pending,
    })
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page.locator('tr[data-row]')).toHaveCount(10)
  })

  await test.step('an approval or rejection that breaks on the server says so, changes nothing and keeps the text', async () => {
    const id = await addProject(server)
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page)).toContainText('A project of this test')
    await server.db.query(sql`alter table event rename to event_away`)
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    await page
      .getByRole('dialog', { name: /approve/ })
      .getByText('Approve', { exact: true })
      .click()
    await expectToast(page, 'Approve operation failed')
    await detail(page).getByRole('button', { name: 'Reject' }).click()
    const { confirm, reason, reject } = rejecting(page)
    await reason.fill('Kept through a fault')
    await reject()
    await expectToast(page, 'Reject operation failed')
    await expect(confirm.getByRole('alert')).toHaveText('Reject operation failed')
    await expect(reason).toHaveValue('Kept through a fault')
    await server.db.query(sql`alter table event_away rename to event`)
    expect(await eventsOf(server, 'project', id)).toEqual([])
    await confirm.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a reason that is too long is not cut: it is counted, and refused in words', async () => {
    const id = await addProject(server)
    await goTo(page, `${place}?view=${id}`)
    await detail(page).getByRole('button', { name: 'Reject' }).click()
    const { confirm, reason, reject } = rejecting(page)
    const long = '封面🎬'.repeat(167)
    await reason.fill(long)
    await expect(confirm).toContainText('501 / 500')
    await reject()
    await expect(confirm.getByRole('alert')).toHaveText(
      'Reject reason has 501 characters; at most 500 are allowed',
    )
    await expect(reason).toHaveValue(long)
    await reason.fill(long.slice(1))
    await reject()
    await expectToast(page, 'Rejected')
    expect(await eventsOf(server, 'project', id)).toMatchObject([{ reason: long.slice(1) }])
  })

  await test.step('with the server stopped an approval is not claimed; once it is back, one approval counts', async () => {
    const id = await addProject(server, { title: 'Through a restart' })
    await goTo(page, place)
    await page.getByRole('button', { name: 'Search' }).click()
    const approve = async () => {
      await rowOf(page, 'Through a restart').getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    }
    await expect(rowOf(page, 'Through a restart')).toBeVisible()
    await server.stop()
    await approve()
    await expectToast(page, /could not confirm the result. Please check before you try again/)
    await server.start()
    await approve()
    await expectToast(page, 'Approved')
    expect(await eventsOf(server, 'project', id)).toHaveLength(1)
  })

  await test.step('in Chinese: columns, statuses, roles, the question and the result', async () => {
    const id = await addProject(server, { title: '中文项目', roleIds: [1] })
    await page.getByRole('button', { name: 'Search' }).click()
    await setLanguage(page, 'zh-CN')
    const row = rowOf(page, '中文项目')
    await expect(row).toContainText('导演')
    await expect(row).toContainText('待审核')
    await row.getByRole('button', { name: '通过' }).click()
    await expect(page.getByRole('dialog')).toContainText('确定要通过该项目吗')
    const answered = page.waitForResponse((one) => one.url().endsWith(projectCalls.approve.path))
    await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
    await answered
    await expectToast(page, '审核通过')
    await expect(row).toContainText('已通过')
    expect(await eventsOf(server, 'project', id)).toHaveLength(1)
  })
})
