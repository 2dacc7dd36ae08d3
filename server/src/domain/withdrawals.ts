import { randomUUID } from 'node:crypto'
import { type Withdrawal, withdrawal } from '@screening-room/contract/platform'
import {
  canDo,
  type ItemQueue,
  isCase,
  itemQueueOf,
  queuesWith,
} from '@screening-room/contract/queues'
import { problem } from '@screening-room/contract/refusals'
import type { Tx } from '../db/pool.ts'
import type { Actor } from '../store/events.ts'
import { findNames, lockNames } from '../store/platform-ids.ts'
import { lockItem } from '../store/review.ts'
import { type RowResult, readRows } from './platform-read.ts'
import { withdrawReports } from './reports.ts'
import { decideLocked } from './review.ts'

const keyOf = ({ kind, external_id }: Withdrawal) => `${kind} ${external_id}`

/** Whether reports on such an item are decided with it. */
export const hasCases = (queue: ItemQueue) =>
  queuesWith('withdraw').some((one) => isCase(one) && itemQueueOf(one) === queue)

/**
 * The platform takes items back: nobody gets them to review any more, and their pending reports are closed.
 * Names are locked first, then the items in the order of their ids, each before its reports.
 */
export async function withdrawRows(
  tx: Tx,
  by: Actor,
  given: readonly unknown[],
): Promise<RowResult[]> {
  const results: RowResult[] = []
  const read = readRows(withdrawal, given, results, keyOf)
  const rows = read.map(({ place, row }) => ({ place, ...(row as Withdrawal) }))
  const things = rows.map(({ kind, external_id }) => ({ kind, name: external_id }))
  for (const kind of [...new Set(things.map((one) => one.kind))].sort()) {
    const names = things.flatMap((one) => (one.kind === kind ? [one.name] : []))
    await lockNames(tx, kind, names)
  }
  const known = await findNames(tx, things)
  const ids = new Map(known.map(({ kind, name, id }) => [`${kind} ${name}`, id]))
  const ordered = rows
    .map((row) => ({ ...row, id: ids.get(keyOf(row)) ?? null }))
    .sort((one, other) => one.kind.localeCompare(other.kind) || (one.id ?? 0) - (other.id ?? 0))
  for (const { place, kind, id, external_id, reason } of ordered) {
    const result = id === null ? 'missing' : await withdraw(tx, by, kind, id, reason ?? '')
    const refused = { field: 'external_id', problem: problem('not_sent_yet') }
    results[place] =
      result === 'missing'
        ? { external_id, id: null, result: 'refused', refused }
        : { external_id, id, result }
  }
  return results
}

async function withdraw(
  tx: Tx,
  by: Actor,
  queue: ItemQueue,
  id: number,
  reason: string,
): Promise<'updated' | 'unchanged' | 'missing'> {
  const item = await lockItem(tx, queue, id)
  if (!item) return 'missing'
  if (!canDo(queue, 'withdraw', item.status)) return 'unchanged'
  const why = { reason, decision: randomUUID() }
  await decideLocked(tx, by, item, 'withdraw', why)
  if (hasCases(queue)) await withdrawReports(tx, by, id, why)
  return 'updated'
}
