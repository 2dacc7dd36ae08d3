import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findOrInstallBrowser } from '../../scripts/browser.mjs'
import { root, run } from '../../scripts/run.mjs'

/* Tests in a browser, on the app as it is built from the copy. */

export const isSpec = (file) => file.endsWith('.spec.ts')

const node = (copy, script, args, options) =>
  run(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: copy, ...options })

const flat = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(flat)]

/** The tests whose names hold one of these words, by how they ended. */
export async function runSpecs(copy, files, words) {
  const built = await node(copy, 'vite/bin/vite.js', ['build', 'web', '--logLevel', 'error'])
  if (built.code !== 0) throw new Error(`the copy was not built:\n${built.output}`)
  const report = join(copy, 'report-browser.json')
  rmSync(report, { force: true })
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const args = [
    ...['test', '--config', join(copy, 'e2e/playwright.config.ts')],
    ...['--grep', words.map(escaped).join('|')],
    ...files.map((file) => `^${escaped(join(copy, file))}$`),
  ]
  const env = {
    TORTURE: 'short',
    TORTURE_FIGURES: '',
    CHROMIUM_PATH: await findOrInstallBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  }
  const { output } = await node(copy, '@playwright/test/cli.js', args, {
    cwd: join(copy, 'e2e'),
    env,
  })
  if (!existsSync(report)) throw new Error(`Playwright left no report:\n${output}`)
  const all = JSON.parse(readFileSync(report, 'utf8')).suites.flatMap(flat)
  const titles = (ok) => all.filter((spec) => spec.ok === ok).map(({ title }) => title)
  return { passed: titles(true), failed: titles(false) }
}
