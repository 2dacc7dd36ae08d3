import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { id, idFilter, nothing, text, time } from './fields.ts'
import type { PendingCounts } from './pending-counts.ts'
import { doingAny, seeing, seeingAny } from './queue-permissions.ts'
import {
  type ListEntry,
  type ListName,
  listNames,
  lists,
  queueNames,
  queuesWith,
  ruleFor,
} from './queues.ts'
import { kept } from './receipt.ts'
import { longestReason } from './review.ts'

/** One line of an item's history, from the event log. */
export const historyEntry = z.object({
  id: z.number(),
  at: time,
  by: z.object({ id: z.number(), nickName: z.string() }),
  action: z.string(),
  before: z.nullish(z.number()),
  after: z.nullish(z.number()),
  reason: z.nullish(z.string()),
  reasonIds: z.array(z.number()),
  /** Ours: its texts were erased. */
  erased: z.nullish(z.boolean()),
  /** What was watched before the decision, and the marks. */
  ...kept,
})
export type HistoryEntry = z.output<typeof historyEntry>

/** The data of `already_decided`: the earlier decision. */
export const decision = z.object({
  status: z.number(),
  action: z.string(),
  by: z.string(),
  at: time,
  reason: z.string(),
  /** Why a video was taken down: IDs of report reasons, which the sentence names. */
  reasonIds: z.array(z.number()),
})
export type Decision = z.output<typeof decision>

function countField(list: ListName) {
  const { pending, kinds = {} }: ListEntry = lists[list]
  if (!pending.byKind) return z.number()
  return z.object(Object.fromEntries(Object.keys(kinds).map((kind) => [kind, z.number()])))
}

/** Pending items by list. */
export const pendingCounts = z.object(
  Object.fromEntries(listNames.map((list) => [lists[list].pending.name, countField(list)])),
) as unknown as z.ZodMiniType<PendingCounts>

/** A report cannot be re-opened: it returns with the next report on its video. */
const reopenable = queuesWith('reopen')

export const historyCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/history',
    summary: 'Who did what to one item, newest first',
    sends: 'query',
    input: z.object({
      queue: z.enum(queueNames, { error: `one_of|${queueNames.join(', ')}` }),
      id,
      /** An entry's ID: only what came before it. */
      before: idFilter,
    }),
    output: z.object({
      data: z.array(historyEntry),
      /** To be sent as `before` for the entries before these; null where there are none. */
      next: z.nullable(z.number()),
    }),
    refuses: [],
    needs: seeingAny,
    needsFor: ({ queue }) => seeing(queue),
    origin: 'ours',
  }),
  reopen: defineCall({
    method: 'POST',
    path: '/admin/ext/reopen',
    summary: 'Make a decided item pending again, with a reason; the decision stays in its history',
    sends: 'form',
    input: z.object({
      queue: z.enum(reopenable, { error: `one_of|${reopenable.join(', ')}` }),
      id,
      message: text(longestReason),
    }),
    output: nothing,
    refuses: [
      'not_found',
      'already_decided',
      'not_possible',
      'item_erased',
      'reason_missing',
      'key_reused',
    ],
    needs: doingAny('reopen'),
    needsFor: ({ queue }) => [ruleFor(queue, 'reopen').who ?? []].flat(),
    changes: true,
    origin: 'ours',
  }),
  pending: defineCall({
    method: 'GET',
    path: '/admin/ext/pending',
    summary: 'How many items wait in each queue',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: pendingCounts }),
    refuses: [],
    needs: 'session',
    origin: 'ours',
  }),
}
