import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles } from '../../scripts/files.mjs'
import { main, onEnd, root, run, seconds } from '../../scripts/run.mjs'
import { figure } from '../figures.mjs'
import { sabotages } from './list.mjs'

/*
 * In a copy of the project each guard is taken away, one at a time; the test that is named must fail
 * without it, and hold with it.
 */

const copy = mkdtempSync(join(tmpdir(), 'screening-room-sabotage-'))
const remove = () => rmSync(copy, { recursive: true, force: true })
onEnd(remove)

function makeCopy() {
  for (const path of listFiles('.').filter((path) => !path.startsWith('e2e/test-results/'))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  for (const built of ['contract/dist', 'server/dist', 'web/dist'])
    cpSync(join(root, built), join(copy, built), { recursive: true })
  // The installed packages as they are, our own from the copy.
  mkdirSync(join(copy, 'node_modules/@screening-room'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@screening-room' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(root, 'node_modules/@screening-room')))
    symlinkSync(join(copy, name), join(copy, 'node_modules/@screening-room', name))
}

/** The tests that ran, or whose names hold these words, by how they ended. */
async function runTests(files, words) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const only = words ? ['-t', words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')] : []
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = ['run', '--reporter=json', `--outputFile.json=${report}`, ...only, ...files]
  // Whatever count is asked of the others: here one failure is enough.
  const env = { TORTURE: 'short', TORTURE_FIGURES: '' }
  const { output } = await run(process.execPath, [vitest, ...args], { cwd: copy, env })
  if (!existsSync(report)) throw new Error(`vitest left no report:\n${output}`)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const named = (status) =>
    all.filter((test) => test.status === status).map(({ fullName }) => fullName)
  return { passed: named('passed'), failed: named('failed') }
}

async function withoutGuard({ file, cut, put }, work) {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  if (whole.split(cut).length !== 2) throw new Error(`${file} does not hold once: ${cut}`)
  writeFileSync(
    path,
    whole.replace(cut, () => put),
  )
  try {
    return await work()
  } finally {
    writeFileSync(path, whole)
  }
}

const has = (names, words) => names.some((name) => name.includes(words))

await main(async () => {
  makeCopy()
  const chosen = process.argv[2]
    ? sabotages.filter(({ guard }) => guard.includes(process.argv[2]))
    : sabotages
  const since = performance.now()
  const sound = await runTests([...new Set(chosen.map(({ test }) => test))])
  console.log(`with every guard: ${sound.passed.length} passed (${seconds(since)})`)
  let found = 0
  for (const sabotage of chosen) {
    const { guard, test, red } = sabotage
    const began = performance.now()
    const { failed } = await withoutGuard(sabotage, () => runTests([test], red))
    // Red without the guard says something only of a test that is green with it.
    const noticed = has(failed, red) && has(sound.passed, red) && !has(sound.failed, red)
    if (noticed) found += 1
    const by = failed.find((name) => name.includes(red))
    console.log(`${noticed ? '✓' : '✗'} ${guard} (${seconds(began)})${by ? `: ${by}` : ''}`)
  }
  console.log(`${found} of ${chosen.length} found`)
  figure('X1', found)
  if (found < chosen.length) process.exitCode = 1
})
remove()
