import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { dropOld, foldSearch, foldTallies, sealEvents } from '../store/housekeeping.ts'
import { inRounds } from './rounds.ts'

/* Seals events, folds counters and search about once a second; whichever replica gets the lock does it. */

const every = 1000
const cleanUpEvery = 600_000
/** So much at once means that more is waiting. */
const aLot = 500

async function tidyUp(db: Db): Promise<number> {
  return (await sealEvents(db)) + (await foldTallies(db)) + (await foldSearch(db))
}

export function keepHouse(db: Db, log: Logger): { stop(): Promise<void> } {
  let cleaned = 0
  const round = async (stopped: () => boolean) => {
    try {
      while (!stopped() && (await tidyUp(db)) >= aLot);
      if (Date.now() - cleaned > cleanUpEvery) {
        await dropOld(db)
        cleaned = Date.now()
      }
    } catch (error) {
      log.warn({ cause: String(error) }, 'housekeeping waits for the database')
    }
  }
  return inRounds(round, () => every)
}
