import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { getAccountByPhone, lockAccount } from '../store/accounts.ts'
import {
  getDevice,
  insertDevice,
  insertSession,
  revokeSession,
  revokeSurplusSessions,
} from '../store/sessions.ts'
import { appendFailure, type Bucket, clearFailures, getWait } from '../store/throttle.ts'
import { checkPassword } from './passwords.ts'

export const sha256 = (value: string) => hash('sha256', value, 'buffer')
const newSecret = () => randomBytes(32).toString('base64url')

const sessionsAtMost = 5

export interface SignInAttempt {
  phone: string
  password: string
  /** The cookies the browser came with, if any. */
  deviceSecret: string | undefined
  sessionSecret: string | undefined
  address: string
  userAgent: string
  fromThisMachine: boolean
}

export interface SessionLimits {
  idleMinutes: number
  hours: number
}

/** Hashing is the costly part of a server that strangers can ask for: one at a time, few in line. */
const line = { running: false, waiting: [] as (() => void)[] }
const lineAtMost = 20

async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (line.waiting.length >= lineAtMost) throw tooMany(1)
  if (line.running) await new Promise<void>((ready) => line.waiting.push(ready))
  line.running = true
  try {
    return await work()
  } finally {
    const next = line.waiting.shift()
    if (next) next()
    else line.running = false
  }
}

function tooMany(seconds: number): Refusal {
  return new Refusal('too_many_attempts', { seconds }, { retryAfter: seconds })
}

/** IPv6 hands out whole networks: a /64 is one address, however its zeros are written. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [front = [], back = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * Failures are counted per account for strangers, per device for a browser that signed in before,
 * and per network. A known device answers for itself alone, so nobody can lock its owner out.
 */
function bucketsFor(phone: string, device: string | undefined, address: string): Bucket[] {
  const doubling = { firstWait: 1, longestWait: 900, forgetSeconds: 86_400 }
  if (device) return [{ key: `device:${sha256(device).toString('hex')}`, free: 10, ...doubling }]
  return [
    { key: `account:${sha256(phone).toString('hex')}`, free: 5, ...doubling },
    {
      key: `network:${networkOf(address)}`,
      free: 30,
      firstWait: 10,
      longestWait: 3600,
      forgetSeconds: 3600,
    },
  ]
}

async function refuseWhileBlocked(db: Db, buckets: readonly Bucket[]): Promise<void> {
  const wait = await getWait(
    db,
    buckets.map((bucket) => bucket.key),
  )
  if (wait > 0) throw tooMany(wait)
}

/**
 * The one place where a password is checked. Unknown, wrong and disabled look the same, and so does a
 * demo account, whose password is published, to everybody who is not on this machine.
 */
export async function signIn(db: Db, attempt: SignInAttempt, limits: SessionLimits) {
  const phone = attempt.phone.trim()
  const account = await getAccountByPhone(db, phone)
  const device = attempt.deviceSecret && (await getDevice(db, sha256(attempt.deviceSecret)))
  const known = device && account && device.userId === account.id ? attempt.deviceSecret : undefined
  const buckets = bucketsFor(phone, known, attempt.address)
  await refuseWhileBlocked(db, buckets)

  const published = account?.demo && !attempt.fromThisMachine
  const right = await inLine(async () => {
    // Again, now that nobody else is being checked: guesses sent all at once count one by one.
    await refuseWhileBlocked(db, buckets)
    const usable = account?.status === 'active' && !published ? account.passwordHash : undefined
    const matches = await checkPassword(attempt.password, usable)
    if (!matches) for (const bucket of buckets) await appendFailure(db, bucket)
    return matches
  })
  if (published)
    throw new Refusal('wrong_credentials', {}, { cause: 'demo_account_from_elsewhere' })
  if (!right || !account) throw new Refusal('wrong_credentials')

  await clearFailures(
    db,
    buckets.slice(0, 1).map((bucket) => bucket.key),
  )
  const sessionSecret = newSecret()
  const deviceSecret = known ?? newSecret()
  await db.transaction(async (tx) => {
    await lockAccount(tx, account.id)
    // A new secret at every sign-in; the one the browser came with ends, so none can be planted.
    if (attempt.sessionSecret)
      await revokeSession(tx, sha256(attempt.sessionSecret), 'signed in again')
    await insertSession(tx, {
      secretHash: sha256(sessionSecret),
      userId: account.id,
      authEpoch: account.authEpoch,
      idleMinutes: limits.idleMinutes,
      hours: limits.hours,
      address: attempt.address,
      userAgent: attempt.userAgent.slice(0, 512),
    })
    if (!known) await insertDevice(tx, sha256(deviceSecret), account.id)
    await revokeSurplusSessions(tx, account.id, sessionsAtMost)
  })
  return { account, sessionSecret, deviceSecret }
}
