import { builtInRoles } from '@screening-room/contract/permissions'
import { nextItems } from '../server/dist/domain/focus.js'
import { decideItem } from '../server/dist/domain/focus-decisions.js'
import { startHousekeeping } from '../server/dist/jobs/housekeeper.js'
import { openLog } from '../server/dist/log.js'
import { findWaitingDrift, rebuildWaiting } from '../server/dist/store/housekeeping.js'
import { median, percentile, short, time } from './measure.mjs'
import { asDb } from './store.mjs'

/*
 * Eight people who take what comes next and decide on it, as focus review does: where a hundred thousand
 * videos wait and where a thousand do, in turns, and once more while others hold five thousand.
 */

const permissions = builtInRoles.reviewer
const clients = 8
const many = 100_000
const few = 1000
const heldByOthers = 5000
/** In each round; fewer than wait, so that nobody runs out of them. */
const decided = 800
const filter = { queue: 'video', kinds: [2] }

async function addPeople(owner) {
  const { rows } = await owner.query(
    `insert into admin_user (phone, nick_name, password_hash, role)
     select 'bench-' || n, 'Reviewer ' || n, '', 'reviewer' from generate_series(1, ${clients}) n
     on conflict (phone) do update set nick_name = excluded.nick_name returning id, nick_name`,
  )
  return rows.map(({ id, nick_name }) => ({ id: Number(id), nickName: nick_name }))
}

/** Statuses change here without events: as the owner of the tables, with the guard off. */
async function withoutEvents(owner, change) {
  await owner.query('alter table video disable trigger video_status_recorded')
  await change()
  await owner.query('alter table video enable trigger video_status_recorded')
}

/** Exactly so many project videos wait, and nobody holds one. */
async function setPending(owner, count) {
  await owner.query(`alter table video disable trigger video_search_added`)
  await withoutEvents(owner, () =>
    owner.query(
      `with extra as (select subject_id from waiting where queue = 'video' and kind = 2
       order by create_time offset ${count})
     update video set status = 5 where id in (select subject_id from extra)`,
    ),
  )
  await owner.query(
    `insert into video (type, uploader_id, title, status, create_time)
     select 2, 1, 'waits ' || n, 0, now() - n * interval '1 second'
     from generate_series(1, ${count}::int - (
       select count(*)::int from waiting where queue = 'video' and kind = 2)) n`,
  )
  await owner.query(`alter table video enable trigger video_search_added`)
  await owner.query('vacuum analyze waiting')
}

const hold = (owner, count) =>
  owner.query(
    `update waiting set lease_id = gen_random_uuid(), desk = 'desk-of-others', holder_id = 0,
       holder_name = 'Others', claimed_at = now(), until = now() + interval '1 day'
     where (queue, subject_id) in (select queue, subject_id from waiting
       where queue = 'video' and kind = 2 and until is null order by create_time limit ${count})`,
  )
const free = (owner) =>
  owner.query(
    `update waiting set lease_id = null, desk = null, holder_id = null, holder_name = null,
       claimed_at = null, until = null where until is not null`,
  )

/** One round of all people; afterwards everything waits again that was decided. */
async function round({ db, owner }, people) {
  const hands = new Map()
  const done = []
  const taken = []
  let twice = 0
  const review = async ({ id, nickName }) => {
    const desk = `desk-${id}`
    while (done.length < decided) {
      const { ms } = await time(async () => {
        const { items } = await nextItems(db, { userId: id, nickName, desk }, filter)
        for (const item of items) {
          const before = hands.get(item.id) ?? item.lease
          if (before !== item.lease) twice += 1
          hands.set(item.id, item.lease)
        }
        const [first] = items
        const by = { id, nickName, requestId: crypto.randomUUID(), permissions, graceSeconds: 10 }
        const input = { desk, lease: first.lease, action: 'approve', reasonIds: [] }
        await db.transaction((tx) => decideItem(tx, by, input))
        done.push(first.id)
      })
      taken.push(ms)
    }
  }
  const { ms } = await time(() => Promise.all(people.map(review)))
  if (new Set(done).size !== done.length) twice += 1
  await owner.query(`update waiting set lease_id = null, desk = null, holder_id = null,
    holder_name = null, claimed_at = null, until = null where holder_id > 0`)
  await withoutEvents(owner, () =>
    owner.query('update video set status = 0 where id = any ($1)', [done]),
  )
  return { perSecond: done.length / (ms / 1000), p99: percentile(taken, 0.99), twice }
}

export async function claims(store, small, { quick }) {
  const rounds = quick ? 5 : 9
  for (const each of [store, small]) await rebuildWaiting(asDb(each.owner))
  await setPending(store.owner, many)
  await setPending(small.owner, few)
  const people = new Map()
  for (const each of [store, small]) people.set(each, await addPeople(each.owner))
  const houses = [store, small].map(({ db }) => startHousekeeping(db, openLog('silent')))
  const of = { few: [], many: [], held: [] }
  try {
    for (const each of [store, small]) await round(each, people.get(each))
    for (let n = 0; n < rounds; n++) {
      of.few.push(await round(small, people.get(small)))
      of.many.push(await round(store, people.get(store)))
      await hold(store.owner, heldByOthers)
      of.held.push(await round(store, people.get(store)))
      await free(store.owner)
    }
  } finally {
    for (const house of houses) await house.stop()
  }
  const drift = (await findWaitingDrift(asDb(store.owner))).length
  const row = (pending, held, all) => ({
    pending,
    held,
    perSecond: Math.round(median(all.map(({ perSecond }) => perSecond))),
    p99: short(median(all.map(({ p99 }) => p99))),
  })
  const ratio = (all) => short(median(all.map((each, n) => each.perSecond / of.few[n].perSecond)))
  return {
    clients,
    rows: [row(few, 0, of.few), row(many, 0, of.many), row(many, heldByOthers, of.held)],
    toFew: ratio(of.many),
    heldToFew: ratio(of.held),
    twice: Object.values(of)
      .flat()
      .reduce((sum, each) => sum + each.twice, 0),
    drift,
  }
}
