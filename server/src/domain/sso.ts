import { createHmac, randomBytes } from 'node:crypto'
import { type BuiltInRole, permissions } from '@screening-room/contract/permissions'
import { attemptMinutes, messageMinutes, type SsoOutcome } from '@screening-room/contract/sso'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import {
  type Account,
  getAccount,
  getAccountByPhone,
  insertAccount,
  lockAccount,
} from '../store/accounts.ts'
import type { Actor } from '../store/events.ts'
import { releaseSignedOut } from '../store/leases.ts'
import { deleteLinkOf } from '../store/password-links.ts'
import {
  type Attempt,
  endProviderSessions,
  getIdentity,
  type Identity,
  insertAttempt,
  insertIdentity,
  insertLogoutMessage,
  lockSubject,
  takeAttempt,
} from '../store/sso.ts'
import { appendFailure, type Bucket } from '../store/throttle.ts'
import { changeAccount, recordAccount } from './accounts.ts'
import type { CookieSecrets } from './cookie-secrets.ts'
import { networkOf } from './networks.ts'
import {
  type Browser,
  openSessionOn,
  refuseWhileBlocked,
  type SeenBrowser,
  type SessionLimits,
  sha256,
} from './sign-in.ts'
import { type Claims, handleOf, nameOf, phoneOf, roleOf } from './sso-claims.ts'

/* Single sign-on: a sign-in on its way to the provider and back, and whose account it is for. */

const browserPurpose = 'single sign-on'

/** A whole office may stand behind one address: this stops who starts sign-ins without end. */
const startsOf = (address: string): Bucket => ({
  key: `sso network:${networkOf(address)}`,
  free: 300,
  firstWait: 1,
  longestWait: 60,
  forgetSeconds: 600,
})

export interface Start {
  state: string
  nonce: string
  verifier: string
}

/**
 * Computed from the browser's secret, which the database does not have: nobody who reads it there can redeem a code,
 * and no other browser can.
 */
function startOf(browserSecret: string, state: string): Start {
  const part = (name: string) =>
    createHmac('sha256', browserSecret).update(`${name}\n${state}`).digest('base64url')
  return { state, nonce: part('nonce'), verifier: part('verifier') }
}

export async function startSignOn(
  db: Db,
  secrets: CookieSecrets,
  browser: Browser,
  came: string | undefined,
): Promise<Start & { browserSecret: string }> {
  const bucket = startsOf(browser.address)
  await refuseWhileBlocked(db, [bucket])
  await appendFailure(db, bucket)
  // The same for all tabs, so that each finds its way back.
  const isOurs = came !== undefined && secrets.isOurs(came, browserPurpose)
  const browserSecret = isOurs ? came : secrets.create(browserPurpose)
  const state = randomBytes(32).toString('base64url')
  const hashOf = (secret: string | undefined) => (secret ? sha256(secret) : null)
  await insertAttempt(db, {
    stateHash: sha256(state),
    browserHash: sha256(browserSecret),
    deviceHash: hashOf(browser.deviceSecret),
    sessionHash: hashOf(browser.sessionSecret),
    minutes: attemptMinutes,
  })
  return { ...startOf(browserSecret, state), browserSecret }
}

/** Undefined where this browser has started no such sign-in, or too long ago, or is back already. */
export async function takeSignOn(
  db: Db,
  secrets: CookieSecrets,
  state: string,
  browserSecret: string | undefined,
): Promise<(Start & Attempt) | undefined> {
  if (browserSecret === undefined || !secrets.isOurs(browserSecret, browserPurpose)) return
  const attempt = await takeAttempt(db, sha256(state), sha256(browserSecret))
  return attempt && { ...attempt, ...startOf(browserSecret, state) }
}

export interface SsoRules {
  roleClaim: string
  roles: readonly { value: string; result: BuiltInRole }[]
  createAccounts: boolean
  /** This account is for the day on which the provider is down or wrong: it has no say there. */
  breakGlassPhone: string | undefined
}

/** Somebody whom the provider has vouched for. */
export interface Person {
  issuer: string
  subject: string
  /** Their session at the provider. */
  session: string | undefined
  claims: Claims
}

const byProvider = (requestId: string): Actor => ({
  id: 0,
  nickName: 'single sign-on',
  requestId,
  permissions,
})

/** The account with their verified phone number, unless it is another subject's, disabled or of the demo. */
async function linkByPhone(tx: Tx, by: Actor, person: Person, account: Account) {
  if (account.demo || account.status === 'disabled') return undefined
  const identity = await insertIdentity(tx, person.issuer, person.subject, account.id)
  if (identity) await recordAccount(tx, by, account.id, 'link', { issuer: person.issuer })
  return identity
}

async function createLinked(tx: Tx, by: Actor, person: Person, role: BuiltInRole, phone?: string) {
  const { issuer, subject, claims } = person
  const handle = handleOf(issuer, subject)
  const nickName = nameOf(claims) ?? handle
  // No password matches an empty hash.
  const account = { nickName, role, passwordHash: '' }
  const id =
    (phone && (await insertAccount(tx, { ...account, phone }))) ||
    (await insertAccount(tx, { ...account, phone: handle }))
  if (id === undefined) return undefined
  await recordAccount(tx, by, id, 'create', { role, issuer })
  return insertIdentity(tx, issuer, subject, id)
}

async function identityOf(
  tx: Tx,
  by: Actor,
  person: Person,
  role: BuiltInRole,
  rules: SsoRules,
): Promise<Identity | undefined> {
  const known = await getIdentity(tx, person.issuer, person.subject)
  if (known) return known
  const phone = phoneOf(person.claims)
  const usable = phone !== rules.breakGlassPhone ? phone : undefined
  const account = usable ? await getAccountByPhone(tx, usable) : undefined
  const linked = account && (await linkByPhone(tx, by, person, account))
  if (linked || !rules.createAccounts) return linked
  return createLinked(tx, by, person, role, account ? undefined : usable)
}

/** Their role as the provider has it now. The last administrator stays one, which is recorded. */
async function applyRole(tx: Tx, by: Actor, account: Account, role: BuiltInRole): Promise<void> {
  try {
    await changeAccount(tx, by, { id: account.id }, 'setRole', () => ({ role }))
  } catch (error) {
    // It is thrown before anything was changed.
    if (!(error instanceof Refusal && error.code === 'last_administrator')) throw error
    await recordAccount(tx, by, account.id, 'keepRole', { refused: role })
  }
}

/** Somebody who was invited needs no link any more. */
async function acceptInvitation(tx: Tx, by: Actor, id: number): Promise<void> {
  await deleteLinkOf(tx, id)
  await changeAccount(tx, by, { id }, 'join', () => ({ status: 'active' }))
}

export type SignOn =
  | { outcome: Exclude<SsoOutcome, 'done'> }
  | { outcome: 'done'; userId: number; sessionSecret: string; deviceSecret: string | undefined }

export function signOn(
  db: Db,
  secrets: CookieSecrets,
  person: Person,
  rules: SsoRules,
  browser: SeenBrowser,
  limits: SessionLimits,
): Promise<SignOn> {
  const by = byProvider(browser.requestId)
  return db.transaction(async (tx): Promise<SignOn> => {
    await lockSubject(tx, person.issuer, person.subject)
    const role = roleOf(person.claims, rules)
    if (!role) return { outcome: 'no_role' }
    const identity = await identityOf(tx, by, person, role, rules)
    const before = identity && (await getAccount(tx, identity.userId))
    if (!identity || !before) return { outcome: 'no_account' }
    if (before.status === 'disabled') return { outcome: 'disabled' }
    const { id } = before
    if (before.status === 'invited') await acceptInvitation(tx, by, id)
    if (before.role !== role && before.phone !== rules.breakGlassPhone)
      await applyRole(tx, by, before, role)
    await lockAccount(tx, id)
    const account = await getAccount(tx, id)
    if (account?.status !== 'active') return { outcome: 'disabled' }
    const from = { identityId: identity.id, providerSession: person.session }
    const opened = await openSessionOn(tx, secrets, account, browser, limits, from)
    return { outcome: 'done', userId: id, ...opened }
  })
}

export interface LogoutMessage {
  issuer: string
  /** Its own name, which no other message of the issuer has. */
  id: string
  subject: string | undefined
  session: string | undefined
}

/** Ends what the provider says has ended. False where it said so before. */
export function endByProvider(db: Db, message: LogoutMessage, requestId: string): Promise<boolean> {
  const { issuer, id, subject, session } = message
  return db.transaction(async (tx) => {
    const isNew = await insertLogoutMessage(tx, sha256(`${issuer}\n${id}`), messageMinutes)
    if (!isNew) return false
    for (const one of await endProviderSessions(tx, issuer, { subject, session })) {
      await releaseSignedOut(tx, one.userId)
      const by = byProvider(requestId)
      await recordAccount(tx, by, one.userId, 'endSessions', { ended: one.ended })
    }
    return true
  })
}
