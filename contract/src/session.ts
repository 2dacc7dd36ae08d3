import * as z from 'zod/mini'
import { defineCall, everyone } from './call.ts'
import { nothing, text } from './fields.ts'

export const userInfo = z.object({
  id: z.number(),
  phone: z.string(),
  nickName: z.nullish(z.string()),
  avatar: z.nullish(z.string()),
  role: z.optional(z.enum(['administrator', 'reviewer'])),
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
    refuses: ['wrong_credentials', 'too_many_attempts'],
    roles: 'public',
    origin: 'spec',
  }),
  userInfo: defineCall({
    method: 'GET',
    path: '/admin/user/query/user/info',
    summary: 'Who is signed in',
    sends: 'nothing',
    input: nothing,
    output: z.object({ info: userInfo }),
    refuses: [],
    roles: everyone,
    bearer: 'optional',
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
    roles: everyone,
    origin: 'decisions',
  }),
}
