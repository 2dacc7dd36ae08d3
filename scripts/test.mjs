// npm test [part of a path…]: vitest, then Playwright; the last line is the sum of both.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallBrowser, sayBrowsers } from './browser.mjs'
import { listFiles } from './files.mjs'
import { main, onEnd, root, runNode, Stop } from './run.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'
import { readReport } from './test-reports.mjs'

const filters = process.argv.slice(2)
const sum = { passed: 0, skipped: 0 }
const failures = []
const flaky = []
const reports = mkdtempSync(join(tmpdir(), 'screening-room-test-'))
const removeReports = () => rmSync(reports, { recursive: true, force: true })

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Each runs files and leaves a report. */
const runners = {
  vitest: (files, report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const args = ['run', ...reporters, ...files]
    return runNode('node_modules/vitest/vitest.mjs', args, { terminal: true })
  },
  /** `lines` limits the run to these tests, where a file is alone. */
  playwright: async (files, report, lines = []) => {
    const env = {
      CHROMIUM_PATH: await findOrInstallBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }
    // Playwright reads its arguments as regular expressions on the whole path.
    const exact = files.flatMap((path) => {
      const whole = `^${escaped(join(root, path))}$`
      return lines.length > 0 ? lines.map((line) => `${whole}:${line}`) : [whole]
    })
    const args = ['test', '--config', join(root, 'e2e/playwright.config.ts'), ...exact]
    const options = { terminal: true, env, cwd: join(root, 'e2e') }
    return runNode('node_modules/@playwright/test/cli.js', args, options)
  },
}

/** A runner that fails without naming a failed test (a crash, no report) counts as one failure. */
async function runTests(runner, files, lines) {
  const report = join(reports, `${runner}.json`)
  rmSync(report, { force: true })
  const { code } = await runners[runner](files, report, lines)
  let result = { passed: 0, skipped: 0, failures: [] }
  try {
    result = readReport[runner](JSON.parse(readFileSync(report, 'utf8')))
  } catch (error) {
    result.failures.push({ title: runner, error: `no report: ${error.message}` })
  }
  if (code !== 0 && result.failures.length === 0)
    result.failures.push({ title: runner, error: `exit code ${code} although no test failed` })
  return result
}

function findTests(folders, pattern) {
  return folders
    .flatMap((folder) => listFiles(folder))
    .filter((path) => pattern.test(path))
    .filter((path) => filters.length === 0 || filters.some((part) => path.includes(part)))
}

async function runAll(runner, folders, pattern) {
  const files = findTests(folders, pattern)
  if (files.length === 0) return
  const result = await runTests(runner, files)
  sum.passed += result.passed
  sum.skipped += result.skipped
  failures.push(...result.failures.map((failure) => ({ runner, ...failure })))
}

/** More failures than this are no accident: running them again would only take time. */
const rerunAtMost = 10

/**
 * Runs what failed once more by itself: of the browser the failed tests, else their whole file, whose tests
 * may build on each other. What passes now is flaky: reported, and not a failure.
 */
async function rerunFailures() {
  if (failures.length > rerunAtMost) return
  const all = failures.splice(0)
  for (const file of new Set(all.map((failure) => failure.file))) {
    const failed = all.filter((failure) => failure.file === file)
    const [{ runner }] = failed
    const whole = failed.some(({ test }) => test === undefined)
    const lines = whole ? [] : failed.flatMap(({ line }) => line ?? [])
    if (file) console.log(`\nOnce more by itself: ${file}`)
    const second = file && (await runTests(runner, [file], lines))
    const passes = second && second.failures.length === 0 && second.passed > 0
    if (passes) sum.passed += whole ? second.passed : failed.length
    ;(passes ? flaky : failures).push(...failed)
  }
}

async function counted(work) {
  if (!(await main(work))) failures.push({ title: 'npm test', error: 'see above' })
}

const list = (tests) => tests.map(({ title, error }) => `- ${title}\n    ${error}`).join('\n')

onEnd(removeReports)
await counted(async () => {
  const option = filters.find((part) => part.startsWith('-'))
  if (option) throw new Stop(`npm test takes parts of paths, not options: ${option}`)
  await ensureInstalled()
  await ensureBuilt()
  await sayBrowsers(console.log)
  const folders = ['contract', 'client', 'server', 'web', 'scripts'].map((name) => `${name}/test`)
  const sources = [...folders, 'e2e/second-engine']
  await counted(() => runAll('vitest', sources, /\.test\.tsx?$/))
  await counted(() => runAll('playwright', ['e2e'], /\.spec\.ts$/))
  await counted(rerunFailures)
})
removeReports()

// Everything is named once more at the end: what a long run printed in the middle is not always kept.
if (flaky.length > 0) console.log(`\nFlaky:\n${list(flaky)}`)
if (failures.length > 0) console.log(`\nFailed:\n${list(failures)}`)
if (sum.passed + failures.length === 0) console.log('\nNo test ran.')
process.exitCode = failures.length > 0 || sum.passed === 0 ? 1 : 0
if (sum.skipped > 0)
  console.log(`\n${sum.skipped} skipped: for root alone, in full only, or without Firefox`)
console.log(`\n${flaky.length} flaky`)
console.log(`${sum.passed} passed, ${failures.length} failed`)
