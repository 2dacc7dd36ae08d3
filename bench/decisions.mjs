import { readFileSync } from 'node:fs'
import { DatabaseBusy } from '../server/dist/db/errors.js'
import { openPool } from '../server/dist/db/pool.js'
import { sql } from '../server/dist/db/sql.js'
import { nextItems } from '../server/dist/domain/focus.js'
import { decideItem } from '../server/dist/domain/focus-decisions.js'
import { approveVideo } from '../server/dist/domain/videos.js'
import { startHousekeeping } from '../server/dist/jobs/housekeeper.js'
import { openLog } from '../server/dist/log.js'
import { median, pace, short } from './measure.mjs'

/*
 * Decisions on videos of one hour, where every counter is the same: with the counters and without. And decisions in
 * focus review, each with a receipt of twenty ranges: with what the overview counts of them, and without.
 */

const by = { id: 1, nickName: 'Bench', requestId: crypto.randomUUID() }

async function addPending(owner, count) {
  await owner.query('alter table video disable trigger video_search_added')
  const { rows } = await owner.query(
    `insert into video (type, uploader_id, title, status, create_time)
     select 2, 1, 'hot ' || n, 0, date_trunc('hour', now()) from generate_series(1, ${count}) n returning id`,
  )
  await owner.query('alter table video enable trigger video_search_added')
  return rows.map((row) => Number(row.id))
}

/** A pool with too many in line sends people away for a moment. */
async function untilThereIsRoom(work) {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

const receipt = {
  duration: 120,
  played: Array.from({ length: 20 }, (_, n) => ({
    from: n * 6,
    to: n * 6 + 5,
    speed: 1,
    muted: false,
    visible: true,
  })),
  sheet: [],
  sheetWhole: false,
}

/** Milliseconds that a process has been on a processor: what else runs on the machine hardly changes it. */
const processorMs = (pid) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Processor time of one backend in which such decisions are made, in turns. */
export async function withReceipts({ db, owner, embedded }, { quick }) {
  const { rows: people } = await owner.query(
    `insert into admin_user (phone, nick_name, password_hash, role) values ('bench receipts', 'Bench', '', 'reviewer')
     on conflict (phone) do update set nick_name = excluded.nick_name returning id::int`,
  )
  const desk = 'desk-of-receipts'
  const holder = { userId: people[0].id, nickName: 'Bench', desk }
  const alone = openPool({
    url: embedded.appUrl,
    size: 1,
    timeZone: 'Asia/Shanghai',
    onError: console.error,
  })
  const decideOne = async () => {
    const { items } = await nextItems(db, holder, { queue: 'video', kinds: [2] })
    // Nobody plays two minutes in a moment.
    await owner.query(
      "update waiting set claimed_at = now() - interval '5 minutes' where holder_id = $1",
      [holder.userId],
    )
    const who = { ...by, id: holder.userId, graceSeconds: 10 }
    const given = { desk, lease: items[0].lease, action: 'approve', reasonIds: [], receipt }
    await alone.transaction((tx) => decideItem(tx, who, given))
  }
  const counting = async (on) => {
    for (const trigger of ['event_work', 'event_wait'])
      await owner.query(`alter table event ${on ? 'enable' : 'disable'} trigger ${trigger}`)
  }
  const [{ pid }] = await alone.query(sql`select pg_backend_pid() as pid`)
  const taken = { counted: 0, without: 0 }
  const ratios = []
  const [rounds, each] = quick ? [12, 120] : [20, 200]
  const measure = async (on) => {
    await counting(on)
    for (let n = 0; n < 20; n++) await decideOne()
    const before = processorMs(pid)
    for (let n = 0; n < each; n++) await decideOne()
    return (processorMs(pid) - before) / each
  }
  try {
    await measure(true)
    for (let n = 0; n < rounds; n++) {
      const order = n % 2 === 0 ? [true, false] : [false, true]
      const ms = {}
      for (const on of order) ms[on ? 'counted' : 'without'] = await measure(on)
      taken.counted += ms.counted
      taken.without += ms.without
      ratios.push(ms.counted / ms.without)
    }
  } finally {
    await counting(true)
    await alone.close()
  }
  return {
    countedMs: short(taken.counted / rounds),
    withoutMs: short(taken.without / rounds),
    ratio: short(taken.counted / taken.without),
    median: short(median(ratios)),
  }
}

export async function decisions(store, { quick }) {
  const { db, owner } = store
  const seconds = quick ? 2 : 4
  const rounds = quick ? 3 : 5
  const ids = await addPending(owner, quick ? 150_000 : 250_000)
  const decide = async () => {
    const id = ids.pop()
    if (id === undefined) return false
    await untilThereIsRoom(() => db.transaction((tx) => approveVideo(tx, by, 'project', id)))
  }
  const counting = (on) =>
    owner.query(`alter table video ${on ? 'enable' : 'disable'} trigger video_updated`)

  const house = startHousekeeping(db, openLog('silent'))
  const rows = []
  try {
    for (const clients of [1, 16, 64]) {
      const [counted, plain] = [[], []]
      const p99 = []
      await pace(clients, 1, decide)
      for (let round = 0; round < rounds; round++) {
        await counting(true)
        const measured = await pace(clients, seconds, decide)
        counted.push(measured.perSecond)
        p99.push(measured.p99)
        await counting(false)
        plain.push((await pace(clients, seconds, decide)).perSecond)
      }
      rows.push({
        clients,
        counted: Math.round(median(counted)),
        p99: short(median(p99)),
        without: Math.round(median(plain)),
        share: short(median(counted.map((each, round) => each / plain[round]))),
      })
    }
  } finally {
    await counting(true)
    await house.stop()
  }
  return { rows, ranOut: ids.length === 0, receipts: await withReceipts(store, { quick }) }
}
