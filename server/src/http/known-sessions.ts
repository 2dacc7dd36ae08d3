import type { FastifyRequest } from 'fastify'
import type { CookieSecrets } from '../domain/cookie-secrets.ts'
import { sessionPurpose, sha256 } from '../domain/sign-in.ts'
import type { Jar } from './cookies.ts'

const remembered = 10_000

/** Which requests probably have a live session. It chooses their queue; it never authenticates. */
export interface KnownSessions {
  includes(request: FastifyRequest): boolean
  /** What the database just said of a secret. */
  remember(secret: string, isLive: boolean): void
}

export function knownSessions(jar: Jar, secrets: CookieSecrets): KnownSessions {
  /** By hash, so that no working secret stays in memory; the least recently used first. */
  const seen = new Map<string, boolean>()
  const keyOf = (secret: string) => sha256(secret).toString('base64')
  return {
    includes(request) {
      const secret = jar.session(request)
      if (secret === undefined) return false
      return seen.get(keyOf(secret)) ?? secrets.isOurs(secret, sessionPurpose)
    },
    remember(secret, isLive) {
      const key = keyOf(secret)
      seen.delete(key)
      // Made-up secrets are not worth remembering: there is no end of them.
      if (isLive || secrets.isOurs(secret, sessionPurpose)) seen.set(key, isLive)
      if (seen.size <= remembered) return
      const [oldest = ''] = seen.keys()
      seen.delete(oldest)
    },
  }
}
