import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStore } from '../server/dist/db/open.js'
import { operator } from '../server/dist/domain/accounts.js'
import { createKey } from '../server/dist/domain/platform-keys.js'
import {
  findDrift,
  findWaitingDrift,
  findWrongSums,
  foldTallies,
} from '../server/dist/store/housekeeping.js'
import { addReviewer, signIn } from './http.mjs'
import { short, time } from './measure.mjs'
import { listOf, listsDuring } from './readers.mjs'
import { startServer } from './server.mjs'
import { asDb } from './store.mjs'

/*
 * Rows from a file: into an empty store as fast as it goes, and into the large one beside reviewers, whose
 * lists are timed without it, during it and during the platform's calls, in one run. Server and command are
 * processes of their own, as an operator runs them.
 */

const types = ['promo', 'personal', 'project']
const rowsOfACall = 50

function rowAt(at, prefix) {
  const kind = ['members', 'videos', 'videos', 'videos', 'reports'][at % 5]
  const video = `${prefix}-${at - 1}`
  const fields = {
    members: { nick_name: `会员 ${at}` },
    videos: {
      type: types[at % 3],
      uploader: `${prefix}-${at - (at % 5)}`,
      title: `A film about 山水 ${at}`,
      media: `films/${at}.mp4`,
      created_at: new Date(1.7e12 + at * 1000).toISOString(),
    },
    reports: { video, video_type: types[(at - 1) % 3], reason: 'spam', reporter: `${prefix}-0` },
  }[kind]
  return { kind, external_id: `${prefix}-${at}`, ...fields }
}

/** The command, from its start to its end, on a file of so many rows. */
async function importInto(embedded, folder, count, prefix) {
  const path = join(folder, `${prefix}.ndjson`)
  const lines = Array.from({ length: count }, (_, at) => `${JSON.stringify(rowAt(at, prefix))}\n`)
  await writeFile(path, lines.join(''))
  const command = fileURLToPath(new URL('../server/dist/bundle/import.js', import.meta.url))
  const { ms, result } = await time(async () => {
    const child = spawn(process.execPath, [command, '--from', path], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: embedded.appUrl,
        DATABASE_ADMIN_URL: embedded.adminUrl,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    return code
  })
  if (result !== 0) throw new Error(`the import ended with ${result}`)
  return Math.round(count / (ms / 1000))
}

/** The platform's calls, as many as four keys get answered in so many seconds. */
async function callDuring(db, url, seconds, prefix) {
  const keys = []
  for (const name of ['bench 1', 'bench 2', 'bench 3', 'bench 4'])
    keys.push(
      await db.transaction((tx) => createKey(tx, operator, { name, scopes: ['items:write'] })),
    )
  const end = performance.now() + seconds * 1000
  let calls = 0
  let place = 0
  const send = async (key) => {
    while (performance.now() < end) {
      const rows = Array.from({ length: rowsOfACall }, () => {
        const { kind, ...row } = rowAt(5 * place++ + 1, prefix)
        return row
      })
      const answer = await fetch(`${url}/platform/v1/videos`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': `${prefix}-${place}-${Math.random()}`,
        },
        body: JSON.stringify({ rows }),
      })
      const { code } = await answer.json()
      if (code === 200) calls += 1
      else await pause(100)
    }
  }
  await Promise.all(keys.map(send))
  return Math.round(calls / seconds)
}

async function intoEmptyStore(folder, count) {
  const place = { dataDir: join(folder, 'data'), dataDirChosen: true }
  const store = await openStore(
    { ...place, databasePool: 5, platformTz: 'Asia/Shanghai', patient: true },
    () => {},
  )
  try {
    return await importInto(store.embedded, folder, count, 'empty')
  } finally {
    await store.close()
  }
}

async function besideReviewers({ db, embedded }, folder, { count, seconds }) {
  await addReviewer(db)
  const server = await startServer({
    DATABASE_URL: embedded.appUrl,
    DATABASE_ADMIN_URL: embedded.adminUrl,
    LOG_LEVEL: 'silent',
  })
  try {
    const ask = listOf(server.url, await signIn(server.url))
    const prefix = `live-${Date.now()}`
    await listsDuring(ask, () => pause(seconds * 1000))
    const alone = await listsDuring(ask, () => pause(seconds * 1000))
    const live = await listsDuring(ask, () => importInto(embedded, folder, count, prefix))
    const between = await listsDuring(ask, () => pause(seconds * 1000))
    const calls = await listsDuring(ask, () => callDuring(db, server.url, seconds, `${prefix}-c`))
    const after = await listsDuring(ask, () => pause(seconds * 1000))
    const ratio = (during, one, other) => short(during.p95 / ((one.p95 + other.p95) / 2))
    return {
      live: live.result,
      reviewersP95: short(live.p95),
      reviewersRatio: ratio(live, alone, between),
      callsPerSecond: calls.result,
      rowsOfACall,
      callsRatio: ratio(calls, between, after),
    }
  } finally {
    await server.stop()
  }
}

export async function imports(store, { quick }) {
  const count = quick ? 100_000 : 200_000
  const [busy] = loadavg()
  const folder = await mkdtemp(join(tmpdir(), 'screening-room-bench-'))
  await chmod(folder, 0o755)
  try {
    const empty = await intoEmptyStore(folder, count)
    const beside = await besideReviewers(store, folder, {
      count: count / 4,
      seconds: quick ? 5 : 20,
    })
    while ((await foldTallies(store.db)) > 0);
    const all = [findDrift, findWrongSums, findWaitingDrift].map((find) => find(asDb(store.owner)))
    const drift = (await Promise.all(all)).flat().length
    return { rows: count, load: short(busy), empty, ...beside, drift }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
