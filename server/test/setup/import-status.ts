import type { Queue } from '@screening-room/contract/queues'

/* For server tests and browser tests alike: these use the built server, and its sql tag is another one. */

type Tag<Sql> = (parts: TemplateStringsArray, ...values: unknown[]) => Sql

interface Database<Sql> {
  query<Row>(statement: Sql): Promise<Row[]>
}

/**
 * Changes statuses by SQL, each with its event and outbox row, as an import has to. It takes no lock on the
 * table, so others can work on it. The table is `x` in `where`. Returns the ids.
 */
export async function importStatus<Sql>(
  { db, sql }: { db: Database<Sql>; sql: Tag<Sql> },
  queue: Queue,
  { where, to }: { where: Sql; to: number },
): Promise<number[]> {
  const table = {
    certification: sql`certification`,
    project: sql`project`,
    video: sql`video`,
    report: sql`report`,
  }[queue]
  const rows = await db.query<{ id: number }>(sql`
    with before as (select x.id, x.status from ${table} x where ${where} for update),
    changed as (
      update ${table} x set status = ${to} from before b where x.id = b.id
      returning x.id, b.status as before, x.status as after),
    recorded as (
      insert into event (actor_id, actor_name, action, queue, subject_id, before, after)
      select 0, 'platform', 'import', ${queue}::text, id, before, after from changed
      returning id, subject_id),
    told as (
      insert into outbox (event_id, decision, queue, subject_id, actor_id, state, due_at)
      select id, gen_random_uuid(), ${queue}::text, subject_id, 0, 'delivered', now() from recorded)
    select id from changed`)
  return rows.map(({ id }) => id)
}
