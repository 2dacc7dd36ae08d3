import { readFileSync } from 'node:fs'
import { readHistory } from '../server/dist/domain/overview.js'
import { readOwn, readPeople, readPerson } from '../server/dist/domain/people-work.js'
import { findPeople } from '../server/dist/store/accounts.js'
import { getMemberItems, getMemberReports } from '../server/dist/store/members.js'
import { findRecord } from '../server/dist/store/record.js'
import { getStrikes } from '../server/dist/store/strikes.js'
import { addAdministrator, signIn } from './http.mjs'
import { inTurns, short, time } from './measure.mjs'
import { startServer } from './server.mjs'
import { step } from './store.mjs'

/*
 * The overview's figures on many decisions of a hundred and eighty days, against ten thousand of them: what they
 * cost must not depend on how many there were. And a million of them as a file, through a server process.
 */

/** In three shifts. */
const people = 72

/**
 * Decisions in the order in which they were made, as a record has them. The oldest are handed out first: those decided
 * in the same quarter-hour have waited about as long.
 */
const decisionsFrom = (first, last, rows) => `
  insert into event (at, actor_id, actor_name, action, queue, subject_id, before, after, waited, reason_ids,
    watched, in_hand, reason)
  select at, (select min(id) from admin_user) + extract(hour from at)::int / 8 * ${people / 3} + n % ${people / 3}, 'x',
    (array['approve', 'reject', 'takeDown', 'approve'])[1 + n / ${people / 3} % 4],
    (array['certification', 'project', 'video'])[1 + n % 3], n, 0, 5,
    (extract(epoch from at)::bigint / 900 * 7919) % 400000 + n % 600, array[1 + n / 7 % 5],
    case when n / 5 % 2 = 0 then case when n / 11 % 10 < 7 then 100 else n / 13 % 100 end end,
    case when n / 5 % 2 = 0 then 8 + n / 3 % 13 * (n / 17 % 11) end,
    case when n % 10 = 0 then 'too dark' else '' end
  from generate_series(${first}, ${last}) n,
    date_bin('15 minutes', now() - interval '180 days' * (1 - n::float8 / ${rows}), '2000-01-01') at`

/** As a large import: indexes and counters once, at the end. A kept store goes on where it was stopped. */
async function addDecisions(owner, rows) {
  const { rows: there } = await owner.query("select to_regclass('bench_decisions') as done")
  if (there[0].done) return
  await owner.query(
    "set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off",
  )
  await owner.query(
    `insert into admin_user (phone, nick_name, password_hash, role)
     select 'bench ' || n, 'Person ' || n, '', 'reviewer' from generate_series(1, ${people}) n on conflict do nothing`,
  )
  await owner.query(
    `create table if not exists bench_indexes as
     select indexname, indexdef from pg_indexes where tablename = 'event' and indexdef not like '%UNIQUE%'`,
  )
  const { rows: indexes } = await owner.query('select * from bench_indexes')
  const { rows: found } = await owner.query('select count(*)::int as n from event')
  await owner.query('alter table event disable trigger user')
  if (found[0].n < rows) {
    for (const { indexname } of indexes) await owner.query(`drop index if exists ${indexname}`)
    await step(`${rows} decisions`, async (at) => {
      const batch = 500_000
      for (let done = found[0].n; done < rows; done += batch) {
        at(done, rows)
        await owner.query(decisionsFrom(done + 1, Math.min(rows, done + batch), rows))
      }
    })
  }
  await step('indexes', async () => {
    for (const { indexdef } of indexes)
      await owner.query(indexdef.replace('CREATE INDEX', 'create index if not exists'))
  })
  await owner.query('alter table event enable trigger user')
  await owner.query('analyze event')
  await step('counters', async () => {
    await owner.query('alter table work_tally drop constraint if exists work_tally_pkey')
    await owner.query('select rebuild_work()')
    await owner.query(
      'alter table work_tally add primary key (measure, queue, person, level, bucket, value) include (n)',
    )
  })
  await owner.query('vacuum analyze work_tally')
  await owner.query('create table bench_decisions as select now() as at')
}

const dayAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const ownSince = `${dayAgo(60)}T00:00:00Z`
const ownRange = { span: 'today', start: `${dayAgo(179)}T00:00:00`, end: `${dayAgo(0)}T23:59:59` }

/** An event half way back in the record. */
async function middleOf(owner) {
  const { rows } = await owner.query(
    "select id from event where at < now() - interval '90 days' order by at desc, id desc limit 1",
  )
  return rows[0].id
}

const mbOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const exportedRows = 1_000_000

/** The newest events of the record, as a file: how fast they come, and what the server's memory grows by. */
async function exportRecord({ db, embedded }, events) {
  const days = Math.min(180, Math.ceil((180 * exportedRows) / events))
  const as = await addAdministrator(db)
  const server = await startServer({
    DATABASE_URL: embedded.appUrl,
    DATABASE_ADMIN_URL: embedded.adminUrl,
    LOG_LEVEL: 'silent',
  })
  try {
    const headers = await signIn(server.url, as)
    const read = async (format, start) => {
      const query = new URLSearchParams({ format, start, end: `${dayAgo(-1)}T00:00:00` })
      const answer = await fetch(`${server.url}/admin/ext/record/export?${query}`, { headers })
      if (answer.status !== 200) throw new Error(`the export was refused: ${await answer.text()}`)
      let lines = 0
      for await (const part of answer.body) for (const byte of part) if (byte === 10) lines += 1
      return lines
    }
    // What the first one loads and compiles is there for the second.
    await read('ndjson', `${dayAgo(0)}T00:00:00`)
    const before = mbOf(server.pid)
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, mbOf(server.pid))
    }, 50)
    const rows = {}
    for (const format of ['ndjson', 'csv']) {
      const { ms, result } = await time(() => read(format, `${dayAgo(days)}T00:00:00`))
      rows[format] = { rows: result, perSecond: Math.round(result / (ms / 1000)) }
    }
    clearInterval(watch)
    return { ...rows, memoryMb: Math.round(most - before) }
  } finally {
    await server.stop()
  }
}

export async function overview(store, small, { quick, events }) {
  await addDecisions(small.owner, small.rows)
  await addDecisions(store.owner, events)
  const named = await findPeople(store.db)
  const asked = {
    'ninety days': (db) => readHistory(db, { span: '90' }),
    today: (db) => readHistory(db, { span: 'today' }),
    'people, ninety days': (db) => readPeople(db, { span: '90' }, named),
    'a person, ninety days': (db) => readPerson(db, named[0].id, { span: '90' }),
    'my work': (db) => readOwn(db, named[0].id),
    'a range of 180 days': (db) => readHistory(db, ownRange),
    'record, newest': (db) => findRecord(db, {}),
    'record, one person': (db) => findRecord(db, { person: named[0].id }),
    'record, one action': (db) => findRecord(db, { action: 'takeDown' }),
    'record, one queue': (db) => findRecord(db, { queue: 'project' }),
    'record, a queue of which there is nothing': (db) => findRecord(db, { queue: 'tag' }),
    'record, two filters that nothing fits': (db) =>
      findRecord(db, { action: 'dismiss', standing: 'yes' }),
    'record, one item': (db) => findRecord(db, { queue: 'project', item: 7 }),
    'record, words': (db) => findRecord(db, { words: 'DARK' }),
    'record, words that nothing has': (db) => findRecord(db, { words: 'nowhere' }),
    'record, share watched': (db) => findRecord(db, { watchedTo: 10 }),
    'record, decisions that stand': (db) =>
      findRecord(db, { action: 'approve,reject,takeDown,dismiss', standing: 'yes' }),
    'record, person, queue and days': (db) =>
      findRecord(db, { person: named[0].id, queue: 'video', since: ownSince }),
    'record, from the middle': (db, middle) => findRecord(db, {}, middle),
    'record, a batch of an export': (db, middle) => findRecord(db, {}, middle, { page: 500 }),
    'a member, with strikes': (db) =>
      Promise.all([getMemberItems(db, 1), getMemberReports(db, 1), getStrikes(db, 1)]),
  }
  const middles = { many: await middleOf(store.owner), few: await middleOf(small.owner) }
  const rows = []
  for (const [question, ask] of Object.entries(asked)) {
    const works = {
      many: () => ask(store.db, middles.many),
      few: () => ask(small.db, middles.few),
    }
    const ms = await inTurns(works, quick ? 11 : 31)
    rows.push({ question, ms: short(ms.many), toSmall: short(ms.many / ms.few) })
  }
  const exported = await exportRecord(store, events)
  return {
    events,
    rows,
    worstToSmall: Math.max(...rows.map(({ toSmall }) => toSmall)),
    slowestMs: Math.max(...rows.map(({ ms }) => ms)),
    exported,
  }
}
