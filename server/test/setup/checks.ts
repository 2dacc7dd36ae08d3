import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { verifyChain } from '../../src/domain/event-chain.ts'
import { findDrift, foldTallies, sealEvents } from '../../src/store/housekeeping.ts'
import type { TestServer } from './server.ts'

/** Whatever happened: the counters agree with the rows, folded or not, and the record is whole. */
export async function expectWhole({ db }: TestServer): Promise<void> {
  expect(await findDrift(db)).toEqual([])
  while ((await foldTallies(db)) > 0);
  expect(await findDrift(db)).toEqual([])
  while ((await sealEvents(db)) > 0);
  expect(await verifyChain(db)).toMatchObject({ intact: true })
}

/** Waits until somebody in this database waits for a row that another one holds. */
export async function expectWaiting(db: Db): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.query(waiting)).length).toBe(1)
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
