import * as z from 'zod/mini'
import { listInData, mapInData } from './answers.ts'
import { defineCall } from './call.ts'
import { id, listInput, more, nothing, pendingNow, seenVersion, text, time } from './fields.ts'
import { itemFacts } from './item-facts.ts'
import { queues } from './queues.ts'
import { longestReason } from './review.ts'

export const certification = z.object({
  id: z.number(),
  /** Ours: who handed it in. */
  memberId: z.nullish(z.number()),
  nickName: z.nullish(z.string()),
  authRoleId: z.nullish(z.number()),
  authStatus: z.number(),
  phone: z.nullish(z.string()),
  /** Ours: `phone` is masked, as of single items; the call `phone` reveals it. */
  phoneMasked: z.nullish(z.boolean()),
  authIntroduce: z.nullish(z.string()),
  /** A JSON list of image addresses, as a string; anything else shows as "No pictures". */
  authPicPath: z.nullish(z.string()),
  createTime: z.nullish(time),
  ...itemFacts,
  /** Ours: when it was re-opened, while it is pending. */
  pendingSince: z.nullish(time),
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
    adapt: mapInData,
    refuses: [],
    needs: 'session',
    origin: 'spec',
  }),
  list: defineCall({
    method: 'POST',
    path: '/admin/data/auth/list',
    summary: 'Certification submissions',
    sends: 'query',
    input: listInput('certification'),
    output: z.object({ data: z.array(certification), more, pending: pendingNow }),
    adapt: listInData,
    refuses: [],
    needs: queues.certification.seenBy,
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
    needs: queues.certification.seenBy,
    origin: 'ours',
  }),
  phone: defineCall({
    method: 'POST',
    path: '/admin/ext/reveal-phone',
    summary:
      'The whole phone of a submitter, which single items have masked; who asked is recorded',
    sends: 'form',
    input: z.object({ authId: id }),
    output: z.object({ data: z.object({ phone: z.string() }) }),
    refuses: ['not_found', 'key_reused'],
    needs: 'certification:phone',
    changes: true,
    origin: 'ours',
  }),
  openCertificates: defineCall({
    method: 'POST',
    path: '/admin/ext/open-certificates',
    summary:
      'Says that the certificates of a certification are on my screen; recorded once per person, certification and day',
    sends: 'form',
    input: z.object({ authId: id }),
    output: nothing,
    refuses: ['not_found', 'key_reused'],
    needs: queues.certification.seenBy,
    changes: true,
    origin: 'ours',
  }),
  approve: defineCall({
    method: 'POST',
    path: '/admin/data/auth/opt/aggree',
    summary: 'Approve a pending certification',
    sends: 'form',
    input: z.object({ authId: id, version: seenVersion }),
    output: nothing,
    refuses: ['not_found', 'already_decided', 'not_possible', 'item_changed', 'key_reused'],
    needs: approve.who,
    changes: true,
    origin: 'spec',
  }),
  reject: defineCall({
    method: 'POST',
    path: '/admin/data/auth/opt/refuse',
    summary: 'Reject a pending certification; the reason is kept as typed',
    sends: 'form',
    input: z.object({ authId: id, message: text(longestReason), version: seenVersion }),
    output: nothing,
    refuses: ['not_found', 'already_decided', 'not_possible', 'item_changed', 'key_reused'],
    needs: reject.who,
    changes: true,
    origin: 'spec',
  }),
}
