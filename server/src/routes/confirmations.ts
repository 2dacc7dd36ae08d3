import { confirmationCalls } from '@screening-room/contract/confirmations'
import { askSecond, confirmable, confirmSecond, refuseSecond } from '../domain/confirmations.ts'
import { waitingActs } from '../domain/waiting-acts.ts'
import { sessionOf } from '../http/guard.ts'
import { readFields } from '../http/input.ts'
import { serve, serveChange } from '../http/serve.ts'
import { countConfirmations, findConfirmations } from '../store/confirmations.ts'
import type { Context } from './context.ts'

export function confirmationRoutes({ app, db, links, mailLink }: Context): void {
  const acts = waitingActs(links)

  serve(app, confirmationCalls.list, async (_input, request) => {
    const { permissions, userId } = sessionOf(request)
    return { data: await findConfirmations(db, confirmable(permissions), userId) }
  })
  serve(app, confirmationCalls.alerts, async (_input, request) => {
    const { permissions, userId } = sessionOf(request)
    return { data: await countConfirmations(db, confirmable(permissions), userId) }
  })

  serveChange(app, db, confirmationCalls.ask, async (tx, by, given) => ({
    data: await askSecond(tx, by, acts, readFields, given),
  }))
  serveChange(
    app,
    db,
    confirmationCalls.confirm,
    async (tx, by, { id }) => ({
      data: { link: (await confirmSecond(tx, by, acts, readFields, id)) ?? null },
    }),
    ({ data: { link } }) => ({ data: { link: link && { ...link, secret: null, mail: null } } }),
    async ({ data: { link } }, withinMs) => ({
      data: { link: link && (await mailLink(link, withinMs)) },
    }),
  )
  serveChange(app, db, confirmationCalls.refuse, async (tx, by, { id, reason }) => {
    await refuseSecond(tx, by, id, reason)
    return {}
  })
}
