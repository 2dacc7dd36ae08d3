import type { Page } from '@playwright/test'
import { certificationCalls } from '@screening-room/contract/certifications'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, detail } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { goTo, setLanguage } from './setup/walk.ts'

/* The keys of every list, and the command palette. */

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const rows = (page: Page) => page.locator('tbody tr[data-row]')
const palette = (page: Page) => page.getByRole('combobox', { name: /^(Go to|跳转)$/ })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('keys lead through the lists, and the palette to any screen and item', async ({
  page,
  server,
}) => {
  const keys = page.keyboard
  await server.db.query(
    sql`insert into category (name, name_en, comparable) values ('校园青春', 'Campus', '校园青春')`,
  )
  await openAs(page, server, '/dashboard/auth-review', await server.addAccount('administrator'))
  await expect(rows(page)).toHaveCount(20)

  await test.step('J and K go through the rows, Enter opens one', async () => {
    await keys.press('j')
    await expect(rows(page).nth(0)).toBeFocused()
    await keys.press('j')
    await keys.press('j')
    await expect(rows(page).nth(2)).toBeFocused()
    await keys.press('k')
    await expect(rows(page).nth(1)).toBeFocused()
    await keys.press('Enter')
    await expect(detail(page)).toBeVisible()
    await keys.press('j')
    await keys.press('Escape')
    await expect(detail(page)).toBeHidden()
    await expect(rows(page).nth(1)).toBeFocused()
  })

  await test.step('the slash goes to the search field, where letters are letters', async () => {
    await keys.press('/')
    const field = page.getByRole('textbox', { name: 'Keyword' })
    await expect(field).toBeFocused()
    await keys.type('gj?/')
    await expect(field).toHaveValue('gj?/')
    await field.fill('')
    await title(page).click()
  })

  await test.step('G and a letter go to a screen; another letter does nothing', async () => {
    for (const [key, name] of [
      ['p', 'Project review'],
      ['v', 'Video review'],
      ['r', 'Report review'],
      ['c', 'Category config'],
      ['e', 'Reject reasons'],
      ['a', 'Auth review'],
    ] as const) {
      await keys.press('g')
      await keys.press(key)
      await expect(title(page)).toHaveText(name)
    }
    await keys.press('g')
    await keys.press('x')
    await keys.press('p')
    await expect(title(page)).toHaveText('Auth review')
  })

  await test.step('Ctrl K finds a screen by a part of its name and by pinyin initials', async () => {
    await keys.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await palette(page).fill('report')
    await expect(options(page).first()).toHaveText('Report review')
    await keys.press('Enter')
    await expect(title(page)).toHaveText('Report review')
    await setLanguage(page, 'zh-CN')
    await keys.press('Control+k')
    await palette(page).fill('xmsh')
    await expect(options(page)).toHaveText(['项目审核'])
    await keys.press('Enter')
    await expect(title(page)).toHaveText('项目审核')
    await keys.press('Control+k')
    await palette(page).fill('wdzh')
    await expect(options(page)).toHaveText(['我的账号'])
    await keys.press('Enter')
    await expect(title(page)).toHaveText('我的账号')
    await goTo(page, '/dashboard/project-review')
    await setLanguage(page, 'en')
  })

  await test.step('a category is found by its name in either language and by pinyin initials', async () => {
    await keys.press('Control+k')
    await palette(page).fill('xyqc')
    await expect(options(page)).toHaveText(['Category: Campus'])
    await palette(page).fill('校园')
    await expect(options(page)).toHaveText(['Category: Campus'])
    await keys.press('Enter')
    await expect(title(page)).toHaveText('Category config')
    await expect(page.getByRole('form', { name: 'Add tag' })).toBeVisible()
    await goTo(page, '/dashboard/auth-review')
  })

  await test.step('a pasted ID opens the item', async () => {
    const id = await addCertification(server, { nickName: 'Found by its number' })
    await keys.press('Control+k')
    await palette(page).fill(` #${id} `)
    await expect(options(page)).toHaveCount(6)
    await expect(options(page).last()).toHaveText(`Member #${id}`)
    await option(page, `Certifications #${id}`).click()
    await expect(detail(page)).toContainText('Found by its number')
    await keys.press('Escape')
    await expect(detail(page)).toBeHidden()
  })

  await test.step('what nothing matches says so, and Escape gives the focus back', async () => {
    await rows(page).first().focus()
    await keys.press('Control+k')
    await palette(page).fill('no such thing')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await keys.press('Enter')
    await expect(palette(page)).toBeVisible()
    await keys.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(rows(page).first()).toBeFocused()
  })

  await test.step('an input method that composes is left alone', async () => {
    await keys.press('Control+k')
    const devtools = await page.context().newCDPSession(page)
    const composing = { text: 'shipin', selectionStart: 6, selectionEnd: 6 }
    await devtools.send('Input.imeSetComposition', composing)
    await palette(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(palette(page)).toBeVisible()
    await devtools.send('Input.insertText', { text: '视频' })
    await keys.press('Escape')
    await expect(palette(page)).toBeHidden()
  })

  await test.step('every key that the help names is one', async () => {
    // A screen that is in the menu now and then, and has no letter.
    await server.db.query(sql`
      insert into confirmation (call, fields, subject_queue, subject_id, reason, asked_by, expires_at)
      select '/admin/data/personal/opt/offline', '{"offlineReasons": ["1"]}', 'video', max(v.id), 'Copied',
        min(u.id), now() + interval '1 day'
      from admin_user u, video v where v.type = 1`)
    await page.reload()
    await expect(page.getByRole('link', { name: /^Second person/ })).toBeVisible()
    await keys.press('Shift+Slash')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help.getByText('Go to The record')).toBeVisible()
    expect(await help.locator('kbd').filter({ hasText: /^$/ }).count()).toBe(0)
    await expect(help.getByText('Go to Second person')).toHaveCount(0)
    await keys.press('Escape')
    await server.db.query(sql`delete from confirmation`)
  })

  await test.step('single keys can be switched off; the palette stays', async () => {
    await goTo(page, '/dashboard/auth-review')
    await expect(rows(page)).toHaveCount(20)
    await keys.press('?')
    const on = page.getByRole('checkbox', { name: 'Use single-key shortcuts' })
    await on.uncheck()
    await keys.press('Escape')
    await keys.press('g')
    await keys.press('p')
    await expect(title(page)).toHaveText('Auth review')
    await keys.press('Control+k')
    await palette(page).fill('keyboard')
    await keys.press('Enter')
    await on.check()
    await keys.press('Escape')
  })
})

test('a search that fails keeps the rows, greyed, and says so', async ({ page, server }) => {
  await openAs(page, server, '/dashboard/auth-review')
  await expect(rows(page)).toHaveCount(20)
  await page.route(`**${certificationCalls.list.path}*`, (route) => route.abort())
  await page.getByRole('textbox', { name: 'Keyword' }).fill('no such nickname')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByRole('table')).toHaveClass(/sr-dimmed/)
  await page.unroute(`**${certificationCalls.list.path}*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No results in this list for:')).toBeVisible()
})
