import type { Db, Tx } from '../db/pool.ts'
import { type Sql, sql } from '../db/sql.ts'
import { wireTime } from './paging.ts'

/* What an import leaves in the database while it is at work, and where it ended early. */

/** Without a word for so long, the command is gone. It says something every few seconds. */
const silentSeconds = 30
const shownDays = 7
const shownAtMost = 20

interface ImportState {
  /** Up to this line all is done. */
  line: number
  refused: number
}

/** A file that was imported before goes on in its row. */
export async function beginImport(
  db: Db,
  { path, name, line, refused }: ImportState & { path: string; name: string },
): Promise<number> {
  await db.query(
    sql`delete from import_run where seen_at < now() - make_interval(days => ${shownDays})`,
  )
  const [begun] = await db.query<{ id: number }>(sql`
    insert into import_run as r (path, name, line, refused) values (${path}, ${name}, ${line}, ${refused})
    on conflict (md5(path)) do update set started_at = now(), seen_at = now(), ended_at = null, whole = false,
      line = excluded.line, refused = excluded.refused, dismissed_at = null
    returning id`)
  return begun?.id ?? 0
}

/** At work. What was dismissed while it was silent comes back when it stops once more. */
export async function setImportState(
  db: Db,
  id: number,
  { line, refused }: ImportState,
): Promise<void> {
  await db.query(sql`
    update import_run set seen_at = now(), dismissed_at = null,
      line = greatest(line, ${line}), refused = greatest(refused, ${refused})
    where id = ${id}`)
}

/** `whole`: it reached the end of the file. */
export async function endImport(db: Db, id: number, whole: boolean): Promise<void> {
  await db.query(sql`
    with done as (delete from import_run where id = ${id} and ${whole} and refused = 0)
    update import_run set seen_at = now(), ended_at = now(), whole = ${whole}
    where id = ${id} and not (${whole} and refused = 0)`)
}

const inTrouble: Sql = sql`r.dismissed_at is null and r.seen_at >= now() - make_interval(days => ${shownDays})
  and (r.ended_at is not null
    or r.seen_at not between now() - make_interval(secs => ${silentSeconds}) and now() + make_interval(secs => ${silentSeconds}))`

interface ImportInTrouble extends ImportState {
  id: number
  name: string
  /** When it ended, or was last at work. */
  since: string
  whole: boolean
}

/** The latest first. */
export function findImportsInTrouble(db: Db): Promise<ImportInTrouble[]> {
  return db.query<ImportInTrouble>(sql`
    select r.id, r.name, ${wireTime(sql`r.seen_at`)} as since, r.whole, r.line, r.refused
    from import_run r where ${inTrouble} order by r.seen_at desc, r.id desc limit ${shownAtMost}`)
}

/** False where it is not in trouble, or no more. */
export async function dismissImport(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.query(
    sql`update import_run r set dismissed_at = now() where r.id = ${id} and ${inTrouble} returning r.id`,
  )
  return found.length > 0
}
