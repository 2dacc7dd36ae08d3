import { hasAny, type Permission } from '@screening-room/contract/permissions'
import { tokenOf } from '@screening-room/contract/session'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
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
import { refuseForeignOrigin, refuseOddRequest, refuseStrangers } from './origin.ts'
import { platformGate } from './platform-gate.ts'
import type { Policy } from './policy.ts'

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

/** Their role may do at least one of these; an empty list is nobody's. */
export function refuseUnpermitted(
  request: FastifyRequest,
  session: Session,
  wanted: readonly Permission[],
): void {
  if (hasAny(session.permissions, wanted)) return
  request.log.warn({ security: 'forbidden', userId: session.userId }, 'security')
  throw new Refusal('forbidden')
}

/** The role itself says so, or the server's settings do. */
export function needsFactor(
  { requireSecondFactor }: Config,
  { role, roleNeedsFactor }: Pick<Session, 'role' | 'roleNeedsFactor'>,
): boolean {
  return roleNeedsFactor || requireSecondFactor.some((name) => name === role)
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
    if (policy.needs !== 'session') refuseUnpermitted(request, session, policy.needs)
    if (!policy.enrolment && needsFactor(config, session) && !session.hasFactor)
      throw new Refusal('factor_required')
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
