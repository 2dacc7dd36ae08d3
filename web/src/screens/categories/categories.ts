import {
  type CategoryKind,
  type CategoryMaps,
  categoryCalls,
  comparableName,
} from '@screening-room/contract/categories'
import { videoCalls } from '@screening-room/contract/videos'

export interface Named {
  id: number
  name: string
  english: string
  /** No longer offered; videos that have it keep it. */
  hidden: boolean
}

export interface Category extends Named {
  tags: Named[]
}

/** A category, or one of its tags, among those that it has its name and place with. */
export interface Subject {
  kind: CategoryKind
  one: Named
  siblings: readonly Named[]
}

/** What can be undone at once, as long as nobody has changed it since. */
export type Undoable = { kind: CategoryKind; one: Named } & (
  | { did: 'hide' }
  | { did: 'merge'; into: Named }
)

const { maps, list, merges } = categoryCalls
const { personal, project } = videoCalls
/** Everything that shows a category or a tag. */
export const showsCategories = [
  maps,
  list,
  merges,
  ...[personal, project].flatMap((calls) => [calls.list, calls.get]),
]

/** A name may be `constructor` or `__proto__`: only own properties count. */
function own<Value>(map: Record<string, Value> | undefined, key: string): Value | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined
}

/** Those of `ids` that `order` names come first, in its order. */
function inOrder(ids: readonly string[], order: readonly number[] | undefined): string[] {
  const known = new Set(ids)
  const first = (order ?? []).map(String).filter((id) => known.has(id))
  return [...new Set([...first, ...ids])]
}

/** The maps as a list in the server's order; without one, ordered by ID. Hidden ones are for administrators. */
export function categoriesOf(given: CategoryMaps, withHidden: boolean): Category[] {
  const { typeTags, types, order, tagOrder, english } = given
  const hidden = withHidden ? given.hidden : undefined
  const hiddenTags = new Set(hidden?.tags)
  const all = { ...types, ...hidden?.types }
  return inOrder(Object.keys(all), order).map((id) => {
    const name = own(all, id) ?? ''
    const offered = own(types, id) === undefined ? undefined : own(typeTags, name)
    const tags = { ...offered, ...own(hidden?.typeTags, id) }
    return {
      id: Number(id),
      name,
      english: own(english?.types, id) ?? '',
      hidden: own(hidden?.types, id) !== undefined,
      tags: inOrder(Object.keys(tags), tagOrder).map((tagId) => ({
        id: Number(tagId),
        name: own(tags, tagId) ?? '',
        english: own(english?.tags, tagId) ?? '',
        hidden: hiddenTags.has(Number(tagId)),
      })),
    }
  })
}

/** Why another category or tag cannot have this name, if it cannot. */
export function nameProblem(kind: CategoryKind, others: readonly Named[], name: string) {
  const holder = others.find((one) => comparableName(one.name) === comparableName(name))
  if (!holder) return undefined
  if (kind === 'category') return holder.hidden ? 'categoryHidden' : 'categoryExists'
  return holder.hidden ? 'tagHidden' : 'tagExists'
}

/** Whether the name of a category or of one of its tags contains these words. */
export function matches(category: Category, words: string): boolean {
  const wanted = comparableName(words)
  return [category, ...category.tags].some(({ name, english }) =>
    [name, english].some((text) => comparableName(text).includes(wanted)),
  )
}
