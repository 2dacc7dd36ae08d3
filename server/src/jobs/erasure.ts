import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { eraseAged, type RemoveFile, runErasures } from '../domain/erasure.ts'
import { repeat } from './rounds.ts'

/*
 * On every replica: finishes erasures that were asked for, also those that a kill has interrupted, and with
 * RETAIN_DAYS erases what was decided that long ago. Two replicas at the same item wait for each other, and the
 * second finds nothing left.
 */

const intervalMs = 2000
const retentionIntervalMs = 60_000

export function startErasures(
  db: Db,
  { retainDays, remove }: { retainDays: number; remove: RemoveFile },
  log: Logger,
): { stop(): Promise<void> } {
  let retainedAt = Number.NEGATIVE_INFINITY
  const round = async (stopped: () => boolean) => {
    try {
      const { done } = await runErasures(db, remove)
      if (done > 0) log.info({ members: done }, 'erased')
      if (retainDays === 0 || performance.now() - retainedAt < retentionIntervalMs) return
      let erased = 0
      while (!stopped()) {
        const some = await eraseAged(db, retainDays, remove)
        if (some === undefined) break
        erased += some
      }
      if (erased > 0) log.info({ items: erased }, 'erased by age')
      retainedAt = performance.now()
    } catch (error) {
      log.warn({ cause: String(error) }, 'an erasure waits and is tried again')
    }
  }
  return repeat(round, () => intervalMs)
}
