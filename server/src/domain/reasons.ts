import { type ListEntry, lists, listsOf } from '@screening-room/contract/queues'
import type { Reason, ReasonQueue } from '@screening-room/contract/reasons'
import { isBlank } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import { insertReason, lockReasons, type ReasonWords, setReason } from '../store/reasons.ts'
import { lockPolicy, type Policy, setReasonPolicy } from '../store/reports.ts'

type Given = Omit<ReasonWords, 'digit'> & { digit?: number | undefined }

const texts = ['label', 'labelEn', 'text', 'textEn'] as const

function worded(queue: ReasonQueue, given: Given): ReasonWords {
  const words: ReasonWords = { ...given, digit: given.digit ?? null }
  const reserved = listsOf(queue).map((list) => (lists[list] as ListEntry).reservedReason)
  for (const field of texts) {
    words[field] = given[field].trim()
    if (isBlank(words[field])) throw badField(field, 'required')
    // On a personal video this very message would dismiss its reports (spec, section 4).
    if (reserved.includes(words[field])) throw badField(field, 'reserved')
  }
  return words
}

/** Two active reasons of a queue never share a digit. */
function refuseTaken(others: readonly Reason[], queue: ReasonQueue, digit: number | null): void {
  const holder = others.find(
    (other) => other.active && other.queue === queue && digit !== null && other.digit === digit,
  )
  if (holder)
    throw new Refusal('digit_taken', (language) => ({
      label: language === 'en' ? holder.labelEn : holder.label,
    }))
}

export async function addReason(
  tx: Tx,
  by: Actor,
  queue: ReasonQueue,
  given: Given,
): Promise<number> {
  const words = worded(queue, given)
  refuseTaken(await lockReasons(tx), queue, words.digit ?? null)
  const id = await insertReason(tx, queue, words)
  await appendEvents(tx, by, [id], {
    action: 'addReason',
    queue: 'reason',
    details: { queue, ...words },
  })
  return id
}

/** What is as it was already leaves no trace. */
export async function changeReason(
  tx: Tx,
  by: Actor,
  id: number,
  given: Given,
  active: boolean,
): Promise<void> {
  const reasons = await lockReasons(tx)
  const was = reasons.find((reason) => reason.id === id)
  if (!was) throw missing('reason', id)
  const { queue } = was
  const to = { ...worded(queue, given), active }
  const others = reasons.filter((reason) => reason !== was)
  if (active) refuseTaken(others, queue, to.digit ?? null)
  if ([...texts, 'digit' as const, 'active' as const].every((field) => was[field] === to[field]))
    return
  await setReason(tx, id, to)
  const { id: _id, ...from } = was
  await appendEvents(tx, by, [id], {
    action: 'changeReason',
    queue: 'reason',
    details: { from, to: { queue, ...to } },
  })
}

const policyText = (text: string | null) => (isBlank(text ?? '') ? null : (text ?? '').trim())

/** The text behind a reason to report or take down; what is as it was already leaves no trace. */
export async function setPolicy(tx: Tx, by: Actor, id: number, given: Policy): Promise<void> {
  const from = await lockPolicy(tx, id)
  if (!from) throw missing('reason', id)
  const to = { policy: policyText(given.policy), policyEn: policyText(given.policyEn) }
  if (from.policy === to.policy && from.policyEn === to.policyEn) return
  await setReasonPolicy(tx, id, to)
  await appendEvents(tx, by, [id], {
    action: 'setPolicy',
    queue: 'reportReason',
    details: { from, to },
  })
}
