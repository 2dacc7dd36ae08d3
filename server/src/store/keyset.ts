import type { Queries } from '../db/pool.ts'
import { allOf, type Sql, sql } from '../db/sql.ts'

/*
 * Plain lists, in the order of one unique, indexed key, each page continuing where the last one ended. They
 * have neither totals nor page numbers, and need no counters; paging.ts is for lists that have both.
 */

interface KeysetList {
  fields: Sql
  from: Sql
  where: Sql
  key: Sql
  order: 'ascending' | 'descending'
}

export interface KeysetPage<Row> {
  rows: Row[]
  /** The key to continue from; null at the end of the list. */
  next: number | null
}

export async function findKeyset<Row>(
  db: Queries,
  { fields, from, where, key, order }: KeysetList,
  after: number | undefined,
  most: number,
): Promise<KeysetPage<Row>> {
  const ascending = order === 'ascending'
  const beyond = allOf([
    where,
    after !== undefined && (ascending ? sql`${key} > ${after}` : sql`${key} < ${after}`),
  ])
  const rows = await db.query<Row & { key: number }>(sql`
    select ${key} as key, ${fields} from ${from} where ${beyond}
    order by ${key} ${ascending ? sql`asc` : sql`desc`} limit ${most + 1}::int`)
  const page = rows.slice(0, most)
  return {
    rows: page.map(({ key: _, ...row }) => row as Row),
    next: rows.length > most ? (page.at(-1)?.key ?? null) : null,
  }
}

/** The whole list. Each batch is a query of its own, read when it is asked for: nothing is held in between. */
export async function* inBatches<Row>(
  find: (after: number | undefined) => Promise<KeysetPage<Row>>,
  after: number | undefined,
): AsyncGenerator<Row[]> {
  for (let from: number | null | undefined = after; from !== null; ) {
    const { rows, next }: KeysetPage<Row> = await find(from)
    yield rows
    from = next
  }
}
