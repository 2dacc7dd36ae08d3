import { percentile } from '../../bench/measure.mjs'
import { certificationCalls } from '../../contract/dist/certifications.js'
import { projectCalls } from '../../contract/dist/projects.js'
import { reportCalls } from '../../contract/dist/reports.js'
import { videoCalls } from '../../contract/dist/videos.js'
import { sql } from '../../server/dist/db/sql.js'
import { many } from '../figures.mjs'
import { must, signedIn } from './setup.mjs'

/* Every list at its first, a middle and its last page, under each filter: by an index, and soon. */

const times = many(3, 20, 300)
const pageSize = 10
const days = ['', 'start=2025-06-01T00:00:00', 'start=2025-06-01T00:00:00&end=2026-01-31T23:59:59']
const under = (name, codes) => ['', ...codes.map((code) => `${name}=${code}`)]
const lists = [
  { call: videoCalls.project.list, filters: under('viewStatus', [0, 5, 3, 8]) },
  { call: videoCalls.personal.list, filters: [...under('viewStatus', [0, 5, 3, 8]), 'search=灯'] },
  { call: projectCalls.list, filters: under('status', [0, 5, 3]) },
  {
    call: reportCalls.list,
    filters: ['videoType=1', 'videoType=1&status=3', 'videoType=2&status=8'],
  },
  { call: certificationCalls.list, filters: [...under('status', [0, 5]), 'roleId=3'] },
]

/** Rows read by going through a whole table, so far. */
async function scanned(owner) {
  // What a connection has counted is told about once a second.
  await owner.query(sql`select pg_sleep(2.5)`)
  const [{ rows }] = await owner.query(sql`
    select sum(seq_tup_read)::float8 as rows from pg_stat_user_tables
    where relname in ('video', 'report', 'certification', 'project')`)
  return rows
}

export async function everyList({ url, owner }) {
  const headers = await signedIn(owner, 'Reader')
  const ask = async ({ path }, page, ...fields) => {
    const body = [`page=${page}&pageSize=${pageSize}`, ...fields].filter(Boolean).join('&')
    const since = performance.now()
    const answer = await fetch(url + path, { method: 'POST', headers, body })
    const read = await answer.json()
    if (read.code !== 200) throw new Error(`${path} ${body}: ${JSON.stringify(read)}`)
    // Certifications have no total: as many as there may be.
    const total = read.total ?? read.data.total ?? 5000
    return { ms: performance.now() - since, last: Math.max(1, Math.ceil(total / pageSize)) }
  }

  const questions = []
  for (const { call, filters } of lists)
    for (const filter of filters)
      for (const range of days) {
        const { last } = await ask(call, 1, filter, range)
        for (const page of new Set([1, Math.ceil(last / 2), last]))
          questions.push({
            name: `${call.path} ${filter} ${range} page ${page}`,
            ask: () => ask(call, page, filter, range),
          })
      }
  const before = await scanned(owner)
  const nothing = []
  const taken = questions.map(() => [])
  for (let round = 0; round < times; round++)
    for (const [nth, question] of questions.entries()) {
      taken[nth].push((await question.ask()).ms)
      const since = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      nothing.push(performance.now() - since)
    }
  const gone = (await scanned(owner)) - before

  const slowest = questions
    .map(({ name }, nth) => ({ name, p99: percentile(taken[nth], 0.99) }))
    .reduce((most, one) => (one.p99 > most.p99 ? one : most))
  const idle = percentile(nothing, 0.99)
  console.log(
    `${questions.length} questions, p99 ${percentile(taken.flat(), 0.99).toFixed()} ms; /healthz p99 ${idle.toFixed()} ms`,
  )
  // Where asking for nothing takes that long too, it is the machine.
  must(
    slowest.p99 <= Math.max(300, 3 * idle),
    'every one is answered soon',
    `${slowest.p99.toFixed()} ms, ${slowest.name}`,
  )
  must(gone < 1000, 'none goes through a whole table', `${gone} rows`)
  return taken.flat().length
}
