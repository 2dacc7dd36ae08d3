import type { Role } from '@screening-room/contract/call'
import { hiddenCharacterIn } from '@screening-room/contract/fields'
import { problemSentence } from '@screening-room/contract/refusals'
import { isBlank } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import {
  type Account,
  countActiveAdministrators,
  getAccountByPhone,
  insertAccount,
  setAccount,
} from '../store/accounts.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import { hashPassword, makePassword, shortestPassword } from './passwords.ts'

/* What an operator does to accounts. Each change is recorded and ends the account's sessions. */

export class AccountError extends Error {}

export const operator: Actor = { id: 0, nickName: 'operator', requestId: 'command line' }

function usable(password: string | undefined): string {
  if (password === undefined) return makePassword()
  const length = [...password].length
  if (length < shortestPassword)
    throw new AccountError(`The password must have at least ${shortestPassword} characters`)
  if (length > 256) throw new AccountError('The password must have at most 256 characters')
  return password
}

export async function createAccount(
  db: Db,
  account: { phone: string; nickName: string; role: Role; password?: string | undefined },
): Promise<{ id: number; password: string }> {
  if (!/^\+?\d{5,20}$/.test(account.phone))
    throw new AccountError('The phone number must be 5 to 20 digits')
  if (isBlank(account.nickName)) throw new AccountError('The name must not be empty')
  const hidden = hiddenCharacterIn(account.nickName, 'one line')
  if (hidden) throw new AccountError(`The name ${problemSentence(hidden, 'en')}`)
  const password = usable(account.password)
  const passwordHash = await hashPassword(password)
  const id = await db.transaction(async (tx) => {
    const added = await insertAccount(tx, { ...account, passwordHash })
    if (added === undefined)
      throw new AccountError(`There is an account with the phone number ${account.phone} already`)
    // Not the phone number: the record is for ever, and the account has it.
    await appendEvents(tx, operator, [added], {
      action: 'account.create',
      queue: 'account',
      details: { role: account.role },
    })
    return added
  })
  return { id, password }
}

type Change = { status: Account['status'] } | { role: Role } | { passwordHash: string }

async function changeAccount(db: Db, phone: string, action: string, change: Change): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await getAccountByPhone(tx, phone)
    if (!account) throw new AccountError(`There is no account with the phone number ${phone}`)
    const loses =
      ('status' in change && change.status === 'disabled') ||
      ('role' in change && change.role !== 'administrator')
    const administers = account.role === 'administrator' && account.status === 'active'
    if (loses && administers && (await countActiveAdministrators(tx)) === 1)
      throw new AccountError('This is the last active administrator')
    await setAccount(tx, account.id, change)
    await appendEvents(tx, operator, [account.id], {
      action: `account.${action}`,
      queue: 'account',
      details: 'passwordHash' in change ? {} : change,
    })
  })
}

export function disableAccount(db: Db, phone: string): Promise<void> {
  return changeAccount(db, phone, 'disable', { status: 'disabled' })
}

export function enableAccount(db: Db, phone: string): Promise<void> {
  return changeAccount(db, phone, 'enable', { status: 'active' })
}

export function setRole(db: Db, phone: string, role: Role): Promise<void> {
  return changeAccount(db, phone, 'setRole', { role })
}

export async function resetPassword(
  db: Db,
  phone: string,
  given: string | undefined,
): Promise<string> {
  const password = usable(given)
  await changeAccount(db, phone, 'resetPassword', { passwordHash: await hashPassword(password) })
  return password
}
