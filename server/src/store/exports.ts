import { searchCountsTo } from '@screening-room/contract/fields'
import type { Queue } from '@screening-room/contract/queues'
import type { Queries } from '../db/pool.ts'
import { allOf, sql } from '../db/sql.ts'
import { certificationList } from './certifications.ts'
import { beforeEnd, conditions, type Filters, findByWords, type List, rowsOf } from './paging.ts'
import { projectList } from './projects.ts'
import { reportList } from './reports.ts'
import { videoList } from './videos.ts'

/* A list as a whole, newest first, batch by batch: each statement reads so many rows, whatever it finds. */

export const exportedLists: Record<Queue, List> = {
  certification: certificationList,
  project: projectList,
  video: videoList,
  report: reportList,
}

/** Where a batch ended. */
export interface Place {
  time: string
  id: number
}

interface Batch<Row> {
  rows: Row[]
  /** Null after the last one. */
  next: Place | null
}

/** Those that come after a place. A filter without an index is asked of the rows that the others leave. */
export async function findBatch<Row>(
  db: Queries,
  list: List,
  filters: Filters,
  after: Place | undefined,
  most: number,
): Promise<Batch<Row>> {
  const { from, columns, counters = {} } = list.rows
  const of = (indexed: boolean) => ({
    columns: Object.fromEntries(
      Object.entries(columns).filter(([name]) => indexed !== name in counters),
    ),
  })
  const { since: _, ...values } = filters
  const read = allOf([
    ...conditions(of(true), filters),
    ...beforeEnd(filters),
    after && sql`(x.create_time, x.id) < (${after.time}::timestamptz, ${after.id}::bigint)`,
  ])
  const [found] = await db.query<{ rows: Row[]; read: number; last: Place | null }>(sql`
    with seen as materialized (
      select x.id, x.create_time, ${allOf(conditions(of(false), values))} as fits
      from ${from} where ${read} order by x.create_time desc, x.id desc limit ${most}::int)
    select ${rowsOf(list, sql`array(select id from seen where fits)`)} as rows,
      (select count(*)::int from seen) as read,
      (select json_build_object('id', s.id,
          'time', to_char(s.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        from seen s order by s.create_time, s.id limit 1) as last`)
  if (!found) return { rows: [], next: null }
  return { rows: found.rows, next: found.read < most ? null : found.last }
}

/**
 * The ids of a list that goes by no index of times, in its order: what one person handed in, and what a
 * search finds, which is as much as the list itself counts. Undefined for any other.
 */
export async function findIdsOf(
  db: Queries,
  { rows }: List,
  filters: Filters & { search?: string | undefined; memberId?: number | undefined },
): Promise<number[] | undefined> {
  const words = filters.search?.trim()
  if (words) return findByWords(db, words, rows, filters, searchCountsTo)
  if (filters.memberId === undefined) return undefined
  const [found] = await db.query<{ ids: number[] }>(sql`
    select coalesce(json_agg(x.id order by x.create_time desc, x.id desc), '[]') as ids
    from ${rows.from} where ${allOf([...conditions(rows, filters), ...beforeEnd(filters)])}`)
  return found?.ids ?? []
}

/** Newest first, whatever their order here. */
export async function findRows<Row>(
  db: Queries,
  list: List,
  ids: readonly number[],
): Promise<Row[]> {
  const [found] = await db.query<{ rows: Row[] }>(
    sql`select ${rowsOf(list, sql`${ids}::bigint[]`)} as rows`,
  )
  return found?.rows ?? []
}
