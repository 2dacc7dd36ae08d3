import { type CategoryMaps, comparableName } from '@screening-room/contract/categories'
import { isBlank } from '@screening-room/contract/review'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import {
  type CategoryRow,
  getCategoryExists,
  insertCategory,
  insertTag,
} from '../store/categories.ts'
import type { Actor } from '../store/events.ts'
import { appendSentEvent } from '../store/outbox.ts'

function named(field: string, name: string, english: string | undefined) {
  const comparable = comparableName(name)
  if (!comparable) throw badField(field, 'required')
  const nameEn = isBlank(english ?? '') ? undefined : english?.trim()
  return { name: name.trim(), nameEn, comparable }
}

export async function addCategory(tx: Tx, by: Actor, name: string, english: string | undefined) {
  const category = named('typeName', name, english)
  const id = await insertCategory(tx, category)
  if (id === undefined) throw new Refusal('category_exists')
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
  const tag = named('tagName', name, english)
  if (!(await getCategoryExists(tx, categoryId))) throw missing('category', categoryId)
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

/** JavaScript moves keys like "1" to the front, so the order travels beside the maps. */
export function categoryMapsOf(categories: readonly CategoryRow[]): CategoryMaps {
  const tags = categories.flatMap((category) => category.tags)
  return {
    typeTags: map(
      categories.map(({ name, tags }) => [
        name,
        map(tags.map((tag) => [String(tag.id), tag.name])),
      ]),
    ),
    types: map(categories.map(({ id, name }) => [String(id), name])),
    order: categories.map(({ id }) => id),
    english: {
      types: map(categories.flatMap(({ id, nameEn }) => (nameEn ? [[String(id), nameEn]] : []))),
      tags: map(tags.flatMap(({ id, nameEn }) => (nameEn ? [[String(id), nameEn]] : []))),
    },
  }
}
