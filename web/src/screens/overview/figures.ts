import {
  decidingKinds,
  type OwnWork,
  type Period,
  type WorkKind,
} from '@screening-room/contract/overview'
import type { Queue } from '@screening-room/contract/queues'

/* Sums over what the calls answer. A queue, or all of them. */

export type Chosen = Queue | undefined

interface OfQueue {
  queue: Queue
}

export const ofQueue =
  (chosen: Chosen) =>
  ({ queue }: OfQueue): boolean =>
    chosen === undefined || queue === chosen

export function total(rows: readonly (OfQueue & { count: number })[], chosen: Chosen): number {
  return rows.filter(ofQueue(chosen)).reduce((sum, { count }) => sum + count, 0)
}

export function done(
  { work }: Pick<OwnWork, 'work'>,
  kinds: readonly WorkKind[],
  chosen: Chosen,
): number {
  return total(
    work.filter(({ kind }) => kinds.includes(kind)),
    chosen,
  )
}

/** An item that was opened or sent again comes in a second time. */
const returns: readonly WorkKind[] = ['reopen', 'resubmit']

export const cameIn = (period: Period, chosen: Chosen): number =>
  total(period.handedIn, chosen) + done(period, returns, chosen)

export const decided = (period: Pick<Period, 'work'>, chosen: Chosen): number =>
  done(period, decidingKinds, chosen)

/** The average over all queues that are chosen. */
export function watchedIn(
  { watched }: Pick<Period, 'watched'>,
  chosen: Chosen,
): { count: number; mean: number | undefined } {
  const own = watched.filter(ofQueue(chosen))
  const count = own.reduce((sum, one) => sum + one.count, 0)
  const sum = own.reduce((all, one) => all + one.count * one.mean, 0)
  return { count, mean: share(sum / 100, count) }
}

/** Undefined where nothing is divided. */
export const share = (part: number, whole: number): number | undefined =>
  whole > 0 ? part / whole : undefined

/** The numbers of several series, slot by slot. */
export function addUp(
  series: readonly (OfQueue & { counts: readonly number[] })[],
  slots: number,
  chosen: Chosen,
): number[] {
  const sums = Array.from({ length: slots }, () => 0)
  for (const { counts } of series.filter(ofQueue(chosen)))
    for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + count
  return sums
}

export const isReturn = ({ kind }: { kind: WorkKind }): boolean => returns.includes(kind)
export const isDecision = ({ kind }: { kind: WorkKind }): boolean =>
  (decidingKinds as readonly WorkKind[]).includes(kind)

const dayOf = (time: string) => time.slice(0, 10)

/** The days of a period, as filters have them: its end is the start of the day after it. */
export function daysOf({ start, end }: Pick<Period, 'start' | 'end'>) {
  const last = new Date(Date.parse(`${dayOf(end)}T00:00:00Z`) - 1)
  return { start: dayOf(start), end: last.toISOString().slice(0, 10) }
}
