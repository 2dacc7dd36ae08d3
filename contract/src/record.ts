import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import {
  id,
  idFilter,
  nothing,
  startAndEnd,
  startFirst,
  text,
  time,
  wholeNumber,
} from './fields.ts'
import { historyEntry } from './history.ts'
import { problem } from './problems.ts'
import { queueNames } from './queues.ts'
import { recordAlerts } from './record-alerts.ts'

/* The record of decisions, as those read it who check the work of others. */

/** What an event can be about: the queues, and what people change beside them. */
export const recordQueues = [
  ...queueNames,
  'category',
  'tag',
  'reason',
  'reportReason',
  'account',
  'role',
  'key',
  'endpoint',
  'member',
  'record',
  'export',
] as const
export type RecordQueue = (typeof recordQueues)[number]

export const timesKnown = ['waited', 'inHand'] as const

export const recordPage = 50
/**
 * Two filters together have no index, and some have none at all: this many events that fit the first of them, or
 * of all events, are looked at for one answer, and the next answer goes on from there.
 */
export const mostLookedAt = 10_000
export const longestWords = 100
const longestActions = 200
const longestDesk = 100
export const hoursOfWeek = 168

/** One event, with what was watched before it. */
export const recordEntry = z.object({
  ...historyEntry.shape,
  queue: z.string(),
  subject: z.number(),
  /** The platform's ID of it; null where it has none. */
  externalId: z.nullable(z.string()),
  /** The title or name of an item; null where it has none, or is no item. */
  title: z.nullable(z.string()),
  /** Its place in the sealed chain; null while it is not sealed yet. */
  position: z.nullable(z.number()),
  /** The version of the item that it is about. */
  version: z.nullable(z.number()),
  /** How much of the video was watched before the decision, in hundredths; null where nothing says so. */
  watched: z.nullable(z.number()),
  /** The tab of the browser in which the item was claimed; null where it was not. */
  desk: z.nullable(z.string()),
})
export type RecordEntry = z.output<typeof recordEntry>

/** What the record is filtered by. */
export const recordFilters = {
  /** 0: the operator at the command line, or the system itself. */
  person: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  /** One of the platform's keys, instead of a person. */
  key: idFilter,
  /** One, or several with commas between them. */
  action: z.optional(text(longestActions)),
  /** Without decisions that an undo took back. */
  standing: z.optional(z.enum(['yes'], { error: problem('one_of', 'yes') })),
  /** Decisions with a receipt before which at most this share of the video was watched, in hundredths. */
  watchedTo: z.optional(wholeNumber(0, 100)),
  /** Decisions of which it is known how long the item had waited, or how long it was in hand. */
  timed: z.optional(z.enum(timesKnown, { error: problem('one_of', timesKnown.join(', ')) })),
  /** Items opened again whose decision was this person's, by somebody else. */
  reopenedFrom: idFilter,
  queue: z.optional(z.enum(recordQueues, { error: problem('one_of', recordQueues.join(', ')) })),
  item: idFilter,
  /** A report reason, as take-downs name them. */
  reasonId: idFilter,
  /** Decided in one tab of a browser, by its ID. */
  desk: z.optional(text(longestDesk)),
  /** In one hour of the week by the platform's clock: 0 is Monday from midnight to one. */
  weekHour: z.optional(wholeNumber(0, hoursOfWeek - 1)),
  /** In the text of a reason. */
  words: z.optional(text(longestWords)),
  ...startAndEnd,
}

const verification = z.object({
  id: z.number(),
  origin: z.enum(['night', 'person', 'command']),
  /** Null for one that nobody asked for. */
  by: z.nullable(z.string()),
  requestedAt: time,
  finishedAt: z.nullable(time),
  /** The last position that it covers, and how far it has come. */
  upTo: z.number(),
  position: z.number(),
  /** Null while it runs. */
  intact: z.nullable(z.boolean()),
  /** Of all seals up to `upTo`, in hexadecimal; to be kept elsewhere. Null unless intact. */
  root: z.nullable(z.string()),
  /** The first event that is not as it was sealed, and why. */
  event: z.nullable(z.number()),
  why: z.string(),
})
export type Verification = z.output<typeof verification>

const queue = z.enum(queueNames, { error: problem('one_of', queueNames.join(', ')) })
const item = { queue, id }

const reports = z.object({
  id: z.number(),
  status: z.number(),
  reasonId: z.number(),
  reporterId: z.number(),
  createdAt: time,
})

export const itemStory = z.object({
  queue: z.enum(queueNames),
  id: z.number(),
  title: z.nullable(z.string()),
  introduction: z.nullable(z.string()),
  /** The type of a video; null in other queues. */
  videoType: z.nullable(z.number()),
  status: z.number(),
  /** Who handed it in; of a report, who reported. */
  member: z.object({ id: z.number(), nickName: z.nullable(z.string()) }),
  externalId: z.nullable(z.string()),
  createdAt: time,
  erased: z.boolean(),
  /** Of a report: why, and on which video. */
  reasonId: z.nullable(z.number()),
  videoId: z.nullable(z.number()),
  /** The latest version first. */
  versions: z.array(
    z.object({
      version: z.number(),
      title: z.nullable(z.string()),
      introduction: z.nullable(z.string()),
      /** When the next version took its place; null for the latest. */
      replacedAt: z.nullable(time),
    }),
  ),
  /** On a video, newest first. */
  reports: z.array(reports),
  /** What the platform was told of it, newest first. */
  deliveries: z.array(
    z.object({
      event: z.number(),
      action: z.string(),
      /** Null: the endpoint of WEBHOOK_URL. */
      endpoint: z.nullable(z.string()),
      state: z.string(),
      attempts: z.number(),
      status: z.nullable(z.number()),
      error: z.string(),
      at: z.nullable(time),
    }),
  ),
})
export type ItemStory = z.output<typeof itemStory>

const read = {
  method: 'GET',
  sends: 'query',
  needs: 'audit',
  origin: 'ours',
} as const
const change = {
  method: 'POST',
  sends: 'form',
  needs: 'audit',
  changes: true,
  origin: 'ours',
} as const

export const recordCalls = {
  list: defineCall({
    ...read,
    path: '/admin/ext/record',
    summary: `The events, newest first; with two filters at most ${mostLookedAt} are looked at for one answer`,
    input: z
      .object({
        ...recordFilters,
        /** An event's ID: only what came before it. */
        before: idFilter,
      })
      .check(startFirst),
    output: z.object({
      data: z.array(recordEntry),
      /** To be sent as `before` for the events before these; null where there are none. */
      next: z.nullable(z.number()),
      /** Where this answer is short although there is more: the time back to which was looked. */
      lookedBackTo: z.nullable(time),
    }),
    refuses: [],
  }),
  head: defineCall({
    ...read,
    path: '/admin/ext/record/head',
    summary: 'How far the record is sealed, and what its last verifications found',
    sends: 'nothing',
    input: nothing,
    output: z.object({
      data: z.object({
        /** The last seal; null while there is none. */
        sealed: z.nullable(z.object({ position: z.number(), at: time })),
        running: z.nullable(verification),
        /** The one that finished last, and the last that found the record intact. */
        last: z.nullable(verification),
        lastIntact: z.nullable(verification),
      }),
    }),
    refuses: [],
  }),
  alerts: recordAlerts,
  verify: defineCall({
    ...change,
    path: '/admin/ext/record/verify',
    summary: 'Verify the whole record in the background; joins a verification that is running',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.object({ id: z.number() }) }),
    refuses: ['key_reused'],
  }),
  people: defineCall({
    ...read,
    path: '/admin/ext/record/people',
    summary: 'Who acts: people by their accounts, and keys of the platform by their IDs below zero',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(z.object({ id: z.number(), nickName: z.string() })) }),
    refuses: [],
  }),
  item: defineCall({
    ...read,
    path: '/admin/ext/record/item',
    summary: 'One item as it is, with its versions, reports and deliveries',
    input: z.object(item),
    output: z.object({ data: itemStory }),
    refuses: ['not_found'],
  }),
  bundle: defineCall({
    ...change,
    path: '/admin/ext/record/bundle',
    summary:
      'One item with its events as a zip file in base64, which proves itself against a seal kept elsewhere',
    input: z.object({
      ...item,
      /** The position of the seal that is kept; absent: that of the last verification. */
      seal: idFilter,
    }),
    output: z.object({
      data: z.object({
        name: z.string(),
        /** Null where the same request was answered before. */
        zip: z.nullable(z.string()),
        /** The position of the seal that proves it, and how many of its events that covers. */
        seal: z.number(),
        proven: z.number(),
        events: z.number(),
      }),
    }),
    refuses: ['not_found', 'key_reused'],
  }),
}
