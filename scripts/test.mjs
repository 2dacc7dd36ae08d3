// npm test [part of a path…]: vitest, then Playwright; the last line is the sum of both.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findOrInstallBrowser } from './browser.mjs'
import { listFiles } from './files.mjs'
import { main, onEnd, root, runNode, Stop } from './run.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

const filters = process.argv.slice(2)
const sum = { passed: 0, failed: 0, skipped: 0 }
/** Named once more at the end: what a long run printed in the middle is not always kept. */
const failures = []
const reports = mkdtempSync(join(tmpdir(), 'screening-room-test-'))
const removeReports = () => rmSync(reports, { recursive: true, force: true })

function findTests(folders, pattern) {
  return folders
    .flatMap((folder) => listFiles(folder))
    .filter((path) => pattern.test(path))
    .filter((path) => filters.length === 0 || filters.some((part) => path.includes(part)))
}

/** A runner that ends badly without naming a failed test (a crash, no report) counts as one. */
function add(name, code, count) {
  let result = { passed: 0, failed: 0, skipped: 0 }
  try {
    const report = JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'))
    result = count(report)
    failures.push(...findFailures[name](report))
  } catch (error) {
    console.log(`${name} left no report: ${error.message}`)
    result.failed = 1
  }
  if (code !== 0 && result.failed === 0) {
    console.log(`${name} ended with ${code} although no test failed; counted as one failure.`)
    result.failed = 1
  }
  for (const key of Object.keys(sum)) sum[key] += result[key]
}

function countVitest(report) {
  // A file that could not be loaded has no tests in the report, only its own failure.
  const unloaded = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

const firstLines = (text) =>
  stripVTControlCharacters(String(text ?? ''))
    .split('\n')
    .slice(0, 12)
    .join('\n    ')

const findFailures = {
  vitest: ({ testResults }) =>
    testResults.flatMap((file) => {
      const failed = file.assertionResults.filter((test) => test.status === 'failed')
      if (file.status === 'failed' && failed.length === 0)
        return [`${file.name}\n    ${firstLines(file.message)}`]
      return failed.map(
        (test) => `${file.name}: ${test.fullName}\n    ${firstLines(test.failureMessages[0])}`,
      )
    }),
  playwright: ({ suites, errors }) => [
    ...errors.map((error) => firstLines(error.message)),
    ...suites.flatMap(findFailedSpecs),
  ],
}

function findFailedSpecs(suite) {
  const failed = suite.specs.filter((spec) =>
    spec.tests.some((test) => test.status === 'unexpected' || test.status === 'flaky'),
  )
  return [
    ...failed.map((spec) => {
      const error = spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error
      return `${spec.file}:${spec.line} ${spec.title}\n    ${firstLines(error?.message)}`
    }),
    ...(suite.suites ?? []).flatMap(findFailedSpecs),
  ]
}

async function runVitest() {
  const files = findTests(['contract/test', 'server/test', 'web/test'], /\.test\.tsx?$/)
  if (files.length === 0) return
  const report = join(reports, 'vitest.json')
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  const { code } = await runNode('node_modules/vitest/vitest.mjs', args, { terminal: true })
  add('vitest', code, countVitest)
}

async function runPlaywright() {
  const files = findTests(['e2e'], /\.spec\.ts$/)
  if (files.length === 0) {
    if (filters.length === 0) console.log('\nNo tests in the browser: e2e/ has no *.spec.ts file.')
    return
  }
  const env = {
    CHROMIUM_PATH: await findOrInstallBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
  }
  // Playwright reads its arguments as regular expressions on the whole path.
  const exact = files.map((path) => `^${join(root, path).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
  const args = ['test', '--config', join(root, 'e2e/playwright.config.ts'), ...exact]
  const options = { terminal: true, env, cwd: join(root, 'e2e') }
  const { code } = await runNode('node_modules/@playwright/test/cli.js', args, options)
  add('playwright', code, countPlaywright)
}

async function counted(work) {
  if (!(await main(work))) sum.failed += 1
}

onEnd(removeReports)
await counted(async () => {
  const option = filters.find((part) => part.startsWith('-'))
  if (option) throw new Stop(`npm test takes parts of paths, not options: ${option}`)
  await ensureInstalled()
  await ensureBuilt()
  await counted(runVitest)
  await counted(runPlaywright)
})
removeReports()

if (failures.length > 0) console.log(`\nFailed:\n- ${failures.join('\n- ')}`)
if (sum.passed + sum.failed === 0) console.log('\nNo test ran.')
if (sum.failed > 0 || sum.passed === 0) process.exitCode = 1
if (sum.skipped > 0) console.log(`\n${sum.skipped} skipped: for root alone, or in full only`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
