import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing, shownName, text } from './fields.ts'
import { fourEyesActs } from './four-eyes.ts'
import { permissions } from './permissions.ts'
import { problem } from './problems.ts'

/* Roles: those that come with the product, and those that administrators make of permissions. */

export const mostRoles = 50

export const role = z.object({
  /** What an account's `role` says: the name of a built-in role, or made up for one of one's own. */
  key: z.string(),
  /** Null for a built-in one, which has a name in each language. */
  name: z.nullable(z.string()),
  permissions: z.array(z.enum(permissions)),
  /** Its people need a second factor. */
  secondFactor: z.boolean(),
  /** Because the server's settings say so (REQUIRE_SECOND_FACTOR): nobody changes that here. */
  secondFactorFixed: z.boolean(),
  /** What its people may only do together with a second person. */
  fourEyes: z.array(z.enum(fourEyesActs)),
  accounts: z.number(),
})
export type TeamRole = z.output<typeof role>

export const roleKey = text(64)
const fields = {
  name: shownName(40),
  permissions: z
    .array(z.enum(permissions, { error: problem('one_of', permissions.join(', ')) }))
    .check(z.maxLength(permissions.length, { error: problem('too_many', permissions.length) })),
}

const change = {
  method: 'POST',
  sends: 'form',
  output: nothing,
  needs: 'team',
  changes: true,
  origin: 'ours',
} as const

export const roleCalls = {
  list: defineCall({
    method: 'GET',
    path: '/admin/ext/roles',
    summary: 'Every role: its permissions, whether it needs a second factor, how many have it',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(role) }),
    refuses: [],
    needs: 'team',
    origin: 'ours',
  }),
  create: defineCall({
    ...change,
    path: '/admin/ext/roles/create',
    summary: 'Create a role; who acts in a queue sees it as well',
    input: z.object(fields),
    output: z.object({ data: z.object({ key: z.string() }) }),
    refuses: [
      'role_name_taken',
      'too_many_roles',
      'second_person',
      'more_than_own',
      'confirm_password',
      'key_reused',
    ],
  }),
  change: defineCall({
    ...change,
    path: '/admin/ext/roles/change',
    summary: 'Change the name or the permissions of a role; it acts on the next request',
    input: z.object({ role: roleKey, ...fields }),
    refuses: [
      'not_found',
      'role_built_in',
      'role_name_taken',
      'second_person',
      'more_than_own',
      'confirm_password',
      'key_reused',
    ],
  }),
  setSecondFactor: defineCall({
    ...change,
    path: '/admin/ext/roles/second-factor',
    summary: 'Whether people with a role need a second factor; those without one add it next',
    input: z.object({
      role: roleKey,
      required: z.enum(['true', 'false'], { error: problem('one_of', 'true, false') }),
    }),
    refuses: ['not_found', 'more_than_own', 'confirm_password', 'key_reused'],
  }),
  setFourEyes: defineCall({
    ...change,
    path: '/admin/ext/roles/four-eyes',
    summary: 'What people with a role may only do together with a second person',
    input: z.object({
      role: roleKey,
      acts: z._default(
        z
          .array(z.enum(fourEyesActs, { error: problem('one_of', fourEyesActs.join(', ')) }))
          .check(
            z.maxLength(fourEyesActs.length, { error: problem('too_many', fourEyesActs.length) }),
          ),
        [],
      ),
    }),
    refuses: [
      'not_found',
      'no_second_person',
      'second_person',
      'more_than_own',
      'confirm_password',
      'key_reused',
    ],
  }),
  remove: defineCall({
    ...change,
    path: '/admin/ext/roles/remove',
    summary: 'Remove a role that no account has',
    input: z.object({ role: roleKey }),
    refuses: [
      'not_found',
      'role_built_in',
      'role_in_use',
      'more_than_own',
      'confirm_password',
      'key_reused',
    ],
  }),
}
