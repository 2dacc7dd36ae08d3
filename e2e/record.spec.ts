import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accountCalls } from '@screening-room/contract/account'
import { certificationCalls } from '@screening-room/contract/certifications'
import { tokenOf } from '@screening-room/contract/session'
import { sql } from '../server/dist/db/sql.js'
import { parseCsv } from '../server/test/setup/csv.ts'
import { unzip } from '../server/test/setup/unzip.ts'
import { addCertification } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { toastsOf } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const events = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('listitem')

/** With the script that came with it. */
function verify(files: ReadonlyMap<string, Buffer>, seal: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'screening-room-e2e-'))
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  try {
    return execFileSync(process.execPath, [join(folder, 'verify.mjs'), seal], {
      stdio: 'pipe',
    }).toString()
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('an administrator reads the record, has it verified, and takes the proof of one item along', async ({
  page,
  server,
}) => {
  const who = await server.addAccount('administrator', 'Keeper')
  const authId = await addCertification(server, { nickName: 'Ada of the record' })
  await openAs(page, server, '/dashboard/auth-review', who)
  const answer = await page.request.post(`${server.url}${certificationCalls.reject.path}`, {
    form: { authId, message: 'The paper is unreadable, fold 7' },
    headers: { authorization: `Bearer ${tokenOf(who)}` },
  })
  expect(await answer.json()).toMatchObject({ code: 200 })

  await test.step('the event is found by its text, with its place in the chain', async () => {
    await menu(page).getByRole('link', { name: 'The record' }).click()
    await page.getByLabel('Text of reason or note').fill('FOLD 7')
    await button(page, 'Search').click()
    await expect(events(page)).toHaveCount(1)
    await expect(events(page)).toContainText('Rejected')
    await expect(events(page)).toContainText('Pending → Rejected')
    await expect(events(page)).toContainText('Keeper')
    // Sealed within a second or two.
    await expect(async () => {
      await button(page, 'Search').click()
      await expect(events(page)).toContainText(/#[\d,]+/, { timeout: 1000 })
    }).toPass()
  })

  await test.step('what is done to accounts is named too', async () => {
    const renamed = await page.request.post(`${server.url}${accountCalls.rename.path}`, {
      form: { nickName: 'Keeper of it' },
      headers: { authorization: `Bearer ${tokenOf(who)}` },
    })
    expect(await renamed.json()).toMatchObject({ code: 200 })
    const place = page.url()
    await goTo(page, `/dashboard/record?person=${who.id}&action=account.rename`)
    await expect(events(page).first()).toContainText('Name changed')
    await page.goBack()
    await expect.poll(() => page.url()).toBe(place)
  })

  await test.step('it leads to the item’s whole story, and back to the same filters', async () => {
    await page.getByRole('link', { name: `Certification #${authId}` }).click()
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(
      `Certification #${authId} Ada of the record`,
    )
    const story = page.getByRole('region', { name: 'Events' })
    await expect(story).toContainText('The paper is unreadable, fold 7')
    await page.goBack()
    await expect(page.getByLabel('Text of reason or note')).toHaveValue('FOLD 7')
    await expect(events(page)).toHaveCount(1)
    await button(page, 'Reset').click()
    await expect.poll(() => events(page).count()).toBeGreaterThan(5)
  })

  let seal = ''
  await test.step('a verification runs in the background and ends with a seal to keep', async () => {
    await button(page, 'Verify now').click()
    await expect(page.getByText(/asked for by Keeper/)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/^Verified up to #[\d,]+/)).toBeVisible()
    await page.getByText('Seal to keep elsewhere').click()
    seal = await page.getByRole('textbox', { name: 'Seal to keep elsewhere' }).inputValue()
    expect(seal).toMatch(/^\d+:[0-9a-f]{64}$/)
  })

  await test.step('the history in the item’s dialog leads to its story; its bundle proves itself', async () => {
    await goTo(page, `/dashboard/auth-review?view=${authId}`)
    await page.getByRole('dialog').getByRole('link', { name: 'Whole story' }).click()
    await button(page, 'Export as a bundle').click()
    const form = page.getByRole('form', { name: 'Export this item as a bundle' })
    await form.getByLabel('Position of the seal').fill('seven')
    await form.getByRole('button', { name: 'Export' }).click()
    await expect(form.getByRole('alert')).toHaveText('Please enter a number, or nothing')
    await form.getByLabel('Position of the seal').fill(seal)
    const download = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Export' }).click()
    const files = unzip(readFileSync(await (await download).path()))
    expect(verify(files, seal)).toContain('Keeper reject "The paper is unreadable, fold 7"')
    const proof = files.get('events.json')?.toString() ?? ''
    const changed = Buffer.from(proof.replace('unreadable', 'readable--'))
    expect(verify(new Map([...files, ['events.json', changed]]), seal)).toContain('REFUSED')
    await expect(page.getByRole('region', { name: 'Events' })).toContainText('Exported')
  })

  await test.step('the events of a filter and the statements of reasons come as files', async () => {
    await goTo(page, `/dashboard/record?words=${encodeURIComponent('fold 7')}`)
    await expect(events(page)).toHaveCount(1)
    await button(page, 'Export events').click()
    const dialog = page.getByRole('dialog')
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const [head, ...rows] = parseCsv(readFileSync(await (await saving).path(), 'utf8'))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.[head?.indexOf('Reason') ?? -1]).toBe('The paper is unreadable, fold 7')
    await page.keyboard.press('Escape')
    await button(page, 'Statements of reasons').click()
    const statements = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const text = readFileSync(await (await statements).path(), 'utf8')
    expect(text).toContain('DECISION_GROUND_INCOMPATIBLE_CONTENT')
    expect(text).not.toContain('fold 7')
    await page.keyboard.press('Escape')
    await goTo(page, `/dashboard/item/certification/${authId}`)
  })

  await test.step('the story can be printed: without menu and buttons', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
    await expect(button(page, 'Print')).toBeHidden()
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('a failed verification is in the menu, at the head of the record, and in words', async () => {
    await server.db.query(sql`
      insert into verification (origin, finished_at, up_to, intact, event_id, why)
      values ('night', now(), 7, false, 3, 'it was deleted')`)
    await goTo(page, '/dashboard/record')
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(
      'Verification failed at event 3: it was deleted',
    )
    await expect(
      menu(page).getByRole('link', { name: 'The record' }).getByTitle('its verification failed'),
    ).toBeVisible()
    await server.db.query(sql`delete from verification where origin = 'night' and not intact`)
  })

  await test.step('what cannot be loaded says so and is tried again; a reviewer finds no way there', async () => {
    await page.route('**/admin/ext/record?*', (route) => route.abort())
    await page.route('**/admin/ext/record', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('Failed to get the record').first()).toBeVisible()
    await page.unrouteAll()
    await button(page, 'Try again').first().click()
    await expect.poll(() => events(page).count()).toBeGreaterThan(5)
    await server.db.query(sql`update admin_user set role = 'reviewer' where id = ${who.id}`)
    await page.reload()
    await expect(page.getByText('Failed to get the record').first()).toBeVisible()
    await expect(menu(page).getByRole('link', { name: 'The record' })).toHaveCount(0)
  })
})

test('who had certificates open is in the record, once a day, and a failure of that shows nowhere', async ({
  page,
  server,
}) => {
  const who = await server.addAccount('lead', 'Looker')
  const at = '1990-06-06T10:00:00+08:00'
  const [id, broken, unsaid] = [
    await addCertification(server, { nickName: 'Seen Twice', createTime: at }),
    await addCertification(server, { pictures: '["/pictures/no-such.webp"]' }),
    await addCertification(server),
  ]
  const opened = async (subject: number) => {
    const rows = await server.db.query<{ by: string }>(sql`
      select actor_name as by from event where action = 'openCertificates' and subject_id = ${subject}`)
    return rows.map(({ by }) => by)
  }
  const picture = page.getByRole('img', { name: 'Picture 1 of 1' })
  const said = () =>
    page.waitForResponse((answer) =>
      answer.url().endsWith(certificationCalls.openCertificates.path),
    )
  await openAs(page, server, '/dashboard/auth-review', who)

  await test.step('in the dialog and in focus review', async () => {
    for (const place of [`auth-review?view=${id}`, 'focus/auth?start=1990-06-06&end=1990-06-06']) {
      const answer = said()
      await goTo(page, `/dashboard/${place}`)
      await expect(picture).toBeVisible()
      expect(await (await answer).json()).toMatchObject({ code: 200 })
      expect(await opened(id)).toEqual(['Looker'])
    }
  })

  await test.step('a picture that cannot be loaded was not seen, until it is opened by itself', async () => {
    await goTo(page, `/dashboard/auth-review?view=${broken}`)
    const link = page.getByRole('dialog').getByRole('link', { name: 'Open original' })
    await expect(link).toBeVisible()
    expect(await opened(broken)).toEqual([])
    const answer = said()
    await link.click()
    await answer
    expect(await opened(broken)).toEqual(['Looker'])
    await page.bringToFront()
  })

  await test.step('what cannot be recorded does not get into the way of looking', async () => {
    const path = `**${certificationCalls.openCertificates.path}`
    const refusal = { code: 500, msg: 'Out of order', data: null }
    const asked = page.waitForRequest(path)
    await page.route(path, (route) => route.fulfill({ json: refusal }))
    await goTo(page, `/dashboard/auth-review?view=${unsaid}`)
    await asked
    await expect(picture).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeEnabled()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(0)
    expect(await toastsOf(page)).toEqual([])
    await page.unroute(path)
  })

  await test.step('the record has it, and the item’s page', async () => {
    await goTo(page, `/dashboard/record?action=openCertificates&queue=certification&item=${id}`)
    await expect(events(page)).toHaveCount(1)
    await expect(events(page)).toContainText('Qualification pictures opened')
    await expect(events(page)).toContainText('Looker')
    await page.getByRole('link', { name: `Certification #${id}` }).click()
    await expect(page.getByRole('region', { name: 'Events' })).toContainText(
      'Qualification pictures opened',
    )
  })
})
