import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/*
 * A cookie's secret is 20 random bytes and a tag of 12 that only servers with the key can compute. So a
 * cookie of ours is told from a made-up one without asking the database. That is a hint, used to choose
 * a queue: whether a secret is still good is for the database to say, each time.
 */

const randomLength = 20
const tagLength = 12

export interface CookieSecrets {
  create(purpose: string): string
  /** Whether a server with this key created the secret for this purpose, at any time. */
  isOurs(secret: string, purpose: string): boolean
}

export function cookieSecrets(key: Buffer): CookieSecrets {
  const tagOf = (random: Buffer, purpose: string) =>
    createHmac('sha256', key).update(`${purpose}\n`).update(random).digest().subarray(0, tagLength)
  return {
    create(purpose) {
      const random = randomBytes(randomLength)
      return Buffer.concat([random, tagOf(random, purpose)]).toString('base64url')
    },
    isOurs(secret, purpose) {
      const bytes = Buffer.from(secret, 'base64url')
      if (bytes.length !== randomLength + tagLength) return false
      const random = bytes.subarray(0, randomLength)
      return timingSafeEqual(bytes.subarray(randomLength), tagOf(random, purpose))
    },
  }
}
