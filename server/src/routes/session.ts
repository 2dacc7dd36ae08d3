import { createHmac } from 'node:crypto'
import { sessionCalls } from '@screening-room/contract/session'
import { networkOf } from '../domain/networks.ts'
import { sha256, signIn } from '../domain/sign-in.ts'
import { sessionOf } from '../http/guard.ts'
import { serve } from '../http/serve.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { Refusal } from '../refusal.ts'
import { releaseSignedOut } from '../store/leases.ts'
import { revokeSession } from '../store/sessions.ts'
import type { Context } from './context.ts'

export function sessionRoutes({ app, db, config, jar, secrets, mediaKey }: Context): void {
  /** The network that the throttle counts: the same word for it on every replica, and no address. */
  const networkWord = (address: string) =>
    createHmac('sha256', mediaKey)
      .update(`network\n${networkOf(address)}`)
      .digest('hex')
      .slice(0, 16)

  serve(app, sessionCalls.login, async ({ phone, pwd }, request, reply) => {
    const attempt = {
      phone,
      password: pwd,
      deviceSecret: jar.device(request),
      sessionSecret: jar.session(request),
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      fromThisMachine: isFromThisMachine(request),
    }
    const limits = { idleMinutes: config.sessionIdleMinutes, hours: config.sessionHours }
    const signedIn = await signIn(db, secrets, attempt, limits).catch((error) => {
      if (error instanceof Refusal)
        request.log.warn(
          // Only of what can be a phone number: people type their password into the wrong field.
          {
            security: 'sign_in_refused',
            why: error.cause ?? error.code,
            network: networkWord(request.ip),
            phone: /^\d{8,}$/.test(phone) ? phone.slice(-4) : '',
          },
          'security',
        )
      throw error
    })
    request.log.info({ security: 'signed_in', userId: signedIn.account.id }, 'security')
    jar.set(reply, signedIn.sessionSecret, signedIn.deviceSecret)
    return {}
  })

  serve(app, sessionCalls.userInfo, (_input, request) => {
    const { userId: id, phone, nickName, avatar, role } = sessionOf(request)
    return { info: { id, phone, nickName, avatar, role } }
  })

  serve(app, sessionCalls.logout, async (_input, request, reply) => {
    const secret = jar.session(request)
    if (secret) await revokeSession(db, sha256(secret), 'signed out')
    const { userId } = sessionOf(request)
    await releaseSignedOut(db, userId)
    request.log.info({ security: 'signed_out', userId }, 'security')
    jar.clear(reply)
    return {}
  })
}
