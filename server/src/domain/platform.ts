import { setTimeout as pause } from 'node:timers/promises'
import { type PlatformKind, platformRows } from '@screening-room/contract/platform'
import { longestExternalId } from '@screening-room/contract/platform-fields'
import { type Problem, problem, problems } from '@screening-room/contract/refusals'
import * as z from 'zod/mini'
import { isLockConflict } from '../db/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import type { ActionRequest } from '../store/actions.ts'
import { findNames, insertNames, lockNames, type Named } from '../store/platform-ids.ts'
import {
  type ContentRow,
  insertContent,
  lockContent,
  lockReported,
  type PlatformTable,
  setContent,
} from '../store/platform-rows.ts'
import { once } from './once.ts'
import { type IdOf, kinds } from './platform-kinds.ts'

/* What the platform sends, row by row: added, changed, or refused without harm to the others. */

export interface RowResult {
  external_id: string | null
  id: number | null
  result: 'created' | 'updated' | 'unchanged' | 'refused'
  refused?: { field: string; problem: Problem }
}

interface Kind {
  table: PlatformTable
  content: (row: never, idOf: IdOf) => Record<string, unknown>
  fixed?: { column: string; field: string }
}

/** A row that can be read, and its place in the call. */
interface ReadRow {
  place: number
  name: string
  row: never
}

const keyOf = ({ kind, name }: Named) => `${kind} ${name}`

/** As much of a text as is shown, without what PostgreSQL cannot store: answers are recorded. */
const storable = (text: string, most: number) =>
  [...text.replaceAll('\0', '').toWellFormed()].slice(0, most).join('')

/** The first thing that is wrong with a row, under the name of its field. */
function problemOf({ issues }: z.core.$ZodError): { field: string; problem: Problem } {
  const [issue] = issues
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  if (unknown !== undefined) return { field: storable(unknown, 60), problem: problem('unknown') }
  const [field = 'row', at] = issue?.path ?? []
  const written = issue?.message ?? ''
  const known = Object.hasOwn(problems, written.split('|')[0] ?? '')
  return {
    field: at === undefined ? String(field) : `${String(field)}[${String(at)}]`,
    problem: known ? written : problem('object'),
  }
}

/** An external_id that can be shown, of a row that cannot be taken. */
function nameIn(given: unknown): string | null {
  const name = (given as { external_id?: unknown } | null)?.external_id
  return typeof name === 'string' ? storable(name, longestExternalId) : null
}

function readRows(kind: PlatformKind, given: readonly unknown[], results: RowResult[]): ReadRow[] {
  const names = new Set<string>()
  const rows: ReadRow[] = []
  for (const [place, one] of given.entries()) {
    const read = z.safeParse(platformRows[kind], one)
    const name = read.data?.external_id
    if (read.success && name !== undefined && !names.has(name)) {
      names.add(name)
      rows.push({ place, name, row: read.data as never })
      continue
    }
    const refused = read.error
      ? problemOf(read.error)
      : { field: 'external_id', problem: problem('twice') }
    results[place] = { external_id: nameIn(one), id: null, result: 'refused', refused }
  }
  return rows
}

/** Every name that the rows hold, each once: their own, and what they refer to. */
function namesIn({ table, content }: Kind, rows: readonly ReadRow[]): Named[] {
  const all = new Map<string, Named>()
  const note = (kind: string, name: string) => all.set(keyOf({ kind, name }), { kind, name })
  for (const { name, row } of rows) {
    note(table, name)
    content(row, (kind, other) => {
      note(kind, other)
      return 0
    })
  }
  return [...all.values()]
}

/**
 * Adds and changes rows in one transaction. Names are locked first, then videos before their reports, then
 * the rows, each in one order: two calls, or a call and a decision, do not wait in a circle.
 */
async function upsertRows(
  tx: Tx,
  kindName: PlatformKind,
  given: readonly unknown[],
): Promise<RowResult[]> {
  const kind = kinds[kindName] as Kind
  const results: RowResult[] = []
  const rows = readRows(kindName, given, results)
  if (rows.length === 0) return results
  const names = namesIn(kind, rows)
  await insertNames(tx, names)
  await lockNames(
    tx,
    kind.table,
    rows.map(({ name }) => name),
  )
  const ids = new Map((await findNames(tx, names)).map((named) => [keyOf(named), named.id]))
  const idOf: IdOf = (table, name) => {
    const id = ids.get(keyOf({ kind: table, name }))
    if (id === undefined) throw new Error(`${table} ${name} got no id`)
    return id
  }
  const wanted = rows.map(({ place, name, row }) => {
    const id = idOf(kind.table, name)
    return { place, name, content: { id, ...kind.content(row, idOf) } }
  })
  const reported = kindName === 'reports' ? await typesOfVideos(tx, wanted) : undefined
  const here = await lockContent(
    tx,
    kind.table,
    wanted.map(({ content }) => content.id),
  )
  const before = new Map(here.map((row) => [row.id, row]))
  const taken: ContentRow[] = []
  for (const { place, name, content } of wanted) {
    const refused = refusalOf(kind, content, before.get(content.id), reported)
    const result = refused ? ('refused' as const) : ('unchanged' as const)
    results[place] = { external_id: name, id: content.id, result, ...(refused && { refused }) }
    if (!refused) taken.push(content)
  }
  await write(tx, kind.table, taken, before, results)
  return results
}

interface WantedRow {
  content: ContentRow
}

async function typesOfVideos(
  tx: Tx,
  wanted: readonly WantedRow[],
): Promise<ReadonlyMap<unknown, number>> {
  const ids = new Set(wanted.map(({ content }) => content.video_id as number))
  return new Map((await lockReported(tx, [...ids])).map(({ id, type }) => [id, type]))
}

function refusalOf(
  { fixed }: Kind,
  content: ContentRow,
  before: ContentRow | undefined,
  reported: ReadonlyMap<unknown, number> | undefined,
): RowResult['refused'] {
  if (fixed && before && before[fixed.column] !== content[fixed.column])
    return { field: fixed.field, problem: problem('fixed') }
  const type = reported?.get(content.video_id)
  if (type !== undefined && type !== content.video_type)
    return { field: 'video_type', problem: problem('not_this_video') }
  return undefined
}

async function write(
  tx: Tx,
  table: PlatformTable,
  taken: readonly ContentRow[],
  before: ReadonlyMap<number, ContentRow>,
  results: RowResult[],
): Promise<void> {
  const known = taken.filter(({ id }) => before.has(id))
  const fresh = taken.filter(({ id }) => !before.has(id))
  const changed = known.length > 0 ? await setContent(tx, table, known) : []
  const added = fresh.length > 0 ? await insertContent(tx, table, fresh) : []
  // A row with this very id came by SQL since the rows were locked: the next attempt changes it.
  if (added.length < fresh.length) throw new Refusal('too_busy', {}, { retryAfter: 1 })
  const done = new Map<number | null, RowResult['result']>([
    ...changed.map((id) => [id, 'updated'] as const),
    ...added.map((id) => [id, 'created'] as const),
  ])
  for (const one of results)
    if (one.result !== 'refused') one.result = done.get(one.id) ?? 'unchanged'
}

const retryForMs = 2000

/** Once for its Idempotency-Key; a call that lost a lock to others begins anew while there is time. */
export async function upsertOnce(
  db: Db,
  request: ActionRequest,
  kind: PlatformKind,
  rows: readonly unknown[],
): Promise<RowResult[]> {
  const end = performance.now() + retryForMs
  for (;;) {
    try {
      return await once(db, request, (tx) => upsertRows(tx, kind, rows))
    } catch (error) {
      if (!isLockConflict(error) || performance.now() > end) throw error
      await pause(20 + 80 * Math.random())
    }
  }
}
