import type { Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'

/** More imports than this do not take our next id one after the other while we ask for it. */
const attempts = 20

/**
 * The id of what an `insert … on conflict do nothing returning id` adds; undefined where `same` finds
 * such a row. Without one it is the id that was taken, by a row imported with an id of its own: the
 * sequence is moved past it.
 */
export async function insertRow(tx: Tx, insert: Sql, same: Sql): Promise<number | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [added] = await tx.query<{ id: number }>(insert)
    if (added) return added.id
    if ((await tx.query(same)).length > 0) return undefined
    await tx.query(sql`select raise_sequences()`)
  }
  throw new Error('No id was free')
}
