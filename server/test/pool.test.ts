import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { type FaultyLine, startProxy } from './faults/proxy.ts'
import { copyDatabase, openTestPool } from './setup/server.ts'
import { until } from './setup/test-support.ts'

let database: Awaited<ReturnType<typeof copyDatabase>>
let proxy: FaultyLine
beforeAll(async () => {
  database = await copyDatabase(false)
  proxy = await startProxy(database.app)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

const one = (db: Db) => db.query(sql`select 1 as one`)

test('a connection whose settings come after its caller has given up is left to the next one', async () => {
  const db = openTestPool(proxy.url, 1)
  await one(db)
  const busy = db.transaction((tx) => tx.query(sql`select pg_sleep(3)`))
  const waiting = one(db)
  await pause(200)
  // The one that waits gets a new connection in time, and its second is over before the settings are read back.
  proxy.line = { queryDelayMs: 1200 }
  proxy.cutAll()
  await Promise.all([
    expect(busy).rejects.toThrow(),
    expect(waiting).rejects.toThrow('no connection came free'),
  ])
  proxy.line = {}
  await until(() =>
    one(db).then(
      (rows) => rows.length === 1,
      () => false,
    ),
  )
  await db.close()
})
