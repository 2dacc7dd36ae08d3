import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/run.mjs'

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
  writeFileSync(
    page,
    `${before}${from}\n${Object.entries(results).map(section).join('')}${to}${after}`,
  )
}

function section([name, { date, machine, took, seed, rows }]) {
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
