import autocannon from 'autocannon'
import { createAccount } from '../server/dist/domain/accounts.js'
import { findVideos } from '../server/dist/store/videos.js'
import { median, pace, short } from './measure.mjs'
import { startServer } from './server.mjs'

/* A list through HTTP, session check included, against the same statement on the same number of connections. */

const password = 'a password for benches'
const phone = '13900000001'
const connections = 32
const pool = 20
const pageSize = 10

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

export async function http(store, { quick }) {
  const { db } = store
  const seconds = quick ? 3 : 6
  const rounds = 3
  await createAccount(db, { phone, nickName: 'Bench', role: 'reviewer', password }).catch(() => {})
  const asked = { pageSize, videoType: 2, viewStatus: 5 }
  const { total } = await findVideos(db, { page: 1, ...asked })
  const pages = { first: 1, last: Math.ceil(total / pageSize) }
  const server = await startServer({
    DATABASE_URL: store.embedded.appUrl,
    DATABASE_ADMIN_URL: store.embedded.adminUrl,
    DATABASE_POOL: String(pool),
    LOG_LEVEL: 'silent',
  })
  try {
    const headers = {
      ...(await signIn(server.url)),
      'content-type': 'application/x-www-form-urlencoded',
    }
    const fire = async (path, request) => {
      const result = await autocannon({
        url: server.url + path,
        connections,
        duration: seconds,
        ...request,
      })
      return {
        perSecond: result.requests.average,
        p99: result.latency.p99,
        wrong: result.non2xx + result.errors + result.timeouts,
      }
    }
    const list = (page) =>
      fire('/admin/data/video/list', {
        method: 'POST',
        headers,
        body: `page=${page}&pageSize=${pageSize}&viewStatus=5`,
      })
    const raw = (page) => pace(pool, seconds, () => findVideos(db, { page, ...asked }))
    const measured = {
      'nothing (/healthz)': [],
      'first page': [],
      'last page': [],
      'first page, raw SQL': [],
      'last page, raw SQL': [],
    }
    // New connections plan their statements first, and the server's code gets four times as fast with
    // its first ten thousand calls: that says something about a start, and nothing about a list.
    for (let round = 0; round < (quick ? 1 : 3); round++)
      for (const page of Object.values(pages)) {
        await list(page)
        await raw(page)
      }
    for (let round = 0; round < rounds; round++) {
      measured['nothing (/healthz)'].push(await fire('/healthz', {}))
      measured['first page'].push(await list(pages.first))
      measured['first page, raw SQL'].push(await raw(pages.first))
      measured['last page'].push(await list(pages.last))
      measured['last page, raw SQL'].push(await raw(pages.last))
    }
    const rows = Object.entries(measured).map(([name, all]) => ({
      name,
      perSecond: Math.round(median(all.map((each) => each.perSecond))),
      p99: short(median(all.map((each) => each.p99))),
      wrong: all.reduce((sum, each) => sum + (each.wrong ?? 0), 0),
    }))
    const of = (name) => rows.find((row) => row.name === name).perSecond
    return {
      rows,
      lastToFirst: short(of('last page') / of('first page')),
      firstToRaw: short(of('first page') / of('first page, raw SQL')),
      lastToRaw: short(of('last page') / of('last page, raw SQL')),
    }
  } finally {
    await server.stop()
  }
}
