import { factorCalls } from '@screening-room/contract/factors'
import type { FastifyRequest } from 'fastify'
import { confirmOwnPassword } from '../domain/own-account.ts'
import {
  addPasskey,
  addTotp,
  newRecoveryCodes,
  removePasskey,
  removeTotp,
  startPasskey,
  startTotp,
} from '../domain/own-factors.ts'
import { library, passkeyPlace } from '../domain/passkeys.ts'
import { needsFactor, sessionOf } from '../http/guard.ts'
import { actorOf, serve, serveChange } from '../http/serve.ts'
import { findNews, getFactors } from '../store/factors.ts'
import type { Context } from './context.ts'

export function factorRoutes({ app, db, config, factorBox: box }: Context): void {
  const placeOf = (request: FastifyRequest) => passkeyPlace(config, request.headers.host)
  const note = (request: FastifyRequest, security: string) =>
    request.log.info({ security, userId: sessionOf(request).userId }, 'security')

  serve(app, factorCalls.get, async (_input, request) => {
    const session = sessionOf(request)
    const { userId } = session
    const [state, news] = await Promise.all([getFactors(db, userId), findNews(db, userId)])
    const required = needsFactor(config, session)
    const passkeysPossible = placeOf(request) !== undefined
    return { data: { ...state, required, passkeysPossible, news } }
  })

  serve(app, factorCalls.confirm, async ({ password }, request) => {
    await confirmOwnPassword(db, actorOf(request), password)
    return {}
  })

  serve(app, factorCalls.startTotp, async (_input, request) => ({
    data: await db.transaction((tx) => startTotp(tx, actorOf(request), box)),
  }))
  serve(app, factorCalls.addTotp, async ({ code }, request) => {
    const by = actorOf(request)
    const recoveryCodes = await db.transaction((tx) => addTotp(tx, by, box, code))
    note(request, 'factor_added')
    return { data: { recoveryCodes } }
  })
  serve(app, factorCalls.startPasskey, async (_input, request) => ({
    data: {
      options: await db.transaction((tx) => startPasskey(tx, actorOf(request), placeOf(request))),
    },
  }))
  serve(app, factorCalls.addPasskey, async (given, request) => {
    const by = actorOf(request)
    await library()
    const recoveryCodes = await db.transaction((tx) => addPasskey(tx, by, placeOf(request), given))
    note(request, 'factor_added')
    return { data: { recoveryCodes } }
  })
  serve(app, factorCalls.newRecoveryCodes, async (_input, request) => ({
    data: { recoveryCodes: await db.transaction((tx) => newRecoveryCodes(tx, actorOf(request))) },
  }))

  serveChange(app, db, factorCalls.removeTotp, async (tx, by) => {
    await removeTotp(tx, by, needsFactor(config, by))
    return {}
  })
  serveChange(app, db, factorCalls.removePasskey, async (tx, by, { id }) => {
    await removePasskey(tx, by, id, needsFactor(config, by))
    return {}
  })
}
