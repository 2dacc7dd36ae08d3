// What vitest and Playwright wrote about a run: counts, and each failed test with what it takes to run it again.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './run.mjs'

const firstLines = (text) =>
  stripVTControlCharacters(String(text ?? ''))
    .split('\n')
    .slice(0, 12)
    .join('\n    ')

/** Without `test` it is the whole file; `line` is where Playwright finds the test. */
function failure(file, test, error, line) {
  return {
    file,
    test,
    line,
    title: `${file}: ${test ?? 'the whole file'}`,
    error: firstLines(error),
  }
}

function readVitest(report) {
  const failures = report.testResults.flatMap((result) => {
    const file = relative(root, result.name)
    const failed = result.assertionResults.filter((test) => test.status === 'failed')
    // A file that could not be loaded has no tests in the report, only its own failure.
    if (result.status === 'failed' && failed.length === 0)
      return [failure(file, undefined, result.message)]
    return failed.map((test) => failure(file, test.fullName, test.failureMessages[0]))
  })
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

function findFailedSpecs(suite) {
  const failed = suite.specs.filter((spec) =>
    spec.tests.some((test) => test.status === 'unexpected' || test.status === 'flaky'),
  )
  return [
    ...failed.map((spec) => {
      const error = spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error
      return failure(`e2e/${spec.file}`, spec.title, error?.message, spec.line)
    }),
    ...(suite.suites ?? []).flatMap(findFailedSpecs),
  ]
}

function readPlaywright({ stats, errors, suites }) {
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [
      // An error outside every test: there is no test to run again.
      ...errors.map((error) => ({ title: 'playwright', error: firstLines(error.message) })),
      ...suites.flatMap(findFailedSpecs),
    ],
  }
}

export const readReport = { vitest: readVitest, playwright: readPlaywright }
