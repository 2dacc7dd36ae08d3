import type { Browser, Page } from '@playwright/test'
import type { AnyCall } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { tokenOf } from '@screening-room/contract/session'
import { sql } from '../server/dist/db/sql.js'
import { holdCall } from './setup/items.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, signInContext, test } from './setup/test.ts'
import { expectToast, toastsOf } from './setup/toasts.ts'
import { goTo, setLanguage } from './setup/walk.ts'

const place = '/dashboard/category-config'
type Form = Record<string, string | number>
const cards = (page: Page) => page.getByRole('list', { name: 'Categories' }).locator('> li')
const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })
const chips = (page: Page, name: string) => page.getByRole('list', { name: `Tags of ${name}` })
const addForm = (page: Page) => page.getByRole('form', { name: 'Add category' })
const tagForm = (page: Page) => page.getByRole('form', { name: 'Add tag' })
const add = (form: ReturnType<typeof addForm>) => form.getByRole('button', { name: 'Add' })
const edit = (page: Page, name: string) =>
  page.getByRole('button', { name: `Edit ${name}`, exact: true })
const openAsAdministrator = async (page: Page, server: Server, path = place) =>
  openAs(page, server, path, await server.addAccount('administrator'))
function eventsOf(server: Server, action: 'addCategory' | 'addTag', name: string) {
  return server.db.query(sql`
    select id from event where action = ${action} and details->>'name' = ${name}`)
}
/** The requests that a call gets from now on. */
function sentTo(page: Page, path: string) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.postData() ?? '')
  })
  return sent
}
/** Another administrator, who uses the API directly. */
async function addAsColleague(browser: Browser, server: Server, call: AnyCall, form: Form) {
  const colleague = await server.addAccount('administrator')
  const context = await browser.newContext()
  await signInContext(context, server, colleague)
  const headers = { Authorization: `Bearer ${tokenOf(colleague)}` }
  const answer = await context.request.post(`${server.url}${call.path}`, { form, headers })
  expect(await answer.json()).toMatchObject({ code: 200 })
  await context.close()
}

test('an administrator adds categories and tags, and is told what is wrong with a name', async ({
  page,
  server,
}) => {
  await openAsAdministrator(page, server, '/dashboard/auth-review')
  await test.step('a failing store is reported in place, and Try again loads the categories', async () => {
    await expect(page.locator('tr[data-row]').first()).toBeVisible()
    await server.db.query(sql`alter table category rename to category_elsewhere`)
    await goTo(page, place)
    await expect(page.getByRole('alert')).toContainText('Failed to get category data')
    await server.db.query(sql`alter table category_elsewhere rename to category`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toContainText('纪录片')
  })

  await test.step('categories come numbered and in order, with their tags, whatever their names', async () => {
    const first = cards(page).nth(0)
    await expect(first).toContainText('1')
    await expect(first.getByRole('heading')).toContainText('纪录片')
    await expect(first.getByRole('heading').locator('[lang=zh-CN]')).toHaveText('纪录片')
    await expect(first.getByRole('heading')).toContainText('Documentary')
    await expect(chips(page, '纪录片').getByRole('listitem').first()).toHaveText(/人物\s*Portrait/)
    // The category called "1" is the tenth: its name must not move it to the front.
    const tenth = cards(page).nth(9)
    await expect(tenth.locator('header')).toHaveText(/^10/)
    await expect(chips(page, '1').getByRole('listitem')).toHaveText([/__proto__/, /constructor/])
  })

  await test.step('a category needs a Chinese name; it then comes into view under the next number', async () => {
    const form = addForm(page)
    const chinese = form.getByLabel('Chinese name')
    await expect(cards(page).first()).toBeVisible()
    const before = await cards(page).count()
    await expect(add(form)).toBeDisabled()
    await form.getByLabel('English name').fill('Puppetry')
    await expect(add(form)).toBeDisabled()
    await chinese.fill('   ')
    await expect(add(form)).toBeDisabled()
    await chinese.fill(' 木偶戏 ')
    await add(form).click()
    await expectToast(page, 'Category added')
    // Its spinner is gone, for screen readers too.
    await expect(add(form)).toHaveAccessibleName('Add')
    await expect(cards(page)).toHaveCount(before + 1)
    await expect(cards(page).last()).toContainText('木偶戏')
    await expect(cards(page).last()).toContainText('Puppetry')
    await expect(cards(page).last().locator('header')).toHaveText(new RegExp(`^${before + 1}`))
    await expect(cards(page).last()).toBeInViewport()
    await expect(cards(page).last()).toContainText('No tags yet')
    await expect(chinese).toHaveValue('')
    await expect(chinese).toBeFocused()
  })

  await test.step('the same name is refused while it is typed, in any spelling, and nothing is sent', async () => {
    await expect(cards(page).first()).toBeVisible()
    const sent = sentTo(page, categoryCalls.addCategory.path)
    const form = addForm(page)
    for (const name of ['动画', ' 动画 ', '动\u200b画', '１']) {
      await form.getByLabel('Chinese name').fill(name)
      await expect(form).toContainText('This category already exists')
      await add(form).click()
      await expect(form.getByLabel('Chinese name')).toBeFocused()
    }
    await form.getByLabel('Chinese name').fill('动画片')
    await expect(form).not.toContainText('This category already exists')

    await edit(page, '音乐').click()
    await tagForm(page).getByLabel('Chinese name').fill('ｍv')
    await expect(tagForm(page)).toContainText('This tag already exists')
    await tagForm(page).getByLabel('Chinese name').press('Enter')
    await expect(chips(page, '音乐').getByRole('listitem')).toHaveCount(7)
    expect(sent).toEqual([])
    await tagForm(page).getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a name with hidden characters is refused while it is typed, by its field, and nothing is sent', async () => {
    const sent = sentTo(page, categoryCalls.addCategory.path)
    const says = 'must not contain characters that change the direction of text'
    await addForm(page).getByLabel('Chinese name').fill('电\u202e影')
    await expect(addForm(page)).toContainText(`Chinese name ${says}`)
    await add(addForm(page)).click()
    await expect(addForm(page).getByLabel('Chinese name')).toBeFocused()
    await addForm(page).getByLabel('Chinese name').fill('全家 👨‍👩‍👧')
    await addForm(page).getByLabel('English name').fill('Fam\u200fily')
    await expect(addForm(page)).toContainText(`English name ${says}`)
    await add(addForm(page)).click()
    await expect(addForm(page).getByLabel('English name')).toBeFocused()
    expect(sent).toEqual([])
    await addForm(page).getByLabel('English name').fill('Family')
    await add(addForm(page)).click()
    await expectToast(page, 'Category added')
  })

  await test.step('a tag is added to the category that is edited; its name may stand elsewhere', async () => {
    await edit(page, '旅行').click()
    const form = tagForm(page)
    await expect(form.getByLabel('Chinese name')).toBeFocused()
    await expect(add(form)).toBeDisabled()
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toHaveCount(0)
    await expect(edit(page, '旅行')).toBeFocused()

    await edit(page, '旅行').click()
    await form.getByLabel('Chinese name').fill('历史')
    await form.getByLabel('English name').fill('History on the road')
    await add(form).click()
    await expectToast(page, 'Tag added')
    const chip = chips(page, '旅行').getByRole('listitem').last()
    await expect(chip).toHaveText(/历史\s*History on the road/)
    await expect(chip).toBeInViewport()
    await expect(form.getByLabel('Chinese name')).toHaveValue('')
    await form.getByLabel('Chinese name').fill('历史')
    await expect(form).toContainText('This tag already exists')
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a category is found by a tag, in either language', async () => {
    await page.getByLabel('Find a category or tag').fill('stop mo')
    await expect(cards(page)).toHaveCount(1)
    await expect(cards(page).locator('header')).toHaveText(/^3动画/)
    await page.getByLabel('Find a category or tag').fill('没有这样的')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(cards(page).nth(9)).toBeVisible()
  })

  await test.step('in Chinese the forms and their messages are Chinese', async () => {
    await setLanguage(page, 'zh-CN')
    const form = page.getByRole('form', { name: '添加分类' })
    await form.getByLabel('中文名称').fill('纪录片')
    await expect(form).toContainText('该分类已存在')
    await page.getByRole('button', { name: '编辑 知识' }).click()
    const tags = page.getByRole('form', { name: '添加标签' })
    await tags.getByLabel('中文名称').fill('天文')
    await tags.getByRole('button', { name: /添\s?加/ }).click()
    await expectToast(page, '标签已添加')
    await expect(page.getByRole('list', { name: '知识 的标签' })).toContainText('天文')
    await form.getByLabel('中文名称').fill('')
    await setLanguage(page, 'en')
  })

  await test.step('a failure while adding is shown, and the typed text stays', async () => {
    await edit(page, '美食').click()
    await server.db.query(sql`alter table event rename to event_elsewhere`)
    try {
      await addForm(page).getByLabel('Chinese name').fill('二人转')
      await add(addForm(page)).click()
      await expectToast(page, 'Category add failed')
      await tagForm(page).getByLabel('Chinese name').fill('火锅')
      await add(tagForm(page)).click()
      await expectToast(page, 'Tag add failed')
    } finally {
      await server.db.query(sql`alter table event_elsewhere rename to event`)
    }
    await expect(addForm(page).getByLabel('Chinese name')).toHaveValue('二人转')
    await add(tagForm(page)).click()
    await expect(chips(page, '美食').getByText('火锅')).toBeVisible()
    expect(await eventsOf(server, 'addTag', '火锅')).toHaveLength(1)
  })
})

test('what an administrator types is kept, added once, and only while they may', async ({
  page,
  browser,
  server,
}) => {
  const { id } = await openAsAdministrator(page, server)
  await test.step('a category and a tag called __proto__ are names like any other', async () => {
    const form = addForm(page)
    await form.getByLabel('Chinese name').fill('__proto__')
    await form.getByLabel('Chinese name').press('Enter')
    await expect(card(page, '__proto__')).toBeVisible()
    await edit(page, '__proto__').click()
    for (const name of ['__proto__', 'toString', '7']) {
      await tagForm(page).getByLabel('Chinese name').fill(name)
      await add(tagForm(page)).click()
      await expect(chips(page, '__proto__').getByText(name, { exact: true })).toBeVisible()
    }
    // Read again from the server, the names are still there.
    await form.getByLabel('Chinese name').fill('constructor')
    await add(form).click()
    await expect(card(page, 'constructor')).toBeVisible()
    await expect(chips(page, '__proto__').getByRole('listitem')).toHaveCount(3)
    await page.reload()
    await expect(chips(page, '__proto__').getByRole('listitem')).toHaveCount(3)
    await tagForm(page).getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('Back closes the form; Escape and a reload keep what is typed, Cancel does not', async () => {
    await edit(page, '运动').click()
    const chinese = tagForm(page).getByLabel('Chinese name')
    await chinese.fill('冲浪')
    await addForm(page).getByLabel('Chinese name').fill('皮影')
    await page.reload()
    await expect(chinese).toHaveValue('冲浪')
    await expect(addForm(page).getByLabel('Chinese name')).toHaveValue('皮影')
    await page.goBack()
    await expect(tagForm(page)).toHaveCount(0)
    await edit(page, '运动').click()
    await expect(chinese).toHaveValue('冲浪')
    await chinese.press('Escape')
    await expect(tagForm(page)).toHaveCount(0)
    await edit(page, '运动').click()
    await tagForm(page).getByRole('button', { name: 'Cancel' }).click()
    await edit(page, '运动').click()
    await expect(chinese).toHaveValue('')
    await tagForm(page).getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('Enter and a double click add one category', async () => {
    const form = addForm(page)
    // Held, so that the clicks come while it runs: the new entry scrolls into view, away from the form.
    const release = await holdCall(page, categoryCalls.addCategory)
    await form.getByLabel('Chinese name').fill('相声')
    await form.getByLabel('Chinese name').press('Enter')
    await add(form).dblclick({ force: true })
    release()
    await expect(card(page, '相声')).toHaveCount(1)
    expect(await eventsOf(server, 'addCategory', '相声')).toHaveLength(1)
    expect((await toastsOf(page)).join()).not.toContain('Category add failed')
  })

  await test.step('a colleague who adds the same category or tag first is noticed', async () => {
    await expect(cards(page).first()).toBeVisible()
    await addAsColleague(browser, server, categoryCalls.addCategory, { typeName: '评书' })
    const form = addForm(page)
    await form.getByLabel('Chinese name').fill('评书')
    await add(form).click()
    await expectToast(page, 'This category already exists')
    await expect(form).toContainText('This category already exists')
    await expect(card(page, '评书')).toHaveCount(1)
    await expect(form.getByLabel('Chinese name')).toHaveValue('评书')

    await edit(page, '评书').click()
    const [{ id: typeId } = { id: 0 }] = await server.db.query<{ id: number }>(
      sql`select id::int as id from category where name = '评书'`,
    )
    await addAsColleague(browser, server, categoryCalls.addTag, { typeId, tagName: '三国' })
    await tagForm(page).getByLabel('Chinese name').fill('三国')
    await add(tagForm(page)).click()
    await expectToast(page, 'This tag already exists')
    await expect(tagForm(page).getByLabel('Chinese name')).toHaveValue('三国')
  })

  await test.step('an administrator who lost the role is told of the insufficient permission', async () => {
    await expect(cards(page).first()).toBeVisible()
    await server.db.query(sql`update admin_user set role = 'reviewer' where id = ${id}`)
    const logged: string[] = []
    page.on('console', (one) => logged.push(one.text()))
    await addForm(page).getByLabel('Chinese name').fill('快板')
    await add(addForm(page)).click()
    await expectToast(page, 'Insufficient permission')
    expect(logged.some((line) => line.startsWith('insufficient permission'))).toBe(true)
    await expect(addForm(page).getByLabel('Chinese name')).toHaveValue('快板')
    await expect(card(page, '快板')).toHaveCount(0)
  })

  await test.step('a reviewer can view, and is told who can make changes', async () => {
    // The former administrator is one.
    await page.reload()
    await expect(page.getByText('Only administrators can add categories and tags.')).toBeVisible()
    await expect(cards(page).first()).toContainText('纪录片')
    await expect(addForm(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
  })
})
