import { number, table } from '../tables.mjs'
import { apps } from './apps.mjs'

/* The section about the peers in docs/performance.md, and its chart. */

const names = Object.keys(apps)
const charted = [
  'sign-in form',
  'sign in → first row',
  'address → first row',
  'new tab, cached → first row',
  'row → dialog',
]
const colors = { ours: '#0b6e4f', reactAdmin: '#1f77b4', refine: '#9467bd', pro: '#b3261e' }

/** How much longer react-admin, the quickest of the three, takes. */
const ratio = ({ ours, reactAdmin }) => (reactAdmin.median / ours.median).toFixed(2)

export function peersSection({ date, machine, rounds, browser, rates }) {
  const shown = ({ median, q1, q3 }) =>
    q1 === q3 ? number(median) : `${number(median)} (${number(q1)}–${number(q3)})`
  const head = ['what', ...names.map((name) => apps[name].label), 'react-admin ÷ ours']
  const tables = rates.map(
    ({
      slowDown,
      rows,
    }) => `Processor slowed down ${slowDown} ${slowDown === 1 ? 'time (not at all)' : 'times'}:

${table(
  head,
  rows.map((row) => [row.measure, ...names.map((name) => shown(row[name])), ratio(row)]),
)}`,
  )
  return `## Beside other admin frameworks

Measured on ${date} by \`npm run bench -- --parts peers\`: ${machine}, Chromium ${browser}. Three small apps (\`bench/peers/\`) with each framework's own production build show the same lists, twenty rows a page, and the same dialog, from the same server, with the same compression and cache headers: 10 Mbit/s, 40 ms, medians and quartiles of ${rounds} rounds in turns. Milliseconds until the frame that shows it; “work” is the time that the page's main thread had the processor. A person types their password at 60 ms a key and looks at each list for 1.5 s.

![Time until each app can be used](peers.svg)

${tables.join('\n\n')}
`
}

export function peersChart({ rates }) {
  const { slowDown, rows } = rates[0]
  const groups = charted.map((measure) => rows.find((row) => row.measure === measure))
  const [width, left, bar, gap, top] = [760, 190, 14, 18, 56]
  const most = Math.max(...groups.flatMap((row) => names.map((name) => row[name].median)))
  const x = (ms) => (ms / most) * (width - left - 80)
  const groupHeight = names.length * bar + gap
  const bars = groups.map((row, index) => {
    const y = top + index * groupHeight
    const lines = names.map((name, line) => {
      const { median, q1, q3 } = row[name]
      const at = y + line * bar
      return `<rect x="${left}" y="${at}" width="${x(median)}" height="${bar - 3}" fill="${colors[name]}"/><line x1="${left + x(q1)}" x2="${left + x(q3)}" y1="${at + 5.5}" y2="${at + 5.5}" stroke="#111"/><text x="${left + x(Math.max(median, q3)) + 6}" y="${at + 10}" fill="#333">${number(median)}</text>`
    })
    return `<text x="${left - 10}" y="${y + 30}" text-anchor="end" fill="#333">${row.measure}</text>${lines.join('')}`
  })
  const legend = names.map(
    (name, index) =>
      `<rect x="${left + index * 135}" y="28" width="11" height="11" fill="${colors[name]}"/><text x="${left + index * 135 + 16}" y="38" fill="#333">${apps[name].label}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top + groups.length * groupHeight}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-labelledby="title">
<title id="title">Milliseconds until each app can be used, beside react-admin, refine and Ant Design Pro</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="18" fill="#333">Milliseconds, 10 Mbit/s, 40 ms, processor ${slowDown}× slower: median, and quartiles as a line</text>
${legend.join('\n')}
${bars.join('\n')}
</svg>
`
}
