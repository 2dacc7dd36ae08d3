import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '../../scripts/copy-project.mjs'
import { main, onEnd, root, run, seconds } from '../../scripts/run.mjs'
import { figure } from '../figures.mjs'
import { isSpec, runSpecs } from './browser.mjs'
import { sabotages } from './list.mjs'

/*
 * In a copy of the project each guard is taken away, one at a time; the test that is named must fail
 * without it, and hold with it.
 */

const copy = mkdtempSync(join(tmpdir(), 'screening-room-sabotage-'))
const remove = () => rmSync(copy, { recursive: true, force: true })
onEnd(remove)

function makeCopy() {
  copyProject(copy)
  for (const built of ['contract/dist', 'server/dist', 'web/dist'])
    cpSync(join(root, built), join(copy, built), { recursive: true })
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

/** All tests that the chosen lines name, with every guard in place. */
async function runAll(chosen) {
  const files = [...new Set(chosen.map(({ test }) => test))]
  const specs = files.filter(isSpec)
  const words = chosen.filter(({ test }) => isSpec(test)).map(({ red }) => red)
  const others = files.filter((file) => !isSpec(file))
  const none = { passed: [], failed: [] }
  const vitest = others.length > 0 ? await runTests(others) : none
  const browser = specs.length > 0 ? await runSpecs(copy, specs, words) : none
  return {
    passed: [...vitest.passed, ...browser.passed],
    failed: [...vitest.failed, ...browser.failed],
  }
}

const has = (names, words) => names.some((name) => name.includes(words))

/** Whether a test passes by itself, as it is run without the guard: it may need what others of its file leave. */
const alone = new Map()
async function passesAlone({ test, red }) {
  const key = `${test} ${red}`
  if (!alone.has(key)) alone.set(key, has((await runTests([test], red)).passed, red))
  return alone.get(key)
}

await main(async () => {
  makeCopy()
  const [word] = process.argv.slice(2)
  const chosen = sabotages.filter(
    ({ guard, file }) => !word || guard.includes(word) || file.includes(word),
  )
  const since = performance.now()
  const all = await runAll(chosen)
  console.log(`with every guard: ${all.passed.length} passed (${seconds(since)})`)
  let found = 0
  for (const sabotage of chosen) {
    const { guard, test, red } = sabotage
    const began = performance.now()
    const { failed } = await withoutGuard(sabotage, () =>
      isSpec(test) ? runSpecs(copy, [test], [red]) : runTests([test], red),
    )
    // Red without the guard says something only of a test that is green with it.
    const sound =
      has(all.passed, red) &&
      !has(all.failed, red) &&
      (isSpec(test) || (await passesAlone(sabotage)))
    const noticed = has(failed, red) && sound
    if (noticed) found += 1
    const by = failed.find((name) => name.includes(red))
    console.log(`${noticed ? '✓' : '✗'} ${guard} (${seconds(began)})${by ? `: ${by}` : ''}`)
  }
  console.log(`${found} of ${chosen.length} found`)
  figure('X1', found)
  if (found < chosen.length) process.exitCode = 1
})
remove()
