import { expect, test } from 'vitest'
import { endAllAfterwards, probe, startProcess } from './faults/processes.ts'
import { startProxy } from './faults/proxy.ts'
import { copyDatabase } from './setup/server.ts'
import { until } from './setup/test-support.ts'

endAllAfterwards()

test('a server starts though a connection to its PostgreSQL takes longer than a request would wait for one', {
  timeout: 180_000,
}, async () => {
  const database = await copyDatabase(false)
  const proxy = await startProxy(database.app)
  proxy.line = { delayMs: 40 }
  const env = { DATABASE_URL: proxy.url, DATABASE_ADMIN_URL: proxy.for(database.admin) }
  const server = await startProcess('/nonexistent', env)
  proxy.line = {}
  await until(async () => (await probe(server.url)) === 200)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  await proxy.close()
  await database.drop()
})
