import { searchCountsTo } from '@screening-room/contract/fields'
import type { Queue } from '@screening-room/contract/review'
import type { Queries } from '../db/pool.ts'
import { allOf, type Sql, sql } from '../db/sql.ts'

/** In UTC; `until` is exclusive. */
export interface Moments {
  since?: string | undefined
  until?: string | undefined
}

/** What a list asks for. */
export interface ListRange extends Moments {
  page: number
  pageSize: number
  search?: string | undefined
}

export interface Searched {
  queue: Queue
  /** The table, as `x`. */
  from: Sql
  kindColumn: Sql
  kind?: number | undefined
  status?: number | undefined
}

export interface List extends Searched {
  /** The record's fields under their names on the wire. */
  fields: Sql
  /** Returns `ids` in the list's order, at most so many, and whether they are `complete`. */
  found: (words: string, list: Searched, range: Moments, most: number) => Sql
}

export interface Page<Item> {
  rows: Item[]
  total: number
  /** On a search: whether there may be more than `total`. */
  more?: boolean
}

/** One page, newest first, and its total: one statement, whose cost does not grow with the table. */
export async function findPage<Item>(
  db: Queries,
  list: List,
  range: ListRange,
): Promise<Page<Item>> {
  const words = range.search?.trim()
  const [found] = await db.query<Page<Item>>(
    words ? searchedPage(words, list, range) : pageOf(list, range),
  )
  return found ?? { rows: [], total: 0 }
}

/** The exact total and the place where the page begins come from the counters; the index does the rest. */
function pageOf(list: List, range: ListRange): Sql {
  const { page, pageSize, since, until } = range
  const kinds = list.kind === undefined ? null : [list.kind]
  const statuses = list.status === undefined ? null : [list.status]
  const skip = (page - 1) * pageSize
  const where = allOf([sql`x.create_time < (select before from place)`, ...filters(list, range)])
  return sql`
    with place as materialized (
      select * from find_place(${list.queue}, ${kinds}::bigint[], ${statuses}::smallint[],
        ${since ?? null}::timestamptz, ${until ?? null}::timestamptz, ${skip}::bigint))
    select (select total from place) as total, ${rowsOf(
      list,
      sql`array(
        select x.id from ${list.from} where ${where}
        order by x.create_time desc, x.id desc
        limit ${pageSize} offset (select rest from place))`,
    )} as rows`
}

function searchedPage(words: string, list: List, range: ListRange): Sql {
  const first = (range.page - 1) * range.pageSize
  const last = Math.min(first + range.pageSize, searchCountsTo)
  return sql`
    with found as materialized (${list.found(words, list, range, searchCountsTo + 1)})
    select least(cardinality(ids), ${searchCountsTo}::int) as total, not complete as more,
      ${rowsOf(list, sql`found.ids[${first + 1}::int : ${last}::int]`)} as rows
    from found`
}

/** Fields are read for the page alone: beside an offset, they would be read for what it skips, too. */
const rowsOf = (list: List, ids: Sql) => sql`
  coalesce((select json_agg(r) from (
    select ${list.fields} from ${list.from} where x.id = any (${ids})
    order by x.create_time desc, x.id desc) r), '[]'::json)`

/** Everything but `until`. */
function filters(list: Searched, { since }: Moments) {
  return [
    list.kind !== undefined && sql`${list.kindColumn} = ${list.kind}`,
    list.status !== undefined && sql`x.status = ${list.status}`,
    since !== undefined && sql`x.create_time >= ${since}::timestamptz`,
  ]
}

/** Of the search table, beside the types of video: the first three. */
export const parts = { certification: 3, project: 4 }

/** Items that hold these words. */
export function foundByWords(part: number) {
  return (
    words: string,
    { queue, kind, status }: Pick<Searched, 'queue' | 'kind' | 'status'>,
    { since, until }: Moments,
    most: number,
  ) => sql`
    select * from search_items(${queue}, ${part}::smallint, ${kind ?? null}::bigint,
      ${status ?? null}::smallint, ${since ?? null}::timestamptz, ${until ?? null}::timestamptz,
      ${words}, ${most}::int)`
}

/** Only the ids, for callers that do not show a list. */
export async function findByWords(
  db: Queries,
  words: string,
  part: number,
  list: Pick<Searched, 'queue' | 'kind' | 'status'>,
  range: Moments,
  most: number,
): Promise<number[]> {
  const [found] = await db.query<{ ids: number[] }>(sql`
    select to_json(f.ids) as ids from (${foundByWords(part)(words, list, range, most)}) f`)
  return found?.ids ?? []
}

const number = /^[1-9][0-9]{0,15}$/

/** Items of which one of these columns is the number that was typed; words find nothing. */
export function foundByNumber(columns: readonly Sql[]): List['found'] {
  return (words, list, range, most) => {
    if (!number.test(words)) return sql`select '{}'::bigint[] as ids, true as complete`
    const where = allOf([
      ...filters(list, range),
      range.until !== undefined && sql`x.create_time < ${range.until}::timestamptz`,
    ])
    // Each along its own index.
    const each = columns.map(
      (column) => sql`
        (select x.id, x.create_time from ${list.from} where ${column} = ${words}::bigint and ${where}
         order by x.create_time desc, x.id desc limit ${most}::int)`,
    )
    return sql`
      select coalesce(array_agg(id order by create_time desc, id desc), '{}') as ids, count(*) < ${most}::int as complete
      from (select * from (${each.reduce((all, one) => sql`${all} union ${one}`)}) u
            order by create_time desc, id desc limit ${most}::int) f`
  }
}

/** A platform time as it travels; the connection's zone is the platform's. */
export function wireTime(moment: Sql): Sql {
  return sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS')`
}
