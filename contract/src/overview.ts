import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing, time } from './fields.ts'
import { problem } from './problems.ts'
import { listNames, queueNames } from './queues.ts'

/*
 * What waits, what was done and by whom. Every figure is a number of events or items; those of a person are
 * shown to that person, and to people with the permission `overview`.
 */

/** Days up to today; `today` is by hour. */
export const spans = ['today', '7', '30', '90'] as const
export type Span = (typeof spans)[number]

/** Decisions first. An undo also takes its decision out of these counts. */
export const workKinds = [
  'approve',
  'reject',
  'takeDown',
  'dismiss',
  'reopen',
  'resubmit',
  'withdraw',
  'undo',
] as const
export type WorkKind = (typeof workKinds)[number]
export const decidingKinds = ['approve', 'reject', 'takeDown', 'dismiss'] as const

const queue = z.enum(queueNames)
const count = z.number()

/** Of decisions on what was pending; seconds, each within 5 %. Null where there were none. */
const waits = z.object({
  count,
  median: z.nullable(z.number()),
  /** Nine in ten waited no longer. */
  p90: z.nullable(z.number()),
})
export type Waits = z.output<typeof waits>

const work = z.array(z.object({ queue, kind: z.enum(workKinds), count }))

const period = z.object({
  start: time,
  end: time,
  /** Items handed in. What came back is `reopen` and `resubmit` among the work. */
  handedIn: z.array(z.object({ queue, count })),
  work,
  waits: z.array(z.extend(waits, { queue })),
  /** Of take-downs of videos. */
  reasons: z.array(z.object({ id: z.number(), count })),
})
export type Period = z.output<typeof period>

const history = z.object({
  unit: z.enum(['hour', 'day']),
  /** When each hour or day begins. */
  starts: z.array(time),
  /** One number for each of them; what is nowhere above 0 is left out. */
  handedIn: z.array(z.object({ queue, counts: z.array(count) })),
  work: z.array(z.object({ queue, kind: z.enum(workKinds), counts: z.array(count) })),
  now: period,
  /** As long before, up to the same moment of its last day, to the quarter of an hour. */
  before: period,
  /** Decided in each hour of the week; Monday is 1. */
  week: z.array(z.object({ queue, day: z.number(), hour: z.number(), count })),
  /** False while decisions from before the upgrade are still being counted. */
  complete: z.boolean(),
})
export type OverviewHistory = z.output<typeof history>

const ownWork = z.object({
  work,
  /** Decisions of theirs that somebody else has opened again, by when that happened. */
  reopened: z.array(z.object({ queue, count })),
})
export type OwnWork = z.output<typeof ownWork>

const span = z._default(z.enum(spans, { error: problem('one_of', spans.join(', ')) }), 'today')

const read = { method: 'GET', sends: 'query', refuses: [], origin: 'ours' } as const

export const overviewCalls = {
  now: defineCall({
    ...read,
    path: '/admin/ext/overview/now',
    summary:
      'What waits in each list and since when, what is overdue, who holds what, what is in trouble',
    input: nothing,
    output: z.object({
      data: z.object({
        lists: z.array(
          z.object({
            list: z.enum(listNames),
            pending: count,
            /** Since when the oldest waits. */
            oldest: z.nullable(time),
            /** From the setting TARGET_HOURS. */
            targetHours: z.number(),
            /** Waiting longer than that; of reports, videos. At most 1,000 are counted: 1001 means more. */
            overdue: count,
          }),
        ),
        held: z.array(
          z.object({
            id: z.number(),
            nickName: z.string(),
            queue,
            count,
            since: time,
          }),
        ),
        deadEndpoints: count,
        /** At most 1,000 are counted. */
        deadDeliveries: count,
      }),
    }),
    needs: 'overview',
  }),
  history: defineCall({
    ...read,
    path: '/admin/ext/overview/history',
    summary: 'What came in and what was decided, by hour or day, beside the time before it',
    input: z.object({ span }),
    output: z.object({ data: history }),
    needs: 'overview',
  }),
  people: defineCall({
    ...read,
    path: '/admin/ext/overview/people',
    summary: 'What each person decided and undid, and what others opened again; by name',
    input: z.object({ span }),
    output: z.object({
      data: z.array(z.extend(ownWork, { id: z.number(), nickName: z.string() })),
    }),
    needs: 'overview',
  }),
  mine: defineCall({
    ...read,
    path: '/admin/ext/overview/mine',
    summary: 'What I decided and undid, and what others opened again, today and this week',
    input: nothing,
    output: z.object({ data: z.object({ today: ownWork, week: ownWork }) }),
    needs: 'session',
  }),
}
