import { type CategoryMaps, comparableName } from '@screening-room/contract/categories'

interface Named {
  id: number
  name: string
  english: string
}

export interface Category extends Named {
  tags: Named[]
}

/** A name may be `constructor` or `__proto__`: only own properties count. */
function own<Value>(map: Record<string, Value> | undefined, key: string): Value | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined
}

/** The maps as a list in the server's order; without one, ordered by ID. */
export function categoriesOf({ typeTags, types, order, english }: CategoryMaps): Category[] {
  const inOrder = (order ?? []).map(String).filter((id) => Object.hasOwn(types, id))
  const ids = new Set([...inOrder, ...Object.keys(types)])
  return [...ids].map((id) => {
    const name = own(types, id) ?? ''
    const tags = Object.entries(own(typeTags, name) ?? {})
    return {
      id: Number(id),
      name,
      english: own(english?.types, id) ?? '',
      tags: tags.map(([tagId, tag]) => ({
        id: Number(tagId),
        name: tag,
        english: own(english?.tags, tagId) ?? '',
      })),
    }
  })
}

export const hasName = (all: readonly Named[], name: string) =>
  all.some((one) => comparableName(one.name) === comparableName(name))

/** Whether the name of a category or of one of its tags contains these words. */
export function matches(category: Category, words: string): boolean {
  const wanted = comparableName(words)
  return [category, ...category.tags].some(({ name, english }) =>
    [name, english].some((text) => comparableName(text).includes(wanted)),
  )
}
