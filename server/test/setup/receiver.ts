import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/* The platform's end of the webhook: a real HTTP server that remembers what it was told. */

export const webhookSecret = 'a secret for the webhook tests'

interface Told {
  event: number
  decision: string
  queue: string
  subject: number
  action: string
  before: number | null
  after: number | null
  reason: string
  reasonIds: number[]
  by: { id: number; nickName: string }
  at: string
  external_id: string | null
  version: number | null
  data?: Record<string, unknown>
  /** Of an endpoint that administrators keep. */
  position?: number
  seal?: string
}

interface Delivery {
  told: Told
  headers: IncomingMessage['headers']
  /** Whether the signature is right, worked out apart from the sender's code. */
  genuine: boolean
}

type Manner = (response: ServerResponse, told: Told) => void

export const accepts: Manner = (response) => response.writeHead(204).end()
export const answers =
  (status: number, headers: Record<string, string> = {}): Manner =>
  (response) =>
    response.writeHead(status, headers).end('no')

export interface Receiver {
  url: string
  /** Every request that came, whatever was answered. */
  requests: Delivery[]
  /** What was accepted, in the order it came. */
  taken: Told[]
  manner: Manner
  /** What signs; every one of them must. */
  secrets: string[]
  open(): Promise<void>
  /** Hangs up on everybody; the port stays reserved for `open`. */
  close(): Promise<void>
}

/** Each secret has signed, and nothing else has. */
function isGenuine(
  headers: IncomingMessage['headers'],
  body: string,
  secrets: readonly string[],
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = headers
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  const signatures = String(given).split(' ')
  const isSigned = (secret: string, index: number) => {
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
    const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
    const [version, signature = ''] = String(signatures[index]).split(',')
    const received = Buffer.from(signature, 'base64')
    return (
      version === 'v1' && received.length === wanted.length && timingSafeEqual(received, wanted)
    )
  }
  return age < 10 && signatures.length === secrets.length && secrets.every(isSigned)
}

export async function openReceiver(): Promise<Receiver> {
  let port = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const told = JSON.parse(body) as Told
      const { headers } = request
      receiver.requests.push({ told, headers, genuine: isGenuine(headers, body, receiver.secrets) })
      response.on('finish', () => {
        if (response.statusCode < 300) receiver.taken.push(told)
      })
      receiver.manner(response, told)
    })
  })
  const receiver: Receiver = {
    url: '',
    requests: [],
    taken: [],
    manner: accepts,
    secrets: [webhookSecret],
    open: () =>
      new Promise((resolve) => {
        server.listen(port, '127.0.0.1', () => {
          port = (server.address() as AddressInfo).port
          resolve()
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await receiver.open()
  receiver.url = `http://127.0.0.1:${port}/hooks/review?from=test`
  return receiver
}
