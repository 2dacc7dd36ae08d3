// A Chromium for the tests in the browser: one that is there, else one that is fetched.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { inCi, run, runNode, Stop } from './run.mjs'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
]

const fonts = ['fonts-noto-cjk', 'fonts-noto-color-emoji']

// Started, not only looked for: Ubuntu's /usr/bin/chromium-browser may be a stub that asks for a snap.
async function works(path) {
  if (!path || !existsSync(path)) return false
  return (await run(path, ['--version'])).code === 0
}

async function playwrightPath() {
  try {
    const { chromium } = await import('@playwright/test')
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

async function find() {
  for (const path of [...systemPaths, await playwrightPath()]) {
    if (await works(path)) return path
  }
  return undefined
}

function mayInstallPackages() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
}

async function apt(packages) {
  const options = { show: inCi, env: { DEBIAN_FRONTEND: 'noninteractive' } }
  const wait = ['-o', 'DPkg::Lock::Timeout=120']
  const update = await run('apt-get', [...wait, 'update'], options)
  if (update.code !== 0) return update
  const args = [...wait, 'install', '-y', '--no-install-recommends', ...packages]
  return run('apt-get', args, options)
}

async function installBrowser(say) {
  const outputs = []
  if (mayInstallPackages()) {
    say('Installing Chromium and fonts (apt-get), for the tests in the browser…')
    outputs.push((await apt(['chromium', ...fonts])).output)
    const found = await find()
    if (found) return found
  }
  say("Downloading Playwright's Chromium, for the tests in the browser…")
  const args = ['install', ...(mayInstallPackages() ? ['--with-deps'] : []), 'chromium']
  outputs.push((await runNode('node_modules/@playwright/test/cli.js', args, { show: inCi })).output)
  const found = await find()
  if (found) return found
  process.stderr.write(outputs.join(''))
  throw new Stop(
    'No Chromium was found and none could be installed: install one and name it in CHROMIUM_PATH.',
  )
}

// Without a Chinese font the pages show boxes, and screenshots and widths mean nothing.
async function ensureFonts(say) {
  const { code, output } = await run('fc-list', [':lang=zh'])
  if (code === 0 && output.trim() !== '') return
  if (mayInstallPackages()) {
    say('Installing fonts for Chinese text (apt-get)…')
    if ((await apt(fonts)).code === 0) return
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
  if (process.platform === 'linux') await ensureFonts(say)
  return found
}
