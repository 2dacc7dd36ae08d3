import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { type Duty, findDuty, type Webhook } from '../domain/webhook.ts'
import { type Parcel, setDelivered, setFailed, settleDue, takeDue } from '../store/outbox.ts'
import { inRounds } from './rounds.ts'

/*
 * Tells the platform what was decided, once it can no longer be taken back: signed as Standard
 * Webhooks says, at least once, in order for each item. Any replica may do it, and all may at once.
 */

const every = 500
const longestRest = 10_000
const atOnce = 16
const settledAtOnce = 500
const timeLimit = 5000
/** A sender that has not said how it went by then is lost. Well above the time limit. */
const lostSeconds = 15
const mostAttempts = 20
const noteAttempts = 4

/** From a second to an hour, twice as long each time, and never quite the same for two. */
function pauseAfter(attempts: number): number {
  return Math.min(3600, 2 ** attempts) * (0.5 + Math.random() / 2)
}

export function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return `v1,${signed}`
}

/** Undefined: it was taken. Otherwise why not, in words without any of the receiver's. */
async function send({ url, secret }: Webhook, parcel: Parcel): Promise<string | undefined> {
  const { eventId, attempts: _attempts, data, ...told } = parcel
  const id = String(eventId)
  const body = JSON.stringify({ event: eventId, ...told, ...(data && { data }) })
  const timestamp = String(Math.floor(Date.now() / 1000))
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeLimit),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'screening-room',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secret, id, timestamp, body),
      },
    })
    // Whatever it says besides, however much: nobody reads it.
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return `no answer in ${timeLimit / 1000} s`
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    return code ?? message
  }
}

interface Delivery {
  stop(): Promise<void>
  /** Why this process leaves the outbox alone, as it looks at the start; undefined where it does not. */
  started: Promise<string | undefined>
}

export function deliverOutbox(db: Db, webhook: Webhook | undefined, log: Logger): Delivery {
  /** Rounds in which nothing got through. Until something does, one row asks for all, less and less often. */
  let failedRounds = 0
  let disagreement: string | undefined

  /** Asked every round: what the installation has recorded can change while we run. */
  async function lookUpDuty(): Promise<Duty> {
    const duty = await findDuty(db, webhook)
    const because = duty.does === 'nothing' ? duty.because : undefined
    if (because && because !== disagreement) log.warn({ outbox: 'left alone' }, because)
    if (!because && disagreement) log.info('the webhook settings agree with the record again')
    disagreement = because
    return duty
  }

  /** What was taken and is not noted would be told again: a busy database is asked more than once, but delays no stop. */
  async function noteDelivered(parcel: Parcel, stopped: () => boolean): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await setDelivered(db, parcel)
      } catch (error) {
        if (stopped() || tries === noteAttempts) throw error
        await pause(tries * 200)
      }
  }

  async function deliver(
    receiver: Webhook,
    parcel: Parcel,
    stopped: () => boolean,
  ): Promise<boolean> {
    const { eventId, attempts } = parcel
    const why = await send(receiver, parcel)
    if (why === undefined) {
      await noteDelivered(parcel, stopped)
      return true
    }
    const dead = attempts >= mostAttempts
    await setFailed(db, parcel, why, dead ? 'never' : { inSeconds: pauseAfter(attempts) })
    log[dead ? 'error' : 'warn'](
      { eventId, attempts, why },
      dead ? 'a decision could not be told; given up' : 'a decision could not be told yet',
    )
    return false
  }

  /** Returns whether more may be waiting. */
  async function round(stopped: () => boolean): Promise<boolean> {
    const duty = await lookUpDuty()
    if (duty.does === 'settle') return (await settleDue(db, settledAtOnce)) === settledAtOnce
    if (duty.does === 'nothing') return false
    const parcels = await takeDue(db, duty.to, failedRounds ? 1 : atOnce, lostSeconds)
    if (parcels.length === 0) return false
    const told = await Promise.allSettled(
      parcels.map((parcel) => deliver(duty.to, parcel, stopped)),
    )
    const arrived = told.some((one) => one.status === 'fulfilled' && one.value)
    failedRounds = arrived ? 0 : failedRounds + 1
    const broken = told.find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
    return arrived
  }

  const sayItWaits = (error: unknown) => {
    log.warn({ cause: String(error) }, 'the outbox waits for the database')
    return undefined
  }
  const rounds = async (stopped: () => boolean) => {
    try {
      while (!stopped() && (await round(stopped)));
    } catch (error) {
      sayItWaits(error)
    }
  }
  const started = lookUpDuty().then(() => disagreement, sayItWaits)
  const { stop } = inRounds(rounds, () => Math.min(longestRest, every * 2 ** failedRounds))
  return { started, stop: async () => void (await Promise.all([started, stop()])) }
}
