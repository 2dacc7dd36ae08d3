import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStore } from '../server/dist/db/open.js'
import { rebuildTallies, rebuildWaiting } from '../server/dist/store/housekeeping.js'
import { titleMaker } from './titles.mjs'

const batch = 50_000

/** A store of its own: in a temporary folder that is thrown away, or in one that is kept and used again. */
export async function withStore(rows, kept, work) {
  const folder = kept
    ? join(kept, String(rows))
    : await mkdtemp(join(tmpdir(), 'screening-room-bench-'))
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const options = {
    databasePool: 20,
    dataDir: join(folder, 'data'),
    dataDirChosen: true,
    platformTz: 'Asia/Shanghai',
  }
  const store = await openStore(options, () => {})
  // Without the limits that the server sets itself: for filling, and for what is compared with.
  const owner = new pg.Client({ connectionString: store.embedded.adminUrl })
  await owner.connect()
  try {
    await fill(owner, rows)
    return await work({ ...store, owner, rows })
  } finally {
    await owner.end()
    await store.close()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}

function progress(what) {
  const start = performance.now()
  const show = (text, end = '') => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}: ${text}${end}`)
    else if (end) process.stderr.write(`${what}: ${text}${end}`)
  }
  return {
    at: (done, of) => show(`${Math.floor((done / of) * 100)} %`),
    end: () => show(`${((performance.now() - start) / 1000).toFixed(0)} s`, '\n'),
  }
}

export async function step(what, work) {
  const shown = progress(what)
  await work(shown.at)
  shown.end()
}

/**
 * Three years of videos in the order of their coming, one in a hundred pending; a twentieth as many
 * certifications, a tenth as many reports, a fiftieth as many projects. As one loads a large
 * import: without the triggers, whose work is done once at the end.
 */
async function fill(owner, rows) {
  const { rows: there } = await owner.query('select count(*)::int as n from bench_filled').catch(
    // No such table: this store is new.
    () => ({ rows: [] }),
  )
  if (there.length > 0) return
  console.error(`filling a store with ${rows.toLocaleString('en')} videos`)
  await owner.query('set session_replication_role = replica; set synchronous_commit = off')
  await owner.query(
    "set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2; select setseed(0.5)",
  )
  await owner.query('drop index searchable_keys')
  const status = `(case when r < 0.01 then 0 when r < 0.91 then 5 when r < 0.99 then 3 else 8 end)::smallint`
  const plainStatus = `(case when r < 0.01 then 0 when r < 0.92 then 5 else 3 end)::smallint`
  // The n-th of so many, three years ago to now, a little shaken.
  const moment = (of) =>
    `now() - interval '3 years' * (1 - (n + random() * 20 - 10) / ${of}) - interval '1 minute'`

  await step('videos', async (at) => {
    const title = titleMaker(1)
    for (let done = 0; done < rows; done += batch) {
      const count = Math.min(batch, rows - done)
      const titles = Array.from({ length: count }, title).join('\n')
      await owner.query(
        `insert into video (type, uploader_id, title, status, create_time, update_time)
         select (case when t < 0.6 then 1 when t < 0.95 then 2 else 0 end)::smallint,
           1 + floor(random() * 100000), title, ${status}, at, at
         from (select title, random() as t, random() as r, ${moment(rows)} as at
               from (select title, $2::int + place as n from
                 unnest(string_to_array($1, e'\\n')) with ordinality as w (title, place)) numbered) made`,
        [titles, done],
      )
      at(done, rows)
    }
  })
  await step('certifications, projects, reports', async () => {
    const several = [rows / 20, rows / 50, rows / 10].map((n) => Math.max(1000, Math.floor(n)))
    const [certifications, projects, reports] = several
    await owner.query(`
      insert into certified_role (name) select 'role ' || n from generate_series(1, 8) n;
      insert into certification (member_id, nick_name, phone, role_id, status, create_time)
      select n, '会员' || n, '139' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0'), 1 + floor(random() * 8),
        ${plainStatus}, ${moment(certifications)}
      from (select n, random() as r from generate_series(1, ${certifications}) n) made;
      insert into project (owner_id, title, status, create_time)
      select n, '项目 project ' || n, ${plainStatus}, ${moment(projects)}
      from (select n, random() as r from generate_series(1, ${projects}) n) made;
      insert into report_reason (message) select 'reason ' || n from generate_series(1, 8) n;
      insert into report (video_id, video_type, reason_id, reporter_id, status, create_time)
      select v.id, v.type, 1 + floor(random() * 8), 1 + floor(random() * 100000),
        (case when r < 0.01 then 0 when r < 0.9 then 3 else 8 end)::smallint, ${moment(reports)}
      from (select n, random() as r, 1 + floor(random() * ${rows})::bigint as video_id
            from generate_series(1, ${reports}) n) made join video v on v.id = made.video_id`)
  })
  await step('words', async () => {
    await owner.query(`
      insert into searchable select type, id, type, status, create_time, search_fold(title) from video where title <> '';
      insert into searchable select 3, id, role_id, status, create_time, search_fold(nick_name || e'\\n' || phone) from certification;
      insert into searchable select 4, id, 0, status, create_time, search_fold(title) from project`)
    await owner.query(`create index searchable_keys on searchable
      using gin (search_keys(words, search_seed(part, status, create_time))) with (fastupdate = off)`)
  })
  await step('counters', async () => {
    await rebuildTallies(asDb(owner))
    await rebuildWaiting(asDb(owner))
  })
  await step('vacuum', () => owner.query('vacuum analyze'))
  await owner.query('set session_replication_role = origin; set synchronous_commit = on')
  await owner.query('create table bench_filled as select now() as at')
}

/** The owner's one connection as the store's functions want it. */
export function asDb(owner) {
  const query = async (statement) => {
    const { text, values } = statement.compile()
    return (await owner.query(text, values)).rows
  }
  const transaction = async (work) => {
    await owner.query('begin')
    const result = await work({ query })
    await owner.query('commit')
    return result
  }
  return { query, transaction }
}
