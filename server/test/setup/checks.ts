import { expect } from 'vitest'
import { figure } from '../../../torture/figures.ts'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { verifyChain } from '../../src/domain/event-chain.ts'
import {
  findDrift,
  findWaitingDrift,
  foldTallies,
  foldWork,
  sealEvents,
} from '../../src/store/housekeeping.ts'
import { findWorkDrift, findWrongWork } from '../../src/store/work.ts'
import type { TestServer } from './server.ts'

interface Mismatch {
  eventId: number
  action: string
  /** Rows of the outbox, and how many of them are taken back. */
  rows: number
  takenBack: number
}

/**
 * Outbox and events agree: every event that the platform is told of has one row, others have none, and
 * taken back is exactly what an undo names. Demo data holds decisions that were told long ago.
 */
export function findOutboxMismatch(db: Db): Promise<Mismatch[]> {
  return db.query<Mismatch>(sql`
    select * from (
      select e.id as "eventId", e.action, count(o.event_id)::int as rows,
        count(*) filter (where o.state = 'taken_back')::int as "takenBack",
        case when e.action = 'undo' then 0
          when e.after is not null then 1
          when e.action in ('feature', 'categorize') or e.queue in ('category', 'tag') then 1
          else 0 end as wanted,
        count(u.id)::int as undone
      from event e
        left join outbox o on o.event_id = e.id
        left join event u on u.action = 'undo' and (u.details ->> 'undoes')::bigint = e.id
          and u.queue = e.queue and u.subject_id = e.subject_id
          and u.before = e.after and u.after = e.before
      where e.request_id <> 'demo data' group by e.id) found
    where rows <> wanted or "takenBack" <> undone`)
}

/** Whatever happened: the counters agree with the rows, folded or not, what waits is what is pending, the record is whole, and so is what is told of it. */
export async function expectWhole({ db, owner }: TestServer): Promise<void> {
  expect(await findDrift(owner)).toEqual([])
  expect(await findWaitingDrift(owner)).toEqual([])
  while ((await foldTallies(db)) > 0);
  expect(await findDrift(owner)).toEqual([])
  expect(await findWorkDrift(owner)).toEqual([])
  while ((await foldWork(db)) > 0);
  expect([...(await findWorkDrift(owner)), ...(await findWrongWork(owner))]).toEqual([])
  while ((await sealEvents(db)) > 0);
  expect(await verifyChain(owner)).toMatchObject({ intact: true })
  expect(await findOutboxMismatch(owner)).toEqual([])
  figure('C6', 1)
}

/** How many in this database wait for a lock that another one holds. */
export async function countWaiting(db: Db): Promise<number> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.query(waiting)).length
}

/** Waits until somebody, or so many, wait for a row that another one holds. */
export async function expectWaiting(db: Db, count = 1): Promise<void> {
  await expect.poll(() => countWaiting(db)).toBe(count)
}

/** A few at a time: a race is between people, and the server sends a crowd away. */
export async function eachOf<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
  wide = 6,
): Promise<void> {
  const left = items.map((item, index) => ({ item, index }))
  const lane = async () => {
    for (let one = left.shift(); one; one = left.shift()) await work(one.item, one.index)
  }
  await Promise.all(Array.from({ length: wide }, lane))
}
