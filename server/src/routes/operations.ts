import { demoAccounts } from '../db/demo/accounts.ts'
import { docsPage, docsStyle } from '../http/docs-page.ts'
import { inTime } from '../http/in-time.ts'
import { openApiText } from '../http/openapi.ts'
import type { Policy } from '../http/policy.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { Refusal } from '../refusal.ts'
import { getReady } from '../store/housekeeping.ts'
import type { Context } from './context.ts'

/* What is not a call of the contract: for probes, for operators, and for the app before it signs in. */

const open: Policy = { access: 'public' }

export function operationRoutes({ app, db, config, metrics, demo }: Context): void {
  app.get('/healthz', { config: { policy: open } }, async () => ({ status: 'alive' }))

  // One question at a time, remembered for a second: probes cannot wear the database out.
  let asked: { at: number; answer: Promise<string> } | undefined
  const ready = () => {
    if (!asked || Date.now() - asked.at > 1000)
      asked = { at: Date.now(), answer: getReady(db).catch(() => 'not ready') }
    return asked.answer
  }
  app.get('/readyz', { config: { policy: open } }, async (_request, reply) => {
    const status = app.draining.now ? 'not ready' : await inTime(reply, ready(), 'too_busy')
    const because = status === 'read-only' && { because: 'The database is read-only' }
    return reply.code(status === 'ready' ? 200 : 503).send({ status, ...because })
  })

  app.get('/metrics', { config: { policy: { access: 'operator' } } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )

  // Printed when somebody first asks: it takes a tenth of a start, and most servers are never asked.
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

  // The app asks for this before anything else: one build serves every installation.
  const settings = {
    host: config.apiHost ?? '',
    ours: config.apiHost === undefined,
    avatarHost: config.avatarHost,
    bannerHost: config.bannerHost,
    pictureHosts: config.media.hosts,
    platformTz: config.platformTz,
    plainHttp: config.plainHttp,
  }
  const offersDemo = demo && settings.ours
  app.get('/config.json', { config: { policy: open } }, async (request) => ({
    ...settings,
    ...(offersDemo && isFromThisMachine(request) && { demoAccounts }),
  }))

  app.setNotFoundHandler(() => {
    throw new Refusal('no_route')
  })
}
