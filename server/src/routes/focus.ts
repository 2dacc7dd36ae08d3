import { focusCalls, leaseSeconds } from '@screening-room/contract/focus'
import type { FastifyRequest } from 'fastify'
import { shownItem } from '../domain/certifications.ts'
import { aboutItem, filterOf, listNamed, nextItems, wholeQueue } from '../domain/focus.ts'
import { decideItem, skipItem, unskipItem } from '../domain/focus-decisions.ts'
import { undoDecision } from '../domain/undo.ts'
import { sessionOf } from '../http/guard.ts'
import { serve, serveChange } from '../http/serve.ts'
import { clearSkipped, extendLeases, findHolders, releaseLeases } from '../store/leases.ts'
import type { Context } from './context.ts'

export function focusRoutes({ app, db, config }: Context): void {
  const at = (request: FastifyRequest, desk: string) => {
    const { userId, nickName } = sessionOf(request)
    return { userId, nickName, desk }
  }

  serve(app, focusCalls.next, async (input, request) => {
    const filter = await filterOf(db, input, config.platformTz)
    const { items, ...left } = await nextItems(db, at(request, input.desk), filter)
    return { data: { items: items.map(shownItem), ...left } }
  })

  serve(app, focusCalls.extend, async ({ desk }, request) => {
    const kept = await extendLeases(db, at(request, desk))
    return { data: { leases: kept.map(({ lease }) => lease), secondsLeft: leaseSeconds } }
  })

  serve(app, focusCalls.release, async ({ desk }, request) => {
    await releaseLeases(db, at(request, desk))
    return {}
  })

  serveChange(app, db, focusCalls.skip, async (tx, by, input) => {
    await skipItem(tx, by, input)
    return {}
  })

  serveChange(app, db, focusCalls.unskip, async (tx, by, input) => ({
    data: { item: shownItem(await unskipItem(tx, by, input)) },
  }))

  serve(app, focusCalls.lookAgain, async ({ queue }, request) => {
    await clearSkipped(db, sessionOf(request).userId, wholeQueue(listNamed(queue)))
    return {}
  })

  serveChange(app, db, focusCalls.decide, async (tx, by, input) => ({
    data: await decideItem(tx, by, input),
  }))

  serveChange(app, db, focusCalls.undo, async (tx, by, { desk, decision }) => ({
    data: { item: shownItem(await undoDecision(tx, by, desk, decision)) },
  }))

  serve(app, focusCalls.about, async ({ queue, id }, request) => ({
    data: await aboutItem(db, listNamed(queue), id, sessionOf(request).permissions),
  }))

  serve(app, focusCalls.holders, async ({ queue }) => ({
    data: await findHolders(db, wholeQueue(listNamed(queue))),
  }))
}
