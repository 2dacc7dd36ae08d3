import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing, time } from './fields.ts'
import { confirmersAny } from './four-eyes.ts'

/* For the menu and for items. By themselves, so that those do not load the rest. */

export const confirmationAlerts = defineCall({
  method: 'GET',
  path: '/admin/ext/confirmations/alerts',
  summary: 'How many requests wait for me as the second person, and how many of mine are open',
  sends: 'nothing',
  input: nothing,
  output: z.object({ data: z.object({ forMe: z.number(), mine: z.number() }) }),
  refuses: [],
  needs: confirmersAny,
  origin: 'ours',
})

/** As they are on the wire, by name. */
export const waitingFields = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type WaitingFields = z.output<typeof waitingFields>

const confirmation = z.object({
  id: z.number(),
  /** The path of the call that waits. */
  call: z.string(),
  fields: z.record(z.string(), z.array(z.string())),
  /** What it is about: a video, a member, an account, a role; or somebody's wish for what is not there yet. */
  queue: z.string(),
  subject: z.number(),
  title: z.nullable(z.string()),
  reason: z.string(),
  askedBy: z.object({ id: z.number(), nickName: z.string() }),
  askedAt: time,
  expiresAt: time,
})
export type Confirmation = z.output<typeof confirmation>

export const confirmationList = defineCall({
  method: 'GET',
  path: '/admin/ext/confirmations',
  summary: 'What waits for a second person: what I may confirm, and what I asked for',
  sends: 'nothing',
  input: nothing,
  output: z.object({ data: z.array(confirmation) }),
  refuses: [],
  needs: confirmersAny,
  origin: 'ours',
})
