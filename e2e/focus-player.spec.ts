import { readFile } from 'node:fs/promises'
import { status } from '@screening-room/contract/review'
import {
  decided,
  even,
  isPaused,
  pause,
  personalVideo,
  player,
  playsTo,
  review,
  sheetIsMade,
  slider,
  time,
} from './setup/player.ts'
import { type Server, startServer } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos } from './setup/videos.ts'
import { goTo } from './setup/walk.ts'

test.describe('films.example.com is allowed', () => {
  let server: Server
  test.beforeAll(async () => {
    server = await startServer({ MEDIA_HOSTS: 'films.example.com' })
  })
  test.afterAll(() => server.close())

  test('a video of another host has a sheet if its frames may be read', async ({ page }) => {
    const body = await readFile(new URL('../server/demo-media/clips/ripples.webm', import.meta.url))
    await openAs(page, server, '/dashboard/video-review')

    const open = async (allowed: string) => {
      const name = `allows-${encodeURIComponent(allowed)}.webm`
      await page.route(`https://films.example.com/${name}`, (route) =>
        route.fulfill({
          body,
          headers: { 'content-type': 'video/webm', 'access-control-allow-origin': allowed },
        }),
      )
      await review(
        page,
        await addVideos(server, personalVideo(`https://films.example.com/${name}`)),
      )
      await playsTo(page, 0.5)
    }

    await test.step('a host that allows its frames to be read has a sheet', async () => {
      await open('*')
      await expect(even(page).locator('canvas[data-time]').first()).toBeVisible()
    })

    await test.step('a host that does not is played, and says why there is no sheet', async () => {
      await open('https://somebody.example.com')
      await expect(player(page)).toContainText(
        'No contact sheet: the host of this video does not allow its frames to be read.',
      )
      await expect(player(page).getByRole('alert')).toHaveCount(0)
    })
  })
})

test('what was watched and marked goes into the decision', async ({ page, server }) => {
  await openAs(page, server, '/dashboard/video-review')

  await test.step('the receipt has exactly what was played, and the frames that were visible', async () => {
    const videos = await addVideos(server, personalVideo('city-clock.webm'))
    await review(page, videos)
    await playsTo(page, 2)
    const first = await pause(page)
    await page.keyboard.press('5')
    await expect.poll(() => time(page)).toBeCloseTo(20, 1)
    const from = await time(page)
    await page.keyboard.press('Space')
    await playsTo(page, from + 1)
    const second = await pause(page)
    await sheetIsMade(page)
    await page.keyboard.press('a')

    const { receipt } = (await decided(server, videos.id, status.approved)).details
    expect(receipt.duration).toBeCloseTo(40, 1)
    expect(receipt.played).toHaveLength(2)
    // To half a second: a busy machine starts to play a little late.
    const near = (value: number) => expect.closeTo(value, 0)
    expect(receipt.played).toEqual([
      { from: near(0), to: near(first), speed: 1, muted: true, visible: true },
      { from: near(from), to: near(second), speed: 1, muted: true, visible: true },
    ])
    expect(receipt.sheetWhole).toBe(true)
    expect(receipt.sheet).toHaveLength(11)
  })

  await test.step('the receipt records speed and sound, and leaves out what was hidden', async () => {
    const videos = await addVideos(server, personalVideo('city-clock.webm'))
    await review(page, videos)
    await playsTo(page, 0.5)
    await page.keyboard.press('m')
    await page.keyboard.press('Shift+>')
    await playsTo(page, (await time(page)) + 1)
    await page.keyboard.press('h')
    await expect(player(page)).toContainText('Hidden')
    await expect(page.locator('video')).toBeHidden()
    expect(await isPaused(page)).toBe(true)
    await page.keyboard.press('h')
    await expect(page.locator('video')).toBeVisible()
    expect(await isPaused(page)).toBe(true)

    // As in a background tab: it may keep playing, and nobody sees it.
    await page.keyboard.press('Space')
    const hiddenFrom = await page.locator('video').evaluate((video: HTMLVideoElement) => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      return video.currentTime
    })
    await playsTo(page, hiddenFrom + 1)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await playsTo(page, (await time(page)) + 0.5)
    await page.keyboard.press('a')

    const { played } = (await decided(server, videos.id, status.approved)).details.receipt
    const loud = played.filter(({ muted, speed }) => !muted && speed === 1.25)
    expect(loud.length).toBeGreaterThan(0)
    const unseen = played.filter(({ visible, to, from }) => !visible && to - from > 0.5)
    expect(unseen).toEqual([
      expect.objectContaining({ from: expect.closeTo(hiddenFrom, 0), muted: true }),
    ])
    for (const { from, to, visible } of played)
      if (visible) expect(to <= hiddenFrom + 0.2 || from >= hiddenFrom + 0.8).toBe(true)
  })

  await test.step('marks go into the reason, stay in the history, and can be removed', async () => {
    const videos = await addVideos(server, personalVideo('city-clock.webm'))
    await review(page, videos)
    await playsTo(page, 1)
    await pause(page)
    const seek = async (seconds: number) => {
      const { x, y, width, height } = (await slider(page).boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      }
      await page.mouse.click(x + (width * seconds) / 40, y + height / 2)
      await expect.poll(() => time(page)).toBeCloseTo(seconds, 0)
    }
    for (const seconds of [30.5, 12.5]) {
      await seek(seconds)
      await page.keyboard.press('i')
    }
    await seek(17.5)
    await page.keyboard.press('i')
    const marks = page.getByRole('list', { name: 'Marks' })
    await expect(marks.getByRole('button', { name: /^Go to/ })).toHaveText(['0:30', '0:12–0:17'])
    await marks.getByRole('button', { name: 'Go to 0:30' }).click()
    await expect.poll(() => time(page)).toBeCloseTo(30.5, 0)
    await marks.getByRole('button', { name: 'Remove the mark at 0:30' }).click()
    await expect(marks.getByRole('listitem')).toHaveCount(1)

    await page.keyboard.press('r')
    await page.keyboard.press('1')
    const { details, reason } = await decided(server, videos.id, status.rejected)
    expect(reason).toMatch(/^at 0:12–0:17: \S/)
    expect(details.marks).toEqual([{ from: expect.closeTo(12.5, 0), to: expect.closeTo(17.5, 0) }])

    await goTo(page, `${videos.list}&view=${videos.id}`)
    await expect(page.getByRole('region', { name: 'History' })).toContainText('0:12–0:17')
  })
})

test('the player is used by keys and buttons, and loads what it needs, no more', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/dashboard/video-review')
  const clock = await addVideos(server, personalVideo('city-clock.webm'))

  await test.step('the player is a slider for the keyboard, and a row of buttons', async () => {
    await review(page, clock)
    await playsTo(page, 0.3)
    await player(page).getByRole('button', { name: 'Pause' }).click()
    await expect.poll(() => isPaused(page)).toBe(true)
    await slider(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '0:05 of 0:40')
    await page.keyboard.press('End')
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '40')
    await page.keyboard.press('Home')
    await player(page).getByRole('button', { name: 'Next frame' }).click()
    await expect.poll(() => time(page)).toBeGreaterThan(0.02)
    expect(await time(page)).toBeLessThan(0.1)
    await player(page).getByRole('button', { name: 'Faster' }).click()
    await expect(player(page).getByText('1.25×')).toBeVisible()
    await player(page).getByRole('button', { name: 'Muted' }).click()
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(
      false,
    )
    expect(
      await page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate),
    ).toBe(1.25)
  })

  await test.step('a click, Enter and a digit lead to the frame', async () => {
    await sheetIsMade(page)
    await even(page).getByRole('button', { name: 'Go to 0:16' }).click()
    await expect.poll(() => time(page)).toBeCloseTo(16, 1)
    await even(page).getByRole('button', { name: 'Go to 0:32' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => time(page)).toBeCloseTo(32, 1)
    await page.keyboard.press('2')
    await expect.poll(() => time(page)).toBeCloseTo(8, 1)
  })

  await test.step('the player fetches a new address after it expired, once', async () => {
    const videos = await addVideos(server, personalVideo('city-clock.webm'))
    let refused = 0
    let asked = 0
    await page.route('**/media/**', (route) => {
      if (refused > 0) return route.continue()
      refused++
      return route.fulfill({ status: 403, body: '{"code":403}' })
    })
    page.on('request', (request) => {
      if (request.url().includes('/play/personal/getLink')) asked++
    })
    await review(page, videos)
    await playsTo(page, 0.5)
    expect([refused, asked]).toEqual([1, 2])
    await expect(player(page).getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
  })

  await test.step('the player preloads nothing when data saving is on', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    )
    const links: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/play/')) links.push(request.postData() ?? '')
    })
    const videos = await addVideos(server, { ...personalVideo('ripples.webm'), count: 2 })
    await review(page, videos)
    await playsTo(page, 1)
    expect(links).toEqual([`id=${videos.ids[1]}`])
    await expect(player(page)).toContainText('this browser is set to save data')
    await player(page).getByRole('button', { name: 'Create it' }).click()
    await sheetIsMade(page)
  })
})
