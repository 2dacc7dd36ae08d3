import { accountCalls } from '@screening-room/contract/account'
import { preferenceCalls } from '@screening-room/contract/preferences'
import { placeOf } from '../domain/networks.ts'
import { changeOwnPassword, endOwnSessions, renameSelf } from '../domain/own-account.ts'
import { sessionOf } from '../http/guard.ts'
import { actorOf, serve, serveChange } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { getAccount } from '../store/accounts.ts'
import { setPreferences } from '../store/preferences.ts'
import { findSessionsOf } from '../store/sessions.ts'
import type { Context } from './context.ts'

export function accountRoutes({ app, db }: Context): void {
  serve(app, accountCalls.get, async (_input, request) => {
    const { userId, id } = sessionOf(request)
    const [account, sessions] = await Promise.all([
      getAccount(db, userId),
      findSessionsOf(db, userId),
    ])
    if (!account) throw new Refusal('signed_out')
    const { nickName, createdAt, passwordChangedAt } = account
    const shown = sessions.map(({ address, ...one }) => ({
      ...one,
      current: one.id === id,
      network: placeOf(address),
    }))
    return { data: { nickName, createdAt, passwordChangedAt, sessions: shown } }
  })

  serveChange(app, db, accountCalls.rename, async (tx, by, { nickName }) => {
    await renameSelf(tx, by, nickName)
    return {}
  })

  serve(app, preferenceCalls.set, async ({ changes }, request) => {
    await setPreferences(db, sessionOf(request).userId, changes)
    return {}
  })

  serve(app, accountCalls.changePassword, async (given, request) => {
    const ended = await changeOwnPassword(db, actorOf(request), given)
    request.log.info(
      { security: 'password_changed', userId: sessionOf(request).userId },
      'security',
    )
    return { data: { ended } }
  })

  serveChange(app, db, accountCalls.endSession, async (tx, by, { session }) => ({
    data: { ended: await endOwnSessions(tx, by, session) },
  }))
}
