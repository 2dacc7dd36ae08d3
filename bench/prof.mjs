import { chmodSync, mkdtempSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../scripts/browser.mjs'
import { apps } from './peers/apps.mjs'
import { startFront } from './peers/front.mjs'
import { openProbed } from './peers/probe.mjs'
import { startServer } from './server.mjs'
import { signIn } from './sign-in.mjs'
const data = mkdtempSync('/tmp/prof-'); chmodSync(data, 0o755)
const server = await startServer({ DATA_DIR: data + '/data', LOG_LEVEL: 'warn' })
const front = await startFront(await apps.ours.folder(), server.url)
const browser = await chromium.launch({ executablePath: await findOrInstallBrowser(), args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
const page = await browser.newPage(); await signIn(page, front.url)
const storageState = await page.context().storageState(); await page.context().close()
for (let i = 0; i < 4; i++) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', storageState })
  const probed = await openProbed(context, { slowDown: 4, app: { row: '.sr-overview:not([hidden]) figure, .sr-overview:not([hidden]) .sr-figures' } })
  await probed.page.goto(front.url + '/#/dashboard/overview', { waitUntil: 'commit' })
  const ms = await probed.seen('row')
  console.log('seen', Math.round(ms), 'work', Math.round(await probed.busy()))
  if (i === 3) console.log((await probed.page.evaluate(() => performance.getEntriesByType('resource').map((e) => [e.name.replace(/.*\/\/[^/]*/, '').slice(0, 60), Math.round(e.startTime), Math.round(e.responseEnd), e.transferSize].join(' ')))).join('\n'))
  await context.close()
}
await browser.close(); front.stop(); await server.stop()
