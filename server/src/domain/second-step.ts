import { type SecondStep, ticketMinutes } from '@screening-room/contract/factors'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { lockAccount } from '../store/accounts.ts'
import type { Actor } from '../store/events.ts'
import {
  findPasskeys,
  getFactors,
  getSeconds,
  getTotpSecret,
  setPasskeyUsed,
  takeRecoveryCode,
  takeStep,
} from '../store/factors.ts'
import { getDevice } from '../store/sessions.ts'
import {
  deleteTicket,
  getTicketOwner,
  insertTicket,
  type OpenTicket,
  tryTicket,
} from '../store/sign-in-tickets.ts'
import { appendFailure, type Bucket, clearFailures } from '../store/throttle.ts'
import { recordAccount } from './accounts.ts'
import type { CookieSecrets } from './cookie-secrets.ts'
import { networkOf } from './networks.ts'
import {
  checkPasskey,
  library,
  newChallenge,
  type PasskeyPlace,
  requestOptions,
} from './passkeys.ts'
import { recoveryCodeLength, recoveryHash } from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import {
  type Browser,
  openSession,
  refuseWhileBlocked,
  type SessionLimits,
  sha256,
} from './sign-in.ts'
import { stepOf } from './totp.ts'

/*
 * The second step of a sign-in. The first has checked the password and given a ticket, which works once, for
 * a few minutes and a few tries. All of it is in the database, so any replica takes the second step.
 */

const ticketPurpose = 'sign-in ticket'
const triesAtMost = 5

export async function issueTicket(
  db: Db,
  secrets: CookieSecrets,
  account: { id: number; authEpoch: number },
  place: PasskeyPlace | undefined,
): Promise<SecondStep> {
  const ticket = secrets.create(ticketPurpose)
  const challenge = newChallenge()
  const [{ totpSince }, passkeys] = await Promise.all([
    getFactors(db, account.id),
    findPasskeys(db, account.id),
  ])
  await insertTicket(db, {
    secretHash: sha256(ticket),
    userId: account.id,
    authEpoch: account.authEpoch,
    challenge,
    minutes: ticketMinutes,
  })
  if (passkeys.length > 0) void library()
  const passkey = place && passkeys.length > 0 ? requestOptions(place, challenge, passkeys) : null
  return { ticket, totp: totpSince !== null, passkey }
}

export type Proof = { code: string } | { credential: string; place: PasskeyPlace | undefined }

/**
 * Guesses at the six digits are counted apart from passwords: for strangers together, for a known device by
 * itself. Nobody is locked out by that: recovery codes and passkeys cannot be guessed and do not wait, except
 * for a network that tries them by the dozen.
 */
function bucketsFor(userId: number, device: Buffer | undefined, address: string, digits: boolean) {
  const network: Bucket = {
    key: `factor network:${networkOf(address)}`,
    free: 30,
    firstWait: 10,
    longestWait: 900,
    forgetSeconds: 3600,
  }
  if (!digits) return [network]
  const key = device ? `factor device:${device.toString('hex')}` : `factor:${userId}`
  const own: Bucket = { key, free: 5, firstWait: 1, longestWait: 900, forgetSeconds: 86_400 }
  return device ? [own] : [own, network]
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()
const isDigits = (proof: Proof) => 'code' in proof && plain(proof.code).length < recoveryCodeLength

async function isTotp(tx: Tx, box: SecretBox, userId: number, code: string): Promise<boolean> {
  const secret = await getTotpSecret(tx, userId)
  const step = secret && stepOf(box.open(secret), code, await getSeconds(tx))
  return step !== undefined && (await takeStep(tx, userId, step))
}

/** What it proves with is used up by it. */
async function proves(tx: Tx, box: SecretBox, ticket: OpenTicket, proof: Proof, by: Actor) {
  const { userId } = ticket
  if ('credential' in proof) {
    if (!proof.place) return false
    const passkeys = await findPasskeys(tx, userId)
    const used = await checkPasskey(proof.place, ticket.challenge, proof.credential, passkeys)
    if (used) await setPasskeyUsed(tx, used.id, used.counter)
    return used !== undefined
  }
  const code = plain(proof.code)
  if (isDigits(proof)) return isTotp(tx, box, userId, code)
  if (!(await takeRecoveryCode(tx, userId, recoveryHash(userId, code)))) return false
  await recordAccount(tx, by, userId, 'useRecoveryCode')
  return true
}

/** The account's row is held from before the check: of two who send one code, one is refused. */
export async function takeSecondStep(
  db: Db,
  secrets: CookieSecrets,
  box: SecretBox,
  given: { ticket: string; proof: Proof; browser: Browser },
  limits: SessionLimits,
) {
  const { browser, proof } = given
  const wrong = 'credential' in proof ? 'wrong_passkey' : 'wrong_code'
  if (!secrets.isOurs(given.ticket, ticketPurpose)) throw new Refusal('ticket_ended')
  if ('credential' in proof) await library()
  const secretHash = sha256(given.ticket)
  const device = browser.deviceSecret && sha256(browser.deviceSecret)
  const deviceOwner = device ? (await getDevice(db, device))?.userId : undefined
  const opened = await db.transaction(async (tx) => {
    const owner = await getTicketOwner(tx, secretHash)
    if (owner === undefined) throw new Refusal('ticket_ended')
    await lockAccount(tx, owner)
    const known = device && deviceOwner === owner ? device : undefined
    const buckets = bucketsFor(owner, known, browser.address, isDigits(proof))
    await refuseWhileBlocked(tx, buckets)
    const ticket = await tryTicket(tx, secretHash, triesAtMost)
    if (!ticket) throw new Refusal('ticket_ended')
    const by = { id: owner, nickName: ticket.nickName, requestId: browser.requestId }
    if (!(await proves(tx, box, ticket, proof, by))) {
      // Not thrown: the failure and the try have to stay.
      for (const bucket of buckets) await appendFailure(tx, bucket)
      return undefined
    }
    await deleteTicket(tx, secretHash)
    await clearFailures(tx, [buckets[0]?.key ?? ''])
    const account = { ...ticket, id: owner }
    return { id: owner, ...(await openSession(tx, secrets, account, browser, limits)) }
  })
  if (!opened) throw new Refusal(wrong)
  return opened
}
