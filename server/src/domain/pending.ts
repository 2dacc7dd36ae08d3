import type { PendingCounts } from '@screening-room/contract/pending-counts'
import { type ListEntry, listNames, lists } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import { findPendingCounts } from '../store/housekeeping.ts'

const entries: ListEntry[] = listNames.map((name) => lists[name])

/** How many items are pending in each list, as the menu shows them. */
export async function countPending(db: Db): Promise<PendingCounts> {
  const counts = await findPendingCounts(db, status.pending)
  const count = (queue: string, kind: number | undefined) =>
    counts
      .filter((entry) => entry.queue === queue && (kind === undefined || entry.kind === kind))
      .reduce((sum, entry) => sum + entry.n, 0)
  return Object.fromEntries(
    entries.map(({ queue, kinds = {}, pending: { name, kind, byKind } }) => {
      const each = Object.entries(kinds).map(([kindName, one]) => [kindName, count(queue, one)])
      return [name, byKind ? Object.fromEntries(each) : count(queue, kind)]
    }),
  ) as PendingCounts
}
