import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/* npm run bench -- [--rows 10m] [--events 10m] [--parts lists,search,…] [--keep folder] | browser */

const smallRows = 10_000
const parts = [
  'lists',
  'search',
  'http',
  'decisions',
  'receipts',
  'claims',
  'mixed',
  'imports',
  'focus',
  'overview',
  'screens',
]
/** In a browser, on the demo data: how much lies in a store does not matter to it. */
const withoutStore = ['focus', 'screens']
/** Other people's programs, from the registry: measured only when asked for, and kept by itself. */
const byName = ['peers']
/** Those that compare with the small store. */
const comparing = ['lists', 'claims', 'overview']

function readRows(text, name = 'rows') {
  const [, number, unit] = /^(\d+)([km]?)$/.exec(text) ?? []
  if (!number) throw new Error(`--${name} takes 10k, 100k, 1m or 10m, not ${text}`)
  return Number(number) * { '': 1, k: 1000, m: 1_000_000 }[unit]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '10m' },
    /** In the record, for its part; as many as rows unless said otherwise. */
    events: { type: 'string' },
    parts: { type: 'string', default: parts.join(',') },
    keep: { type: 'string' },
  },
})

async function measured(part, ...given) {
  console.log(`\n${part}`)
  const start = performance.now()
  const { [part]: measure } = await import(`./${part}.mjs`)
  const result = { date: new Date().toISOString().slice(0, 10), ...(await measure(...given)) }
  show(result)
  console.log(`(${Math.round((performance.now() - start) / 1000)} s)`)
  return result
}

const resultsFolder = new URL('./results/', import.meta.url)

/** Each part as soon as it is measured; one that was not asked for stays as it was. */
function keep(results, name = values.rows) {
  mkdirSync(resultsFolder, { recursive: true })
  const file = new URL(`${name}.json`, resultsFolder)
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  writeFileSync(file, `${JSON.stringify({ ...before, ...results }, null, 1)}\n`)
}

async function benchStore(rows, chosen) {
  const { withStore } = await import('./store.mjs')
  const options = {
    quick: rows < 10_000_000,
    events: values.events ? readRows(values.events, 'events') : rows,
  }
  return withStore(smallRows, values.keep && join(values.keep, 'small'), (small) =>
    withStore(rows, values.keep, async (store) => {
      const { rows: version } = await store.owner.query('show server_version')
      keep({ rows, ...about(version[0].server_version) })
      for (const part of chosen) {
        const given = comparing.includes(part) ? [store, small] : [store]
        keep({ [part]: await measured(part, ...given, options) })
      }
    }),
  )
}

async function bench() {
  const { writeReport } = await import('./report.mjs')
  const rows = readRows(values.rows)
  const chosen = values.parts.split(',')
  const known = [...parts, ...byName]
  const unknown = chosen.find((part) => !known.includes(part))
  if (unknown) throw new Error(`--parts takes ${known.join(',')}, not ${unknown}`)
  const stored = chosen.filter((part) => ![...withoutStore, ...byName].includes(part))
  if (stored.length > 0) await benchStore(rows, stored)
  for (const part of chosen) if (withoutStore.includes(part)) keep({ [part]: await measured(part) })
  for (const part of byName)
    if (chosen.includes(part)) keep({ machine, ...(await measured(part)) }, part)
  console.log(`\nwritten: ${writeReport(fileURLToPath(resultsFolder)).join(', ')}`)
}

const [{ model }] = cpus()
const machine = `${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`

function about(postgres) {
  return {
    command: `npm run bench -- --rows ${values.rows}`,
    machine: `${machine}, PostgreSQL ${postgres}`,
  }
}

function show(result) {
  for (const [name, value] of Object.entries(result)) {
    if (Array.isArray(value) && typeof value[0] === 'object') console.table(value)
    else console.log(`${name}:`, value)
  }
}

if (positionals[0] === 'browser') await import('./browser.mjs')
else await bench()
