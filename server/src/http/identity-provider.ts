import type { SsoOutcome } from '@screening-room/contract/sso'
import type { RemoteJWKSet } from 'jose'
import type { Configuration, CustomFetchOptions } from 'openid-client'
import { type Config, isLoopback } from '../config.ts'
import type { LogoutMessage, Person, Start } from '../domain/sso.ts'

/*
 * The one place that talks to the identity provider, and only to the hosts that the operator has named. Its
 * libraries are loaded when somebody first needs them.
 */

export type SignOnSettings = NonNullable<Config['sso']>

/** Why a sign-in did not come to anything. Its message goes to the log and holds no secret. */
export class SignOnFailure extends Error {
  readonly outcome: Exclude<SsoOutcome, 'done'>

  constructor(outcome: Exclude<SsoOutcome, 'done'>, message: string) {
    super(message)
    this.outcome = outcome
  }
}

const secondsToAnswer = 4
/** What the provider says of itself is asked for again after this long. Its keys: sooner, by the library. */
const knownForMs = 3_600_000
/** A message of the provider that was written longer ago is not obeyed. */
const acceptedMinutes = 10
const clockToleranceSeconds = 60
const longestMessage = 8192
/** Signatures that only the provider can make: never one by the shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
  .concat(['ES256', 'ES384', 'ES512'])
  .concat(['EdDSA', 'Ed25519'])

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** An address that discovery names is asked only if it is the provider's. */
function fetchFrom({ issuer, hosts }: SignOnSettings) {
  const known = new Set([issuer.host, ...hosts])
  return (address: string, options: object): Promise<Response> => {
    const url = new URL(address)
    const isSafe = url.protocol === 'https:' || isLoopback(url.hostname)
    if (!isSafe || !known.has(url.host))
      throw new SignOnFailure(
        'failed',
        `${url.host} is neither the issuer's host nor in OIDC_HOSTS`,
      )
    return fetch(url, { ...options, redirect: 'manual' })
  }
}

/** Of a failure of the library: what and where, never the answer that caused it. */
function sayFailure(error: unknown): string {
  const { name, message, code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  const inner = cause instanceof Error ? `: ${cause.message}` : ''
  return `${code ?? name}: ${message}${inner}`.slice(0, 300)
}

function asFailure(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error
  const denied = (error as { error?: unknown }).error === 'access_denied'
  return new SignOnFailure(denied ? 'cancelled' : 'failed', sayFailure(error))
}

export interface IdentityProvider {
  /** Where the browser is sent. */
  addressFor(start: Start, callback: URL): Promise<URL>
  /** Who came back to this address. */
  redeem(start: Start, at: URL): Promise<Person>
  /** What a back-channel message says; undefined where it is not the provider's, or too old. */
  readMessage(token: string): Promise<LogoutMessage | undefined>
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const library = () => import('openid-client')

type Ask = ReturnType<typeof fetchFrom>
type Discover = () => Promise<Configuration>

/** What the provider says of itself. */
async function discover(settings: SignOnSettings, ask: Ask): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const oidc = await library()
  const basic = oidc.ClientSecretBasic(clientSecret)
  const post = oidc.ClientSecretPost(clientSecret)
  return oidc.discovery(
    issuer,
    clientId,
    undefined,
    // Basic is the standard's default.
    (server, ...rest) => {
      const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return (ways.includes('client_secret_basic') ? basic : post)(server, ...rest)
    },
    {
      [oidc.customFetch]: (url: string, options: CustomFetchOptions) => ask(url, options),
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(isLoopback(issuer.hostname) ? [oidc.allowInsecureRequests] : []),
      ],
      timeout: secondsToAnswer,
    },
  )
}

/** Kept for a while; a failure is not kept. */
function keepDiscovered(settings: SignOnSettings, ask: Ask): Discover {
  let known: { since: number; configuration: Promise<Configuration> } | undefined
  return () => {
    const now = performance.now()
    if (known && now - known.since < knownForMs) return known.configuration
    const entry = { since: now, configuration: discover(settings, ask) }
    known = entry
    entry.configuration.catch(() => {
      if (known === entry) known = undefined
    })
    return entry.configuration
  }
}

/** Of somebody who came back: whether the code, the state, the nonce and the signature are right, and who they are. */
async function redeem(
  configuration: Discover,
  { issuer, hosts }: SignOnSettings,
  { state, nonce, verifier }: Start,
  at: URL,
): Promise<Person> {
  const oidc = await library()
  const config = await configuration()
  const tokens = await oidc.authorizationCodeGrant(config, at, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new SignOnFailure('failed', 'there is no ID token')
  const { iss, sub, sid } = claims
  // Some providers put little into the ID token.
  const { userinfo_endpoint: more } = config.serverMetadata()
  const isTheirs = more && [issuer.host, ...hosts].includes(new URL(more).host)
  const told = isTheirs ? await oidc.fetchUserInfo(config, tokens.access_token, sub) : {}
  return { issuer: iss, subject: sub, session: textOf(sid), claims: { ...told, ...claims } }
}

/** Reads messages by which the provider says that somebody signed out there. */
function messageReader(configuration: Discover, clientId: string, ask: Ask) {
  let keysOf: { address: string; keys: RemoteJWKSet } | undefined
  return async (token: string): Promise<LogoutMessage | undefined> => {
    const jose = await import('jose')
    // Before anybody is asked for keys: what does not even claim to be for us is not worth a request.
    if (![jose.decodeJwt(token).aud].flat().includes(clientId)) return undefined
    const { issuer, jwks_uri: address = '' } = (await configuration()).serverMetadata()
    const timeoutDuration = secondsToAnswer * 1000
    if (keysOf?.address !== address) {
      const keys = jose.createRemoteJWKSet(new URL(address), {
        [jose.customFetch]: ask,
        timeoutDuration,
      })
      keysOf = { address, keys }
    }
    const { payload, protectedHeader } = await jose.jwtVerify(token, keysOf.keys, {
      issuer,
      audience: clientId,
      algorithms,
      maxTokenAge: acceptedMinutes * 60,
      clockTolerance: clockToleranceSeconds,
    })
    const { events, jti, sub, sid, nonce } = payload
    const event = (events as Record<string, unknown> | undefined)?.[logoutEvent]
    const isLogout =
      /^(logout\+)?jwt$/i.test(protectedHeader.typ ?? 'jwt') && typeof event === 'object' && event
    const [id, subject, session] = [textOf(jti), textOf(sub), textOf(sid)]
    // With a nonce it is an ID token, which others than the provider have in hand.
    if (!isLogout || nonce !== undefined || !id || (!subject && !session)) return undefined
    return { issuer, id, subject, session }
  }
}

export function identityProvider(settings: SignOnSettings): IdentityProvider {
  const ask = fetchFrom(settings)
  const configuration = keepDiscovered(settings, ask)
  const readMessage = messageReader(configuration, settings.clientId, ask)
  const failed = (error: unknown) => {
    throw asFailure(error)
  }

  async function addressFor({ state, nonce, verifier }: Start, callback: URL): Promise<URL> {
    const oidc = await library()
    return oidc.buildAuthorizationUrl(await configuration(), {
      redirect_uri: callback.href,
      scope: settings.scopes,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
  }
  return {
    addressFor: (start, callback) => addressFor(start, callback).catch(failed),
    redeem: (start, at) => redeem(configuration, settings, start, at).catch(failed),
    readMessage: async (token) =>
      token.length > longestMessage ? undefined : readMessage(token).catch(failed),
  }
}
