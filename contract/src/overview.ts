import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { dateTime, id, nothing, startFirst, time } from './fields.ts'
import { problem } from './problems.ts'
import { listNames, queueNames } from './queues.ts'

/*
 * What waits, what was done and by whom. Every figure is a number of events or items; those of a person are
 * shown to that person, and to people with the permission `overview`.
 */

/** Days up to today; `today` is by hour. */
export const spans = ['today', '7', '30', '90'] as const
export type Span = (typeof spans)[number]
/** Of a range of one's own: a year and its leap day. */
export const mostDays = 366

/** Hours at which the bands of waiting begin, after the first: under 4 hours, under a day, three days, a week. */
export const bandHours = [4, 24, 72, 168] as const

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

/** Of decisions with a receipt: how much of the video was watched on average, in hundredths of it. */
const watched = z.object({ count, mean: z.number() })
export type Watched = z.output<typeof watched>

/** Of reports made in this time: what has become of them by now. Upheld: the video was taken down. */
const reportsMade = z.object({ id: z.number(), made: count, upheld: count, dismissed: count })
export type ReportsMade = z.output<typeof reportsMade>

const work = z.array(z.object({ queue, kind: z.enum(workKinds), count }))

const period = z.object({
  start: time,
  end: time,
  /** Items handed in. What came back is `reopen` and `resubmit` among the work. */
  handedIn: z.array(z.object({ queue, count })),
  work,
  waits: z.array(z.extend(waits, { queue })),
  /** From when somebody took an item until they decided; of focus review. */
  inHand: z.array(z.extend(waits, { queue })),
  watched: z.array(z.extend(watched, { queue })),
  /** Of take-downs of videos. */
  reasons: z.array(z.object({ id: z.number(), count })),
  /** By their reason, the most frequent first. */
  reports: z.array(reportsMade),
})
export type Period = z.output<typeof period>

/** One number for each hour or day; what is nowhere above 0 is left out. */
const workSeries = z.array(z.object({ queue, kind: z.enum(workKinds), counts: z.array(count) }))

const history = z.object({
  unit: z.enum(['hour', 'day']),
  /** When each hour or day begins. */
  starts: z.array(time),
  /** One number for each of them; what is nowhere above 0 is left out. */
  handedIn: z.array(z.object({ queue, counts: z.array(count) })),
  work: workSeries,
  /**
   * What waited when each hour or day ended, or at the last full hour: by `bandHours`. Of reports, videos. Null where
   * nothing was noted, before the upgrade or while no server ran.
   */
  backlog: z.array(z.object({ queue, bands: z.array(z.nullable(z.array(count))) })),
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
  inHand: z.array(z.extend(waits, { queue })),
  watched: z.array(z.extend(watched, { queue })),
})
export type OwnWork = z.output<typeof ownWork>

const personPeriod = z.extend(ownWork, { start: time, end: time })
export type PersonPeriod = z.output<typeof personPeriod>

const personWork = z.object({
  id: z.number(),
  nickName: z.string(),
  unit: z.enum(['hour', 'day']),
  starts: z.array(time),
  work: workSeries,
  now: personPeriod,
  /** As long before, as in the history of all. */
  before: personPeriod,
})
export type PersonWork = z.output<typeof personWork>

const day = 86_400_000
const daysFrom = ({ start, end }: { start: string; end: string }) =>
  (Date.parse(`${end.slice(0, 10)}Z`) - Date.parse(`${start.slice(0, 10)}Z`)) / day + 1

/** Days up to today, or a range of one's own: the whole days of `start` and `end`. */
const spanFields = {
  span: z._default(z.enum(spans, { error: problem('one_of', spans.join(', ')) }), 'today'),
  start: z.optional(dateTime),
  end: z.optional(dateTime),
}
const spanChecks = [
  startFirst,
  z.refine<SpanInput>(({ start, end }) => (start === undefined) === (end === undefined), {
    error: problem('with_start'),
    path: ['end'],
  }),
  z.refine<SpanInput>(
    ({ start = '', end = '' }) => !start || !end || daysFrom({ start, end }) <= mostDays,
    { error: problem('most_days', mostDays), path: ['end'] },
  ),
] as const
export interface SpanInput {
  span: Span
  start?: string | undefined
  end?: string | undefined
}
const spanInput = z.object(spanFields).check(...spanChecks)

/** A file of rows whose import ended early, or refused lines. */
const importInTrouble = z.object({
  id: z.number(),
  /** Of the file. */
  name: z.string(),
  /** When it ended, or was last at work. */
  since: time,
  /** It reached the end of the file. */
  whole: z.boolean(),
  /** Up to this line all is done. */
  line: count,
  /** Lines. */
  refused: count,
})
export type ImportInTrouble = z.output<typeof importInTrouble>

const read = { method: 'GET', sends: 'query', refuses: [], origin: 'ours' } as const

export const overviewCalls = {
  now: defineCall({
    ...read,
    path: '/admin/ext/overview/now',
    summary:
      'What waits in each list and since when, what is overdue, who holds what, what waits for a second person, which endpoints and imports are in trouble',
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
            /** Past three quarters of it, and not overdue; counted as far. */
            atRisk: count,
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
        /** Requests for a second person, as the reader's list of them has them; null for those who have no such list. */
        secondPerson: z.nullable(z.object({ count, oldest: z.nullable(time) })),
        deadEndpoints: count,
        /** At most 1,000 are counted. */
        deadDeliveries: count,
        /** Of the last seven days, the latest first; without those that were dismissed. */
        imports: z.array(importInTrouble),
      }),
    }),
    needs: 'overview',
  }),
  dismissImport: defineCall({
    method: 'POST',
    path: '/admin/ext/overview/dismiss-import',
    summary: 'Shows an import in trouble no more, to nobody, unless it is begun again',
    sends: 'form',
    input: z.object({ id }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
    needs: 'overview',
    changes: true,
    origin: 'ours',
  }),
  history: defineCall({
    ...read,
    path: '/admin/ext/overview/history',
    summary: 'What came in and what was decided, by hour or day, beside the time before it',
    input: spanInput,
    output: z.object({ data: history }),
    needs: 'overview',
  }),
  people: defineCall({
    ...read,
    path: '/admin/ext/overview/people',
    summary: 'What each person decided and undid, and what others opened again; by name',
    input: spanInput,
    output: z.object({
      data: z.array(z.extend(ownWork, { id: z.number(), nickName: z.string() })),
    }),
    needs: 'overview',
  }),
  person: defineCall({
    ...read,
    path: '/admin/ext/overview/person',
    summary:
      'What one person decided and undid, by hour or day, beside the time before it. Of others, only with the permission `overview`',
    input: z.object({ id, ...spanFields }).check(...spanChecks),
    output: z.object({ data: personWork }),
    needs: 'session',
    refuses: ['not_found'],
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
