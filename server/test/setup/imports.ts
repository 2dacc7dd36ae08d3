import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'

/* Imports that wait where a test wants them to. */

export interface ImportRow {
  kind: string
  external_id: string
}

export const linesOf = (rows: readonly object[]) =>
  `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`

/** The import waits at this row for as long as the work goes on, however quick the machine is. */
export async function holdName(
  owner: Db,
  row: ImportRow | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const kind = row?.kind.slice(0, -1)
  const undone = new Error('undone')
  const held = owner.transaction(async (tx) => {
    await tx.query(sql`insert into platform_id (kind, external_id, id)
      values (${kind}, ${row?.external_id}, free_platform_id(${kind})) on conflict do nothing`)
    await tx.query(
      sql`select from platform_id where kind = ${kind} and external_id = ${row?.external_id} for update`,
    )
    await work()
    throw undone
  })
  await expect(held).rejects.toBe(undone)
}
