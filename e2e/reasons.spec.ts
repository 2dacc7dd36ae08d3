import type { Page } from '@playwright/test'
import { status, videoType } from '@screening-room/contract/review'
import { tokenOf } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, detail, eventsOf } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos, confirm, row } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

const place = '/dashboard/reasons'
const section = (page: Page, name: string) => page.getByRole('region', { name })
const entry = (page: Page, label: string) => page.getByRole('listitem').filter({ hasText: label })
async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}
async function chooseDigit(page: Page, digit: string) {
  await page.getByRole('combobox', { name: 'Digit' }).click()
  await page.locator('.ant-select-item-option').getByText(digit, { exact: true }).click()
}
const field = (page: Page) => page.getByLabel('Reject reason')
const chip = (page: Page, name: string) => confirm(page).getByRole('button', { name })

test('an administrator keeps the catalogue of reasons, and reviewers use it when they reject', async ({
  page,
  server,
}) => {
  const who = await server.addAccount('administrator')
  await openAs(page, server, '/dashboard/auth-review', who)
  await test.step('an administrator adds one, is told of a digit that is taken, changes it and retires it', async () => {
    const [last] = await server.db.query<{ id: number }>(sql`select max(id)::int as id from event`)
    await page.getByRole('link', { name: 'Reject reasons' }).click()
    await expect(page).toHaveURL(/#\/dashboard\/reasons$/)
    await page.getByRole('button', { name: 'Add a reason: Projects' }).click()
    const form = page.getByRole('form', { name: 'Add a reason: Projects' })
    await expect(page.getByLabel('Label (Chinese)')).toBeFocused()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Please fill this in')).toHaveCount(4)
    await fill(page, {
      'Label (Chinese)': '预算不明',
      'Label (English)': 'Budget unclear',
      'Text to the submitter (Chinese)': '请写明预算。',
      'Text to the submitter (English)': 'Please say what the budget is.',
    })
    await chooseDigit(page, '1')
    await expect(form.getByText('Already used by “Introduction too short”')).toBeVisible()
    await chooseDigit(page, '9')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Reason added')
    await expect(form).toHaveCount(0)
    const added = entry(page, 'Budget unclear')
    await expect(added).toContainText('预算不明')
    await expect(added).toContainText('9')
    await expect(added).toContainText('Active')

    await page.getByRole('button', { name: 'Change Budget unclear' }).click()
    await fill(page, { 'Label (English)': 'No budget' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Reason changed')
    await expect(page.getByRole('button', { name: 'Change No budget' })).toBeFocused()
    await page.getByRole('button', { name: 'Retire No budget' }).click()
    await expect(entry(page, 'No budget')).toContainText('Retired')
    const events = await server.db.query<{ action: string }>(
      sql`select action from event where queue = 'reason' and id > ${last?.id ?? 0} order by id`,
    )
    expect(events).toHaveLength(3)

    // Somebody else took the digit in the meantime: the server says so, and the form keeps its text.
    await page.getByRole('button', { name: 'Change No budget' }).click()
    await chooseDigit(page, '2')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore No budget' }).click()
    await expect(entry(page, 'No budget')).toContainText('Active')
    await server.db.query(sql`delete from canned_reason where label_en = 'No budget'`)
  })

  await test.step('the policy behind a report reason is changed, and shown where it is chosen', async () => {
    const policies = section(page, 'Report and take-down reasons')
    await policies.getByRole('button', { name: 'Change the policy of Cruelty to animals' }).click()
    const form = page.getByRole('form', { name: 'Change the policy of Cruelty to animals' })
    await form.getByLabel('Policy (English)').fill('Any animal in pain comes down.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Policy changed')
    await expect(policies).toContainText('Any animal in pain comes down.')
  })

  await test.step('a retired reason is not offered', async () => {
    const name = 'Someone else’s work'
    const retire = page.getByRole('button', { name: `Retire ${name}` })
    const restore = page.getByRole('button', { name: `Restore ${name}` })
    await retire.click()
    await expect(restore).toBeVisible()
    const videos = await addVideos(server)
    await goTo(page, videos.list)
    await row(page, videos.title(1)).getByRole('button', { name: 'Reject' }).click()
    await expect(chip(page, 'Unlicensed music')).toBeVisible()
    await expect(chip(page, name)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await goTo(page, place)
    await restore.click()
    await expect(retire).toBeVisible()
  })

  await test.step('a reason fills the field, a second one adds a line, and the text in the field is sent', async () => {
    const videos = await addVideos(server)
    await goTo(page, videos.list)
    await row(page, videos.title(1)).getByRole('button', { name: 'Reject' }).click()
    // The reasons were shown before and are there at once, before the field.
    await expect(field(page)).toBeFocused()
    await chip(page, 'Unlicensed music').click()
    await expect(field(page)).toHaveValue(/^The music is not licensed\./)
    await expect(field(page)).toBeFocused()
    // Typed at once: the caret stays at the end.
    await chip(page, 'Unlicensed music').evaluate((button: HTMLElement) => {
      button.click()
      document.execCommand('insertText', false, ' Thank')
    })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    await page.keyboard.type(' you.')
    await chip(page, 'Picture or sound faulty').click()
    const text = await field(page).inputValue()
    expect(text.split('\n')).toHaveLength(2)
    expect(text).toMatch(/^The music .* Thank you\.\nThe picture is too soft/)
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Rejected')
    expect(await eventsOf(server, 'video', videos.id)).toMatchObject([{ reason: text }])
  })

  await test.step('by keyboard, in Chinese, for a certification: its own reasons in its own language', async () => {
    const id = await addCertification(server)
    await setLanguage(page, 'zh-CN')
    await goTo(page, `/dashboard/auth-review?view=${id}`)
    await detail(page)
      .getByRole('button', { name: /驳\s?回/ })
      .click()
    const reason = page.getByLabel('驳回理由')
    await expect(reason).toBeFocused()
    const chips = page.getByRole('list', { name: '填入理由' }).getByRole('button')
    await expect(chips).toHaveCount(6)
    await page.keyboard.press('Shift+Tab')
    await expect(chips.last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(reason).toHaveValue(/^材料与所选身份不符/)
    await expect(reason).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(reason).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(detail(page)).toBeHidden()
    await setLanguage(page, 'en')
  })

  await test.step('an administrator who lost the role is told so, and the typed text is kept', async () => {
    await goTo(page, place)
    await page.getByRole('button', { name: 'Add a reason: Videos' }).click()
    await fill(page, {
      'Label (Chinese)': '测试',
      'Label (English)': 'Test',
      'Text to the submitter (Chinese)': '测试。',
      'Text to the submitter (English)': 'A test.',
    })
    await server.db.query(sql`update admin_user set role = 'reviewer' where id = ${who.id}`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Insufficient permission')
    await expect(page.getByLabel('Text to the submitter (English)')).toHaveValue('A test.')
  })

  await test.step('the catalogue shows each queue its reasons; a reviewer finds no way there, and can only look', async () => {
    // The former administrator is one.
    await page.reload()
    await expect(section(page, 'Videos').getByRole('listitem').first()).toBeVisible()
    await expect(page.getByText('Only administrators can change these reasons')).toBeVisible()
    await expect(page.getByRole('button', { name: /Add a reason/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Change/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Reject reasons' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Review tools' })).toHaveCount(0)
  })
})

test('an administrator changes what take-downs weigh, and a member’s points follow', async ({
  page,
  server,
}) => {
  const who = await server.addAccount('administrator')
  const [kept] = await server.db.query<{ days: number; thresholds: number[] }>(
    sql`select expires_days as days, to_json(thresholds) as thresholds from strike_rule`,
  )
  const [row] = await server.db.query<{ id: number }>(sql`
    insert into member (nick_name) values ('Wen Lan') returning id::int as id`)
  const member = row?.id ?? 0
  const { id: videoId } = await addVideos(server, { status: status.approved })
  await server.db.query(sql`update video set uploader_id = ${member} where id = ${videoId}`)
  await openAs(page, server, place, who)
  const taken = await page.request.post(`${server.url}${videoCalls.project.takeDown.path}`, {
    form: { videoId, videoType: videoType.project, offlineReasons: 11 },
    headers: { authorization: `Bearer ${tokenOf(who)}` },
  })
  expect(await taken.json()).toMatchObject({ code: 200 })
  const strikes = section(page, 'Strikes')
  const change = strikes.getByRole('button', { name: 'Change strikes' })
  const form = page.getByRole('form', { name: 'Change strikes' })
  const days = form.getByLabel('Expire after (days)')
  const thresholds = form.getByLabel('Thresholds, rising, with commas')
  const save = form.getByRole('button', { name: 'Save' })

  await test.step('the form has what is so, and closes with nothing changed', async () => {
    await change.click()
    await expect(days).toBeFocused()
    await expect(days).toHaveValue(String(kept?.days))
    await expect(thresholds).toHaveValue(kept?.thresholds.join(', ') ?? '')
    await days.fill('7')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(change).toBeFocused()
    await expect(strikes).toContainText(`Expire after ${kept?.days} days.`)
  })

  await test.step('thresholds that do not rise are refused by name, and what was typed stays', async () => {
    await change.click()
    await thresholds.fill('5, 2')
    await save.click()
    await expectToast(page, /thresholds/i)
    await expect(thresholds).toHaveValue('5, 2')
    // Nobody can send a weight or a time that there is not.
    await days.fill('0')
    await save.click()
    await expect(days).toHaveJSProperty('validity.rangeUnderflow', true)
    await form.getByLabel('Cruelty to animals').fill('101')
    await expect(form.getByLabel('Cruelty to animals')).toHaveJSProperty(
      'validity.rangeOverflow',
      true,
    )
  })

  await test.step('days, thresholds with Chinese commas, and the weight of a reason are saved', async () => {
    await days.fill('30')
    await thresholds.fill('2，5')
    await form.getByLabel('Cruelty to animals').fill('4')
    await save.click()
    await expectToast(page, 'Strikes changed')
    await expect(form).toHaveCount(0)
    await expect(change).toBeFocused()
    await expect(strikes).toContainText('Expire after 30 days. Thresholds: 2 · 5')
    await expect(strikes).toContainText('Cruelty to animals 4')
  })

  await test.step('the member’s page has the points, for the gravest reason, and the threshold', async () => {
    await goTo(page, `/dashboard/member/${member}`)
    const own = page.getByRole('region', { name: 'Strikes' })
    await expect(own).toContainText('Points: 4')
    await expect(own.getByRole('listitem')).toHaveCount(1)
    await expect(own.getByRole('listitem')).toContainText('Cruelty to animals')
  })

  await test.step('a reviewer reads what take-downs weigh, and cannot change it', async () => {
    await server.db.query(sql`update admin_user set role = 'reviewer' where id = ${who.id}`)
    await goTo(page, place)
    await page.reload()
    await expect(strikes).toContainText('Thresholds: 2 · 5')
    await expect(change).toHaveCount(0)
  })
  await server.db.query(sql`
    update strike_rule set expires_days = ${kept?.days}, thresholds = ${kept?.thresholds}::int[]`)
  await server.db.query(sql`update report_reason set strike_weight = 1 where id = 11`)
})
