import type { Page } from '@playwright/test'
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
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo, setLanguage } from './setup/walk.ts'

/*
 * Certification review where the server fails, and in Chinese. The server is broken on purpose: after a
 * failed test Playwright starts another worker, and with it another server.
 */

const place = '/dashboard/auth-review'
const elsewhere = '/dashboard/category-config'
const rows = (page: Page) => page.locator('tr[data-row]')

/** From another screen, so that no list is there yet. */
async function openList(page: Page, path: string) {
  await goTo(page, elsewhere)
  await expect(page.getByRole('list', { name: 'Categories' })).toBeVisible()
  await goTo(page, path)
}

test('a reviewer of certifications is told what the server could not do, and goes on from there', async ({
  page,
  server,
}) => {
  // A colleague decides in one of the steps, and the open dialog must not know.
  await withoutNews(page)
  await openAs(page, server, elsewhere)
  await expect(page.getByRole('list', { name: 'Categories' })).toBeVisible()
  await test.step('roles that cannot be read are told in a line of their own, and read by Try again', async () => {
    await addCertification(server, { nickName: 'Whose role has a name', roleId: 1 })
    await server.db.query(sql`alter table certified_role rename to role_away`)
    await goTo(page, place)
    const line = page.getByRole('main').getByRole('status').filter({ hasText: /\S/ })
    await expect(line).toContainText('Failed to get the roles')
    await expect(rows(page)).toHaveCount(20)
    await server.db.query(sql`alter table role_away rename to certified_role`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowOf(page, 'Whose role has a name')).toContainText('Director')
    await expect(line).toHaveCount(0)
  })

  await test.step('a list that cannot be read is logged, told in place, and read by Try again', async () => {
    const logged: string[] = []
    page.on('console', (one) => logged.push(one.text()))
    await server.db.query(sql`alter table certification rename to certification_away`)
    await openList(page, `${place}?status=0`)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Failed to load the certification list',
    )
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/Request ID: \S{8}/)
    expect(logged.some((line) => line.startsWith('server error'))).toBe(true)
    await server.db.query(sql`alter table certification_away rename to certification`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(20)
  })

  await test.step('a reload that fails keeps the rows it had', async () => {
    await server.db.query(sql`alter table certification rename to certification_away`)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Failed to load the certification list',
    )
    await expect(rows(page)).toHaveCount(20)
    await server.db.query(sql`alter table certification_away rename to certification`)
  })

  await test.step('while another page loads, Next is off and keeps the focus', async () => {
    const next = page.getByRole('button', { name: 'Next' })
    await expect(next).toBeEnabled()
    const release = await holdCall(page, certificationCalls.list)
    await next.click()
    await expect(next).toBeDisabled()
    await expect(next).toBeFocused()
    release()
    await expect(next).toBeEnabled()
  })

  await test.step('a decision that breaks on the server: "Review operation failed", nothing changed', async () => {
    const id = await addCertification(server)
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page)).toContainText('Somebody of this test')
    await server.db.query(sql`alter table event rename to event_away`)
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Review operation failed')
    await expect(detail(page)).toBeVisible()
    await detail(page).getByRole('button', { name: 'Reject' }).click()
    const question = page.getByRole('dialog', { name: /^Reject/ })
    await question.getByRole('button', { name: 'Reject' }).click()
    await expect(question.getByRole('alert')).toHaveText('Review operation failed')
    await server.db.query(sql`alter table event_away rename to event`)
    expect(await eventsOf(server, 'certification', id)).toEqual([])
  })

  await test.step('a slow decision disables both buttons until the response', async () => {
    const id = await addCertification(server)
    await goTo(page, `${place}?view=${id}`)
    const release = await holdCall(page, certificationCalls.approve)
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    for (const name of ['Approve', 'Reject'])
      await expect(detail(page).getByRole('button', { name })).toBeDisabled()
    release()
    await expectToast(page, 'Approved')
    await expect(detail(page)).toBeHidden()
  })

  await test.step('a request whose response was cut off is sent again, and counts once', async () => {
    const id = await addCertification(server)
    await goTo(page, `${place}?view=${id}`)
    let cut = 0
    const call = `**${certificationCalls.approve.path}`
    await page.route(call, async (route) => {
      if (cut++ > 0) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Approved')
    expect(cut).toBeGreaterThan(1)
    await page.unroute(call)
    expect(await eventsOf(server, 'certification', id)).toHaveLength(1)
  })

  await test.step('in Chinese: columns, roles, statuses, "no pictures" and the reject dialog', async () => {
    const id = await addCertification(server, { nickName: '中文提交', roleId: 1, pictures: '[' })
    await goTo(page, place)
    await page.getByRole('button', { name: 'Search' }).click()
    await setLanguage(page, 'zh-CN')
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
    expect(await eventsOf(server, 'certification', id)).toMatchObject([{ reason: '材料不清晰' }])
  })

  await test.step('in Chinese, failures and refusals are entirely Chinese', async () => {
    const id = await addCertification(server)
    await goTo(page, `${place}?view=99999999`)
    await expect(detail(page).getByRole('alert')).toContainText('认证 99999999 不存在')
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page)).toContainText('Somebody of this test')
    const other = await colleague(server, '李雷')
    await other.send(certificationCalls.approve, { authId: id })
    await other.leave()
    await detail(page).getByRole('button', { name: '通过' }).click()
    await expectToast(page, /^通过失败：已由 李雷 于 /)
    await server.db.query(sql`alter table certification rename to certification_away`)
    await goTo(page, `${place}?page=2`)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('加载认证列表失败')
    await server.db.query(sql`alter table certification_away rename to certification`)
    await setLanguage(page, 'en')
  })

  await test.step('a list that takes longer than 5 s is given up, and Try again reads it', async () => {
    const call = `**${certificationCalls.list.path}*`
    await page.route(call, () => {})
    await openList(page, `${place}?status=5`)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(
      'Failed to load the certification list',
    )
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page)).toHaveCount(20)
  })
})
