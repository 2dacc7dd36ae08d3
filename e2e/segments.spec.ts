import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { status } from '@screening-room/contract/review'
import { detail } from './setup/items.ts'
import {
  decided,
  even,
  pause,
  personalVideo,
  pictures,
  player,
  playsTo,
  review,
  sheet,
  sheetIsMade,
  time,
} from './setup/player.ts'
import { inFolder, inOneFile, makeFilm, readClip } from './setup/segments.ts'
import type { Server } from './setup/server.ts'
import { expect, openAs, test } from './setup/test.ts'
import { addVideos } from './setup/videos.ts'
import { goTo, playsNoPlaylists, setLanguage } from './setup/walk.ts'

/* Films as they really are: in segments, upright, long, silent, damaged, in a format nobody knows. */

async function put(server: Server, key: string, bytes: string | Buffer) {
  const path = join(server.mediaDir, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

async function putFolder(server: Server, folder: string, files: ReturnType<typeof inFolder>) {
  for (const [name, bytes] of files) await put(server, `${folder}/${name}`, bytes)
  return `${folder}/master.m3u8`
}

const open = async (page: Page, server: Server, media: string) => {
  const videos = await addVideos(server, personalVideo(media))
  await review(page, videos)
  return videos
}

/** What the content policy stopped, and which parts were loaded. */
function watch(page: Page) {
  const scripts: string[] = []
  page.on('request', (one) => scripts.push(new URL(one.url()).pathname))
  const stopped: string[] = []
  page.on('console', (one) => {
    if (/Content Security Policy/.test(one.text())) stopped.push(one.text())
  })
  return { stopped, player: () => scripts.filter((path) => /\/assets\/hls-/.test(path)).length }
}

test('a film in segments is watched, marked and decided like any other', async ({
  page,
  server,
}) => {
  const clock = await readClip('city-clock.webm')
  const media = await putFolder(server, '时钟 1', inFolder(makeFilm(clock)))
  await page.addInitScript(playsNoPlaylists)
  const seen = watch(page)
  await openAs(page, server, '/dashboard/video-review')

  await test.step('what plays it is loaded when it is opened, not before', async () => {
    await open(page, server, 'city-clock.webm')
    await playsTo(page, 0.5)
    expect(seen.player()).toBe(0)
    await open(page, server, media)
    await playsTo(page, 0.5)
    expect(seen.player()).toBeGreaterThan(0)
  })

  await test.step('its receipt, its marks and its contact sheet are those of any film', async () => {
    const videos = await open(page, server, media)
    await playsTo(page, 2)
    const first = await pause(page)
    await page.keyboard.press('5')
    await expect.poll(() => time(page)).toBeCloseTo(20, 0)
    const from = await time(page)
    await page.keyboard.press('i')
    await page.keyboard.press('Space')
    await playsTo(page, from + 1)
    const second = await pause(page)
    await sheetIsMade(page)
    const frames = (await pictures(page)).slice(0, 11)
    expect(new Set(frames.map(([, picture]) => picture)).size).toBe(11)
    await page.keyboard.press('a')
    const { receipt, marks } = (await decided(server, videos.id, status.approved)).details
    expect(receipt.duration).toBeCloseTo(40, 0)
    const near = (value: number) => expect.closeTo(value, 1)
    const mode = { speed: 1, muted: true, visible: true }
    expect(receipt.played).toEqual([
      { from: near(0), to: near(first), ...mode },
      { from: near(from), to: near(second), ...mode },
    ])
    expect(receipt.sheetWhole).toBe(true)
    expect(marks?.map((mark) => mark.from)).toEqual([near(from)])
  })

  await test.step('the dialog of a list plays it too', async () => {
    const videos = await addVideos(server, { media })
    await goTo(page, `${videos.list}&view=${videos.id}`)
    const video = detail(page).getByLabel('Video player')
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.duration))
      .toBeCloseTo(40, 0)
    await video.evaluate((one: HTMLVideoElement) => one.play())
    await expect
      .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
      .toBeGreaterThan(0.5)
    await page.keyboard.press('Escape')
  })

  await test.step('one of four hours says so, and its sheet says how far apart its frames are', async () => {
    const long = await putFolder(server, 'long', inFolder(makeFilm(clock), { times: 360 }))
    await open(page, server, long)
    await playsTo(page, 0.5)
    await expect(player(page)).toContainText('Very long video, 240:12')
    await expect(player(page)).toContainText('Evenly spaced, every 24:01')
    await page.keyboard.press('9')
    await expect.poll(() => time(page)).toBeGreaterThan(12_900)
    await playsTo(page, 12_972)
    await sheetIsMade(page)
  })

  await test.step('a playlist that leads elsewhere is not played', async () => {
    await put(server, 'bad/film.m3u8', '#EXTM3U\n#EXTINF:2,\n../city-clock.webm\n#EXT-X-ENDLIST\n')
    await open(page, server, 'bad/film.m3u8')
    await expect(player(page).getByRole('alert')).toContainText(
      'names files outside of its own folder',
    )
    await expect(player(page)).toContainText('No contact sheet: the playlist of this video')
  })
  expect(seen.stopped).toEqual([])
})

test('a browser that plays such films by itself does, and a film that is unusual or does not play says what it is', async ({
  page,
  server,
}) => {
  const ripples = await readClip('ripples.webm')
  const seen = watch(page)
  await openAs(page, server, '/dashboard/video-review')
  const alert = player(page).getByRole('alert')

  await test.step('by itself where it can', async () => {
    await open(page, server, await putFolder(server, 'own', inFolder(makeFilm(ripples))))
    await playsTo(page, 0.5)
    await sheetIsMade(page)
    const can = await page
      .locator('video')
      .evaluate((one: HTMLVideoElement) => one.canPlayType('application/vnd.apple.mpegurl'))
    expect(seen.player() === 0).toBe(can !== '')
    await expect(player(page)).not.toContainText('audio track')
  })

  await test.step('no sound, and frames at an unusual rate', async () => {
    const film = makeFilm(ripples, { sound: false, slower: 2.5 })
    await open(page, server, await putFolder(server, 'slow', inFolder(film)))
    await expect(player(page)).toContainText('This video has no audio track', { timeout: 20_000 })
    await expect(player(page)).toContainText('Unusual frame rate, 10 a second', { timeout: 30_000 })
  })

  await test.step('upright', async () => {
    await open(page, server, 'tall-tide.webm')
    await expect(player(page)).toContainText('Upright video, 360 × 640')
    await expect(even(page).locator('canvas[data-time]').first()).toBeVisible()
    await expect(player(page)).not.toContainText('frame rate')
  })

  const wrong: [string, Buffer | undefined, RegExp, RegExp][] = [
    ['gone.mp4', undefined, /not in the store/, /not in the store/],
    ['page.webm', Buffer.from('<html>'), /damaged or incomplete/, /damaged/],
    ['cut.mp4', inOneFile(makeFilm(ripples)).subarray(0, 300), /damaged or incomplete/, /damaged/],
    ['empty.webm', Buffer.alloc(0), /damaged or incomplete/, /damaged/],
    [
      'hevc.mp4',
      inOneFile(makeFilm(ripples, { sound: false, videoCodec: 'hvc1' })),
      /does not know its format/,
      /cannot play the format/,
    ],
  ]
  for (const [media, bytes, says, sheetSays] of wrong)
    await test.step(`${media} says why it does not play, in the player and in the place of its sheet`, async () => {
      if (bytes) await put(server, media, bytes)
      await open(page, server, media)
      await expect(alert).toContainText('This video cannot be played')
      await expect(alert).toContainText(says)
      await expect(player(page).getByRole('status').last()).toHaveText(sheetSays)
      await expect(sheet(page)).toHaveCount(0)
    })

  await test.step('in a list’s dialog as well, and in Chinese', async () => {
    const videos = await addVideos(server, { media: 'hevc.mp4' })
    await goTo(page, videos.list)
    await setLanguage(page, 'zh-CN')
    await goTo(page, `${videos.list}&view=${videos.id}`)
    await expect(detail(page).getByRole('alert')).toContainText('此浏览器不支持它的格式')
  })
  expect(seen.stopped).toEqual([])
})
