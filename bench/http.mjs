import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { buildApp } from '../server/dist/app.js'
import { readConfig } from '../server/dist/config.js'
import { sql } from '../server/dist/db/sql.js'
import { createAccount } from '../server/dist/domain/accounts.js'
import { keepHouse } from '../server/dist/domain/housekeeper.js'
import { localStore } from '../server/dist/domain/media.js'
import { openLog } from '../server/dist/log.js'
import { addVideos, withStore } from './store.mjs'

const password = 'a password for benches'
const phone = '13900000001'
const seconds = Number(process.env.SECONDS ?? 5)

async function signIn(url) {
  const body = new URLSearchParams({ phone, pwd: password })
  const login = await fetch(`${url}/admin/user/login`, { method: 'POST', body })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { info } = await (
    await fetch(`${url}/admin/user/query/user/info`, { headers: { cookie } })
  ).json()
  return { cookie, authorization: `Bearer ${info.id}${info.phone}` }
}

async function fire(url, requests) {
  const result = await autocannon({ url, connections: 16, duration: seconds, ...requests })
  const wrong = result.non2xx + result.errors + result.timeouts
  return {
    'calls per second': Math.round(result.requests.average),
    'p99 ms': result.latency.p99,
    wrong,
  }
}

await withStore(async (store) => {
  const { db } = store
  await addVideos(store, 200_000)
  await createAccount(db, { phone, nickName: 'Bench', role: 'reviewer', password })
  const config = readConfig({ DATABASE_URL: 'postgres://x', LOG_LEVEL: 'silent' }, process.cwd())
  const mediaKey = randomBytes(32)
  const log = openLog('silent')
  const { app } = await buildApp({
    config,
    db,
    media: localStore(mediaKey, 600, ''),
    mediaKey,
    log,
    webFolder: '/none',
  })
  const house = keepHouse(db, log)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { ...(await signIn(url)), 'content-type': 'application/x-www-form-urlencoded' }

  const pending = await db.query(sql`select id from video where status = 0`)
  const ids = pending.map((row) => row.id)
  const table = {
    nothing: await fire(`${url}/healthz`, {}),
    list: await fire(`${url}/admin/data/video/list`, {
      method: 'POST',
      headers,
      body: 'page=1&pageSize=10',
    }),
    'deep page': await fire(`${url}/admin/data/video/list`, {
      method: 'POST',
      headers,
      body: 'page=9999&pageSize=10',
    }),
    decision: await fire(`${url}/admin/data/video/opt/aggree`, {
      method: 'POST',
      headers,
      setupClient: (client) => {
        const next = () => client.setBody(`videoId=${ids.pop() ?? 1}`)
        next()
        client.on('response', next)
      },
    }),
  }
  const base = table.nothing['calls per second']
  for (const row of Object.values(table))
    row['share of nothing'] = (row['calls per second'] / base).toFixed(3)
  console.table(table)
  if (ids.length === 0) console.log('the pending videos ran out: the last decisions were refusals')
  await house.stop()
  app.server.closeAllConnections()
  await app.close()
})
