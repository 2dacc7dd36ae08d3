import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attempt, longestAnswer } from '@screening-room/contract/endpoints'
import type { WebhookMessage } from '../store/outbox.ts'

/* One request to a receiver, signed as Standard Webhooks says, and when it is repeated. */

const timeoutMs = 5000
/** A sender that has not recorded a result by then counts as lost. Well above the timeout. */
export const lostSeconds = 15
export const maxAttempts = 20
/** How long the beginning of a response is waited for, once its status is known. */
const answerWaitMs = 500

const maxRecordAttempts = 4

/** A delivery that is not recorded is sent again: so a busy database is tried more than once, but delays no stop. */
export async function recordDelivery(
  write: () => Promise<unknown>,
  stopped: () => boolean,
): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await write()
      return
    } catch (error) {
      if (stopped() || tries === maxRecordAttempts) throw error
      await pause(tries * 200)
    }
}

/** In seconds: from one to an hour, doubled each time, with jitter. */
export function retryPause(attempts: number): number {
  return Math.min(3600, 2 ** attempts) * (0.5 + Math.random() / 2)
}

/** Between two rounds, after so many in which nothing got through. */
export const restMs = (failedRounds: number) => Math.min(10_000, 500 * 2 ** failedRounds)

export function signatureOf(secret: string, id: string, timestamp: string, body: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return `v1,${signed}`
}

export function messageBody(message: WebhookMessage): string {
  const { eventId, attempts: _attempts, data, ...fields } = message
  return JSON.stringify({ event: eventId, ...fields, ...(data && { data }) })
}

/** Of a response: its beginning as text that can be stored and shown, however long or slow it is. */
async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const parts: Uint8Array[] = []
  let length = 0
  const late = pause(answerWaitMs, undefined, { ref: false })
  try {
    while (length < longestAnswer * 4) {
      const part = await Promise.race([reader.read(), late])
      if (!part || part.done) break
      parts.push(part.value)
      length += part.value.length
    }
  } catch {
    // What came until then is what there is.
  }
  // A receiver that holds on to its side must not keep us.
  void reader.cancel().catch(() => {})
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, longestAnswer * 4))
  return [...text.replace(/[^\P{Cc}\n\t]/gu, '')].slice(0, longestAnswer).join('')
}

/** The error holds no text of the receiver's; empty where it was delivered. */
export async function sendWebhook(
  url: string,
  secrets: readonly string[],
  id: string,
  body: string,
  { reads = false, withinMs = timeoutMs } = {},
): Promise<Attempt> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const since = performance.now()
  const passed = () => Math.round(performance.now() - since)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'screening-room',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets
          .map((secret) => signatureOf(secret, id, timestamp, body))
          .join(' '),
      },
    })
    const latencyMs = passed()
    const { status, ok } = response
    const answer = reads ? await readStart(response) : ''
    if (!reads) await response.body?.cancel()
    return { status, latencyMs, answer, error: ok ? '' : `answered ${status}` }
  } catch (failure) {
    const { code, message } = ((failure as Error).cause ?? failure) as NodeJS.ErrnoException
    const late = (failure as Error).name === 'TimeoutError'
    const error = late ? `no answer in ${withinMs / 1000} s` : (code ?? message)
    return { status: null, latencyMs: passed(), answer: '', error }
  }
}
