import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../scripts/browser.mjs'
import { demoAccounts } from '../server/dist/db/demo/accounts.js'
import { median, percentile } from './measure.mjs'
import { apps } from './peers/apps.mjs'
import { startFront } from './peers/front.mjs'
import { openProbed } from './peers/probe.mjs'
import { startServer } from './server.mjs'

/*
 * Our app beside three others that show the same rows, through the same server, files and network, in
 * turns: how soon each can be used, and what it costs to get there.
 */

const rounds = Number(process.env.ROUNDS ?? 9)
const slowDowns = (process.env.SLOW ?? '4,1').split(',').map(Number)
/** As somebody types who knows their password. */
const keyMs = 60
/** What is fetched ahead has come, as it has when somebody has looked at the list for a moment. */
const lookMs = 1500

const [{ phone, password }] = demoAccounts

async function signInAndWork(context, options, url) {
  const { app } = options
  const probed = await openProbed(context, options)
  const { page } = probed
  await page.goto(url + app.login)
  const form = await probed.seen('form')
  await page
    .locator(app.name)
    .first()
    .pressSequentially((app.typed ?? String)(phone), { delay: keyMs })
  await page.locator('input[type=password]').pressSequentially(password, { delay: keyMs })
  const signIn = await probed.click(app.signIn, app.row)
  const look = () => page.waitForTimeout(lookMs)
  await look()
  const route = await probed.click(app.toReports, app.row)
  await look()
  const second = await probed.click(app.secondPage, app.row)
  await look()
  const dialog = await probed.click(app.open, app.dialog)
  await look()
  const heap = await probed.heapMb()
  return {
    'sign-in form': form,
    'sign in → first row': signIn.ms,
    'row → dialog': dialog.ms,
    'row → dialog, work': dialog.work,
    'second page, work': second.work,
    'other screen, work': route.work,
    'heap, MB': heap,
  }
}

async function openByAddress(context, options, url) {
  const probed = await openProbed(context, options)
  await probed.page.goto(url + options.app.reports, { waitUntil: 'commit' })
  const row = await probed.seen('row')
  const work = await probed.busy()
  const { requests, scriptKb } = await probed.loaded(row)
  await probed.page.waitForTimeout(lookMs)
  await probed.page.close()
  return { row, work, requests, scriptKb }
}

/** One app once, from an empty cache: sign in and work; then by an address, cold and from the cache. */
async function visit(browser, options, url) {
  const view = { viewport: { width: 1440, height: 900 }, locale: 'en-US' }
  const first = await browser.newContext(view)
  const worked = await signInAndWork(first, options, url)
  const storageState = await first.storageState()
  await first.close()
  const context = await browser.newContext({ ...view, storageState })
  const cold = await openByAddress(context, options, url)
  const warm = await openByAddress(context, options, url)
  await context.close()
  return {
    ...worked,
    'address → first row': cold.row,
    'address → first row, work': cold.work,
    'requests until the first row': cold.requests,
    'scripts until the first row, kB': cold.scriptKb,
    'new tab, cached → first row': warm.row,
    'new tab, cached, work': warm.work,
    'new tab, cached, requests': warm.requests,
  }
}

const quartiles = (values) => ({
  median: Math.round(median(values)),
  q1: Math.round(percentile(values, 0.25)),
  q3: Math.round(percentile(values, 0.75)),
})

async function inTurns(browser, fronts, slowDown) {
  const names = Object.keys(fronts)
  const taken = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    // Each is first in turn.
    const order = names.map((_, index) => names[(round + index) % names.length])
    for (const name of order)
      taken[name].push(await visit(browser, { app: apps[name], slowDown }, fronts[name].url))
    console.log(`processor ${slowDown}×, round ${round + 1} of ${rounds}`)
  }
  const measures = Object.keys(taken[names[0]][0])
  const rows = measures.map((measure) => ({
    measure,
    ...Object.fromEntries(
      names.map((name) => [name, quartiles(taken[name].map((one) => one[measure]))]),
    ),
  }))
  return { slowDown, rows }
}

export async function peers() {
  const folders = {}
  for (const [name, { folder }] of Object.entries(apps)) folders[name] = await folder()
  const data = mkdtempSync(join(tmpdir(), 'screening-room-bench-'))
  chmodSync(data, 0o755)
  const server = await startServer({ DATA_DIR: join(data, 'data'), LOG_LEVEL: 'warn' })
  const browser = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const fronts = {}
  try {
    for (const name of Object.keys(apps)) fronts[name] = await startFront(folders[name], server.url)
    const rates = []
    for (const slowDown of slowDowns) rates.push(await inTurns(browser, fronts, slowDown))
    return { rounds, browser: browser.version(), rates }
  } finally {
    await browser.close()
    for (const { stop } of Object.values(fronts)) stop()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  }
}
