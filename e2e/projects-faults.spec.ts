import { projectCalls } from '@screening-room/contract/projects'
import { sql } from '../server/dist/db/sql.js'
import { addProject, detail, eventsOf, rowOf, toast } from './setup/items.ts'
import { type Server, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'

/* Project review where the server fails, and in Chinese. A server of its own: it is broken on purpose. */

const place = '/dashboard/project-review'
let own: Server
test.beforeAll(async () => {
  own = await startServer()
})
test.afterAll(() => own.close())

test('a list that cannot be read is told in place, and Try again reads it', async ({ page }) => {
  await own.db.query(sql`alter table project rename to project_away`)
  await openAs(page, own, place)
  await expect(page.getByRole('alert')).toContainText('Failed to load project list')
  await own.db.query(sql`alter table project_away rename to project`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(10)
})

test('an approval or rejection that breaks on the server says so, changes nothing and keeps the text', async ({
  page,
}) => {
  const id = await addProject(own)
  await openAs(page, own, `${place}?view=${id}`)
  await expect(detail(page)).toContainText('A project of this test')
  await own.db.query(sql`alter table event rename to event_away`)
  await detail(page).getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog', { name: /approve/ })
    .getByText('Approve', { exact: true })
    .click()
  await expect(toast(page, 'Approve operation failed')).toBeVisible()
  await detail(page).getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reject reason').fill('Kept through a fault')
  await page
    .getByRole('dialog', { name: /Reject this/ })
    .getByText('Reject', { exact: true })
    .click()
  await expect(toast(page, 'Reject operation failed')).toBeVisible()
  await expect(page.getByLabel('Reject reason')).toHaveValue('Kept through a fault')
  await own.db.query(sql`alter table event_away rename to event`)
  expect(await eventsOf(own, 'project', id)).toEqual([])
})

test('with the server stopped an approval is not claimed; once it is back, one approval counts', async ({
  page,
}) => {
  const id = await addProject(own, { title: 'Through a restart' })
  await openAs(page, own, place)
  const approve = async () => {
    await rowOf(page, 'Through a restart').getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  }
  await expect(rowOf(page, 'Through a restart')).toBeVisible()
  await own.stop()
  await approve()
  await expect(toast(page, /We could not confirm the result/)).toBeVisible({ timeout: 30_000 })
  await own.start()
  await approve()
  await expect(toast(page, 'Approved')).toBeVisible({ timeout: 30_000 })
  expect(await eventsOf(own, 'project', id)).toHaveLength(1)
})

test('in Chinese: columns, statuses, roles, the question and the result', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'))
  const id = await addProject(own, { title: '中文项目', roleIds: [1] })
  await openAs(page, own, place)
  const row = rowOf(page, '中文项目')
  await expect(row).toContainText('导演')
  await expect(row).toContainText('待审核')
  await row.getByRole('button', { name: '通过' }).click()
  await expect(page.getByRole('dialog')).toContainText('确定要通过该项目吗')
  const answered = page.waitForResponse((one) => one.url().endsWith(projectCalls.approve.path))
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click()
  await answered
  await expect(toast(page, '审核通过')).toBeVisible()
  await expect(row).toContainText('已通过')
  expect(await eventsOf(own, 'project', id)).toHaveLength(1)
})
