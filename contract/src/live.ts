import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing, time } from './fields.ts'
import { pendingCounts } from './history.ts'
import { queueNames } from './queues.ts'

/*
 * Live updates for open screens: server-sent events, read over `fetch`, since the
 * Bearer header is required. An `id` is the event's position in the log: a client that reconnects with
 * `Last-Event-ID` misses none. Everything can also be polled.
 */

const who = z.object({ id: z.number(), nickName: z.string() })

/** By the name of the event. */
export const news = {
  /** An item was decided or changed; `status` is absent if it stayed the same. */
  decision: z.object({
    queue: z.enum(queueNames),
    id: z.number(),
    action: z.string(),
    status: z.nullish(z.number()),
    by: who,
  }),
  /** An item was claimed or released. A report's item is its video. */
  lease: z.object({
    queue: z.enum(queueNames),
    id: z.number(),
    by: z.nullable(who),
    since: z.nullish(time),
  }),
  counts: pendingCounts,
  /** Too much was missed: the screen should be read again. */
  resync: z.object({}),
  /** The server shuts down, or the session has ended: reconnect in a moment. */
  bye: z.object({}),
}

export type NewsName = keyof typeof news
export type News<Name extends NewsName> = z.output<(typeof news)[Name]>

export const liveCalls = {
  stream: defineCall({
    method: 'GET',
    path: '/admin/ext/live',
    summary:
      'Decisions, leases and pending counts as they happen; Last-Event-ID resumes the stream',
    sends: 'nothing',
    input: nothing,
    /** The data of each event, by its name. */
    output: z.partial(z.object(news)),
    responds: 'events',
    refuses: ['too_many_streams'],
    needs: 'session',
    origin: 'ours',
  }),
}
