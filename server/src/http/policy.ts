import type { Scope } from '@screening-room/contract/call'
import type { Permission } from '@screening-room/contract/permissions'
import type { FastifyInstance } from 'fastify'

/** Who may use a route. There is no default: a route without a policy cannot be registered. */
export type Policy =
  | { access: 'public' }
  /** For the operator's own tools: from this machine, or with the metrics token. */
  | { access: 'operator' }
  /** For the platform's machines: with a key that has this scope, and never with a session. */
  | { access: 'key'; scope: Scope }
  /** `bearer: 'none'` is for what a browser loads by itself and cannot send a header for. */
  | {
      access: 'session'
      /** `session`: everybody who is signed in. Of several permissions, any one. */
      needs: 'session' | readonly Permission[]
      bearer: 'required' | 'optional' | 'none'
      /** Also for people whose role needs a second factor and who have none yet. */
      enrolment?: true
    }

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    /** The contract's name of the call that this route serves. */
    call?: string
    /** Decisions and sign-in keep their own room when lists flood in. */
    changes?: boolean
    /** The session is read together with the data, not before it (serveRead). */
    readsSession?: boolean
  }
}

export interface RouteEntry {
  method: string
  url: string
  policy: Policy
  call: string | undefined
}

/** Throws at registration, and keeps the table that tests walk. */
export function requirePolicies(app: FastifyInstance): RouteEntry[] {
  const table: RouteEntry[] = []
  app.addHook('onRoute', (route) => {
    const policy = route.config?.policy
    if (!policy) throw new Error(`The route ${String(route.method)} ${route.url} has no policy`)
    for (const method of [route.method].flat())
      table.push({ method, url: route.url, policy, call: route.config?.call })
  })
  return table
}
