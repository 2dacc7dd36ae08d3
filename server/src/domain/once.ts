import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CommitUnknown, type Db, type Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { type ActionRequest, getAction, insertAction, setAnswer } from '../store/actions.ts'

/** What a repetition is told apart by. */
export function inputHash(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

/** What is stored for a repetition: all of the answer, unless it holds something that is shown once. */
type Kept<Answer> = (answer: Answer) => Answer

/**
 * Runs a change in one transaction, at most once for its key. A lost reply to COMMIT is looked up,
 * never guessed; without a key the caller is told that trying again is safe, which `decide` makes true.
 */
export async function once<Answer>(
  db: Db,
  request: ActionRequest | undefined,
  work: (tx: Tx) => Promise<Answer>,
  kept: Kept<Answer> = (answer) => answer,
): Promise<Answer> {
  try {
    return await attempt(db, request, work, kept)
  } catch (error) {
    if (!(error instanceof CommitUnknown)) throw error
    if (!request) throw new Refusal('not_confirmed', {}, { cause: error })
    return await lookUp(db, request, work, kept, error)
  }
}

async function attempt<Answer>(
  db: Db,
  request: ActionRequest | undefined,
  work: (tx: Tx) => Promise<Answer>,
  kept: Kept<Answer>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    if (!request) return work(tx)
    if (!(await insertAction(tx, request))) return past<Answer>(await getAction(tx, request))
    const answer = await work(tx)
    await setAnswer(tx, request, kept(answer))
    return answer
  })
}

function past<Answer>(action: { same: boolean; answer: unknown } | undefined): Answer {
  if (!action?.same) throw new Refusal('key_reused')
  return action.answer as Answer
}

async function lookUp<Answer>(
  db: Db,
  request: ActionRequest,
  work: (tx: Tx) => Promise<Answer>,
  kept: Kept<Answer>,
  cause: unknown,
): Promise<Answer> {
  try {
    await pause(200)
    const found = await getAction(db, request)
    return found ? past<Answer>(found) : await attempt(db, request, work, kept)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('not_confirmed', {}, { cause })
  }
}
