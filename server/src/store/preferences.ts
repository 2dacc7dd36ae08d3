import type { Preferences } from '@screening-room/contract/preferences'
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/** Null until they chose something. */
export async function getPreferences(db: Db, userId: number): Promise<Preferences | null> {
  const [found] = await db.query<{ choices: Preferences }>(
    sql`select choices from preference where user_id = ${userId}`,
  )
  return found?.choices ?? null
}

/** What is not among the changes stays as it is, also when two browsers change something at once. */
export async function setPreferences(db: Db, userId: number, changes: Preferences): Promise<void> {
  await db.query(sql`
    insert into preference (user_id, choices) values (${userId}, ${JSON.stringify(changes)}::jsonb)
    on conflict (user_id) do update set choices = preference.choices || excluded.choices`)
}
