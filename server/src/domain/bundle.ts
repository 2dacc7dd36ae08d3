import { createHash } from 'node:crypto'
import type { Queue } from '@screening-room/contract/queues'
import type { ItemStory } from '@screening-room/contract/record'
import type { Queries, Tx } from '../db/pool.ts'
import { badField, missing } from '../refusal.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import { getItemStory } from '../store/item-story.ts'
import { findRecord, findSealedTexts, type SealedText } from '../store/record.ts'
import { findSealHashes, getLastIntact } from '../store/verifications.ts'
import { storyPage } from './bundle-page.ts'
import { bundleVerifier } from './bundle-verifier.ts'
import { nodesOf } from './event-chain.ts'
import { blockSize, leafOf, pathOf } from './seal-tree.ts'
import { zipOf } from './zip.ts'

/*
 * One item with its events, as a zip file that proves itself against a seal that was kept elsewhere: the root of
 * all seals up to a position, which each verification notes. Decision 33.
 */

/** The latest of an item; nearly all have fewer. */
const eventsAtMost = 500

type Proven = Omit<SealedText, 'unprovable'> & { beside: string[] }

/** What stands beside the way from each event's seal up to the root, by one read for each block that has some. */
async function prove(db: Queries, events: readonly SealedText[], seal: number): Promise<Proven[]> {
  if (events.length === 0) return []
  const nodes = await nodesOf(db, seal)
  const blocks = new Map<number, Buffer[]>()
  const proven: Proven[] = []
  for (const { unprovable: _, ...event } of events) {
    const index = (event.position ?? 1) - 1
    const block = Math.floor(index / blockSize)
    const first = block * blockSize
    const leaves =
      blocks.get(block) ??
      (await findSealHashes(db, first, Math.min(seal, first + blockSize))).map(leafOf)
    blocks.set(block, leaves)
    const beside = [...pathOf(leaves, index - first), ...pathOf(nodes, block)]
    proven.push({ ...event, beside: beside.map((hash) => hash.toString('hex')) })
  }
  return proven
}

const canProve = (seal: number) => (event: SealedText) =>
  event.position !== null && event.position <= seal && !event.unprovable

export interface Bundle {
  name: string
  zip: string
  seal: number
  proven: number
  events: number
}

export async function exportItem(
  tx: Tx,
  by: Actor,
  { queue, id, seal: wanted }: { queue: Queue; id: number; seal?: number | undefined },
): Promise<Bundle> {
  const story = await getItemStory(tx, queue, id)
  if (!story) throw missing(queue, id)
  const verified = (await getLastIntact(tx))?.upTo ?? 0
  if (wanted !== undefined && wanted > verified) throw badField('seal', 'no_seal', verified)
  const seal = wanted ?? verified
  const sealed = await findSealedTexts(tx, queue, id, eventsAtMost)
  const covered = canProve(seal)
  const events = await prove(tx, sealed.filter(covered), seal)
  const unproven = sealed
    .filter((event) => !covered(event))
    .map(({ id, position }) => ({ id, position }))
  const files = await filesOf(tx, story, { seal, queue, id, events, unproven })
  const manifest = JSON.stringify(files.manifest)
  const details = { manifest: sha256(manifest), seal, events: sealed.length }
  await appendEvents(tx, by, [id], { action: 'export', queue, details })
  const zip = zipOf({ ...files.texts, 'manifest.json': manifest }).toString('base64')
  const name = `${queue}-${id}.zip`
  return { name, zip, seal, proven: events.length, events: sealed.length }
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const laidOut = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`

async function filesOf(
  tx: Tx,
  story: ItemStory,
  proof: { seal: number } & Record<string, unknown>,
) {
  const { rows } = await findRecord(tx, { queue: story.queue, item: story.id }, undefined, {
    page: eventsAtMost,
  })
  const texts: Record<string, string> = {
    'events.json': laidOut(proof),
    'item.json': laidOut({ ...story, events: rows }),
    'story.html': storyPage(story, rows, proof.seal),
    'verify.mjs': bundleVerifier,
  }
  const manifest = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, sha256(text)]),
  )
  return { texts, manifest }
}
