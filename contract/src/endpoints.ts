import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { endpointAlerts } from './endpoint-alerts.ts'
import { id, idFilter, nothing, shownName, text, time } from './fields.ts'
import { problem } from './problems.ts'
import { queueNames } from './queues.ts'

/* Where the platform is notified: addresses that administrators keep, and what was sent to each. */

export const mostEndpoints = 20
/** After a rotation both secrets sign, so that the receiver can be changed meanwhile. */
export const rotationHours = 24
export const mostResent = 5000
export const longestAnswer = 1000

/** What an endpoint can be told of: decisions on the items of a queue, and changes of categories and tags. */
export const eventKinds = [...queueNames, 'category', 'tag'] as const
export type EventKind = (typeof eventKinds)[number]

/** `failing`: the last attempt failed. `dead`: nothing got through for hours, and nothing is sent until it is resumed. */
export const endpointStates = ['active', 'failing', 'paused', 'dead'] as const
export type EndpointState = (typeof endpointStates)[number]

export const deliveryStates = ['waiting', 'sending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const endpoint = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(eventKinds)),
  state: z.enum(endpointStates),
  createdAt: time,
  /** The previous secret signs as well until then; null where there is none. */
  previousUntil: z.nullable(time),
  failingSince: z.nullable(time),
  /** Of the last success. */
  deliveredAt: z.nullable(time),
  waiting: z.number(),
  dead: z.number(),
})
export type Endpoint = z.output<typeof endpoint>

/** The endpoint of WEBHOOK_URL. It is changed in the server's settings only. */
export const builtIn = z.object({
  /** Without its path, which may hold a token. */
  origin: z.string(),
  since: time,
  waiting: z.number(),
  dead: z.number(),
})

export const delivery = z.object({
  event: z.number(),
  queue: z.string(),
  subject: z.number(),
  external_id: z.nullable(z.string()),
  action: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the last attempt: the HTTP status, or null where there was no response. */
  status: z.nullable(z.number()),
  latencyMs: z.nullable(z.number()),
  error: z.string(),
  sentAt: z.nullable(time),
  /** When it is tried next; null where it is settled. */
  dueAt: z.nullable(time),
})
export type Delivery = z.output<typeof delivery>

export const attempt = z.object({
  status: z.nullable(z.number()),
  latencyMs: z.number(),
  /** Empty: it was delivered. */
  error: z.string(),
  /** The beginning of the response. */
  answer: z.string(),
})
export type Attempt = z.output<typeof attempt>

/** Shown this once. Null where the same request was answered before. */
const shownOnce = z.nullable(z.string())

const url = text(500)
const kinds = z
  .array(z.enum(eventKinds, { error: problem('one_of', eventKinds.join(', ')) }))
  .check(z.maxLength(eventKinds.length, { error: problem('too_many', eventKinds.length) }))
const fields = { name: shownName(60), url, kinds }
const outcomes = ['waiting', 'delivered', 'dead'] as const

const change = <const Path extends string>(path: Path, summary: string) => ({
  method: 'POST' as const,
  path: `/admin/ext/endpoints/${path}` as const,
  summary,
  sends: 'form' as const,
  needs: 'platform' as const,
  changes: true as const,
  origin: 'ours' as const,
})

export const endpointCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/endpoints',
    summary: 'The webhook endpoints, with their state; secrets are never shown again',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(endpoint), builtIn: z.nullable(builtIn) }),
    refuses: [],
    needs: 'platform',
    origin: 'ours',
  }),
  alerts: endpointAlerts,
  add: defineCall({
    ...change('add', 'Add an endpoint; what happens from now on is sent to it'),
    input: z.object(fields),
    output: z.object({ data: z.object({ id: z.number(), secret: shownOnce }) }),
    refuses: ['too_many_endpoints', 'key_reused'],
  }),
  change: defineCall({
    ...change('change', 'Change the name, address or kinds of an endpoint'),
    input: z.object({ id, ...fields }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
  }),
  rotate: defineCall({
    ...change(
      'rotate',
      `Give an endpoint a new secret; the old one signs as well for ${rotationHours} hours`,
    ),
    input: z.object({ id }),
    output: z.object({ data: z.object({ secret: shownOnce }) }),
    refuses: ['not_found', 'key_reused'],
  }),
  setPaused: defineCall({
    ...change(
      'pause',
      'Pause an endpoint, or resume one that is paused or dead; what was given up is sent then',
    ),
    input: z.object({
      id,
      paused: z.enum(['true', 'false'], { error: problem('one_of', 'true, false') }),
    }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
  }),
  remove: defineCall({
    ...change('remove', 'Remove an endpoint; what waits for it is not sent'),
    input: z.object({ id }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
  }),
  ping: defineCall({
    method: 'POST',
    path: '/admin/ext/endpoints/ping',
    summary: 'Send a test message at once, also to a paused endpoint, and report the response',
    sends: 'form',
    input: z.object({ id }),
    output: z.object({ data: attempt }),
    refuses: ['not_found'],
    needs: 'platform',
    origin: 'ours',
  }),
  deliveries: defineCall({
    method: 'GET',
    path: '/admin/ext/endpoints/deliveries',
    summary: 'What was sent to an endpoint, newest first',
    sends: 'query',
    input: z.object({
      id,
      outcome: z.optional(z.enum(outcomes, { error: problem('one_of', outcomes.join(', ')) })),
      /** An event's ID: only what came before it. */
      before: idFilter,
    }),
    output: z.object({ data: z.array(delivery), next: z.nullable(z.number()) }),
    refuses: ['not_found'],
    needs: 'platform',
    origin: 'ours',
  }),
  delivery: defineCall({
    method: 'GET',
    path: '/admin/ext/endpoints/delivery',
    summary: 'One delivery, with its body as the record has it and the beginning of the response',
    sends: 'query',
    input: z.object({ id, event: id }),
    output: z.object({
      data: z.object({ ...delivery.shape, body: z.string(), answer: z.string() }),
    }),
    refuses: ['not_found'],
    needs: 'platform',
    origin: 'ours',
  }),
  resend: defineCall({
    ...change(
      'resend',
      `Send settled deliveries again: those of the events from one to another, at most ${mostResent}`,
    ),
    input: z.object({
      id,
      from: id,
      to: id,
      outcome: z.optional(z.enum(outcomes, { error: problem('one_of', outcomes.join(', ')) })),
    }),
    output: z.object({ data: z.object({ count: z.number() }) }),
    refuses: ['not_found', 'key_reused'],
  }),
}
