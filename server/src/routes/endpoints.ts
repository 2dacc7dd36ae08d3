import { endpointCalls } from '@screening-room/contract/endpoints'
import {
  addEndpoint,
  changeEndpoint,
  pauseEndpoint,
  preparePing,
  removeEndpoint,
  resendDeliveries,
  rotateSecret,
} from '../domain/endpoints.ts'
import { actorOf, serve, serveChange } from '../http/serve.ts'
import { messageBody, sendWebhook } from '../jobs/webhook-request.ts'
import { missing } from '../refusal.ts'
import { findDeliveries, getDelivery } from '../store/deliveries.ts'
import { countDeadEndpoints, findEndpoints, getEndpointExists } from '../store/endpoints.ts'
import { getOutboxCounts } from '../store/outbox.ts'
import { getLastEndpoint } from '../store/webhook.ts'
import type { Context } from './context.ts'

/** Below the time within which a call is answered. */
const pingMs = 3500

export function endpointRoutes({ app, db, config, box }: Context): void {
  const calls = endpointCalls

  async function findBuiltIn() {
    const recorded = await getLastEndpoint(db)
    if (!recorded || recorded.endedAt !== null) return null
    const { waiting = 0, dead = 0 } = (await getOutboxCounts(db)) ?? {}
    return { origin: new URL(recorded.url).origin, since: recorded.since, waiting, dead }
  }
  serve(app, calls.list, async () => {
    const [data, builtIn] = await Promise.all([findEndpoints(db), findBuiltIn()])
    return { data, builtIn }
  })
  serve(app, calls.alerts, async () => ({ data: { dead: await countDeadEndpoints(db) } }))

  serveChange(
    app,
    db,
    calls.add,
    async (tx, by, given) => ({ data: await addEndpoint(tx, by, given, config, box) }),
    ({ data }) => ({ data: { ...data, secret: null } }),
  )
  serveChange(app, db, calls.change, async (tx, by, { id, ...given }) => {
    await changeEndpoint(tx, by, id, given, config)
    return {}
  })
  serveChange(
    app,
    db,
    calls.rotate,
    async (tx, by, { id }) => ({ data: { secret: await rotateSecret(tx, by, id, box) } }),
    () => ({ data: { secret: null } }),
  )
  serveChange(app, db, calls.setPaused, async (tx, by, { id, paused }) => {
    await pauseEndpoint(tx, by, id, paused === 'true')
    return {}
  })
  serveChange(app, db, calls.remove, async (tx, by, { id }) => {
    await removeEndpoint(tx, by, id)
    return {}
  })
  serveChange(app, db, calls.resend, async (tx, by, { id, ...range }) => ({
    data: { count: await resendDeliveries(tx, by, id, range) },
  }))

  serve(app, calls.ping, async ({ id }, request) => {
    const { url, secrets, id: event, body } = await preparePing(db, actorOf(request), id, box)
    return { data: await sendWebhook(url, secrets, event, body, { reads: true, withinMs: pingMs }) }
  })

  serve(app, calls.deliveries, async ({ id, outcome, before }) => {
    if (!(await getEndpointExists(db, id))) throw missing('endpoint', id)
    const { rows, next } = await findDeliveries(db, id, outcome, before)
    return { data: rows, next }
  })
  serve(app, calls.delivery, async ({ id, event }) => {
    const exists = await getEndpointExists(db, id)
    const found = exists ? await getDelivery(db, id, event) : undefined
    if (!found) throw missing(exists ? 'delivery' : 'endpoint', exists ? event : id)
    const { message, ...row } = found
    return { data: { ...row, body: messageBody(message) } }
  })
}
