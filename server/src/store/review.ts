import type { Queue, Status } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

const tables = {
  certification: sql`certification`,
  project: sql`project`,
  video: sql`video`,
  report: sql`report`,
} satisfies Record<Queue, unknown>

/** Whoever comes second waits here until the first has committed, and then sees what it did. */
export async function lockStatus(tx: Tx, queue: Queue, id: number): Promise<number | undefined> {
  const [found] = await tx.query<{ status: number }>(
    sql`select status from ${tables[queue]} where id = ${id} for update`,
  )
  return found?.status
}

export async function setStatus(
  tx: Tx,
  queue: Queue,
  ids: readonly number[],
  to: Status,
): Promise<void> {
  await tx.query(
    sql`update ${tables[queue]} set status = ${to}, update_time = now() where id = any (${ids}::bigint[])`,
  )
}
