// What `npm start`, `npm test` and `npm run check` need first: the dependencies and a fresh build.
// Node's own modules only: this runs before anything is installed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildServer, buildWeb, isFresh } from './build-parts.mjs'
import { hashFiles } from './files.mjs'
import { withLock } from './lock.mjs'
import { inCi, root, run, Stop, seconds } from './run.mjs'

const stamp = join(root, 'node_modules/.screening-room-install')

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

function checkNode() {
  const wanted = readJson('package.json').engines.node.replace('>=', '')
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [needMajor, needMinor = 0] = wanted.split('.').map(Number)
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return
  throw new Stop(
    `Screening Room needs Node ${wanted} or newer; this is Node ${process.versions.node}. See https://nodejs.org/.`,
  )
}

function manifests() {
  const { workspaces } = readJson('package.json')
  return ['', ...workspaces.filter((folder) => existsSync(join(root, folder, 'package.json')))]
}

// The platform is part of it: a folder shared with a container of another system holds the wrong binaries.
function wantedInstall() {
  const files = ['package-lock.json', ...manifests().map((folder) => join(folder, 'package.json'))]
  return `${hashFiles(files)} ${process.platform} ${process.arch}\n`
}

function installedByStamp() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') === wantedInstall() : undefined
}

const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies']

function same(one = {}, other = {}) {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

function lockAgrees(lock) {
  return manifests().every((folder) => {
    const manifest = readJson(join(folder, 'package.json'))
    const locked = lock.packages[folder]
    return locked && dependencyFields.every((field) => same(manifest[field], locked[field]))
  })
}

/** After a hand-typed `npm install` there is no stamp of ours, but npm's own record tells as much. */
function installedByRecord() {
  const lock = readJson('package-lock.json')
  const record = readJson('node_modules/.package-lock.json')
  if (!lock || !record || !lockAgrees(lock)) return false
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true
    const installed = record.packages[path]
    if (!installed) return Boolean(wanted.optional || wanted.devOptional)
    return installed.version === wanted.version && existsSync(join(root, path))
  })
}

function writeStamp() {
  try {
    writeFileSync(stamp, wantedInstall())
  } catch {
    // A clone that belongs to somebody else: without the stamp the slower comparison is made again.
  }
}

function isInstalled() {
  const byStamp = installedByStamp()
  if (byStamp) return true
  if (!installedByRecord()) return false
  // A stamp that names another platform cannot be overruled by a record that names none.
  if (
    byStamp === false &&
    !readFileSync(stamp, 'utf8').endsWith(`${process.platform} ${process.arch}\n`)
  ) {
    return false
  }
  writeStamp()
  return true
}

function runNpm(args) {
  const own = process.env.npm_execpath
  // The loglevel is given because `npm --silent test` would hand its silence on, and hide why it failed.
  const all = [...args, '--include=dev', '--no-audit', '--no-fund', '--loglevel=warn']
  const env = { NODE_ENV: '' }
  if (own && /npm-cli\.c?js$/.test(own))
    return run(process.execPath, [own, ...all], { show: inCi, env })
  return run('npm', all, { show: inCi, env })
}

async function installFrom(lock) {
  if (!lock) return runNpm(['install'])
  const result = await runNpm(['ci'])
  // A lockfile made on one platform may lack the binaries of another, and npm ci insists on all of them.
  if (result.code === 0 || !result.output.includes('EUSAGE')) return result
  return runNpm(['install', '--no-save'])
}

async function install(say) {
  const since = performance.now()
  const lock = readJson('package-lock.json')
  if (lock && !lockAgrees(lock)) {
    throw new Stop('package.json and package-lock.json disagree: run npm install, and commit both.')
  }
  say('Installing the dependencies, a minute or two the first time…')
  const { code, output } = await installFrom(lock)
  if (code !== 0) {
    if (!inCi) process.stderr.write(output)
    throw new Stop(`The dependencies could not be installed: npm ended with ${code}.`)
  }
  writeStamp()
  say(`Installed in ${seconds(since)}.`)
}

const tell = (text) => process.stderr.write(`${text}\n`)
const tellTerminal = (text) => process.stderr.isTTY && tell(text)

export async function ensureInstalled({ quiet = false } = {}) {
  checkNode()
  const say = quiet ? tellTerminal : tell
  if (isInstalled()) return
  await withLock(say, async () => {
    if (!isInstalled()) await install(say)
  })
}

export async function ensureBuilt({ quiet = false } = {}) {
  const say = quiet ? tellTerminal : tell
  if (isFresh('server') && isFresh('web')) return
  await withLock(say, async () => {
    mkdirSync(join(root, 'node_modules/.cache/screening-room'), { recursive: true })
    const builds = []
    if (!isFresh('server')) builds.push(buildServer(say))
    if (!isFresh('web')) builds.push(buildWeb(say))
    // Both are waited for: the lock must not be given back while one of them still writes.
    const results = await Promise.allSettled(builds)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  })
}

/** `.env` beside package.json; what the environment already says wins. */
export function loadEnv() {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
