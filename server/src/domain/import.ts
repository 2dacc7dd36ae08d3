import { setTimeout as pause } from 'node:timers/promises'
import { isMap } from '@screening-room/contract/answers'
import { type PlatformKind, platformRows } from '@screening-room/contract/platform'
import { type Problem, problem } from '@screening-room/contract/refusals'
import { isLockConflict } from '../db/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { analyzeGrown } from '../store/housekeeping.ts'
import { expectGrowth } from '../store/platform-rows.ts'
import { operator } from './accounts.ts'
import { upsertAll } from './platform.ts'
import type { RowResult } from './platform-read.ts'

/*
 * A file of rows, by the same rules as the platform's calls. A chunk of lines is one transaction, and an
 * upsert is the same however often it is done: a chunk that is repeated after a kill changes nothing.
 */

/** A line of the file: where it is, and what it says; undefined where it cannot be read. */
export interface ImportLine {
  line: number
  value: unknown
}

export interface RefusedLine {
  line: number
  kind: string | null
  external_id: string | null
  field: string
  problem: Problem
}

export type Counts = Record<RowResult['result'], number>

export interface ImportOptions {
  /** Undone at once: only what would happen is counted. */
  dryRun: boolean
  /** With short chunks and rests between them, for those who review meanwhile. */
  paced: boolean
  /** Lines up to this one, this one included, are done. */
  onDone(line: number, counts: Counts, refused: readonly RefusedLine[]): Promise<void> | void
}

const kinds = Object.keys(platformRows) as PlatformKind[]
/** Lines in one transaction: a short one beside reviewers. */
const chunkSize = { paced: 500, fast: 2000 }
/** Of the time that a chunk took beside reviewers: in between they have the database to themselves. */
const restShare = 0.1
/** Chunks at once, where nobody else needs the processors: one is read while another is written. */
const workers = { paced: 1, fast: 2 }

interface Chunk {
  lines: Map<PlatformKind, { line: number; row: unknown }[]>
  /** What it adds or changes. */
  names: Set<string>
  refused: RefusedLine[]
  last: number
  size: number
}

const newChunk = (): Chunk => ({
  lines: new Map(),
  names: new Set(),
  refused: [],
  last: 0,
  size: 0,
})

function refusalOf(line: number, value: unknown, field: string, why: Problem): RefusedLine {
  const { kind, external_id } = isMap(value) ? value : {}
  const text = (given: unknown) => (typeof given === 'string' ? given.slice(0, 200) : null)
  return { line, kind: text(kind), external_id: text(external_id), field, problem: why }
}

function add(chunk: Chunk, { line, value }: ImportLine): void {
  chunk.last = line
  chunk.size += 1
  if (!isMap(value)) {
    chunk.refused.push(refusalOf(line, value, 'line', problem('syntax')))
    return
  }
  const { kind, ...row } = value
  const known = kinds.find((one) => one === kind)
  if (!known) {
    chunk.refused.push(refusalOf(line, value, 'kind', problem('one_of', kinds.join(', '))))
    return
  }
  const rows = chunk.lines.get(known) ?? []
  rows.push({ line, row })
  chunk.lines.set(known, rows)
  chunk.names.add(nameOf(value))
}

const nameOf = (value: unknown) =>
  isMap(value) ? `${String(value.kind)} ${String(value.external_id)}` : ''

/** A name that comes again begins a new chunk: the later line changes what the earlier one added. */
async function* chunksOf(parts: AsyncIterable<ImportLine[]>, most: number): AsyncGenerator<Chunk> {
  let chunk = newChunk()
  for await (const lines of parts)
    for (const line of lines) {
      if (chunk.size >= most || chunk.names.has(nameOf(line.value))) {
        yield chunk
        chunk = newChunk()
      }
      add(chunk, line)
    }
  if (chunk.size > 0) yield chunk
}

class Undone extends Error {}

async function write(tx: Tx, { lines, refused }: Chunk, dryRun: boolean) {
  const counts: Counts = { created: 0, updated: 0, unchanged: 0, refused: refused.length }
  const more: RefusedLine[] = [...refused]
  await expectGrowth(tx)
  const given = [...lines].map(([kind, rows]) => [kind, rows.map(({ row }) => row)] as const)
  const all = await upsertAll(tx, operator, new Map(given))
  for (const [nth, [kind, rows]] of [...lines].entries())
    for (const [at, { result, external_id, refused }] of (all[nth] ?? []).entries()) {
      counts[result] += 1
      if (!refused) continue
      const { field, problem } = refused
      more.push({ line: rows[at]?.line ?? 0, kind, external_id, field, problem })
    }
  const found = { counts, refused: more.sort((one, other) => one.line - other.line) }
  if (dryRun) throw Object.assign(new Undone(), found)
  return found
}

const isBusy = (error: unknown) =>
  isLockConflict(error) || (error instanceof Refusal && error.code === 'too_busy')

/** Again where it lost a lock, or an id: to a decision, to a call of the platform, or to SQL of its own. */
async function writeChunk(db: Db, chunk: Chunk, dryRun: boolean) {
  for (;;) {
    try {
      return await db.transaction((tx) => write(tx, chunk, dryRun))
    } catch (error) {
      if (error instanceof Undone) return error as Undone & Awaited<ReturnType<typeof write>>
      if (!isBusy(error)) throw error
      await pause(20 + 80 * Math.random())
    }
  }
}

interface Running {
  chunk: Chunk
  done: Promise<void>
}

export async function importLines(
  db: Db,
  lines: AsyncIterable<ImportLine[]>,
  { dryRun, paced, onDone }: ImportOptions,
): Promise<void> {
  const mode = paced ? 'paced' : 'fast'
  const running: Running[] = []
  let order = Promise.resolve()
  const start = (chunk: Chunk) => {
    const began = performance.now()
    const written = writeChunk(db, chunk, dryRun)
    // Reported in the order of the file: what is done up to a line is done whole.
    const done = order.then(async () => {
      const { counts, refused } = await written
      await onDone(chunk.last, counts, refused)
      await analyzeGrown(db)
      if (paced) await pause((performance.now() - began) * restShare)
    })
    order = done
    written.catch(() => {})
    done.catch(() => {})
    running.push({ chunk, done })
  }
  try {
    for await (const chunk of chunksOf(lines, chunkSize[mode])) {
      // The later line of two about one thing must be written later.
      const overlaps = running.some((one) =>
        [...chunk.names].some((name) => one.chunk.names.has(name)),
      )
      while (running.length >= (overlaps ? 1 : workers[mode])) await running.shift()?.done
      start(chunk)
    }
    for (const { done } of running) await done
  } finally {
    // Where the file cannot be read any further, what is being written is still reported.
    await Promise.allSettled(running.map(({ done }) => done))
  }
}
