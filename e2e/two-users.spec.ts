import { certificationCalls } from '@screening-room/contract/certifications'
import { tokenOf } from '@screening-room/contract/session'
import { figure, many } from '../torture/figures.ts'
import { addCertification, clickIfThere, countRequests, detail, eventsOf } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'

const place = '/dashboard/auth-review'

test('somebody else signs in beside an open dialog: a click there has no effect', {
  tag: '@torture',
}, async ({ browser, server }) => {
  const times = many(1, 10)
  test.setTimeout(240_000 + times * 15_000)
  for (let done = 0; done < times; done++) {
    const page = await (await browser.newContext()).newPage()
    const id = await addCertification(server)
    await openAs(page, server, `${place}?view=${id}`)
    const approve = detail(page).getByRole('button', { name: 'Approve' })
    await expect(approve).toBeEnabled()
    const sent = countRequests(page, certificationCalls.approve)
    const { phone, password } = await server.addAccount('reviewer', 'Somebody else')
    // Tabs of one browser share their cookies: from here on they are the other person's.
    const answer = await page.context().request.post(`${server.url}/admin/user/login`, {
      form: { phone, pwd: password },
    })
    expect((await answer.json()).code).toBe(200)
    await clickIfThere(approve)
    await expect(page).toHaveURL(/#\/login$/)
    expect(sent()).toBeLessThanOrEqual(1)
    expect(await eventsOf(server, 'certification', id)).toEqual([])
    await page.context().close()
  }
  figure('U6', times)
})

test('two users in two tabs of one browser: the first is signed out, the second works on', async ({
  page,
  context,
  server,
}) => {
  const id = await addCertification(server)
  const first = await openAs(page, server, place)
  await expect(page.locator('tbody tr')).toHaveCount(20)
  const second = await server.addAccount('reviewer', 'The second')
  const other = await context.newPage()
  await other.goto(`${server.url}/#${place}`)
  await other.getByRole('button', { name: first.nickName }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.getByLabel('Phone number').fill(second.phone)
  await other.getByLabel('Password', { exact: true }).fill(second.password)
  await other.getByRole('button', { name: 'Log in' }).click()
  await expect(other.getByRole('button', { name: 'The second' })).toBeVisible()

  const sent = countRequests(page, certificationCalls.list)
  // The first tab learns of it by itself, or with its next request.
  const search = page.getByRole('button', { name: 'Search' })
  await search.click({ timeout: 3000 }).catch(() => {})
  await expect(page).toHaveURL(/#\/login$/)
  expect(sent()).toBeLessThanOrEqual(1)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(tokenOf(second))
  await other.goto(`${server.url}/#${place}?view=${id}`)
  await detail(other).getByRole('button', { name: 'Approve' }).click()
  await expectToast(other, 'Approved')
})
