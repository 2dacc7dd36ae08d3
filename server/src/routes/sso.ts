import { type SsoOutcome, ssoPaths } from '@screening-room/contract/sso'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fairLimit } from '../domain/fair-limit.ts'
import { networkOf } from '../domain/networks.ts'
import { endByProvider, signOn, startSignOn, takeSignOn } from '../domain/sso.ts'
import { identityProvider, SignOnFailure } from '../http/identity-provider.ts'
import { queryOf } from '../http/input.ts'
import type { Policy } from '../http/policy.ts'
import { Refusal } from '../refusal.ts'
import type { Context } from './context.ts'

/*
 * Single sign-on, where a provider is named. A browser is led there and comes back from another site, so without our
 * strict cookies: it lands on our own page, whose scripts then ask as from here.
 */

const open: Policy = { access: 'public' }

/** Each of them asks the provider: few at a time, networks take turns. */
const visits = fairLimit({
  concurrency: 8,
  waiting: 400,
  waitingPerKey: 100,
  maxWaitMs: 4000,
  refusal: () => new Refusal('too_busy', {}, { retryAfter: 2 }),
})

const stateFormat = /^[A-Za-z0-9_-]{43}$/

const land = (reply: FastifyReply, outcome: SsoOutcome) =>
  reply.code(303).header('location', `/#/login?sso=${outcome}`).send()

export function ssoRoutes({ app, db, config, jar, secrets }: Context): void {
  const { sso, breakGlassPhone, publicUrl } = config
  if (!sso) return
  const provider = identityProvider(sso)
  const rules = { ...sso, breakGlassPhone }
  const limits = { idleMinutes: config.sessionIdleMinutes, hours: config.sessionHours }
  const callbackAt = (request: FastifyRequest): URL => {
    const origin = publicUrl?.origin ?? `http://${request.headers.host}`
    if (!URL.canParse(origin)) throw new Refusal('wrong_origin')
    return new URL(ssoPaths.callback, origin)
  }
  const browserOf = (request: FastifyRequest) => ({
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  })

  /** In its turn; what fails leads back to the sign-in page, which says so. */
  const visit = (
    url: string,
    work: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    app.get(url, { config: { policy: open }, exposeHeadRoute: false }, async (request, reply) => {
      try {
        return await visits.run(networkOf(request.ip), () => work(request, reply))
      } catch (error) {
        const tooOften = error instanceof Refusal && error.code === 'too_many_attempts'
        if (!(error instanceof SignOnFailure) && !tooOften) throw error
        const why = error instanceof SignOnFailure ? error.outcome : 'failed'
        request.log.warn({ security: 'sso_refused', why, cause: error.message }, 'security')
        return land(reply, why)
      }
    })

  visit(ssoPaths.start, async (request, reply) => {
    const browser = {
      ...browserOf(request),
      deviceSecret: jar.device(request),
      sessionSecret: jar.session(request),
    }
    const start = await startSignOn(db, secrets, browser, jar.signOn(request))
    const address = await provider.addressFor(start, callbackAt(request))
    jar.setSignOn(reply, start.browserSecret)
    return reply.code(303).header('location', address.href).send()
  })

  visit(ssoPaths.callback, async (request, reply) => {
    const at = callbackAt(request)
    at.search = queryOf(request)
    const [state = '', ...others] = at.searchParams.getAll('state')
    const attempt =
      others.length === 0 && stateFormat.test(state)
        ? await takeSignOn(db, secrets, state, jar.signOn(request))
        : undefined
    if (!attempt) throw new SignOnFailure('ended', 'this browser is not on its way')
    const person = await provider.redeem(attempt, at)
    const { deviceHash, sessionHash } = attempt
    const browser = { ...browserOf(request), deviceHash, sessionHash }
    const result = await signOn(db, secrets, person, rules, browser, limits)
    if (result.outcome !== 'done') throw new SignOnFailure(result.outcome, 'refused by our rules')
    request.log.info({ security: 'signed_in', userId: result.userId, by: 'provider' }, 'security')
    jar.set(reply, result.sessionSecret, result.deviceSecret)
    return land(reply, 'done')
  })

  // As the standard wants it: what it does not know is ignored, and a refusal is a 400.
  app.post(ssoPaths.logout, { config: { policy: open } }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body.toString() : ''
    const token = new URLSearchParams(body).get('logout_token') ?? ''
    const obey = async () => {
      const message = await provider.readMessage(token)
      return message !== undefined && (await endByProvider(db, message, request.id))
    }
    const obeyed = await visits.run(networkOf(request.ip), obey).catch((error) => {
      if (!(error instanceof SignOnFailure)) throw error
      request.log.warn({ security: 'sso_logout_refused', cause: error.message }, 'security')
      return false
    })
    return obeyed ? reply.send({}) : reply.code(400).send({ error: 'invalid_request' })
  })
}
