import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { request as httpsRequest, Agent as TlsAgent } from 'node:https'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

/*
 * Passes calls on to the provider's API host, so that the app and the calls share one origin. The host
 * comes from the configuration alone: of a request only its path, its headers and its body are used.
 */

/** Requests that wait for the provider's first byte, how long one waits, and how long a body may pause. */
const limits = { waiting: 150, answerMs: 10_000, silenceMs: 60_000 }

/** For one connection only (RFC 9110, 7.6.1), and what Node writes by itself. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]
/** Replaced by our own, or true of the other origin only. */
const notSent = ['host', 'origin', 'referer', 'content-length', 'forwarded']
const notReturned = [
  'content-security-policy',
  'content-security-policy-report-only',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'alt-svc',
  'x-request-id',
]

function endToEnd(headers: IncomingHttpHeaders, dropped: readonly string[]) {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  const left = new Set([...hopByHop, ...dropped, ...named])
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !left.has(name) && !/^x-forwarded-/.test(name),
    ),
  ) as Record<string, string | string[]>
}

/** The provider sees a request of its own origin: ours was checked before it came here. */
function headersFor(request: FastifyRequest, target: URL, length: number) {
  return {
    ...endToEnd(request.headers, notSent),
    host: target.host,
    ...(request.headers.origin !== undefined && { origin: target.origin }),
    ...(length > 0 || request.method === 'POST' ? { 'content-length': String(length) } : {}),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
  }
}

/** A cookie for the provider's domain would be refused by the browser: without it, it is for ours. */
const forThisHost = (cookie: string) => cookie.replace(/;\s*domain=[^;]*/i, '')

function headersFrom(answer: IncomingMessage, target: URL) {
  const headers = endToEnd(answer.headers, notReturned)
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'))
  const location = answer.headers.location
  return {
    ...Object.fromEntries(kept),
    ...(answer.headers['set-cookie'] && {
      'set-cookie': answer.headers['set-cookie'].map(forThisHost),
    }),
    ...(location?.startsWith(`${target.origin}/`) && {
      location: location.slice(target.origin.length),
    }),
    // A page of the provider's must not run as one of ours.
    'content-security-policy': "sandbox; default-src 'none'",
  }
}

const unavailable = (cause: unknown) =>
  new Refusal('provider_unavailable', {}, { cause, retryAfter: 2 })

export interface ApiProxy {
  pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** What the provider has at a path of JSON; undefined where it has none. */
  readJson(path: string): Promise<unknown>
  close(): void
}

export function openApiProxy(apiHost: string): ApiProxy {
  const target = new URL(apiHost)
  const secure = target.protocol === 'https:'
  const agent = secure ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const send = secure ? httpsRequest : httpRequest
  let waiting = 0

  function ask(
    options: { method: string; path: string; headers: Record<string, string | string[]> },
    body: Buffer | undefined,
    gone: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = target
      const host = hostname.replace(/^\[|\]$/g, '')
      const sent = send({ ...options, host, port, agent, signal: gone }, (answer) => {
        clearTimeout(timer)
        answer.setTimeout(limits.silenceMs, () => answer.destroy(new Error('the provider paused')))
        resolve(answer)
      })
      const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), limits.answerMs)
      sent.once('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      sent.end(body)
    })
  }

  return {
    async pass(request, reply) {
      const path = request.raw.url ?? ''
      // An absolute address in the request line names a host of its own.
      if (!path.startsWith('/')) throw new Refusal('no_route')
      if (waiting >= limits.waiting) throw new Refusal('too_busy', {}, { retryAfter: 2 })
      const body = Buffer.isBuffer(request.body) ? request.body : undefined
      const headers = headersFor(request, target, body?.length ?? 0)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      waiting += 1
      const answer = await ask({ method: request.method, path, headers }, body, gone.signal)
        .catch((error) => {
          throw unavailable(error)
        })
        .finally(() => {
          waiting -= 1
        })
      return reply
        .code(answer.statusCode ?? 502)
        .headers(headersFrom(answer, target))
        .send(answer)
    },
    async readJson(path) {
      try {
        const late = AbortSignal.timeout(2000)
        const options = { method: 'GET', path, headers: { host: target.host } }
        const answer = await ask(options, undefined, late)
        const parts: Buffer[] = []
        for await (const part of answer) if (parts.push(part) > 64) return undefined
        return answer.statusCode === 200 ? JSON.parse(Buffer.concat(parts).toString()) : undefined
      } catch {
        return undefined
      }
    },
    close: () => agent.destroy(),
  }
}
