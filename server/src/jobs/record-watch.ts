import type { BaseLogger } from 'pino'
import type { Db } from '../db/pool.ts'
import { getLastPosition } from '../store/platform-events.ts'

/*
 * Holds requests until the sealed record goes on. However many wait, the record is asked once each half
 * second, and only while somebody waits; in between nobody has a connection to the database.
 */

const intervalMs = 500

interface Waiter {
  after: number
  resolve(): void
}

export interface RecordWatch {
  /** Resolves when the record has gone beyond `after`, when the time is over, or when all waits end. */
  until(after: number, forMs: number, gone: AbortSignal): Promise<void>
  size(): number
  /** Ends every wait, and begins none any more. */
  end(): void
}

export function watchRecord(db: Db, log: Pick<BaseLogger, 'warn'>): RecordWatch {
  const waiters = new Set<Waiter>()
  let ended = false
  let timer: NodeJS.Timeout | undefined

  function resolveThose(isOver: (waiter: Waiter) => boolean): void {
    for (const waiter of [...waiters]) if (isOver(waiter)) waiter.resolve()
  }

  async function look(): Promise<void> {
    try {
      const last = await getLastPosition(db)
      resolveThose(({ after }) => after < last)
    } catch (error) {
      log.warn({ cause: String(error) }, 'the record cannot be read for those who wait')
    }
    timer = undefined
    schedule()
  }

  function schedule(): void {
    if (timer === undefined && waiters.size > 0 && !ended)
      timer = setTimeout(() => void look(), intervalMs)
  }

  return {
    until: (after, forMs, gone) =>
      new Promise((done) => {
        if (ended || gone.aborted) return done()
        const resolve = () => {
          waiters.delete(waiter)
          clearTimeout(timeout)
          gone.removeEventListener('abort', resolve)
          done()
        }
        const timeout = setTimeout(resolve, forMs)
        const waiter = { after, resolve }
        gone.addEventListener('abort', resolve)
        waiters.add(waiter)
        schedule()
      }),
    size: () => waiters.size,
    end() {
      ended = true
      clearTimeout(timer)
      resolveThose(() => true)
    },
  }
}
