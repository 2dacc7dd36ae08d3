import type { CategoryKind } from '@screening-room/contract/categories'
import type { Db, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { insertRow } from './inserts.ts'

export interface CategoryRow {
  id: number
  name: string
  nameEn: string | null
  comparable: string
  hidden: boolean
  mergedInto: number | null
}

export interface TagRow extends CategoryRow {
  categoryId: number
  /** The category whose merge joined this tag with one of the same name. */
  mergedWith: number | null
}

/** Every category and tag in their order, merged ones too. */
export interface Categories {
  categories: CategoryRow[]
  tags: TagRow[]
}

const fields = sql`x.id, x.name, x.name_en as "nameEn", x.comparable, x.hidden, x.merged_into as "mergedInto"`

/** In one statement, so that no merge comes between. */
export async function findCategories(db: Db | Tx): Promise<Categories> {
  const [found] = await db.query<Categories>(sql`
    select coalesce((select json_agg(c order by c.place nulls last, c.id)
        from (select ${fields}, x.place from category x) c), '[]') as categories,
      coalesce((select json_agg(t order by t.place nulls last, t.id)
        from (select ${fields}, x.place, x.category_id as "categoryId", x.merged_with as "mergedWith"
          from tag x) t), '[]') as tags`)
  return found ?? { categories: [], tags: [] }
}

/** Until this transaction ends nobody else changes a category or tag. */
export async function lockCategories(tx: Tx): Promise<Categories> {
  await tx.query(sql`select pg_advisory_xact_lock(7263548)`)
  return findCategories(tx)
}

/** Until this transaction ends others can only add categories, which the unique name keeps apart. */
export async function lockCategoryNames(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(7263548)`)
}

export async function getCategory(tx: Tx, id: number): Promise<CategoryRow | undefined> {
  const [found] = await tx.query<CategoryRow>(sql`
    select ${fields} from category x where x.id = ${id}`)
  return found
}

export interface Names {
  name: string
  nameEn: string | undefined
  comparable: string
}

/** Undefined where one of that name is there already, however its name is written. */
export async function insertCategory(tx: Tx, { name, nameEn, comparable }: Names) {
  return insertRow(
    tx,
    sql`insert into category (name, name_en, comparable) values (${name}, ${nameEn ?? null}, ${comparable})
      on conflict do nothing returning id`,
    sql`select from category where comparable = ${comparable}`,
  )
}

export async function insertTag(tx: Tx, categoryId: number, { name, nameEn, comparable }: Names) {
  return insertRow(
    tx,
    sql`insert into tag (category_id, name, name_en, comparable)
      values (${categoryId}, ${name}, ${nameEn ?? null}, ${comparable})
      on conflict do nothing returning id`,
    sql`select from tag where category_id = ${categoryId} and comparable = ${comparable}`,
  )
}

const tables = { category: sql`category`, tag: sql`tag` }

export async function setNames(
  tx: Tx,
  kind: CategoryKind,
  id: number,
  { name, nameEn, comparable }: Names,
): Promise<void> {
  await tx.query(sql`
    update ${tables[kind]} set name = ${name}, name_en = ${nameEn ?? null}, comparable = ${comparable}
    where id = ${id}`)
}

/** In the order of these IDs. */
export async function setPlaces(tx: Tx, kind: CategoryKind, ids: readonly number[]): Promise<void> {
  await tx.query(sql`
    update ${tables[kind]} x set place = p.place
    from unnest(${ids}::bigint[]) with ordinality as p (id, place)
    where x.id = p.id and x.place is distinct from p.place`)
}

export async function setHidden(
  tx: Tx,
  kind: CategoryKind,
  id: number,
  hidden: boolean,
): Promise<void> {
  await tx.query(sql`update ${tables[kind]} set hidden = ${hidden} where id = ${id}`)
}

export async function setMergedInto(
  tx: Tx,
  kind: CategoryKind,
  id: number,
  into: number | null,
): Promise<void> {
  await tx.query(sql`update ${tables[kind]} set merged_into = ${into} where id = ${id}`)
}

/** Joins tags with others, as part of the merge of a category. */
export async function joinTags(
  tx: Tx,
  categoryId: number,
  joined: readonly { from: number; into: number }[],
): Promise<void> {
  await tx.query(sql`
    update tag x set merged_into = p.target, merged_with = ${categoryId}
    from unnest(${joined.map(({ from }) => from)}::bigint[], ${joined.map(({ into }) => into)}::bigint[])
      as p (id, target)
    where x.id = p.id`)
}

/** Separates the tags that the merge of this category joined. */
export async function separateTags(tx: Tx, categoryId: number): Promise<void> {
  await tx.query(sql`
    update tag set merged_into = null, merged_with = null where merged_with = ${categoryId}`)
}
