import { type ListName, lists } from '@screening-room/contract/queues'
import type { Db, Queries } from '../db/pool.ts'
import { type Actor, appendEvents, appendEventWithId } from '../store/events.ts'
import { exportedLists, findBatch, findIdsOf, findRows, type Place } from '../store/exports.ts'
import type { Filters, List } from '../store/paging.ts'

/** Rows of one statement. */
const batchRows = 500

interface ListExport {
  list: ListName
  format: string
  /** As the list's statement takes them. */
  filters: Filters & { search?: string | undefined; memberId?: number | undefined }
  /** As they were sent: in platform times. */
  asked: object
}

/** All rows of a list as they were at one moment. */
export async function* exportRows<Row>(
  db: Db,
  by: Actor,
  { list, format, filters, asked }: ListExport,
): AsyncGenerator<Row[]> {
  const snapshot = await db.snapshot()
  try {
    const rows = rowsIn<Row>(snapshot, exportedLists[lists[list].queue], filters)
    yield* recorded(db, by, { list, format, filters: asked }, rows)
  } finally {
    await snapshot.close()
  }
}

async function* rowsIn<Row>(
  db: Queries,
  list: List,
  filters: ListExport['filters'],
): AsyncGenerator<Row[]> {
  const ids = await findIdsOf(db, list, filters)
  if (ids) {
    for (let place = 0; place < ids.length; place += batchRows)
      yield findRows<Row>(db, list, ids.slice(place, place + batchRows))
    return
  }
  for (let after: Place | null | undefined; after !== null; ) {
    const batch = await findBatch<Row>(db, list, filters, after, batchRows)
    yield batch.rows
    after = batch.next
  }
}

/**
 * Who exports what is on record before the first row is read; how many rows it were, and whether that was all
 * of them, once it has ended, however it did.
 */
export async function* recorded<Row>(
  db: Db,
  by: Actor,
  what: { list: string; format: string; filters: object },
  batches: AsyncGenerator<Row[]>,
): AsyncGenerator<Row[]> {
  const begun = await db.transaction((tx) =>
    appendEventWithId(tx, by, by.id, { action: 'export.begin', queue: 'export', details: what }),
  )
  let rows = 0
  let whole = false
  try {
    for await (const batch of batches) {
      rows += batch.length
      yield batch
    }
    whole = true
  } finally {
    const { list, format } = what
    await db.transaction((tx) =>
      appendEvents(tx, by, [by.id], {
        action: 'export.end',
        queue: 'export',
        details: { begun, list, format, rows, whole },
      }),
    )
  }
}
