import { createHash } from 'node:crypto'
import type { Db } from '../db/pool.ts'
import { findSealed, getUnqueuedEvent } from '../store/events.ts'

export type ChainReport =
  | { intact: true; events: number }
  | { intact: false; event: number; why: string }

const batch = 1000

/** Walks the whole chain and names the first event that is not as it was sealed. */
export async function verifyChain(db: Db): Promise<ChainReport> {
  let chained = Buffer.alloc(0)
  let position = 0
  for (;;) {
    const rows = await findSealed(db, position, batch)
    for (const row of rows) {
      if (row.position !== position + 1)
        return {
          intact: false,
          event: row.eventId,
          why: `the seal ${position + 1} before it is missing`,
        }
      if (row.text === null) return { intact: false, event: row.eventId, why: 'it was deleted' }
      chained = createHash('sha256').update(chained).update(row.text, 'utf8').digest()
      if (!chained.equals(row.hash))
        return { intact: false, event: row.eventId, why: 'it or its seal was changed' }
      position = row.position
    }
    if (rows.length < batch) break
  }
  const unqueued = await getUnqueuedEvent(db)
  if (unqueued !== undefined)
    return { intact: false, event: unqueued, why: 'it has no seal and waits for none' }
  return { intact: true, events: position }
}
