import { ConfigError, processConfig } from '../config.ts'
import { DatabaseUnfit } from '../db/errors.ts'
import { openStoreBeside, type Store } from '../db/open.ts'
import type { Db } from '../db/pool.ts'
import { AccountError } from '../domain/accounts.ts'
import { allowReaderToLeave } from './output.ts'

/** A mistake in how a command was called, or something it found: said in a sentence, without a stack. */
export class CommandError extends Error {}

/** Runs one command against the store the environment names, beside a running server or alone. */
export async function runCommand(command: (db: Db, store: Store) => Promise<void>): Promise<void> {
  allowReaderToLeave()
  try {
    const store = await openStoreBeside({ ...processConfig(), patient: true }, () => {})
    try {
      await command(store.db, store)
    } finally {
      await store.close()
    }
  } catch (error) {
    const known = [CommandError, ConfigError, AccountError, DatabaseUnfit].some(
      (kind) => error instanceof kind,
    )
    process.stderr.write(
      `${known ? (error as Error).message : ((error as Error)?.stack ?? error)}\n`,
    )
    process.exitCode = 1
  }
}
