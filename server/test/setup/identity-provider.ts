import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ssoPaths } from '@screening-room/contract/sso'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/* A real provider in a process of its own, and a person with a browser that goes there. */

const program = fileURLToPath(new URL('identity-provider.mjs', import.meta.url))
const clientId = 'screening-room'
const clientSecret = 'a secret of forty characters, for tests'

export interface Provider {
  issuer: string
  /** What our server is told of it. */
  env: Record<string, string>
  /** Says where our server is: it started after the provider did. */
  open(serverUrl: string): Promise<void>
  setPerson(subject: string, claims: object): Promise<void>
  /** A token with the provider's own signature. */
  sign(payload: JWTPayload, header?: { typ?: string; kid?: string }): Promise<string>
  close(): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [{ issuer }] = (await once(child, 'message')) as [{ issuer: string }]
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'of-the-provider', use: 'sig', alg: 'RS256' }
  let told = 0
  const tell = (message: object) =>
    new Promise<void>((resolve) => {
      const id = ++told
      const heard = ({ done }: { done?: number }) => {
        if (done !== id) return
        child.off('message', heard)
        resolve()
      }
      child.on('message', heard)
      child.send({ id, ...message })
    })
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_SCOPES: 'openid profile phone roles',
      OIDC_ROLES: 'leads=administrator, moderators=reviewer',
      OIDC_CREATE_ACCOUNTS: 'on',
    },
    open: (serverUrl) =>
      tell({
        open: {
          jwks: { keys: [jwk] },
          client: {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [`${serverUrl}${ssoPaths.callback}`],
            backchannel_logout_uri: `${serverUrl}${ssoPaths.logout}`,
            backchannel_logout_session_required: true,
          },
        },
      }),
    setPerson: (subject, claims) => tell({ person: { subject, claims } }),
    sign: (payload, header) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'RS256', kid: 'of-the-provider', ...header })
        .sign(privateKey),
    close: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Somebody's browser at the provider: follows its pages as far as they lead back to us. */
export class Visitor {
  private readonly cookies = new Map<string, string>()
  private readonly issuer: string

  constructor({ issuer }: Provider) {
    this.issuer = issuer
  }

  async ask(address: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      this.cookies.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    return response
  }

  /** From the address we sent them to, to the one the provider sends them back to. */
  async visit(address: string, who: { login: string } | { cancel: string }): Promise<string> {
    let next = address
    for (let steps = 0; steps < 10; steps++) {
      if (!next.startsWith(this.issuer)) return next
      const atLogin = new URL(next).pathname.startsWith('/login/')
      const response = await this.ask(next, atLogin ? { ...who } : undefined)
      const location = response.headers.get('location')
      if (!location) throw new Error(`${response.status} at ${next}: ${await response.text()}`)
      next = new URL(location, next).href
    }
    throw new Error(`the provider does not lead back from ${address}`)
  }

  /** Signs out there, which the provider then tells us. */
  async leave(): Promise<void> {
    const page = await (await this.ask(`${this.issuer}/session/end`)).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    await this.ask(`${this.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  }
}
