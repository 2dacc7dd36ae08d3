import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { id, shownText, time } from './fields.ts'
import { decidedItem } from './focus.ts'
import { focusQueue } from './holders.ts'
import { seeingAny } from './queue-permissions.ts'
import { memberStrikes } from './strikes.ts'

/* A member of the platform: what they handed in, what became of it, and the reports against and by them. */

/** More of each sort are not counted: they would tell nobody more, and cost the more. */
export const memberCountsTo = 10_000
export const longestNote = 500

const counts = {
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
  takenDown: z.number(),
  withdrawn: z.number(),
  /** There are more than were counted, so that each count is "at least". */
  more: z.boolean(),
}

/** Upheld: the video was taken down. */
const reportCounts = z.object({
  pending: z.number(),
  upheld: z.number(),
  dismissed: z.number(),
  withdrawn: z.number(),
  more: z.boolean(),
})
export type ReportCounts = z.output<typeof reportCounts>

const decisionOnItem = z.object({
  /** Of the event. */
  event: z.number(),
  list: focusQueue,
  id: z.number(),
  title: z.nullable(z.string()),
  action: z.string(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  reason: z.string(),
  reasonIds: z.array(z.number()),
  erased: z.boolean(),
  by: z.object({ id: z.number(), nickName: z.string() }),
  at: time,
})
export type DecisionOnItem = z.output<typeof decisionOnItem>

const memberNote = z.object({
  id: z.number(),
  at: time,
  by: z.object({ id: z.number(), nickName: z.string() }),
  text: z.string(),
  erased: z.boolean(),
})

export const member = z.object({
  id: z.number(),
  /** The platform's name of them. */
  externalId: z.nullable(z.string()),
  /** Null where the platform has sent no more than their ID. */
  nickName: z.nullable(z.string()),
  erased: z.boolean(),
  certified: z.boolean(),
  /** The latest certification that they asked for. */
  certification: z.nullable(
    z.object({ id: z.number(), roleId: z.number(), status: z.number(), createTime: time }),
  ),
  /** Their items by list, without lists that have none. */
  lists: z.array(z.object({ list: focusQueue, ...counts })),
  /** Their newest items, whatever the status; at most twelve. */
  items: z.array(decidedItem),
  /** The last decision on each of the items that were changed last, newest first; at most twenty. */
  decisions: z.array(decisionOnItem),
  /** Null for those who may not see videos. */
  strikes: z.nullable(memberStrikes),
  /** Reports on their videos. */
  reportsAgainst: reportCounts,
  /** Reports that they made. */
  reportsBy: reportCounts,
  /** Those made last; at most ten. */
  reported: z.array(
    z.object({
      id: z.number(),
      videoId: z.number(),
      videoType: z.number(),
      title: z.nullable(z.string()),
      reasonId: z.number(),
      status: z.number(),
      time,
    }),
  ),
  /** What staff wrote about them, newest first; at most fifty. */
  notes: z.array(memberNote),
})
export type Member = z.output<typeof member>

export const memberCalls = {
  get: defineCall({
    method: 'GET',
    path: '/admin/ext/member/{id}',
    summary: 'A member: their items and the decisions on them, reports against and by them, notes',
    sends: 'nothing',
    input: z.object({ id }),
    output: z.object({ data: member }),
    refuses: ['not_found'],
    needs: seeingAny,
    origin: 'ours',
  }),
  addNote: defineCall({
    method: 'POST',
    path: '/admin/ext/member-note',
    summary: 'Write something about a member for colleagues to read; it is recorded, and stays',
    sends: 'form',
    input: z.object({ id, text: shownText(longestNote) }),
    output: z.object({}),
    refuses: ['not_found', 'item_erased', 'key_reused'],
    needs: seeingAny,
    changes: true,
    origin: 'ours',
  }),
  erase: defineCall({
    method: 'POST',
    path: '/admin/ext/member-erase',
    summary: 'Erase the personal data of a member, for good; decisions on them stay in the record',
    sends: 'form',
    input: z.object({ id }),
    output: z.object({}),
    refuses: ['not_found', 'item_erased', 'second_person', 'key_reused'],
    needs: 'erasure',
    changes: true,
    origin: 'ours',
  }),
}
