// Chromium and fonts from Debian's packages: installed by root, unpacked into a folder by anybody else.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { inCi, run } from './run.mjs'

// The first has no windows around its pages, and runs tests in two thirds of the time.
const browsers = ['chromium-headless-shell', 'chromium']
export const fonts = ['fonts-noto-cjk', 'fonts-noto-color-emoji']

const folder = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'screening-room/browser',
)
/** Starts what was unpacked, with its libraries and fonts. */
export const unpackedBrowser = join(folder, 'chromium')

export function isDebian() {
  if (!existsSync('/usr/bin/apt-get')) return false
  return /^ID(?:_LIKE)?=.*(?:debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
}

export const isRoot = () => process.getuid?.() === 0

function aptGet(args, cwd) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', args, { show: inCi, env, ...(cwd && { cwd }) })
}

/** For the whole machine. */
export async function installPackages(names) {
  const wait = ['-o', 'DPkg::Lock::Timeout=120']
  const update = await aptGet([...wait, 'update'])
  if (update.code !== 0) return update
  return aptGet([...wait, 'install', '-y', '--no-install-recommends', ...names])
}

/** Needs no rights: apt keeps its lists and packages in our folder, and nothing is set up. */
async function unpackPackages(browser) {
  const at = (name) => join(folder, name)
  for (const name of ['lists/partial', 'archives/partial', 'debs', 'root'])
    mkdirSync(at(name), { recursive: true })
  const own = [`Dir::State::lists=${at('lists')}`, `Dir::Cache=${folder}`, 'Debug::NoLocking=1']
  const options = own.flatMap((option) => ['-o', option])
  const steps = [await aptGet([...options, 'update'])]
  const wanted = ['install', '--no-install-recommends', browser, ...fonts]
  const plan = await aptGet([...options, '--simulate', ...wanted])
  // What belongs beside the program is fetched even where the machine has it.
  const missing = [...plan.output.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name)
  const names = new Set([browser, 'chromium-common', ...missing])
  steps.push(plan, await aptGet([...options, 'download', ...names], at('debs')))
  for (const file of readdirSync(at('debs')))
    steps.push(await run('dpkg-deb', ['--extract', join(at('debs'), file), at('root')]))
  // Newer packages have no `lib` of their own beside `usr/lib`.
  const places = ['root/usr/lib', 'root/lib'].filter((place) => existsSync(at(place)))
  const libraries = places.flatMap((place) =>
    readdirSync(at(place))
      .filter((name) => name.endsWith('-linux-gnu'))
      // Pulse keeps a part of itself in a folder of its own.
      .flatMap((name) => [`${place}/${name}`, `${place}/${name}/pulseaudio`]),
  )
  const launcher = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH="${libraries.map(at).join(':')}"`,
    `export XDG_DATA_HOME="${at('root/usr/share')}"`,
    ...(existsSync('/etc/fonts') ? [] : [`export FONTCONFIG_PATH="${at('root/etc/fonts')}"`]),
    `exec "${at(`root/usr/lib/chromium/${browser}`)}" "$@"`,
  ]
  writeFileSync(unpackedBrowser, `${launcher.join('\n')}\n`)
  chmodSync(unpackedBrowser, 0o755)
  for (const name of ['debs', 'lists', 'archives'])
    rmSync(at(name), { recursive: true, force: true })
  return { code: 0, output: steps.map(({ output }) => output).join('') }
}

/** Tries one after the other until `find` finds one; answers it, and what the tools said. */
export async function getBrowser(find) {
  const outputs = []
  for (const browser of browsers) {
    const get = isRoot() ? installPackages([browser, ...fonts]) : unpackPackages(browser)
    outputs.push((await get.catch((error) => ({ output: `${error.message}\n` }))).output)
    const found = await find()
    if (found) return { found, output: '' }
  }
  return { found: undefined, output: outputs.join('') }
}
