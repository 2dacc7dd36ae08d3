import { randomUUID } from 'node:crypto'
import { canDo } from '@screening-room/contract/queues'
import { type VersionPart, versionParts } from '@screening-room/contract/versions'
import type { Tx } from '../db/pool.ts'
import { type Actor, appendEvents, hasVersions } from '../store/events.ts'
import type { ContentRow, PlatformTable } from '../store/platform-rows.ts'
import { lockItem } from '../store/review.ts'
import { decideLocked } from './review.ts'

/* New versions of items, and items that the platform wants reviewed again. */

interface Versioned {
  table: PlatformTable
  parts?: Partial<Record<VersionPart, readonly string[]>>
}

/** A new version is on the record, and so on the screens of those who have the item before them. */
export async function recordVersions(
  tx: Tx,
  by: Actor,
  { table, parts = {} }: Versioned,
  taken: readonly ContentRow[],
  before: ReadonlyMap<number, ContentRow>,
): Promise<void> {
  if (!hasVersions(table)) return
  const revised = new Map<string, number[]>()
  for (const content of taken) {
    const earlier = before.get(content.id)
    if (!earlier) continue
    const isChanged = (column: string) => earlier[column] !== content[column]
    const changed = versionParts.filter((part) => parts[part]?.some(isChanged)).join()
    if (changed) revised.set(changed, [...(revised.get(changed) ?? []), content.id])
  }
  for (const [changed, ids] of revised)
    await appendEvents(tx, by, ids, {
      action: 'revise',
      queue: table,
      details: { changed: changed.split(',') },
    })
}

/** Those that were decided or withdrawn are pending again. Returns which. */
export async function resubmitItems(
  tx: Tx,
  by: Actor,
  table: PlatformTable,
  ids: readonly number[],
): Promise<(number | null)[]> {
  if (!hasVersions(table)) return []
  const reopened: number[] = []
  for (const id of ids) {
    const item = await lockItem(tx, table, id)
    if (!item || !canDo(table, 'resubmit', item.status)) continue
    await decideLocked(tx, by, item, 'resubmit', { decision: randomUUID() })
    reopened.push(id)
  }
  return reopened
}
