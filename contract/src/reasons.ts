import * as z from 'zod/mini'
import { administrators, defineCall, everyone } from './call.ts'
import { id, nothing, shownName, shownText } from './fields.ts'
import { type QueueWith, queuesWith } from './queues.ts'
import { problem } from './refusals.ts'
import { longestReason } from './review.ts'

/** Queues whose rejections carry a text. */
export type ReasonQueue = QueueWith<'reject'>
export const reasonQueues: ReasonQueue[] = queuesWith('reject')

/** A reject reason: the label for the reviewer, and the text for the submitter. */
export const reason = z.object({
  id: z.number(),
  queue: z.enum(reasonQueues),
  label: z.string(),
  labelEn: z.string(),
  text: z.string(),
  textEn: z.string(),
  /** The key that picks it, 1 to 9; two active reasons of a queue never share one. */
  digit: z.nullish(z.number()),
  active: z.boolean(),
})
export type Reason = z.output<typeof reason>

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const fields = {
  label: shownName(30),
  labelEn: shownName(60),
  text: shownText(longestReason),
  textEn: shownText(longestReason),
  digit: z.optional(
    z.pipe(z.enum(digits, { error: problem('one_of', digits.join(', ')) }), z.transform(Number)),
  ),
}

export const reasonCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/reasons',
    summary: 'The reasons to reject, of every queue, in the order of their digits',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(reason) }),
    refuses: [],
    roles: everyone,
    origin: 'ours',
  }),
  add: defineCall({
    method: 'POST',
    path: '/admin/ext/reasons/add',
    summary: 'Add a reason',
    sends: 'form',
    input: z.object({
      queue: z.enum(reasonQueues, { error: problem('one_of', reasonQueues.join(', ')) }),
      ...fields,
    }),
    output: z.object({ data: z.object({ id: z.number() }) }),
    refuses: ['digit_taken', 'key_reused'],
    roles: administrators,
    changes: true,
    origin: 'ours',
  }),
  change: defineCall({
    method: 'POST',
    path: '/admin/ext/reasons/change',
    summary: 'Change a reason, or put it out of use; past decisions keep their text',
    sends: 'form',
    input: z.object({
      id,
      ...fields,
      active: z.enum(['true', 'false'], { error: problem('one_of', 'true, false') }),
    }),
    output: nothing,
    refuses: ['digit_taken', 'not_found', 'key_reused'],
    roles: administrators,
    changes: true,
    origin: 'ours',
  }),
}
