import * as z from 'zod/mini'
import { defineCall, scopes } from './call.ts'
import { dateTime, id, nothing, shownName, time } from './fields.ts'
import { problem } from './problems.ts'

/** Keys of the platform's machines. A key is shown once, when it is created or rotated. */
export const machineKey = z.object({
  id: z.number(),
  /** The part of the key that may be shown. */
  prefix: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: time,
  expiresAt: z.nullable(time),
  lastUsedAt: z.nullable(time),
  /** The previous form of the key works until then; null where there is none. */
  previousUntil: z.nullable(time),
})
export type MachineKey = z.output<typeof machineKey>

/** Null where the same request was answered before. */
const shownOnce = z.object({ data: z.object({ key: z.nullable(z.string()) }) })

const change = {
  method: 'POST',
  sends: 'form',
  needs: 'platform',
  changes: true,
  origin: 'ours',
} as const

export const keyCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/keys',
    summary: "The keys of the platform's machines",
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(machineKey) }),
    refuses: [],
    needs: 'platform',
    origin: 'ours',
  }),
  create: defineCall({
    ...change,
    path: '/admin/ext/keys/create',
    summary: 'Create a key, which is shown this once',
    input: z.object({
      name: shownName(60),
      scopes: z
        .array(z.enum(scopes, { error: problem('one_of', scopes.join(', ')) }))
        .check(z.maxLength(scopes.length, { error: problem('too_many', scopes.length) })),
      expires: z.optional(dateTime),
    }),
    output: shownOnce,
    refuses: ['key_reused'],
  }),
  rotate: defineCall({
    ...change,
    path: '/admin/ext/keys/rotate',
    summary:
      'Replace a key by a new one, which is shown this once; the old one works for another day',
    input: z.object({ id }),
    output: shownOnce,
    refuses: ['not_found', 'key_reused'],
  }),
  revoke: defineCall({
    ...change,
    path: '/admin/ext/keys/revoke',
    summary: 'Revoke a key; it acts on the next request',
    input: z.object({ id }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
  }),
}
