import * as z from 'zod/mini'
import { nickName, password } from './account.ts'
import { defineCall } from './call.ts'
import { id, idFilter, longestSearch, nothing, shownName, text, time } from './fields.ts'
import { problem } from './problems.ts'
import { roleKey } from './roles.ts'

/* The accounts of everybody, for those who keep them, and the links by which people set their password. */

/** Invited: no password yet. */
export const accountStates = ['active', 'invited', 'disabled'] as const

/** With a second factor, or without one. */
export const factorStates = ['with', 'without'] as const
export const teamPage = 50

/** How long a link works. */
export const linkHours = { invitation: 7 * 24, reset: 24 } as const

export const account = z.object({
  id: z.number(),
  phone: z.string(),
  nickName: z.string(),
  role: z.string(),
  /** Of a role that is not built in. */
  roleName: z.nullable(z.string()),
  status: z.enum(accountStates),
  createdAt: time,
  lastActiveAt: z.nullable(time),
  sessions: z.number(),
  inHand: z.number(),
  totp: z.boolean(),
  passkeys: z.number(),
  /** Of a link that still works. */
  linkExpiresAt: z.nullable(time),
})
export type TeamAccount = z.output<typeof account>

export const phone = z
  .string({ error: problem('required') })
  .check(z.regex(/^\+?\d{5,20}$/, { error: problem('phone') }))

const emailPattern =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)+$/i
export const isEmail = (text: string) => emailPattern.test(text)

/** Where the link is mailed to, once. It is stored nowhere, but with a request while that waits for a second person. */
const email = z.optional(
  z
    .string({ error: problem('required') })
    .check(z.regex(emailPattern, { error: problem('email') })),
)

/**
 * A link to set a password. Its secret is shown once; it and what became of its mail are null when a request is
 * repeated: they are stored nowhere.
 */
export const madeLink = z.object({
  id: z.number(),
  secret: z.nullable(z.string()),
  expiresAt: time,
  mail: z.nullable(z.object({ to: z.string(), sent: z.boolean() })),
})
const link = z.object({ data: madeLink })

const change = {
  method: 'POST',
  sends: 'form',
  output: nothing,
  needs: 'team',
  changes: true,
  origin: 'ours',
} as const

export const teamCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/team',
    summary: 'Accounts by name: role, state, last use, open sessions and items in hand',
    sends: 'query',
    input: z.object({
      /** Part of a name or a phone number. */
      search: z.optional(text(longestSearch)),
      role: z.optional(roleKey),
      state: z.optional(
        z.enum(accountStates, { error: problem('one_of', accountStates.join(', ')) }),
      ),
      factor: z.optional(
        z.enum(factorStates, { error: problem('one_of', factorStates.join(', ')) }),
      ),
      /** The ID of the last account of the page before. */
      after: idFilter,
    }),
    output: z.object({
      data: z.array(account),
      /** To be sent as `after` for those that follow; null where there are none. */
      next: z.nullable(z.number()),
    }),
    refuses: [],
    needs: 'team',
    origin: 'ours',
  }),
  invite: defineCall({
    ...change,
    path: '/admin/ext/team/invite',
    summary: 'Create an account without a password; the link to set one is shown once, and mailed',
    input: z.object({ phone, nickName, role: roleKey, email }),
    output: link,
    refuses: ['not_found', 'phone_taken', 'more_than_own', 'second_person', 'key_reused'],
  }),
  newLink: defineCall({
    ...change,
    path: '/admin/ext/team/link',
    summary:
      'A new link to set a password, shown once, and mailed; the one before it stops working',
    input: z.object({ id, email }),
    output: link,
    refuses: ['not_found', 'account_disabled', 'more_than_own', 'second_person', 'key_reused'],
  }),
  setRole: defineCall({
    ...change,
    path: '/admin/ext/team/role',
    summary: 'Change a role; every session of the account ends',
    input: z.object({ id, role: roleKey }),
    refuses: ['not_found', 'last_administrator', 'more_than_own', 'second_person', 'key_reused'],
  }),
  disable: defineCall({
    ...change,
    path: '/admin/ext/team/disable',
    summary: 'Disable an account: its sessions end, its items are released, its link stops working',
    input: z.object({ id }),
    refuses: ['not_found', 'last_administrator', 'more_than_own', 'key_reused'],
  }),
  enable: defineCall({
    ...change,
    path: '/admin/ext/team/enable',
    summary: 'Enable a disabled account again',
    input: z.object({ id }),
    refuses: ['not_found', 'more_than_own', 'key_reused'],
  }),
  endSessions: defineCall({
    ...change,
    path: '/admin/ext/team/sessions/end',
    summary: 'End every session of an account',
    input: z.object({ id }),
    output: z.object({ data: z.object({ ended: z.number() }) }),
    refuses: ['not_found', 'more_than_own', 'key_reused'],
  }),
  resetFactors: defineCall({
    ...change,
    path: '/admin/ext/team/factors/reset',
    summary: 'Remove the second factors of somebody who lost them; their sessions end',
    input: z.object({ id, reason: shownName(200) }),
    refuses: ['not_found', 'confirm_password', 'more_than_own', 'key_reused'],
  }),
}

const secret = text(64)

/** For people who have a link and no session. */
export const linkCalls = {
  open: defineCall({
    method: 'POST',
    path: '/admin/ext/link/open',
    summary: 'Whose link this is',
    sends: 'form',
    input: z.object({ secret }),
    output: z.object({
      data: z.object({
        kind: z.enum(['invitation', 'reset']),
        phone: z.string(),
        nickName: z.string(),
      }),
    }),
    refuses: ['link_ended'],
    needs: 'public',
    origin: 'ours',
  }),
  setPassword: defineCall({
    method: 'POST',
    path: '/admin/ext/link/password',
    summary: 'Set the password of a link’s account; the link works once',
    sends: 'form',
    input: z.object({ secret, password }),
    output: nothing,
    refuses: ['link_ended'],
    needs: 'public',
    origin: 'ours',
  }),
}
