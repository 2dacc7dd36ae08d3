import type { Scope } from '@screening-room/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/pool.ts'
import { fairLimit } from '../domain/fair-limit.ts'
import { networkOf } from '../domain/networks.ts'
import { keyFormat } from '../domain/platform-keys.ts'
import { sha256 } from '../domain/sign-in.ts'
import { Refusal } from '../refusal.ts'
import { getLiveKey, type PlatformKey, touchKey } from '../store/platform-keys.ts'
import { authorizationOf } from './authorization.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request whose policy asked for one. */
    platformKey: PlatformKey | undefined
  }
}

const tooBusy = () => new Refusal('too_busy', {}, { retryAfter: 2 })

/**
 * The platform's part of this server, apart from what reviewers use: at most this many requests at once, and
 * of the database's connections one each for keys that are known and for those that are not.
 */
const atMost = 64
const knownLookups = {
  concurrency: 1,
  waiting: 200,
  waitingPerKey: 100,
  maxWaitMs: 4000,
  refusal: tooBusy,
}
/** Networks take turns, so that made-up keys of one do not keep the platform of another out. */
const unknownLookups = { ...knownLookups, waiting: 2000, waitingPerKey: 500 }

/** Of one key, on one server: so many requests at once, and so many more each second. */
const burst = 100
const perSecond = 20
/** There are a few keys, each with two secrets. */
const rememberedKeys = 1000

interface Allowance {
  left: number
  at: number
}

function takeFrom(allowance: Allowance): void {
  const now = performance.now()
  allowance.left = Math.min(burst, allowance.left + ((now - allowance.at) / 1000) * perSecond)
  allowance.at = now
  if (allowance.left < 1) throw new Refusal('too_many_requests', {}, { retryAfter: 1 })
  allowance.left -= 1
}

export type PlatformGate = (
  request: FastifyRequest,
  reply: FastifyReply,
  scope: Scope,
) => Promise<void>

/** Lets a request in whose key is live and has the scope, before its body is waited for. */
export function platformGate(db: Db): PlatformGate {
  const known = fairLimit(knownLookups)
  const unknown = fairLimit(unknownLookups)
  /** By hash, so that no working key stays in memory; those that were live when they were last looked up. */
  const allowances = new Map<string, Allowance>()
  let inFlight = 0

  /** Of a key that was not known when it came; others of its requests may have been quicker. */
  function takeFirst(name: string): void {
    const known = allowances.get(name)
    if (known) takeFrom(known)
    else if (allowances.size < rememberedKeys)
      allowances.set(name, { left: burst - 1, at: performance.now() })
  }

  async function lookUp(request: FastifyRequest, secret: string): Promise<PlatformKey | undefined> {
    const hash = sha256(secret)
    const name = hash.toString('base64')
    const allowance = allowances.get(name)
    if (allowance) takeFrom(allowance)
    const find = () => getLiveKey(db, hash)
    const key = allowance
      ? await known.run(name, find)
      : await unknown.run(networkOf(request.ip), find)
    if (!key) allowances.delete(name)
    else if (!allowance) takeFirst(name)
    return key
  }

  return async (request, reply, scope) => {
    const secret = /^Bearer (\S+)$/.exec(authorizationOf(request).value)?.[1] ?? ''
    if (!keyFormat.test(secret)) throw new Refusal('key_refused')
    const key = await lookUp(request, secret)
    if (!key) {
      request.log.warn({ security: 'key_refused' }, 'security')
      throw new Refusal('key_refused')
    }
    if (!key.scopes.includes(scope)) {
      request.log.warn({ security: 'scope_missing', key: key.id }, 'security')
      throw new Refusal('scope_missing', { scope })
    }
    // Answered already, because the lookup took too long.
    if (reply.raw.writableEnded || reply.raw.destroyed) return
    if (inFlight >= atMost) throw tooBusy()
    inFlight += 1
    reply.raw.once('close', () => {
      inFlight -= 1
    })
    request.platformKey = key
    if (key.stale)
      touchKey(db, key.id).catch((error) =>
        request.log.warn({ cause: String(error) }, 'key not noted as used'),
      )
  }
}
