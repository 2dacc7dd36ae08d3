import { hash } from 'node:crypto'
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
import type { CookieSecrets } from './cookie-secrets.ts'
import { fairLimit } from './fair-limit.ts'
import { networkOf } from './networks.ts'
import { checkPassword } from './passwords.ts'

export const sha256 = (value: string) => hash('sha256', value, 'buffer')

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

/*
 * Hashing is the costly part of what anybody may ask for, so it happens one at a time in each of two
 * queues, before anything is read from the database. A device that signed in to this very account
 * waits behind other such devices only, never behind guesses.
 */
const oneAtATime = { concurrency: 1, maxWaitMs: 3000, refusal: () => tooMany(1) }
const lanes = {
  devices: fairLimit({ ...oneAtATime, waiting: 100, waitingPerKey: 3 }),
  strangers: fairLimit({ ...oneAtATime, waiting: 20, waitingPerKey: 20 }),
}

function tooMany(seconds: number): Refusal {
  return new Refusal('too_many_attempts', { seconds }, { retryAfter: seconds })
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

/** What the tags of secrets are computed for. A device's tag also says for which account it is. */
export const sessionPurpose = 'session'
const devicePurpose = (phone: string) => `device ${phone}`

/**
 * The one place where a password is checked. Unknown, wrong and disabled look the same, and so does a
 * demo account, whose password is published, to everybody who is not on this machine.
 */
async function check(db: Db, phone: string, attempt: SignInAttempt) {
  const [account, device] = await Promise.all([
    getAccountByPhone(db, phone),
    attempt.deviceSecret && getDevice(db, sha256(attempt.deviceSecret)),
  ])
  const known = device && account && device.userId === account.id ? attempt.deviceSecret : undefined
  const buckets = bucketsFor(phone, known, attempt.address)
  await refuseWhileBlocked(db, buckets)
  const published = account?.demo && !attempt.fromThisMachine
  const usable = account?.status === 'active' && !published ? account.passwordHash : undefined
  const matches = await checkPassword(attempt.password, usable)
  if (!matches) for (const bucket of buckets) await appendFailure(db, bucket)
  if (published)
    throw new Refusal('wrong_credentials', {}, { cause: 'demo_account_from_elsewhere' })
  if (!matches || !account) throw new Refusal('wrong_credentials')
  return { account, known, bucket: buckets[0]?.key ?? '' }
}

export async function signIn(
  db: Db,
  secrets: CookieSecrets,
  attempt: SignInAttempt,
  limits: SessionLimits,
) {
  const phone = attempt.phone.trim()
  const { deviceSecret: came } = attempt
  const isDevice = came !== undefined && secrets.isOurs(came, devicePurpose(phone))
  const { account, known, bucket } = isDevice
    ? await lanes.devices.run(came, () => check(db, phone, attempt))
    : await lanes.strangers.run(networkOf(attempt.address), () => check(db, phone, attempt))

  await clearFailures(db, [bucket])
  const sessionSecret = secrets.create(sessionPurpose)
  // A device that was known before its secrets had tags gets one now.
  const kept = isDevice ? known : undefined
  const deviceSecret = kept ?? secrets.create(devicePurpose(phone))
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
    if (!kept) await insertDevice(tx, sha256(deviceSecret), account.id)
    await revokeSurplusSessions(tx, account.id, sessionsAtMost)
  })
  return { account, sessionSecret, deviceSecret }
}
