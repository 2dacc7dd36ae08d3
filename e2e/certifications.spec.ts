import type { Page } from '@playwright/test'
import { certificationCalls } from '@screening-room/contract/certifications'
import {
  addCertification,
  clickIfThere,
  colleague,
  countRequests,
  detail,
  endSessions,
  eventsOf,
  rowOf,
} from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

const place = '/dashboard/auth-review'
const button = (page: Page, name: string) => detail(page).getByRole('button', { name })
const rejecting = (page: Page) => page.getByRole('dialog', { name: 'Reject this certification?' })
/** A day that no other test uses. */
async function addMany(server: Parameters<typeof addCertification>[0], day: string, count: number) {
  for (let one = 0; one < count; one++)
    await addCertification(server, {
      nickName: `Number ${one} of ${day}`,
      createTime: `${day}T10:00:${String(one).padStart(2, '0')}+08:00`,
    })
}

test('a reviewer looks through the certifications: columns, filters, pages and keyboard', async ({
  page,
  server,
}) => {
  await openAs(page, server, place)
  await test.step('rows are reached with the arrows and opened with Enter; the focus comes back', async () => {
    const rows = page.locator('tr[data-row]')
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(detail(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows.nth(1)).toBeFocused()
  })

  await test.step('the list has its columns in order and shows a submission as it is', async () => {
    const id = await addCertification(server, {
      nickName: '林晚晴',
      phone: '13900008888',
      roleId: 3,
      introduce: 'Ten years behind a camera',
      createTime: '2098-03-04T05:06:07+08:00',
    })
    await goTo(page, `${place}?start=2098-03-04&end=2098-03-04`)
    await expect(page.getByRole('columnheader')).toHaveText([
      'User ID',
      'Name',
      'Certified role',
      'Status',
      'Phone',
      'Remark',
      'Submit time',
      'Action',
    ])
    await expect(rowOf(page, '13900008888').getByRole('cell')).toHaveText([
      String(id),
      '林晚晴',
      'Cinematographer',
      'Pending',
      '13900008888',
      'Ten years behind a camera',
      '2098-03-04 05:06:07',
      'View',
    ])
    await rowOf(page, '13900008888').getByRole('button', { name: 'View' }).click()
    const phone = detail(page).getByRole('button', { name: /^139\*{4}8888/ })
    await phone.click()
    await expect(detail(page).getByText('13900008888')).toBeVisible()
    await expect(detail(page)).toContainText('Phone shown')
    await page.keyboard.press('Escape')
  })

  await test.step('an unknown role and an unknown status are called so', async () => {
    await addCertification(server, {
      nickName: 'From elsewhere',
      roleId: 9999,
      status: 7,
      createTime: '2096-01-02T00:00:00+08:00',
    })
    await goTo(page, `${place}?start=2096-01-02&end=2096-01-02`)
    await expect(rowOf(page, 'From elsewhere')).toContainText('Unknown role')
    await expect(rowOf(page, 'From elsewhere')).toContainText('Unknown status')
  })

  await test.step('the list offers All and the roles of the server, All and three statuses', async () => {
    await goTo(page, `${place}?status=99`)
    await expect(page.getByRole('search')).not.toContainText('99')
    const options = page.locator('.ant-select-item-option:visible')
    await page.getByLabel('Status').click()
    await expect(options).toHaveText(['All', 'Pending', 'Approved', 'Rejected'])
    await page.keyboard.press('Escape')
    await page.getByLabel('Certified role').click()
    await expect(options.first()).toHaveText('All')
    await expect(options.nth(1)).toHaveText('Director')
    await page.keyboard.press('Escape')
  })

  await test.step('Next is off when fewer than a page came back, Previous on the first page', async () => {
    await addMany(server, '2036-01-01', 21)
    await goTo(page, `${place}?start=2036-01-01&end=2036-01-01`)
    const next = page.getByRole('button', { name: 'Next' })
    const previous = page.getByRole('button', { name: 'Previous' })
    // The list before it has 20 rows as well.
    await expect(rowOf(page, 'Number 20 of 2036-01-01')).toBeVisible()
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
    await expect(previous).toBeDisabled()
    await next.click()
    await expect(page.locator('tr[data-row]')).toHaveCount(1)
    await expect(next).toBeDisabled()
    await expect(page.getByText('Page 2')).toBeVisible()
    await previous.click()
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
  })

  await test.step('the list is turned around by the head of its time or by its order; a search is not', async () => {
    const first = page.locator('tr[data-row]').first()
    const head = page.getByRole('columnheader', { name: 'Submit time' })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect(first).toContainText('Number 0 of 2036-01-01')
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(first).toContainText('Number 20 of 2036-01-01')
    await page.reload()
    await expect(first).toContainText('Number 20 of 2036-01-01')
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first')
    await expect(first).toContainText('Number 20 of 2036-01-01')
    await expect(page.getByText('Page 1')).toBeVisible()
    await head.getByRole('button').click()
    await expect(first).toContainText('Number 0 of')
    await goTo(page, `${place}?search=2036-01-01&order=oldest`)
    await expect(page.getByText('Newest first')).toBeVisible()
    await expect(head.getByRole('button')).toHaveCount(0)
  })

  await test.step('after exactly one page, the empty next one says so and leads back', async () => {
    await addMany(server, '2036-02-01', 20)
    await goTo(page, `${place}?start=2036-02-01&end=2036-02-01`)
    await expect(page.getByText('Number 19 of 2036-02-01')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('No more records')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the previous page' }).click()
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
  })

  await test.step('the list filters by role, status and whole days together; Reset takes all back', async () => {
    const on = (time: string) => ({ createTime: `2035-06-0${time}+08:00` })
    await addCertification(server, { nickName: 'Fits', roleId: 2, status: 5, ...on('2T23:59:59') })
    await addCertification(server, { nickName: 'Late', roleId: 2, status: 5, ...on('3T00:00:00') })
    await addCertification(server, { nickName: 'Waits', roleId: 2, ...on('2T12:00:00') })
    await addCertification(server, { nickName: 'Directs', status: 5, ...on('2T12:00:00') })
    await goTo(page, place)
    await page.getByLabel('Certified role').click()
    await page.getByTitle('Screenwriter', { exact: true }).last().click()
    await page.getByLabel('Status').click()
    await page.getByTitle('Approved', { exact: true }).last().click()
    await page.getByLabel('Start date').fill('2035-06-02')
    await page.getByLabel('End date').fill('2035-06-02')
    const asked = page.waitForRequest((one) => one.url().includes('start='))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Search' }).click()
    const { searchParams } = new URL((await asked).url())
    expect(Object.fromEntries(searchParams)).toEqual({
      page: '1',
      pageSize: '20',
      roleId: '2',
      status: '5',
      start: '2035-06-02T00:00:00',
      end: '2035-06-02T23:59:59',
    })
    const table = page.getByRole('table', { name: 'Certification submissions' })
    await expect(table.locator('tr[data-row]')).toHaveCount(1)
    await expect(rowOf(page, 'Fits')).toBeVisible()
    await page.reload()
    await expect(rowOf(page, 'Fits')).toBeVisible()
    await expect(page.getByLabel('End date')).toHaveValue('2035-06-02')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
    await expect(page.getByLabel('Start date')).toHaveValue('')
    await expect(page).toHaveURL(/auth-review$/)
  })
})

test('a reviewer opens certifications and decides on them', async ({ page, browser, server }) => {
  const who = await openAs(page, server, place)
  await test.step('the dialog shows id, name, time, status, pictures with zoom, and the remark', async () => {
    const id = await addCertification(server, {
      nickName: 'Whole dialog',
      introduce: 'Line one\nLine two',
      pictures: '["/pictures/certificate-01.webp", "/pictures/certificate-02.webp"]',
      createTime: '2097-01-01T01:02:03+08:00',
    })
    await goTo(page, `${place}?view=${id}`)
    for (const text of [String(id), 'Whole dialog', '2097-01-01 01:02:03', 'Pending', 'Line two'])
      await expect(detail(page).getByText(text).first()).toBeVisible()
    const picture = detail(page).getByRole('img', { name: 'Picture 1 of 2' })
    await expect
      .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0)
    await picture.click()
    const enlarged = page.locator('.ant-image-preview img')
    await expect(enlarged).toBeVisible()
    await page.keyboard.press('r')
    await expect(enlarged).toHaveAttribute('style', /rotate\(90deg\)/)
    await page.keyboard.press('Escape')
    await expect(enlarged).toBeHidden()
  })

  await test.step('a broken picture can be opened by itself; one on another host is never requested', async () => {
    const id = await addCertification(server, {
      pictures: '["/pictures/no-such.webp", "https://tracker.example.net/pixel.gif"]',
    })
    const strange: string[] = []
    page.on('request', (one) => one.url().includes('tracker') && strange.push(one.url()))
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page).getByText('This picture cannot be loaded')).toBeVisible()
    await expect(detail(page).getByRole('link', { name: 'Open original' })).toBeVisible()
    await expect(detail(page).getByText('Picture on tracker.example.net, not shown')).toBeVisible()
    expect(strange).toEqual([])
  })

  await test.step('approving takes one click, is recorded once, and the page stays', async () => {
    await addMany(server, '2036-03-01', 22)
    await goTo(page, `${place}?start=2036-03-01&end=2036-03-01&page=2`)
    const row = rowOf(page, 'Number 1 of 2036-03-01')
    const id = Number(await row.getByRole('cell').first().textContent())
    await row.getByRole('button', { name: 'View' }).click()
    await button(page, 'Approve').dblclick()
    await expectToast(page, 'Approved')
    await expect(detail(page)).toBeHidden()
    await expect(row).toContainText('Approved')
    await expect(page).toHaveURL(/page=2$/)
    expect(await eventsOf(server, 'certification', id)).toEqual([
      { action: 'approve', by: who.nickName, reason: '' },
    ])
  })

  await test.step('when the last row of a page is decided away, the page before is shown', async () => {
    await addMany(server, '2036-04-01', 21)
    await goTo(page, `${place}?status=0&start=2036-04-01&end=2036-04-01&page=2`)
    await rowOf(page, 'Number 0 of 2036-04-01').getByRole('button', { name: 'View' }).click()
    await button(page, 'Approve').click()
    await expectToast(page, 'Approved')
    await expect(page.locator('tr[data-row]')).toHaveCount(20)
    await expect(page).not.toHaveURL(/page=2/)
  })

  for (const [name, typed] of [
    ['as typed, blanks and all', '  Not readable.\n '],
    ['even empty, after a hint', ''],
  ] as const)
    await test.step(`a reject reason is sent ${name}`, async () => {
      const id = await addCertification(server)
      await goTo(page, `${place}?view=${id}`)
      await button(page, 'Reject').click()
      await expect(rejecting(page).getByText(/^No reason given/)).toBeVisible()
      await rejecting(page).getByLabel('Reject reason').fill(typed)
      await rejecting(page).getByRole('button', { name: 'Reject' }).dblclick()
      await expectToast(page, 'Rejected')
      await expect(detail(page)).toBeHidden()
      expect(await eventsOf(server, 'certification', id)).toEqual([
        { action: 'reject', by: who.nickName, reason: typed },
      ])
    })

  await test.step('once decided both buttons stay, off, with who decided what and when', async () => {
    const id = await addCertification(server)
    const other = await colleague(server, '李雷')
    await other.send(certificationCalls.reject, { authId: id, message: 'Blurred scan' })
    await goTo(page, `${place}?view=${id}`)
    await expect(button(page, 'Approve')).toBeDisabled()
    await expect(button(page, 'Reject')).toBeDisabled()
    await expect(detail(page).getByText(/^Already rejected by 李雷 at/)).toBeVisible()
    await expect(detail(page).getByRole('region', { name: 'History' })).toContainText(
      'Blurred scan',
    )
    await other.leave()
    const imported = await addCertification(server, { status: 5 })
    await goTo(page, `${place}?view=${imported}`)
    await expect(detail(page).getByText('Already decided: Approved')).toBeVisible()
  })

  await test.step('the second to decide is told who was first, and the typed text stays', async () => {
    const id = await addCertification(server)
    await goTo(page, `${place}?view=${id}`)
    await button(page, 'Reject').click()
    await rejecting(page).getByLabel('Reject reason').fill('My view of it')
    const other = await colleague(server, '韩梅梅')
    await other.send(certificationCalls.approve, { authId: id })
    await rejecting(page).getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, /^Reject failed: Already approved by 韩梅梅 at/)
    await expect(rejecting(page).getByText(/Already approved by 韩梅梅/)).toBeVisible()
    await expect(rejecting(page).getByLabel('Reject reason')).toHaveValue('My view of it')
    expect(await eventsOf(server, 'certification', id)).toHaveLength(1)
    await other.leave()
    await page.keyboard.press('Escape')
    await expect(rejecting(page)).toBeHidden()
  })

  await test.step('a typed reason survives Escape, Back, reload and a lost session, for its author alone', async () => {
    const id = await addCertification(server, {
      nickName: 'Half thought of',
      createTime: '2096-01-01T00:00:00+08:00',
    })
    await goTo(page, `${place}?start=2096-01-01&end=2096-01-01&view=${id}`)
    const reason = rejecting(page).getByLabel('Reject reason')
    await button(page, 'Reject').click()
    await reason.fill('Half a thought')
    await page.keyboard.press('Escape')
    await expect(reason).toBeHidden()
    await page.keyboard.press('Escape')
    await rowOf(page, 'Half thought of').getByRole('button', { name: 'View' }).click()
    await page.goBack()
    await expect(detail(page)).toBeHidden()
    await page.goForward()
    await page.reload()
    await button(page, 'Reject').click()
    await expect(reason).toHaveValue('Half a thought')
    await expect(rejecting(page).getByText('Your draft has been restored.')).toBeVisible()
    const sent = countRequests(page, certificationCalls.reject)
    await endSessions(server, who)
    await clickIfThere(rejecting(page).getByRole('button', { name: 'Reject' }))
    await expect(page).toHaveURL(/#\/login$/)
    expect(sent()).toBeLessThan(2)
    await page.getByLabel('Phone number').fill(who.phone)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('link', { name: /^Auth review →/ }).click()
    await button(page, 'Reject').click()
    await expect(reason).toHaveValue('Half a thought')
    const other = await browser.newPage()
    await openAs(other, server, `${place}?view=${id}`)
    await button(other, 'Reject').click()
    await expect(rejecting(other).getByLabel('Reject reason')).toHaveValue('')
    await other.close()
  })
})
