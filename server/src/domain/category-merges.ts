import { createHash } from 'node:crypto'
import type { CategoryKind, MergePreview } from '@screening-room/contract/categories'
import type { Db, Tx } from '../db/pool.ts'
import { badField, Refusal } from '../refusal.ts'
import {
  type Categories,
  type CategoryRow,
  findCategories,
  joinTags,
  lockCategories,
  separateTags,
  setMergedInto,
  setPlaces,
  type TagRow,
} from '../store/categories.ts'
import type { Actor } from '../store/events.ts'
import { countVideosWith } from '../store/videos.ts'
import { isMerged, refuseTaken, rootOf, tagsOf } from './categories.ts'
import {
  categoryOf,
  changedSince,
  liveRowOf,
  recordChange,
  rowOf,
  type Subject,
  siblingsOf,
} from './category-changes.ts'

/*
 * A merge is a reference from one category or tag to another, which every read follows. Videos are not
 * written: a merge costs the same for ten videos and for a million, and its undo is exact.
 */

export interface Merging extends Subject {
  into: number
}

interface Plan {
  source: CategoryRow
  target: CategoryRow
  moved: TagRow[]
  joined: { from: TagRow; into: TagRow }[]
}

function planMerge(all: Categories, merging: Merging): Plan {
  const { kind, id, into } = merging
  if (id === into) throw badField('into', 'itself')
  const source = liveRowOf(all, merging)
  const target = liveRowOf(all, { kind, id: into })
  if (target.hidden) throw new Refusal('hidden_choice', { name: target.name })
  if (kind === 'tag') {
    const [from, to] = [source, target].map((tag) => categoryOf(all, tag as TagRow))
    if (from !== to) throw badField('into', 'other_category')
    return { source, target, moved: [], joined: [] }
  }
  const live = (categoryId: number) => tagsOf(all, categoryId).filter((tag) => !isMerged(tag))
  const kept = live(into)
  const own = live(id).map((from) => ({
    from,
    into: kept.find((tag) => tag.comparable === from.comparable),
  }))
  return {
    source,
    target,
    moved: own.flatMap(({ from, into }) => (into ? [] : [from])),
    joined: own.flatMap(({ from, into }) => (into ? [{ from, into }] : [])),
  }
}

const named = ({ id, name, nameEn }: CategoryRow) => ({ id, name, nameEn })
const pair = ({ from, into }: Plan['joined'][number]) => ({ from: named(from), into: named(into) })

/** Changes with everything that the preview shows but the number of videos, which grows by itself. */
function stateOf({ source, target, moved, joined }: Plan): string {
  const shown = [named(source), named(target), moved.map(named), joined.map(pair)]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)
}

export async function previewMerge(db: Db, merging: Merging): Promise<MergePreview> {
  const { kind, id } = merging
  const all = await findCategories(db)
  const plan = planMerge(all, merging)
  const rows: CategoryRow[] = kind === 'category' ? all.categories : all.tags
  const alike = rows.filter((row) => rootOf(rows, row).id === id).map((row) => row.id)
  return {
    videos: await countVideosWith(db, kind, alike),
    moved: plan.moved.map(named),
    joined: plan.joined.map(pair),
    state: stateOf(plan),
  }
}

export async function mergeCategory(
  tx: Tx,
  by: Actor,
  merging: Merging & { state: string },
): Promise<void> {
  const { kind, id, into, state } = merging
  const all = await lockCategories(tx)
  if (rowOf(all, merging).mergedInto === into) return
  const plan = planMerge(all, merging)
  if (stateOf(plan) !== state) throw new Refusal('preview_outdated')
  const { source, target, moved } = plan
  const joined = plan.joined.map(({ from, into }) => ({ from: from.id, into: into.id }))
  await setMergedInto(tx, kind, id, into)
  if (kind === 'category') {
    await joinTags(tx, id, joined)
    // Merged ones too: each side keeps its order, and an undo finds it as it was.
    const tags = [...tagsOf(all, into), ...tagsOf(all, id)]
    await setPlaces(
      tx,
      'tag',
      tags.map((tag) => tag.id),
    )
  }
  await recordChange(tx, by, kind, id, 'merge', {
    name: source.name,
    from: { mergedInto: null },
    to: { mergedInto: named(target) },
    ...(kind === 'category' && { moved: moved.map((tag) => tag.id), joined }),
  })
}

export async function unmergeCategory(
  tx: Tx,
  by: Actor,
  undone: Subject & { from: number },
): Promise<void> {
  const { kind, id, from } = undone
  const all = await lockCategories(tx)
  const row = rowOf(all, undone)
  if (row.mergedInto === null) return
  const target = rowOf(all, { kind, id: row.mergedInto })
  if (target.id !== from)
    throw await changedSince(tx, kind, [id], (language) =>
      language === 'en' ? `merged into “${target.name}”` : `已合并到“${target.name}”`,
    )
  if (kind === 'tag') refuseSeparation(all, row as TagRow)
  await setMergedInto(tx, kind, id, null)
  if (kind === 'category') await separateTags(tx, id)
  await recordChange(tx, by, kind, id, 'unmerge', {
    name: row.name,
    from: { mergedInto: named(target) },
    to: { mergedInto: null },
  })
}

function refuseSeparation(all: Categories, tag: TagRow): void {
  if (tag.mergedWith !== null) {
    const category = rowOf(all, { kind: 'category', id: tag.mergedWith })
    throw new Refusal('joined_with_category', { name: tag.name, category: category.name })
  }
  // Another tag of this name may have come with a category since.
  const live = siblingsOf(all, { kind: 'tag', id: tag.id }).filter((one) => !isMerged(one))
  refuseTaken('tag', live, { ...tag, nameEn: undefined })
}

interface Merged {
  kind: CategoryKind
  id: number
  name: string
  nameEn: string | null
  into: number
}

/** The merges in force. Tags that were joined when their category was merged come back with it. */
export function mergesIn({ categories, tags }: Categories): Merged[] {
  const merged = (kind: CategoryKind, rows: readonly CategoryRow[]) =>
    rows.flatMap((row) =>
      row.mergedInto === null ? [] : [{ kind, ...named(row), into: row.mergedInto }],
    )
  return [
    ...merged('category', categories),
    ...merged(
      'tag',
      tags.filter((tag) => tag.mergedWith === null),
    ),
  ]
}
