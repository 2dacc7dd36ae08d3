import { type Queue, queueNames } from '@screening-room/contract/queues'
import { type Receipt, secondsWatched } from '@screening-room/contract/receipt'
import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import { importLines } from '../../src/domain/import.ts'
import { rowOf } from './platform.ts'
import type { dice } from './seed.ts'

/* Months of work at random, and what plain SQL counts of it. */

type Dice = ReturnType<typeof dice>

const day = 86_400_000
const deciding = ['approve', 'reject', 'takeDown', 'dismiss']

const inserts: Record<Queue, (at: string) => Sql> = {
  certification: (at) => sql`
    insert into certification (member_id, nick_name, phone, role_id, create_time)
    values (1, 'x', '1', 1, ${at}::timestamptz) returning id`,
  project: (at) => sql`
    insert into project (owner_id, title, create_time) values (1, 'x', ${at}::timestamptz) returning id`,
  video: (at) => sql`
    insert into video (type, uploader_id, title, create_time) values (1, 1, 'x', ${at}::timestamptz) returning id`,
  report: (at) => sql`
    insert into report (video_id, video_type, reason_id, reporter_id, create_time, status)
    values (1, 1, 1 + floor(random() * 3), 1, ${at}::timestamptz, (array[0, 3, 8, 9])[1 + floor(random() * 4)])
    returning id`,
}

const tables: Record<Queue, Sql> = {
  certification: sql`certification`,
  project: sql`project`,
  video: sql`video`,
  report: sql`report`,
}

const actionsOf: Record<Queue, string[]> = {
  certification: ['approve', 'reject'],
  project: ['approve', 'reject'],
  video: ['approve', 'reject', 'takeDown'],
  report: ['dismiss', 'takeDown'],
}

/** Taken in hand some time before, and watched in stretches that overlap, some of them out of sight. */
function watchedAtRandom(roll: Dice, at: number): object {
  const duration = roll.below(8) === 0 ? null : 1 + roll.below(3000) / 10
  const played = Array.from({ length: roll.below(6) }, () => {
    const from = roll.next() * (duration ?? 60)
    return {
      from,
      to: from + roll.next() * 60 - 5,
      speed: 1,
      muted: true,
      visible: roll.below(5) > 0,
    }
  })
  const claimedAt = new Date(at - roll.below(900_000)).toISOString()
  return { claimedAt, receipt: { duration, played, sheet: [], sheetWhole: false } }
}

/** The life of one item up to `end`: decided, undone, opened again, sent again, in any order that can be. */
async function live(
  db: Db,
  roll: Dice,
  queue: Queue,
  people: number[],
  begin: number,
  end: number,
) {
  const wire = (moment: number) => new Date(moment).toISOString()
  const [item] = await db.query<{ id: number }>(inserts[queue](wire(begin)))
  const id = item?.id ?? 0
  let at = begin
  const append = async (
    action: string,
    actor: number,
    before: number | null,
    more: object = {},
  ) => {
    const reasons = action === 'takeDown' ? [1 + roll.below(3)] : []
    const [event] = await db.query<{ id: number }>(sql`
      insert into event (at, actor_id, actor_name, action, queue, subject_id, before, after, reason_ids, details)
      values (${wire(at)}::timestamptz, ${actor}, 'x', ${action}, ${queue}, ${id}, ${before}, 5,
        ${reasons}::bigint[], ${JSON.stringify(more)}::jsonb) returning id`)
    return event?.id ?? 0
  }
  const later = (most: number) => {
    at += Math.floor(most * roll.next() ** 3) + 1000
    return at < end
  }
  const opened = () =>
    queue !== 'report' &&
    db.query(
      sql`update ${tables[queue]} set pending_since = ${wire(at)}::timestamptz where id = ${id}`,
    )
  for (let steps = 0; steps < 5 && later(10 * day); steps++) {
    const actor = roll.pick(people)
    const evidence = roll.below(2) === 0 ? watchedAtRandom(roll, at) : {}
    const decided = await append(roll.pick(actionsOf[queue]), actor, 0, evidence)
    if (roll.below(4) === 0) {
      if (!later(3_600_000)) return
      await append('undo', actor, 5, { undoes: decided })
      continue
    }
    if (queue === 'report' || roll.below(2) === 0 || !later(5 * day)) return
    if (roll.below(4) === 0) await append('resubmit', -3, 5)
    else await append('reopen', roll.pick(people), 5)
    await opened()
  }
}

export async function fillWork(db: Db, roll: Dice, people: number[], items: number, end: number) {
  for (let one = 0; one < items; one++) {
    const begin = end - Math.floor(roll.next() * 190 * day)
    await live(db, roll, roll.pick(queueNames), people, begin, end)
  }
  // What is none of its business.
  await db.query(sql`
    insert into event (at, actor_id, actor_name, action, queue, subject_id, details)
    values (now(), 1, 'x', 'skip', 'video', 1, '{}'), (now(), 1, 'x', 'addReason', 'reason', 1, '{"undoes": "x"}')`)
}

/** A file of items from months ago, as an operator imports one. */
export async function importItems(db: Db, roll: Dice, items: number, end: number) {
  const kinds = ['certifications', 'projects', 'videos'] as const
  const values = Array.from({ length: items }, (_, index) => {
    const kind = roll.pick(kinds)
    const at = new Date(end - Math.floor(roll.next() * 190 * day)).toISOString()
    return { kind, ...rowOf[kind](`past-${index}`), created_at: at.replace(/\.\d+Z$/, 'Z') }
  })
  const refused: unknown[] = []
  async function* parts() {
    yield values.map((value, index) => ({ line: index + 1, value }))
  }
  await importLines(db, parts(), {
    dryRun: false,
    paced: false,
    onDone: (_, __, lines) => void refused.push(...lines),
  })
  expect(refused).toEqual([])
}

/** Decisions that stand, and all that is counted beside them. */
const counted = sql`
  select e.* from event e
  where e.queue in ('certification', 'project', 'video', 'report')
    and (e.action in ('reopen', 'resubmit', 'withdraw', 'undo')
      or e.action in ('approve', 'reject', 'takeDown', 'dismiss') and not exists (
        select from event u where u.action = 'undo' and (u.details ->> 'undoes')::bigint = e.id))`

type Row = Record<string, unknown>

/** Of the events from one moment to before another. */
export function countWork(db: Db, since: string, until: string, by: Sql): Promise<Row[]> {
  return db.query(sql`
    select ${by}, count(*)::int as count from (${counted}) e
    where e.at >= ${since}::timestamptz and e.at < ${until}::timestamptz group by 1, 2, 3 order by 1, 2, 3`)
}

export function findWaits(db: Db, since: string, until: string) {
  return db.query<{ queue: string; count: number; median: number; p90: number }>(sql`
    select e.queue, count(*)::int as count, percentile_disc(0.5) within group (order by e.waited) as median,
      percentile_disc(0.9) within group (order by e.waited) as p90
    from (${counted}) e where e.waited is not null and e.action <> 'undo'
      and e.at >= ${since}::timestamptz and e.at < ${until}::timestamptz group by 1 order by 1`)
}

interface Evidence {
  queue: string
  by: number
  seconds: number
  receipt: Receipt
}

/** Of decisions that stand: how long they took, and how much was watched by the contract's own reckoning. */
export async function findEvidence(db: Db, since: string, until: string) {
  const events = await db.query<Evidence>(sql`
    select e.queue, e.actor_id as by, e.details -> 'receipt' as receipt,
      floor(extract(epoch from e.at - (e.details ->> 'claimedAt')::timestamptz))::int as seconds
    from (${counted}) e where e.details ? 'receipt'
      and e.at >= ${since}::timestamptz and e.at < ${until}::timestamptz`)
  return events.map(({ receipt: { duration, played }, ...event }) => ({
    ...event,
    watched: duration
      ? Math.min(100, Math.floor((secondsWatched(played) * 100) / duration + 1e-9))
      : null,
  }))
}

/** Of those made in this time: upheld is taken down. */
export function countReports(db: Db, since: string, until: string) {
  return db.query<{ id: number; made: number; upheld: number; dismissed: number }>(sql`
    select reason_id as id, count(*)::int as made, count(*) filter (where status = 8)::int as upheld,
      count(*) filter (where status = 3)::int as dismissed
    from report where create_time >= ${since}::timestamptz and create_time < ${until}::timestamptz group by 1`)
}

export function countReasons(db: Db, since: string, until: string) {
  return db.query<{ id: number; count: number }>(sql`
    select r.id, count(*)::int as count from (${counted}) e, unnest(e.reason_ids) r (id)
    where e.action = 'takeDown' and e.queue = 'video'
      and e.at >= ${since}::timestamptz and e.at < ${until}::timestamptz group by 1 order by 1`)
}

export function countHandedIn(db: Db, edges: readonly string[]) {
  const all = queueNames
    .map((queue) => sql`select ${queue}::text as queue, create_time from ${tables[queue]}`)
    .reduce((joined, one) => sql`${joined} union all ${one}`)
  return db.query<{ slot: number; queue: string; count: number }>(sql`
    select width_bucket(create_time, ${edges}::timestamptz[]) as slot, queue, count(*)::int as count
    from (${all}) x
    where create_time >= ${edges[0]}::timestamptz and create_time < ${edges.at(-1)}::timestamptz
    group by 1, 2 order by 1, 2`)
}

/** Whose decision was in force when somebody else opened the item again, read event by event. */
export async function countReopened(db: Db, since: string, until: string) {
  const events = await db.query<Row>(sql`
    select id, action, queue, subject_id as subject, actor_id as by, (details ->> 'undoes')::bigint as undoes,
      at >= ${since}::timestamptz and at < ${until}::timestamptz as inside
    from event where queue in ('certification', 'project', 'video') and action <> 'skip' order by id`)
  const standing = new Map<string, { id: unknown; by: unknown }[]>()
  const counts = new Map<string, number>()
  for (const { id, action, queue, subject, by, undoes, inside } of events) {
    const item = `${queue} ${subject}`
    const past = standing.get(item) ?? []
    if (deciding.includes(String(action))) past.push({ id, by })
    if (action === 'undo')
      past.splice(
        past.findIndex((one) => one.id === undoes),
        1,
      )
    const last = past.at(-1)
    if (action === 'reopen' && inside && last && last.by !== by) {
      const who = `${last.by} ${queue}`
      counts.set(who, (counts.get(who) ?? 0) + 1)
    }
    standing.set(item, past)
  }
  return [...counts].sort()
}
