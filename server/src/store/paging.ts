import type { Queue } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import { allOf, type Sql, sql } from '../db/sql.ts'

/** What a list asks for. Moments are UTC; `until` is exclusive. */
export interface ListRange {
  page: number
  pageSize: number
  since?: string | undefined
  until?: string | undefined
}

interface List {
  queue: Queue
  /** The table, as `x`. */
  from: Sql
  kindColumn: Sql
  kind?: number | undefined
  status?: number | undefined
  /** The record's fields under their names on the wire. */
  fields: Sql
}

/** One page, newest first, and the exact total: one statement, whose cost does not grow with the table. */
export async function findPage<Item>(
  db: Db,
  list: List,
  { page, pageSize, since, until }: ListRange,
): Promise<{ rows: Item[]; total: number }> {
  const kinds = list.kind === undefined ? null : [list.kind]
  const statuses = list.status === undefined ? null : [list.status]
  const skip = (page - 1) * pageSize
  const where = allOf([
    sql`x.create_time < (select before from place)`,
    list.kind !== undefined && sql`${list.kindColumn} = ${list.kind}`,
    list.status !== undefined && sql`x.status = ${list.status}`,
    since !== undefined && sql`x.create_time >= ${since}::timestamptz`,
  ])
  const [found] = await db.query<{ rows: Item[]; total: number }>(sql`
    with place as materialized (
      select * from find_place(${list.queue}, ${kinds}::bigint[], ${statuses}::smallint[],
        ${since ?? null}::timestamptz, ${until ?? null}::timestamptz, ${skip}::bigint))
    select (select total from place) as total,
      coalesce((select json_agg(r) from (
        select ${list.fields} from ${list.from} where ${where}
        order by x.create_time desc, x.id desc
        limit ${pageSize} offset (select rest from place)) r), '[]'::json) as rows`)
  return found ?? { rows: [], total: 0 }
}

/** A platform time as it travels; the connection's zone is the platform's. */
export function wireTime(moment: Sql): Sql {
  return sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS')`
}
