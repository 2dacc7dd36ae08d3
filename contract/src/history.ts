import * as z from 'zod/mini'
import { defineCall, everyone } from './call.ts'
import { id, nothing, time } from './fields.ts'
import { queues } from './review.ts'

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
})
export type HistoryEntry = z.output<typeof historyEntry>

/** What `already_decided` says of whoever came first, beside its sentence. */
export const decision = z.object({
  status: z.number(),
  action: z.string(),
  by: z.string(),
  at: time,
  reason: z.string(),
  /** Why a video was taken down: ids of report reasons, which the sentence spells out. */
  reasonIds: z.array(z.number()),
})
export type Decision = z.output<typeof decision>

export const historyCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/history',
    summary: 'Who did what to one item, newest first',
    sends: 'query',
    input: z.object({ queue: z.enum(queues, { error: `one_of|${queues.join(', ')}` }), id }),
    output: z.object({ data: z.array(historyEntry) }),
    refuses: [],
    roles: everyone,
    origin: 'ours',
  }),
  pending: defineCall({
    method: 'GET',
    path: '/admin/ext/pending',
    summary: 'How many items wait in each queue',
    sends: 'nothing',
    input: nothing,
    output: z.object({
      data: z.object({
        certifications: z.number(),
        projects: z.number(),
        projectVideos: z.number(),
        personalVideos: z.number(),
        reports: z.object({ promo: z.number(), personal: z.number(), project: z.number() }),
      }),
    }),
    refuses: [],
    roles: everyone,
    origin: 'ours',
  }),
}
