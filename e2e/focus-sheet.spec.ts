import { status } from '@screening-room/contract/review'
import {
  decided,
  even,
  pause,
  personalVideo,
  pictures,
  player,
  review,
  sheet,
  sheetIsMade,
  time,
} from './setup/player.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos } from './setup/videos.ts'

test('the contact sheet shows the video, in advance for the next item, or why there is none', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/dashboard/video-review')
  const scenes = await addVideos(server, personalVideo('twelve-scenes.webm'))

  await test.step('the contact sheet shows every tenth, the end and the scene changes, each with its own frame', async () => {
    await review(page, scenes)
    await expect(sheet(page)).toBeVisible()
    const before = await player(page).boundingBox()
    await sheetIsMade(page)
    expect(await player(page).boundingBox()).toEqual(before)

    await expect(even(page).getByRole('button')).toHaveText([
      '0:00',
      '0:03',
      '0:07',
      '0:10',
      '0:14',
      '0:18',
      '0:21',
      '0:25',
      '0:28',
      '0:32',
      '0:35',
    ])
    const all = await pictures(page)
    expect(new Set(all.slice(0, 11).map(([, picture]) => picture)).size).toBe(11)
    // Twelve scenes of three seconds: a cut is found within a thirtieth of the video.
    const found = all.slice(11).map(([at]) => at)
    expect(found.length).toBeGreaterThan(4)
    for (const at of found) expect(at % 3, String(at)).toBeLessThan(1.3)
  })

  await test.step('each picture is the one that the video shows at that time', async () => {
    await pause(page)
    for (const number of [0, 3, 7, 10]) {
      await even(page).getByRole('button').nth(number).click()
      await page.waitForFunction(() => document.querySelector('video')?.seeking === false)
      const off = await page.evaluate((place) => {
        const shown = document.querySelectorAll<HTMLCanvasElement>('canvas[data-time]')[place]
        const video = document.querySelector('video')
        if (!shown || !video) return Number.NaN
        const own = new OffscreenCanvas(shown.width, shown.height).getContext('2d')
        own?.drawImage(video, 0, 0, shown.width, shown.height)
        const size = [0, 0, shown.width, shown.height] as const
        const read = (from: typeof own) => [...(from?.getImageData(...size).data ?? [])]
        const [right, made] = [read(own), read(shown.getContext('2d') as unknown as typeof own)]
        const wrong = right.map((value, at) => Math.abs(value - (made[at] ?? 0)))
        return wrong.reduce((sum, value) => sum + value, 0) / right.length
      }, number)
      expect(off, String(number)).toBeLessThan(3)
    }
  })

  await test.step('its pictures are large, its rows named, and V shows it on the whole stage', async () => {
    const first = even(page).getByRole('button').first()
    const width = async () => (await first.boundingBox())?.width ?? 0
    // At this width they were 63 pixels wide.
    expect(await width()).toBeGreaterThan(125)
    const below = await width()
    for (const name of ['Evenly spaced', 'Scene changes'])
      await expect(sheet(page).getByText(name, { exact: true })).toBeVisible()
    await page.keyboard.press('v')
    await expect(page.locator('video')).toBeHidden()
    await expect(sheet(page).getByRole('button', { name: /more: show the whole/ })).toHaveCount(0)
    expect(await width()).toBeGreaterThan(below * 1.3)
    await expect(sheet(page).getByRole('button').last()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(page.locator('video')).toBeVisible()
    await page.keyboard.press('v')
    await sheet(page).getByRole('button', { name: 'Go to 0:18' }).click()
    await expect(page.locator('video')).toBeVisible()
    await expect.poll(() => time(page)).toBeCloseTo(18, 0)
  })

  await test.step('a window of 1280 × 720 shows the video, the whole sheet, the facts and the decision without scrolling', async () => {
    for (const name of ['Play', 'Mark', 'Approve', 'Reject', 'Skip'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    const { y = 0, height = 0 } = (await sheet(page).boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(720)
    expect((await page.locator('video').boundingBox())?.height).toBeGreaterThan(280)
    await expect(player(page).getByRole('button', { name: 'Mark' })).toHaveAttribute(
      'aria-keyshortcuts',
      'I',
    )
    // The keys stand on the buttons; approving is as large as rejecting; the bar and the menu are out of the way.
    await expect(player(page).getByRole('button', { name: 'Play' })).toContainText('Space')
    await expect(player(page).getByRole('button', { name: 'Mark' })).toContainText('I')
    const width = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.width ?? 0
    expect(Math.abs((await width('Approve')) - (await width('Reject')))).toBeLessThan(2)
    expect((await page.getByRole('banner').first().boundingBox())?.height).toBeLessThan(2)
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible()
  })

  await test.step('an upright film has narrow cells, a short one tenths of seconds', async () => {
    await review(page, await addVideos(server, personalVideo('tall-tide.webm')))
    await sheetIsMade(page)
    const cell = await even(page).getByRole('button').nth(1).boundingBox()
    expect(cell?.height).toBeGreaterThan((cell?.width ?? 0) * 1.5)
    await expect(even(page).getByRole('button').nth(1)).toHaveText(/^0:00\.[56]$/)
    const rows = await even(page)
      .getByRole('button')
      .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
    expect(rows, 'all in one line').toBe(1)
  })

  await test.step('the contact sheet of the next item is ready when its turn comes', async () => {
    const count = 8
    const videos = await addVideos(server, { ...personalVideo('ripples.webm'), count })
    await review(page, videos)
    let turn = 0
    await expect(async () => {
      await sheetIsMade(page)
      turn += 1
      // It is made in the background, so nothing shows that it is done: a slow machine gets more time.
      await page.waitForTimeout(turn * 1000)
      await page.keyboard.press('a')
      await expect(page.getByText(videos.title(count - turn), { exact: true })).toBeVisible()
      await expect(even(page).locator('canvas[data-time]')).toHaveCount(11, { timeout: 1000 })
    }).toPass({ timeout: 120_000 })
  })

  await test.step('a video that cannot be loaded says so, and can be tried again and decided', async () => {
    const videos = await addVideos(server, personalVideo('not-there.webm'))
    await review(page, videos)
    await expect(player(page).getByRole('alert')).toContainText('This video cannot be played')
    await expect(player(page)).toContainText(
      'No contact sheet: the file of this video is not in the store.',
    )
    await player(page).getByRole('button', { name: 'Try again' }).click()
    await expect(player(page).getByRole('alert')).toContainText('This video cannot be played')
    await page.keyboard.press('a')
    const { details } = await decided(server, videos.id, status.approved)
    expect(details.receipt).toEqual({ duration: null, played: [], sheet: [], sheetWhole: false })
  })
})
