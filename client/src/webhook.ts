import type { WebhookMessage } from '@screening-room/contract/webhooks'

/* Whether a request really comes from Screening Room: signatures of Standard Webhooks. */

export class WebhookRefused extends Error {}

/** Of Node's `request.headers`, or those of fetch. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

interface Options {
  /** Those that may have signed: during a rotation, the new secret and the old one. */
  secrets: readonly string[]
  headers: WebhookHeaders
  /** As it came, byte for byte: parsed and printed again it is another text. */
  body: string
  /** How old a message may be. */
  toleranceSeconds?: number
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof found !== 'string') throw new WebhookRefused(`There is no header ${name}`)
  return found
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  return secret.startsWith('whsec_')
    ? bytesOf(secret.slice('whsec_'.length))
    : new TextEncoder().encode(secret)
}

async function isSigned(secret: string, signature: string, text: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keyOf(secret), algorithm, false, ['verify'])
  try {
    return await crypto.subtle.verify(
      'HMAC',
      key,
      bytesOf(signature),
      new TextEncoder().encode(text),
    )
  } catch {
    // What is no base64 is no signature.
    return false
  }
}

/** Returns the message, or throws WebhookRefused. Remember `event`: a message may come more than once. */
export async function verifyWebhook(options: Options): Promise<WebhookMessage> {
  const { secrets, headers, body, toleranceSeconds = 300 } = options
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headerOf(headers, name),
  )
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds)) throw new WebhookRefused('The message is too old')
  const signatures = (given ?? '').split(' ').flatMap((one) => {
    const [version, signature] = one.split(',')
    return version === 'v1' && signature ? [signature] : []
  })
  for (const secret of secrets)
    for (const signature of signatures)
      if (await isSigned(secret, signature, `${id}.${timestamp}.${body}`))
        return JSON.parse(body) as WebhookMessage
  throw new WebhookRefused('No secret has signed this message')
}
