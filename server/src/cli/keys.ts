import { keyCalls } from '@screening-room/contract/keys'
import { problemSentence } from '@screening-room/contract/refusals'
import type { Db } from '../db/pool.ts'
import { operator } from '../domain/accounts.ts'
import { createKey, type KeyRequest, revokeKey, rotateKey } from '../domain/platform-keys.ts'
import { findKeys } from '../store/platform-keys.ts'
import { say } from './output.ts'
import { CommandError } from './run.ts'

/* npm run admin -- key …: what the platform's machines sign in with. */

export const keyUsage = `npm run admin -- key create --name "Ingest" --scopes items:write,reports:write,events:read [--expires 2027-01-31]
npm run admin -- key rotate|revoke --key srk_1a2b3c4d
npm run admin -- key list`

/** By the rules of the call. A day begins at midnight, on the platform's clock. */
export function readKeyRequest(name: string, scopes: string, expires?: string): KeyRequest {
  const given = scopes.split(',').map((scope) => scope.trim())
  const moment = expires?.includes('T') ? expires : expires && `${expires}T00:00:00`
  const read = keyCalls.create.input.safeParse({ name, scopes: given, expires: moment })
  if (read.success) return read.data
  const [wrong] = read.error.issues
  throw new CommandError(
    `--${String(wrong?.path[0])} ${problemSentence(wrong?.message ?? '', 'en')}`,
  )
}

export async function runKeyCommand(
  db: Db,
  command: string | undefined,
  needed: (name: 'name' | 'scopes' | 'key') => string,
  expires: string | undefined,
): Promise<void> {
  // The prefix is enough, and the whole key does no harm.
  const which = () => ({ prefix: needed('key').split('_').slice(0, 2).join('_') })
  const commands: Record<string, () => Promise<void>> = {
    create: async () => {
      const request = readKeyRequest(needed('name'), needed('scopes'), expires)
      const key = await db.transaction((tx) => createKey(tx, operator, request))
      say(`created; the key, shown this once: ${key}`)
    },
    rotate: async () => {
      const key = await db.transaction((tx) => rotateKey(tx, operator, which()))
      say(`rotated; the old key works for another day; the new key, shown this once: ${key}`)
    },
    revoke: async () => {
      await db.transaction((tx) => revokeKey(tx, operator, which()))
      say('revoked; the key no longer works')
    },
    list: async () => {
      for (const { prefix, name, scopes, state, expiresAt, lastUsedAt } of await findKeys(db))
        say(
          `${prefix}\t${state}\t${scopes.join(',')}\texpires ${expiresAt ?? 'never'}\tlast used ${lastUsedAt ?? 'never'}\t${name}`,
        )
    },
  }
  const run = commands[command ?? '']
  if (!run) throw new CommandError(keyUsage)
  await run()
}
