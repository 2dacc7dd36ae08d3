import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import type { SecretBox } from '../domain/secret-box.ts'
import {
  fanOut,
  findDueEndpoints,
  getAnyEndpoint,
  setNotSent,
  setSent,
  takeDeliveries,
} from '../store/deliveries.ts'
import { repeat } from './rounds.ts'
import {
  lostSeconds,
  maxAttempts,
  messageBody,
  recordDelivery,
  restMs,
  retryPause,
  sendWebhook,
} from './webhook-request.ts'

/*
 * Sends events to the endpoints that are kept in the database: hands out what can no longer be undone, then
 * works for each endpoint by itself, so that one that hangs delays no other. All replicas may do it at once.
 */

const fanOutBatch = 200
const maxConcurrent = 4
/** Nothing got through for so long when a message is given up: the endpoint is dead. */
const deadHours = 6

type Taken = Awaited<ReturnType<typeof takeDeliveries>>[number]

interface Lane {
  busy: boolean
  running: Promise<void>
  /** Consecutive rounds without a delivery. Until one succeeds, one message at a time is tried, ever less often. */
  failedRounds: number
  restsUntil: number
}

export function deliverToEndpoints(db: Db, box: SecretBox, log: Logger): { stop(): Promise<void> } {
  const lanes = new Map<number, Lane>()

  async function deliver(taken: Taken, stopped: () => boolean): Promise<boolean> {
    const { to, url, secrets, ...message } = taken
    const { eventId, attempts } = message
    const opened = secrets.map((secret) => box.open(secret))
    const attempt = await sendWebhook(url, opened, String(eventId), messageBody(message), {
      reads: true,
    })
    const { error: why } = attempt
    if (why === '') {
      await recordDelivery(() => setSent(db, taken, attempt), stopped)
      return true
    }
    const dead = attempts >= maxAttempts
    const again = dead ? 'never' : { inSeconds: retryPause(attempts) }
    const became = await setNotSent(db, taken, attempt, again, deadHours)
    log[dead ? 'error' : 'warn'](
      { endpoint: to, eventId, attempts, why },
      dead ? 'an endpoint could not be told; given up' : 'an endpoint could not be told yet',
    )
    if (became) log.error({ endpoint: to }, 'an endpoint is dead: nothing is sent to it any more')
    return false
  }

  async function work(id: number, lane: Lane, stopped: () => boolean): Promise<void> {
    try {
      while (!stopped()) {
        const most = lane.failedRounds ? 1 : maxConcurrent
        const messages = await takeDeliveries(db, id, most, lostSeconds)
        if (messages.length === 0) return
        const sent = await Promise.allSettled(messages.map((one) => deliver(one, stopped)))
        const arrived = sent.some((one) => one.status === 'fulfilled' && one.value)
        lane.failedRounds = arrived ? 0 : lane.failedRounds + 1
        const broken = sent.find((one) => one.status === 'rejected')
        if (broken) throw broken.reason
        if (!arrived) break
      }
    } catch (error) {
      lane.failedRounds ||= 1
      log.warn({ cause: String(error), endpoint: id }, 'an endpoint waits for the database')
    }
    if (lane.failedRounds > 0) lane.restsUntil = performance.now() + restMs(lane.failedRounds)
  }

  const round = async (stopped: () => boolean) => {
    try {
      if (!(await getAnyEndpoint(db))) return
      while (!stopped() && (await fanOut(db, fanOutBatch)) === fanOutBatch);
      for (const id of await findDueEndpoints(db)) start(id, stopped)
    } catch (error) {
      log.warn({ cause: String(error) }, 'the endpoints wait for the database')
    }
  }

  function start(id: number, stopped: () => boolean): void {
    const fresh = { busy: false, running: Promise.resolve(), failedRounds: 0, restsUntil: 0 }
    const lane: Lane = lanes.get(id) ?? fresh
    if (lane.busy || stopped() || performance.now() < lane.restsUntil) return
    lanes.set(id, lane)
    lane.busy = true
    lane.running = work(id, lane, stopped).finally(() => {
      lane.busy = false
    })
  }

  const rounds = repeat(round, () => restMs(0))
  return {
    stop: async () => {
      await rounds.stop()
      await Promise.all([...lanes.values()].map(({ running }) => running))
    },
  }
}
