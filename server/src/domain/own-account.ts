import { isBlank } from '@screening-room/contract/review'
import type { Db, Tx } from '../db/pool.ts'
import { badField, Refusal } from '../refusal.ts'
import { getAccount, lockAccount, setAccount, setNickName } from '../store/accounts.ts'
import type { Actor } from '../store/events.ts'
import { setConfirmed } from '../store/factors.ts'
import { endSessions, keepSession } from '../store/sessions.ts'
import { appendFailure, clearFailures } from '../store/throttle.ts'
import { recordAccount } from './accounts.ts'
import { checkPassword, hashPassword, passwordProblem } from './passwords.ts'
import { hashInTurn, refuseWhileBlocked } from './sign-in.ts'

/* What people do to their own account. */

export async function renameSelf(tx: Tx, by: Actor, given: string): Promise<void> {
  const nickName = given.trim()
  if (isBlank(nickName)) throw badField('nickName', 'required')
  if (nickName === by.nickName) return
  await setNickName(tx, by.id, nickName)
  await recordAccount(tx, by, by.id, 'rename', { from: by.nickName, to: nickName })
}

/** Guesses at the current password of a session that lies open are counted for themselves. */
const bucketOf = (id: number) => ({
  key: `password:${id}`,
  free: 5,
  firstWait: 1,
  longestWait: 900,
  forgetSeconds: 86_400,
})

export interface PasswordChange {
  current: string
  next: string
}

/** Whether it is they who sit there. Refuses a wrong password, and too many of them. */
async function checkOwn<T>(db: Db, by: Actor, current: string, then: () => Promise<T>): Promise<T> {
  const account = await getAccount(db, by.id)
  const bucket = bucketOf(by.id)
  const done = await hashInTurn(`account ${by.id}`, async () => {
    await refuseWhileBlocked(db, [bucket])
    if (await checkPassword(current, account?.passwordHash)) return then()
    await appendFailure(db, bucket)
    throw new Refusal('wrong_password')
  })
  await clearFailures(db, [bucket.key])
  return done
}

export function confirmOwnPassword(
  db: Db,
  by: Actor & { sessionId: string },
  password: string,
): Promise<void> {
  return checkOwn(db, by, password, () => setConfirmed(db, by.sessionId))
}

/** Ends every other session. Returns how many. */
export async function changeOwnPassword(
  db: Db,
  by: Actor & { sessionId: string },
  { current, next }: PasswordChange,
): Promise<number> {
  const account = await getAccount(db, by.id)
  if (!account) throw new Refusal('signed_out')
  const wrong = passwordProblem(next, [account.phone, account.nickName])
  if (wrong) throw new Refusal('bad_input', { field: 'next', problem: wrong })
  if (next === current) throw badField('next', 'same_password')
  const passwordHash = await checkOwn(db, by, current, () => hashPassword(next))
  return db.transaction(async (tx) => {
    await lockAccount(tx, by.id)
    // What was checked must still be true: another change may have come first, and ended this session.
    const now = await getAccount(tx, by.id)
    if (now?.authEpoch !== account.authEpoch) throw new Refusal('signed_out')
    const ended = await endSessions(tx, by.id, { except: by.sessionId })
    await setAccount(tx, by.id, { passwordHash })
    await keepSession(tx, by.sessionId)
    await recordAccount(tx, by, by.id, 'changePassword', { ended })
    return ended
  })
}

/** One session of one's own, or all but the one that asks. */
export async function endOwnSessions(
  tx: Tx,
  by: Actor & { sessionId: string },
  id: string | undefined,
): Promise<number> {
  const ended = await endSessions(tx, by.id, id ? { only: id } : { except: by.sessionId })
  if (ended > 0) await recordAccount(tx, by, by.id, 'endSessions', { ended })
  return ended
}
