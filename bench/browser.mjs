import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findOrInstallBrowser } from '../scripts/browser.mjs'
import { startServer } from './server.mjs'
import { signIn } from './sign-in.mjs'

/*
 * How long the page's main thread works for what a reviewer does all day, until it is painted, on a
 * processor slowed down four times. The built app, the server and its demo data.
 */

const slowDown = Number(process.env.SLOW ?? 4)
const goal = 100
const rounds = Number(process.env.ROUNDS ?? 9)
const settled = 800

/** In the page: resolves when what changes there is painted. Looks at changes only, since polling is work too. */
function watch(shown) {
  return new Promise((done) => {
    const check = () => {
      if (!shown()) return
      observer.disconnect()
      removeEventListener('focusin', check)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(0)
      })
    }
    const observer = new MutationObserver(check)
    observer.observe(document, { subtree: true, childList: true, attributes: true })
    addEventListener('focusin', check)
  })
}

const whenShown = (page, shown) => page.evaluate(`(${watch})(${shown}).then(() => undefined)`)

async function busy(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
}

/** Milliseconds the main thread worked from the key or click until its result was painted. */
async function work(page, devtools, { act, shown }) {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const painted = whenShown(page, shown)
  await page.waitForTimeout(200)
  const from = await busy(devtools)
  await act()
  await painted
  const total = (await busy(devtools)) - from
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return total
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

const dialogIsThere = () => document.querySelector('[role=dialog]') !== null
const dialogIsGone = () => document.querySelector('[role=dialog]') === null
const secondRowHasIt = () => document.activeElement?.previousElementSibling?.matches('[data-row]')
const personalIsThere = () => document.querySelector('[aria-label="Personal videos"] [data-row]')
const secondPageIsThere = () =>
  document.querySelector('[data-row] td')?.textContent === '11' &&
  !document.querySelector('[aria-busy=true]')

const oldestIsThere = () =>
  document.querySelector('[aria-sort=ascending]') && !document.querySelector('[aria-busy=true]')
const paletteIsThere = () => document.querySelector('[role=combobox][aria-expanded=true]') !== null

/** What is measured: each brings the page there at full speed, and then is one key or click. */
function actionsOn(page, url) {
  const at = async (path) => {
    if (await page.getByRole('dialog').count()) await page.keyboard.press('Escape')
    await page.goto(`${url}/#/dashboard/${path}`)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[data-row]').first().waitFor()
    // What is fetched ahead has come, as it has when somebody has looked at the list for a moment.
    await page.waitForTimeout(settled)
  }
  const press = (key) => () => page.keyboard.press(key)
  const click = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox()
    await page.mouse.move(x + width / 2, y + height / 2)
    return () => page.mouse.click(x + width / 2, y + height / 2)
  }
  const open = (path) => async () => {
    await at(path)
    await page.locator('[data-row]').first().focus()
    return { act: press('Enter'), shown: dialogIsThere }
  }
  return {
    'next row': async () => {
      await open('video-review')()
      return { act: press('ArrowDown'), shown: secondRowHasIt }
    },
    'open a video': open('video-review'),
    'close a video': async () => {
      const { act } = await open('video-review')()
      await act()
      await page.locator('video').waitFor()
      await page.waitForTimeout(settled)
      return { act: press('Escape'), shown: dialogIsGone }
    },
    'open a certification': open('auth-review'),
    'open a report': open('report-review'),
    'open a project': open('project-review'),
    'reject from a row': async () => {
      await at('video-review?status=0')
      const reject = page.locator('[data-row]').getByRole('button', { name: 'Reject' })
      return { act: await click(reject.first()), shown: dialogIsThere }
    },
    'other tab': async () => {
      await at('video-review')
      const act = await click(page.getByRole('tab', { selected: false }))
      return { act, shown: personalIsThere }
    },
    'next page': async () => {
      await at('video-review')
      const act = await click(page.getByRole('listitem', { name: '2', exact: true }))
      return { act, shown: secondPageIsThere }
    },
    'oldest first': async () => {
      await at('video-review')
      const head = page.getByRole('columnheader', { name: 'Created time' }).getByRole('button')
      return { act: await click(head), shown: oldestIsThere }
    },
    'open the palette': async () => {
      await at('video-review')
      return { act: press('Control+k'), shown: paletteIsThere }
    },
  }
}

const folder = mkdtempSync(join(tmpdir(), 'screening-room-bench-'))
chmodSync(folder, 0o755)
const server = await startServer({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' })
const browser = await chromium.launch({
  executablePath: await findOrInstallBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const devtools = await page.context().newCDPSession(page)
  // Time that the thread had the processor: what else runs on the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await signIn(page, server.url)
  const table = {}
  for (const [name, prepare] of Object.entries(actionsOn(page, server.url))) {
    const times = []
    // The first time pays for code that is compiled once a day.
    await work(page, devtools, await prepare())
    for (let round = 0; round < rounds; round++)
      times.push(await work(page, devtools, await prepare()))
    const typical = middle(times)
    table[name] = {
      'work ms': Math.round(typical),
      [`of ${goal} ms`]: `${Math.round((typical / goal) * 100)} %`,
    }
  }
  console.table(table)
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
