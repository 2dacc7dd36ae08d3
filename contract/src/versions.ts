import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { id, seenVersion, time } from './fields.ts'
import { seeing, seeingAny } from './queue-permissions.ts'
import { type ItemQueue, isCase, queueNames } from './queues.ts'

/*
 * The platform may change an item at any time. What it was before is kept as a version, so that a reviewer
 * sees what changed, and never decides on what is not there any more.
 */

const itemQueues = queueNames.filter((queue): queue is ItemQueue => !isCase(queue))

const textChange = z.object({ before: z.nullable(z.string()), now: z.nullable(z.string()) })

export const changes = z.object({
  /** The latest version; 1 where the platform has changed nothing. */
  version: z.number(),
  /** The version that this one is compared with; null where there is none to compare with. */
  since: z.nullable(z.number()),
  /** The last decision, on the version `since`; null where a version was asked for. */
  decided: z.nullable(z.object({ action: z.string(), by: z.string(), at: time })),
  /** Null where it is the same. */
  title: z.nullable(textChange),
  introduction: z.nullable(textChange),
  media: z.boolean(),
  pictures: z.boolean(),
})
export type Changes = z.output<typeof changes>

/** What a version can differ in. */
export const versionParts = ['title', 'introduction', 'media', 'pictures'] as const
export type VersionPart = (typeof versionParts)[number]

/** The data of `item_changed`. */
export const itemChanged = z.object({
  version: z.number(),
  changed: z.array(z.enum(versionParts)),
})

export const changedParts = (found: Pick<Changes, VersionPart>): VersionPart[] =>
  versionParts.filter((part) => found[part])

export const versionCalls = {
  changes: defineCall({
    method: 'GET',
    path: '/admin/ext/changes',
    summary:
      'What the platform changed of an item since the last decision on it, or since a version',
    sends: 'query',
    input: z.object({
      queue: z.enum(itemQueues, { error: `one_of|${itemQueues.join(', ')}` }),
      id,
      since: seenVersion,
    }),
    output: z.object({ data: changes }),
    refuses: ['not_found'],
    needs: seeingAny,
    needsFor: ({ queue }) => seeing(queue),
    origin: 'ours',
  }),
}
