import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/* One connection that does nothing but listen, and comes back whenever it is lost. */

export interface Listening {
  stop(): Promise<void>
}

const minPauseMs = 250
const maxPauseMs = 10_000
/** A network that drops packets reports no error: so the connection is checked now and then. */
const probeIntervalMs = 30_000

export function listen(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): Listening {
  const stopping = new AbortController()
  let client: pg.Client | undefined

  /** Until the connection is lost; returns whether there was one. */
  async function listenOnce(): Promise<boolean> {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'screening-room listener',
      connectionTimeoutMillis: 2000,
      query_timeout: 4000,
      keepAlive: true,
    })
    client = own
    const lost = new Promise<void>((resolve) => {
      own.on('error', () => resolve())
      own.on('end', () => resolve())
    })
    own.on('notification', ({ payload }) => onNotify(payload ?? ''))
    let listened = false
    let probe: NodeJS.Timeout | undefined
    try {
      // A client that is ended while it connects emits only its end.
      await Promise.race([own.connect(), lost])
      await own.query(`listen ${own.escapeIdentifier(channel)}`)
      listened = true
      probe = setInterval(() => void own.query('select 1').catch(() => own.end()), probeIntervalMs)
      if (!stopping.signal.aborted) await lost
    } catch {
      // No connection, or none that may listen: readers poll as well, so nothing is missed.
    }
    clearInterval(probe)
    await own.end().catch(() => {})
    return listened
  }

  async function keepListening(): Promise<void> {
    for (let wait = minPauseMs; !stopping.signal.aborted; ) {
      wait = (await listenOnce()) ? minPauseMs : Math.min(wait * 2, maxPauseMs)
      await pause(wait * (0.5 + Math.random()), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
    }
  }

  const done = keepListening()
  return {
    stop: async () => {
      stopping.abort()
      await client?.end().catch(() => {})
      await done
    },
  }
}
