import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../scripts/browser.mjs'
import { demoAccounts } from '../server/dist/db/demo/accounts.js'
import { clips } from '../server/dist/db/demo/media.js'
import { findRunning } from '../server/dist/db/embedded/running.js'
import { openPool } from '../server/dist/db/pool.js'
import { sql } from '../server/dist/db/sql.js'
import { signInAs } from './http.mjs'
import { percentile } from './measure.mjs'
import { listOf, listsDuring } from './readers.mjs'
import { startServer } from './server.mjs'
import { signIn } from './sign-in.mjs'

/*
 * Focus review in the browser: how soon the next item is on the screen after the key, on a processor
 * slowed down four times; and the same number of items through focus review and through the list.
 */

const slowDown = 4
const swaps = 24
const sessionItems = 60
/** Every so many are rejected, with the first reason of the catalogue. */
const rejectEvery = 4
/** Each item is looked at for so long once it plays, in either way. */
const look = 1000

/** Pending videos of the demo's clips, on a day of their own. */
async function addVideos(db, day, count) {
  for (let number = 0; number < count; number++) {
    const { file, seconds } = clips[number % clips.length]
    const minute = String(Math.floor(number / 60)).padStart(2, '0')
    const at = `${day}T10:${minute}:${String(number % 60).padStart(2, '0')}+08:00`
    const banner = `banner-${String((number % 28) + 1).padStart(2, '0')}.webp`
    await db.query(sql`
      insert into video (type, uploader_id, title, introduction, banner, media, duration, visibility,
        category_id, status, create_time, update_time)
      values (1, 1, ${`Film ${day} ${number}`}, 'For the bench.', ${banner}, ${file}, ${seconds}, 1,
        (select min(id) from category), 0, ${at}, ${at})`)
  }
}

const focusAt = (day) => `/#/dashboard/focus/personal-video?start=${day}&end=${day}`
const listAt = (day) => `/#/dashboard/video-review?tab=personal&status=0&start=${day}&end=${day}`

/** In the page: from the next key on, when another picture and its first frame are there. */
function watchSwap() {
  const old = document.querySelector('.sr-rp-stage video')
  const isDrawn = (video) => {
    if (video.readyState >= 2) return true
    const poster = new Image()
    poster.src = video.poster
    return video.poster !== '' && poster.complete
  }
  window.swapped = new Promise((resolve) => {
    addEventListener(
      'keydown',
      ({ timeStamp: start }) => {
        const taken = { picture: 0, frame: 0 }
        const tell = () => taken.picture && taken.frame && resolve(taken)
        const wait = () => {
          const video = document.querySelector('.sr-rp-stage video')
          if (!video || video === old || !isDrawn(video)) return requestAnimationFrame(wait)
          video.requestVideoFrameCallback(() => {
            taken.frame = performance.now() - start
            tell()
          })
          // What this frame draws is on the screen when the next one begins.
          requestAnimationFrame(() => {
            taken.picture = performance.now() - start
            tell()
          })
        }
        requestAnimationFrame(wait)
      },
      { once: true, capture: true },
    )
  })
}

const plays = () => {
  const video = document.querySelector('video')
  return video !== null && !video.paused && video.readyState >= 2 && video.currentTime > 0
}

/** While others ask for their lists. */
async function beside(url, work) {
  const [{ phone, password }] = demoAccounts
  const ask = listOf(url, await signInAs(url, phone, password))
  const { result, perSecond } = await listsDuring(ask, work)
  return { ...result, asked: perSecond }
}

/** What the page's main thread has done so far, in milliseconds of its own time. */
async function mainThread(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name) => metrics.find((one) => one.name === name).value * 1000
  return {
    work: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  }
}

const since = (before, after) =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - before[name]]))

async function swapTimes(page, url, day, lookMs, asked = 0) {
  await page.goto(url + focusAt(day))
  await page.waitForFunction(plays)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const taken = []
  for (let number = 0; number < swaps; number++) {
    await page.waitForTimeout(lookMs)
    await page.evaluate(watchSwap)
    const before = await mainThread(devtools)
    await page.keyboard.press('a')
    const swap = await page.evaluate(() => window.swapped)
    taken.push({ ...swap, ...since(before, await mainThread(devtools)) })
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  const of = (name, share) =>
    Math.round(
      percentile(
        taken.map((one) => one[name]),
        share,
      ),
    )
  const times = {
    looked: lookMs / 1000,
    asked,
    items: taken.length,
    picture: of('picture', 0.5),
    pictureP75: of('picture', 0.75),
    frame: of('frame', 0.5),
    frameP75: of('frame', 0.75),
    work: of('work', 0.5),
    script: of('script', 0.5),
    layout: of('layout', 0.5),
  }
  // Whatever becomes of what is measured next.
  console.log(times)
  return times
}

const isRejected = (number) => number % rejectEvery === rejectEvery - 1

/** Acts through the page, and counts. */
function hands(page) {
  const done = { keys: 0, clicks: 0 }
  return {
    done,
    async press(key) {
      done.keys++
      await page.keyboard.press(key)
    },
    async click(locator) {
      done.clicks++
      await locator.click()
    },
  }
}

async function throughFocus(page, url, day) {
  const { done, press } = hands(page)
  await page.goto(url + focusAt(day))
  await page.waitForFunction(plays)
  const start = performance.now()
  for (let number = 0; number < sessionItems; number++) {
    await page.waitForTimeout(look)
    await page.evaluate(() => {
      window.before = document.querySelector('video')
    })
    if (isRejected(number)) {
      await press('r')
      await press('1')
    } else await press('a')
    if (number < sessionItems - 1)
      await page.waitForFunction(() => {
        const video = document.querySelector('video')
        return video !== null && video !== window.before && video.currentTime > 0
      })
  }
  await page.getByText('All caught up').waitFor()
  return { way: 'focus review', ...done, seconds: (performance.now() - start) / 1000 }
}

/** As somebody with a mouse: view, play, the decision, its confirmation. */
async function throughList(page, url, day) {
  const { done, click } = hands(page)
  await page.goto(url + listAt(day))
  const rows = page.locator('[data-row]')
  await rows.first().waitFor()
  const start = performance.now()
  for (let number = 0; number < sessionItems; number++) {
    const id = await rows.first().getAttribute('data-row')
    await click(rows.first().getByRole('button', { name: 'View' }))
    const dialog = page.getByRole('dialog').first()
    await dialog.locator('video').waitFor()
    await page.waitForFunction(() => document.querySelector('video').readyState >= 1)
    await click(dialog.locator('video'))
    await page.waitForFunction(plays)
    await page.waitForTimeout(look)
    const word = isRejected(number) ? 'Reject' : 'Approve'
    await click(dialog.getByRole('button', { name: word, exact: true }))
    const question = page.getByRole('dialog').nth(1)
    if (isRejected(number)) await click(page.locator('.sr-reason-chips button').first())
    await click(question.getByRole('button', { name: word, exact: true }))
    await page.getByRole('dialog').first().waitFor({ state: 'detached' })
    await page.locator(`[data-row="${id}"]`).waitFor({ state: 'detached' })
  }
  return { way: 'list and dialogs', ...done, seconds: (performance.now() - start) / 1000 }
}

const perItem = ({ way, keys, clicks, seconds }) => ({
  way,
  items: sessionItems,
  keys,
  clicks,
  perItem: Number(((keys + clicks) / sessionItems).toFixed(2)),
  secondsPerItem: Number((seconds / sessionItems).toFixed(2)),
})

/** The built app, a server of its own and its demo data. */
export async function focus() {
  const folder = mkdtempSync(join(tmpdir(), 'screening-room-bench-'))
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const db = openPool({
    url: findRunning(dataDir, true).adminUrl,
    size: 1,
    timeZone: 'Asia/Shanghai',
    onError: () => {},
  })
  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const days = {
      looked: '2001-02-01',
      hurried: '2001-02-02',
      focus: '2001-02-03',
      list: '2001-02-04',
      beside: '2001-02-05',
    }
    for (const day of [days.looked, days.hurried, days.beside]) await addVideos(db, day, swaps + 2)
    for (const day of [days.focus, days.list]) await addVideos(db, day, sessionItems)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
    await signIn(page, server.url)
    return {
      slowDown,
      look: look / 1000,
      swaps: [
        await swapTimes(page, server.url, days.looked, 3000),
        await swapTimes(page, server.url, days.hurried, 700),
        await beside(server.url, () => swapTimes(page, server.url, days.beside, 3000)),
      ],
      sessions: [
        perItem(await throughFocus(page, server.url, days.focus)),
        perItem(await throughList(page, server.url, days.list)),
      ],
    }
  } finally {
    await browser.close()
    await db.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
