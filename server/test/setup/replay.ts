import { expect } from 'vitest'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'

/**
 * The events of each item, one after the other, lead from pending to the status that it has; versions have
 * no gaps. Returns how many items were replayed.
 */
export async function expectReplay(db: Db): Promise<number> {
  const broken = await db.query(sql`
    select queue, subject_id, before, earlier from (
      select queue, subject_id, before,
        coalesce(lag(after) over (partition by queue, subject_id order by id), 0) as earlier
      from event where after is not null and queue in ('certification', 'project', 'video', 'report')) e
    where before is distinct from earlier`)
  expect(broken).toEqual([])
  const rows = await db.query<{ same: boolean }>(sql`
    select i.status = coalesce((select e.after from event e
      where e.queue = i.queue and e.subject_id = i.id and e.after is not null
      order by e.id desc limit 1), 0) as same
    from (select 'video' as queue, id, status from video union all
      select 'project', id, status from project union all
      select 'certification', id, status from certification union all
      select 'report', id, status from report) i`)
  expect(rows.filter(({ same }) => !same)).toEqual([])
  const gaps = await db.query(sql`
    select queue, subject_id from item_version group by queue, subject_id
    having max(version) <> count(*) or min(version) <> 1`)
  expect(gaps).toEqual([])
  return rows.length
}
