import { setTimeout as pause } from 'node:timers/promises'
import { processConfig } from '../config.ts'
import type { Store } from '../db/open.ts'
import type { Db } from '../db/pool.ts'
import { operator } from '../domain/accounts.ts'
import { requestErasure, runErasures } from '../domain/erasure.ts'
import { fileRemover } from '../domain/media.ts'
import { findMember, getMemberKnown, reopenErasure, rewriteTables } from '../store/erasure.ts'
import { say } from './output.ts'
import { CommandError } from './run.ts'

/* npm run admin -- erase-member: the personal data of one member goes, for good; rewrite-tables: from the files, too. */

export const eraseUsage = `npm run admin -- erase-member --member 1024|id:1024|name:user-1024
npm run admin -- rewrite-tables`

/** By our ID or the platform's name. A number can be both, of two people: then it has to be said which. */
async function memberOf(db: Db, given: string): Promise<number> {
  const [, how = '', rest = given] = /^(id|name):(.+)$/.exec(given) ?? []
  const named = how === 'id' ? undefined : await findMember(db, rest)
  const number = how !== 'name' && /^\d{1,15}$/.test(rest) ? Number(rest) : undefined
  const own = number !== undefined && (await getMemberKnown(db, number)) ? number : undefined
  if (named !== undefined && own !== undefined && named !== own)
    throw new CommandError(
      `${given} is our ID of one member and the platform's name of another: write id:${rest} or name:${rest}`,
    )
  const found = named ?? own
  if (found === undefined) throw new CommandError(`there is no member ${given}`)
  return found
}

const waitMs = 60_000

export async function runEraseCommand(db: Db, given: string): Promise<void> {
  const memberId = await memberOf(db, given)
  await db.transaction(async (tx) => {
    if (!(await requestErasure(tx, operator, memberId))) await reopenErasure(tx, memberId)
  })
  const remove = fileRemover(processConfig().media)
  for (const end = performance.now() + waitMs; performance.now() < end; await pause(500)) {
    const { open } = await runErasures(db, remove)
    if (open > 0) continue
    const files = remove
      ? 'files of the local media store that nothing else names are removed'
      : 'files in the bucket are the platform\u2019s to remove'
    say(`erased member ${memberId}; ${files}`)
    return
  }
  say(`erased member ${memberId}; the server finishes once older transactions have ended`)
}

export async function runRewriteCommand(store: Store): Promise<void> {
  await store.asOwner(rewriteTables)
  say('every table and index is written anew; the write-ahead log is not')
}
