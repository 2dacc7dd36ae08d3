import type { CategoryKind } from '@screening-room/contract/categories'
import type { Language } from '@screening-room/contract/refusals'
import type { Tx } from '../db/pool.ts'
import { missing, Refusal } from '../refusal.ts'
import {
  type Categories,
  type CategoryRow,
  lockCategories,
  setHidden,
  setNames,
  setPlaces,
  type TagRow,
} from '../store/categories.ts'
import { type Actor, type CategoryChange, getLastActor, type NewEvent } from '../store/events.ts'
import { appendSentEvent } from '../store/outbox.ts'
import { isMerged, mergedRefusal, namesFrom, refuseTaken, rootOf, tagsOf } from './categories.ts'

/* Rename, order and hide. What is as it was already leaves no trace. */

/** The change with what was before and what is after, for the event log and for the platform. */
export async function recordChange(
  tx: Tx,
  by: Actor,
  kind: CategoryKind,
  id: number,
  change: CategoryChange,
  details: object,
): Promise<void> {
  const action: NewEvent['action'] = `${change}${kind === 'category' ? 'Category' : 'Tag'}`
  await appendSentEvent(tx, by, id, { action, queue: kind, details })
}

export interface Subject {
  kind: CategoryKind
  id: number
}

export function rowOf(all: Categories, { kind, id }: Subject): CategoryRow {
  const rows: CategoryRow[] = kind === 'category' ? all.categories : all.tags
  const row = rows.find((one) => one.id === id)
  if (!row) throw missing(kind, id)
  return row
}

/** A category or tag that is not merged. */
export function liveRowOf(all: Categories, subject: Subject): CategoryRow {
  const row = rowOf(all, subject)
  const rows = subject.kind === 'category' ? all.categories : all.tags
  if (isMerged(row)) throw mergedRefusal(rows, row)
  return row
}

/** The category in which a tag is shown. */
export function categoryOf(all: Categories, tag: TagRow): CategoryRow {
  return rootOf(all.categories, rowOf(all, { kind: 'category', id: tag.categoryId }))
}

/** Those among which it has its name and its place, itself included; merged ones too. */
export function siblingsOf(all: Categories, { kind, id }: Subject): CategoryRow[] {
  if (kind === 'category') return all.categories
  const tag = all.tags.find((one) => one.id === id)
  return tag ? tagsOf(all, categoryOf(all, tag).id) : []
}

/** `ids` are those whose change may have been the one. */
export async function changedSince(
  tx: Tx,
  kind: CategoryKind,
  ids: readonly number[],
  now: (language: Language) => string,
): Promise<Refusal> {
  const by = await getLastActor(tx, kind, ids)
  return new Refusal('changed_since', (language) => ({
    by: by ?? (language === 'en' ? 'someone else' : '他人'),
    now: now(language),
  }))
}

const bothNames = ({ name, nameEn }: { name: string; nameEn?: string | null | undefined }) =>
  nameEn ? `${name} / ${nameEn}` : name

interface Renaming extends Subject {
  name: string
  nameEn?: string | undefined
  wasName: string
  wasNameEn?: string | undefined
}

export async function renameCategory(tx: Tx, by: Actor, given: Renaming): Promise<void> {
  const { kind, id, wasName, wasNameEn } = given
  const to = namesFrom('name', given.name, given.nameEn)
  const all = await lockCategories(tx)
  const row = liveRowOf(all, given)
  if (bothNames(row) === bothNames(to)) return
  if (bothNames(row) !== bothNames({ name: wasName, nameEn: wasNameEn }))
    throw await changedSince(tx, kind, [id], () => bothNames(row))
  const others = siblingsOf(all, given).filter((one) => one !== row)
  refuseTaken(kind, others, to)
  await setNames(tx, kind, id, to)
  await recordChange(tx, by, kind, id, 'rename', {
    from: { name: row.name, nameEn: row.nameEn },
    to: { name: to.name, nameEn: to.nameEn ?? null },
  })
}

const placeOf = ({ name }: CategoryRow, before: CategoryRow | undefined) =>
  before
    ? { en: `“${name}” is after “${before.name}”`, 'zh-CN': `“${name}”排在“${before.name}”之后` }
    : { en: `“${name}” is the first`, 'zh-CN': `“${name}”排在首位` }

interface Move extends Subject {
  /** The one before it as the caller has seen it, and the one it goes after; undefined: it is the first. */
  was?: number | undefined
  after?: number | undefined
}

export async function moveCategory(tx: Tx, by: Actor, given: Move): Promise<void> {
  const { kind, id, was, after } = given
  const all = await lockCategories(tx)
  const row = liveRowOf(all, given)
  const siblings = siblingsOf(all, given)
  const inOrder = siblings.filter((one) => !isMerged(one))
  const before = inOrder[inOrder.indexOf(row) - 1]
  if (before?.id === after) return
  if (before?.id !== was) {
    const involved = [id, was, before?.id].filter((one) => one !== undefined)
    throw await changedSince(tx, kind, involved, (language) => placeOf(row, before)[language])
  }
  // Merged ones keep their place among the others, for when their merge is undone.
  const order = siblings.filter((one) => one !== row)
  const place = after === undefined ? 0 : order.findIndex((one) => one.id === after) + 1
  if (after !== undefined && !inOrder.some((one) => one.id === after)) throw missing(kind, after)
  order.splice(place, 0, row)
  await setPlaces(
    tx,
    kind,
    order.map((one) => one.id),
  )
  await recordChange(tx, by, kind, id, 'move', {
    from: { after: was ?? null },
    to: { after: after ?? null },
    order: order.filter((one) => !isMerged(one)).map((one) => one.id),
  })
}

export async function hideCategory(
  tx: Tx,
  by: Actor,
  subject: Subject,
  hidden: boolean,
): Promise<void> {
  const row = liveRowOf(await lockCategories(tx), subject)
  if (row.hidden === hidden) return
  const { kind, id } = subject
  await setHidden(tx, kind, id, hidden)
  await recordChange(tx, by, kind, id, hidden ? 'hide' : 'show', {
    name: row.name,
    from: { hidden: row.hidden },
    to: { hidden },
  })
}
