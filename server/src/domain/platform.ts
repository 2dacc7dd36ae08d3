import { setTimeout as pause } from 'node:timers/promises'
import { type PlatformKind, platformRows } from '@screening-room/contract/platform'
import { problem } from '@screening-room/contract/refusals'
import type { VersionPart } from '@screening-room/contract/versions'
import { isLockConflict } from '../db/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import type { ActionRequest } from '../store/actions.ts'
import { findErasedNames, getAnyNameErased } from '../store/erasure.ts'
import type { Actor } from '../store/events.ts'
import { lockNames, type Named, takeNames } from '../store/platform-ids.ts'
import {
  type ContentRow,
  insertContent,
  lockContent,
  type PlatformTable,
  setContent,
} from '../store/platform-rows.ts'
import { once } from './once.ts'
import { checks, type RowProblem } from './platform-checks.ts'
import { type IdOf, kinds } from './platform-kinds.ts'
import { type ReadRow, type RowResult, readRows } from './platform-read.ts'
import { recordVersions, resubmitItems } from './platform-versions.ts'

/* What the platform sends, row by row: added, changed, or refused without harm to the others. */

/** In the order in which a transaction writes them: videos before their reports. */
const kindNames = Object.keys(kinds) as PlatformKind[]

interface Kind {
  table: PlatformTable
  content: (row: never, idOf: IdOf) => Record<string, unknown>
  fixed?: { column: string; field: string }
  parts?: Partial<Record<VersionPart, readonly string[]>>
}

/** Rows of one kind, and what becomes of each, in the order in which they came. */
interface Batch {
  kindName: PlatformKind
  kind: Kind
  rows: ReadRow[]
  results: RowResult[]
}

/** What names stand for; of each table, those that this transaction gave an id. */
interface Ids {
  idOf: IdOf
  added: ReadonlySet<number>
}

function readBatch(kindName: PlatformKind, given: readonly unknown[]): Batch {
  const results: RowResult[] = []
  const rows = readRows(platformRows[kindName], given, results)
  return { kindName, kind: kinds[kindName], rows, results }
}

/** Every name that the rows hold, by table: their own, and what they refer to. */
function namesIn(batches: readonly Batch[]): Map<PlatformTable, Map<string, number>> {
  const all = new Map<PlatformTable, Map<string, number>>()
  const note: IdOf = (table, name) => {
    const names = all.get(table)
    if (names) names.set(name, 0)
    else all.set(table, new Map([[name, 0]]))
    return 0
  }
  for (const { kind, rows } of batches)
    for (const { name, row } of rows) {
      note(kind.table, name)
      kind.content(row, note)
    }
  return all
}

const keyOf = ({ kind, name }: Named) => `${kind} ${name}`

const namedIn = (batches: readonly Batch[]): Named[] =>
  [...namesIn(batches)].flatMap(([kind, names]) =>
    [...names.keys()].map((name) => ({ kind, name })),
  )

/** Table after table, in one order: two calls with the same names never wait in a circle. */
async function takeIds(tx: Tx, batches: readonly Batch[]): Promise<Map<PlatformTable, Ids>> {
  const names = namesIn(batches)
  const taken = new Map<PlatformTable, Ids>()
  const idOf: IdOf = (table, name) => {
    const id = names.get(table)?.get(name)
    if (!id) throw new Error(`${table} ${name} got no id`)
    return id
  }
  for (const [table, ids] of [...names].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { ids: found, added } = await takeNames(tx, table, [...ids.keys()])
    const fresh = new Set(added)
    let at = 0
    for (const name of ids.keys()) ids.set(name, found[at++] ?? 0)
    // Of what was here before, only what is written: many rows refer to the same member.
    const own = batches.flatMap(({ kind, rows }) => (kind.table === table ? rows : []))
    const here = own.flatMap(({ name }) => (fresh.has(ids.get(name) ?? 0) ? [] : [name]))
    if (here.length > 0) await lockNames(tx, table, here)
    taken.set(table, { idOf, added: fresh })
  }
  return taken
}

/** Adds and changes rows of one kind in one transaction. */
export async function upsertRows(
  tx: Tx,
  by: Actor,
  kind: PlatformKind,
  given: readonly unknown[],
): Promise<RowResult[]> {
  const [results = []] = await upsertAll(tx, by, new Map([[kind, given]]))
  return results
}

/**
 * The same for rows of several kinds. All names are locked first, then videos before their reports, then the
 * rows, each in one order: two calls, or a call and a decision, do not wait in a circle.
 */
export async function upsertAll(
  tx: Tx,
  by: Actor,
  given: ReadonlyMap<PlatformKind, readonly unknown[]>,
): Promise<RowResult[][]> {
  const batches = [...given].map(([kind, rows]) => readBatch(kind, rows))
  await refuseErased(tx, batches)
  const taken = await takeIds(tx, batches)
  // Erased since the look before: the next attempt is refused.
  if ((await findErased(tx, batches)).length > 0)
    throw new Refusal('too_busy', {}, { retryAfter: 1 })
  for (const name of kindNames) {
    const batch = batches.find(({ kindName }) => kindName === name)
    const ids = batch && taken.get(batch.kind.table)
    if (batch && ids) await upsertBatch(tx, by, batch, ids)
  }
  return batches.map(({ results }) => results)
}

async function upsertBatch(
  tx: Tx,
  by: Actor,
  { kindName, kind, rows, results }: Batch,
  { idOf, added }: Ids,
): Promise<void> {
  const wanted = rows.map(({ place, name, row }) => {
    const id = idOf(kind.table, name)
    const { resubmit } = row as { resubmit?: boolean | null }
    return { place, name, resubmit, content: { id, ...kind.content(row, idOf) } }
  })
  const contents = wanted.map(({ content }) => content)
  const check = await checks[kindName]?.(tx, contents)
  // What has its id from this transaction is not here.
  const itemIds = contents.flatMap(({ id }) => (added.has(id) ? [] : [id]))
  const here = itemIds.length > 0 ? await lockContent(tx, kind.table, itemIds) : []
  const before = new Map(here.map((row) => [row.id, row]))
  const taken: ContentRow[] = []
  const resubmitted: number[] = []
  for (const { place, name, resubmit, content } of wanted) {
    const { id } = content
    const refused =
      erasedProblem(before.get(id)) ??
      fixedProblem(kind, content, before.get(id)) ??
      check?.(content)
    const result = refused ? ('refused' as const) : ('unchanged' as const)
    results[place] = { external_id: name, id, result, ...(refused && { refused }) }
    if (!refused) taken.push(content)
    if (!refused && resubmit && before.has(id)) resubmitted.push(id)
  }
  await write(tx, kind.table, taken, before, results)
  await recordVersions(tx, by, kind, taken, before)
  const reopened = await resubmitItems(tx, by, kind.table, resubmitted)
  if (reopened.length > 0)
    for (const one of results) if (reopened.includes(one.id)) one.result = 'updated'
}

const findErased = async (tx: Tx, batches: readonly Batch[]): Promise<Named[]> =>
  (await getAnyNameErased(tx)) ? findErasedNames(tx, namedIn(batches)) : []

/** Rows under a name that was erased, or that refer to one, are refused: a late one would bring back what had to go. */
async function refuseErased(tx: Tx, batches: readonly Batch[]): Promise<void> {
  const erased = await findErased(tx, batches)
  if (erased.length === 0) return
  const keys = new Set(erased.map(keyOf))
  for (const batch of batches)
    batch.rows = batch.rows.filter((one) => {
      const found = namedIn([{ ...batch, rows: [one] }]).find((named) => keys.has(keyOf(named)))
      if (!found) return true
      const fields = Object.entries(one.row as Record<string, unknown>)
      const [field = 'external_id'] = fields.find(([, value]) => value === found.name) ?? []
      const refused = { field, problem: problem('erased') }
      batch.results[one.place] = { external_id: one.name, id: null, result: 'refused', refused }
      return false
    })
}

/** By age, its name stays. */
function erasedProblem(before: ContentRow | undefined): RowProblem | undefined {
  return before?.erased ? { field: 'external_id', problem: problem('erased') } : undefined
}

function fixedProblem(
  { fixed }: Kind,
  content: ContentRow,
  before: ContentRow | undefined,
): RowProblem | undefined {
  if (!fixed || !before || before[fixed.column] === content[fixed.column]) return undefined
  return { field: fixed.field, problem: problem('fixed') }
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
export async function changeOnce(
  db: Db,
  request: ActionRequest,
  change: (tx: Tx) => Promise<RowResult[]>,
): Promise<RowResult[]> {
  // The platform's names are not kept with the answer: an erasure would have to look for them there.
  const unnamed = (results: RowResult[]) => results.map((one) => ({ ...one, external_id: null }))
  const end = performance.now() + retryForMs
  for (;;) {
    try {
      return await once(db, request, change, unnamed)
    } catch (error) {
      if (!isLockConflict(error) || performance.now() > end) throw error
      await pause(20 + 80 * Math.random())
    }
  }
}
