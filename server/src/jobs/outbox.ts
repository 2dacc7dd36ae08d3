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
 * Sends decisions to the platform once they can no longer be undone: signed as Standard Webhooks
 * says, at least once, in order for each item. All replicas may do it at the same time.
 */

const maxConcurrent = 16
const settleBatch = 500

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

  async function deliver(
    receiver: Webhook,
    message: WebhookMessage,
    stopped: () => boolean,
  ): Promise<boolean> {
    const { eventId, attempts } = message
    const { url, secret } = receiver
    const body = messageBody(message)
    const { error: why } = await sendWebhook(url, [secret], String(eventId), body)
    if (why === '') {
      await recordDelivery(() => setDelivered(db, message), stopped)
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
  const { stop } = repeat(rounds, () => restMs(failedRounds))
  return { started, stop: async () => void (await Promise.all([started, stop()])) }
}
