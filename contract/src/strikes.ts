import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing, text, time, wholeNumber } from './fields.ts'
import { problem } from './problems.ts'
import { seeingAny } from './queue-permissions.ts'

/*
 * What the take-downs of a member's videos weigh, for a time. It is shown and told to the platform; nothing follows
 * from it by itself.
 */

export const mostWeight = 100
export const longestExpiry = 3650

const rule = z.object({
  expiresDays: z.number(),
  /** In rising order. */
  thresholds: z.array(z.number()),
  /** Of each reason to take down. */
  weights: z.array(z.object({ id: z.number(), weight: z.number() })),
})
export type StrikeRule = z.output<typeof rule>

/** Of one member, at this moment. */
export const memberStrikes = z.object({
  points: z.number(),
  /** The highest threshold that they have reached. */
  reached: z.nullable(z.number()),
  thresholds: z.array(z.number()),
  expiresDays: z.number(),
  /** Newest first; at most fifty. */
  entries: z.array(
    z.object({
      event: z.number(),
      queue: z.string(),
      videoId: z.number(),
      videoType: z.number(),
      title: z.nullable(z.string()),
      reasonIds: z.array(z.number()),
      weight: z.number(),
      at: time,
      expiresAt: time,
    }),
  ),
})
export type MemberStrikes = z.output<typeof memberStrikes>

const rising = (numbers: readonly number[]) =>
  numbers.every((one, index) => index === 0 || one > (numbers[index - 1] ?? 0))
/** Whole numbers above 0, each above the one before it, with commas between them. */
const thresholds = text(60).check(
  z.refine(
    (written) =>
      /^([1-9]\d{0,4})(,[1-9]\d{0,4}){0,4}$/.test(written) &&
      rising(written.split(',').map(Number)),
    {
      error: problem('rising'),
    },
  ),
)
/** `id:weight`, with commas between them. */
const weights = text(2000).check(
  z.refine((written) => /^\d{1,15}:(\d|[1-9]\d|100)(,\d{1,15}:(\d|[1-9]\d|100))*$/.test(written), {
    error: problem('weights', mostWeight),
  }),
)

export const strikeCalls = {
  rule: defineCall({
    method: 'GET',
    path: '/admin/ext/strikes',
    summary: 'What take-downs weigh by their reason, for how long, and the thresholds',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: rule }),
    refuses: [],
    needs: seeingAny,
    origin: 'ours',
  }),
  change: defineCall({
    method: 'POST',
    path: '/admin/ext/strikes/change',
    summary: 'Change them, for decisions from now on and for the points that are shown',
    sends: 'form',
    input: z.object({ expiresDays: wholeNumber(1, longestExpiry), thresholds, weights }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
    needs: 'configuration',
    changes: true,
    origin: 'ours',
  }),
}
