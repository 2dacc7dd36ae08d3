import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { idFilter } from './fields.ts'

/** One event as it was sealed. */
export const exportedEvent = z.object({
  /** In the sealed chain: without gaps, in the order of commits. */
  position: z.number(),
  /** SHA-256 in hexadecimal, of the hash before it and of this event. */
  hash: z.string(),
  id: z.number(),
  /** In UTC, with milliseconds. */
  at: z.string(),
  by: z.object({ id: z.number(), nickName: z.string() }),
  action: z.string(),
  queue: z.string(),
  subject: z.number(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  reason: z.string(),
  reasonIds: z.array(z.number()),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  /** In hexadecimal: the salt of the texts' hash, and once they were erased the hash itself. Null before format 2. */
  salt: z.nullable(z.string()),
  textHash: z.nullable(z.string()),
  /** The event that erased its texts. */
  erasedBy: z.nullable(z.number()),
})
export type ExportedEvent = z.output<typeof exportedEvent>

export const eventCalls = {
  export: defineCall({
    method: 'GET',
    path: '/admin/ext/events/export',
    summary: 'The whole event log as NDJSON, oldest first; `after` continues from a position',
    sends: 'query',
    input: z.object({ after: idFilter }),
    output: exportedEvent,
    responds: 'lines',
    refuses: [],
    needs: 'audit',
    origin: 'ours',
  }),
}
