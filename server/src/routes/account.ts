import { accountCalls } from '@screening-room/contract/account'
import { preferenceCalls } from '@screening-room/contract/preferences'
import type { FastifyRequest } from 'fastify'
import { changeAvatar } from '../domain/avatars.ts'
import { placeOf } from '../domain/networks.ts'
import { changeOwnPassword, endOwnSessions, renameSelf } from '../domain/own-account.ts'
import { pictureFiles } from '../domain/picture-files.ts'
import { sessionOf } from '../http/guard.ts'
import { actorOf, serve, serveChange } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { getAccount } from '../store/accounts.ts'
import { setPreferences } from '../store/preferences.ts'
import { findSessionsOf } from '../store/sessions.ts'
import type { Context } from './context.ts'

export function accountRoutes({ app, db, config }: Context): void {
  const files = pictureFiles(config)
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

  const setAvatar = async (request: FastifyRequest, written: string | undefined) => {
    const by = actorOf(request)
    const { avatar, before } = await db.transaction((tx) => changeAvatar(tx, by, files, written))
    // One that stays behind harms nobody: its name is told to nobody any more.
    if (before)
      await files
        .remove(before)
        .catch((error) => request.log.warn({ cause: String(error) }, 'picture not removed'))
    return avatar
  }
  serve(app, accountCalls.setAvatar, async ({ picture }, request) => ({
    data: { avatar: await setAvatar(request, picture) },
  }))
  serve(app, accountCalls.removeAvatar, async (_input, request) => {
    await setAvatar(request, undefined)
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
