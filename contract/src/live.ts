import * as z from 'zod/mini'
import { time } from './fields.ts'
import { pendingCounts } from './history.ts'
import { queues } from './review.ts'

/*
 * What every open screen is told while it is open: server-sent events, read over `fetch`, since the
 * Bearer has to travel. An `id` is the event's place in the record: whoever reconnects with
 * `Last-Event-ID` misses none. All of it can be asked for as well.
 */

export const livePath = '/admin/ext/live'

const who = z.object({ id: z.number(), nickName: z.string() })

/** By the name of the event. */
export const news = {
  /** Somebody did something to an item; `status` is absent where it stayed as it was. */
  decision: z.object({
    queue: z.enum(queues),
    id: z.number(),
    action: z.string(),
    status: z.nullish(z.number()),
    by: who,
  }),
  /** An item is in other hands, or in nobody's. A report's item is its video. */
  lease: z.object({
    queue: z.enum(queues),
    id: z.number(),
    by: z.nullable(who),
    since: z.nullish(time),
  }),
  counts: pendingCounts,
  /** Too much was missed: what is on the screen had better be read again. */
  resync: z.object({}),
  /** The server leaves, or the session ended: come back in a moment. */
  bye: z.object({}),
}

export type NewsName = keyof typeof news
export type News<Name extends NewsName> = z.output<(typeof news)[Name]>
