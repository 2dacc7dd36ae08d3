import type { Page } from '@playwright/test'
import { categoryCalls } from '@screening-room/contract/categories'
import { sql } from '../server/dist/db/sql.js'
import { colleague, detail } from './setup/items.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

/* What "Edit" opens besides the add-tag form: rename, order, hide and merge, with their undo. */

const place = '/dashboard/category-config'
const cards = (page: Page) => page.getByRole('list', { name: 'Categories' }).locator('> li')
const card = (page: Page, name: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name, level: 2 }) })
const edit = (page: Page, name: string) =>
  page.getByRole('button', { name: `Edit ${name}`, exact: true })
const chips = (page: Page, name: string) => page.getByRole('list', { name: `Tags of ${name}` })
const manage = (page: Page) => page.locator('section.sr-manage')
const act = (page: Page, name: string) => manage(page).getByRole('button', { name, exact: true })
const mergeDialog = (page: Page) => page.getByRole('dialog').filter({ hasText: 'into another' })
const undoLine = (page: Page) => page.locator('.sr-undo')

/** Categories of this test alone, each with these tags, after all others. */
async function addCategories(server: Server, all: Record<string, string[]>) {
  const ids: Record<string, number> = {}
  for (const [name, tags] of Object.entries(all)) {
    const [row] = await server.db.query<{ id: number }>(
      sql`insert into category (name, comparable) values (${name}, ${name}) returning id::int`,
    )
    ids[name] = row?.id ?? 0
    for (const tag of tags)
      await server.db.query(
        sql`insert into tag (category_id, name, comparable) values (${row?.id}, ${tag}, ${tag})`,
      )
  }
  return ids
}

/** Chooses a target in the merge dialog. */
async function chooseTarget(page: Page, name: string) {
  await mergeDialog(page).getByRole('combobox').fill(name)
  await page.getByRole('option', { name }).or(page.getByTitle(name).last()).last().click()
}

test('an administrator renames, orders, hides and merges categories and tags, and undoes it', async ({
  page,
  server,
}) => {
  const ids = await addCategories(server, {
    京剧: ['武生', '花旦'],
    川剧: ['变脸', '武生'],
    越剧: [],
  })
  const { id: video, list } = await addVideos(server, { kind: 'personal' })
  await server.db.query(sql`update video set category_id = ${ids.京剧} where id = ${video}`)
  await openAs(page, server, place, await server.addAccount('administrator'))

  await test.step('Edit opens the add-tag form as before, and below it what manages the category', async () => {
    await edit(page, '京剧').click()
    const form = page.getByRole('form', { name: 'Add tag' })
    await expect(form.getByLabel('Chinese name')).toBeFocused()
    await expect(manage(page)).toHaveAccessibleName('Manage 京剧')
    const [above, below] = [await form.boundingBox(), await manage(page).boundingBox()]
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY)
  })

  await test.step('both names are changed, and a name that is there is refused while it is typed', async () => {
    await act(page, 'Rename').click()
    const form = page.getByRole('form', { name: 'Rename 京剧' })
    await expect(form.getByLabel('Chinese name')).toHaveValue('京剧')
    await form.getByLabel('Chinese name').fill('川剧')
    await expect(form).toContainText('This category already exists')
    await form.getByLabel('Chinese name').fill('国剧')
    await form.getByLabel('English name').fill('Peking opera')
    // What is typed is kept through a reload.
    await page.reload()
    await act(page, 'Rename').click()
    await expect(form.getByLabel('Chinese name')).toHaveValue('国剧')
    await expect(form.getByLabel('English name')).toHaveValue('Peking opera')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Renamed')
    await expect(act(page, 'Rename')).toBeFocused()
    await expect(card(page, '国剧 Peking opera')).toBeVisible()
  })

  await test.step('a colleague’s rename in between is not overwritten, and is told', async () => {
    const zhao = await colleague(server, '赵敏', 'administrator')
    await act(page, 'Rename').click()
    const names = { name: '京剧', nameEn: 'Peking opera' }
    const was = { wasName: '国剧', wasNameEn: 'Peking opera' }
    await zhao.send(categoryCalls.rename, { kind: 'category', id: ids.京剧 ?? 0, ...names, ...was })
    await zhao.leave()
    const form = page.getByRole('form', { name: 'Rename 国剧' })
    await form.getByLabel('Chinese name').fill('皮黄')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Changed by 赵敏 in the meantime. Now: 京剧 / Peking opera')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(card(page, '京剧 Peking opera')).toBeVisible()
  })

  await test.step('buttons and Alt with an arrow change the order, and the focus stays', async () => {
    const order = () => cards(page).locator('h2 [lang=zh-CN]').allTextContents()
    const last = async () => (await order()).slice(-3)
    await act(page, 'Move down').click()
    await expect.poll(last).toEqual(['川剧', '京剧', '越剧'])
    await expect(act(page, 'Move down')).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(last).toEqual(['川剧', '越剧', '京剧'])
    await expect(act(page, 'Move down')).toBeDisabled()
    await expect(act(page, 'Move up')).toBeFocused()
    await page.reload()
    await expect(card(page, '京剧')).toBeVisible()
    expect(await last()).toEqual(['川剧', '越剧', '京剧'])
  })

  await test.step('a hidden category is greyed here, and stays on the videos that have it', async () => {
    await act(page, 'Hide').click()
    await expectToast(page, 'Hidden')
    await expect(card(page, '京剧').locator('header')).toContainText('Hidden')
    await expect(undoLine(page)).toContainText('京剧 is hidden.')
    await page.getByRole('form', { name: 'Add category' }).getByLabel('Chinese name').fill('京剧')
    await expect(page.getByText('This category already exists but is hidden.')).toBeVisible()
    await page.getByRole('form', { name: 'Add category' }).getByLabel('Chinese name').fill('')

    await goTo(page, `${list}&view=${video}`)
    const category = detail(page).locator('.sr-type-choice')
    await expect(category.locator('.sr-hidden-name')).toHaveText(/Peking opera\s*Hidden/)
    await category.getByRole('combobox').click()
    await expect(page.getByRole('listbox')).toBeAttached()
    await expect(page.locator('.ant-select-item', { hasText: 'Peking opera' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await goTo(page, place)
    await edit(page, '京剧').click()
    await act(page, 'Show again').click()
    await expectToast(page, 'Shown again')
    await act(page, 'Hide').click()
    await undoLine(page).getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Shown again')
    await expect(undoLine(page)).toHaveCount(0)
    await expect(act(page, 'Hide')).toBeVisible()
  })

  await test.step('a merge shows what moves before, and is undone from its line', async () => {
    await act(page, 'Merge into…').click()
    await mergeDialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(mergeDialog(page).getByRole('alert')).toContainText('Choose what to merge it into')
    await chooseTarget(page, '川剧')
    const preview = mergeDialog(page).locator('.sr-merge-preview')
    await expect(preview).toContainText('Videos that move: 1')
    await expect(preview).toContainText('Tags that move: 1. 花旦')
    await expect(preview).toContainText('Tags joined with one of the same name: 1. 武生')
    await mergeDialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
    await expectToast(page, 'Merged')
    await expect(card(page, '京剧')).toHaveCount(0)
    await expect(chips(page, '川剧').getByRole('listitem')).toHaveText(['变脸', '武生', '花旦'])
    await expect(undoLine(page)).toContainText('京剧 is merged into 川剧.')
    await expect(undoLine(page).getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Merge undone')
    await expect(card(page, '京剧')).toBeVisible()
    await expect(chips(page, '川剧').getByRole('listitem')).toHaveText(['变脸', '武生'])
  })

  await test.step('a tag is managed by its chip, and what was merged is undone where it went', async () => {
    await edit(page, '川剧').click()
    await chips(page, '川剧').getByRole('button', { name: '变脸' }).click()
    await expect(manage(page)).toHaveAccessibleName('Manage the tag 变脸')
    await act(page, 'Hide').click()
    await expect(chips(page, '川剧').getByRole('listitem').first()).toHaveText(/变脸\s*Hidden/)
    await act(page, 'Merge into…').click()
    await chooseTarget(page, '武生')
    await expect(mergeDialog(page)).toContainText('Videos that move: 0')
    await mergeDialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(chips(page, '川剧').getByRole('listitem')).toHaveText(['武生'])
    await chips(page, '川剧').getByRole('button', { name: '武生' }).click()
    await act(page, 'Undo the merge of 变脸').click()
    await expectToast(page, 'Merge undone')
    await expect(chips(page, '川剧').getByRole('listitem')).toHaveText([/变脸\s*Hidden/, '武生'])
  })

  await test.step('in Chinese it is Chinese', async () => {
    await setLanguage(page, 'zh-CN')
    await expect(page.getByRole('region', { name: '管理标签：武生' })).toContainText('合并到…')
    await setLanguage(page, 'en')
  })

  await test.step('a reviewer sees neither what is hidden nor any way to change it', async () => {
    const reader = await page.context().browser()?.newContext()
    if (!reader) throw new Error('no browser')
    const reviewer = await reader.newPage()
    await openAs(reviewer, server, place)
    await expect(chips(reviewer, '川剧').getByRole('listitem')).toHaveText(['武生'])
    await expect(reviewer.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
    await reader.close()
  })
})
