import { createHmac } from 'node:crypto'
import { secondStepCalls } from '@screening-room/contract/factors'
import { sessionCalls, type UserInfo } from '@screening-room/contract/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { networkOf } from '../domain/networks.ts'
import { passkeyPlace } from '../domain/passkeys.ts'
import { issueTicket, type Proof, takeSecondStep } from '../domain/second-step.ts'
import { sha256, signIn } from '../domain/sign-in.ts'
import { needsFactor, sessionOf } from '../http/guard.ts'
import { serve } from '../http/serve.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { Refusal } from '../refusal.ts'
import { releaseSignedOut } from '../store/leases.ts'
import { getPreferences } from '../store/preferences.ts'
import { revokeSession, type Session } from '../store/sessions.ts'
import type { Context } from './context.ts'

/** Who somebody is to the app, and what it offers them. */
function infoOf(config: Config, session: Session): UserInfo {
  const { userId: id, phone, nickName, avatar, role, roleName, hasFactor } = session
  const may = { role, roleName, permissions: [...session.permissions] }
  const mustEnrol = needsFactor(config, session) && !hasFactor
  return { id, phone, nickName, avatar, ...may, ...(mustEnrol && { mustEnrol }) }
}

export function sessionRoutes(context: Context): void {
  const { app, db, config, jar, secrets, mediaKey, factorBox } = context
  /** The network that the throttle counts: the same word for it on every replica, and no address. */
  const networkWord = (address: string) =>
    createHmac('sha256', mediaKey)
      .update(`network\n${networkOf(address)}`)
      .digest('hex')
      .slice(0, 16)

  const limits = { idleMinutes: config.sessionIdleMinutes, hours: config.sessionHours }
  const browserOf = (request: FastifyRequest) => ({
    deviceSecret: jar.device(request),
    sessionSecret: jar.session(request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  })
  const placeOf = (request: FastifyRequest) => passkeyPlace(config, request.headers.host)

  serve(app, sessionCalls.login, async ({ phone, pwd }, request, reply) => {
    const fromThisMachine = isFromThisMachine(request)
    const attempt = { ...browserOf(request), phone, password: pwd, fromThisMachine }
    const signedIn = await signIn(db, secrets, attempt, limits, config).catch((error) => {
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
    if (signedIn.sessionSecret === undefined) {
      const data = await issueTicket(db, secrets, signedIn.account, placeOf(request))
      throw new Refusal('second_factor', {}, { data })
    }
    request.log.info({ security: 'signed_in', userId: signedIn.account.id }, 'security')
    jar.set(reply, signedIn.sessionSecret, signedIn.deviceSecret)
    return {}
  })

  const takeStep = async (
    request: FastifyRequest,
    reply: FastifyReply,
    given: { ticket: string; proof: Proof },
  ) => {
    const browser = browserOf(request)
    const opened = await takeSecondStep(
      db,
      secrets,
      factorBox,
      { ...given, browser },
      limits,
    ).catch((error) => {
      if (error instanceof Refusal)
        request.log.warn(
          {
            security: 'second_step_refused',
            why: error.code,
            network: networkWord(request.ip),
          },
          'security',
        )
      throw error
    })
    request.log.info({ security: 'signed_in', userId: opened.id, steps: 2 }, 'security')
    jar.set(reply, opened.sessionSecret, opened.deviceSecret)
    return {}
  }
  serve(app, secondStepCalls.code, ({ ticket, code }, request, reply) =>
    takeStep(request, reply, { ticket, proof: { code } }),
  )
  serve(app, secondStepCalls.passkey, ({ ticket, credential }, request, reply) =>
    takeStep(request, reply, { ticket, proof: { credential, place: placeOf(request) } }),
  )

  serve(app, sessionCalls.userInfo, async (_input, request) => {
    const session = sessionOf(request)
    const preferences = await getPreferences(db, session.userId)
    return { info: { ...infoOf(config, session), preferences } }
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
