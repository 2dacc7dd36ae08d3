import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { processConfig } from '../config.ts'
import { backUp, copyFolder } from '../db/embedded/backup.ts'
import { say } from './output.ts'
import { CommandError, runCommand } from './run.ts'

/* npm run backup -- --to <folder>: the embedded store and its media as they are now, beside a running server or alone. */

await runCommand(async (_db, store) => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to) throw new CommandError('npm run backup -- --to <new folder>')
  const { databaseUrl, media } = processConfig()
  if (databaseUrl)
    throw new CommandError(
      'DATABASE_URL names a PostgreSQL of your own: back it up with pg_basebackup or pg_dump.',
    )
  const to = resolve(values.to)
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new CommandError(`${to} is not empty; name a new folder.`)
  const { files } = await store.asOwner((owner) => backUp(owner, to))
  const kept = media.store === 'local' && existsSync(media.dir)
  const films = kept ? await copyFolder(media.dir, join(to, 'media')) : 0
  say(`${files} files of the database and ${films} of media copied to ${to}`)
})
