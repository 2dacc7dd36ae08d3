import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { confirmationCalls } from '@screening-room/contract/confirmations'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, colleague } from './setup/items.ts'
import { expect, openAs, signInContext, test } from './setup/test.ts'
import { addVideos } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('table').first().getByRole('row').filter({ hasText: name })
const pendingIn = async (page: Page, name: string) => {
  const text = await rowOf(page, name).getByRole('cell').first().textContent()
  return Number(text?.replaceAll(/\D/g, ''))
}

test('a lead sees how things stand, follows a figure to its rows, and reads plots by pointer, keys and file', async ({
  page,
  server,
  browser,
}) => {
  const [first] = await server.db.query<{ n: number }>(
    sql`select count(*)::int as n from certification where status = 0`,
  )
  const lead = await server.addAccount('administrator', 'Lead')
  await openAs(page, server, '/dashboard/overview?span=30', lead)

  await test.step('what waits in each list, and its rows behind the number', async () => {
    await expect(page.getByRole('heading', { name: 'Now' })).toBeVisible()
    await expect.poll(() => pendingIn(page, 'Certifications')).toBe(first?.n)
    await rowOf(page, 'Certifications').getByRole('link').first().click()
    await expect(page).toHaveURL(/auth-review\?status=0/)
    await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Now' })).toBeVisible()
  })

  await test.step('what comes in and what is decided shows within two seconds', async () => {
    const before = await pendingIn(page, 'Certifications')
    const id = await addCertification(server)
    await expect.poll(() => pendingIn(page, 'Certifications')).toBe(before + 1)
    await goTo(page, `/dashboard/auth-review?view=${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await goTo(page, '/dashboard/overview?span=30')
    await expect.poll(() => pendingIn(page, 'Certifications')).toBe(before)
    const mine = page.getByRole('region', { name: 'My work' })
    await expect(mine.locator('.sr-figure').first()).toContainText('Certifications 1')
    await expect(page.getByRole('row', { name: /^Lead/ })).toContainText('1')
  })

  const plot = page.getByRole('figure', { name: 'Came in and decided' })
  await test.step('the keys go through a plot, and say what is there', async () => {
    const keys = plot.getByRole('slider')
    await keys.focus()
    await keys.press('End')
    await expect(keys).toHaveAttribute('aria-valuetext', /Came in \d+ · Decided \d+/)
    const last = await keys.getAttribute('aria-valuetext')
    await keys.press('ArrowLeft')
    await expect(keys).not.toHaveAttribute('aria-valuetext', last ?? '')
    const week = page.getByRole('figure', { name: 'Decided, by hour of the week' })
    await week.getByRole('slider').focus()
    await week.getByRole('slider').press('ArrowDown')
    await expect(week.getByRole('slider')).toHaveAttribute('aria-valuetext', /^Tuesday 00:00: \d+$/)
  })

  await test.step('the table behind it and its file hold the same numbers', async () => {
    await plot.locator('summary').click()
    const shown = await plot
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((one) => one.textContent)))
    expect(shown).toHaveLength(30)
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      plot.getByRole('button', { name: /as CSV/ }).click(),
    ])
    const text = await readFile(await csv.path(), 'utf8')
    expect(text.startsWith('\ufeffDay,Came in,Decided\r\n')).toBe(true)
    const lines = text.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(-2))).toEqual(
      shown.map((row) => row.slice(-2)),
    )
    const [objects] = await Promise.all([
      page.waitForEvent('download'),
      plot.getByRole('button', { name: /as NDJSON/ }).click(),
    ])
    const parsed = (await readFile(await objects.path(), 'utf8')).trim().split('\n')
    expect(parsed.map((line) => Object.values(JSON.parse(line)).map(String))).toEqual(shown)
    const [svg] = await Promise.all([
      page.waitForEvent('download'),
      plot.getByRole('button', { name: /as SVG/ }).click(),
    ])
    const picture = await readFile(await svg.path(), 'utf8')
    expect(picture).toMatch(/^<svg[^>]*xmlns=/)
    expect(picture).not.toContain('var(')
    const [png] = await Promise.all([
      page.waitForEvent('download'),
      plot.getByRole('button', { name: /as PNG/ }).click(),
    ])
    expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG')
  })

  await test.step('people come as a file for a program too, with the numbers of their table', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download “People” as NDJSON' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    const lead = lines.map((line) => JSON.parse(line)).find(({ Name }) => Name === 'Lead')
    expect(lead).toMatchObject({ Decided: 1, Undone: 0 })
  })

  await test.step('a name opens the work of that person, and its figures their events', async () => {
    await page.getByRole('row', { name: /^Lead/ }).getByRole('link', { name: 'Lead' }).click()
    await expect(page).toHaveURL(/person\/\d+\?span=30/)
    await expect(page.getByRole('heading', { name: 'Lead' })).toBeVisible()
    const approved = page.locator('.sr-figure').filter({ hasText: 'Approved' })
    await expect(approved.locator('b')).toHaveText('1')
    await expect(page.getByRole('figure', { name: 'Outcomes' })).toBeVisible()
    const own = page.getByRole('row', { name: /^Certifications/ }).last()
    await own.getByRole('link').first().click()
    const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
    await expect(events).toHaveCount(1)
    await page.goBack()
    await goTo(page, '/dashboard/person/999999')
    await expect(page.getByText('There is nobody with this ID.')).toBeVisible()
    await goTo(page, '/dashboard/overview?span=30')
    await expect(page.getByRole('heading', { name: 'Now' })).toBeVisible()
  })

  await test.step('a figure opens exactly the events that it counts, and so does a bar', async () => {
    const approved = page.locator('.sr-figure').filter({ hasText: 'Approved' }).first()
    const count = Number((await approved.getByRole('link').textContent())?.replaceAll(/\D/g, ''))
    await approved.getByRole('link').click()
    await expect(page).toHaveURL(/record\?.*action=approve&standing=yes/)
    const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
    await expect(events).toHaveCount(Math.min(50, count))
    await page.goBack()
    await plot.getByRole('slider').focus()
    await plot.getByRole('slider').press('End')
    await plot.getByRole('slider').press('Enter')
    await expect(page).toHaveURL(/record\?.*start=(\d{4}-\d\d-\d\d)&end=\1/)
    await page.goBack()
    await expect(plot).toBeVisible()
  })

  await test.step('a cell of the week opens as many events as it says, and so does an hour of today', async () => {
    const opens = async (name: string, go: (keys: Locator) => Promise<void>, words: RegExp) => {
      const keys = page.getByRole('figure', { name }).getByRole('slider')
      await keys.focus()
      await go(keys)
      const told = await keys.getAttribute('aria-valuetext')
      const count = Number(told?.match(words)?.[1]?.replaceAll(/\D/g, ''))
      expect(count, told ?? '').toBeGreaterThan(0)
      await keys.press('Enter')
      await expect(page).toHaveURL(/record\?.*weekHour=\d/)
      const events = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
      await expect(events).toHaveCount(Math.min(50, count))
      await expect(page.getByRole('combobox', { name: 'Hour of the week' })).toBeVisible()
      await page.goBack()
    }
    // The last decision of this test was a moment ago: its cell is that of now.
    const { at } = await server.db
      .query<{ at: string }>(sql`
        select to_char(at at time zone 'Asia/Shanghai', 'ID HH24') as at from event
        where action = 'approve' order by id desc limit 1`)
      .then(([row]) => row ?? { at: '1 0' })
    const [day = 1, hour = 0] = at.split(' ').map(Number)
    const toCell = (keys: Locator) => keys.fill(String((day - 1) * 24 + hour))
    await opens('Decided, by hour of the week', toCell, /: ([\d,]+)$/)
    await goTo(page, '/dashboard/overview?span=today')
    await opens('Came in and decided', (keys) => keys.fill(String(hour)), /Decided ([\d,]+)$/)
    await goTo(page, '/dashboard/overview?span=30')
  })

  await test.step('what waited at the end of each day, by how long', async () => {
    await server.db.query(sql`select note_backlog()`)
    await page.reload()
    const backlog = page.getByRole('figure', { name: 'Waiting at the end, by how long' })
    await backlog.getByRole('slider').focus()
    await backlog.getByRole('slider').press('End')
    await expect(backlog.getByRole('slider')).toHaveAttribute(
      'aria-valuetext',
      /Under 4 hours \d+ · 4 to 24 hours \d+/,
    )
  })

  await test.step('what if: with nobody the target is missed at once, with many it is kept', async () => {
    const whatIf = page.getByRole('region', { name: 'What if' })
    const people = whatIf.getByRole('slider', { name: /^People/ })
    await people.fill('0')
    await expect(whatIf.getByRole('status')).toContainText('is missed from')
    await people.fill('50')
    await expect(whatIf.getByRole('status')).toContainText('is kept for four weeks')
  })

  await test.step('a range of one’s own stands in the address', async () => {
    await goTo(page, '/dashboard/overview?start=2026-01-05&end=2026-01-11')
    await expect(plot.locator('tbody tr')).toHaveCount(7)
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-01-05')
  })

  await test.step('another span and another queue stand in the address', async () => {
    await goTo(page, '/dashboard/overview?span=today&queue=report')
    await expect(plot.locator('tbody tr')).toHaveCount(24)
    await expect(page.getByRole('row').filter({ hasText: 'Handed in' })).toHaveCount(1)
  })

  await test.step('the transparency summary of the year has the same figures', async () => {
    await goTo(page, '/dashboard/overview')
    await page.getByRole('link', { name: 'Transparency summary of a year' }).click()
    const year = new Date().getFullYear()
    await expect(page.getByRole('heading', { name: `Transparency summary ${year}` })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Certifications/ })).toBeVisible()
  })

  await test.step('a reviewer sees their own work, and nothing of the others', async () => {
    const context = await browser.newContext({ locale: 'en-US' })
    await signInContext(context, server, await server.addAccount('reviewer', 'Ottilie'))
    const theirs = await context.newPage()
    await theirs.goto(`${server.url}/#/dashboard/account`)
    await theirs.getByRole('link', { name: /^My work/ }).click()
    await expect(theirs.getByRole('region', { name: 'My work' })).toContainText('Today')
    await expect(theirs.locator('main h2')).toHaveText(['My work'])
    await expect(theirs.getByText('Lead', { exact: true })).toHaveCount(0)
    await theirs.getByRole('link', { name: 'Day by day' }).click()
    await expect(theirs.getByRole('heading', { name: 'Ottilie' })).toBeVisible()
    await goTo(theirs, `/dashboard/person/${lead.id}`)
    await expect(theirs.getByText('Failed to get the figures')).toBeVisible()
    await expect(theirs.getByText('Lead', { exact: true })).toHaveCount(0)
    await context.close()
  })
})

test('a lead sees how many requests wait for a second person and since when, and opens their list', async ({
  page,
  server,
}) => {
  const own = await addVideos(server, { title: 'Asked about' })
  const asker = await colleague(server, 'Asker')
  const lead = await server.addAccount('lead', 'Lead of two')
  const figure = page.getByRole('group', { name: 'Waiting for a second person' })
  const waiting = async () =>
    Number((await figure.textContent())?.match(/Requests: (\d+)/)?.[1] ?? 0)
  const entry = page.getByRole('listitem', { name: /Asked about/ })
  await openAs(page, server, '/dashboard/overview', lead)
  await expect(figure).toBeVisible()
  const before = await waiting()

  await test.step('one more shows within two seconds', async () => {
    const fields = {
      videoId: String(own.id),
      videoType: String(videoType.project),
      offlineReasons: ['1'],
    }
    const call = videoCalls.project.takeDown.path
    await asker.send(confirmationCalls.ask, {
      call,
      fields: JSON.stringify(fields),
      reason: 'Sold to minors',
    })
    await expect.poll(waiting, { timeout: 4000 }).toBe(before + 1)
    await expect(figure).toContainText('Longest waiting')
  })

  await test.step('the figure opens as many requests as it says', async () => {
    await figure.getByRole('link').click()
    await expect(page).toHaveURL(/confirmations/)
    await expect(entry).toContainText('Sold to minors')
    await expect(page.locator('.sr-confirmations > li')).toHaveCount(before + 1)
  })

  await test.step('one that was answered is not counted any more', async () => {
    await entry.getByRole('button', { name: /^Refuse/ }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Not enough')
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
    await expect(entry).toHaveCount(0)
    await goTo(page, '/dashboard/overview')
    await expect.poll(waiting).toBe(before)
  })
  await asker.leave()
})

test('a lead sees an import that stopped, how far it came, and dismisses it', async ({
  page,
  server,
}) => {
  const stop = (name: string, whole: boolean) =>
    server.db.query(sql`
      insert into import_run (path, name, line, refused, ended_at, whole)
      values (${`/data/${name}`}, ${name}, 12500, 3, now(), ${whole})`)
  await stop('members-of-may.ndjson', false)
  await stop('films.csv.gz', true)
  const lead = await server.addAccount('lead', 'Lead of imports')
  await openAs(page, server, '/dashboard/overview', lead)
  const imports = page.getByRole('region', { name: 'Imports in trouble' })
  const one = (name: string) => imports.getByRole('listitem').filter({ hasText: name })
  await expect(one('members-of-may.ndjson')).toContainText(
    /Stopped after line 12,500\. Lines refused: 3\./,
  )
  await expect(one('films.csv.gz')).toContainText('Lines refused: 3.')
  await expect(one('films.csv.gz')).not.toContainText('Stopped')
  await imports.getByRole('button', { name: 'Dismiss films.csv.gz' }).click()
  await expect(one('films.csv.gz')).toHaveCount(0)
  await page.reload()
  await expect(imports.getByRole('listitem')).toHaveCount(1)
  await imports.getByRole('button', { name: 'Dismiss members-of-may.ndjson' }).click()
  await expect(imports).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'In hand' })).toBeVisible()
})
