import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { verifyOn } from '../domain/verification.ts'
import { insertNightly } from '../store/verifications.ts'
import { repeat } from './rounds.ts'

/*
 * Verifies the record in the background, one replica at a time: each night, and when somebody asks for it. It is
 * done in short parts, so that a kill costs one of them, and decisions hardly notice it.
 */

const intervalMs = 1000
const nightlyIntervalMs = 60_000
/** By the platform's clock, when few are at work. */
const nightHour = 3

export function startVerifications(db: Db, log: Logger): { stop(): Promise<void> } {
  let askedAt = Number.NEGATIVE_INFINITY
  const round = async (stopped: () => boolean) => {
    try {
      if (performance.now() - askedAt > nightlyIntervalMs) {
        await insertNightly(db, nightHour)
        askedAt = performance.now()
      }
      while (!stopped()) {
        const report = await verifyOn(db)
        if (report === 'nothing') return
        if (report === 'more') continue
        if (report.intact) log.info({ events: report.events }, 'the record is intact')
        else log.error({ event: report.event, why: report.why }, 'the record was changed')
      }
    } catch (error) {
      log.warn({ cause: String(error) }, 'the verification of the record waits')
    }
  }
  return repeat(round, () => intervalMs)
}
