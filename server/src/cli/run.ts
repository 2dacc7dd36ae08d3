import { ConfigError, processConfig } from '../config.ts'
import { DatabaseUnfit } from '../db/errors.ts'
import { openStoreBeside, type Store } from '../db/open.ts'
import type { Db } from '../db/pool.ts'
import { AccountError } from '../domain/accounts.ts'
import { Refusal } from '../refusal.ts'
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
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 1
  }
}

/** What nobody foresaw keeps its stack. */
export function sentenceOf(error: unknown): unknown {
  if (error instanceof Refusal) return error.sentence('en')
  const known = [CommandError, ConfigError, AccountError, DatabaseUnfit]
  if (known.some((kind) => error instanceof kind)) return (error as Error).message
  return (error as Error)?.stack ?? error
}
