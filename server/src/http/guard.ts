import { timingSafeEqual } from 'node:crypto'
import { tokenOf } from '@screening-room/contract/session'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '../config.ts'
import type { Db, Queries } from '../db/pool.ts'
import type { Sql } from '../db/sql.ts'
import { fairLimit } from '../domain/fair-limit.ts'
import { networkOf } from '../domain/networks.ts'
import { sha256 } from '../domain/sign-in.ts'
import { Refusal } from '../refusal.ts'
import { getLiveSession, readFor, type Session, touchSession } from '../store/sessions.ts'
import { authorizationOf } from './authorization.ts'
import type { Jar } from './cookies.ts'
import { inTime } from './in-time.ts'
import type { KnownSessions } from './known-sessions.ts'
import { platformGate } from './platform-gate.ts'
import type { Policy } from './policy.ts'
import { hostOf, isFromThisMachine } from './this-machine.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
  }
}

/** The session of a request whose policy asked for one. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session)
    throw new Error(`${request.url} has no session though its policy asks for one`)
  return request.session
}

const equal = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b))

/**
 * Who is asking, before anything else is looked at: stops forged requests from other sites (and from
 * other ports of ours, which a SameSite cookie does not), on public routes as well.
 */
function refuseForeignOrigin(request: FastifyRequest, policy: Policy, config: Config): void {
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
function refuseOddRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { host, expect } = request.headers
  const unnamed = host === undefined && request.raw.httpVersion === '1.1'
  if (!unnamed && (expect === undefined || /^100-continue$/i.test(expect))) return
  reply.header('connection', 'close')
  throw new Refusal(unnamed ? 'malformed_request' : 'unmet_expectation')
}

function refuseWrongBearer(request: FastifyRequest, policy: Policy, session: Session): void {
  if (policy.access !== 'session' || policy.bearer === 'none') return
  const header = authorizationOf(request)
  if (!header.given && policy.bearer === 'optional') return
  const given = /^Bearer ([\x21-\x7e]{1,64})$/.exec(header.value)?.[1]
  // Compared with the session's own user; it can be guessed, so nothing is looked up by it, and
  // nothing is lost by how long this takes.
  if (given === tokenOf({ id: session.userId, phone: session.phone })) return
  if (given !== undefined)
    request.log.warn({ security: 'bearer_mismatch', userId: session.userId }, 'security')
  throw new Refusal('signed_out')
}

function refuseStrangers(request: FastifyRequest, config: Config): void {
  const token = config.metricsToken
  const header = request.headers.authorization ?? ''
  if (token !== undefined && equal(header, `Bearer ${token}`)) return
  if (token === undefined && isFromThisMachine(request) && !config.trustProxy) return
  throw new Refusal('no_route')
}

/** For routes that read the session together with their data, in one round trip. */
export interface Gate {
  /** Reads for this request's session, or refuses it. */
  readerOf(request: FastifyRequest): Queries
  /** Only checks the session: without one, the refusal must say nothing else. */
  check(request: FastifyRequest): Promise<void>
}

/**
 * Sessions that this server has no reason to expect are looked up a few at a time, on a small part of the
 * database's connections. Networks take turns.
 */
const unknownLookups = {
  concurrency: 2,
  waiting: 2000,
  waitingPerKey: 500,
  maxWaitMs: 4000,
  refusal: () => new Refusal('too_busy', {}, { retryAfter: 2 }),
}

export function guard(
  app: FastifyInstance,
  db: Db,
  config: Config,
  jar: Jar,
  known: KnownSessions,
): Gate {
  const lookups = fairLimit(unknownLookups)
  const admitKey = platformGate(db)
  app.decorateRequest('session', undefined)
  app.decorateRequest('platformKey', undefined)

  function admit(request: FastifyRequest, session: Session | undefined): void {
    const { policy } = request.routeOptions.config
    if (policy?.access !== 'session' || !session) throw new Refusal('signed_out')
    refuseWrongBearer(request, policy, session)
    if (!policy.roles.includes(session.role)) {
      request.log.warn({ security: 'forbidden', userId: session.userId }, 'security')
      throw new Refusal('forbidden')
    }
    request.session = session
    // Background polls do not keep an unattended screen signed in; a failed touch fails nobody.
    if (session.stale && request.headers['x-background'] !== '1')
      touchSession(db, session.id, config.sessionIdleMinutes).catch((error) =>
        request.log.warn({ cause: String(error) }, 'session not touched'),
      )
  }

  const secretOf = (request: FastifyRequest) => {
    const secret = jar.session(request)
    if (!secret) throw new Refusal('signed_out')
    return secret
  }
  const lookUp = async (secret: string) => {
    const session = await getLiveSession(db, sha256(secret))
    known.remember(secret, session !== undefined)
    return session
  }
  const check = async (request: FastifyRequest) => admit(request, await lookUp(secretOf(request)))
  const checkUnknown = async (request: FastifyRequest) => {
    const secret = secretOf(request)
    admit(request, await lookups.run(networkOf(request.ip), () => lookUp(secret)))
  }

  // A cookie that nobody knows is checked before its body is waited for, and takes nobody's place.
  app.addHook('onRequest', async (request, reply) => {
    refuseOddRequest(request, reply)
    const { policy } = request.routeOptions.config
    if (!policy) throw new Refusal('no_route')
    refuseForeignOrigin(request, policy, config)
    if (policy.access === 'public') return
    if (policy.access === 'operator') return refuseStrangers(request, config)
    if (policy.access === 'key')
      return inTime(reply, admitKey(request, reply, policy.scope), 'too_busy')
    secretOf(request)
    if (!known.includes(request)) await inTime(reply, checkUnknown(request), 'too_busy')
  })
  app.addHook('preValidation', async (request, reply) => {
    const { policy, readsSession } = request.routeOptions.config
    if (policy?.access !== 'session' || readsSession || request.session) return
    await inTime(reply, check(request), 'too_busy')
  })

  return {
    check,
    readerOf: (request) => ({
      async query<R>(statement: Sql) {
        const secret = secretOf(request)
        const found = await readFor<R>(db, sha256(secret), statement)
        known.remember(secret, found !== undefined)
        admit(request, found?.session)
        return found?.rows ?? []
      },
    }),
  }
}
