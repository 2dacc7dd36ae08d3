import type { MemberStrikes, StrikeRule } from '@screening-room/contract/strikes'
import type { Db, Tx } from '../db/pool.ts'
import { missing } from '../refusal.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import { getStrikeRule, getStrikes, lockStrikeRule, setStrikeRule } from '../store/strikes.ts'

/* What take-downs weigh. It is shown and told; nobody is punished by it. */

export async function readStrikes(db: Db | Tx, member: number): Promise<MemberStrikes> {
  const [{ thresholds, expiresDays }, strikes] = [
    await getStrikeRule(db),
    await getStrikes(db, member),
  ]
  const reached = thresholds.filter((threshold) => strikes.points >= threshold).at(-1) ?? null
  return { ...strikes, reached, thresholds, expiresDays }
}

/** Reasons that are not named keep their weight; what is as it was already leaves no trace. */
export async function changeStrikes(tx: Tx, by: Actor, to: StrikeRule): Promise<void> {
  await lockStrikeRule(tx)
  const from = await getStrikeRule(tx)
  const unknown = to.weights.find(({ id }) => !from.weights.some((one) => one.id === id))
  if (unknown) throw missing('reason', unknown.id)
  const weights = from.weights.map((one) => to.weights.find(({ id }) => id === one.id) ?? one)
  const next = { expiresDays: to.expiresDays, thresholds: to.thresholds, weights }
  if (JSON.stringify(next) === JSON.stringify(from)) return
  await setStrikeRule(tx, next)
  await appendEvents(tx, by, [0], {
    action: 'setStrikes',
    queue: 'reportReason',
    details: { from, to: next },
  })
}

const numbers = (written: string) => written.split(',').map(Number)

/** As the call takes them. */
export const readWritten = (written: {
  expiresDays: number
  thresholds: string
  weights: string
}): StrikeRule => ({
  expiresDays: written.expiresDays,
  thresholds: numbers(written.thresholds),
  weights: written.weights.split(',').map((one) => {
    const [id = 0, weight = 0] = one.split(':').map(Number)
    return { id, weight }
  }),
})
