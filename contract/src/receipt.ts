import * as z from 'zod/mini'
import { problem } from './problems.ts'

/*
 * What was watched before a decision. JSON in one field on the wire, kept in the event's details
 * and shown in the item's history. Times are seconds of the video.
 */

/** Longer than any video: one day. */
const second = z.number().check(z.gte(0), z.lte(86_400))

/** A range that was played without a seek: from, to, speed, and how it was played. */
export const played = z.object({
  from: second,
  to: second,
  speed: z.number().check(z.gte(0.25), z.lte(16)),
  muted: z.boolean(),
  /** False: the tab was hidden; it then counts as not watched. */
  visible: z.boolean(),
})
export type Played = z.output<typeof played>

const receiptShape = z.object({
  /** Null if the video could not be loaded. */
  duration: z.nullable(second),
  played: z.array(played).check(z.maxLength(500)),
  /** Times of the contact sheet's frames that were visible. */
  sheet: z.array(second).check(z.maxLength(100)),
  /** Whether these frames cover the whole video at regular intervals. */
  sheetWhole: z.boolean(),
})
export type Receipt = z.output<typeof receiptShape>

const mark = z.object({
  from: second,
  to: z.nullish(second),
  // Escapes in the JSON can produce characters that the database cannot store.
  note: z.nullish(
    z.string().check(
      z.maxLength(200),
      z.refine((text) => !/[\0\p{Surrogate}]/u.test(text)),
    ),
  ),
})
export type Mark = z.output<typeof mark>
const marksShape = z.array(mark).check(z.maxLength(30))

const longestJson = 60_000

/** JSON in one field; any other shape is refused. */
export function json<Shape extends z.ZodMiniType>(shape: Shape) {
  return z.pipe(
    z
      .string({ error: problem('required') })
      .check(z.maxLength(longestJson, { error: problem('too_long', longestJson) })),
    z.transform((written, context): z.output<Shape> => {
      const read = z.safeParse(shape, parsed(written))
      if (read.success) return read.data
      context.issues.push({ code: 'custom', message: problem('syntax'), input: written })
      return z.NEVER
    }),
  )
}

function parsed(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

export const receipt = json(receiptShape)
export const marks = json(marksShape)

/** As shown in a history entry. */
export const kept = { receipt: z.nullish(receiptShape), marks: z.nullish(marksShape) }

/** Seconds that were played while visible, each counted once. */
export function secondsWatched(stretches: readonly Played[]): number {
  const seen = stretches
    .filter((stretch) => stretch.visible && stretch.to > stretch.from)
    .sort((a, b) => a.from - b.from)
  let sum = 0
  let end = 0
  for (const { from, to } of seen) {
    if (to <= end) continue
    sum += to - Math.max(from, end)
    end = to
  }
  return sum
}

/** The share of a film that was watched, in whole hundredths; null where its length is not known. */
export function shareWatched({ duration, played }: Receipt): number | null {
  if (!duration || duration < 0) return null
  // As migration 40 computes it, where sums are exact.
  return Math.min(100, Math.floor((secondsWatched(played) * 100) / duration + 1e-9))
}

/** The time it takes to play this, in seconds. */
export function secondsNeeded(stretches: readonly Played[]): number {
  return stretches.reduce((sum, { from, to, speed }) => sum + Math.max(0, to - from) / speed, 0)
}
