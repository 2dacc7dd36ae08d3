// @module-tag torture
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { findDrift, findWaitingDrift, findWrongSums } from '../src/store/housekeeping.ts'
import { findVideos } from '../src/store/videos.ts'
import { endAllAfterwards, run } from './faults/processes.ts'
import { countWaiting } from './setup/checks.ts'
import { holdName, type ImportRow, linesOf } from './setup/imports.ts'
import { dice } from './setup/seed.ts'
import { copyDatabase, openOwnerPool } from './setup/server.ts'
import { until } from './setup/test-support.ts'

/* The command as an operator types it, on a database of the file's own. */

endAllAfterwards()

let database: Awaited<ReturnType<typeof copyDatabase>>
let owner: Db
const folder = mkdtempSync(join(tmpdir(), 'screening-room-import-'))

beforeAll(async () => {
  database = await copyDatabase(false)
  owner = openOwnerPool(database.admin)
})
afterAll(async () => {
  await owner.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (path: string, ...args: string[]) =>
  run('import.js', ['--from', path, ...args], {
    DATABASE_URL: database.app,
    DATABASE_ADMIN_URL: database.admin,
  })

async function importFile(name: string, content: string | Buffer, ...args: string[]) {
  const path = join(folder, name)
  writeFileSync(path, content)
  const program = start(path, ...args)
  const { code } = await program.ended
  const errors = existsSync(`${path}.errors`) ? readFileSync(`${path}.errors`, 'utf8').trim() : ''
  const refused = errors === '' ? [] : errors.split('\n').map((line) => JSON.parse(line))
  return { code, says: program.output().trim(), refused, path }
}

/** Reports before their videos, videos before their members. */
function someRows(n: number, prefix: string): ImportRow[] {
  const types = ['promo', 'personal', 'project']
  const numbers = Array.from({ length: n }, (_, at) => at)
  return [
    ...numbers.map((at) => ({
      kind: 'reports',
      external_id: `${prefix}r-${at}`,
      video: `${prefix}v-${at}`,
      video_type: types[at % 3],
      reason: 'spam',
      reporter: `${prefix}m-${at % 7}`,
    })),
    ...numbers.map((at) => ({
      kind: 'videos',
      external_id: `${prefix}v-${at}`,
      type: types[at % 3],
      uploader: `${prefix}m-${at}`,
      title: `Film ${prefix} ${at}`,
    })),
    ...numbers.map((at) => ({
      kind: 'members',
      external_id: `${prefix}m-${at}`,
      nick_name: `Member ${at}`,
    })),
  ]
}

async function countsOf(prefix: string) {
  const like = `${prefix}%`
  const [found] = await owner.query<Record<string, number>>(sql`select
    (select count(*) from member x join platform_id p on p.kind = 'member' and p.id = x.id
      where p.external_id like ${like})::int members,
    (select count(*) from video x join platform_id p on p.kind = 'video' and p.id = x.id
      where p.external_id like ${like})::int videos,
    (select count(*) from report x join platform_id p on p.kind = 'report' and p.id = x.id
      where p.external_id like ${like})::int reports,
    (select count(*) from video)::int all_videos, (select count(*) from platform_id where kind = 'video')::int names,
    (select count(*) from video x join platform_id p on p.kind = 'video' and p.id = x.id
      where p.external_id like ${like} and x.report_count = 1)::int reported`)
  return found
}

async function expectNoDrift() {
  expect([...(await findDrift(owner)), ...(await findWrongSums(owner))]).toEqual([])
  expect(await findWaitingDrift(owner)).toEqual([])
}

test('killed at random points and started again, an import neither loses nor doubles a row', async () => {
  const { below } = dice('kills of an import')
  const rows = many(900, 3000, 3000)
  const path = join(folder, 'killed.ndjson')
  const all = someRows(rows, 'k')
  writeFileSync(path, linesOf(all))
  const kills = many(3, 25, 200)
  const lineOf = () => {
    const file = `${path}.progress`
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).line as number) : 0
  }
  for (let attempt = 0; attempt < kills; attempt++) {
    const next = lineOf() + below(all.length - lineOf())
    await holdName(owner, all[next], async () => {
      const program = start(path)
      let over = false
      void program.ended.then(() => {
        over = true
      })
      await until(async () => over || (await countWaiting(owner)) > 0)
      await pause(below(60))
      program.process.kill('SIGKILL')
      expect(await program.ended).toMatchObject({ signal: 'SIGKILL' })
    })
  }
  const last = start(path)
  expect(await last.ended).toMatchObject({ code: 0 })
  expect(last.output()).toMatch(/0 refused/)
  expect(await countsOf('k')).toEqual({
    members: rows,
    videos: rows,
    reports: rows,
    all_videos: rows,
    names: rows,
    reported: rows,
  })
  await expectNoDrift()
  // What a killed import left to be sorted in is in the index of the search.
  const [index] = await owner.query<{ options: string[] }>(
    sql`select reloptions as options from pg_class where relname = 'searchable_keys'`,
  )
  expect(index?.options).toEqual(['fastupdate=on', 'gin_pending_list_limit=64'])
  const found = await findVideos(owner, { page: 1, pageSize: 5, videoType: 1, search: 'Film k' })
  expect(found.total).toBe(Math.ceil((rows - 1) / 3))
  figure('D4', kills)
})

test('a table that an import has filled is known to be large at once, so that plans read its indexes', async () => {
  await owner.query(sql`analyze platform_id`)
  const sizes = () =>
    owner.query<{ known: number; rows: number }>(sql`
      select greatest(reltuples, 0)::int as known, (select count(*) from platform_id)::int as rows
      from pg_class where relname = 'platform_id'`)
  const { code } = await importFile('large.ndjson', linesOf(someRows(5000, 'l')))
  expect(code).toBe(0)
  const [after] = await sizes()
  expect(after?.rows).toBeGreaterThanOrEqual(15_000)
  expect(after?.known).toBeGreaterThan((after?.rows ?? 0) / 8)
})

test('what is refused is told with its line, and the rest is taken; a second run changes nothing', async () => {
  const rows = [
    { kind: 'members', external_id: 'e-1', nick_name: 'One' },
    { kind: 'members', external_id: 'e-2', nick_name: '' },
    { kind: 'films', external_id: 'e-3' },
    { kind: 'videos', external_id: 'e-4', type: 'promo', uploader: 'e-1', length: 3 },
    // Again in the same file: the later line changes what the earlier one added.
    { kind: 'members', external_id: 'e-1', nick_name: 'Uno' },
  ]
  const { code, says, refused } = await importFile('some.ndjson', `${linesOf(rows)}{"kind":\n\n`)
  expect({ code, says: says.split('\n')[0] }).toEqual({
    code: 3,
    says: '1 created, 1 updated, 0 unchanged, 4 refused',
  })
  expect(refused).toEqual([
    { line: 2, kind: 'members', external_id: 'e-2', field: 'nick_name', message: 'is required' },
    expect.objectContaining({ line: 3, field: 'kind' }),
    expect.objectContaining({ line: 4, field: 'length', message: 'is not a field of this call' }),
    { line: 6, kind: null, external_id: null, field: 'line', message: 'cannot be read' },
  ])
  const [member] = await owner.query(sql`
    select nick_name from member join platform_id p using (id) where p.external_id = 'e-1'`)
  expect(member).toEqual({ nick_name: 'Uno' })
  const again = await importFile('again.ndjson', linesOf([rows[4] ?? {}]))
  expect(again).toMatchObject({ code: 0, says: '0 created, 0 updated, 1 unchanged, 0 refused' })
})

test('CSV and gzip are read, also quotes, line breaks, numbers and lists in cells', async () => {
  const csv =
    '\ufeffexternal_id,type,uploader,title,duration\r\nc-1,promo,m,"A, ""B""\nC",61\r\nc-2,personal,m,,x\r\n'
  const { says, refused } = await importFile('some.csv.gz', gzipSync(csv), '--kind', 'videos')
  expect(says).toContain('1 created, 0 updated, 0 unchanged, 1 refused')
  expect(refused).toMatchObject([{ line: 4, external_id: 'c-2', field: 'duration' }])
  const projects =
    'kind,external_id,owner,title,roles\nprojects,c-3,m,Three,"[""director"",""actor""]"\n'
  expect(await importFile('projects.csv', projects)).toMatchObject({ code: 0 })
  const [found] = await owner.query(sql`
    select (select title || duration from video join platform_id p using (id)
      where p.kind = 'video' and p.external_id = 'c-1') title,
      (select cardinality(role_ids) from project) roles`)
  expect(found).toEqual({ title: 'A, "B"\nC61', roles: 2 })
})

test('a dry run says what would happen and changes nothing', async () => {
  const before = await countsOf('d')
  const { says, path } = await importFile('dry.ndjson', linesOf(someRows(5, 'd')), '--dry-run')
  expect(says).toBe('would be: 15 created, 0 updated, 0 unchanged, 0 refused')
  expect(await countsOf('d')).toEqual(before)
  expect(existsSync(`${path}.progress`)).toBe(false)
})

test('what is older than 1970 is counted, sorted and found; a year that cannot be is refused with a sentence', async () => {
  const years = ['1899-12-31', '1900-01-02', '1969-12-31', '1970-01-02', '2200-01-01']
  const rows = years.map((day) => ({
    kind: 'videos',
    external_id: `y-${day}`,
    type: 'promo',
    uploader: 'm',
    title: `Archive ${day}`,
    created_at: `${day}T12:00:00Z`,
  }))
  const before = await findVideos(owner, { page: 1, pageSize: 5, videoType: 0 })
  const { says, refused } = await importFile('years.ndjson', linesOf(rows))
  expect(says).toContain('3 created, 0 updated, 0 unchanged, 2 refused')
  expect(refused.map(({ message }) => message)).toEqual([
    'must be a time from 1900 to 2199',
    'must be a time from 1900 to 2199',
  ])
  const after = await findVideos(owner, { page: 1, pageSize: 5, videoType: 0, order: 'oldest' })
  const titles = after.rows.map((row) => (row as { title: string }).title)
  expect(after.total).toBe(before.total + 3)
  expect(after.pending).toBe(before.pending + 3)
  expect(titles.slice(0, 3)).toEqual(years.slice(1, 4).map((day) => `Archive ${day}`))
  const found = await findVideos(owner, { page: 1, pageSize: 5, videoType: 0, search: 'Archive' })
  expect(found.total).toBe(3)
  await expectNoDrift()
})

test('a decided status stays what it is, and a file that changed under its progress is not gone on with', async () => {
  const row = { kind: 'videos', external_id: 's-1', type: 'promo', uploader: 'm', title: 'Before' }
  const { path } = await importFile('status.ndjson', linesOf([row]))
  await owner.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`)
    await tx.query(sql`update video set status = 5 from platform_id p
      where p.kind = 'video' and p.id = video.id and p.external_id = 's-1'`)
  })
  // As long as it was.
  const changed = linesOf([{ ...row, title: 'Beyond' }])
  writeFileSync(path, changed)
  const refused = start(path)
  expect(await refused.ended).toMatchObject({ code: 1 })
  expect(refused.errors()).toContain('--restart')
  const program = start(path, '--restart')
  expect(await program.ended).toMatchObject({ code: 0 })
  const [video] = await owner.query(sql`select title, status from video
    join platform_id p using (id) where p.kind = 'video' and p.external_id = 's-1'`)
  expect(video).toEqual({ title: 'Beyond', status: 5 })
})
