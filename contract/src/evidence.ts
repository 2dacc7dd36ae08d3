import * as z from 'zod/mini'
import { kept } from './receipt.ts'

/** What a decision on a claimed item was made on. It is part of the event's details. */
export const evidence = z.object({
  /** The ID to undo the decision by. */
  decision: z.string(),
  lease: z.string(),
  desk: z.string(),
  /** As PostgreSQL writes it, so that an undo can restore it exactly. */
  claimedAt: z.string(),
  ...kept,
})
export type Evidence = z.output<typeof evidence>

/** Undefined where an event has none: a decision without a claim, or details that an import wrote. */
export function readEvidence(details: unknown): Evidence | undefined {
  return evidence.safeParse(details).data
}
