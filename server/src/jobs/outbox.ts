import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/pool.ts'
import { type Duty, findDuty, type Webhook } from '../domain/webhook.ts'
import {
  setDelivered,
  setFailed,
  settleDue,
  takeDue,
  type WebhookMessage,
} from '../store/outbox.ts'
import { repeat } from './rounds.ts'

/*
 * Sends decisions to the platform once they can no longer be undone: signed as Standard Webhooks
 * says, at least once, in order for each item. All replicas may do it at the same time.
 */

const roundIntervalMs = 500
const maxIntervalMs = 10_000
const maxConcurrent = 16
const settleBatch = 500
const timeoutMs = 5000
/** A sender that has not recorded a result by then counts as lost. Well above the timeout. */
const lostSeconds = 15
const maxAttempts = 20
const maxNoteAttempts = 4

/** In seconds: from one to an hour, doubled each time, with jitter. */
function retryPause(attempts: number): number {
  return Math.min(3600, 2 ** attempts) * (0.5 + Math.random() / 2)
}

export function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return `v1,${signed}`
}

/** Undefined: it was delivered. Otherwise the error, without any text of the receiver's. */
async function send(
  { url, secret }: Webhook,
  message: WebhookMessage,
): Promise<string | undefined> {
  const { eventId, attempts: _attempts, data, ...fields } = message
  const id = String(eventId)
  const body = JSON.stringify({ event: eventId, ...fields, ...(data && { data }) })
  const timestamp = String(Math.floor(Date.now() / 1000))
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'screening-room',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secret, id, timestamp, body),
      },
    })
    // The body is not read, however long it is.
    await response.body?.cancel()
    return response.ok ? undefined : `answered ${response.status}`
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return `no answer in ${timeoutMs / 1000} s`
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    return code ?? message
  }
}

interface Delivery {
  stop(): Promise<void>
  /** Why this process does not use the outbox, at its start; undefined if it does. */
  started: Promise<string | undefined>
}

export function deliverOutbox(db: Db, webhook: Webhook | undefined, log: Logger): Delivery {
  /** Consecutive rounds without a delivery. Until one succeeds, one row at a time is tried, ever less often. */
  let failedRounds = 0
  let disagreement: string | undefined

  /** Read every round: the installation's record can change while we run. */
  async function lookUpDuty(): Promise<Duty> {
    const duty = await findDuty(db, webhook)
    const because = duty.does === 'nothing' ? duty.because : undefined
    if (because && because !== disagreement) log.warn({ outbox: 'left alone' }, because)
    if (!because && disagreement) log.info('the webhook settings agree with the record again')
    disagreement = because
    return duty
  }

  /** A delivery that is not recorded is sent again: so a busy database is tried more than once, but delays no stop. */
  async function noteDelivered(message: WebhookMessage, stopped: () => boolean): Promise<void> {
    for (let tries = 1; ; tries++)
      try {
        return await setDelivered(db, message)
      } catch (error) {
        if (stopped() || tries === maxNoteAttempts) throw error
        await pause(tries * 200)
      }
  }

  async function deliver(
    receiver: Webhook,
    message: WebhookMessage,
    stopped: () => boolean,
  ): Promise<boolean> {
    const { eventId, attempts } = message
    const why = await send(receiver, message)
    if (why === undefined) {
      await noteDelivered(message, stopped)
      return true
    }
    const dead = attempts >= maxAttempts
    await setFailed(db, message, why, dead ? 'never' : { inSeconds: retryPause(attempts) })
    log[dead ? 'error' : 'warn'](
      { eventId, attempts, why },
      dead ? 'a decision could not be told; given up' : 'a decision could not be told yet',
    )
    return false
  }

  /** Returns whether more may be waiting. */
  async function round(stopped: () => boolean): Promise<boolean> {
    const duty = await lookUpDuty()
    if (duty.does === 'settle') return (await settleDue(db, settleBatch)) === settleBatch
    if (duty.does === 'nothing') return false
    const messages = await takeDue(db, duty.to, failedRounds ? 1 : maxConcurrent, lostSeconds)
    if (messages.length === 0) return false
    const sent = await Promise.allSettled(
      messages.map((message) => deliver(duty.to, message, stopped)),
    )
    const arrived = sent.some((one) => one.status === 'fulfilled' && one.value)
    failedRounds = arrived ? 0 : failedRounds + 1
    const broken = sent.find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
    return arrived
  }

  const logWaiting = (error: unknown) => {
    log.warn({ cause: String(error) }, 'the outbox waits for the database')
    return undefined
  }
  const rounds = async (stopped: () => boolean) => {
    try {
      while (!stopped() && (await round(stopped)));
    } catch (error) {
      logWaiting(error)
    }
  }
  const started = lookUpDuty().then(() => disagreement, logWaiting)
  const { stop } = repeat(rounds, () =>
    Math.min(maxIntervalMs, roundIntervalMs * 2 ** failedRounds),
  )
  return { started, stop: async () => void (await Promise.all([started, stop()])) }
}
