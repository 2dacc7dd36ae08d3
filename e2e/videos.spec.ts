import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { clickIfThere, colleague, holdCall } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { addVideos, confirm, eventsOf, row, screen, statusOf, views } from './setup/videos.ts'
import { goTo, setLanguage } from './setup/walk.ts'

test('a reviewer looks through the videos: columns, filters, tabs and pages, in both languages', async ({
  page,
  server,
}) => {
  await openAs(page, server, screen)
  await test.step('each status can be filtered by, and only pending videos offer Approve and Reject', async () => {
    const names: [string, number][] = [
      ['Pending', status.pending],
      ['Approved', status.approved],
      ['Rejected', status.rejected],
      ['Taken down', status.takenDown],
    ]
    for (const [name, code] of names) {
      await page.getByLabel('Review status').click()
      await page.getByTitle(name, { exact: true }).click()
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(new RegExp(`status=${code}`))
      const table = page.getByRole('table')
      await expect(table).not.toHaveClass(/dimmed/)
      await expect(page.getByRole('cell', { name, exact: true })).toHaveCount(10)
      await expect(views(page)).toHaveCount(10)
      const offered = code === status.pending ? 10 : 0
      await expect(table.getByRole('button', { name: 'Approve' })).toHaveCount(offered)
      await expect(table.getByRole('button', { name: 'Reject' })).toHaveCount(offered)
    }
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(page).toHaveURL(/video-review$/)
    await expect(page.locator('form').getByTitle('All')).toBeVisible()
  })

  await test.step('no project video is ever shown under personal videos, however slow the server is', async () => {
    await expect(views(page)).toHaveCount(10)
    const release = await holdCall(page, videoCalls.personal.list)
    await page.getByRole('tab', { name: /Personal videos/ }).click()
    await expect(page.getByRole('table', { name: 'Personal videos' })).toBeVisible()
    await expect(views(page)).toHaveCount(0)
    release()
    await expect(views(page)).toHaveCount(10)
  })

  await test.step('the list shows ten project videos with every column, and numbers them across pages', async () => {
    const videos = await addVideos(server, { count: 13 })
    await goTo(page, videos.list)
    const table = page.getByRole('table', { name: 'Project videos' })
    await expect(table.getByRole('columnheader')).toHaveText([
      'No.',
      'Video ID',
      'Title',
      'Created time',
      'Updated time',
      'Status',
      'Actions',
    ])
    await expect(table.getByRole('row')).toHaveCount(11)
    const first = row(page, `${videos.day} number 1`).first()
    await expect(first.getByRole('cell').nth(0)).toHaveText('1')
    await expect(first.getByRole('cell').nth(1)).toHaveText(String(videos.ids[0]))
    await expect(first).toContainText(`${videos.day} 12:58:00`)

    const release = await holdCall(page, videoCalls.project.list)
    await page.getByRole('listitem', { name: '2' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(first.getByRole('cell').nth(0), 'an old row keeps its number').toHaveText('1')
    release()
    await expect(table.getByRole('row')).toHaveCount(4)
    await expect(row(page, videos.title(11)).getByRole('cell').nth(0)).toHaveText('11')
    await expect(page).toHaveURL(/page=2/)
    const arrow = (title: string) => page.getByTitle(title).getByRole('button')
    await expect(arrow('Next Page')).toBeDisabled()
    await arrow('Previous Page').click()
    await expect(row(page, videos.title(10))).toBeVisible()
    await expect(arrow('Previous Page')).toBeDisabled()
    await expect(arrow('Next Page')).toBeEnabled()
    await page.goBack()
    await expect(row(page, videos.title(11))).toBeVisible()
  })

  await test.step('an unknown status says so and offers View alone; an empty list says why', async () => {
    const videos = await addVideos(server, { status: 7 })
    await goTo(page, videos.list)
    await expect(row(page, videos.title(1))).toContainText('Unknown status')
    await expect(row(page, videos.title(1)).getByRole('button')).toHaveText(['View'])
    await goTo(page, `${screen}?start=2000-01-01&end=2000-01-02`)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(views(page)).toHaveCount(10)
  })

  await test.step('in Chinese, the list and its confirms speak Chinese', async () => {
    const videos = await addVideos(server)
    await goTo(page, videos.list)
    await setLanguage(page, 'zh-CN')
    await expect(page.getByRole('tab', { name: /项目视频/ })).toBeVisible()
    await row(page, videos.title(1)).getByRole('button', { name: '通过' }).click()
    await expect(confirm(page)).toContainText('确定要通过该视频吗')
    await page.keyboard.press('Escape')
    await row(page, videos.title(1)).getByRole('button', { name: '驳回' }).click()
    await confirm(page).getByRole('button', { name: '驳回' }).click()
    await expect(confirm(page)).toContainText('驳回理由不能为空')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await setLanguage(page, 'en')
  })

  await test.step('personal videos can be filtered by language, and project videos cannot', async () => {
    const { ids, day, title } = await addVideos(server, { kind: 'personal', count: 2 })
    await server.db.query(sql`update video set language = 'ko' where id = ${ids[1]}`)
    await goTo(page, `${screen}?tab=personal&start=${day}&end=${day}`)
    await expect(row(page, title(1))).toBeVisible()
    const language = page.getByRole('search').getByLabel('Video language')
    await language.click()
    await page.getByTitle('Korean', { exact: true }).click()
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/language=ko/)
    await expect(row(page, title(2))).toBeVisible()
    await expect(views(page)).toHaveCount(1)
    await views(page).click()
    await expect(page.getByRole('dialog').getByText('Korean')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /Project videos/ }).click()
    await expect(language).toHaveCount(0)
  })

  await test.step('the end day counts to its last second, and a reload keeps filters and page', async () => {
    const videos = await addVideos(server, { count: 11 })
    await goTo(page, screen)
    await page.getByLabel('Start date').fill(videos.day)
    await page.getByLabel('End date').fill(videos.day)
    // Not the screen's first list, which may still be loading, and not the look for newer rows.
    const sent = page.waitForRequest((one) => /end=/.test(one.postData() ?? ''))
    await page.getByLabel('End date').press('Enter')
    await page.getByRole('button', { name: 'Search' }).click()
    const fields = new URLSearchParams((await sent).postData() ?? '')
    expect(fields.get('start')).toBe(`${videos.day}T00:00:00`)
    expect(fields.get('end')).toBe(`${videos.day}T23:59:59`)
    expect(fields.get('pageSize')).toBe('10')
    await expect(page.getByRole('listitem', { name: '3', exact: true })).toHaveCount(0)
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await page.reload()
    await expect(row(page, videos.title(11))).toBeVisible()
    await expect(page.getByLabel('Start date')).toHaveValue(videos.day)
  })

  await test.step('the tab is in the address, and each tab remembers its own filters and page', async () => {
    const project = await addVideos(server, { count: 11 })
    const personal = await addVideos(server, { kind: 'personal', title: 'Diary' })
    // Another screen: what the tabs showed before is forgotten.
    await goTo(page, '/dashboard/category-config')
    await expect(page.getByRole('tab')).toHaveCount(0)
    await goTo(page, `${project.list}&page=2`)
    await expect(row(page, project.title(11))).toBeVisible()
    await page.getByRole('tab', { name: /Personal videos/ }).click()
    await expect(page).toHaveURL(/video-review\?tab=personal$/)
    await page.getByLabel('Start date').fill(personal.day)
    await page.getByLabel('Start date').press('Enter')
    await page.getByLabel('End date').fill(personal.day)
    await page.getByLabel('End date').press('Enter')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(row(page, personal.title(1))).toBeVisible()
    await page.getByRole('tab', { name: /Project videos/ }).click()
    await expect(row(page, project.title(11))).toBeVisible()
    await page.getByRole('tab', { name: /Project videos/ }).press('ArrowRight')
    await expect(row(page, personal.title(1))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/Personal videos/)
    await expect(row(page, personal.title(1))).toBeVisible()
  })
})

test('a reviewer approves and rejects videos from their rows', async ({ page, server }) => {
  const who = await openAs(page, server, screen)
  await test.step('approving asks first, approves once for a double click, and stays on the page', async () => {
    const videos = await addVideos(server, { count: 12 })
    await goTo(page, `${videos.list}&page=2`)
    const target = row(page, videos.title(12))
    await target.getByRole('button', { name: 'Approve' }).click()
    await expect(confirm(page)).toContainText('Are you sure you want to approve this video')
    await expect(confirm(page)).toContainText(videos.title(12))
    await confirm(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await statusOf(server, videos.ids[11] ?? 0)).toBe(status.pending)

    await target.getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).dblclick()
    await expectToast(page, 'Approved')
    await expect(target.getByText('Approved')).toBeVisible()
    await expect(target.getByRole('button')).toHaveText(['View'])
    await expect(page).toHaveURL(/page=2/)
    expect(await eventsOf(server, videos.ids[11] ?? 0)).toHaveLength(1)
  })

  await test.step('the last pending one of a page leads back to the page before', async () => {
    const videos = await addVideos(server, { count: 11 })
    await goTo(page, `${videos.list}&status=${status.pending}&page=2`)
    await row(page, videos.title(11)).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Approved')
    await expect(row(page, videos.title(10))).toBeVisible()
    await expect(page).not.toHaveURL(/page=/)
  })

  await test.step('the second to decide is told who was first', async () => {
    const videos = await addVideos(server, { kind: 'personal' })
    await goTo(page, videos.list)
    await row(page, videos.title(1)).getByRole('button', { name: 'Approve' }).click()
    const other = await colleague(server, 'Li Lei')
    await other.send(videoCalls.personal.approve, { videoId: videos.id })
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, /^Approve failed: Already approved by Li Lei at /)
    await expect(row(page, videos.title(1)).getByText('Approved')).toBeVisible()
    expect(await eventsOf(server, videos.id)).toHaveLength(1)
    await other.leave()
  })

  await test.step('a cut connection: no false result is shown, and trying again approves once', async () => {
    const videos = await addVideos(server)
    await goTo(page, videos.list)
    await row(page, videos.title(1)).getByRole('button', { name: 'Approve' }).click()
    const call = `**${videoCalls.project.approve.path}`
    await page.route(call, (route) => route.abort('connectionreset'))
    const read = page.waitForResponse(`**${videoCalls.project.list.path}`)
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expect(confirm(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await read
    await expectToast(page, /confirm the result. This is the current state/)
    await page.unroute(call)
    await row(page, videos.title(1)).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Approved')
    expect(await eventsOf(server, videos.id)).toHaveLength(1)
  })

  await test.step('rejecting needs a reason that is more than blanks, and sends it', async () => {
    const videos = await addVideos(server, { kind: 'personal' })
    await goTo(page, videos.list)
    const posts: string[] = []
    page.on('request', (request) => posts.push(request.url()))
    await row(page, videos.title(1)).getByRole('button', { name: 'Reject' }).click()
    const field = page.getByLabel('Reject reason')
    for (const text of ['', ' \n\t ']) {
      await field.fill(text)
      await confirm(page).getByRole('button', { name: 'Reject' }).click()
      await expect(confirm(page).getByText('Reject reason cannot be empty')).toBeVisible()
      await expect(field).toBeFocused()
    }
    expect(posts.filter((url) => url.includes('/opt/'))).toEqual([])
    await field.fill('report rejected')
    await confirm(page).getByRole('button', { name: 'Reject' }).click()
    await expect(confirm(page).getByText(/reserved for dismissing reports/)).toBeVisible()
    await field.fill('  The music is not licensed  ')
    await field.press('Control+Enter')
    await expectToast(page, 'Rejected')
    await expect(row(page, videos.title(1)).getByText('Rejected')).toBeVisible()
    expect(await eventsOf(server, videos.id)).toMatchObject([
      { action: 'reject', reason: 'The music is not licensed', actor_name: who.nickName },
    ])
  })

  await test.step('the typed reason survives Escape, a reload, a conflict and the end of the session', async () => {
    const videos = await addVideos(server)
    await goTo(page, videos.list)
    const ask = () => row(page, videos.title(1)).getByRole('button', { name: 'Reject' }).click()
    const field = page.getByLabel('Reject reason')
    await ask()
    await field.fill('Faces of children without consent')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await ask()
    await expect(field).toHaveValue('Faces of children without consent')
    await expect(page.getByText('Your draft has been restored.')).toBeVisible()

    await page.context().clearCookies()
    await clickIfThere(confirm(page).getByRole('button', { name: 'Reject' }))
    await expect(page).toHaveURL(/#\/login/)
    await page.getByPlaceholder('Please enter phone number').fill(who.phone)
    await page.getByPlaceholder('Please enter password').fill(who.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('table', { name: 'Certification submissions' })).toBeVisible()
    await goTo(page, videos.list)
    await ask()
    await expect(field).toHaveValue('Faces of children without consent')

    const other = await colleague(server, 'Han Meimei')
    await other.send(videoCalls.project.approve, { videoId: videos.id })
    await confirm(page).getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, /^Reject failed: Already approved by Han Meimei at /)
    await expect(confirm(page)).toContainText('Already approved by Han Meimei')
    await expect(field).toHaveValue('Faces of children without consent')
    await other.leave()
  })
})
