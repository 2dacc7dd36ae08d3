import { setTimeout as pause } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import type { Db } from '../db/pool.ts'

/** NOTIFY on this channel means "read now"; its payload is not read. */
const channel = 'screening_room'
const pollIntervalMs = 1500
/** Hundreds of notifications may arrive together. */
const notifyDebounceMs = 150

/** Calls `read` every 1.5 s, sooner after a NOTIFY, until it is stopped. */
export function pollAndListen(
  db: Db,
  log: Pick<BaseLogger, 'warn'>,
  read: () => Promise<void>,
): { stop(): Promise<void> } {
  let stopped = false
  let notified = false
  let wake = () => {}
  const listening = db.listen(channel, () => {
    notified = true
    wake()
  })
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollIntervalMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (stopped) wake()
    })
  const poll = async () => {
    while (!stopped) {
      notified = false
      await read().catch((error) =>
        log.warn({ cause: String(error) }, 'live streams wait for the database'),
      )
      if (!notified) await sleep()
      if (!stopped) await pause(notifyDebounceMs)
    }
  }
  const polling = poll()
  return {
    stop: async () => {
      stopped = true
      wake()
      await listening.stop()
      await polling
    },
  }
}
