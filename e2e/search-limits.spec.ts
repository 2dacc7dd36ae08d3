import { searchCountsTo } from '@screening-room/contract/fields'
import { videoType } from '@screening-room/contract/review'
import { sql } from '../server/dist/db/sql.js'
import { rows, searchFor } from './setup/search.ts'
import { type Server, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { goTo, setLanguage } from './setup/walk.ts'

/* More results than a search counts, and more rows than it scans for one letter. On a server of its own. */

let own: Server
const many = searchCountsTo + 10

test.beforeAll(async () => {
  test.setTimeout(120_000)
  own = await startServer()
  const at = (number: ReturnType<typeof sql>) =>
    sql`timestamptz '2002-01-01' + ${number} * interval '1 minute'`
  await own.db.query(sql`
    insert into video (type, uploader_id, title, create_time)
    select ${videoType.personal}, 1, 'Crowded film ' || n, ${at(sql`n`)} from generate_series(1, ${many}::int) n`)
  await own.db.query(sql`
    insert into certification (member_id, nick_name, phone, role_id, create_time)
    select 1, 'Crowded ' || n, '13900001234', 1, ${at(sql`n`)} from generate_series(1, ${many}::int) n`)
  await own.db.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, create_time)
    select n, ${videoType.promo}, 2, 55500055, ${at(sql`n`)} from generate_series(1, ${many}::int) n`)
  // In parts: a statement has four seconds.
  for (let from = 0; from < 20_500; from += 4100)
    await own.db.query(sql`
      insert into project (owner_id, title, create_time)
      select 1, case n when 7 then '龘 oldest' else 'Plain work ' || n end, ${at(sql`n`)}
      from generate_series(${from + 1}::int, ${from + 4100}::int) n`)
})

test.afterAll(() => own.close())

const tooMany = 'More than 1,000 results; please narrow the search'

test('a search that finds too much, or looks at too little, says so', async ({ page }) => {
  await openAs(page, own, '/dashboard/video-review')

  await test.step('a numbered list says that there are more than it counts, until the search is narrow', async () => {
    await goTo(page, '/dashboard/video-review?tab=personal&search=crowded')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.getByRole('status')).toHaveText(tooMany)
    await pages.getByTitle('100', { exact: true }).click()
    await expect(rows(page)).toHaveCount(10)
    await expect(rows(page).last().getByRole('cell').first()).toHaveText('1000')
    await searchFor(page, 'crowded film 77')
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByText('More than')).toHaveCount(0)
    await searchFor(page, '')
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByText('More than')).toHaveCount(0)
  })

  await test.step('reports say so instead of a total that would be wrong', async () => {
    await goTo(page, '/dashboard/report-review?search=55500055')
    await expect(rows(page)).toHaveCount(20)
    await expect(page.getByText(tooMany)).toBeVisible()
    await expect(page.getByText(/^Showing/)).toHaveCount(0)
    await searchFor(page, '')
    await expect(page.getByText(/^Showing 20, total \d+$/)).toBeVisible()
  })

  await test.step('certifications, which have no total, say that there may be more', async () => {
    await goTo(page, '/dashboard/auth-review?search=crowded')
    await expect(rows(page)).toHaveCount(20)
    const note = page.getByText('There may be more results')
    await expect(note).toBeVisible()
    await searchFor(page, 'crowded 101')
    await expect(rows(page)).toHaveCount(2)
    await expect(note).toHaveCount(0)
  })

  await test.step('one letter looks through the newest only, and says so; a longer word finds the oldest', async () => {
    await goTo(page, '/dashboard/project-review?search=龘')
    const note = page.getByRole('status').filter({ hasText: 'Only the newest 20,000' })
    await expect(note).toBeVisible()
    await expect(page.getByText('No results in this list for: 龘')).toBeVisible()
    await searchFor(page, '龘 oldest')
    await expect(rows(page)).toHaveCount(1)
    await expect(note).toHaveCount(0)
    await searchFor(page, 'w')
    await expect(rows(page)).toHaveCount(10)
    await expect(page.getByText(tooMany)).toBeVisible()
    await expect(note).toHaveCount(0)
  })

  await test.step('in Chinese the limits are told in Chinese', async () => {
    await setLanguage(page, 'zh-CN')
    await goTo(page, '/dashboard/video-review?tab=personal&search=crowded')
    await expect(page.getByText('找到 1,000 条以上，请缩小范围')).toBeVisible()
    await goTo(page, '/dashboard/project-review?search=龘')
    await expect(page.getByText(/^仅查找了最新的 20,000 条/)).toBeVisible()
  })
})
