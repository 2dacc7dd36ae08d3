import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { findOrInstallBrowser, sayBrowsers } from '../scripts/browser.mjs'
import { main, onEnd, root, runNode, Stop, seconds } from '../scripts/run.mjs'
import { parts } from './parts/index.mjs'
import { record, recordShort } from './record.mjs'

/*
 * npm run torture -- [--parts faults,input,…] [--seed 7] [--soak] [--list] [--record]
 * npm run torture -- --short [--times 20] [--record]: what of it is in npm test, again and again
 */

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: Object.keys(parts).join(',') },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    soak: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    times: { type: 'string', default: '1' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'screening-room-torture-'))
const removeFolder = () => rmSync(folder, { recursive: true, force: true })
onEnd(removeFolder)

/** Each answers the files in which something failed, or that left no word. */
const engines = {
  vitest: async (files, env, report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const args = ['run', '--tags-filter=torture', ...reporters, ...files]
    await runNode('node_modules/vitest/vitest.mjs', args, {
      terminal: true,
      env,
    })
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const green = testResults.filter(({ status }) => status === 'passed')
    const passed = green.map(({ name }) => relative(root, name))
    return files.filter((file) => !passed.includes(file))
  },
  playwright: async (files, env, report) => {
    const exact = files.map((file) => `^${join(root, file).replaceAll('.', '\\.')}$`)
    const config = join(root, 'e2e/playwright.config.ts')
    const limits = values.soak ? ['--timeout=36000000'] : []
    await runNode(
      'node_modules/@playwright/test/cli.js',
      ['test', '--config', config, '--grep=@torture', ...limits, ...exact],
      {
        terminal: true,
        env: {
          ...env,
          CHROMIUM_PATH: await findOrInstallBrowser(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
        cwd: join(root, 'e2e'),
      },
    )
    const { suites } = JSON.parse(readFileSync(report, 'utf8'))
    const isGreen = (suite) =>
      suite.specs.every(({ ok }) => ok) && (suite.suites ?? []).every(isGreen)
    const passed = suites.filter(isGreen).map(({ file }) => `e2e/${file}`)
    return files.filter((file) => !passed.includes(file))
  },
  node: async (files, env) => {
    const failed = []
    for (const file of files) {
      const { code } = await runNode(file, [], { terminal: true, env })
      if (code !== 0) failed.push(file)
    }
    return failed
  },
}

const engineOf = (file) =>
  file.endsWith('.spec.ts') ? 'playwright' : file.endsWith('.test.ts') ? 'vitest' : 'node'

function readFigures(file) {
  const counts = new Map()
  if (!existsSync(file)) return counts
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { id, count } = JSON.parse(line)
    counts.set(id, (counts.get(id) ?? 0) + count)
  }
  return counts
}

/** Those of the files in which something failed. */
async function runFiles(name, tests, env) {
  const files = [...new Set(tests.flatMap((test) => test.files))]
  const failed = []
  for (const [engine, run] of Object.entries(engines)) {
    const own = files.filter((file) => engineOf(file) === engine)
    if (own.length === 0 || (engine === 'node' && env.TORTURE === 'short')) continue
    const report = join(folder, `${name}-${engine}.json`)
    rmSync(report, { force: true })
    failed.push(
      ...(await run(own, env, report).catch((error) => {
        console.error(error)
        return own
      })),
    )
  }
  return failed
}

/** All parts with the counts of `npm test`, so many times in a row, each time with another seed. */
async function runShort(tests) {
  const runs = []
  while (runs.length < Number(values.times)) {
    const since = performance.now()
    const seed = String((Number(values.seed) + runs.length) % 2 ** 31)
    const failed = await runFiles('short', tests, { TORTURE: 'short', SEED: seed })
    const result = failed.length > 0 ? `FAILED: ${failed.join(', ')}` : 'passed'
    runs.push({ seed, took: Math.round((performance.now() - since) / 1000), result })
    console.log(`short cut ${runs.length} of ${values.times}: ${result} (${seconds(since)})`)
  }
  console.table(runs)
  const passed = runs.filter(({ result }) => result === 'passed').length
  console.log(`${passed} of ${runs.length} runs passed; the first seed is ${values.seed}`)
  if (values.record) recordShort(runs)
  if (passed < runs.length) process.exitCode = 1
}

async function runPart(name) {
  const tests = parts[name]
  const since = performance.now()
  const figures = join(folder, `${name}.jsonl`)
  const failed = await runFiles(name, tests, {
    TORTURE: values.soak ? 'soak' : 'full',
    TORTURE_FIGURES: figures,
    SEED: values.seed,
  })
  const counts = readFigures(figures)
  const took = seconds(since)
  console.log(`\n${name}: ${took}`)
  const rows = tests.map(({ id, what, of, full, files: own }) => {
    const count = counts.get(id) ?? 0
    const bad = own.filter((file) => failed.includes(file))
    const result =
      bad.length > 0
        ? `FAILED: ${bad.join(', ')}`
        : count < full
          ? `FAILED: ${full.toLocaleString('en')} wanted`
          : 'passed'
    return { id, test: what, count: `${count.toLocaleString('en')} ${of}`, result }
  })
  if (values.record) record(name, { took, seed: values.seed, rows })
  return rows
}

await main(async () => {
  const chosen = values.parts.split(',')
  const unknown = chosen.find((name) => !parts[name])
  if (unknown) throw new Stop(`--parts takes ${Object.keys(parts).join(',')}, not ${unknown}`)
  if (!/^\d{1,10}$/.test(values.seed)) throw new Stop(`--seed takes a number, not ${values.seed}`)
  if (values.list) {
    for (const name of chosen) console.table(parts[name].map(({ files, ...rest }) => rest))
    return
  }
  if (!/^[1-9]\d{0,3}$/.test(values.times))
    throw new Stop(`--times takes a number, not ${values.times}`)
  if (values.short && values.record && chosen.length < Object.keys(parts).length)
    throw new Stop('What is recorded of the short cut is all of it: --record goes without --parts')
  await sayBrowsers(console.log)
  if (values.short) return runShort(chosen.flatMap((name) => parts[name]))
  const rows = []
  for (const name of chosen) rows.push(...(await runPart(name)))
  console.table(rows.map((row) => ({ ...row, seed: values.seed })))
  const failed = rows.filter(({ result }) => result !== 'passed')
  console.log(`${rows.length - failed.length} of ${rows.length} tests passed; seed ${values.seed}`)
  if (failed.length > 0) process.exitCode = 1
})
removeFolder()
