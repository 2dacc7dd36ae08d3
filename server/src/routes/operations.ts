import { settingsCalls } from '@screening-room/contract/settings'
import type { FastifyInstance as App } from 'fastify'
import type { Registry } from 'prom-client'
import { docsPage, docsStyle } from '../apidoc/docs-page.ts'
import { openApiText } from '../apidoc/openapi.ts'
import type { Config } from '../config.ts'
import { demoAccounts } from '../db/demo/accounts.ts'
import { inTime } from '../http/in-time.ts'
import type { Policy } from '../http/policy.ts'
import { serveJson } from '../http/serve-bare.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { Refusal } from '../refusal.ts'
import { getAccountExists } from '../store/accounts.ts'
import { getReady } from '../store/housekeeping.ts'
import type { Context } from './context.ts'

/* For probes, for operators, and for the app before anybody signs in. */

const open: Policy = { access: 'public' }

/** One query at a time, its result kept for a second: probes cannot overload the database. */
export function oncePerSecond<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: { at: number; answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!asked || now - asked.at > 1000) asked = { at: now, answer: ask() }
    return asked.answer
  }
}

/** Accounts are never deleted: once there is one, the database is not asked again. */
function askUntilTrue(ask: () => Promise<boolean>): () => Promise<boolean> {
  let known = false
  const again = oncePerSecond(async () => {
    // If the database does not respond, nothing is claimed.
    const answer = await ask().catch(() => undefined)
    known = answer === true
    return answer ?? true
  })
  return async () => known || again()
}

/** For probes and for the operator. */
export function probeRoutes(
  app: App,
  metrics: Registry,
  getReadiness: () => Promise<'ready' | 'read-only' | 'not ready'>,
): void {
  app.get('/healthz', { config: { policy: open } }, async () => ({ status: 'alive' }))

  const ready = oncePerSecond(() => getReadiness().catch(() => 'not ready' as const))
  app.get('/readyz', { config: { policy: open } }, async (_request, reply) => {
    const status = app.draining.now ? 'not ready' : await inTime(reply, ready(), 'too_busy')
    const because = status === 'read-only' && { because: 'The database is read-only' }
    return reply.code(status === 'ready' ? 200 : 503).send({ status, ...because })
  })

  app.get('/metrics', { config: { policy: { access: 'operator' } } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )

  app.setNotFoundHandler(() => {
    throw new Refusal('no_route')
  })
}

/** What the configuration says of the app. */
export function settingsOf(config: Config) {
  return {
    host: '',
    ours: true,
    avatarHost: config.avatarHost,
    bannerHost: config.bannerHost,
    pictureHosts: config.media.hosts,
    anyPicture: config.media.anyPicture,
    platformTz: config.platformTz,
    plainHttp: config.plainHttp,
  }
}

export function operationRoutes({ app, db, config, metrics, demo }: Context): void {
  probeRoutes(app, metrics, () => getReady(db))

  // Printed at the first request: it takes a tenth of a start, and most servers never need it.
  let page: string | undefined
  let document: string | undefined
  app.get('/docs', { config: { policy: open } }, async (_request, reply) => {
    page ??= docsPage()
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get('/docs/style.css', { config: { policy: open } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  )
  app.get('/docs/openapi.json', { config: { policy: open } }, async (_request, reply) => {
    document ??= openApiText()
    return reply.type('application/json; charset=utf-8').send(document)
  })

  const settings = settingsOf(config)
  const hasAccount = askUntilTrue(() => getAccountExists(db))
  serveJson(app, settingsCalls.get, async (request) => ({
    ...settings,
    ...(demo && isFromThisMachine(request) && { demoAccounts: [...demoAccounts] }),
    ...(config.sso && {
      sso: true,
      ssoLabel: config.sso.label,
      passwordSignIn: config.passwordSignIn,
    }),
    ...(config.mail && { mail: true }),
    ...(!(await hasAccount()) && { noAccount: true }),
  }))
}
