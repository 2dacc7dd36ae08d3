import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/run.mjs'
import { wrapMarkdown } from '../scripts/wrap-markdown.mjs'
import { parts } from './parts/index.mjs'

/* What docs/reliability.md says was measured: each part as it was run last with --record. */

const kept = join(root, 'torture/results.json')
const page = join(root, 'docs/reliability.md')
const [from, to] = ['<!-- figures -->', '<!-- end of figures -->']

export function record(name, result) {
  const results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const [{ model }] = cpus()
  const machine = `${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  results[name] = { date: new Date().toISOString().slice(0, 10), machine, ...result }
  writeFileSync(kept, `${JSON.stringify(results, null, 1)}\n`)
  const text = readFileSync(page, 'utf8')
  const [before, rest] = text.split(from)
  const [, after] = rest.split(to)
  const sections = [...Object.keys(parts), 'short']
    .filter((part) => results[part])
    .map((part) => (part === 'short' ? short : section)(part, results[part]))
  writeFileSync(page, wrapMarkdown(`${before}${from}\n${sections.join('')}${to}${after}`))
}

export const recordShort = (runs) => record('short', { runs })

function short(_, { date, machine, runs }) {
  const passed = runs.filter(({ result }) => result === 'passed').length
  const took = runs.map((run) => run.took)
  return `
### The short cut in \`npm test\`

\`npm run torture -- --short --times ${runs.length} --seed ${runs[0].seed}\`, ${date}, ${machine}: ${passed} of ${runs.length}
runs in a row passed, in ${Math.min(...took)} to ${Math.max(...took)} s each.
`
}

function section(name, { date, machine, took, seed, rows }) {
  const lines = rows.map(
    ({ id, test, count, result }) => `| ${id} | ${test} | ${count} | ${result} |`,
  )
  return `
### ${name[0].toUpperCase()}${name.slice(1)}

\`npm run torture -- --parts ${name} --seed ${seed}\`, ${date}, ${machine}: ${took}.

| | | count | result |
| --- | --- | --: | --- |
${lines.join('\n')}
`
}
