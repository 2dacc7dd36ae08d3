import { findCertifications } from '../server/dist/store/certifications.js'
import { findProjects } from '../server/dist/store/projects.js'
import { findReports } from '../server/dist/store/reports.js'
import { findVideos } from '../server/dist/store/videos.js'
import { inTurns, median, short, time } from './measure.mjs'

/* Any page of any filter with its exact total: against OFFSET and count(*), and against ten thousand rows. */

const pageSize = 10
const day = 86_400_000
const ago = (days) => new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - days * day)
const days = (from, to) => ({
  ...(from !== undefined && { since: ago(from).toISOString() }),
  ...(to !== undefined && { until: ago(to).toISOString() }),
})

const ranges = {
  'all days': {},
  'one day': days(500, 499),
  'a month': days(400, 370),
  'two years': days(1000, 270),
  'since a day': days(700),
  'until a day': days(undefined, 300),
}
const statuses = {
  'all statuses': undefined,
  pending: 0,
  approved: 5,
  rejected: 3,
  'taken down': 8,
}

/** What is asked, by name: a list, its filter and the naive condition. */
function questions() {
  const list = []
  const add = (name, find, filter, table, condition) =>
    list.push({ name, find, filter, table, condition })
  for (const [statusName, status] of Object.entries(statuses))
    for (const [rangeName, range] of Object.entries(ranges))
      add(
        `project videos, ${statusName}, ${rangeName}`,
        findVideos,
        { videoType: 2, status, ...range },
        'video',
        `type = 2${status === undefined ? '' : ` and status = ${status}`}`,
      )
  add(
    'personal videos, approved, all days',
    findVideos,
    { videoType: 1, status: 5 },
    'video',
    'type = 1 and status = 5',
  )
  add('promo videos, all statuses, all days', findVideos, { videoType: 0 }, 'video', 'type = 0')
  add('certifications, all', findCertifications, {}, 'certification', 'true')
  add('certifications, one role', findCertifications, { roleId: 3 }, 'certification', 'role_id = 3')
  add(
    'certifications, one role, approved',
    findCertifications,
    { roleId: 3, status: 5 },
    'certification',
    'role_id = 3 and status = 5',
  )
  add('projects, approved', findProjects, { status: 5 }, 'project', 'status = 5')
  add(
    'reports, personal, dismissed',
    findReports,
    { videoType: 1, status: 3 },
    'report',
    'video_type = 1 and status = 3',
  )
  return list
}

async function naive(owner, { table, condition, filter }, page) {
  const inRange = [
    condition,
    filter.since && `create_time >= '${filter.since}'`,
    filter.until && `create_time < '${filter.until}'`,
  ]
  const where = inRange.filter(Boolean).join(' and ')
  await owner.query(`select count(*) from ${table} where ${where}`)
  await owner.query(
    `select * from ${table} where ${where} order by create_time desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
}

async function placesOf({ db }, { find, filter }) {
  const { total } = await find(db, { page: 1, pageSize, ...filter })
  const last = Math.max(1, Math.ceil(total / pageSize))
  return { total, pages: { first: 1, middle: Math.ceil(last / 2), last } }
}

export async function lists(store, small, { quick }) {
  const rows = []
  for (const question of questions()) {
    const { find, filter } = question
    const { total, pages } = await placesOf(store, question)
    const { pages: smallPages } = await placesOf(small, question)
    const works = {}
    for (const name of Object.keys(pages)) {
      works[name] = () => find(store.db, { page: pages[name], pageSize, ...filter })
      works[`small ${name}`] = () => find(small.db, { page: smallPages[name], pageSize, ...filter })
    }
    const ms = await inTurns(works, quick ? 11 : 31)
    for (const name of Object.keys(pages))
      rows.push({
        question: question.name,
        page: name,
        total,
        ms: short(ms[name]),
        toFirst: short(ms[name] / ms.first),
        toSmall: short(ms[name] / ms[`small ${name}`]),
      })
  }
  const compared = []
  for (const question of questions().filter(({ name }) =>
    / (approved|all statuses), (all days|two years)/.test(name),
  )) {
    const { pages } = await placesOf(store, question)
    for (const [page, number] of Object.entries(pages)) {
      const slow = []
      const fast = []
      for (let round = 0; round < 3; round++) {
        slow.push((await time(() => naive(store.owner, question, number))).ms)
        for (let again = 0; again < 5; again++)
          fast.push(
            (
              await time(() =>
                question.find(store.db, { page: number, pageSize, ...question.filter }),
              )
            ).ms,
          )
      }
      compared.push({
        question: question.name,
        page,
        naive: short(median(slow)),
        ours: short(median(fast)),
        times: Math.round(median(slow) / median(fast)),
      })
    }
  }
  const worst = (key) => rows.reduce((most, row) => (row[key] > most[key] ? row : most))
  return { rows, compared, worstToFirst: worst('toFirst'), worstToSmall: worst('toSmall') }
}
