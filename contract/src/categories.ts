import * as z from 'zod/mini'
import { administrators, defineCall, everyone } from './call.ts'
import { id, nothing, shownName } from './fields.ts'

const names = z.record(z.string(), z.string())
/** The name in Chinese; `nameEn` is our addition. */
export const named = z.object({
  id: z.number(),
  name: z.string(),
  nameEn: z.nullish(z.string()),
})
export type Named = z.output<typeof named>

/** Categories on the wire: a map by name, a map by ID, and the order with the English names. */
export const categoryMaps = z.object({
  typeTags: z.record(z.string(), names),
  types: names,
  order: z.optional(z.array(z.number())),
  english: z.optional(z.object({ types: names, tags: names })),
})
export type CategoryMaps = z.output<typeof categoryMaps>

const withoutInvisible = (text: string) =>
  // The blank Braille pattern is a symbol to Unicode, and nothing to the eye. Tabs and breaks are space.
  text.replace(/(?![\t\n\v\f\r])[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')

/** Names are compared without case, width and invisible characters. */
export function comparableName(name: string): string {
  return (
    withoutInvisible(name.normalize('NFKC'))
      .replace(/\s+/gu, ' ')
      .trim()
      .toLowerCase()
      // Again, now that nothing invisible keeps a letter and its accent apart.
      .normalize('NFKC')
  )
}

export const categoryCalls = {
  maps: defineCall({
    method: 'GET',
    path: '/vedio/type/tag/list',
    summary: 'Every category with its tags',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: categoryMaps }),
    refuses: [],
    roles: everyone,
    origin: 'spec',
  }),
  list: defineCall({
    method: 'GET',
    path: '/vedio/categories',
    summary: 'Every category: id and names',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(named) }),
    refuses: [],
    roles: everyone,
    origin: 'spec',
  }),
  addCategory: defineCall({
    method: 'POST',
    path: '/admin/data/type/add',
    summary: 'Add a category',
    sends: 'form',
    input: z.object({ typeName: shownName(60), typeNameEn: z.optional(shownName(60)) }),
    output: z.object({ data: z.object({ id: z.number() }) }),
    refuses: ['category_exists', 'key_reused'],
    roles: administrators,
    changes: true,
    origin: 'spec',
  }),
  addTag: defineCall({
    method: 'POST',
    path: '/admin/data/tag/add',
    summary: 'Add a tag to a category',
    sends: 'form',
    input: z.object({
      tagName: shownName(60),
      typeId: id,
      tagNameEn: z.optional(shownName(60)),
    }),
    output: z.object({ data: z.object({ id: z.number() }) }),
    refuses: ['not_found', 'tag_exists', 'key_reused'],
    roles: administrators,
    changes: true,
    origin: 'spec',
  }),
}
