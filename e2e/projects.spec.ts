import { projectCalls } from '@screening-room/contract/projects'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import {
  addProject,
  clickIfThere,
  colleague,
  countRequests,
  detail,
  endSessions,
  eventsOf,
  holdCall,
  rowOf,
  withNews,
  withoutNews,
} from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import { goTo } from './setup/walk.ts'

const place = '/dashboard/project-review'

test('a reviewer looks through the projects: columns, filters, pages and a reload', async ({
  page,
  server,
}) => {
  await openAs(page, server, place)
  await test.step('the list has its columns in order, ten rows, sequence numbers that go on, and a numbered pager', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      'No.',
      'Project ID',
      'Cover and title',
      'Owner',
      'Roles wanted',
      'Videos',
      'Created time',
      'Status',
      'Actions',
    ])
    const rows = page.getByRole('table', { name: 'Projects' }).locator('tbody tr')
    await expect(rows).toHaveCount(10)
    await expect(rows.first().getByRole('cell').first()).toHaveText('1')
    await page.getByRole('navigation', { name: 'Pages' }).getByTitle('3', { exact: true }).click()
    await expect(page).toHaveURL(/page=3/)
    await expect(rows.first().getByRole('cell').first()).toHaveText('21')
    await page.getByRole('navigation', { name: 'Pages' }).getByTitle('Previous Page').click()
    await expect(page).toHaveURL(/page=2/)
  })

  await test.step('a row shows title, owner, role names, unknown roles, videos, time and status of a project', async () => {
    const id = await addProject(server, {
      title: 'Row with everything',
      roleIds: [1, 3, 9999],
      createTime: '2099-01-02T03:04:05+08:00',
    })
    await goTo(page, `${place}?start=2099-01-02&end=2099-01-02`)
    const row = rowOf(page, 'Row with everything')
    await expect(row.getByRole('cell', { name: String(id), exact: true })).toBeVisible()
    await expect(row).toContainText('Director · Cinematographer · Unknown role')
    await expect(row).toContainText('2099-01-02 03:04:05')
    await expect(row).toContainText('Pending')
    await expect(row.locator('img')).toHaveAttribute('src', /\/pictures\/banner-01\.webp$/)
    await expect(row.getByRole('button')).toHaveText(['View', 'Approve', 'Reject'])
  })

  for (const [name, code] of [
    ['Pending', '0'],
    ['Approved', '5'],
    ['Rejected', '3'],
  ] as const)
    await test.step(`the list filters by ${name}, and offers Approve and Reject only for pending projects`, async () => {
      await goTo(page, place)
      await page.getByLabel('Status').click()
      await page.getByTitle(name, { exact: true }).last().click()
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(new RegExp(`status=${code}`))
      const rows = page.locator('tr[data-row]')
      await expect(rows.filter({ hasText: name })).toHaveCount(10)
      await expect(rows.getByRole('button', { name: 'View' })).toHaveCount(10)
      const both = name === 'Pending' ? 10 : 0
      await expect(rows.getByRole('button', { name: 'Approve' })).toHaveCount(both)
      await expect(rows.getByRole('button', { name: 'Reject' })).toHaveCount(both)
      await page.getByRole('button', { name: 'Reset' }).click()
      await expect(page).toHaveURL(/project-review$/)
    })

  await test.step('the list sends whole days: the last second of the end date is in, the next one is not', async () => {
    await addProject(server, { title: 'Last second', createTime: '2031-05-06T23:59:59+08:00' })
    await addProject(server, { title: 'Next day', createTime: '2031-05-07T00:00:00+08:00' })
    await page.getByLabel('Start date').fill('2031-05-06')
    await page.getByLabel('End date').fill('2031-05-06')
    const asked = page.waitForRequest((one) => /end=/.test(one.postData() ?? ''))
    await page.getByRole('button', { name: 'Search' }).click()
    const sent = new URLSearchParams((await asked).postData() ?? '')
    expect([sent.get('start'), sent.get('end')]).toEqual([
      '2031-05-06T00:00:00',
      '2031-05-06T23:59:59',
    ])
    await expect(rowOf(page, 'Last second')).toBeVisible()
    await expect(rowOf(page, 'Next day')).toHaveCount(0)
  })

  await test.step('the list says why it is empty and clears the filters', async () => {
    await goTo(page, `${place}?start=2001-01-01&end=2001-01-02`)
    await expect(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.locator('tr[data-row]')).toHaveCount(10)
  })

  await test.step('a reload keeps filters, page and the open dialog; Back closes it and nothing reopens it', async () => {
    await goTo(page, `${place}?status=5&page=2`)
    await page.locator('tr[data-row]').first().getByRole('button', { name: 'View' }).click()
    await expect(detail(page)).toBeVisible()
    await page.reload()
    await expect(detail(page)).toBeVisible()
    await expect(page).toHaveURL(/status=5&page=2&view=\d+/)
    await page.goBack()
    await expect(detail(page)).toBeHidden()
    await expect(page).toHaveURL(/status=5&page=2$/)
    await page.locator('tr[data-row]').first().getByRole('button', { name: 'View' }).click()
    await detail(page).getByRole('button', { name: 'Close' }).last().click()
    await expect(detail(page)).toBeHidden()
    await page.goBack()
    await expect(detail(page)).toBeHidden()
  })
})

test('a reviewer opens projects and decides on them', async ({ page, server }) => {
  await withoutNews(page)
  const who = await openAs(page, server, place)
  await test.step('the second to decide is told who was first, in the toast, the dialog and the history', async () => {
    const [first, second] = [await addProject(server), await addProject(server)]
    await goTo(page, `${place}?view=${first}`)
    const other = await colleague(server, '李雷')
    await expect(detail(page).getByRole('button', { name: 'Approve' })).toBeEnabled()
    await other.send(projectCalls.reject, { projectId: first, message: 'Not ours' })
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    await page
      .getByRole('dialog', { name: /approve/ })
      .getByText('Approve', { exact: true })
      .click()
    await expectToast(page, /Approve failed: Already rejected by 李雷 at .+: Not ours/)
    await expect(detail(page).getByText(/^Already rejected by 李雷 at/)).toBeVisible()
    await expect(detail(page).getByRole('button', { name: 'Approve' })).toBeDisabled()

    await goTo(page, `${place}?view=${second}`)
    await detail(page).getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Reject reason').fill('Mine too')
    await other.send(projectCalls.approve, { projectId: second })
    const confirm = page.getByRole('dialog', { name: 'Reject this project?' })
    await confirm.getByRole('button', { name: 'Reject' }).click()
    await expect(confirm.getByText(/Already approved by 李雷 at/)).toBeVisible()
    await expect(page.getByLabel('Reject reason')).toHaveValue('Mine too')
    expect(await eventsOf(server, 'project', second)).toHaveLength(1)
    await other.leave()
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await withNews(page)
  })

  await test.step('the dialog shows introduction, cover, owner, certification, roles, promo video, videos and history', async () => {
    const [promo] = await server.db.query<{ id: number }>(
      sql`select id::int as id from video where type = 0 and media like '%.webm' and media not like 'lost%' limit 1`,
    )
    const [owner] = await server.db.query<{ id: number; name: string }>(sql`
      select m.id::int as id, m.nick_name as name from member m
      join certification c on c.member_id = m.id where c.status = 5 limit 1`)
    const id = await addProject(server, {
      title: 'A whole project',
      introduction: 'First line\nSecond line',
      roleIds: [2, 5],
      promoVideoId: promo?.id ?? 0,
      ownerId: owner?.id ?? 0,
    })
    await server.db.query(sql`insert into video (type, project_id, uploader_id, title, duration, status)
      values (2, ${id}, 1, 'Waiting part', 61, 0), (2, ${id}, 1, 'Refused part', 3665, 3)`)
    await goTo(page, `${place}?view=${id}`)
    const dialog = detail(page)
    await expect(dialog).toContainText('A whole project')
    await expect(dialog).toContainText('Second line')
    await expect(dialog).toContainText(owner?.name ?? 'nobody')
    await expect(dialog.getByText('Certified', { exact: true })).toBeVisible()
    await expect(dialog).toContainText('Screenwriter · Composer')
    await expect(dialog.getByRole('img', { name: 'Picture 1 of 1' })).toBeVisible()
    await expect(dialog.getByLabel('Video player')).toHaveAttribute('src', /.+/)
    await expect
      .poll(() => dialog.locator('video').evaluate((one: HTMLVideoElement) => one.readyState))
      .toBeGreaterThan(0)
    const videos = dialog.getByRole('region', { name: 'Videos' }).getByRole('listitem')
    await expect(videos.filter({ hasText: 'Waiting part' })).toContainText('01:01')
    await expect(videos.filter({ hasText: 'Waiting part' })).toContainText('Pending')
    await expect(videos.filter({ hasText: 'Refused part' })).toContainText('61:05')
    await expect(videos.filter({ hasText: 'Refused part' })).toContainText('Rejected')
    await expect(dialog.getByRole('region', { name: 'History' })).toContainText('No decisions yet')
  })

  await test.step('the dialog says what a project does not have', async () => {
    const id = await addProject(server, {
      introduction: ' \n ',
      cover: null,
      roleIds: [],
      ownerId: 999_999,
    })
    await goTo(page, `${place}?view=${id}`)
    for (const text of ['No introduction', 'No cover', 'No promo video', 'No videos'])
      await expect(detail(page).getByText(text)).toBeVisible()
    await expect(detail(page).getByText('Not certified')).toBeVisible()
  })

  await test.step('a promo video that was lost says so and offers another try', async () => {
    const [lost] = await server.db.query<{ id: number }>(sql`
      insert into video (type, uploader_id, title, media) values (0, 1, 'Lost', '') returning id::int as id`)
    const id = await addProject(server, { promoVideoId: lost?.id ?? 0 })
    await goTo(page, `${place}?view=${id}`)
    await expectToast(page, 'Failed to get video link')
    const asked = page.waitForRequest((one) => one.url().endsWith(videoCalls.link.promo.path))
    await detail(page).getByRole('button', { name: 'Try again' }).click()
    await asked
  })

  await test.step('a project that does not exist is reported at once', async () => {
    await goTo(page, `${place}?view=987654321`)
    await expect(detail(page).getByRole('alert')).toContainText('project 987654321 does not exist')
    await expect(detail(page).getByRole('button', { name: 'Approve' })).toBeDisabled()
  })

  await test.step('approving asks first; cancelling sends nothing; confirming approves once and keeps the page', async () => {
    const id = await addProject(server, {
      title: 'Approve me',
      createTime: '2033-01-01T10:00:00+08:00',
    })
    for (let more = 0; more < 10; more++)
      await addProject(server, { createTime: `2033-01-01T1${more}:30:00+08:00` })
    await goTo(page, `${place}?start=2033-01-01&end=2033-01-01&page=2`)
    const sent = countRequests(page, projectCalls.approve)
    await rowOf(page, 'Approve me').getByRole('button', { name: 'Approve' }).click()
    const confirm = page.getByRole('dialog')
    await expect(confirm).toContainText('Are you sure you want to approve this project')
    await page.mouse.click(5, 5)
    await expect(confirm).toBeVisible()
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await expect(confirm).toBeHidden()
    expect(sent()).toBe(0)
    await rowOf(page, 'Approve me').getByRole('button', { name: 'Approve' }).click()
    await confirm.getByRole('button', { name: 'Approve' }).dblclick()
    await expectToast(page, 'Approved')
    await expect(rowOf(page, 'Approve me')).toContainText('Approved')
    await expect(page).toHaveURL(/page=2/)
    expect(await eventsOf(server, 'project', id)).toEqual([
      { action: 'approve', by: who.nickName, reason: '' },
    ])
  })

  await test.step('while an approval runs the buttons are off; then the dialog closes', async () => {
    const id = await addProject(server)
    await goTo(page, `${place}?view=${id}`)
    const release = await holdCall(page, projectCalls.approve)
    await detail(page).getByRole('button', { name: 'Approve' }).click()
    const confirm = page.getByRole('dialog', { name: /approve this project/ })
    await confirm.getByRole('button', { name: 'Approve' }).click()
    await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await expect(detail(page).getByRole('button', { name: 'Reject' })).toBeDisabled()
    await expect(detail(page).locator('button', { hasText: 'Close' })).toBeDisabled()
    release()
    await expect(detail(page)).toBeHidden()
    await expect(page).toHaveURL(/project-review$/)
    await expectToast(page, 'Approved')
  })

  await test.step('a reject reason is required and trimmed', async () => {
    const id = await addProject(server)
    await goTo(page, `${place}?view=${id}`)
    const sent = countRequests(page, projectCalls.reject)
    await detail(page).getByRole('button', { name: 'Reject' }).click()
    const confirm = page.getByRole('dialog', { name: 'Reject this project?' })
    for (const blank of ['', '  \n ']) {
      await confirm.getByLabel('Reject reason').fill(blank)
      await confirm.getByRole('button', { name: 'Reject' }).click()
      await expect(confirm.getByText('Reject reason cannot be empty')).toBeVisible()
    }
    expect(sent()).toBe(0)
    await confirm.getByLabel('Reject reason').fill('  The cover is not yours.  ')
    await confirm.getByRole('button', { name: 'Reject' }).dblclick()
    await expectToast(page, 'Rejected')
    expect(await eventsOf(server, 'project', id)).toEqual([
      { action: 'reject', by: who.nickName, reason: 'The cover is not yours.' },
    ])
    await goTo(page, `${place}?view=${id}`)
    await expect(detail(page)).toContainText(`Already rejected by ${who.nickName} at`)
    await expect(detail(page).getByRole('region', { name: 'History' })).toContainText(
      'The cover is not yours.',
    )
    await expect(detail(page).getByRole('button', { name: 'Approve' })).toBeDisabled()
  })

  await test.step('a typed reason survives Escape, a reload and a session that ended', async () => {
    const id = await addProject(server)
    await goTo(page, `${place}?view=${id}`)
    const reason = page.getByLabel('Reject reason')
    const ask = () => detail(page).getByRole('button', { name: 'Reject' }).click()
    await ask()
    await reason.fill('Half a sentence')
    await page.keyboard.press('Escape')
    await expect(reason).toBeHidden()
    await ask()
    await expect(reason).toHaveValue('Half a sentence')
    await page.reload()
    await ask()
    await expect(reason).toHaveValue('Half a sentence')
    await endSessions(server, who)
    const question = page.getByRole('dialog', { name: 'Reject this project?' })
    await clickIfThere(question.getByRole('button', { name: 'Reject' }))
    await page.getByLabel('Phone number').fill(who.phone)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('link', { name: /Project review →/ }).click()
    await ask()
    await expect(reason).toHaveValue('Half a sentence')
    expect(await eventsOf(server, 'project', id)).toEqual([])
  })
})
