import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '../config.ts'
import { sha256 } from '../domain/sign-in.ts'
import { Refusal } from '../refusal.ts'
import type { Policy } from './policy.ts'
import { hostOf, isFromThisMachine } from './this-machine.ts'

/* Where a request comes from, before any session is looked at. */

const equal = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b))

/**
 * Who is asking, before anything else is looked at: stops forged requests from other sites (and from
 * other ports of ours, which a SameSite cookie does not), on public routes as well.
 */
export function refuseForeignOrigin(request: FastifyRequest, policy: Policy, config: Config): void {
  // With no public address but a local one, no other name may lead here (DNS rebinding).
  const local = !config.publicUrl || isLoopback(config.publicUrl.hostname)
  if (local && !isLoopback(hostOf(request))) throw new Refusal('wrong_origin')
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const listed = origin !== undefined && config.allowedOrigins.includes(origin)
  if (site === undefined) {
    const own = config.publicUrl?.origin ?? `http://${request.headers.host}`
    if (origin === undefined || origin === own || listed) return
    throw new Refusal('wrong_origin')
  }
  if (site === 'same-origin' || listed) return
  const reading = request.method === 'GET' || request.method === 'HEAD'
  if (site === 'none' && reading) return
  // A page of ours opened by a link elsewhere; it holds nothing until its own scripts ask.
  if (policy.access === 'public' && reading && request.headers['sec-fetch-mode'] === 'navigate')
    return
  // Pictures and films in a page that an allowed origin serves carry no Origin header.
  const embeds = policy.access === 'session' && policy.bearer === 'none' && reading
  if (embeds && config.allowedOrigins.length > 0 && origin === undefined) return
  throw new Refusal('wrong_origin')
}

/** What Node would refuse by itself, without our headers and words: it leaves both to us (app.ts). */
export function refuseOddRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { host, expect } = request.headers
  const unnamed = host === undefined && request.raw.httpVersion === '1.1'
  if (!unnamed && (expect === undefined || /^100-continue$/i.test(expect))) return
  reply.header('connection', 'close')
  throw new Refusal(unnamed ? 'malformed_request' : 'unmet_expectation')
}

export function refuseStrangers(request: FastifyRequest, config: Config): void {
  const token = config.metricsToken
  const header = request.headers.authorization ?? ''
  if (token !== undefined && equal(header, `Bearer ${token}`)) return
  if (token === undefined && isFromThisMachine(request) && !config.trustProxy) return
  throw new Refusal('no_route')
}

/** Where there is no store, and so no session to look at. */
export function guardOrigin(app: FastifyInstance, config: Config): void {
  app.decorateRequest('session', undefined)
  app.addHook('onRequest', async (request, reply) => {
    refuseOddRequest(request, reply)
    const { policy } = request.routeOptions.config
    if (!policy) throw new Refusal('no_route')
    refuseForeignOrigin(request, policy, config)
    if (policy.access === 'operator') refuseStrangers(request, config)
  })
}
