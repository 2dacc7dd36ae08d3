import { createHash } from 'node:crypto'
import type { Db, Queries } from '../db/pool.ts'
import { findSealed, getNextUnqueued, type SealedEvent } from '../store/events.ts'
import {
  findBlocks,
  findSealHashes,
  getLastSeal,
  getOldSeal,
  insertBlock,
} from '../store/verifications.ts'
import { blockSize, leafOf, rootOf } from './seal-tree.ts'

export type ChainReport =
  | { intact: true; events: number }
  | { intact: false; event: number; why: string }

/** How far a verification has come: through the seals up to `upTo`, then through the events. */
export interface ChainWalk {
  upTo: number
  position: number
  /** The hash at `position`. */
  chained: Buffer
  /** The last event whose seal was looked for. */
  checkedId: number
}

const startOfChain = (upTo: number): ChainWalk => ({
  upTo,
  position: 0,
  chained: Buffer.alloc(0),
  checkedId: 0,
})

const checkedAtOnce = 5000

const broken = (event: number, why: string): ChainReport => ({ intact: false, event, why })

/**
 * Texts may be gone only together with an erase event that lists them. Of format 1, that event noted the seal and
 * the hash of what is left: neither may have changed since.
 */
function erasureProblem({ hash, format1, bare, note }: SealedEvent, text: string) {
  if (note === null) return 'its texts are gone without an event that erased them'
  if (!bare) return 'it has texts again since they were erased'
  if (!format1) return undefined
  const rest = createHash('sha256').update(text, 'utf8').digest('hex')
  if (note === true || note[0] !== hash.toString('hex') || note[1] !== rest)
    return 'it or its seal was changed'
  return undefined
}

function problemOf(row: SealedEvent, position: number, chained: Buffer): string | undefined {
  if (row.position !== position + 1) return `the seal ${position + 1} before it is missing`
  if (row.text === null) return 'it was deleted'
  const wrong = row.erased && erasureProblem(row, row.text)
  if (wrong) return wrong
  const hash =
    row.erased && row.format1
      ? row.hash
      : createHash('sha256').update(chained).update(row.text, 'utf8').digest()
  return hash.equals(row.hash) ? undefined : 'it or its seal was changed'
}

/** Of a whole block that the chain has: it is as it was when it was verified first. */
async function blockProblem(
  db: Queries,
  rows: readonly SealedEvent[],
  keep: boolean,
): Promise<ChainReport | undefined> {
  const block = ((rows[0]?.position ?? 1) - 1) / blockSize
  const root = rootOf(rows.map(({ hash }) => leafOf(hash)))
  const [known] = await findBlocks(db, block, block + 1)
  if (known && !known.equals(root))
    return broken(rows[0]?.eventId ?? 0, 'the chain was written anew since it was verified')
  if (!known && keep) await insertBlock(db, block, root)
  return undefined
}

/** The next part of the chain. `keep` stores the roots of whole blocks. */
export async function walkOn(
  db: Queries,
  walk: ChainWalk,
  keep: boolean,
): Promise<ChainWalk | ChainReport> {
  const { upTo, checkedId } = walk
  if (walk.position < upTo) {
    // Whole blocks, since it begins at the first seal.
    const most = Math.min(blockSize, upTo - walk.position)
    const rows = await findSealed(db, walk.position, most)
    let { position, chained } = walk
    for (const row of rows) {
      const wrong = problemOf(row, position, chained)
      if (wrong) return broken(row.eventId, wrong)
      ;({ position, hash: chained } = row)
    }
    const wrong = rows.length === blockSize && (await blockProblem(db, rows, keep))
    if (wrong) return wrong
    return { ...walk, position, chained, upTo: rows.length < most ? position : upTo }
  }
  const next = await getNextUnqueued(db, checkedId, checkedAtOnce)
  if (next && next.unqueued !== null)
    return broken(next.unqueued, 'it has no seal and waits for none')
  if (next) return { ...walk, checkedId: next.last }
  // A chain that was cut short is whole in itself, and so is one whose end was written anew.
  const old = await getOldSeal(db)
  if (old && !old.hash?.equals(old.verified))
    return broken(old.event ?? 0, `the seal ${old.position} is not the one that was verified`)
  return { intact: true, events: upTo }
}

/** Walks the whole chain and names the first event that is not as it was sealed. */
export async function verifyChain(db: Db, keep = false): Promise<ChainReport> {
  const last = await getLastSeal(db)
  let walk: ChainWalk | ChainReport = startOfChain(last?.position ?? 0)
  while (!('intact' in walk)) walk = await walkOn(db, walk, keep)
  return walk
}

/** The nodes above the blocks of the first `size` seals: stored roots, and that of the rest. */
export async function nodesOf(db: Queries, size: number): Promise<Buffer[]> {
  const whole = Math.floor(size / blockSize)
  const blocks = await findBlocks(db, 0, whole)
  if (blocks.length !== whole) throw new Error('A verified block has no root')
  const rest = await findSealHashes(db, whole * blockSize, size)
  return rest.length === 0 ? blocks : [...blocks, rootOf(rest.map(leafOf))]
}

/** Of all seals up to a verified position; undefined where there are none. */
export async function chainRoot(db: Queries, size: number): Promise<Buffer | undefined> {
  return size === 0 ? undefined : rootOf(await nodesOf(db, size))
}
