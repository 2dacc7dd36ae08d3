import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { dropOld, foldTallies, sealEvents } from '../store/housekeeping.ts'

/* Seals events and folds counters about once a second; whichever replica gets the lock does it. */

const every = 1000
const cleanUpEvery = 600_000

export function keepHouse(db: Db, log: Logger): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let cleaned = 0

  async function round(): Promise<void> {
    try {
      // A full batch means that more is waiting.
      while (!stopped && (await sealEvents(db)) + (await foldTallies(db)) >= 2000);
      if (Date.now() - cleaned > cleanUpEvery) {
        await dropOld(db)
        cleaned = Date.now()
      }
    } catch (error) {
      log.warn({ cause: String(error) }, 'housekeeping waits for the database')
    }
  }

  let running = Promise.resolve()
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = round().then(next)
    }, every)
  }
  next()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
