import * as z from 'zod/mini'
import { defineCall, everyone } from './call.ts'
import { id, listInput, more, nothing, text, time } from './fields.ts'
import { queues } from './queues.ts'
import { longestReason } from './review.ts'

export const certification = z.object({
  id: z.number(),
  nickName: z.nullish(z.string()),
  authRoleId: z.nullish(z.number()),
  authStatus: z.number(),
  phone: z.nullish(z.string()),
  authIntroduce: z.nullish(z.string()),
  /** A JSON list of image addresses, as a string; anything else shows as "No pictures". */
  authPicPath: z.nullish(z.string()),
  createTime: z.nullish(time),
})
export type Certification = z.output<typeof certification>

const { approve, reject } = queues.certification.actions

export const certificationCalls = {
  roles: defineCall({
    method: 'GET',
    path: '/project/role/list',
    summary: 'The roles a submitter can be certified for: id → name',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.record(z.string(), z.string()) }),
    refuses: [],
    roles: everyone,
    origin: 'spec',
  }),
  list: defineCall({
    method: 'POST',
    path: '/admin/data/auth/list',
    summary: 'Certification submissions',
    sends: 'query',
    input: listInput('certification'),
    output: z.object({ data: z.array(certification), more }),
    refuses: [],
    roles: everyone,
    origin: 'spec',
  }),
  get: defineCall({
    method: 'GET',
    path: '/admin/ext/certification/{id}',
    summary: 'One certification submission',
    sends: 'nothing',
    input: z.object({ id }),
    output: z.object({ data: certification }),
    refuses: ['not_found'],
    roles: everyone,
    origin: 'ours',
  }),
  approve: defineCall({
    method: 'POST',
    path: '/admin/data/auth/opt/aggree',
    summary: 'Approve a pending certification',
    sends: 'form',
    input: z.object({ authId: id }),
    output: nothing,
    refuses: ['not_found', 'already_decided', 'not_possible', 'key_reused'],
    roles: approve.who,
    changes: true,
    origin: 'spec',
  }),
  reject: defineCall({
    method: 'POST',
    path: '/admin/data/auth/opt/refuse',
    summary: 'Reject a pending certification; the reason is kept as typed',
    sends: 'form',
    input: z.object({ authId: id, message: text(longestReason) }),
    output: nothing,
    refuses: ['not_found', 'already_decided', 'not_possible', 'key_reused'],
    roles: reject.who,
    changes: true,
    origin: 'spec',
  }),
}
