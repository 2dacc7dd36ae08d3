import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { erasureRow } from '@screening-room/contract/platform'
import { canDo, type ItemQueue, isCase, queueNames } from '@screening-room/contract/queues'
import { problem } from '@screening-room/contract/refusals'
import { status } from '@screening-room/contract/review'
import { isLockConflict } from '../db/errors.ts'
import type { Db, Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import { forgetConfirmationsOf } from '../store/confirmations.ts'
import * as store from '../store/erasure.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import { sealEvents } from '../store/housekeeping.ts'
import { lockItem } from '../store/review.ts'
import { isMediaKey } from './media.ts'
import { type RowResult, readRows } from './platform-read.ts'
import { withdrawReports } from './reports.ts'
import { decideLocked } from './review.ts'
import { hasCases } from './withdrawals.ts'

/*
 * A member's personal data goes on request. The request itself is one transaction; the items follow one by one, so
 * that nobody waits for a member with thousands of them, and a kill loses nothing: what is open is taken up again.
 */

/** Removes a file of the local media store; undefined where files are elsewhere, or not ours to remove. */
export type RemoveFile = ((path: string) => Promise<void>) | undefined

const itemQueues = queueNames.filter((queue): queue is ItemQueue => !isCase(queue))

/** From now on nothing names the member, and nothing of theirs is taken in. Returns whether it was asked for first. */
export async function requestErasure(tx: Tx, by: Actor, memberId: number): Promise<boolean> {
  const first = await store.insertErasure(tx, by, memberId)
  await store.eraseName(tx, 'member', memberId)
  await store.eraseMemberRow(tx, memberId)
  await forgetConfirmationsOf(tx, 'member', memberId)
  if (first) await appendEvents(tx, by, [memberId], { action: 'erase', queue: 'member' })
  return first
}

/** The platform's call: each row is answered by itself. */
export async function eraseMembers(
  tx: Tx,
  by: Actor,
  given: readonly unknown[],
): Promise<RowResult[]> {
  const results: RowResult[] = []
  // In one order, as all calls lock names.
  const rows = readRows(erasureRow, given, results).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { place, name } of rows) {
    const id = await store.findMember(tx, name)
    if (id === undefined) {
      const refused = { field: 'external_id', problem: problem('not_sent_yet') }
      results[place] = { external_id: name, id: null, result: 'refused', refused }
      continue
    }
    const first = await requestErasure(tx, by, id)
    results[place] = { external_id: name, id, result: first ? 'updated' : 'unchanged' }
  }
  return results
}

/** One item: what is pending is withdrawn, its texts go everywhere, and an erase event says so. */
async function eraseItem(
  db: Db,
  by: Actor,
  queue: ItemQueue,
  id: number,
  work: { removes: boolean; keepNames?: boolean; applies?: (tx: Tx) => Promise<boolean> },
): Promise<boolean> {
  return retried(() =>
    db.transaction(async (tx) => {
      // Names before items, as everybody locks them.
      if (!work.keepNames) await store.eraseName(tx, queue, id)
      const item = await lockItem(tx, queue, id)
      if (!item || (work.applies && !(await work.applies(tx)))) return false
      const decision = randomUUID()
      if (item.status === status.pending && canDo(queue, 'withdraw', item.status))
        await decideLocked(tx, by, item, 'withdraw', { decision })
      if (hasCases(queue)) await withdrawReports(tx, by, id, { decision })
      if (work.removes) await store.insertFiles(tx, pathsOf(await store.findFilesOf(tx, queue, id)))
      const fresh = await store.eraseRow(tx, queue, id)
      await forgetConfirmationsOf(tx, queue, id)
      await store.eraseAnswers(tx, queue, id)
      for (let due = fresh; ; due = false) {
        const texts = await store.findTexts(tx, queue, id)
        if (!texts && !due) return fresh
        await store.appendErasure(tx, by, queue, id, checked(texts ?? {}))
      }
    }),
  )
}

/** What was written about a member. */
async function eraseNotes(db: Db, by: Actor, memberId: number): Promise<void> {
  await retried(() =>
    db.transaction(async (tx) => {
      for (;;) {
        const texts = await store.findTexts(tx, 'member', memberId)
        if (!texts) return
        await store.appendErasure(tx, by, 'member', memberId, checked(texts))
      }
    }),
  )
}

/** An event from before the upgrade that is not sealed yet, which takes a second: its seal has to be noted. */
function checked(notes: Record<string, unknown>): Record<string, unknown> {
  if (Object.values(notes).some((note) => Array.isArray(note) && note[0] === null))
    throw new Refusal('too_busy', {}, { retryAfter: 1 })
  return notes
}

const attempts = 5
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isLockConflict(error) || attempt === attempts) throw error
      await pause(20 + 80 * Math.random())
    }
  }
}

/** Pictures of a certification are a list of names in one text. */
function namesIn(pictures: string): string[] {
  try {
    const read: unknown = JSON.parse(pictures)
    if (Array.isArray(read)) return read.filter((one) => typeof one === 'string')
  } catch {}
  return [pictures]
}

function pathsOf({ media, pictures }: store.NamedFiles): string[] {
  return [
    ...media.filter(isMediaKey),
    ...pictures
      .flatMap(namesIn)
      .filter(isMediaKey)
      .map((name) => `pictures/${name}`),
  ]
}

/** What is left of one member. Returns whether that was all: a call that began before may still bring something. */
async function eraseMember(
  db: Db,
  { memberId, actor }: store.Erasure,
  removes: boolean,
): Promise<boolean> {
  await store.setKnown(db, memberId)
  const settled = await store.getSettled(db, memberId)
  for (const queue of itemQueues)
    for (;;) {
      const ids = await store.findItemsToErase(db, queue, memberId)
      if (ids.length === 0) break
      for (const id of ids) await eraseItem(db, actor, queue, id, { removes })
    }
  await eraseNotes(db, actor, memberId)
  await retried(() => db.transaction((tx) => store.eraseNamesOfReports(tx, memberId)))
  return settled
}

/** Everything that was asked for. Returns how many members are done, and how many are not yet. */
export async function runErasures(
  db: Db,
  remove: RemoveFile,
): Promise<{ done: number; open: number }> {
  const asked = await store.findOpenErasures(db)
  if (asked.length > 0) await sealEvents(db)
  const done: number[] = []
  for (const erasure of asked)
    if (await eraseMember(db, erasure, remove !== undefined)) done.push(erasure.memberId)
  await removeFiles(db, remove)
  if (done.length > 0) {
    await store.dropOldAnswers(db)
    await forgetSamples(db)
  }
  // At the very end: what a kill interrupts before is done again.
  for (const memberId of done) await store.setFinished(db, memberId)
  return { done: done.length, open: asked.length - done.length }
}

async function forgetSamples(db: Db): Promise<void> {
  for (const table of store.sampled) await store.forgetSamples(db, table)
}

/** Files that no other item names. A list that is stopped half-way is gone through again. */
async function removeFiles(db: Db, remove: RemoveFile): Promise<void> {
  if (!remove) return
  const paths = (await store.findFiles(db)).map(({ path }) => path)
  if (paths.length === 0) return
  const isPicture = (path: string) => path.startsWith('pictures/')
  const used = await store.findNamesInUse(db, {
    media: paths,
    pictures: paths.filter(isPicture).map((path) => path.slice('pictures/'.length)),
  })
  for (const path of paths)
    if (!used.includes(path) && !(isPicture(path) && used.includes(path.slice('pictures/'.length))))
      await remove(path)
  await store.dropFiles(db, paths)
  await removeFiles(db, remove)
}

const retention: Actor = { id: 0, nickName: 'retention', requestId: 'retention' }
const eventsAtOnce = 200

/**
 * Items that were decided so many days ago, and have been left alone since; a part of them at a time. Returns how
 * many were erased, and undefined where there are no more.
 */
export async function eraseAged(
  db: Db,
  days: number,
  remove: RemoveFile,
): Promise<number | undefined> {
  const found = await store.findAged(db, days, eventsAtOnce)
  if (!found) return undefined
  let erased = 0
  for (const item of found.items) {
    const work = {
      removes: remove !== undefined,
      keepNames: true,
      applies: (tx: Tx) => store.getAged(tx, item, days),
    }
    if (await eraseItem(db, retention, item.queue, item.id, work)) erased += 1
  }
  await store.setRetained(db, found.upTo)
  await removeFiles(db, remove)
  if (erased > 0) await forgetSamples(db)
  return erased
}
