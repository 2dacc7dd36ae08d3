import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Config } from '../config.ts'
import type { StoredPasskey } from '../store/factors.ts'

/* Passkeys (WebAuthn). */

/** Loaded when a challenge is given: it is there when somebody answers, and never waited for in a transaction. */
export const library = () => import('@simplewebauthn/server')
const timeout = 5 * 60_000

/** Where passkeys of this installation are made and used. */
export interface PasskeyPlace {
  rpId: string
  origins: string[]
}

/** Browsers have them for a host name, over https or on this machine; undefined elsewhere. */
export function passkeyPlace(
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
  host = '',
): PasskeyPlace | undefined {
  const at = publicUrl ?? (URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined)
  if (!at || isIP(at.hostname.replace(/[[\]]/g, ''))) return undefined
  if (at.protocol !== 'https:' && at.hostname !== 'localhost') return undefined
  return { rpId: at.hostname, origins: [at.origin, ...allowedOrigins] }
}

export const newChallenge = () => randomBytes(32).toString('base64url')

const descriptor = ({ credentialId: id, transports }: StoredPasskey) => ({
  id,
  type: 'public-key',
  transports,
})

/** For navigator.credentials.get, as JSON. */
export const requestOptions = (
  { rpId }: PasskeyPlace,
  challenge: string,
  passkeys: readonly StoredPasskey[],
): Record<string, unknown> => ({
  challenge,
  rpId,
  timeout,
  userVerification: 'preferred',
  allowCredentials: passkeys.map(descriptor),
})

/** ES256, EdDSA and RS256: every authenticator has one of them. */
const algorithms = [-7, -8, -257]

/** For navigator.credentials.create, as JSON. */
export const creationOptions = (
  { rpId }: PasskeyPlace,
  challenge: string,
  person: { id: number; phone: string; nickName: string },
  passkeys: readonly StoredPasskey[],
): Record<string, unknown> => ({
  challenge,
  rp: { id: rpId, name: 'Screening Room' },
  user: {
    id: Buffer.from(String(person.id)).toString('base64url'),
    name: person.phone,
    displayName: person.nickName,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
  timeout,
  attestation: 'none',
  excludeCredentials: passkeys.map(descriptor),
  authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
})

/** The browser's answer; undefined where it is none. */
function readCredential<T>(text: string): T | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as T) : undefined
  } catch {
    return undefined
  }
}

type NewPasskey = Omit<StoredPasskey, 'id'>

/** Undefined where the answer is not one to this challenge, at this place. The library throws what is wrong. */
export async function readNewPasskey(
  place: PasskeyPlace,
  challenge: string,
  text: string,
): Promise<NewPasskey | undefined> {
  const response = readCredential<RegistrationResponseJSON>(text)
  if (!response) return undefined
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origins,
    expectedRPID: place.rpId,
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return undefined
  const { id, publicKey, counter, transports } = registrationInfo.credential
  const known = (transports ?? []).filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 8)
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: known }
}

/** Which passkey has signed this challenge, and its counter now. */
export async function checkPasskey(
  place: PasskeyPlace,
  challenge: string,
  text: string,
  passkeys: readonly StoredPasskey[],
): Promise<{ id: number; counter: number } | undefined> {
  const response = readCredential<AuthenticationResponseJSON>(text)
  const passkey = passkeys.find(({ credentialId }) => credentialId === response?.id)
  if (!response || !passkey) return undefined
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origins,
    expectedRPID: place.rpId,
    requireUserVerification: false,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified && authenticationInfo
    ? { id: passkey.id, counter: authenticationInfo.newCounter }
    : undefined
}
