import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'

/** Three years, a tenth of it in a few crowded hours, with moments that are equal and on the hour. */
export async function fillLists(
  db: Db,
  videos: number,
  seed: number,
  { certifications = 4000, projects = 3000, reports = 4000 } = {},
): Promise<void> {
  const moment = sql`date_trunc('second', timestamptz '2023-01-01T00:00:00Z' + case
      when n % 10 = 0 then floor(random() * 3) * interval '97 days' + random() * interval '2 hours'
      when n % 50 = 1 then floor(random() * 1095 * 24) * interval '1 hour'
      else random() * interval '1095 days' end) + (n % 4) * interval '333 milliseconds'`
  const one = (codes: number[]) =>
    sql`(${codes}::int[])[1 + floor(random() * ${codes.length})::int]::smallint`
  await db.transaction(async (tx) => {
    await tx.query(sql`select setseed(${(seed % 1000) / 1000})`)
    // Their words are of no interest here.
    await tx.query(sql`alter table video disable trigger video_search_added`)
    await tx.query(sql`
      insert into video (type, uploader_id, title, language, status, create_time)
      select (n % 3)::smallint, n, 'video ' || n,
        case when n % 200 = 7 then 'ko' when n % 3 = 1 and n % 5 = 0 then 'en' else 'unknown' end,
        ${one([0, 3, 5, 8])}, ${moment}
      from generate_series(1, ${videos}::int) n`)
    await tx.query(sql`
      insert into certification (member_id, nick_name, phone, role_id, status, create_time)
      select n, 'person', '1', 1 + n % 4, ${one([0, 3, 5])}, ${moment}
      from generate_series(1, ${certifications}::int) n`)
    await tx.query(sql`
      insert into project (owner_id, title, status, create_time)
      select n, 'project', ${one([0, 3, 5])}, ${moment}
      from generate_series(1, ${projects}::int) n`)
    await tx.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, status, create_time)
      select n, (n % 3)::smallint, 1, n, ${one([0, 3, 8])}, ${moment}
      from generate_series(1, ${reports}::int) n`)
  })
  await db.query(sql`analyze video`)
}
