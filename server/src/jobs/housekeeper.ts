import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { correctMoments } from '../store/clock.ts'
import {
  analyzeGrown,
  countEarlierWork,
  dropOld,
  foldSearch,
  foldTallies,
  foldWork,
  noteBacklog,
  sealEvents,
  sortSearch,
} from '../store/housekeeping.ts'
import { repeat } from './rounds.ts'

/*
 * About once a second: events are sealed, counters and search are folded by whichever replica gets the
 * lock, and what a clock that was ahead has written is corrected.
 */

const intervalMs = 1000
/** Seldom, so that what one person did in a quarter of an hour is added at once. It is read unfolded until then. */
const foldWorkIntervalMs = 10_000
const cleanUpIntervalMs = 600_000
/** As much as this in one round means that more is waiting. */
const fullBatch = 500

async function sealAndFold(db: Db): Promise<number> {
  await correctMoments(db)
  await sortSearch(db)
  return (await sealEvents(db)) + (await foldTallies(db)) + (await foldSearch(db))
}

export function startHousekeeping(db: Db, log: Logger): { stop(): Promise<void> } {
  let cleanedAt = Number.NEGATIVE_INFINITY
  let workFoldedAt = Number.NEGATIVE_INFINITY
  const round = async (stopped: () => boolean) => {
    try {
      while (!stopped() && (await sealAndFold(db)) >= fullBatch);
      const earlier = await countEarlierWork(db)
      if (earlier > 0 || performance.now() - workFoldedAt > foldWorkIntervalMs) {
        while (!stopped() && (await foldWork(db)) >= fullBatch);
        await noteBacklog(db)
        await analyzeGrown(db)
        workFoldedAt = performance.now()
      }
      if (performance.now() - cleanedAt > cleanUpIntervalMs) {
        await dropOld(db)
        cleanedAt = performance.now()
      }
    } catch (error) {
      log.warn({ cause: String(error) }, 'housekeeping waits for the database')
    }
  }
  return repeat(round, () => intervalMs)
}
