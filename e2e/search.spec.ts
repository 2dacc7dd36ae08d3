import type { Page } from '@playwright/test'
import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { longestSearch } from '@screening-room/contract/fields'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { addCertification, addProject, rowOf } from './setup/items.ts'
import { addReport } from './setup/reports.ts'
import { keyword, rows, searchFor } from './setup/search.ts'
import { expect, openAs, test } from './setup/test.ts'
import { toastsOf } from './setup/toasts.ts'
import { addVideos, confirm, row, screen } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

const certifications = '/dashboard/auth-review'
const reports = '/dashboard/report-review'

/** What the lists that are requested from now on are searched for. */
function keywordsOf(page: Page, call: AnyCall): string[] {
  const asked: string[] = []
  page.on('request', (one) => {
    const { pathname, searchParams } = new URL(one.url())
    // Some calls send it in the address, some in the body.
    const words =
      searchParams.get('search') ?? new URLSearchParams(one.postData() ?? '').get('search')
    if (pathname === call.path && words !== null) asked.push(words)
  })
  return asked
}

test('videos are found by a keyword, which combines with filters, tabs and addresses', async ({
  page,
  server,
}) => {
  await openAs(page, server, screen)
  const showAll = async () => {
    await goTo(page, screen)
    await expect(keyword(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(10)
  }

  await test.step('videos are found by two Chinese characters, by an English word in any case and by their id', async () => {
    const whale = await addVideos(server, { title: '鲸落之后 Whalefall Diaries' })
    await addVideos(server, { title: '落日与鲸 Another whale' })
    await showAll()
    for (const [words, shown] of [
      ['鲸落', '鲸落'],
      ['wHALEfALL dIARIES', 'Whalefall Diaries'],
    ] as const) {
      await searchFor(page, words)
      await expect(rows(page)).toHaveCount(1)
      await expect(row(page, whale.title(1)).locator('mark')).toHaveText(shown)
    }
    await searchFor(page, whale.id)
    await expect(page.locator(`tr[data-row="${whale.id}"]`)).toBeVisible()
  })

  await test.step('videos are searched for on Enter or Search, not while one types, and without blanks around', async () => {
    const videos = await addVideos(server, { title: 'Quartz mining' })
    await showAll()
    const asked = keywordsOf(page, videoCalls.project.list)
    await keyword(page).pressSequentially('  quartz MINING ')
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => asked).toEqual(['quartz MINING'])
    await expect(row(page, videos.title(1))).toBeVisible()
    await expect(keyword(page)).toHaveValue('quartz MINING')

    await searchFor(page, '   ')
    await expect(rows(page)).toHaveCount(10)
    await expect(page).toHaveURL(/video-review$/)
    await expect(keyword(page)).toHaveValue('')
  })

  await test.step('the keyword combines with status and days, is in the address, and survives reload and Back', async () => {
    const waits = await addVideos(server, { title: 'Obsidian' })
    const passed = await addVideos(server, { title: 'Obsidian', status: status.approved })
    await showAll()
    await searchFor(page, 'obsidian')
    await expect(rows(page)).toHaveCount(2)
    await expect(page).toHaveURL(/video-review\?search=obsidian$/)
    await page.getByLabel('Review status').click()
    await page.getByTitle('Approved', { exact: true }).click()
    await page.getByLabel('Start date').fill(waits.day)
    await page.getByLabel('End date').fill(passed.day)
    await keyword(page).press('Enter')
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, passed.title(1))).toBeVisible()
    await page.reload()
    await expect(row(page, passed.title(1))).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(keyword(page)).toHaveValue('obsidian')
    await page.goBack()
    await expect(rows(page)).toHaveCount(2)
    await page.goBack()
    await expect(rows(page)).toHaveCount(10)
    await expect(keyword(page)).toHaveValue('')
    await page.goForward()
    await expect(keyword(page)).toHaveValue('obsidian')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page).toHaveURL(/video-review$/)
    await expect(keyword(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(10)
  })

  await test.step('each tab has its own keyword', async () => {
    const project = await addVideos(server, { title: 'Basalt columns' })
    const personal = await addVideos(server, { kind: 'personal', title: 'Granite kitchen' })
    await showAll()
    await searchFor(page, 'basalt')
    await expect(row(page, project.title(1))).toBeVisible()
    await page.getByRole('tab', { name: /Personal videos/ }).click()
    await expect(keyword(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(10)
    await searchFor(page, 'granite')
    await expect(row(page, personal.title(1))).toBeVisible()
    await expect(page).toHaveURL(/tab=personal&search=granite$/)
    await page.getByRole('tab', { name: /Project videos/ }).click()
    await expect(row(page, project.title(1))).toBeVisible()
    await expect(keyword(page)).toHaveValue('basalt')
  })

  await test.step('signs of SQL, of patterns and of markup are characters like any other', async () => {
    const signs = ['%', '_', "'", '"', '\\', '<b>', '.*', '(', '$&', '\u202e']
    const titles = signs.map((sign) => `Sign ${sign} here`)
    const days: string[] = []
    for (const title of titles) days.push((await addVideos(server, { title })).day)
    await goTo(page, `${screen}?start=${days[0]}&end=${days.at(-1)}`)
    await expect(rows(page)).toHaveCount(signs.length)
    await expect(rows(page).first()).toContainText(days.at(-1) ?? '')
    for (const [index, sign] of signs.entries()) {
      await searchFor(page, sign)
      await expect(rows(page), sign).toHaveCount(1)
      await expect(rows(page)).toContainText(days[index] ?? '')
      await expect(rows(page).locator('mark')).toHaveText(sign === '\u202e' ? 'U+202E' : sign)
    }
    await expect(page.locator('main b')).toHaveCount(0)
    expect(await toastsOf(page)).toEqual([])
  })

  await test.step('one character is enough, Chinese or Latin', async () => {
    const videos = await addVideos(server, { title: '龘 Z' })
    await goTo(page, videos.list)
    await expect(rows(page)).toHaveCount(1)
    for (const words of ['龘', 'z']) {
      await searchFor(page, words)
      await expect(rows(page).locator('mark').first()).toHaveText(words === 'z' ? 'Z' : words)
      await expect(page.getByText('a longer keyword')).toHaveCount(0)
    }
  })

  await test.step('what finds nothing is shown as it was typed, and one click clears it', async () => {
    await goTo(page, `${screen}?status=${status.pending}`)
    await expect(rows(page)).toHaveCount(10)
    await searchFor(page, '没有<img src=x>\u202egpj')
    const main = page.getByRole('main')
    await expect(main).toContainText('No results in this list for: 没有<img src=x>U+202Egpj')
    await expect(main).not.toContainText('All caught up')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows(page)).toHaveCount(10)
    await expect(keyword(page)).toHaveValue('')
    await expect(page).toHaveURL(/video-review$/)
  })

  await test.step('the cross empties the field and keeps the focus there; Enter then shows all', async () => {
    await goTo(page, `${screen}?search=nothing-like-this`)
    await expect(page.getByText('No results in this list for:')).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(keyword(page)).toHaveValue('')
    await expect(keyword(page)).toBeFocused()
    await expect(page).toHaveURL(/search=/)
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(10)
  })

  await test.step('an address that asks for too much, or for what no text holds, is cut and not refused', async () => {
    const asked = keywordsOf(page, videoCalls.project.list)
    await goTo(page, `${screen}?search=%00${'𠮷'.repeat(longestSearch + 50)}`)
    await expect.poll(() => asked).toEqual(['𠮷'.repeat(longestSearch)])
    await expect(page.getByText('No results in this list for:')).toBeVisible()
    expect(await toastsOf(page)).toEqual([])
  })

  await test.step('an Enter that ends an input method’s word does not search; the next one does', async () => {
    const videos = await addVideos(server, { title: '琥珀里的光' })
    await showAll()
    const asked = keywordsOf(page, videoCalls.project.list)
    await keyword(page).focus()
    const devtools = await page.context().newCDPSession(page)
    const composed = { text: 'hupo', selectionStart: 4, selectionEnd: 4 }
    await devtools.send('Input.imeSetComposition', composed)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/video-review$/)
    expect(asked).toEqual([])
    await devtools.send('Input.imeSetComposition', composed)
    await devtools.send('Input.insertText', { text: '琥珀' })
    await expect(keyword(page)).toHaveValue('琥珀')
    await page.keyboard.press('Enter')
    await expect(row(page, videos.title(1))).toBeVisible()
    expect(asked).toEqual(['琥珀'])
  })

  await test.step('a decision leaves the search as it is', async () => {
    const videos = await addVideos(server, { title: 'Malachite', count: 12 })
    await goTo(page, `${screen}?search=malachite&status=${status.pending}&page=2`)
    await row(page, videos.title(12)).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expect(row(page, videos.title(12))).toHaveCount(0)
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/search=malachite&status=0&page=2$/)
    await row(page, videos.title(11)).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expect(rows(page)).toHaveCount(10)
    await expect(page).toHaveURL(/search=malachite&status=0$/)
    await expect(keyword(page)).toHaveValue('malachite')
  })
})

test('projects, certifications and reports are found by what their lists show', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/dashboard/project-review')
  // Before that, the field is still the one of the list before.
  const isOpen = (title: string) =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

  await test.step('projects are found by title and by id', async () => {
    const id = await addProject(server, { title: '玄武岩 Tuff And Pumice' })
    for (const words of ['玄武', 'tuff and']) {
      await searchFor(page, words)
      await expect(rows(page)).toHaveCount(1)
      await expect(rowOf(page, '玄武岩 Tuff And Pumice').locator('mark')).toBeVisible()
    }
    await searchFor(page, id)
    await expect(page.locator(`tr[data-row="${id}"]`)).toBeVisible()
  })

  await test.step('certifications are found by nickname, by part of the phone number and by id', async () => {
    const id = await addCertification(server, { nickName: '慕容云海 Yunhai', phone: '13977665544' })
    await goTo(page, `${certifications}?status=${status.pending}`)
    await isOpen('Auth review')
    const found = page.locator(`tr[data-row="${id}"]`)
    await expect(rows(page)).toHaveCount(20)
    const asked = keywordsOf(page, certificationCalls.list)
    for (const words of ['云海', 'YUNHAI', '766554']) {
      await searchFor(page, words)
      await expect.poll(() => asked).toContain(words)
      await expect(rows(page)).toHaveCount(1)
      await expect(found.locator('mark')).toHaveText(words === 'YUNHAI' ? 'Yunhai' : words)
    }
    await searchFor(page, id)
    await expect(found).toBeVisible()
    await searchFor(page, '没有这个人')
    await expect(page.getByText('No results in this list for: 没有这个人')).toBeVisible()
  })

  await test.step('what is typed right after Enter stays, and is searched for by the next one', async () => {
    await goTo(page, certifications)
    await expect(keyword(page)).toHaveValue('')
    await searchFor(page, 'first')
    await expect(page).toHaveURL(/search=first$/)
    // In one go, faster than by hand: the address changes in between.
    await keyword(page).evaluate((field: HTMLInputElement) => {
      const write = (words: string) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
          field,
          words,
        )
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
      for (const words of ['second', 'third']) {
        write(words)
        field.form?.requestSubmit()
      }
      write('fourth')
    })
    await expect(page).toHaveURL(/search=third$/)
    await expect(page.getByText('No results in this list for: third')).toBeVisible()
    await expect(keyword(page)).toHaveValue('fourth')
    await keyword(page).press('Enter')
    await expect(page.getByText('No results in this list for: fourth')).toBeVisible()
    await page.goBack()
    await expect(keyword(page)).toHaveValue('third')
    await keyword(page).fill('not asked for')
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(keyword(page)).toHaveValue('')
  })

  await test.step('reports are found by their own id, their video’s and their reporter’s', async () => {
    const report = await addReport(server)
    const reporter = 88_000_000 + report.id
    await server.db.query(sql`update report set reporter_id = ${reporter} where id = ${report.id}`)
    await goTo(page, reports)
    await isOpen('Report review')
    for (const number of [report.id, report.videoId, reporter]) {
      await searchFor(page, number)
      await expect(page.locator(`tr[data-row="${report.id}"]`)).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`search=${number}$`))
    }
    await expect(page.getByText('Showing 1, total 1')).toBeVisible()
  })

  await test.step('reports are searched for by numbers only, and of one type of video: an empty list says so', async () => {
    const report = await addReport(server, { type: videoType.personal })
    await goTo(page, reports)
    await expect(keyword(page)).toHaveValue('')
    await searchFor(page, '灯塔')
    const main = page.getByRole('main')
    await expect(main).toContainText('No results in this list for: 灯塔')
    await expect(main).toContainText('Search by number only')
    await searchFor(page, report.videoId)
    await expect(main).toContainText('Only reports on this type of video were searched.')
    await page.getByRole('combobox', { name: 'Video type' }).click()
    await page.getByTitle(/^Personal video/).click()
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.locator(`tr[data-row="${report.id}"]`)).toBeVisible()
  })

  await test.step('in Chinese the field and what it says are Chinese', async () => {
    await setLanguage(page, 'zh-CN')
    await goTo(page, `${reports}?search=abc`)
    await expect(page.getByLabel('关键词')).toHaveAttribute('placeholder', '举报、视频或举报人 ID')
    await expect(page.getByRole('main')).toContainText('当前列表中没有匹配的结果： abc')
    await expect(page.getByRole('main')).toContainText('此处只能按数字查找')
  })
})
