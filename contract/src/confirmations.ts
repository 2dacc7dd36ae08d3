import * as z from 'zod/mini'
import { type AnyCall, defineCall } from './call.ts'
import { confirmationAlerts, confirmationList, waitingFields } from './confirmation-alerts.ts'
import { id, nothing, shownText, time } from './fields.ts'
import { confirmersAny, type FourEyesAct, longestAskReason } from './four-eyes.ts'
import { memberCalls } from './members.ts'
import { problem } from './problems.ts'
import { json } from './receipt.ts'
import type { RefusalCode } from './refusals.ts'
import { roleCalls } from './roles.ts'
import { madeLink, teamCalls } from './team.ts'
import { videoCalls } from './videos.ts'

/*
 * Four eyes. Where somebody's role says so, a call is refused with `second_person`; they then ask for it here, with a
 * reason, and another person who may do the same confirms or refuses it.
 */

/** Which calls wait. Links to accounts do so as well: with one, anybody can be that person. */
export const waitingCalls: Record<FourEyesAct, readonly AnyCall[]> = {
  takeDown: [videoCalls.project.takeDown, videoCalls.personal.takeDown],
  erase: [memberCalls.erase],
  roles: [
    teamCalls.setRole,
    teamCalls.invite,
    teamCalls.newLink,
    roleCalls.create,
    roleCalls.change,
    roleCalls.setFourEyes,
  ],
}
const all = Object.values(waitingCalls).flat()
const paths = all.map(({ path }) => path) as [string, ...string[]]

const reason = shownText(longestAskReason)
const change = {
  method: 'POST',
  sends: 'form',
  needs: confirmersAny,
  changes: true,
  origin: 'ours',
} as const
const ended = ['not_found', 'confirmation_ended', 'key_reused'] as const
const refusedByAny = new Set<RefusalCode>(all.flatMap(({ refuses }) => refuses))

/** Of an invitation or a link that was confirmed; shown once, and null where a request is repeated. */
const link = z.nullable(madeLink)

export const confirmationCalls = {
  list: confirmationList,
  alerts: confirmationAlerts,
  ask: defineCall({
    ...change,
    path: '/admin/ext/confirmations/ask',
    summary: 'Ask a second person for a call, named by its path, with its fields as JSON',
    input: z.object({
      call: z.enum(paths, { error: problem('one_of', paths.join(', ')) }),
      fields: json(waitingFields),
      reason,
    }),
    output: z.object({ data: z.object({ id: z.number(), expiresAt: time }) }),
    refuses: ['not_found', 'already_asked', 'key_reused'],
  }),
  confirm: defineCall({
    ...change,
    path: '/admin/ext/confirmations/confirm',
    summary: 'Do as the second person what somebody asked for',
    input: z.object({ id }),
    output: z.object({ data: z.object({ link }) }),
    refuses: [...new Set<RefusalCode>([...refusedByAny, ...ended, 'own_confirmation'])],
  }),
  refuse: defineCall({
    ...change,
    path: '/admin/ext/confirmations/refuse',
    summary: 'Refuse what somebody asked for, with a reason, or withdraw what I asked for',
    input: z.object({ id, reason }),
    output: nothing,
    refuses: [...ended],
  }),
}
