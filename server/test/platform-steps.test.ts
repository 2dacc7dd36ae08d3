// @module-tag torture
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { findDrift, findWaitingDrift } from '../src/store/housekeeping.ts'
import { type ProxiedServer, startBehindProxy } from './faults/behind-proxy.ts'
import { endAllAfterwards, run, startProcess } from './faults/processes.ts'
import type { Direction, Fault } from './faults/proxy.ts'
import { findOutboxMismatch } from './setup/checks.ts'
import { insist } from './setup/client.ts'
import { addMachine, Machine, type Row, rowOf } from './setup/platform.ts'
import { expectReplay } from './setup/replay.ts'
import { dice } from './setup/seed.ts'
import { until } from './setup/test-support.ts'

/* What the platform sends is cut off at every step: between any two messages to and from the database. */

endAllAfterwards()

let server: ProxiedServer
let machine: Machine
const folder = mkdtempSync(join(tmpdir(), 'screening-room-steps-'))
const roll = dice('steps of ingest and import')
beforeAll(async () => {
  server = await startBehindProxy()
  machine = await addMachine(server)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const directions: Direction[] = ['toDatabase', 'toServer']

/** Every point at which a transaction of so many messages can be cut; of them, so many. */
function pointsOf(messages: Record<Direction, number>, ways: Direction[], most: number) {
  const all = ways.flatMap((direction) =>
    Array.from({ length: messages[direction] + 1 }, (_, after) => ({ direction, after })),
  )
  const chosen = new Set(all)
  while (chosen.size > most) chosen.delete(roll.pick([...chosen]))
  return [...chosen]
}

const call = (kind: 'videos' | 'reports' | 'withdraw', rows: Row[], key: string = randomUUID()) =>
  machine.sendBody(kind, JSON.stringify({ rows }), { 'idempotency-key': key })

/** A fault that no message has reached would strike the next transaction. */
const disarm = () => server.proxy.arm({ direction: 'toDatabase', after: 1e9, how: 'cut' })

/** Once through, and once more under the same key: one answer, given twice. */
async function strike(fault: Fault, kind: 'videos' | 'reports' | 'withdraw', rows: Row[]) {
  const key = randomUUID()
  server.proxy.cutAll()
  server.proxy.arm(fault)
  const first = await call(kind, rows, key)
  expect([200, 503]).toContain(first.code)
  const again = await insist(
    () => call(kind, rows, key),
    ({ status }) => status === 503,
  )
  expect(again.code, JSON.stringify(fault)).toBe(200)
  if (first.code === 200) expect(again.body.data).toEqual(first.body.data)
  return again.body.data.map(({ result }) => result)
}

test('a call that is cut off at any message and sent again is done once: rows, versions, withdrawals and events', async () => {
  const steps = {
    create: (name: string) => [rowOf.videos(name)],
    change: (name: string) => [{ ...rowOf.videos(name), title: `changed ${name}` }],
  }
  let made = 0
  let cuts = 0
  const cutAt = async (
    kind: 'videos' | 'reports' | 'withdraw',
    rows: (name: string) => Row[],
    before: (name: string) => Promise<unknown>,
    result: string,
  ) => {
    await before('measured')
    server.proxy.cutAll()
    expect((await call(kind, rows('measured'))).code).toBe(200)
    const points = pointsOf(server.proxy.lastTransaction(), directions, many(6, 1000))
    for (const point of points) {
      // A key that asks too often is told to wait.
      if (made % 15 === 0) machine = await addMachine(server)
      const name = `${kind}-${result}-${made++}`
      await before(name)
      expect(await strike({ ...point, how: 'cut' }, kind, rows(name)), name).toEqual([result])
      if (server.proxy.happened()) cuts += 1
    }
  }
  const create = (name: string) => call('videos', steps.create(name))
  const report = (name: string) => [{ ...rowOf.reports(name), video: name }]
  await cutAt('videos', steps.create, async () => {}, 'created')
  await cutAt('videos', steps.change, create, 'updated')
  await cutAt('reports', report, create, 'created')
  const taken = (name: string) => [{ kind: 'video', external_id: name }]
  await cutAt('withdraw', taken, create, 'updated')
  // A connection that something else was asked on first needs fewer messages: a few points are not reached.
  expect(cuts).toBeGreaterThan(made * 0.8)
  figure('D3', cuts)
  const [found] = await server.owner.query(sql`
      select (select count(*)::int from video) as videos,
        (select count(*)::int from platform_id where kind = 'video') as names,
        (select count(*)::int from item_version) as versions,
        (select count(*)::int from event where action = 'revise') as revised,
        (select count(*)::int from platform_id p where p.kind = 'video'
          and not exists (select from video v where v.id = p.id)) as lost`)
  expect(found).toMatchObject({ videos: made + 1, names: made + 1, lost: 0 })
  expect(found?.versions).toBe(found?.revised)
  await expectReplay(server.owner)
  expect(await findDrift(server.owner)).toEqual([])
  expect(await findWaitingDrift(server.owner)).toEqual([])
  expect(await findOutboxMismatch(server.owner)).toEqual([])
})

const startServer = () =>
  startProcess('/nonexistent', {
    DATABASE_URL: server.proxy.url,
    DATABASE_ADMIN_URL: server.adminUrl,
    DEMO_DATA: 'off',
  })

test('a server that is killed at any message of a call has done all of it or nothing, and once when it is sent again', async () => {
  const kinds = {
    create: ['videos', (name: string) => [rowOf.videos(name)], 'created'],
    report: ['reports', (name: string) => [{ ...rowOf.reports(name), video: name }], 'created'],
    change: ['videos', (name: string) => [{ ...rowOf.videos(name), title: 'x' }], 'updated'],
    withdraw: ['withdraw', (name: string) => [{ kind: 'video', external_id: name }], 'updated'],
  } as const
  disarm()
  let program = await startServer()
  let kills = 0
  let made = 0
  for (const [way, [kind, rows, result]] of Object.entries(kinds)) {
    const prepare = async (name: string) => {
      if (way !== 'create') expect((await call('videos', [rowOf.videos(name)])).code).toBe(200)
    }
    await prepare(`measured-${way}`)
    server.proxy.cutAll()
    expect((await call(kind, rows(`measured-${way}`))).code).toBe(200)
    for (const point of pointsOf(server.proxy.lastTransaction(), directions, many(1, 20))) {
      if (made % 15 === 0) machine = await addMachine(server)
      const name = `step-${way}-${made++}`
      await prepare(name)
      const headers = { 'idempotency-key': randomUUID() }
      const body = JSON.stringify({ rows: rows(name) })
      const send = () => new Machine(program.url, machine.key).sendBody(kind, body, headers)
      server.proxy.arm({ ...point, how: 'silence' })
      let answered: unknown
      const sent = send().then(
        (answer) => {
          answered = answer
        },
        () => {},
      )
      await until(() => answered !== undefined || server.proxy.happened())
      await program.kill()
      await sent
      if (answered === undefined) kills += 1
      disarm()
      server.proxy.cutAll()
      program = await startServer()
      const { body: again } = await insist(send)
      expect(again.data, `${name} ${JSON.stringify(point)}`).toMatchObject([{ result }])
    }
  }
  await program.stop()
  // Some of its own work may be struck instead, and a call is sometimes answered before its server dies.
  expect(kills).toBeGreaterThan(made * 0.5)
  figure('D2', kills)
  const [found] = await server.owner.query(sql`
      with own as (select kind, id from platform_id where external_id like 'step-%')
      select (select count(*)::int from own join video v using (id) where kind = 'video') as videos,
        (select count(*)::int from own where kind = 'video') as names,
        (select count(*)::int from own join report r using (id) where kind = 'report') as reports,
        (select count(*)::int from own join item_version v on v.subject_id = own.id and v.queue = own.kind) as versions,
        (select count(*)::int from own join event e on e.subject_id = own.id and e.queue = own.kind
          where e.action = 'revise') as revised,
        (select count(*)::int from own join event e on e.subject_id = own.id and e.queue = own.kind
          where e.action = 'withdraw') as withdrawn`)
  const each = made / 4
  const expected = { videos: made, names: made, reports: each, versions: each, revised: each }
  expect(found).toEqual({ ...expected, withdrawn: each })
  await expectReplay(server.owner)
  expect(await findDrift(server.owner)).toEqual([])
  expect(await findWaitingDrift(server.owner)).toEqual([])
  expect(await findOutboxMismatch(server.owner)).toEqual([])
})

const start = (path: string, ...args: string[]) =>
  run('import.js', ['--from', path, ...args], {
    DATABASE_URL: server.proxy.url,
    DATABASE_ADMIN_URL: server.adminUrl,
  })

function writeRows(name: string, n: number): string {
  const path = join(folder, `${name}.ndjson`)
  const names = Array.from({ length: n }, (_, at) => `${name}-${at}`)
  const rows = [
    ...names.map((one) => ({ kind: 'reports', ...rowOf.reports(one), video: one })),
    ...names.map((one) => ({ kind: 'videos', ...rowOf.videos(one), uploader: 'same' })),
    ...names.map((one) => ({ kind: 'members', ...rowOf.members(one) })),
  ]
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`)
  return path
}

test('an import that is killed at any message of a chunk goes on without loss or doubles', async () => {
  const n = 40
  disarm()
  const measured = start(writeRows('measured', n))
  expect(await measured.ended).toMatchObject({ code: 0 })
  const points = pointsOf(server.proxy.lastTransaction(), ['toDatabase'], many(2, 1000))
  const path = writeRows('killed', n)
  let kills = 0
  for (const point of points) {
    // What was done in an earlier round is not skipped: the steps are those of new rows, then of known ones.
    rmSync(`${path}.progress`, { force: true })
    server.proxy.arm({ ...point, how: 'silence' })
    const program = start(path)
    let over = false
    void program.ended.then(() => {
      over = true
    })
    await until(() => over || server.proxy.happened())
    if (server.proxy.happened()) kills += 1
    await pause(5)
    program.process.kill('SIGKILL')
    await program.ended
    server.proxy.cutAll()
  }
  expect(kills).toBeGreaterThan(points.length * 0.8 - 1)
  figure('D5', kills)
  disarm()
  expect(await start(path).ended).toMatchObject({ code: 0 })
  expect(existsSync(`${path}.errors`)).toBe(false)
  const [found] = await server.owner.query(sql`
      select (select count(*)::int from video v join platform_id p on p.kind = 'video' and p.id = v.id
          where p.external_id like 'killed-%' and v.report_count = 1) as videos,
        (select count(*)::int from member m join platform_id p on p.kind = 'member' and p.id = m.id
          where p.external_id like 'killed-%') as members,
        (select count(*)::int from platform_id p where p.kind = 'report' and p.external_id like 'killed-%') as reports,
        (select count(*)::int from item_version v join platform_id p on p.kind = v.queue and p.id = v.subject_id
          where p.external_id like 'killed-%') as versions`)
  expect(found).toEqual({ videos: n, members: n, reports: n, versions: 0 })
  await expectReplay(server.owner)
  expect(await findDrift(server.owner)).toEqual([])
  expect(await findWaitingDrift(server.owner)).toEqual([])
})
