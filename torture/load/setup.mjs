import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../../bench/server.mjs'
import { asDb, withStore } from '../../bench/store.mjs'
import { videoCalls } from '../../contract/dist/videos.js'
import { sql } from '../../server/dist/db/sql.js'
import { verifyChain } from '../../server/dist/domain/event-chain.js'
import {
  findDrift,
  findWaitingDrift,
  foldTallies,
  sealEvents,
} from '../../server/dist/store/housekeeping.js'
import { figure } from '../figures.mjs'

/* The built server on a hundred thousand videos, people who work on it, and what must hold afterwards. */

export const videos = 100_000
const metricsToken = 'a token for the load tests'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let unfinished = 0

/** Ends the process badly where something is not so. */
export function must(isSo, sentence, found) {
  console.log(`${isSo ? 'yes' : 'NO '}  ${sentence}${found === undefined ? '' : `: ${found}`}`)
  if (isSo) return
  unfinished += 1
  process.exitCode = 1
}

/** Counts only where all that was wanted is so. */
export async function counted(id, work) {
  console.log(`\n${id}`)
  const before = unfinished
  const count = await work()
  if (unfinished === before) figure(id, count)
}

export async function withServer(work) {
  await withStore(videos, undefined, async (store) => {
    const server = await startServer({
      DATABASE_URL: store.embedded.appUrl,
      DATABASE_ADMIN_URL: store.embedded.adminUrl,
      METRICS_TOKEN: metricsToken,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'fatal',
    })
    try {
      await work({ url: server.url, db: store.db, owner: asDb(store.owner) })
    } finally {
      await server.stop()
    }
  })
}

/** Somebody who is signed in already: what a request of theirs carries. */
export async function signedIn(owner, name) {
  const secret = randomBytes(32).toString('base64url')
  const phone = `137${String(randomBytes(4).readUInt32BE() % 1e8).padStart(8, '0')}`
  const [{ id }] = await owner.query(sql`
    insert into admin_user (phone, nick_name, password_hash, role, status, auth_epoch)
    values (${phone}, ${name}, 'unusable', 'reviewer', 'active', 1) returning id::int as id`)
  await owner.query(sql`
    insert into session (secret_hash, user_id, auth_epoch, idle_expires_at, expires_at)
    values (${createHash('sha256').update(secret).digest()}, ${id}, 1, now() + interval '30 minutes',
      now() + interval '12 hours')`)
  return { ...form, cookie: `vsid-dev=${secret}`, authorization: `Bearer ${id}${phone}` }
}

/** Videos that wait, all of an hour, so that people meet at the same counters. */
export async function addPending(owner, count) {
  const rows = await owner.query(sql`
    insert into video (type, uploader_id, title, status)
    select 2, 1, 'pending ' || n, 0 from generate_series(1, ${count}::int) n returning id::int as id`)
  return rows.map(({ id }) => id)
}

export const list = (headers, page = 1) => ({
  method: 'POST',
  path: videoCalls.project.list.path,
  headers,
  body: `page=${page}&pageSize=10&viewStatus=5`,
})

/** People who each do one thing after the other until the time is up, each on a connection of their own. */
export async function together(people, seconds, work, { arriving = 1 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const since = performance.now()
  const until = since + seconds * 1000
  const person = async () => {
    // Nobody comes at the same moment as everybody else.
    await pause(Math.random() * arriving * 1000)
    while (performance.now() < until) await work(agent, until)
  }
  await Promise.all(Array.from({ length: people }, person))
  agent.destroy()
  return (performance.now() - since) / 1000
}

/** One request; an answer that never comes is one with status 0. */
export function ask(agent, url, { method = 'GET', path, headers, body }) {
  const { hostname, port } = new URL(url)
  const since = performance.now()
  return new Promise((resolve) => {
    const end = (status, text, answer) =>
      resolve({
        status,
        text,
        right: status === 200 && text.startsWith('{"code":200'),
        retryAfter: Number(answer?.headers['retry-after']),
        ms: performance.now() - since,
      })
    const sent = request({ agent, hostname, port, method, path, headers }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () => end(answer.statusCode, Buffer.concat(parts).toString(), answer))
      answer.on('error', (error) => end(0, String(error)))
    })
    sent.on('error', (error) => end(0, String(error)))
    sent.end(body)
  })
}

/** What the server says of itself. */
export async function readMetric(url, name) {
  const answer = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const text = await answer.text()
  const value = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]
  if (!value) throw new Error(`no ${name} in ${text.slice(0, 200)}`)
  return Number(value)
}

/** How long the event loop let others wait since this was asked last, and so starts anew. */
export const loopDelay = async (url) =>
  1000 * (await readMetric(url, 'nodejs_eventloop_lag_p99_seconds'))

/** As after every fault: counters, queues, record and outbox agree with the rows. */
export async function expectWhole(db) {
  while ((await foldTallies(db)) > 0);
  while ((await sealEvents(db)) > 0);
  must((await findDrift(db)).length === 0, 'counters equal the rows they count')
  must((await findWaitingDrift(db)).length === 0, 'what waits is what is pending')
  const chain = await verifyChain(db)
  must(chain.intact, 'the record is whole', `${chain.events} events`)
  const astray = await db.query(sql`
    select e.id from event e left join outbox o on o.event_id = e.id
    where e.after is not null group by e.id having count(o.event_id) <> 1`)
  must(astray.length === 0, 'each decision goes out once')
}
