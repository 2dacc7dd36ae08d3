import * as z from 'zod/mini'
import { userInInfo } from './answers.ts'
import { defineCall } from './call.ts'
import { nothing, text } from './fields.ts'

export const userInfo = z.object({
  id: z.number(),
  phone: z.string(),
  nickName: z.nullish(z.string()),
  avatar: z.nullish(z.string()),
  /** The name of a built-in role, or the key of another one, whose name is beside it. */
  role: z.optional(z.string()),
  roleName: z.nullish(z.string()),
  /** Ours: what their role may do. Absent: as the role of this name does, or everything. */
  permissions: z.optional(z.array(z.string())),
  /** Ours: what they chose for themselves, see `preferences.ts`; null until they chose something. */
  preferences: z.nullish(z.record(z.string(), z.unknown())),
  /** Their role needs a second factor, and they have none yet: nothing else is served before. */
  mustEnrol: z.optional(z.boolean()),
})
export type UserInfo = z.output<typeof userInfo>

/** The stored token: user id followed by phone (spec, section 9). A name, not a credential. */
export function tokenOf(user: { id: number; phone: string }): string {
  return `${user.id}${user.phone}`
}

export const sessionCalls = {
  login: defineCall({
    method: 'POST',
    path: '/admin/user/login',
    summary: 'Sign in with phone and password; sets the session cookie',
    sends: 'form',
    input: z.object({ phone: text(32), pwd: text(256) }),
    output: nothing,
    refuses: ['wrong_credentials', 'too_many_attempts', 'second_factor'],
    needs: 'public',
    origin: 'spec',
  }),
  userInfo: defineCall({
    method: 'GET',
    path: '/admin/user/query/user/info',
    summary: 'Who is signed in',
    sends: 'nothing',
    input: nothing,
    output: z.object({ info: userInfo }),
    adapt: userInInfo,
    refuses: [],
    needs: 'session',
    bearer: 'optional',
    enrolment: true,
    origin: 'spec',
  }),
  logout: defineCall({
    method: 'POST',
    path: '/admin/user/logout',
    summary: 'Sign out: ends this session and clears its cookie',
    sends: 'nothing',
    input: nothing,
    output: nothing,
    refuses: [],
    needs: 'session',
    enrolment: true,
    origin: 'decisions',
  }),
}
