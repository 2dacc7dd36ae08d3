import * as z from 'zod/mini'
import { listInData } from './answers.ts'
import { defineCall } from './call.ts'
import {
  id,
  listInput,
  more,
  nothing,
  pendingNow,
  seenVersion,
  text,
  time,
  total,
} from './fields.ts'
import { itemFacts } from './item-facts.ts'
import { queues } from './queues.ts'
import { longestReason } from './review.ts'

/** The specification shows only this screen's route; the record is our design. */
export const project = z.object({
  id: z.number(),
  title: z.string(),
  introduction: z.nullish(z.string()),
  cover: z.nullish(z.string()),
  ownerId: z.number(),
  ownerName: z.nullish(z.string()),
  ownerCertified: z.boolean(),
  roleIds: z.array(z.number()),
  videoCount: z.number(),
  promoVideoId: z.nullish(z.number()),
  status: z.number(),
  createTime: time,
  updateTime: z.nullish(time),
  ...itemFacts,
  /** Ours: when it was re-opened, while it is pending. */
  pendingSince: z.nullish(time),
})
export type Project = z.output<typeof project>

export const projectVideo = z.object({
  id: z.number(),
  title: z.nullish(z.string()),
  imageUrl: z.nullish(z.string()),
  duration: z.nullish(z.number()),
  viewStatus: z.number(),
  createTime: time,
})

const { approve, reject } = queues.project.actions

export const projectCalls = {
  list: defineCall({
    method: 'POST',
    path: '/admin/data/project/list',
    summary: 'Projects, with their exact total',
    sends: 'form',
    input: listInput('project'),
    output: z.object({ data: z.array(project), total, more, pending: pendingNow }),
    adapt: listInData,
    refuses: [],
    needs: queues.project.seenBy,
    origin: 'decisions',
  }),
  get: defineCall({
    method: 'GET',
    path: '/admin/ext/project/{id}',
    summary: 'One project with its videos',
    sends: 'nothing',
    input: z.object({ id }),
    output: z.object({ data: z.extend(project, { videos: z.array(projectVideo) }) }),
    refuses: ['not_found'],
    needs: queues.project.seenBy,
    origin: 'ours',
  }),
  approve: defineCall({
    method: 'POST',
    path: '/admin/data/project/opt/aggree',
    summary: 'Approve a pending project',
    sends: 'form',
    input: z.object({ projectId: id, version: seenVersion }),
    output: nothing,
    refuses: ['not_found', 'already_decided', 'not_possible', 'item_changed', 'key_reused'],
    needs: approve.who,
    changes: true,
    origin: 'decisions',
  }),
  reject: defineCall({
    method: 'POST',
    path: '/admin/data/project/opt/refuse',
    summary: 'Reject a pending project with a reason',
    sends: 'form',
    input: z.object({ projectId: id, message: text(longestReason), version: seenVersion }),
    output: nothing,
    refuses: [
      'not_found',
      'already_decided',
      'not_possible',
      'item_changed',
      'reason_missing',
      'key_reused',
    ],
    needs: reject.who,
    changes: true,
    origin: 'decisions',
  }),
}
