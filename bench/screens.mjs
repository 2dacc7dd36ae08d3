import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../scripts/browser.mjs'
import { median, percentile, short } from './measure.mjs'
import { apps } from './peers/apps.mjs'
import { startFront } from './peers/front.mjs'
import { openProbed } from './peers/probe.mjs'
import { startServer } from './server.mjs'
import { signIn } from './sign-in.mjs'

/* How soon a screen can be used that is opened by its address, with nothing in the cache: beside the first table. */

const rounds = Number(process.env.ROUNDS ?? 9)
const slowDown = Number(process.env.SLOW ?? 4)

const opened = [
  { screen: 'project videos', address: '/#/dashboard/video-review', shown: '[data-row]' },
  {
    screen: 'overview',
    address: '/#/dashboard/overview',
    shown: '.sr-overview:not([hidden]) .sr-figures',
  },
  {
    screen: 'overview, with its plots',
    address: '/#/dashboard/overview',
    shown: '.sr-overview-below:not([hidden]) figure svg',
  },
  { screen: 'record', address: '/#/dashboard/record', shown: '.sr-record-entry' },
]

async function open(browser, storageState, url, { address, shown }) {
  const view = { viewport: { width: 1440, height: 900 }, locale: 'en-US', storageState }
  const context = await browser.newContext(view)
  const probed = await openProbed(context, { slowDown, app: { row: shown } })
  await probed.page.goto(url + address, { waitUntil: 'commit' })
  const ms = await probed.seen('row')
  await context.close()
  return ms
}

export async function screens() {
  const data = mkdtempSync(join(tmpdir(), 'screening-room-bench-'))
  chmodSync(data, 0o755)
  const server = await startServer({ DATA_DIR: join(data, 'data'), LOG_LEVEL: 'warn' })
  const front = await startFront(await apps.ours.folder(), server.url)
  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    await signIn(page, front.url)
    const storageState = await page.context().storageState()
    await page.context().close()
    const taken = opened.map(() => [])
    for (let round = 0; round < rounds; round++)
      for (let nth = 0; nth < opened.length; nth++) {
        // Each is first in turn.
        const at = (round + nth) % opened.length
        taken[at].push(await open(browser, storageState, front.url, opened[at]))
      }
    const first = median(taken[0])
    const rows = opened.map(({ screen }, at) => ({
      screen,
      ms: Math.round(median(taken[at])),
      q1: Math.round(percentile(taken[at], 0.25)),
      q3: Math.round(percentile(taken[at], 0.75)),
      toFirst: short(median(taken[at]) / first),
    }))
    return { slowDown, rounds, rows }
  } finally {
    await browser.close()
    front.stop()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
