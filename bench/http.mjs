import { existsSync, readFileSync } from 'node:fs'
import { createAccount } from '../server/dist/domain/accounts.js'
import { sha256 } from '../server/dist/domain/sign-in.js'
import { readFor } from '../server/dist/store/sessions.js'
import { findVideos } from '../server/dist/store/videos.js'
import { twoCores } from './cores.mjs'
import { fire } from './load.mjs'
import { median, pace, short } from './measure.mjs'
import { startServer } from './server.mjs'

/*
 * A list through HTTP against the same statement, which finds the session as well, on the same number
 * of connections; and against the list's part of it alone.
 */

const password = 'a password for benches'
const phone = '13900000001'
const connections = 32
const pool = 20
const pageSize = 10

const path = '/admin/data/video/list'
const form = (page) => `page=${page}&pageSize=${pageSize}&viewStatus=5`

/** One connection more each time: all at once take longer to be made than anybody waits for one. */
async function fillPool(ask) {
  for (let size = 1; size <= pool; size++) await Promise.all(Array.from({ length: size }, ask))
}

/** Linux's SCHED_BATCH (`chrt --batch 0 npm run bench …`): a process that wakes up preempts no other. */
function isBatch() {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : ''
  return stat.slice(stat.lastIndexOf(')')).split(' ')[39] === '3'
}

/** Somebody who reviews, from now on. */
export const addReviewer = (db) =>
  createAccount(db, { phone, nickName: 'Li Wei', role: 'reviewer', password }).catch(() => {})

/** Somebody who sees the record and may export it. */
export async function addAdministrator(db) {
  const account = { phone: '13900000009', nickName: 'Chen Jie', role: 'administrator', password }
  await createAccount(db, account).catch(() => {})
  return account.phone
}

export const signIn = (url, as = phone) => signInAs(url, as, password)

export async function signInAs(url, who, pwd) {
  const body = new URLSearchParams({ phone: who, pwd })
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
  // The machine has better and worse moments, each of several seconds: short turns, and many of them.
  const seconds = quick ? 1 : 2
  const rounds = 9
  await addReviewer(db)
  const asked = { pageSize, videoType: 2, status: 5 }
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
    const load = { connections, seconds }
    const list = (page) =>
      fire(server.url + path, { ...load, method: 'POST', headers, body: form(page) })
    const nothing = () => fire(`${server.url}/healthz`, { ...load, method: 'GET' })
    const secret = /vsid-dev=([^;]+)/.exec(headers.cookie)[1]
    const forSession = {
      query: async (statement) => (await readFor(db, sha256(secret), statement)).rows,
    }
    const raw = (from, page) => pace(pool, seconds, () => findVideos(from, { page, ...asked }))
    const measured = {}
    const measure = async (name, work) => {
      measured[name] ??= []
      measured[name].push(await work())
    }
    const read = (page) =>
      fetch(`${server.url}${path}`, { method: 'POST', headers, body: form(page) })
    await fillPool(() => read(pages.first))
    for (const from of [forSession, db])
      await fillPool(() => findVideos(from, { page: pages.first, ...asked }))
    const cores = await twoCores(store.owner, server.pid)
    const turn = async () => {
      cores.apart()
      await measure('nothing (/healthz)', nothing)
      for (const [name, page] of Object.entries(pages)) {
        cores.apart()
        await measure(`${name} page`, () => list(page))
        cores.together()
        await measure(`${name} page, raw SQL`, () => raw(forSession, page))
        await measure(`${name} page, raw SQL without its session`, () => raw(db, page))
      }
    }
    // New connections plan their statements first, and the server's code gets four times as fast with
    // its first ten thousand calls: that says something about a start, and nothing about a list.
    for (let round = 0; round < (quick ? 3 : 9); round++) await turn()
    for (const all of Object.values(measured)) all.length = 0
    for (let round = 0; round < rounds; round++) await turn()
    cores.together()
    const rows = Object.entries(measured).map(([name, all]) => ({
      name,
      perSecond: Math.round(median(all.map((each) => each.perSecond))),
      p99: short(median(all.map((each) => each.p99))),
      wrong: all.reduce((sum, each) => sum + (each.wrong ?? 0), 0),
    }))
    const ratio = (name, other) =>
      short(median(measured[name].map((one, n) => one.perSecond / measured[other][n].perSecond)))
    const toRaw = (what) => ({
      first: ratio('first page', `first page, raw SQL${what}`),
      last: ratio('last page', `last page, raw SQL${what}`),
    })
    return {
      rows,
      batch: isBatch(),
      cores: cores.isThere,
      lastToFirst: ratio('last page', 'first page'),
      toRaw: toRaw(''),
      toRawList: toRaw(' without its session'),
    }
  } finally {
    await server.stop()
  }
}
