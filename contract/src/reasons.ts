import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { id, nothing, shownName, shownText } from './fields.ts'
import { problem } from './problems.ts'
import { type QueueWith, queuesWith } from './queues.ts'
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

const policy = z._default(shownText(longestReason), '')

export const reasonCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/reasons',
    summary: 'The reasons to reject, of every queue, in the order of their digits',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(reason) }),
    refuses: [],
    needs: 'session',
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
    needs: 'configuration',
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
    needs: 'configuration',
    changes: true,
    origin: 'ours',
  }),
  setPolicy: defineCall({
    method: 'POST',
    path: '/admin/ext/reasons/policy',
    summary:
      'Set the text of the policy behind a reason to report or take down; a blank one removes it',
    sends: 'form',
    input: z.object({ id, policy, policyEn: policy }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
    needs: 'configuration',
    changes: true,
    origin: 'ours',
  }),
}
