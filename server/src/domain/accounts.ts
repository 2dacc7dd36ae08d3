import { longestPassword } from '@screening-room/contract/account'
import { hiddenCharacterIn } from '@screening-room/contract/fields'
import { hasAll, permissions, permissionsOf } from '@screening-room/contract/permissions'
import { problemSentence } from '@screening-room/contract/refusals'
import { isBlank } from '@screening-room/contract/review'
import { phone } from '@screening-room/contract/team'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import {
  type Account,
  getAccountByPhone,
  insertAccount,
  lockAccounts,
  setAccount,
} from '../store/accounts.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import { releaseSignedOut } from '../store/leases.ts'
import { deleteLinkOf } from '../store/password-links.ts'
import { lockRole, type StoredRole } from '../store/roles.ts'
import { hashPassword, makePassword, passwordProblem } from './passwords.ts'

/* What is done to accounts, by an operator or by an administrator. Each change is recorded. */

export class AccountError extends Error {}

export const operator: Actor = {
  id: 0,
  nickName: 'operator',
  requestId: 'command line',
  permissions,
}

function usable(password: string | undefined, known: readonly string[]): string {
  if (password === undefined) return makePassword()
  const wrong = passwordProblem(password, known)
  if (wrong) throw new AccountError(`The password ${problemSentence(wrong, 'en')}`)
  if ([...password].length > longestPassword)
    throw new AccountError(`The password must have at most ${longestPassword} characters`)
  return password
}

export async function createAccount(
  db: Db,
  account: { phone: string; nickName: string; role: string; password?: string | undefined },
): Promise<{ id: number; password: string }> {
  if (!phone.safeParse(account.phone).success)
    throw new AccountError('The phone number must be 5 to 20 digits')
  if (isBlank(account.nickName)) throw new AccountError('The name must not be empty')
  const hidden = hiddenCharacterIn(account.nickName, 'one line')
  if (hidden) throw new AccountError(`The name ${problemSentence(hidden, 'en')}`)
  const password = usable(account.password, [account.phone, account.nickName])
  const passwordHash = await hashPassword(password)
  const id = await db.transaction(async (tx) => {
    const added = await insertAccount(tx, { ...account, passwordHash })
    if (added === undefined)
      throw new AccountError(`There is an account with the phone number ${account.phone} already`)
    // Not the phone number: the record is for ever, and the account has it.
    await recordAccount(tx, operator, added, 'create', { role: account.role })
    return added
  })
  return { id, password }
}

export function recordAccount(
  tx: Tx,
  by: Actor,
  id: number,
  action: string,
  details: object = {},
  reason = '',
): Promise<void> {
  const event = { action: `account.${action}`, queue: 'account', details, reason } as const
  return appendEvents(tx, by, [id], event)
}

interface Change {
  status?: Account['status']
  role?: string
  passwordHash?: string
}

type Which = { id: number } | { phone: string }

/** Nobody has power over those who may do more than they may, nor makes anybody such a person. */
export function refuseStronger(by: Actor, role: Pick<StoredRole, 'key' | 'permissions'>): void {
  const wanted = permissionsOf(role.key, role.permissions)
  if (!hasAll(by.permissions ?? [], wanted)) throw new Refusal('more_than_own')
}

/** An account whose role may do no more than the one who acts; it stays locked, with its role. */
export async function lockWeaker(tx: Tx, by: Actor, which: Which) {
  const locked = await lockAccounts(tx, which)
  const role = locked.account && (await lockRole(tx, locked.account.role, 'share'))
  if (role) refuseStronger(by, role)
  return locked
}

const losesAdministration = ({ status, role }: Change) =>
  status === 'disabled' || (role !== undefined && role !== 'administrator')

/**
 * Ends the account's sessions, and with them what it has in hand. The last active administrator stays one, also
 * when two try at once: a change holds all administrators until its transaction ends. What is so already leaves
 * no trace. Returns whether there is such an account.
 */
export async function changeAccount(
  tx: Tx,
  by: Actor,
  which: Which,
  action: string,
  changeOf: (account: Account) => Change,
): Promise<boolean> {
  const { account, administrators } = await lockWeaker(tx, by, which)
  if (!account) return false
  const change = changeOf(account)
  const { passwordHash: _secret, ...told } = change
  const same = Object.entries(change).every(([field, to]) => account[field as keyof Change] === to)
  if (same) return true
  const administers = account.role === 'administrator' && account.status === 'active'
  if (administers && administrators === 1 && losesAdministration(change))
    throw new Refusal('last_administrator')
  await setAccount(tx, account.id, change)
  if (change.status === 'disabled') await deleteLinkOf(tx, account.id)
  await releaseSignedOut(tx, account.id)
  await recordAccount(tx, by, account.id, action, told)
  return true
}

export const disabling = (): Change => ({ status: 'disabled' })

/** An account without a password waits for one. */
export const enabling = ({ status, passwordHash }: Account): Change => {
  if (status !== 'disabled') return { status }
  return { status: passwordHash === '' ? 'invited' : 'active' }
}

async function changeByPhone(
  db: Db,
  phone: string,
  action: string,
  changeOf: (account: Account) => Change,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await changeAccount(tx, operator, { phone }, action, changeOf)))
      throw new AccountError(`There is no account with the phone number ${phone}`)
  })
}

export function disableAccount(db: Db, phone: string): Promise<void> {
  return changeByPhone(db, phone, 'disable', disabling)
}

export function enableAccount(db: Db, phone: string): Promise<void> {
  return changeByPhone(db, phone, 'enable', enabling)
}

export function setRole(db: Db, phone: string, role: string): Promise<void> {
  return changeByPhone(db, phone, 'setRole', () => ({ role }))
}

export async function resetPassword(
  db: Db,
  phone: string,
  given: string | undefined,
): Promise<string> {
  const account = await getAccountByPhone(db, phone)
  const password = usable(given, [phone, account?.nickName ?? ''])
  const passwordHash = await hashPassword(password)
  await changeByPhone(db, phone, 'resetPassword', ({ status }) => ({
    passwordHash,
    status: status === 'invited' ? 'active' : status,
  }))
  return password
}
