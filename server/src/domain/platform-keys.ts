import { randomBytes } from 'node:crypto'
import type { Scope } from '@screening-room/contract/call'
import { isBlank } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing } from '../refusal.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import {
  insertKey,
  type KeyName,
  lockKey,
  setKeyRevoked,
  setKeySecret,
} from '../store/platform-keys.ts'
import { sha256 } from './sign-in.ts'

/*
 * Keys for the platform's machines. A key is a prefix that may be shown and a secret of 192 random bits, of
 * which only the hash is stored. Each change is recorded, as those of accounts are.
 */

/** Of a key as it is sent. */
export const keyFormat = /^srk_[0-9a-f]{8}_[\w-]{32}$/

const newPrefix = () => `srk_${randomBytes(4).toString('hex')}`
const newKey = (prefix: string) => `${prefix}_${randomBytes(24).toString('base64url')}`

export interface KeyRequest {
  name: string
  scopes: readonly Scope[]
  expires?: string | undefined
}

/** Returns the whole key, which is stored nowhere. */
export async function createKey(tx: Tx, by: Actor, request: KeyRequest): Promise<string> {
  const { name, scopes, expires } = request
  if (isBlank(name)) throw badField('name', 'required')
  if (scopes.length === 0) throw badField('scopes', 'required')
  const prefix = newPrefix()
  const key = newKey(prefix)
  const added = { name: name.trim(), prefix, scopes: [...new Set(scopes)], expires }
  const id = await insertKey(tx, { ...added, secretHash: sha256(key) })
  if (id === undefined) throw badField('expires', 'in_the_past')
  await record(tx, by, id, 'create', added)
  return key
}

type KeyChange = 'create' | 'rotate' | 'revoke'

function record(tx: Tx, by: Actor, id: number, what: KeyChange, details: object = {}) {
  return appendEvents(tx, by, [id], { action: `key.${what}`, queue: 'key', details })
}

async function requireKey(tx: Tx, which: KeyName) {
  const found = await lockKey(tx, which)
  if (!found) throw missing('key', 'id' in which ? which.id : which.prefix)
  return found
}

/** A new secret; the one before it stays valid for a day, the one before that ends at once. */
export async function rotateKey(tx: Tx, by: Actor, which: KeyName): Promise<string> {
  const { id, prefix } = await requireKey(tx, which)
  const key = newKey(prefix)
  await setKeySecret(tx, id, sha256(key))
  await record(tx, by, id, 'rotate')
  return key
}

export async function revokeKey(tx: Tx, by: Actor, which: KeyName): Promise<void> {
  const { id } = await requireKey(tx, which)
  await setKeyRevoked(tx, id)
  await record(tx, by, id, 'revoke')
}
