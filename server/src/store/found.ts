import { kindIn } from '@screening-room/contract/queues'
import { allOf, type Sql, sql } from '../db/sql.ts'
import { beforeEnd, conditions, type Rows } from './paging.ts'
import { idNamed } from './platform-ids.ts'

/* How each list is searched: by words, or by numbers. */

/**
 * Items that hold these words, and the one that the platform calls so. The search table has parts: a type of video,
 * or another queue.
 */
export function foundByWords(part?: number): Rows['found'] {
  return (words, rows, filters, most) => {
    const { since, until, status } = filters
    const { queue } = rows
    const kind = kindIn(queue, filters)
    const where = allOf([...conditions(rows, filters), ...beforeEnd(filters)])
    return sql`
    select case when n.id is null or n.id = any (s.ids) then s.ids else (n.id || s.ids)[: ${most}::int] end as ids,
      s.complete
    from search_items(${queue}, ${part ?? kind}::smallint, ${kind ?? null}::bigint,
        ${status ?? null}::smallint, ${since ?? null}::timestamptz, ${until ?? null}::timestamptz,
        ${words}, ${most}::int) s
      left join (select x.id from ${rows.from} where x.id = ${idNamed(queue, words)} and ${where}) n on true`
  }
}

const number = /^[1-9][0-9]{0,15}$/

/** Items of which one of these columns is the number that was typed, or what the platform calls so; by its kind. */
export function foundByNumber(columns: Record<string, Sql>): Rows['found'] {
  return (words, rows, filters, most) => {
    const where = allOf([...conditions(rows, filters), ...beforeEnd(filters)])
    // Each along its own index.
    const each = Object.entries(columns).flatMap(([kind, column]) =>
      [idNamed(kind, words), ...(number.test(words) ? [sql`${words}::bigint`] : [])].map(
        (id) => sql`
        (select x.id, x.create_time from ${rows.from} where ${column} = ${id} and ${where}
         order by x.create_time desc, x.id desc limit ${most}::int)`,
      ),
    )
    return sql`
      select coalesce(array_agg(id order by create_time desc, id desc), '{}') as ids, count(*) < ${most}::int as complete
      from (select * from (${each.reduce((all, one) => sql`${all} union ${one}`)}) u
            order by create_time desc, id desc limit ${most}::int) f`
  }
}
