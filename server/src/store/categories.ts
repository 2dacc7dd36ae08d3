import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { insertRow } from './inserts.ts'

export interface CategoryRow {
  id: number
  name: string
  nameEn: string | null
  tags: { id: number; name: string; nameEn: string | null }[]
}

export function findCategories(db: Db): Promise<CategoryRow[]> {
  return db.query<CategoryRow>(sql`
    select c.id, c.name, c.name_en as "nameEn",
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'nameEn', t.name_en) order by t.id)
        from tag t where t.category_id = c.id), '[]') as tags
    from category c order by c.id`)
}

export async function getCategoryExists(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.query(sql`select from category where id = ${id}`)
  return rows.length > 0
}

interface Named {
  name: string
  nameEn: string | undefined
  comparable: string
}

/** Undefined where one of that name is there already, however its name is written. */
export async function insertCategory(tx: Tx, { name, nameEn, comparable }: Named) {
  return insertRow(
    tx,
    sql`insert into category (name, name_en, comparable) values (${name}, ${nameEn ?? null}, ${comparable})
      on conflict do nothing returning id`,
    sql`select from category where comparable = ${comparable}`,
  )
}

export async function insertTag(tx: Tx, categoryId: number, { name, nameEn, comparable }: Named) {
  return insertRow(
    tx,
    sql`insert into tag (category_id, name, name_en, comparable)
      values (${categoryId}, ${name}, ${nameEn ?? null}, ${comparable})
      on conflict do nothing returning id`,
    sql`select from tag where category_id = ${categoryId} and comparable = ${comparable}`,
  )
}
