import type { Db } from '../db/pool.ts'
import { createKey, endKey, readScopes, rotateKey } from '../domain/platform-keys.ts'
import { findKeys } from '../store/platform-keys.ts'
import { say } from './output.ts'
import { CommandError } from './run.ts'

/* npm run admin -- key …: what the platform's machines sign in with. */

export const keyUsage = `npm run admin -- key create --name "Ingest" --scopes items:write,reports:write,events:read [--expires 2027-01-31]
npm run admin -- key rotate|revoke --key srk_1a2b3c4d
npm run admin -- key list`

export async function runKeyCommand(
  db: Db,
  command: string | undefined,
  needed: (name: 'name' | 'scopes' | 'key') => string,
  expires: string | undefined,
): Promise<void> {
  // The prefix is enough, and the whole key does no harm.
  const prefix = () => needed('key').split('_').slice(0, 2).join('_')
  const commands: Record<string, () => Promise<void>> = {
    create: async () => {
      const request = { name: needed('name'), scopes: readScopes(needed('scopes')), expires }
      say(`created; the key, shown this once: ${await createKey(db, request)}`)
    },
    rotate: async () => {
      const key = await rotateKey(db, prefix())
      say(`rotated; the old key works for another day; the new key, shown this once: ${key}`)
    },
    revoke: async () => {
      await endKey(db, prefix())
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
