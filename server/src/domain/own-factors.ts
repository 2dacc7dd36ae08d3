import { confirmedMinutes, mostPasskeys, setupMinutes } from '@screening-room/contract/factors'
import { isBlank } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { getAccount, lockAccount } from '../store/accounts.ts'
import type { Actor } from '../store/events.ts'
import {
  deleteFactors,
  deletePasskey,
  deleteSetup,
  deleteTotp,
  findPasskeys,
  getConfirmed,
  getSeconds,
  getSetup,
  insertPasskey,
  noteFactors,
  setRecoveryCodes,
  setSetup,
  setTotp,
} from '../store/factors.ts'
import { releaseSignedOut } from '../store/leases.ts'
import { endSessions } from '../store/sessions.ts'
import { lockWeaker, type operator, recordAccount } from './accounts.ts'
import {
  creationOptions,
  library,
  newChallenge,
  type PasskeyPlace,
  readNewPasskey,
} from './passkeys.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type { SecretBox } from './secret-box.ts'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'

/* Second factors are added and removed by their owner, shortly after they typed their password. */

type Owner = Actor & { sessionId: string }

async function lockConfirmed(tx: Tx, by: Owner): Promise<void> {
  await lockAccount(tx, by.id)
  if (!(await getConfirmed(tx, by.sessionId, confirmedMinutes)))
    throw new Refusal('confirm_password')
}

async function ownAccount(tx: Tx, by: Owner) {
  const account = await getAccount(tx, by.id)
  if (!account) throw new Refusal('signed_out')
  return account
}

/** Recovery codes come with the first factor. */
async function noteAdded(tx: Tx, by: Owner, action: 'addTotp' | 'addPasskey', isFirst: boolean) {
  await deleteSetup(tx, by.sessionId)
  await noteFactors(tx, by.id)
  await recordAccount(tx, by, by.id, action)
  return isFirst ? renewRecoveryCodes(tx, by.id) : null
}

async function noteRemoved(tx: Tx, by: Owner, isRequired: boolean): Promise<void> {
  if (await noteFactors(tx, by.id)) return
  if (isRequired) throw new Refusal('last_factor')
  await setRecoveryCodes(tx, by.id, [])
}

export async function startTotp(tx: Tx, by: Owner, box: SecretBox) {
  await lockConfirmed(tx, by)
  const { phone } = await ownAccount(tx, by)
  const secret = newTotpSecret()
  await setSetup(tx, by.sessionId, { totpSecret: box.close(secret), minutes: setupMinutes })
  return { secret, uri: totpUri(secret, phone) }
}

/** The code that adds it is used up by that. */
export async function addTotp(tx: Tx, by: Owner, box: SecretBox, written: string) {
  await lockConfirmed(tx, by)
  const setup = await getSetup(tx, by.sessionId)
  if (!setup?.totpSecret) throw new Refusal('setup_ended')
  const code = written.replace(/[\s-]/g, '')
  const step = stepOf(box.open(setup.totpSecret), code, await getSeconds(tx))
  if (step === undefined) throw new Refusal('wrong_code')
  const isFirst = !(await ownAccount(tx, by)).secondFactor
  await setTotp(tx, by.id, setup.totpSecret, step)
  return noteAdded(tx, by, 'addTotp', isFirst)
}

export async function removeTotp(tx: Tx, by: Owner, isRequired: boolean): Promise<void> {
  await lockConfirmed(tx, by)
  if (!(await deleteTotp(tx, by.id))) return
  await noteRemoved(tx, by, isRequired)
  await recordAccount(tx, by, by.id, 'removeTotp')
}

async function lockRoom(tx: Tx, by: Owner, place: PasskeyPlace | undefined) {
  if (!place) throw new Refusal('passkeys_impossible')
  await lockConfirmed(tx, by)
  const passkeys = await findPasskeys(tx, by.id)
  if (passkeys.length >= mostPasskeys)
    throw new Refusal('too_many_passkeys', { most: mostPasskeys })
  return { place, passkeys }
}

export async function startPasskey(tx: Tx, by: Owner, at: PasskeyPlace | undefined) {
  const { place, passkeys } = await lockRoom(tx, by, at)
  const challenge = newChallenge()
  await setSetup(tx, by.sessionId, { challenge, minutes: setupMinutes })
  void library()
  return creationOptions(place, challenge, await ownAccount(tx, by), passkeys)
}

export async function addPasskey(
  tx: Tx,
  by: Owner,
  at: PasskeyPlace | undefined,
  given: { credential: string; name: string },
) {
  const name = given.name.trim()
  if (isBlank(name)) throw badField('name', 'required')
  const { place } = await lockRoom(tx, by, at)
  const setup = await getSetup(tx, by.sessionId)
  if (!setup?.challenge) throw new Refusal('setup_ended')
  const passkey = await readNewPasskey(place, setup.challenge, given.credential)
  const isFirst = !(await ownAccount(tx, by)).secondFactor
  if (!passkey || !(await insertPasskey(tx, by.id, { ...passkey, name })))
    throw new Refusal('wrong_passkey')
  return noteAdded(tx, by, 'addPasskey', isFirst)
}

export async function removePasskey(
  tx: Tx,
  by: Owner,
  id: number,
  isRequired: boolean,
): Promise<void> {
  await lockConfirmed(tx, by)
  if (!(await deletePasskey(tx, by.id, id))) throw missing('passkey', id)
  await noteRemoved(tx, by, isRequired)
  await recordAccount(tx, by, by.id, 'removePasskey')
}

export async function newRecoveryCodes(tx: Tx, by: Owner): Promise<string[]> {
  await lockConfirmed(tx, by)
  if (!(await ownAccount(tx, by)).secondFactor) throw new Refusal('no_factor')
  const codes = await renewRecoveryCodes(tx, by.id)
  await recordAccount(tx, by, by.id, 'newRecoveryCodes')
  return codes
}

/** For somebody who lost them. Their password alone signs them in until they add a factor again. */
export async function removeFactorsOf(
  tx: Tx,
  by: Owner | typeof operator,
  which: { id: number } | { phone: string },
  reason: string,
): Promise<boolean> {
  if (isBlank(reason)) throw badField('reason', 'required')
  const { account } = await lockWeaker(tx, by, which)
  if (!account) return false
  await deleteFactors(tx, account.id)
  await noteFactors(tx, account.id)
  await endSessions(tx, account.id, { except: undefined })
  await releaseSignedOut(tx, account.id)
  await recordAccount(tx, by, account.id, 'resetFactors', {}, reason.trim())
  return true
}

/** An administrator, shortly after they typed their own password. */
export async function resetFactors(tx: Tx, by: Owner, id: number, reason: string): Promise<void> {
  if (!(await getConfirmed(tx, by.sessionId, confirmedMinutes)))
    throw new Refusal('confirm_password')
  if (!(await removeFactorsOf(tx, by, { id }, reason))) throw missing('account', id)
}
