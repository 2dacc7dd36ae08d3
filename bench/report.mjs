import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wrapMarkdown } from '../scripts/wrap-markdown.mjs'
import { peersChart, peersSection } from './peers/report.mjs'
import { inShort } from './report-goals.mjs'
import { number, table } from './tables.mjs'

/* docs/performance.md and its plot, from what bench/results holds. */

const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const lastPage = ({ lists }) =>
  lists.compared.find(
    ({ question, page }) => question === 'project videos, approved, all days' && page === 'last',
  )

function plot(all) {
  const [width, height, left, bottom, top, right] = [720, 380, 70, 50, 30, 120]
  const points = all.map((results) => ({ rows: results.rows, ...lastPage(results) }))
  const xs = [10_000, 100_000, 1_000_000, 10_000_000]
  const ys = [0.1, 1, 10, 100, 1000, 10_000]
  const x = (rows) => left + ((Math.log10(rows) - 4) / 3) * (width - left - right)
  const y = (ms) => height - bottom - ((Math.log10(ms) + 1) / 5) * (height - bottom - top)
  const path = (key) => points.map((point) => `${x(point.rows)},${y(point[key])}`).join(' ')
  const series = (key, color, label) => {
    const end = points.at(-1)
    return `<polyline points="${path(key)}" fill="none" stroke="${color}" stroke-width="2.5"/>
${points.map((point) => `<circle cx="${x(point.rows)}" cy="${y(point[key])}" r="4" fill="${color}"/>`).join('')}
<text x="${x(end.rows) + 10}" y="${y(end[key]) + 4}" fill="${color}">${label} ${number(end[key])} ms</text>`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-labelledby="title">
<title id="title">The last page and its exact total by table size: ours and the naive statement</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${left}" y="18" fill="#333">The last page and its exact total: milliseconds by rows (both logarithmic)</text>
${ys.map((ms) => `<line x1="${left}" x2="${width - right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/><text x="${left - 8}" y="${y(ms) + 4}" text-anchor="end" fill="#555">${number(ms)}</text>`).join('\n')}
${xs.map((rows) => `<text x="${x(rows)}" y="${height - bottom + 22}" text-anchor="middle" fill="#555">${number(rows)}</text>`).join('\n')}
${series('naive', '#b3261e', 'naive')}
${series('ours', '#0b6e4f', 'ours')}
</svg>
`
}

const sections = {
  lists: ({ lists }, all) => `## Pages and totals

Ours against \`count(*)\` and OFFSET, medians in milliseconds:

${table(
  ['list', 'page', 'naive', 'ours', 'naive ÷ ours'],
  lists.compared.map((row) => [
    row.question,
    row.page,
    number(row.naive),
    row.ours,
    number(row.times),
  ]),
)}

The same last page (project videos, approved) by table size:

${table(
  ['videos', 'naive ms', 'ours ms', 'naive ÷ ours'],
  all.map((each) => {
    const row = lastPage(each)
    return [number(each.rows), number(row.naive), row.ours, number(row.times)]
  }),
)}

Every question that was asked, in milliseconds and against its own first page and the store of 10,000:

${table(
  ['list', 'page', 'total', 'ms', '÷ first', '÷ 10,000 rows'],
  lists.rows.map((row) => [
    row.question,
    row.page,
    number(row.total),
    row.ms,
    row.toFirst,
    row.toSmall,
  ]),
)}
`,
  search: ({ search }) => `## Search

Personal videos, words drawn as often as they occur in titles, milliseconds. "found" is the mean number of hits, counted up to 1,000. The store has answered 700 other searches since it was started.

${table(
  ['typed', 'with', 'p50', 'p95', 'slowest', 'found'],
  search.rows.map((row) => [row.kind, row.filter, row.p50, row.p95, row.most, number(row.found)]),
)}
`,
  http: ({ http }) => `## Through HTTP

Measured on ${http.date}: 32 connections, one server process. A call is one statement, which finds its session as well; raw SQL is that statement from one process on 20 connections, as many as the server's pool, and then the list's part of it without the session. Nine turns of 2 s each; calls are medians, ratios the medians of those within a turn.${
    http.cores
      ? ' On two cores: PostgreSQL has one of them and server and load generator the other (`taskset`); for raw SQL everybody has both.'
      : ''
  }${
    http.batch
      ? ' Under `chrt --batch 0`, all of them: on two cores, programs otherwise stop each other in the middle of a statement whenever one of them has something to read.'
      : ''
  } Without the session's part in raw SQL, HTTP reaches ${http.toRawList.first} (first page) and ${http.toRawList.last} (last page) of it.

${table(
  ['what', 'calls per second', 'p99 ms', 'errors'],
  http.rows.map((row) => [row.name, number(row.perSecond), row.p99, row.wrong ?? 0]),
)}
`,
  decisions: ({ decisions }) => `## Decisions

Each is a transaction of its own with its event, committed to disk; all of them on videos of one hour. The event chain is sealed beside them.

${table(
  ['clients', 'per second', 'p99 ms', 'without counters', 'share'],
  decisions.rows.map((row) => [
    row.clients,
    number(row.counted),
    row.p99,
    number(row.without),
    row.share,
  ]),
)}
`,
  receipts: ({ receipts }) => `## A decision with a receipt

Measured on ${receipts.date}: ${number(receipts.decisions)} decisions in focus review, each with a receipt of twenty ranges, with what the overview counts of them (the time waited, and the counters' rows) and as many without, in turns. Processor time of the PostgreSQL backend that they are made in: ${receipts.countedMs} ms with it and ${receipts.withoutMs} ms without, ratio ${receipts.ratio}. The share watched is computed by the server beside it.
`,
  claims: ({ claims }) => `## Handing out

${claims.clients} people take the next item and decide on it: two transactions each, committed to disk.

${table(
  ['pending', 'held by others', 'per second', 'p99 ms'],
  claims.rows.map((row) => [number(row.pending), number(row.held), number(row.perSecond), row.p99]),
)}
`,
  imports: ({ imports }) => `## Import

Measured on ${imports.date} beside ${number(imports.videos)} videos, on a machine whose load was ${imports.load} when it began: other work makes all of it slower, and the ratios worse.
${number(imports.rows)} rows of members, videos and reports through \`npm run import\`: ${number(imports.empty)} a second into an
empty store, ${number(imports.live)} a second beside reviewers, where it rests a tenth as long as it works. The platform's calls with
${imports.rowsOfACall} rows each: ${number(imports.callsPerSecond)} a second.

Of the time that PostgreSQL's functions take while a file fills an empty store, about two fifths go to the search (half of them to cutting titles into its keys), a quarter to what waits, and a fifth to the platform's names. To remove the indexes of the lists first and make them at the end saves next to nothing: for 100,000 rows PostgreSQL needs 17.3 s of processor time with it and 17.6 s without it, means of two runs each on a busy machine.
`,
  overview: ({ overview }) => `## Overview

Measured on ${overview.date}: ${number(overview.events)} decisions of a hundred and eighty days, by seventy-two people in three shifts; beside ten thousand.

${table(
  ['figures', 'ms', 'to 10,000'],
  overview.rows.map(({ question, ms, toSmall }) => [question, ms, toSmall]),
)}

The record as a file, through HTTP: ${number(overview.exported.ndjson.rows)} events as NDJSON at ${number(overview.exported.ndjson.perSecond)} a second, as CSV at ${number(overview.exported.csv.perSecond)} a second; the server's memory grew by ${overview.exported.memoryMb} MB at most.
`,
  mixed: ({ mixed }) => `## Mixed load

An hour of sixty reviewers and a million uploads a day, in ${mixed.seconds} s: ${Object.entries(
    mixed.done,
  )
    .map(([name, count]) => `${number(count)} ${name}`)
    .join(
      ', ',
    )}; ${mixed.failed} failed. Counters off while folding ran: ${mixed.whileFolding}; afterwards: ${mixed.drift}.
`,
  focus: ({ focus }) => `## Focus review

Measured on ${focus.date} in a real browser on the demo's clips, each pending video prepared while the one before it is looked at. From the key that decides until another
picture is painted, and until the first frame of its video is shown; milliseconds, with the processor slowed down ${focus.slowDown} times. Beside it what the page's main thread worked until the frame, of it in scripts and for style and layout: medians of the thread's own time, which does not count waits for a processor.

${table(
  [
    'looked at for',
    'lists for others, a second',
    'items',
    'picture, median',
    'p75',
    'first frame, median',
    'p75',
    'main thread',
    'scripts',
    'style and layout',
  ],
  focus.swaps.map((row) => [
    `${row.looked} s`,
    row.asked ?? 0,
    row.items,
    row.picture,
    row.pictureP75,
    row.frame,
    row.frameP75,
    row.work ?? '',
    row.script ?? '',
    row.layout ?? '',
  ]),
)}

The same number of videos twice, every fourth of them rejected with the first reason of the catalogue: by keys in focus review, and with a mouse through the list (view, play,
decide, confirm). Each is looked at for ${focus.look} s once it plays, which the seconds include; the hand that moves the mouse takes no time here.

${table(
  ['way', 'items', 'keys', 'clicks', 'per item', 'seconds per item'],
  focus.sessions.map((row) => [
    row.way,
    row.items,
    row.keys,
    row.clicks,
    row.perItem,
    row.secondsPerItem,
  ]),
)}
`,
  screens: ({ screens }) => `## Screens by their address

Measured on ${screens.date}: from opening a tab with nothing in the cache until the screen can be used; milliseconds, medians of ${screens.rounds} rounds in turns with quartiles. 10 Mbit/s, 40 ms, the processor slowed down ${screens.slowDown} times, the demo's data.

${table(
  ['screen', 'ms', 'quartiles', 'to the first table'],
  screens.rows.map(({ screen, ms, q1, q3, toFirst }) => [
    screen,
    number(ms),
    `${number(q1)}–${number(q3)}`,
    toFirst,
  ]),
)}
`,
}

function page(results, all, peers) {
  const parts = Object.keys(sections).filter((part) => results[part])
  const dates = [...new Set(parts.map((part) => results[part].date))].sort().join(' and ')
  return `# Performance

Printed by \`${results.command}\` on ${dates}: ${results.machine}, everything on that one machine. Milliseconds are of a noisy machine; each part is of one run, in which what is compared was measured in turns.

## In short, at ${number(results.rows)} videos

${inShort(results, lastPage(results))}

![The last page by table size](performance.svg)

${parts.map((part) => sections[part](results, all)).join('\n')}${peers ? `\n${peersSection(peers)}` : ''}`
}

export function writeReport(folder) {
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .filter((results) => results.lists)
    .sort((a, b) => a.rows - b.rows)
  const files = [join(docs, 'performance.md'), join(docs, 'performance.svg')]
  // What waits is a table of its own: how much else there is does not matter to it.
  const claims = all.findLast((results) => results.claims)?.claims
  const focus = all.findLast((results) => results.focus)?.focus
  const overview = all.findLast((results) => results.overview)?.overview
  const receipts = all.findLast((results) => results.receipts)?.receipts
  const screens = all.findLast((results) => results.screens)?.screens
  const { imports, rows: videos } = all.findLast((results) => results.imports) ?? {}
  const measured = join(folder, 'peers.json')
  const peers = existsSync(measured) ? JSON.parse(readFileSync(measured, 'utf8')) : undefined
  writeFileSync(
    files[0],
    wrapMarkdown(
      page(
        {
          ...all.at(-1),
          claims,
          focus,
          overview,
          receipts,
          screens,
          imports: imports && { ...imports, videos },
        },
        all,
        peers,
      ),
    ),
  )
  writeFileSync(files[1], plot(all))
  if (peers) {
    files.push(join(docs, 'peers.svg'))
    writeFileSync(files[2], peersChart(peers))
  }
  return files
}
