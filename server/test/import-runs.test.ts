import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { overviewCalls } from '@screening-room/contract/overview'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { endAllAfterwards, run } from './faults/processes.ts'
import { countWaiting } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { holdName, type ImportRow, linesOf } from './setup/imports.ts'
import { addVideo } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { until } from './setup/test-support.ts'

/* What the overview says of imports, with the command as an operator types it. */

endAllAfterwards()

const folder = mkdtempSync(join(tmpdir(), 'screening-room-imports-'))
let server: TestServer
let lead: Client
beforeAll(async () => {
  server = await startServer()
  lead = await server.signIn('lead', 'Lead')
  // Beside reviewers: 500 lines at a time.
  await addVideo(server.owner)
})
beforeEach(() => server.owner.query(sql`delete from import_run`))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const inTrouble = async () => (await lead.send(overviewCalls.now, {})).body.data.imports
const start = (path: string, ...args: string[]) =>
  run('import.js', ['--from', path, ...args], {
    DATABASE_URL: server.databaseUrls.app,
    DATABASE_ADMIN_URL: server.databaseUrls.admin,
  })
const codeOf = async (path: string, ...args: string[]) => (await start(path, ...args).ended).code

const members = (n: number, prefix: string): ImportRow[] =>
  Array.from({ length: n }, (_, at) => ({
    kind: 'members',
    external_id: `${prefix}-${at}`,
    nick_name: `Member ${at}`,
  }))

/** As if that much time had gone by. */
const wait = (interval: string) =>
  server.owner.query(sql`update import_run set seen_at = seen_at - ${interval}::interval`)

async function writeCut(name: string): Promise<string> {
  const path = join(folder, name)
  const whole = gzipSync(linesOf(members(4000, name)))
  writeFileSync(path, whole.subarray(0, whole.length / 2))
  return path
}

test('a killed import shows with its last line, until the same file came in whole', async () => {
  const path = join(folder, 'killed.ndjson')
  const rows = members(1200, 'k')
  const wrong = rows.with(2, { kind: 'films', external_id: 'k-2' })
  writeFileSync(path, linesOf(wrong))
  await holdName(server.owner, rows[700], async () => {
    const program = start(path)
    await until(async () => (await countWaiting(server.owner)) > 0)
    expect(await inTrouble()).toEqual([])
    program.process.kill('SIGKILL')
    await program.ended
  })
  await wait('29 seconds')
  expect(await inTrouble()).toEqual([])
  await wait('2 seconds')
  const [told] = await server.owner.query<{ since: string }>(sql`
    select to_char(seen_at at time zone ${server.config.platformTz}, 'YYYY-MM-DD"T"HH24:MI:SS') as since
    from import_run`)
  const stopped = { name: 'killed.ndjson', since: told?.since, whole: false, line: 500, refused: 1 }
  expect(await inTrouble()).toEqual([{ id: expect.any(Number), ...stopped }])

  expect(await codeOf(path)).toBe(3)
  expect(await inTrouble()).toMatchObject([{ whole: true, line: 1200, refused: 1 }])
  writeFileSync(path, linesOf(rows))
  expect(await codeOf(path, '--restart')).toBe(0)
  expect(await inTrouble()).toEqual([])
})

test('an import that fails shows at once, and a dry run never', async () => {
  const path = await writeCut('cut.ndjson.gz')
  expect(await codeOf(path, '--dry-run')).toBe(1)
  expect(await inTrouble()).toEqual([])
  expect(await codeOf(path)).toBe(1)
  const { line } = JSON.parse(readFileSync(`${path}.progress`, 'utf8'))
  expect(line).toBeGreaterThan(0)
  expect(await inTrouble()).toMatchObject([
    { name: 'cut.ndjson.gz', whole: false, line, refused: 0 },
  ])
  await wait('7 days')
  expect(await inTrouble()).toEqual([])
})

test('a lead dismisses it for everybody, until it is begun again; a reviewer cannot', async () => {
  const path = await writeCut('again.ndjson.gz')
  expect(await codeOf(path)).toBe(1)
  const [{ id } = { id: 0 }] = await inTrouble()
  const reviewer = await server.signIn('reviewer', 'Li Wei')
  expect(await reviewer.sendRaw(overviewCalls.dismissImport, { id })).toMatchObject({ status: 403 })
  await lead.send(overviewCalls.dismissImport, { id })
  expect(await inTrouble()).toEqual([])
  expect(await lead.sendRaw(overviewCalls.dismissImport, { id })).toMatchObject({ code: 404 })
  expect(await codeOf(path)).toBe(1)
  expect(await inTrouble()).toMatchObject([{ id, whole: false }])
})
