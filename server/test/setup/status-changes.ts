import type { Queue } from '@screening-room/contract/queues'
import type { Db } from '../../src/db/pool.ts'
import { type Sql, sql } from '../../src/db/sql.ts'

const tables = {
  certification: sql`certification`,
  project: sql`project`,
  video: sql`video`,
  report: sql`report`,
} satisfies Record<Queue, Sql>

const guards: Record<Queue, { off: Sql; on: Sql }> = {
  certification: {
    off: sql`alter table certification disable trigger certification_status_recorded`,
    on: sql`alter table certification enable trigger certification_status_recorded`,
  },
  project: {
    off: sql`alter table project disable trigger project_status_recorded`,
    on: sql`alter table project enable trigger project_status_recorded`,
  },
  video: {
    off: sql`alter table video disable trigger video_status_recorded`,
    on: sql`alter table video enable trigger video_status_recorded`,
  },
  report: {
    off: sql`alter table report disable trigger report_status_recorded`,
    on: sql`alter table report enable trigger report_status_recorded`,
  },
}

/** Changes a status without an event, as only the owner of the tables can: the guard is off meanwhile. */
export function changeUnrecorded(owner: Db, queue: Queue, change: Sql): Promise<void> {
  return owner.transaction(async (tx) => {
    await tx.query(guards[queue].off)
    await tx.query(change)
    await tx.query(guards[queue].on)
  })
}

/** Changes the status of about one row in 61 of each table that has a search. */
export async function shuffleStatuses(owner: Db, below: (limit: number) => number): Promise<void> {
  for (const queue of ['video', 'certification', 'project'] as const)
    await changeUnrecorded(
      owner,
      queue,
      sql`update ${tables[queue]} set status = case when status = 0 then 5 when status = 5 then 3 else 0 end
        where id % 61 = ${below(61)}`,
    )
}
