import { searchCountsTo } from '@screening-room/contract/fields'
import { isOfWaiting } from '@screening-room/contract/orders'
import {
  type FilterNameOf,
  kindIn,
  lists,
  listsOf,
  type Order,
  type Queue,
} from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import type { Queries } from '../db/pool.ts'
import { allOf, type Sql, sql } from '../db/sql.ts'
import { waitingIds } from './waiting-order.ts'

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
  /** Newest first by default; a search always is. */
  order?: Order | undefined
}

/** The values of a queue's filters, under their names in the contract's table. */
export type Filters = Moments & { status?: number | undefined }
const valueIn = (filters: Filters, name: string) => (filters as Record<string, unknown>)[name]

/** A row of tally_source, and a filter's value as its `kind`. */
interface Counter {
  name: string
  kind: (value: unknown) => Sql
}

/** Where the items of a queue are. */
export interface Rows<Q extends Queue = Queue> {
  queue: Q
  /** The table, as `x`. */
  from: Sql
  /** The column of each filter. */
  columns: Record<FilterNameOf<Q>, Sql>
  /** Of filters that the queue's own counter does not know. They need no index, and search does not know them. */
  counters?: Partial<Record<FilterNameOf<Q>, Counter>>
  /** Who handed an item in, and how it is shown beside their other items. */
  submitted?: { by: Sql; kind: Sql; title: Sql; banner: Sql }
  /** What waits is not the row itself: the row that stands for it, of the one called `subject`. */
  rowOfCase?: Sql
  /** Returns `ids` in the list's order, at most so many, and whether they are `complete`. */
  found: (words: string, rows: AnyRows, filters: Filters, most: number) => Sql
}

export type AnyRows = Omit<Rows, 'columns' | 'counters'> & {
  columns: Record<string, Sql>
  counters?: Partial<Record<string, Counter>>
}

export interface List {
  rows: AnyRows
  /** The record's fields under their names on the wire. */
  fields: Sql
}

export interface Page<Item> {
  rows: Item[]
  total: number
  /** On a search: whether there may be more than `total`. */
  more?: boolean
  /** How many of the list are pending at this moment, whatever its filters. */
  pending: number
}

/** One page and its total: one statement, whose cost does not grow with the table. */
export async function findPage<Item>(
  db: Queries,
  list: List,
  range: ListRange & Filters,
): Promise<Page<Item>> {
  const words = range.search?.trim()
  const [found] = await db.query<Page<Item>>(
    words ? searchedPage(words, list, range) : statementOf(list, range),
  )
  return found ?? { rows: [], total: 0, pending: 0 }
}

function statementOf(list: List, range: ListRange & Filters): Sql {
  if (isOfWaiting(range.order)) return waitingPage(list, range, range.order)
  return memberIn(range) === undefined ? pageOf(list, range) : memberPage(list, range)
}

/** What the counters are asked for: which of them, and which of its rows. */
function countedBy({ queue, counters = {} }: AnyRows, filters: Filters) {
  const { status, since, until } = filters
  const [own, second] = Object.entries(counters).filter(
    ([name]) => valueIn(filters, name) !== undefined,
  )
  // No counter knows both, and the total of either would be wrong.
  if (own && second) throw new Error(`${own[0]} and ${second[0]} have no counter together`)
  const kind = own?.[1]?.kind(valueIn(filters, own[0])) ?? sql`${kindIn(queue, filters) ?? null}`
  const asked = sql`${own?.[1]?.name ?? queue}, ${kind}::bigint, ${status ?? null}::smallint,
    ${since ?? null}::timestamptz, ${until ?? null}::timestamptz`
  return { asked, hasIndex: own === undefined }
}

/** Beside the rows, from the same moment: one short read of the counter. Of all kinds where they are not counted apart. */
function pendingIn({ queue }: AnyRows, filters: Filters): Sql {
  const isByKind = listsOf(queue).some((list) => 'kinds' in lists[list])
  const kind = isByKind ? (kindIn(queue, filters) ?? null) : null
  return sql`(select coalesce(sum(b.n), 0)::int
    from tally_buckets(${queue}, ${kind}::bigint, ${status.pending}::smallint, 2, -(1 << 20), 1 << 20) b)`
}

/** The exact total and the place where the page begins come from the counters; the index does the rest. */
function pageOf(list: List, range: ListRange & Filters): Sql {
  const { page, pageSize, order } = range
  const skip = (page - 1) * pageSize
  const { asked, hasIndex } = countedBy(list.rows, range)
  const placeAfter = (skipped: Sql) =>
    hasIndex
      ? sql`find_place(${asked}, ${skipped}::bigint)`
      : sql`find_hours(${asked}, ${skipped}::bigint, ${pageSize}::int)`
  // Oldest first is the same walk: a page ends as far from the last row as it begins from the first.
  const place =
    order === 'oldest'
      ? sql`
        select p.*, least(${pageSize}::bigint, greatest(t.total - ${skip}::bigint, 0)) as size
        from find_place(${asked}, 0) t,
          ${placeAfter(sql`greatest(t.total - ${skip + pageSize}::bigint, 0)`)} p`
      : sql`select p.*, ${pageSize}::bigint as size from ${placeAfter(sql`${skip}`)} p`
  const ids = hasIndex ? idsBefore(list.rows, range) : idsInHours(list.rows, range)
  return sql`
    with place as materialized (${place})
    select (select total from place) as total, ${pendingIn(list.rows, range)} as pending, ${rowsOf(
      list,
      sql`array(${ids} limit (select size from place) offset (select rest from place))`,
      order,
    )} as rows`
}

/** Along an index, from where the page begins. */
function idsBefore(rows: AnyRows, filters: Filters): Sql {
  const before = sql`x.create_time < (select before from place)`
  return sql`
    select x.id from ${rows.from} where ${allOf([before, ...conditions(rows, filters)])}
    order by x.create_time desc, x.id desc`
}

/** In the hours that the counters name, one after the other: `offset 0` keeps a plan from joining them all. */
function idsInHours(rows: AnyRows, filters: Filters): Sql {
  const where = allOf([
    sql`x.create_time >= to_timestamp(h.hour::float8 * 3600)`,
    sql`x.create_time < to_timestamp((h.hour + 1)::float8 * 3600)`,
    ...conditions(rows, filters),
    ...beforeEnd(filters),
  ])
  return sql`
    select x.id from place cross join unnest(place.hours) h (hour) cross join lateral (
      select x.id, x.create_time from ${rows.from} where ${where} offset 0) x
    order by x.create_time desc, x.id desc`
}

/** A page of `found`: `ids` that are all in hand, in their order, and whether they are `complete`. */
function pageOfFound(
  found: Sql,
  list: List,
  range: ListRange & Filters,
  rows: (ids: Sql) => Sql,
): Sql {
  const { page, pageSize } = range
  const first = (page - 1) * pageSize
  const last = Math.min(first + pageSize, searchCountsTo)
  return sql`
    with found as materialized (${found})
    select least(cardinality(ids), ${searchCountsTo}::int) as total, not complete as more,
      ${pendingIn(list.rows, range)} as pending, ${rows(sql`found.ids[${first + 1}::int : ${last}::int]`)} as rows
    from found`
}

function searchedPage(words: string, list: List, range: ListRange & Filters): Sql {
  const found = foundIn(words, list.rows, range, searchCountsTo + 1)
  return pageOfFound(found, list, range, (ids) => rowsOf(list, ids))
}

/** As far as a search counts: nobody works through more of it in this order. */
function waitingPage(list: List, range: ListRange & Filters, order: 'waiting' | 'reported'): Sql {
  const { rows } = list
  const most = searchCountsTo + 1
  const found = waitingIds(rows.queue, kindIn(rows.queue, range), order, most)
  const ids = sql`select array(${found}) as ids`
  const rowIds = (subjects: Sql) =>
    rows.rowOfCase
      ? sql`array(select (${rows.rowOfCase}) from unnest(${subjects}) with ordinality s (subject, place) order by s.place)`
      : subjects
  return pageOfFound(
    sql`select ids, cardinality(ids) < ${most}::int as complete from (${ids}) w`,
    list,
    range,
    (subjects) => rowsInOrder(list, rowIds(subjects)),
  )
}

const memberIn = (filters: Filters) => valueIn(filters, 'memberId')

/** Of each person, this many items are compared at most; there is an index by person, without times. */
const memberCountsTo = 10_000

/** All that one person handed in, sorted in memory. */
function memberPage(list: List, range: ListRange & Filters): Sql {
  const oldest = range.order === 'oldest'
  return pageOfFound(memberIds(list.rows, range, oldest), list, range, (ids) =>
    rowsOf(list, ids, oldest ? 'oldest' : 'newest'),
  )
}

function memberIds(rows: AnyRows, filters: Filters, oldest: boolean): Sql {
  const where = allOf([...conditions(rows, filters), ...beforeEnd(filters)])
  const by = oldest ? sql`create_time, id` : sql`create_time desc, id desc`
  return sql`
    select coalesce((array_agg(id order by ${by}))[1 : ${searchCountsTo + 1}::int], '{}') as ids,
      count(*) <= ${searchCountsTo}::int as complete
    from (select x.id, x.create_time from ${rows.from} where ${where} limit ${memberCountsTo}::int) m`
}

/** What the search finds; of it, what filters leave that it does not know: there may be more of them. */
function foundIn(words: string, rows: AnyRows, filters: Filters, most: number): Sql {
  const found = rows.found(words, rows, filters, most)
  const unknown = [...Object.keys(rows.counters ?? {}), 'memberId'].filter(
    (name) => valueIn(filters, name) !== undefined,
  )
  if (unknown.length === 0) return found
  return sql`
    select array(
      select x.id from unnest(f.ids) with ordinality u (id, place) join ${rows.from} on x.id = u.id
      where ${allOf(conditions(rows, filters))} order by u.place) as ids, f.complete
    from (${found}) f`
}

/** Fields are read for the page alone: beside an offset, they would be read for what it skips, too. */
export const rowsOf = (list: List, ids: Sql, order: Order = 'newest') => sql`
  coalesce((select json_agg(r) from (
    select ${list.fields} from ${list.rows.from} where x.id = any (${ids})
    order by ${order === 'oldest' ? sql`x.create_time, x.id` : sql`x.create_time desc, x.id desc`}) r),
    '[]'::json)`

/** The same, in the order of the ids. */
const rowsInOrder = (list: List, ids: Sql) => sql`
  coalesce((select json_agg(r) from (
    select ${list.fields} from unnest(${ids}) with ordinality o (id, place)
    join ${list.rows.from} on x.id = o.id order by o.place) r), '[]'::json)`

/** Everything but `until`. */
export function conditions({ columns }: Pick<AnyRows, 'columns'>, filters: Filters) {
  return [
    ...Object.entries(columns).map(([name, column]) => {
      const value = valueIn(filters, name)
      return value !== undefined && sql`${column} = ${value}`
    }),
    filters.since !== undefined && sql`x.create_time >= ${filters.since}::timestamptz`,
  ]
}

export const beforeEnd = ({ until }: Filters) => [
  until !== undefined && sql`x.create_time < ${until}::timestamptz`,
]

/** Only the ids, for callers that do not show a list. */
export async function findByWords(
  db: Queries,
  words: string,
  rows: AnyRows,
  filters: Filters,
  most: number,
): Promise<number[]> {
  const [found] = await db.query<{ ids: number[] }>(sql`
    select to_json(f.ids) as ids from (${foundIn(words, rows, filters, most)}) f`)
  return found?.ids ?? []
}

/** The oldest, for a filter that what waits does not know; undefined where there is none. */
export async function findOldest(
  db: Queries,
  rows: AnyRows,
  filters: Filters,
  most: number,
): Promise<number[] | undefined> {
  if (memberIn(filters) !== undefined) {
    const [own] = await db.query<{ ids: number[] }>(sql`
      select to_json(f.ids) as ids from (${memberIds(rows, filters, true)}) f`)
    return own?.ids
  }
  const { asked, hasIndex } = countedBy(rows, filters)
  if (hasIndex) return undefined
  const [found] = await db.query<{ ids: number[] }>(sql`
    with place as materialized (
      select h.* from find_place(${asked}, 0) p,
        find_hours(${asked}, greatest(p.total - ${most}::int, 0), ${most}::int) h)
    select to_json(array(${idsInHours(rows, filters)} offset (select rest from place))) as ids`)
  return found?.ids
}

/** Of an item that was re-opened and is pending: since then it waits. */
export const pendingSince = sql`case when x.status = ${status.pending} then ${wireTime(sql`x.pending_since`)} end as "pendingSince"`

/** A platform time as it travels; the connection's zone is the platform's. */
export function wireTime(moment: Sql): Sql {
  return sql`to_char(${moment}, 'YYYY-MM-DD"T"HH24:MI:SS')`
}
