// @module-tag torture
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { status } from '@screening-room/contract/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { endAllAfterwards, type Server, startProcess } from './faults/processes.ts'
import { findOutboxMismatch } from './setup/checks.ts'
import { addMachine, Machine, type Row, rowOf } from './setup/platform.ts'
import { expectReplay } from './setup/replay.ts'
import { dice } from './setup/seed.ts'
import { copyDatabase, openTestPool } from './setup/server.ts'
import { until } from './setup/test-support.ts'

/* The server dies in the middle of what the platform sends, again and again. */

endAllAfterwards()

let database: Awaited<ReturnType<typeof copyDatabase>>
let owner: Db
beforeAll(async () => {
  database = await copyDatabase(false)
  owner = openTestPool(database.admin, 4)
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

const roll = dice('kills during ingest')
const start = () =>
  startProcess('/nonexistent', {
    DATABASE_URL: database.app,
    DATABASE_ADMIN_URL: database.admin,
    DEMO_DATA: 'off',
  })

/** Until it is answered, under one Idempotency-Key, as docs/platform.md tells the platform to do. */
async function deliver(
  server: () => Server,
  key: string,
  kind: 'videos' | 'reports' | 'withdraw',
  rows: readonly Row[],
) {
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const machine = new Machine(server().url, key)
    const answer = await machine
      .sendBody(kind, JSON.stringify({ rows }), headers)
      .catch(() => undefined)
    if (answer?.code === 200) return answer.body.data
    await pause(50)
  }
}

test('kill -9 at any moment of an ingest: each row is there once, each change is a version, and events replay to the rows', async () => {
  let server = await start()
  const { key } = await addMachine({ owner, url: server.url })
  let sent = 0
  let answered = 0
  const batches = many(1, 60)
  let working = true
  const killing = (async () => {
    for (let seen = 0; working; seen = answered) {
      // Between two deaths something gets through, however slow the machine is.
      await until(() => answered > seen || !working)
      await pause(roll.below(60))
      if (!working) return
      await server.kill()
      server = await start()
      figure('D1', 1)
    }
  })()
  for (let batch = 0; batch < batches; batch++) {
    const names = Array.from({ length: 20 }, (_, n) => `kill-${batch}-${n}`)
    const videos = names.map((name) => rowOf.videos(name))
    const reports = names.map((name) => ({ ...rowOf.reports(name), video: name }))
    // In either order.
    const first = roll.below(2) ? (['videos', videos] as const) : (['reports', reports] as const)
    const second =
      first[0] === 'videos' ? (['reports', reports] as const) : (['videos', videos] as const)
    for (const [kind, rows] of [first, second]) {
      const answers = await deliver(() => server, key, kind, rows)
      answered++
      expect(answers.map(({ result }) => result)).toEqual(rows.map(() => 'created'))
    }
    const changed = videos.map((row) => ({ ...row, title: 'changed' }))
    const again = await deliver(() => server, key, 'videos', changed)
    expect(again.map(({ result }) => result)).toEqual(changed.map(() => 'updated'))
    answered++
    const taken = names.map((external_id) => ({ kind: 'video', external_id }))
    const gone = await deliver(() => server, key, 'withdraw', taken)
    expect(gone.map(({ result }) => result)).toEqual(taken.map(() => 'updated'))
    answered++
    sent += names.length
  }
  working = false
  await killing
  const [found] = await owner.query(sql`
      select (select count(*)::int from video) as videos, (select count(*)::int from report) as reports,
        (select count(*)::int from item_version) as versions,
        (select count(*)::int from video where status = ${status.withdrawn}) as withdrawn,
        (select count(*)::int from report where status = ${status.withdrawn}) as closed,
        (select count(*)::int from event where action = 'revise') as revised,
        (select count(*)::int from waiting) as waiting`)
  const all = sent
  expect(found).toEqual({
    videos: all,
    reports: all,
    versions: all,
    withdrawn: all,
    closed: all,
    revised: all,
    waiting: 0,
  })
  expect(await expectReplay(owner)).toBe(2 * sent)
  expect(await findOutboxMismatch(owner)).toEqual([])
  await server.stop()
})
