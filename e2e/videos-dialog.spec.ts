import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { sql } from '../server/dist/db/sql.js'
import { colleague, holdCall, withNews, withoutNews } from './setup/items.ts'
import { expect, openAs, test } from './setup/test.ts'
import { expectToast } from './setup/toasts.ts'
import {
  addVideos,
  confirm,
  dialog,
  eventsOf,
  row,
  screen,
  statusOf,
  value,
  viewVideo,
} from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

const buttons = ['Close', 'Take down', 'Mark as featured', 'Reject', 'Approve']

test('a reviewer opens videos: what the details show, how they play and how they close', async ({
  page,
  server,
}) => {
  await openAs(page, server, screen)
  await test.step('the link is fetched when the dialog opens; the video plays and can be sought in', async () => {
    const videos = await addVideos(server, { media: 'twelve-scenes.webm' })
    const links: string[] = []
    const parts: number[] = []
    page.on('request', (request) => {
      if (request.url().includes('/play/')) links.push(new URL(request.url()).pathname)
    })
    page.on('response', (response) => {
      if (response.url().includes('/media/')) parts.push(response.status())
    })
    await goTo(page, videos.list)
    await expect(row(page, videos.title(1))).toBeVisible()
    expect(links).toEqual([])
    await row(page, videos.title(1)).getByRole('button', { name: 'View' }).click()
    const video = page.getByLabel('Video player')
    const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
    await expect
      .poll(() => video.evaluate((e: HTMLVideoElement) => e.readyState))
      .toBeGreaterThan(0)
    await video.evaluate((element: HTMLVideoElement) => element.play())
    await expect.poll(time).toBeGreaterThan(0.5)
    const end = await video.evaluate((element: HTMLVideoElement) => element.duration)
    await video.evaluate((element: HTMLVideoElement, to) => {
      element.currentTime = to
    }, end * 0.8)
    await expect.poll(time).toBeGreaterThan(end * 0.8)
    expect(links).toEqual(['/admin/data/play/project/getLink'])
    expect(parts).toContain(206)
  })

  await test.step('the details show every field of a video, and five buttons', async () => {
    const videos = await addVideos(server, { duration: 3665 })
    const [tag] = await server.db.query<{ id: number; name: string; category: string }>(sql`
      select t.id, t.name_en as name, c.name_en as category from tag t join category c on c.id = t.category_id
      where c.id = (select min(id) from category) limit 1`)
    await server.db.query(
      sql`insert into video_tag (video_id, tag_id) values (${videos.id}, ${tag?.id})`,
    )
    await viewVideo(page, videos)
    await expect(value(page, 'Certification status')).toHaveText('Certified')
    await expect(value(page, 'Title')).toHaveText(videos.title(1))
    await expect(value(page, 'Description')).toHaveText('A film for a test.')
    await expect(value(page, 'Tags')).toHaveText(tag?.name ?? '')
    await expect(value(page, 'Visibility')).toHaveText('Public')
    await expect(value(page, 'Upload time')).toHaveText(`${videos.day} 12:58:00`)
    await expect(value(page, 'Duration')).toHaveText('61:05')
    await expect(value(page, 'Category')).toHaveText(tag?.category ?? '')
    const banner = value(page, 'Banner image').getByRole('img')
    await banner.scrollIntoViewIfNeeded()
    await expect
      .poll(() => banner.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await expect(page.getByText('No decisions yet')).toBeVisible()
    await expect(dialog(page).locator('.sr-dialog-actions').getByRole('button')).toHaveText(buttons)
  })

  await test.step('what is missing is said in words', async () => {
    const videos = await addVideos(server, {
      introduction: ' ',
      banner: null,
      duration: null,
      visibility: 0,
      uploaderCertified: false,
    })
    await viewVideo(page, videos)
    await expect(value(page, 'Certification status')).toHaveText('Not certified')
    await expect(value(page, 'Description')).toHaveText('No description')
    await expect(value(page, 'Banner image')).toHaveText('No banner image')
    await expect(value(page, 'Duration')).toHaveText('Unknown')
    await expect(value(page, 'Visibility')).toHaveText('Not public')
    await expect(value(page, 'Tags')).toHaveText('No tags')
  })

  await test.step('personal and promo videos are fetched by their own calls', async () => {
    const personal = await addVideos(server, { kind: 'personal' })
    const promo = await addVideos(server, { kind: 'promo' })
    const asked = (path: string) => page.waitForRequest((request) => request.url().endsWith(path))
    const first = asked('/admin/data/play/personal/getLink')
    await viewVideo(page, personal)
    expect((await first).postData()).toBe(`id=${personal.id}`)
    const second = asked('/admin/data/play/getLink')
    await goTo(page, `${screen}?view=${promo.id}`)
    expect((await second).postData()).toBe(`id=${promo.id}`)
    await expect(value(page, 'Title')).toHaveText(promo.title(1))
  })

  await test.step('a link to a video that does not exist says so', async () => {
    await goTo(page, `${screen}?view=99999999`)
    await expect(dialog(page)).toContainText('video 99999999 does not exist')
    for (const name of buttons.slice(1))
      await expect(dialog(page).getByRole('button', { name })).toBeDisabled()
  })

  await test.step('Back, Escape, the mask and Close all close it; a reload keeps it open', async () => {
    const videos = await addVideos(server)
    await goTo(page, videos.list)
    const view = row(page, videos.title(1)).getByRole('button', { name: 'View' })
    await view.click()
    await expect(page).toHaveURL(new RegExp(`view=${videos.id}`))
    await page.reload()
    await expect(value(page, 'Title')).toHaveText(videos.title(1))
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await view.click()
    await expect(dialog(page).getByRole('heading').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(view).toBeFocused()
    await view.click()
    await expect(value(page, 'Title')).toBeVisible()
    await page.mouse.click(5, 400)
    await expect(dialog(page)).toHaveCount(0)
    await view.click()
    await dialog(page).getByText('Close', { exact: true }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page).not.toHaveURL(/view=/)
  })
})

test('a reviewer decides on videos in their details', async ({ page, server }) => {
  await withoutNews(page)
  await openAs(page, server, screen, await server.addAccount('reviewer', 'Zhao Xin'))
  await test.step('a colleague who was faster is named in the open dialog', async () => {
    const videos = await addVideos(server)
    await viewVideo(page, videos)
    await expect(page.getByText('No decisions yet')).toBeVisible()
    const other = await colleague(server, 'Wang Fang')
    await other.send(videoCalls.project.approve, { videoId: videos.id })
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, /^Approve failed: Already approved by Wang Fang at /)
    await expect(dialog(page)).toContainText(/Already approved by Wang Fang at/)
    await expect(dialog(page).getByRole('button', { name: 'Approve' })).toBeDisabled()
    await other.leave()
  })

  await test.step('a colleague’s take-down comes before the featuring, and the colleague is named', async () => {
    const videos = await addVideos(server, { status: status.approved })
    await viewVideo(page, videos)
    await expect(dialog(page).getByRole('button', { name: 'Mark as featured' })).toBeEnabled()
    const other = await colleague(server, 'Wang Fang')
    await other.send(videoCalls.project.takeDown, {
      videoId: videos.id,
      videoType: videoType.project,
      offlineReasons: 2,
    })
    await dialog(page).getByRole('button', { name: 'Mark as featured' }).click()
    await expectToast(page, /Already taken down by Wang Fang at/)
    await expect(dialog(page).getByRole('button', { name: 'Mark as featured' })).toBeDisabled()
    await other.leave()
    await withNews(page)
  })

  await test.step('the dialog approves after asking, closes, and the list is up to date', async () => {
    const videos = await addVideos(server)
    await viewVideo(page, videos)
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await expect(confirm(page)).toContainText('Are you sure you want to approve this video')
    await confirm(page).getByRole('button', { name: 'Approve' }).dblclick()
    await expectToast(page, 'Approved')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, videos.title(1)).getByText('Approved')).toBeVisible()
    expect(await eventsOf(server, videos.id)).toHaveLength(1)

    await row(page, videos.title(1)).getByRole('button', { name: 'View' }).click()
    await expect(dialog(page)).toContainText(/Already approved by Zhao Xin at \d{4}/)
    await expect(page.getByRole('region', { name: 'History' })).toContainText(
      'Approved by Zhao Xin',
    )
    await expect(dialog(page).getByRole('button', { name: 'Approve' })).toBeDisabled()
    await expect(dialog(page).getByRole('button', { name: 'Reject' })).toBeDisabled()
    await expect(dialog(page).getByRole('button', { name: 'Take down' })).toBeEnabled()
  })

  await test.step('with a tick, a decision opens the next pending video, until none is left', async () => {
    const videos = await addVideos(server, { count: 3 })
    await viewVideo(page, videos)
    const tick = dialog(page).getByRole('checkbox', { name: 'Then open the next one' })
    await expect(tick).not.toBeChecked()
    await tick.check()
    for (const [number, next] of [
      [1, 2],
      [2, 3],
    ] as const) {
      await expect(dialog(page).getByRole('heading', { name: videos.title(number) })).toBeVisible()
      await dialog(page).getByRole('button', { name: 'Approve' }).click()
      await confirm(page).getByRole('button', { name: 'Approve' }).click()
      await expect(dialog(page).getByRole('heading', { name: videos.title(next) })).toBeFocused()
    }
    await expect(tick).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Approve' }).click()
    await confirm(page).getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await Promise.all(videos.ids.map((id) => statusOf(server, id)))).toEqual(
      videos.ids.map(() => status.approved),
    )
  })

  await test.step('the dialog rejects with a reason, which the history then shows', async () => {
    const videos = await addVideos(server, { kind: 'personal' })
    await viewVideo(page, videos)
    await dialog(page).getByRole('button', { name: 'Reject' }).click()
    await confirm(page).getByRole('button', { name: 'Reject' }).click()
    await expect(confirm(page).getByText('Reject reason cannot be empty')).toBeVisible()
    await page.getByLabel('Reject reason').fill('Sound is missing')
    await confirm(page).getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, 'Rejected')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await row(page, videos.title(1)).getByRole('button', { name: 'View' }).click()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Sound is missing')
    for (const name of buttons.slice(1))
      await expect(dialog(page).getByRole('button', { name })).toBeDisabled()
  })

  await test.step('the dialog marks as featured once, with every button off meanwhile', async () => {
    const videos = await addVideos(server, { status: status.approved })
    await viewVideo(page, videos)
    const release = await holdCall(page, videoCalls.project.tag)
    const feature = dialog(page).getByRole('button', { name: 'Mark as featured' })
    await feature.dblclick()
    for (const name of buttons.slice(1))
      await expect(dialog(page).getByRole('button', { name })).toBeDisabled()
    await expect(dialog(page).locator('button', { hasText: 'Close' })).toBeDisabled()
    release()
    await expectToast(page, 'Marked as featured')
    await expect(value(page, 'Status')).toContainText('Featured')
    await expect(feature).toBeDisabled()
    expect(await eventsOf(server, videos.id)).toMatchObject([{ action: 'feature' }])
    await page.keyboard.press('Escape')
    await expect(row(page, videos.title(1)).getByRole('img', { name: 'Featured' })).toBeVisible()
  })

  await test.step('the dialog takes down for at least one reason, and closes the reports on the video', async () => {
    const videos = await addVideos(server, { kind: 'personal', status: status.approved })
    const reasons = await server.db.query<{ id: number; name: string }>(
      sql`select id::int as id, message_en as name from report_reason order by id limit 2`,
    )
    await server.db.query(sql`insert into report (video_id, video_type, reason_id, reporter_id)
      values (${videos.id}, 1, ${reasons[0]?.id}, 1)`)
    await viewVideo(page, videos)
    await dialog(page).getByRole('button', { name: 'Take down' }).click()
    await confirm(page).getByRole('button', { name: 'Take down' }).click()
    await expect(
      confirm(page).getByText('Please select at least one take-down reason'),
    ).toBeVisible()
    expect(await statusOf(server, videos.id)).toBe(status.approved)
    for (const { name } of reasons) await confirm(page).getByLabel(name, { exact: true }).check()
    const sent = page.waitForRequest('**/opt/offline*')
    const release = await holdCall(page, videoCalls.personal.takeDown)
    await confirm(page).getByRole('button', { name: 'Take down' }).dblclick()
    await sent
    await page.mouse.click(5, 400)
    await expect(confirm(page).getByRole('checkbox').first()).toBeVisible()
    release()
    await expectToast(page, 'Video taken down')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, videos.title(1)).getByText('Taken down')).toBeVisible()
    expect(await eventsOf(server, videos.id)).toMatchObject([
      { action: 'takeDown', reason_ids: reasons.map(({ id }) => id) },
    ])
    const reports = await server.db.query(
      sql`select status from report where video_id = ${videos.id}`,
    )
    expect(reports).toEqual([{ status: status.takenDown }])
  })

  await test.step('a personal video is marked as featured, a project video taken down, each by its own call', async () => {
    const personal = await addVideos(server, { kind: 'personal', status: status.approved })
    const project = await addVideos(server, { status: status.approved })
    await viewVideo(page, personal)
    const tagged = page.waitForRequest(`**${videoCalls.personal.tag.path}`)
    await dialog(page).getByRole('button', { name: 'Mark as featured' }).click()
    const fields = new URLSearchParams((await tagged).postData() ?? '')
    expect(Object.fromEntries(fields)).toEqual({ typeId: '1', videoId: String(personal.id) })
    await expectToast(page, 'Marked as featured')

    await viewVideo(page, project)
    await dialog(page).getByRole('button', { name: 'Take down' }).click()
    await confirm(page).getByRole('checkbox').first().check()
    await confirm(page).getByRole('button', { name: 'Take down' }).click()
    await expectToast(page, 'Video taken down')
    expect(await statusOf(server, project.id)).toBe(status.takenDown)
  })

  await test.step('a personal video can be tagged with another type', async () => {
    const videos = await addVideos(server, { kind: 'personal' })
    const [other] = await server.db.query<{ id: number; name: string }>(
      sql`select id::int as id, name_en as name from category order by id offset 1 limit 1`,
    )
    await viewVideo(page, videos)
    await dialog(page).getByRole('combobox', { name: 'Category' }).click()
    await page
      .locator('.ant-select-item')
      .getByText(other?.name ?? '', { exact: true })
      .click()
    await dialog(page).getByRole('button', { name: 'Tag with a type' }).click()
    await expectToast(page, 'Type set')
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Moved to a category')
    const [row] = await server.db.query(
      sql`select category_id::int as id from video where id = ${videos.id}`,
    )
    expect(row).toEqual({ id: other?.id })
  })
})
