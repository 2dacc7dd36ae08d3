import { randomBytes } from 'node:crypto'
import { endpointCalls, eventKinds } from '@screening-room/contract/endpoints'
import { problemSentence } from '@screening-room/contract/refusals'
import { processConfig } from '../config.ts'
import type { Store } from '../db/open.ts'
import { operator } from '../domain/accounts.ts'
import { addEndpoint } from '../domain/endpoints.ts'
import { endpointSecrets } from '../domain/secret-box.ts'
import { findEndpoints } from '../store/endpoints.ts'
import { getSecret } from '../store/housekeeping.ts'
import { say } from './output.ts'
import { CommandError } from './run.ts'

/* npm run admin -- endpoint …: where the platform is notified. */

export const endpointUsage = `npm run admin -- endpoint add --name "Main platform" --url https://platform.example.com/hooks [--kinds video,report]
npm run admin -- endpoint list`

/** By the rules of the call. */
function readRequest(name: string, url: string, kinds: string | undefined) {
  const given = kinds?.split(',').map((kind) => kind.trim()) ?? [...eventKinds]
  const read = endpointCalls.add.input.safeParse({ name, url, kinds: given })
  if (read.success) return read.data
  const [wrong] = read.error.issues
  throw new CommandError(
    `--${String(wrong?.path[0])} ${problemSentence(wrong?.message ?? '', 'en')}`,
  )
}

export async function runEndpointCommand(
  { db, asOwner }: Store,
  command: string | undefined,
  needed: (name: 'name' | 'url') => string,
  kinds: string | undefined,
): Promise<void> {
  const commands: Record<string, () => Promise<void>> = {
    add: async () => {
      const request = readRequest(needed('name'), needed('url'), kinds)
      const installationKey = await asOwner((owner) => getSecret(owner, 'media', randomBytes(32)))
      const box = endpointSecrets(installationKey)
      const { id, secret } = await db.transaction((tx) =>
        addEndpoint(tx, operator, request, processConfig(), box),
      )
      say(`added endpoint ${id}; the signing secret, shown this once: ${secret}`)
    },
    list: async () => {
      for (const { id, state, kinds: told, url, name } of await findEndpoints(db))
        say(`${id}\t${state}\t${told.join(',')}\t${url}\t${name}`)
    },
  }
  const run = commands[command ?? '']
  if (!run) throw new CommandError(endpointUsage)
  await run()
}
