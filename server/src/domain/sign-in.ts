import { hash } from 'node:crypto'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { type Account, getAccountByPhone, lockAccount } from '../store/accounts.ts'
import {
  getDevice,
  getDeviceExists,
  insertDevice,
  insertSession,
  revokeSession,
  revokeSurplusSessions,
} from '../store/sessions.ts'
import { appendFailure, type Bucket, clearFailures, getWait } from '../store/throttle.ts'
import { recordAccount } from './accounts.ts'
import type { CookieSecrets } from './cookie-secrets.ts'
import { fairLimit } from './fair-limit.ts'
import { networkOf, placeOf } from './networks.ts'
import { checkPassword } from './passwords.ts'
import { isHandle } from './sso-claims.ts'

export const sha256 = (value: string) => hash('sha256', value, 'buffer')

const sessionsAtMost = 5

/** Who asks, as far as that is known before they have signed in. */
export interface Browser {
  /** The cookies the browser came with, if any. */
  deviceSecret: string | undefined
  sessionSecret: string | undefined
  address: string
  userAgent: string
  requestId: string
}

export interface SignInAttempt extends Browser {
  phone: string
  password: string
  fromThisMachine: boolean
}

/** Who may sign in with a password: everybody, or where that is off the one account for emergencies. */
export interface PasswordRule {
  passwordSignIn: boolean
  breakGlassPhone: string | undefined
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

/** For somebody with a session: they wait behind those who are known. */
export const hashInTurn = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  lanes.devices.run(key, work)

/** For somebody without one: they wait behind those who are not. */
export const hashForStranger = <T>(address: string, work: () => Promise<T>): Promise<T> =>
  lanes.strangers.run(networkOf(address), work)

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

export async function refuseWhileBlocked(db: Db | Tx, buckets: readonly Bucket[]): Promise<void> {
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
 * demo account, whose password is published, to everybody who is not on this machine. Where passwords are off,
 * so does every account but one, so that a guess does not tell which.
 */
async function check(db: Db, phone: string, attempt: SignInAttempt, rule: PasswordRule) {
  const [account, device] = await Promise.all([
    getAccountByPhone(db, phone),
    attempt.deviceSecret && getDevice(db, sha256(attempt.deviceSecret)),
  ])
  const known = device && account && device.userId === account.id ? attempt.deviceSecret : undefined
  const buckets = bucketsFor(phone, known, attempt.address)
  await refuseWhileBlocked(db, buckets)
  const published = account?.demo && !attempt.fromThisMachine
  const allowed = !isHandle(phone) && (rule.passwordSignIn || phone === rule.breakGlassPhone)
  const usable =
    account?.status === 'active' && !published && allowed ? account.passwordHash : undefined
  const matches = await checkPassword(attempt.password, usable)
  if (!matches) for (const bucket of buckets) await appendFailure(db, bucket)
  if (published)
    throw new Refusal('wrong_credentials', {}, { cause: 'demo_account_from_elsewhere' })
  if (!matches || !account) throw new Refusal('wrong_credentials')
  return { account, bucket: buckets[0]?.key ?? '' }
}

/** Whether the browser came with a device secret of ours for this account, as its tag says. */
const isDeviceOf = (secrets: CookieSecrets, secret: string | undefined, phone: string) =>
  secret !== undefined && secrets.isOurs(secret, devicePurpose(phone))

export type FirstStep =
  | { account: Account; sessionSecret: string; deviceSecret: string }
  /** The password was right, and a second factor is asked for. There is no session yet. */
  | { account: Account; sessionSecret: undefined }

export async function signIn(
  db: Db,
  secrets: CookieSecrets,
  attempt: SignInAttempt,
  limits: SessionLimits,
  rule: PasswordRule,
): Promise<FirstStep> {
  const phone = attempt.phone.trim()
  const { deviceSecret: came } = attempt
  const { account, bucket } =
    came !== undefined && isDeviceOf(secrets, came, phone)
      ? await hashInTurn(came, () => check(db, phone, attempt, rule))
      : await hashForStranger(attempt.address, () => check(db, phone, attempt, rule))

  await clearFailures(db, [bucket])
  if (account.secondFactor) return { account, sessionSecret: undefined }
  const opened = await db.transaction(async (tx) => {
    await lockAccount(tx, account.id)
    return openSession(tx, secrets, account, attempt, limits)
  })
  return { account, ...opened }
}

/** For somebody who has proved who they are. The caller holds the account's row. */
export async function openSession(
  tx: Tx,
  secrets: CookieSecrets,
  account: Member,
  browser: Browser,
  limits: SessionLimits,
): Promise<{ sessionSecret: string; deviceSecret: string }> {
  const { deviceSecret: came, sessionSecret: before } = browser
  // A device that was known before its secrets had tags gets one now.
  const known = isDeviceOf(secrets, came, account.phone) ? sha256(came ?? '') : null
  const opened = await openSessionOn(
    tx,
    secrets,
    account,
    { ...browser, deviceHash: known, sessionHash: before ? sha256(before) : null },
    limits,
  )
  return { ...opened, deviceSecret: opened.deviceSecret ?? came ?? '' }
}

type Member = Pick<Account, 'id' | 'phone' | 'nickName' | 'authEpoch'>

/** The browser's cookies by their hashes; where a provider sent it back, they were seen before it went there. */
export interface SeenBrowser extends Omit<Browser, 'deviceSecret' | 'sessionSecret'> {
  deviceHash: Buffer | null
  sessionHash: Buffer | null
}

/** The secret of a device is there where it is a new one. */
export async function openSessionOn(
  tx: Tx,
  secrets: CookieSecrets,
  account: Member,
  browser: SeenBrowser,
  limits: SessionLimits,
  from: { identityId?: number; providerSession?: string | undefined } = {},
): Promise<{ sessionSecret: string; deviceSecret: string | undefined }> {
  const { address, requestId, deviceHash } = browser
  const userAgent = browser.userAgent.slice(0, 512)
  const sessionSecret = secrets.create(sessionPurpose)
  const isKnown = deviceHash && (await getDevice(tx, deviceHash))?.userId === account.id
  // A new secret at every sign-in; the one the browser came with ends, so none can be planted.
  if (browser.sessionHash) await revokeSession(tx, browser.sessionHash, 'signed in again')
  await insertSession(tx, {
    ...from,
    secretHash: sha256(sessionSecret),
    userId: account.id,
    authEpoch: account.authEpoch,
    idleMinutes: limits.idleMinutes,
    hours: limits.hours,
    address,
    userAgent,
  })
  let deviceSecret: string | undefined
  if (!isKnown) {
    // The first one is nothing new.
    if (await getDeviceExists(tx, account.id)) {
      const by = { id: account.id, nickName: account.nickName, requestId }
      const seen = { userAgent: userAgent.slice(0, 200), network: placeOf(address) }
      await recordAccount(tx, by, account.id, 'newDevice', seen)
    }
    deviceSecret = secrets.create(devicePurpose(account.phone))
    await insertDevice(tx, sha256(deviceSecret), account.id)
  }
  await revokeSurplusSessions(tx, account.id, sessionsAtMost)
  return { sessionSecret, deviceSecret }
}
