import { readFileSync } from 'node:fs'
import { builtInRoles } from '@screening-room/contract/permissions'
import { openPool } from '../server/dist/db/pool.js'
import { sql } from '../server/dist/db/sql.js'
import { nextItems } from '../server/dist/domain/focus.js'
import { decideItem } from '../server/dist/domain/focus-decisions.js'
import { median, short } from './measure.mjs'

/*
 * Decisions in focus review, each with a receipt of twenty ranges, in turns with what the overview counts of them
 * and without: the processor time of the one backend in which they are made.
 */

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

/**
 * What the overview adds to a decision: the counters' rows, and a look whether the event has its time waited, which
 * the decision's own statement computes on both sides.
 */
const triggers = ['event_wait', 'event_work']

/** On a processor: what else runs on the machine hardly changes it. */
const processorMs = (pid) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

async function addPending(owner, count) {
  await owner.query('alter table video disable trigger video_search_added')
  await owner.query(
    `insert into video (type, uploader_id, title, status, create_time)
     select 2, 1, 'receipt ' || n, 0, now() - n * interval '1 second' from generate_series(1, ${count}) n`,
  )
  await owner.query('alter table video enable trigger video_search_added')
}

export async function receipts({ db, owner, embedded }, { quick }) {
  const [rounds, each, warmUp] = quick ? [12, 80, 15] : [24, 150, 20]
  await addPending(owner, (2 * rounds + 1) * (each + warmUp) + 100)
  const { rows: people } = await owner.query(
    `insert into admin_user (phone, nick_name, password_hash, role) values ('bench receipts', 'Bench', '', 'reviewer')
     on conflict (phone) do update set nick_name = excluded.nick_name returning id::int`,
  )
  const [{ id }] = people
  const desk = 'desk-of-receipts'
  const by = {
    id,
    nickName: 'Bench',
    requestId: crypto.randomUUID(),
    permissions: builtInRoles.reviewer,
    graceSeconds: 10,
  }
  const options = { url: embedded.appUrl, timeZone: 'Asia/Shanghai', onError: console.error }
  const alone = openPool({ ...options, size: 1 })
  const [{ pid }] = await alone.query(sql`select pg_backend_pid() as pid`)
  const decideNext = async () => {
    const { items } = await nextItems(
      db,
      { userId: id, nickName: 'Bench', desk },
      { queue: 'video', kinds: [2] },
    )
    // Nobody plays two minutes in a moment.
    await owner.query(
      "update waiting set claimed_at = now() - interval '5 minutes' where holder_id = $1",
      [id],
    )
    const given = { desk, lease: items[0].lease, action: 'approve', reasonIds: [], receipt }
    await alone.transaction((tx) => decideItem(tx, by, given))
  }
  const counting = async (on) => {
    for (const trigger of triggers)
      await owner.query(`alter table event ${on ? 'enable' : 'disable'} trigger ${trigger}`)
  }
  const measure = async (on) => {
    await counting(on)
    for (let n = 0; n < warmUp; n++) await decideNext()
    const before = processorMs(pid)
    for (let n = 0; n < each; n++) await decideNext()
    return (processorMs(pid) - before) / each
  }
  const taken = { counted: [], without: [] }
  try {
    await measure(true)
    for (let n = 0; n < rounds; n++)
      for (const name of n % 2 === 0 ? ['counted', 'without'] : ['without', 'counted'])
        taken[name].push(await measure(name === 'counted'))
  } finally {
    await counting(true)
    await alone.close()
  }
  return {
    decisions: rounds * each,
    countedMs: short(median(taken.counted)),
    withoutMs: short(median(taken.without)),
    ratio: short(median(taken.counted.map((ms, round) => ms / taken.without[round]))),
  }
}
