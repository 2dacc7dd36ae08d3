// A Chromium for the tests in the browser: one that is there, else one from Debian's packages.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  fonts,
  getBrowser,
  installPackages,
  isDebian,
  isRoot,
  unpackedBrowser,
} from './debian-browser.mjs'
import { withLock } from './lock.mjs'
import { run, Stop } from './run.mjs'

const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
]

const firefoxPaths = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

// Started, not only looked for: Ubuntu's /usr/bin/chromium-browser may be a stub that asks for a snap.
async function versionOf(path) {
  if (!path || !existsSync(path)) return undefined
  const { code, output } = await run(path, ['--version'])
  return code === 0 ? output.trim().split('\n').at(-1) : undefined
}
const works = async (path) => (await versionOf(path)) !== undefined

/** Where Playwright keeps the browsers that somebody told it to fetch. */
async function playwrightPath() {
  try {
    const { chromium } = await import('@playwright/test')
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

async function find() {
  for (const path of [...systemPaths, await playwrightPath(), unpackedBrowser]) {
    if (await works(path)) return path
  }
  return undefined
}

/** For a walk in a second engine, where there is one; none is ever fetched for that. */
export async function findFirefox() {
  for (const path of firefoxPaths) {
    const version = await versionOf(path)
    if (version) return { path, version }
  }
  return undefined
}

/** Which browsers this run is about: what holds in one version need not hold in another. */
export async function sayBrowsers(say) {
  const chromium = process.env.CHROMIUM_PATH || (await find())
  say(`Browser: ${chromium ? await versionOf(chromium) : 'none yet, one will be fetched'}`)
  const firefox = await findFirefox()
  say(
    firefox
      ? `Second engine: ${firefox.version}`
      : 'Second engine: no Firefox was found (FIREFOX_PATH names one), its walk is skipped',
  )
}

async function installBrowser(say) {
  if (isDebian()) {
    say("Getting Chromium and fonts from Debian's packages, for the tests in the browser…")
    const { found, output } = await getBrowser(find)
    if (found) return found
    process.stderr.write(output)
  }
  throw new Stop(
    'No Chromium was found: install one, and name it in CHROMIUM_PATH if it is in an unusual place.',
  )
}

// Without a Chinese font the pages show boxes, and screenshots and widths mean nothing.
async function ensureFonts(say) {
  const { code, output } = await run('fc-list', [':lang=zh'])
  if (code === 0 && output.trim() !== '') return
  if (isDebian() && isRoot()) {
    say('Installing fonts for Chinese text (apt-get)…')
    if ((await installPackages(fonts)).code === 0) return
  }
  say(
    'No font for Chinese text was found: pages in the browser tests will show boxes in its place.',
  )
}

export async function findOrInstallBrowser(say = (text) => process.stderr.write(`${text}\n`)) {
  const named = process.env.CHROMIUM_PATH
  if (named && !(await works(named)))
    throw new Stop(`CHROMIUM_PATH names ${named}, which does not run.`)
  const found =
    named ||
    (await find()) ||
    (await withLock(say, async () => (await find()) ?? installBrowser(say)))
  // The unpacked one brings its fonts.
  if (process.platform === 'linux' && found !== unpackedBrowser) await ensureFonts(say)
  return found
}
