import { Secret, TOTP } from 'otpauth'

/* Codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds, as every app has them. */

const period = 30
/** Clocks differ: the code before and the one after are taken too. */
const window = 1
const issuer = 'Screening Room'

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, period, digits: 6, secret: Secret.fromBase32(secret) })

export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** What an app reads from the picture. */
export const totpUri = (secret: string, phone: string) => totpOf(secret, phone).toString()

/** The step that a code belongs to; undefined where it is of none of those that are taken. */
export function stepOf(secret: string, code: string, seconds: number): number | undefined {
  // otpauth counts characters and compares bytes: it fails on others than digits.
  if (!/^[0-9]{6}$/.test(code)) return undefined
  const off = totpOf(secret).validate({ token: code, timestamp: seconds * 1000, window })
  return off === null ? undefined : Math.floor(seconds / period) + off
}
