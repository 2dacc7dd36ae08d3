import { randomBytes } from 'node:crypto'
import { type Scope, scopes } from '@screening-room/contract/call'
import { dateTime, hiddenCharacterIn } from '@screening-room/contract/fields'
import { problemSentence } from '@screening-room/contract/refusals'
import { isBlank } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { appendEvents } from '../store/events.ts'
import { insertKey, lockKey, revokeKey, setKeySecret } from '../store/platform-keys.ts'
import { AccountError, operator } from './accounts.ts'
import { sha256 } from './sign-in.ts'

/*
 * Keys for the platform's machines. A key is a prefix that may be shown and a secret of 192 random bits, of
 * which only the hash is stored. Each change is recorded, as those of accounts are.
 */

/** Of a key as it is sent. */
export const keyFormat = /^srk_[0-9a-f]{8}_[\w-]{32}$/

const newPrefix = () => `srk_${randomBytes(4).toString('hex')}`
const newKey = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`

export function readScopes(written: string): Scope[] {
  const given = written.split(',').map((scope) => scope.trim())
  const unknown = given.find((scope) => !(scopes as readonly string[]).includes(scope))
  if (unknown !== undefined)
    throw new AccountError(`There is no scope "${unknown}", only ${scopes.join(', ')}`)
  return [...new Set(given)] as Scope[]
}

export interface KeyRequest {
  name: string
  scopes: readonly Scope[]
  expires?: string | undefined
}

/** A day begins at midnight, on the platform's clock. */
const momentOf = (written: string) => (written.includes('T') ? written : `${written}T00:00:00`)

function refuseUnreadable({ name, expires }: KeyRequest): void {
  if (isBlank(name) || [...name].length > 100)
    throw new AccountError('The name must have 1 to 100 characters')
  const hidden = hiddenCharacterIn(name, 'one line')
  if (hidden) throw new AccountError(`The name ${problemSentence(hidden, 'en')}`)
  if (expires !== undefined && !dateTime.safeParse(momentOf(expires)).success)
    throw new AccountError('--expires must be a day like 2027-01-31, or 2027-01-31T08:00:00')
}

/** Returns the whole key, which is stored nowhere. */
export async function createKey(db: Db, request: KeyRequest): Promise<string> {
  refuseUnreadable(request)
  const { name, expires } = request
  const prefix = newPrefix()
  const key = newKey(prefix)
  await db.transaction(async (tx) => {
    const { scopes } = request
    const id = await insertKey(tx, { name, prefix, secretHash: sha256(key), scopes, expires })
    if (id === undefined) throw new AccountError('--expires must lie in the future')
    await record(tx, id, 'create', { name, prefix, scopes, expires })
  })
  return key
}

function record(tx: Tx, id: number, what: 'create' | 'rotate' | 'revoke', details: object = {}) {
  return appendEvents(tx, operator, [id], { action: `key.${what}`, queue: 'key', details })
}

async function changeKey(db: Db, prefix: string, change: (tx: Tx, id: number) => Promise<void>) {
  await db.transaction(async (tx) => {
    const id = await lockKey(tx, prefix)
    if (id === undefined) throw new AccountError(`There is no key ${prefix} that could be used`)
    await change(tx, id)
  })
}

/** A new secret; the one before it stays valid for a day, the one before that ends at once. */
export async function rotateKey(db: Db, prefix: string): Promise<string> {
  const key = newKey(prefix)
  await changeKey(db, prefix, async (tx, id) => {
    await setKeySecret(tx, id, sha256(key))
    await record(tx, id, 'rotate')
  })
  return key
}

export function endKey(db: Db, prefix: string): Promise<void> {
  return changeKey(db, prefix, async (tx, id) => {
    await revokeKey(tx, id)
    await record(tx, id, 'revoke')
  })
}
