import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { nothing, shownName, text, time, uuid } from './fields.ts'

/* What people see and change about their own account. */

/** Fewer characters than this are too easy to guess, whatever they are. */
export const shortestPassword = 15
export const longestPassword = 256
export const password = text(longestPassword)

/** 36 kB in base64. */
export const longestPictureText = 48_000

/** A session of one person. The address is shortened to its network. */
export const openSession = z.object({
  id: z.string(),
  current: z.boolean(),
  userAgent: z.string(),
  network: z.string(),
  startedAt: time,
  lastUsedAt: time,
})
export type Session = z.output<typeof openSession>

export const nickName = shownName(40)

export const accountCalls = {
  get: defineCall({
    method: 'GET',
    path: '/admin/ext/account',
    summary: 'My account and its sessions',
    sends: 'nothing',
    input: nothing,
    output: z.object({
      data: z.object({
        nickName: z.string(),
        createdAt: time,
        passwordChangedAt: z.nullable(time),
        sessions: z.array(openSession),
      }),
    }),
    refuses: [],
    needs: 'session',
    origin: 'ours',
  }),
  rename: defineCall({
    method: 'POST',
    path: '/admin/ext/account/name',
    summary: 'Change my name; past decisions keep the name they were made under',
    sends: 'form',
    input: z.object({ nickName }),
    output: nothing,
    refuses: ['key_reused'],
    needs: 'session',
    changes: true,
    origin: 'ours',
  }),
  // Not changes with an Idempotency-Key: the picture is a file, and sent twice it is another file.
  setAvatar: defineCall({
    method: 'POST',
    path: '/admin/ext/account/avatar',
    summary: 'My picture: WebP or JPEG of 256 by 256 pixels without any other data, in base64',
    sends: 'form',
    input: z.object({ picture: text(longestPictureText) }),
    output: z.object({ data: z.object({ avatar: z.nullable(z.string()) }) }),
    refuses: ['media_unavailable'],
    needs: 'session',
    origin: 'ours',
  }),
  removeAvatar: defineCall({
    method: 'POST',
    path: '/admin/ext/account/avatar/remove',
    summary: 'Remove my picture',
    sends: 'nothing',
    input: nothing,
    output: nothing,
    refuses: [],
    needs: 'session',
    origin: 'ours',
  }),
  // Not a change with an Idempotency-Key: a hash of its input would be kept, and that is a hash of a password.
  changePassword: defineCall({
    method: 'POST',
    path: '/admin/ext/account/password',
    summary: 'Change my password; every other session of mine ends',
    sends: 'form',
    input: z.object({ current: password, next: password }),
    output: z.object({ data: z.object({ ended: z.number() }) }),
    refuses: ['wrong_password', 'too_many_attempts'],
    needs: 'session',
    origin: 'ours',
  }),
  endSession: defineCall({
    method: 'POST',
    path: '/admin/ext/account/sessions/end',
    summary: 'End one of my sessions, or without one all but this one',
    sends: 'form',
    input: z.object({ session: z.optional(uuid) }),
    output: z.object({ data: z.object({ ended: z.number() }) }),
    refuses: ['key_reused'],
    needs: 'session',
    changes: true,
    origin: 'ours',
  }),
}
