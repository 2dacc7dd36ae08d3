import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { correctMoments } from '../store/clock.ts'
import { dropOld, foldSearch, foldTallies, sealEvents } from '../store/housekeeping.ts'
import { inRounds } from './rounds.ts'

/*
 * About once a second: events are sealed, counters and search are folded by whichever replica gets the
 * lock, and what a clock that was ahead has written is corrected.
 */

const every = 1000
const cleanUpEvery = 600_000
/** So much at once means that more is waiting. */
const aLot = 500

async function tidyUp(db: Db): Promise<number> {
  await correctMoments(db)
  return (await sealEvents(db)) + (await foldTallies(db)) + (await foldSearch(db))
}

export function keepHouse(db: Db, log: Logger): { stop(): Promise<void> } {
  let cleaned = Number.NEGATIVE_INFINITY
  const round = async (stopped: () => boolean) => {
    try {
      while (!stopped() && (await tidyUp(db)) >= aLot);
      if (performance.now() - cleaned > cleanUpEvery) {
        await dropOld(db)
        cleaned = performance.now()
      }
    } catch (error) {
      log.warn({ cause: String(error) }, 'housekeeping waits for the database')
    }
  }
  return inRounds(round, () => every)
}
