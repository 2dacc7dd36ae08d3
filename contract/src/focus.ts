import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { certification } from './certifications.ts'
import {
  filterField,
  id,
  ids,
  longestSearch,
  nothing,
  seenVersion,
  startAndEnd,
  startFirst,
  text,
  time,
  uuid,
} from './fields.ts'
import { focusQueue, holdersCall } from './holders.ts'
import { problem } from './problems.ts'
import { project, projectVideo } from './projects.ts'
import { deciding, decidingAny, queueAt, seeing, seeingAny } from './queue-permissions.ts'
import {
  type Filter,
  type FilterName,
  type FilterValues,
  filtersOf,
  type ListName,
  listNames,
} from './queues.ts'
import { marks, receipt } from './receipt.ts'
import { report, reporterCounts } from './reports.ts'
import { longestReason } from './review.ts'
import { video } from './videos.ts'

/* Focus review: one item after the other, each claimed by one person at a time. */

/** A lease expires after this time without a heartbeat. */
export const leaseSeconds = 300

/** The ID of one browser tab, which holds leases: two tabs never hold the same item. */
const desk = z
  .string({ error: problem('required') })
  .check(z.regex(/^[\w-]{8,128}$/, { error: problem('key_format') }))

type AnyFilterName = { [L in ListName]: Exclude<FilterName<L>, 'status'> }[ListName]
type AnyFilter = {
  [Name in AnyFilterName]: z.ZodMiniOptional<
    z.ZodMiniType<
      { [L in ListName]: Name extends FilterName<L> ? FilterValues<L>[Name] : never }[ListName]
    >
  >
}

/** The filters that any list has, but for the status; codes are those of all lists. */
function filtersOfAll(): AnyFilter {
  const all: Record<string, Filter> = {}
  for (const [name, filter] of listNames.flatMap(filtersOf)) {
    const same = all[name]
    const codes = [same, filter].flatMap((one) => (one?.type === 'code' ? one.codes : []))
    all[name] =
      filter.type === 'code' ? { type: 'code', codes: [...new Set(codes)].sort() } : filter
  }
  const { status: _, ...others } = all
  return Object.fromEntries(
    Object.entries(others).map(([name, filter]) => [name, filterField(filter)]),
  ) as AnyFilter
}

const listFilters = filtersOfAll()
export const focusFilterNames = Object.keys(listFilters) as AnyFilterName[]

/** Those of the list; one that the list lacks is refused. */
const filter = {
  ...listFilters,
  ...startAndEnd,
  search: z.optional(text(longestSearch)),
}

/** Exactly one of the four, by queue. */
const item = {
  video: z.optional(video),
  certification: z.optional(certification),
  project: z.optional(z.extend(project, { videos: z.array(projectVideo) })),
  /** For a report; its video is in `video`. */
  reports: z.optional(z.array(report)),
}

export const claimed = z.object({
  lease: z.string(),
  /** The item's ID; for reports, the video's. */
  id: z.number(),
  secondsLeft: z.number(),
  ...item,
})
export type Claimed = z.output<typeof claimed>

const decisionCounts = {
  approved: z.number(),
  rejected: z.number(),
  takenDown: z.number(),
  pending: z.number(),
}

/** The submitter, and the decisions on their earlier items. */
export const submitter = z.object({
  id: z.number(),
  nickName: z.nullish(z.string()),
  certified: z.boolean(),
  ...decisionCounts,
  /** Reports on this person's videos, closed or not. */
  reports: z.number(),
  /** The same counts by list, without lists that have none; what no list shows is in none. */
  lists: z.nullish(z.array(z.object({ list: focusQueue, ...decisionCounts }))),
})

/** An item of the submitter that has been decided. */
export const decidedItem = z.object({
  /** The list whose dialog shows it. */
  list: focusQueue,
  id: z.number(),
  title: z.nullish(z.string()),
  banner: z.nullish(z.string()),
  status: z.number(),
  /** When it was last changed: usually by the decision. */
  time: z.nullish(time),
})
export type DecidedItem = z.output<typeof decidedItem>

export const about = z.object({
  submitter: z.nullish(submitter),
  /** Reports on the video, whatever their status, newest first. */
  reports: z.array(report),
  /** Who made these reports. */
  reporters: z.nullish(z.array(reporterCounts)),
  /** The submitter's other items that were decided last, newest first; at most six. */
  decided: z.nullish(z.array(decidedItem)),
})
export type About = z.output<typeof about>

export const focusActions = ['approve', 'reject', 'takeDown', 'dismiss'] as const

export const focusCalls = {
  next: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/next',
    summary:
      'The items this desk holds, topped up with the oldest pending ones that nobody holds; asking again answers the same',
    sends: 'form',
    input: z.object({ queue: focusQueue, desk, ...filter }).check(startFirst),
    output: z.object({
      data: z.object({
        items: z.array(claimed),
        /** Pending items of the filter, held or not; with `more`, at least this many. */
        left: z.number(),
        more: z.boolean(),
        /** Of these, skipped by this person. */
        skipped: z.number(),
        /** Of these, held by others. */
        held: z.number(),
      }),
    }),
    refuses: [],
    needs: decidingAny,
    needsFor: ({ queue }) => deciding(queueAt(queue)),
    origin: 'ours',
  }),
  extend: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/extend',
    summary: "Keep this desk's leases for another five minutes; answers those it still has",
    sends: 'form',
    input: z.object({ desk }),
    output: z.object({ data: z.object({ leases: z.array(z.string()), secondsLeft: z.number() }) }),
    refuses: [],
    needs: decidingAny,
    origin: 'ours',
  }),
  release: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/release',
    summary: 'Give everything back that this desk holds',
    sends: 'form',
    input: z.object({ desk }),
    output: nothing,
    refuses: [],
    needs: 'session',
    origin: 'ours',
  }),
  skip: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/skip',
    summary: 'Put an item aside: others may take it, and it comes back when looked for again',
    sends: 'form',
    input: z.object({ desk, lease: uuid }),
    output: nothing,
    refuses: ['lease_lost', 'key_reused'],
    needs: decidingAny,
    changes: true,
    origin: 'ours',
  }),
  unskip: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/unskip',
    summary:
      'Take back a skip: the item is held by the same person again, unless somebody else took it',
    sends: 'form',
    input: z.object({ desk, lease: uuid }),
    output: z.object({ data: z.object({ item: claimed }) }),
    refuses: ['lease_lost', 'key_reused'],
    needs: decidingAny,
    changes: true,
    origin: 'ours',
  }),
  lookAgain: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/look-again',
    summary: 'Show the items of a queue again that this person skipped',
    sends: 'form',
    input: z.object({ queue: focusQueue }),
    output: nothing,
    refuses: [],
    needs: decidingAny,
    needsFor: ({ queue }) => deciding(queueAt(queue)),
    origin: 'ours',
  }),
  decide: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/decide',
    summary:
      'Decide on a held item, with what was looked at; refused when somebody else holds it now',
    sends: 'form',
    input: z.object({
      desk,
      lease: uuid,
      action: z.enum(focusActions, { error: problem('one_of', focusActions.join(', ')) }),
      message: z.optional(text(longestReason)),
      reasonIds: z._default(ids, []),
      receipt: z.optional(receipt),
      marks: z.optional(marks),
      version: seenVersion,
    }),
    output: z.object({
      data: z.object({
        /** The ID to pass to `undo`. */
        decision: z.string(),
        /** How long it can be undone. */
        graceSeconds: z.number(),
      }),
    }),
    refuses: [
      'lease_lost',
      'not_found',
      'already_decided',
      'not_possible',
      'item_changed',
      'no_pending_report',
      'reason_missing',
      'take_down_reason_missing',
      'second_person',
      'key_reused',
    ],
    needs: decidingAny,
    changes: true,
    origin: 'ours',
  }),
  undo: defineCall({
    method: 'POST',
    path: '/admin/ext/focus/undo',
    summary:
      'Take back a decision of one’s own within its grace: the item is pending again, in the same hands',
    sends: 'form',
    input: z.object({ desk, decision: uuid }),
    output: z.object({ data: z.object({ item: claimed }) }),
    refuses: ['undo_too_late', 'already_decided', 'lease_lost', 'not_found', 'key_reused'],
    needs: decidingAny,
    changes: true,
    origin: 'ours',
  }),
  about: defineCall({
    method: 'GET',
    path: '/admin/ext/focus/about',
    summary: 'Who handed an item in and how it went before; every report on a video',
    sends: 'query',
    input: z.object({ queue: focusQueue, id }),
    output: z.object({ data: about }),
    refuses: ['not_found'],
    needs: seeingAny,
    needsFor: ({ queue }) => seeing(queueAt(queue)),
    origin: 'ours',
  }),
  holders: holdersCall,
}
