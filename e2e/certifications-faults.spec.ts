import { certificationCalls } from '@screening-room/contract/certifications'
import { sql } from '../server/dist/db/sql.js'
import {
  addCertification,
  colleague,
  detail,
  eventsOf,
  holdCall,
  rowOf,
  withoutNews,
} from './setup/items.ts'
import { type Server, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'

/* Certification review where the server fails, and in Chinese. It has a server of its own, which is broken on purpose. */

const place = '/dashboard/auth-review'
let own: Server
test.beforeAll(async () => {
  own = await startServer()
})
test.afterAll(() => own.close())

test('a list that cannot be read is logged, told in place, and read by Try again', async ({
  page,
}) => {
  const logged: string[] = []
  page.on('console', (one) => logged.push(one.text()))
  await own.db.query(sql`alter table certification rename to certification_away`)
  await openAs(page, own, place)
  await expect(page.getByRole('alert')).toContainText('Failed to load the certification list')
  await expect(page.getByRole('alert')).toContainText(/Request ID: \S{8}/)
  expect(logged.some((line) => line.startsWith('server error'))).toBe(true)
  await own.db.query(sql`alter table certification_away rename to certification`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(20)
})

test('roles that cannot be read are told in a line of their own, and read by Try again', async ({
  page,
}) => {
  await addCertification(own, { nickName: 'Whose role has a name', roleId: 1 })
  await own.db.query(sql`alter table certified_role rename to role_away`)
  await openAs(page, own, place)
  const line = page.getByRole('main').getByRole('status')
  await expect(line).toContainText('Failed to get the roles')
  await expect(page.locator('tbody tr')).toHaveCount(20)
  await own.db.query(sql`alter table role_away rename to certified_role`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'Whose role has a name')).toContainText('Director')
  await expect(line).toHaveCount(0)
})

test('a reload that fails keeps the rows it had', async ({ page }) => {
  await openAs(page, own, place)
  await expect(page.locator('tbody tr')).toHaveCount(20)
  await own.db.query(sql`alter table certification rename to certification_away`)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load the certification list')
  await expect(page.locator('tbody tr')).toHaveCount(20)
  await own.db.query(sql`alter table certification_away rename to certification`)
})

test('while another page loads, Next is off and keeps the focus', async ({ page }) => {
  await openAs(page, own, place)
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeEnabled()
  const release = await holdCall(page, certificationCalls.list)
  await next.click()
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  release()
  await expect(next).toBeEnabled()
})

test('a decision that breaks on the server: "Review operation failed", nothing changed', async ({
  page,
}) => {
  const id = await addCertification(own)
  await openAs(page, own, `${place}?view=${id}`)
  await expect(detail(page)).toContainText('Somebody of this test')
  await own.db.query(sql`alter table event rename to event_away`)
  await detail(page).getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Review operation failed')
  await expect(detail(page)).toBeVisible()
  await detail(page).getByRole('button', { name: 'Reject' }).click()
  const question = page.getByRole('dialog', { name: /^Reject/ })
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(question.getByRole('alert')).toHaveText('Review operation failed')
  await own.db.query(sql`alter table event_away rename to event`)
  expect(await eventsOf(own, 'certification', id)).toEqual([])
})

test('a slow decision disables both buttons until the response', async ({ page }) => {
  const id = await addCertification(own)
  await openAs(page, own, `${place}?view=${id}`)
  await page.route(`**${certificationCalls.approve.path}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await detail(page).getByRole('button', { name: 'Approve' }).click()
  await expect(detail(page).getByRole('button', { name: 'Reject' })).toBeDisabled()
  await expect(detail(page)).toBeHidden()
})

test('a request whose response was cut off is sent again, and counts once', async ({ page }) => {
  const id = await addCertification(own)
  await openAs(page, own, `${place}?view=${id}`)
  let cut = 0
  await page.route(`**${certificationCalls.approve.path}`, async (route) => {
    if (cut++ > 0) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await detail(page).getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, 'Approved')
  expect(cut).toBeGreaterThan(1)
  expect(await eventsOf(own, 'certification', id)).toHaveLength(1)
})

test('in Chinese: columns, roles, statuses, "no pictures" and the reject dialog', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'))
  const id = await addCertification(own, { nickName: '中文提交', roleId: 1, pictures: '[' })
  await openAs(page, own, place)
  await expect(page.getByRole('columnheader').first()).toHaveText('用户 ID')
  const row = rowOf(page, '中文提交')
  await expect(row).toContainText('导演')
  await expect(row).toContainText('待审核')
  await row.getByRole('button', { name: '查看' }).click()
  await expect(detail(page).getByText('暂无图片')).toBeVisible()
  await detail(page).getByRole('button', { name: '驳回' }).click()
  const reason = page.getByRole('textbox', { name: /驳回/ })
  await reason.fill('材料不清晰')
  await page.keyboard.press('Control+Enter')
  await expectToast(page, '已驳回')
  expect(await eventsOf(own, 'certification', id)).toMatchObject([{ reason: '材料不清晰' }])
})

test('a list that takes longer than 5 s is given up, and Try again reads it', async ({ page }) => {
  let slow = true
  await page.route(`**${certificationCalls.list.path}*`, async (route) => {
    if (slow) await new Promise((resolve) => setTimeout(resolve, 6500))
    await route.continue().catch(() => {})
  })
  await openAs(page, own, place)
  await expect(page.getByRole('alert')).toContainText('Failed to load the certification list')
  slow = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(20)
})

test('in Chinese, failures and refusals are entirely Chinese', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'zh-CN'))
  const id = await addCertification(own)
  await withoutNews(page)
  await openAs(page, own, `${place}?view=99999999`)
  await expect(detail(page).getByRole('alert')).toContainText('认证 99999999 不存在')
  await page.goto(`${own.url}/#${place}?view=${id}`)
  await expect(detail(page)).toContainText('Somebody of this test')
  const other = await colleague(own, '李雷')
  await other.send(certificationCalls.approve, { authId: id })
  await other.leave()
  await detail(page).getByRole('button', { name: '通过' }).click()
  await expectToast(page, /^通过失败：已由 李雷 于 /)
  await own.db.query(sql`alter table certification rename to certification_away`)
  await page.goto(`${own.url}/#${place}?page=2`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('加载认证列表失败')
  await own.db.query(sql`alter table certification_away rename to certification`)
})
