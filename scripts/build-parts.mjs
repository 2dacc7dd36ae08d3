// The two things that are built: contract and server (tsc -b, then rolldown), and the web (vite build).
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { hashFiles, listFiles, listOutputs } from './files.mjs'
import { inCi, root, runNode, Stop, seconds } from './run.mjs'

const settings = ['package-lock.json', 'tsconfig.base.json', 'contract/package.json']
/** The native compiler, seven times as quick; `typescript` beside it is what other tools call. */
export const tsc = 'node_modules/typescript-native/bin/tsc'
const everything = new Set()
const compiledFolders = ['contract', 'client', 'server', 'examples/platform']

const parts = {
  server: {
    inputs: () => [
      ...settings,
      'tsconfig.json',
      'contract/tsconfig.json',
      'client/tsconfig.json',
      'client/package.json',
      'server/tsconfig.json',
      'server/package.json',
      'server/build/bundle.mjs',
      'examples/platform/tsconfig.json',
      'examples/platform/package.json',
      ...listFiles('examples/platform/src', everything),
      ...listFiles('contract/src', everything),
      ...listFiles('client/src', everything),
      ...listFiles('server/src', everything),
    ],
    outputs: compiledFolders.map((folder) => `${folder}/dist`),
  },
  web: {
    inputs: () => [
      ...settings,
      ...listFiles('contract/src', everything),
      ...listFiles('web').filter((path) => !path.startsWith('web/test/')),
    ],
    outputs: ['web/dist'],
  },
}

const stampOf = (part) => join(root, `node_modules/.cache/screening-room/${part}.stamp`)

function inputsOf(part) {
  const node = process.versions.node.split('.')[0]
  return `node ${node} ${hashFiles(parts[part].inputs())}`
}

function outputsOf(part) {
  return createHash('sha256').update(listOutputs(parts[part].outputs)).digest('hex')
}

function readStamp(part) {
  const [inputs, outputs] = existsSync(stampOf(part))
    ? readFileSync(stampOf(part), 'utf8').split('\n')
    : []
  return { inputs, outputs }
}

export function isFresh(part) {
  const stamp = readStamp(part)
  return stamp.inputs === inputsOf(part) && stamp.outputs === outputsOf(part)
}

/** The stamp goes before the work: a failed build leaves files that no stamp may vouch for. */
async function build(part, say, what, work) {
  const since = performance.now()
  const inputs = inputsOf(part)
  const untouched = readStamp(part).outputs === outputsOf(part)
  rmSync(stampOf(part), { force: true })
  say(`Building ${what}…`)
  await work(untouched)
  writeFileSync(stampOf(part), `${inputs}\n${outputsOf(part)}\n`)
  say(`Built ${what} in ${seconds(since)}.`)
}

async function runTool(what, script, args, options) {
  const { code, output } = await runNode(script, args, { show: inCi, ...options })
  if (code === 0) return
  if (!inCi) process.stderr.write(output)
  throw new Stop(`The build of ${what} failed; the lines above say why.`)
}

const compiled = /(?:\.d\.ts(?:\.map)?|\.js(?:\.map)?)$/

function isSource(path) {
  return /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
}

// What has no source any more would still be found at run time: a withdrawn migration would be applied.
function removeLeftovers(folder) {
  for (const path of listFiles(`${folder}/dist`, everything)) {
    const source = path.replace('/dist/', '/src/')
    const fromTypeScript = existsSync(join(root, source.replace(compiled, '.ts')))
    if (!existsSync(join(root, source)) && !fromTypeScript) rmSync(join(root, path))
  }
}

function copyOtherFiles(folder) {
  for (const path of listFiles(`${folder}/src`, everything)) {
    if (isSource(path)) continue
    const target = join(root, path.replace('/src/', '/dist/'))
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(root, path), target)
  }
}

export function buildServer(say) {
  return build('server', say, 'the server', async (untouched) => {
    // tsc trusts its own record and would not write again what somebody deleted.
    if (!untouched) {
      for (const folder of compiledFolders) {
        rmSync(join(root, folder, 'tsconfig.tsbuildinfo'), { force: true })
      }
    }
    await runTool('the server', tsc, ['-b'])
    for (const folder of compiledFolders) removeLeftovers(folder)
    copyOtherFiles('server')
    await runTool('the server', 'server/build/bundle.mjs', [])
  })
}

export function buildWeb(say) {
  return build('web', say, 'the web', async () => {
    // Built aside and swapped in: a server that runs meanwhile keeps serving a whole web.
    const next = '.cache/dist-next'
    const args = ['build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir']
    const env = { NODE_ENV: 'production' }
    await runTool('the web', 'node_modules/vite/bin/vite.js', args, { cwd: join(root, 'web'), env })
    await runTool('the web', 'web/build/compress.mjs', [join(root, 'web', next)])
    const old = join(root, 'web/.cache/dist-old')
    const dist = join(root, 'web/dist')
    rmSync(old, { recursive: true, force: true })
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(join(root, 'web', next), dist)
    rmSync(old, { recursive: true, force: true })
  })
}
