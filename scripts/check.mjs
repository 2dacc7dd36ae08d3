// npm run check: everything that can be said about the code without running it.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { tsc } from './build-parts.mjs'
import { listFiles } from './files.mjs'
import { main, root, run, runNode, Stop, seconds } from './run.mjs'
import { ensureInstalled } from './setup.mjs'

const checked = new Set()

/** Without emitting; the list of files it read is kept, for `everyFileIsChecked`. */
async function types(project) {
  const record = `node_modules/.cache/screening-room/${project.replace(/\W/g, '-')}.tsbuildinfo`
  const args = ['-p', project, '--incremental', '--tsBuildInfoFile', join(root, record)]
  // The other steps need the other processors.
  const how = ['--noEmit', '--listFiles', '--singleThreaded']
  const { code, output } = await runNode(tsc, [...args, ...how])
  const isFile = (line) => line.startsWith('/') || /^[A-Z]:\//.test(line)
  const lines = output.split('\n')
  for (const line of lines.filter(isFile)) checked.add(line.trim())
  return { code, output: lines.filter((line) => !isFile(line)).join('\n') }
}

function everyFileIsChecked() {
  const built = /^(?:contract|client|server|examples\/platform)\/src\//
  const missed = listFiles('.')
    .filter((path) => /\.[mc]?tsx?$/.test(path) && !built.test(path))
    .filter((path) => !checked.has(join(root, path).replaceAll('\\', '/')))
  const output = missed.map((path) => `${path} is in no tsconfig: nothing checks its types.\n`)
  return { code: missed.length > 0 ? 1 : 0, output: output.join('') }
}

const build = {
  name: 'build (types of contract and server)',
  work: async () => {
    // In a process of its own: its output belongs under this heading.
    return runNode('scripts/build.mjs')
  },
}
const typesOf = (project, after = []) => ({
  name: `types (${project})`,
  after,
  work: () => types(project),
})
// Tests read the declarations of the built contract and server.
const projects = [
  typesOf('web/tsconfig.json'),
  typesOf('tsconfig.tests.json', [build]),
  typesOf('e2e/tsconfig.json', [build]),
]
const docs = {
  name: 'docs are fresh',
  after: [build],
  work: () => runNode('server/dist/bundle/docs.js', ['--check']),
}

const budgets = {
  name: 'what a browser has to load',
  after: [build],
  work: () => runNode('web/build/budget.mjs'),
}

// The slow ones first, so that they do not end up waiting for each other at the end.
const steps = [
  build,
  ...projects,
  { name: 'floors (dependency-cruiser)', work: cruise },
  { name: 'unused code (knip)', work: () => runNode('node_modules/knip/bin/knip.js') },
  { name: 'format and lint (biome)', work: biome },
  { name: 'walls', work: () => runNode('scripts/check-walls.mjs') },
  { name: 'words and width of docs', work: () => runNode('scripts/check-words.mjs') },
  { name: 'commit subjects', work: () => runNode('scripts/check-commits.mjs') },
  { name: 'file sizes', work: () => runNode('scripts/check-sizes.mjs') },
  { name: 'every file is type-checked', after: projects, always: true, work: everyFileIsChecked },
  docs,
  budgets,
]

function cruise() {
  const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'torture', 'examples']
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...folders]
  return runNode('node_modules/dependency-cruiser/bin/dependency-cruise.mjs', args)
}

function biome() {
  return run(process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '.'])
}

async function runStep(step) {
  const since = performance.now()
  const blocked = step.always ? undefined : step.after?.find(({ failed }) => failed)
  const { code, output } = blocked
    ? { code: 1, output: `Not run: it needs "${blocked.name}", which failed.\n` }
    : await step.work()
  step.failed = code !== 0
  step.done = true
  console.log(`${step.failed ? '✗' : '✓'} ${step.name} (${seconds(since)})`)
  if (step.failed) console.log(`${output.trimEnd()}\n`)
}

async function runAll() {
  const waiting = new Set(steps)
  const worker = async () => {
    while (waiting.size > 0) {
      const next = [...waiting].find(({ after = [] }) => after.every(({ done }) => done))
      if (next) {
        waiting.delete(next)
        await runStep(next)
      } else await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
}

await main(async () => {
  const since = performance.now()
  await ensureInstalled()
  await runAll()
  const failed = steps.filter((step) => step.failed).map(({ name }) => name)
  if (failed.length > 0)
    throw new Stop(`check failed after ${seconds(since)}: ${failed.join(', ')}`)
  console.log(`check is clean (${seconds(since)})`)
})
