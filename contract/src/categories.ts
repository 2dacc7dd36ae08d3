import * as z from 'zod/mini'
import { categoryMapsInData, namedInData } from './answers.ts'
import { defineCall } from './call.ts'
import { id, nothing, shownName, text } from './fields.ts'
import { problem } from './problems.ts'

const names = z.record(z.string(), z.string())
/** The name in Chinese; `nameEn` and `hidden` are our additions. */
export const named = z.object({
  id: z.number(),
  name: z.string(),
  nameEn: z.nullish(z.string()),
  /** Of a video's tag: it is no longer offered. */
  hidden: z.nullish(z.boolean()),
})
export type Named = z.output<typeof named>

/**
 * Categories on the wire: a map by name and a map by ID of those that are offered. Our additions are the
 * order of categories and of tags, the English names, and what is not offered: hidden categories, their
 * tags and hidden tags by the category's ID, and which tags are hidden themselves.
 */
export const categoryMaps = z.object({
  typeTags: z.record(z.string(), names),
  types: names,
  order: z.optional(z.array(z.number())),
  tagOrder: z.optional(z.array(z.number())),
  english: z.optional(z.object({ types: names, tags: names })),
  hidden: z.optional(
    z.object({
      types: names,
      typeTags: z.record(z.string(), names),
      tags: z.array(z.number()),
    }),
  ),
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

const kinds = ['category', 'tag'] as const
export type CategoryKind = (typeof kinds)[number]
/** What is changed: a category or a tag. */
const subject = { kind: z.enum(kinds, { error: problem('one_of', kinds.join(', ')) }), id }

/** What a merge would do. */
export const mergePreview = z.object({
  /** Not `exact` in a large table: estimated from a sample. */
  videos: z.object({ count: z.number(), exact: z.boolean() }),
  /** Tags that come along, and those that are joined with a tag of the same name. */
  moved: z.array(named),
  joined: z.array(z.object({ from: named, into: named })),
  /** Sent with the merge, which is refused once anything of this has changed. */
  state: z.string(),
})
export type MergePreview = z.output<typeof mergePreview>

const changes = { needs: 'configuration', changes: true, origin: 'ours', sends: 'form' } as const

export const categoryCalls = {
  maps: defineCall({
    method: 'GET',
    path: '/vedio/type/tag/list',
    summary: 'Every category with its tags',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: categoryMaps }),
    adapt: categoryMapsInData,
    refuses: [],
    needs: 'session',
    origin: 'spec',
  }),
  list: defineCall({
    method: 'GET',
    path: '/vedio/categories',
    summary: 'Every category that is offered: id and names; beside them those that are hidden',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(named), hidden: z.optional(z.array(named)) }),
    adapt: namedInData('name'),
    refuses: [],
    needs: 'session',
    origin: 'spec',
  }),
  addCategory: defineCall({
    method: 'POST',
    path: '/admin/data/type/add',
    summary: 'Add a category',
    sends: 'form',
    input: z.object({ typeName: shownName(60), typeNameEn: z.optional(shownName(60)) }),
    output: z.object({ data: z.object({ id: z.number() }) }),
    refuses: ['category_exists', 'category_hidden', 'merged', 'key_reused'],
    needs: 'configuration',
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
    refuses: ['not_found', 'tag_exists', 'tag_hidden', 'merged', 'key_reused'],
    needs: 'configuration',
    changes: true,
    origin: 'spec',
  }),
  rename: defineCall({
    method: 'POST',
    path: '/admin/ext/categories/rename',
    summary: 'Rename a category or tag that still has the names in `wasName` and `wasNameEn`',
    input: z.object({
      ...subject,
      name: shownName(60),
      nameEn: z.optional(shownName(60)),
      wasName: text(60),
      wasNameEn: z.optional(text(60)),
    }),
    output: nothing,
    refuses: [
      'not_found',
      'merged',
      'changed_since',
      'category_exists',
      'tag_exists',
      'category_hidden',
      'tag_hidden',
      'key_reused',
    ],
    ...changes,
  }),
  move: defineCall({
    method: 'POST',
    path: '/admin/ext/categories/move',
    summary:
      'Put a category, or a tag within its category, after another one; without `after` it is the first. ' +
      'Refused where `was` is no longer the one before it',
    input: z.object({ ...subject, was: z.optional(id), after: z.optional(id) }),
    output: nothing,
    refuses: ['not_found', 'merged', 'changed_since', 'key_reused'],
    ...changes,
  }),
  setHidden: defineCall({
    method: 'POST',
    path: '/admin/ext/categories/hide',
    summary: 'Stop offering a category or tag, or offer it again; videos that have it keep it',
    input: z.object({
      ...subject,
      hidden: z.enum(['true', 'false'], { error: problem('one_of', 'true, false') }),
    }),
    output: nothing,
    refuses: ['not_found', 'merged', 'key_reused'],
    ...changes,
  }),
  mergePreview: defineCall({
    method: 'GET',
    path: '/admin/ext/categories/merge-preview',
    summary: 'What merging a category or tag into another one would move',
    sends: 'query',
    input: z.object({ ...subject, into: id }),
    output: z.object({ data: mergePreview }),
    refuses: ['not_found', 'merged', 'hidden_choice'],
    needs: 'configuration',
    origin: 'ours',
  }),
  merge: defineCall({
    method: 'POST',
    path: '/admin/ext/categories/merge',
    summary:
      'Merge a category with its tags into another one, or a tag into another of its category',
    input: z.object({ ...subject, into: id, state: text(64) }),
    output: nothing,
    refuses: ['not_found', 'merged', 'hidden_choice', 'preview_outdated', 'key_reused'],
    ...changes,
  }),
  unmerge: defineCall({
    method: 'POST',
    path: '/admin/ext/categories/unmerge',
    summary: 'Undo a merge: videos and tags are where they were',
    input: z.object({ ...subject, from: id }),
    output: nothing,
    refuses: ['not_found', 'changed_since', 'tag_exists', 'joined_with_category', 'key_reused'],
    ...changes,
  }),
  merges: defineCall({
    method: 'GET',
    path: '/admin/ext/categories/merges',
    summary: 'The merges in force, each with what it was merged into',
    sends: 'nothing',
    input: nothing,
    output: z.object({
      data: z.array(z.object({ kind: z.enum(kinds), ...named.shape, into: z.number() })),
    }),
    refuses: [],
    needs: 'configuration',
    origin: 'ours',
  }),
}
