import {
  type CategoryKind,
  type CategoryMaps,
  comparableName,
} from '@screening-room/contract/categories'
import { isBlank } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import {
  type Categories,
  type CategoryRow,
  findCategories,
  insertCategory,
  insertTag,
  lockCategories,
  lockCategoryNames,
  type Names,
  type TagRow,
} from '../store/categories.ts'
import type { Actor } from '../store/events.ts'
import { appendSentEvent } from '../store/outbox.ts'

export function namesFrom(field: string, name: string, english: string | undefined): Names {
  const comparable = comparableName(name)
  if (!comparable) throw badField(field, 'required')
  const nameEn = isBlank(english ?? '') ? undefined : english?.trim()
  return { name: name.trim(), nameEn, comparable }
}

export const isMerged = (row: CategoryRow): boolean => row.mergedInto !== null

/** What it is merged into in the end: itself where it is not merged. */
export function rootOf<Row extends CategoryRow>(rows: readonly Row[], row: Row): Row {
  let root = row
  // It ends even if rows that were written by hand point at each other.
  for (let step = 0; root.mergedInto !== null && step < rows.length; step++)
    root = rows.find(({ id }) => id === root.mergedInto) ?? root
  return root
}

/** The tags of each category and of those merged into it, in their order; merged ones too. */
function tagsByCategory({ categories, tags }: Categories): Map<number, TagRow[]> {
  const roots = new Map(categories.map((one) => [one.id, rootOf(categories, one).id]))
  const found = new Map<number, TagRow[]>(categories.map(({ id }) => [id, []]))
  for (const tag of tags) found.get(roots.get(tag.categoryId) ?? 0)?.push(tag)
  return found
}

export const tagsOf = (all: Categories, categoryId: number): TagRow[] =>
  tagsByCategory(all).get(categoryId) ?? []

export function mergedRefusal(rows: readonly CategoryRow[], row: CategoryRow): Refusal {
  return new Refusal('merged', { name: row.name, into: rootOf(rows, row).name })
}

const taken = {
  category: { shown: 'category_exists', hidden: 'category_hidden' },
  tag: { shown: 'tag_exists', hidden: 'tag_hidden' },
} as const

/** A name stays with what was merged, so that its merge can be undone. */
export function refuseTaken(kind: CategoryKind, rows: readonly CategoryRow[], name: Names): void {
  const same = rows.filter(({ comparable }) => comparable === name.comparable)
  const [holder = undefined] = [...same.filter((row) => !isMerged(row)), ...same]
  if (!holder) return
  if (isMerged(holder)) throw mergedRefusal(rows, holder)
  throw new Refusal(taken[kind][holder.hidden ? 'hidden' : 'shown'])
}

export async function addCategory(tx: Tx, by: Actor, name: string, english: string | undefined) {
  const category = namesFrom('typeName', name, english)
  await lockCategoryNames(tx)
  const id = await insertCategory(tx, category)
  if (id === undefined) {
    refuseTaken('category', (await findCategories(tx)).categories, category)
    throw new Refusal('category_exists')
  }
  const event = { action: 'addCategory', queue: 'category', details: category } as const
  await appendSentEvent(tx, by, id, event)
  return id
}

export async function addTag(
  tx: Tx,
  by: Actor,
  categoryId: number,
  name: string,
  english: string | undefined,
) {
  const tag = namesFrom('tagName', name, english)
  const all = await lockCategories(tx)
  const category = all.categories.find(({ id }) => id === categoryId)
  if (!category) throw missing('category', categoryId)
  if (isMerged(category)) throw mergedRefusal(all.categories, category)
  refuseTaken('tag', tagsOf(all, categoryId), tag)
  const id = await insertTag(tx, categoryId, tag)
  if (id === undefined) throw new Refusal('tag_exists')
  const event = { action: 'addTag', queue: 'tag', details: { categoryId, ...tag } } as const
  await appendSentEvent(tx, by, id, event)
  return id
}

/** Without a prototype, so that a category called `__proto__` is a name like any other. */
const map = <Value>(entries: [string, Value][]): Record<string, Value> =>
  entries.reduce((all, [key, value]) => {
    Object.defineProperty(all, key, { value, enumerable: true, configurable: true, writable: true })
    return all
  }, Object.create(null))

const isShown = (row: CategoryRow) => !row.hidden
const namesById = (rows: readonly CategoryRow[]) =>
  map(rows.map(({ id, name }) => [String(id), name]))
const englishById = (rows: readonly CategoryRow[]) =>
  map(rows.flatMap(({ id, nameEn }) => (nameEn ? [[String(id), nameEn]] : [])))

export function offered({ categories }: Categories) {
  const live = categories.filter((row) => !isMerged(row))
  const named = ({ id, name, nameEn }: CategoryRow) => ({ id, name, nameEn })
  return {
    data: live.filter(isShown).map(named),
    hidden: live.filter(({ hidden }) => hidden).map(named),
  }
}

/** JavaScript moves keys like "1" to the front, so the order travels beside the maps. */
export function categoryMapsOf(all: Categories): CategoryMaps {
  const tagsOfEach = tagsByCategory(all)
  const live = all.categories
    .filter((row) => !isMerged(row))
    .map((category) => ({
      ...category,
      tags: (tagsOfEach.get(category.id) ?? []).filter((tag) => !isMerged(tag)),
    }))
  const tags = live.flatMap((category) => category.tags)
  const shown = live.filter(isShown)
  return {
    typeTags: map(shown.map(({ name, tags }) => [name, namesById(tags.filter(isShown))])),
    types: namesById(shown),
    order: live.map(({ id }) => id),
    tagOrder: tags.map(({ id }) => id),
    english: { types: englishById(live), tags: englishById(tags) },
    hidden: {
      types: namesById(live.filter(({ hidden }) => hidden)),
      tags: tags.filter(({ hidden }) => hidden).map(({ id }) => id),
      typeTags: map(
        live.flatMap(({ id, hidden, tags }) => {
          // Of a hidden category, its other tags as well: they stand nowhere else.
          const own = tags.filter((tag) => hidden || tag.hidden)
          return own.length > 0 ? [[String(id), namesById(own)]] : []
        }),
      ),
    },
  }
}
