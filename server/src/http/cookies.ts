import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const secret = /^[A-Za-z0-9_-]{43}$/

/** Every cookie of this name that the request carries. Two of them mean somebody planted one. */
function cookiesOf(request: FastifyRequest, name: string): string[] {
  return (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const equals = pair.indexOf('=')
    return pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : []
  })
}

export interface Jar {
  session(request: FastifyRequest): string | undefined
  device(request: FastifyRequest): string | undefined
  /** Without a device the browser keeps the one it has. */
  set(reply: FastifyReply, session: string, device: string | undefined): void
  clear(reply: FastifyReply): void
  /** Of a browser that is on its way to the identity provider and back. */
  signOn(request: FastifyRequest): string | undefined
  setSignOn(reply: FastifyReply, secret: string): void
}

const deviceSeconds = 90 * 86_400
const signOnSeconds = 600

export function makeJar({ publicUrl, plainHttp, crossSite }: Config): Jar {
  const https = publicUrl?.protocol === 'https:'
  const prefix = https ? '__Host-' : ''
  const suffix = https ? '' : plainHttp ? '-plain' : '-dev'
  const names = {
    session: `${prefix}vsid${suffix}`,
    device: `${prefix}vdev${suffix}`,
    signOn: `${prefix}vsso${suffix}`,
  }
  const sameSite = crossSite ? 'SameSite=None; Partitioned' : 'SameSite=Strict'
  const secure = https ? '; Secure' : ''
  const attributes = `Path=/; HttpOnly; ${sameSite}${secure}`
  const one = (request: FastifyRequest, name: string) => {
    const found = cookiesOf(request, name)
    return found.length === 1 && found[0] !== undefined && secret.test(found[0])
      ? found[0]
      : undefined
  }
  return {
    session: (request) => one(request, names.session),
    device: (request) => one(request, names.device),
    // The session ends with the browser; the device is remembered, and is no credential.
    set: (reply, session, device) => {
      reply.header('set-cookie', [
        `${names.session}=${session}; ${attributes}`,
        ...(device ? [`${names.device}=${device}; ${attributes}; Max-Age=${deviceSeconds}`] : []),
      ])
    },
    clear: (reply) => {
      reply.header('set-cookie', `${names.session}=; ${attributes}; Max-Age=0`)
    },
    signOn: (request) => one(request, names.signOn),
    // Lax: it has to come along when the provider, another site, sends the browser back.
    setSignOn: (reply, secret) => {
      const lax = `Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${signOnSeconds}`
      reply.header('set-cookie', `${names.signOn}=${secret}; ${lax}`)
    },
  }
}
