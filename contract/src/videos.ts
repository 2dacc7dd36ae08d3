import * as z from 'zod/mini'
import { addressInData, listInData, statusInData } from './answers.ts'
import { defineCall } from './call.ts'
import { named } from './categories.ts'
import {
  id,
  ids,
  listInput,
  more,
  nothing,
  pendingNow,
  personalOnly,
  promoOrProject,
  seenVersion,
  text,
  time,
  total,
} from './fields.ts'
import { itemFacts } from './item-facts.ts'
import type { Permission } from './permissions.ts'
import { queues } from './queues.ts'
import { dismissalMessage, longestReason } from './review.ts'

export const video = z.object({
  id: z.number(),
  title: z.nullish(z.string()),
  introduction: z.nullish(z.string()),
  /** A full https address, or a name under the banner host. */
  videoBanner: z.nullish(z.string()),
  imageUrl: z.nullish(z.string()),
  tags: z.nullish(z.array(named)),
  viewStatus: z.number(),
  /** Ours: whether the uploader made it public. If absent, `viewStatus` is used instead. */
  visibility: z.nullish(z.number()),
  featured: z.nullish(z.boolean()),
  createTime: z.nullish(time),
  updateTime: z.nullish(time),
  categoryId: z.nullish(z.number()),
  duration: z.nullish(z.number()),
  videoType: z.nullish(z.number()),
  /** Ours: one of the words of the list's filter. */
  language: z.nullish(z.string()),
  ...itemFacts,
  /** Ours: when it was re-opened, while it is pending. */
  pendingSince: z.nullish(time),
})
export type Video = z.output<typeof video>

/** Which calls a video belongs to: promo videos use those of project videos. */
export const videoKinds = ['project', 'personal'] as const
export type VideoKind = (typeof videoKinds)[number]

const { seenBy } = queues.video
const { approve, reject, takeDown, feature } = queues.video.actions
const { dismiss } = queues.report.actions

const decided = [
  'not_found',
  'already_decided',
  'not_possible',
  'item_changed',
  'key_reused',
] as const

/** Project and personal videos differ by a prefix and by the types they hold. */
function callsUnder<
  const Prefix extends string,
  Input extends z.ZodMiniObject,
  Type extends typeof promoOrProject | typeof personalOnly,
>(prefix: Prefix, input: Input, kind: string, type: Type) {
  return {
    list: defineCall({
      method: 'POST',
      path: `/admin/data/${prefix}/list`,
      summary: `${kind} videos, with their exact total`,
      sends: 'form',
      input,
      output: z.object({ data: z.array(video), total, more, pending: pendingNow }),
      adapt: listInData,
      refuses: [],
      needs: 'video:see',
      origin: 'spec',
    }),
    get: defineCall({
      method: 'GET',
      path: `/admin/ext/${prefix}/{id}`,
      summary: `One of the ${kind.toLowerCase()} videos`,
      sends: 'nothing',
      input: z.object({ id }),
      output: z.object({ data: video }),
      refuses: ['not_found'],
      needs: seenBy,
      origin: 'ours',
    }),
    approve: defineCall({
      method: 'POST',
      path: `/admin/data/${prefix}/opt/aggree`,
      summary: 'Approve a pending video',
      sends: 'form',
      input: z.object({ videoId: id, version: seenVersion }),
      output: nothing,
      refuses: decided,
      needs: approve.who,
      changes: true,
      origin: 'spec',
    }),
    reject: defineCall({
      method: 'POST',
      path: `/admin/data/${prefix}/opt/refuse`,
      summary:
        prefix === 'personal'
          ? 'Reject a pending video with a reason; the message "report rejected" dismisses its reports instead'
          : 'Reject a pending video with a reason',
      sends: 'form',
      input: z.object({ videoId: id, message: text(longestReason), version: seenVersion }),
      output: nothing,
      refuses: [...decided, 'reason_missing', 'no_pending_report'],
      needs: prefix === 'personal' ? [reject.who, dismiss.who] : reject.who,
      needsFor: ({ message }) => [
        prefix === 'personal' && message.trim() === dismissalMessage ? dismiss.who : reject.who,
      ],
      changes: true,
      origin: 'spec',
    }),
    takeDown: defineCall({
      method: 'POST',
      path: `/admin/data/${prefix}/opt/offline`,
      summary:
        'Take a pending or approved video down with report reasons; closes its pending reports',
      sends: 'query',
      input: z.object({
        videoId: id,
        videoType: type,
        offlineReasons: z._default(ids, []),
        version: seenVersion,
      }),
      output: nothing,
      refuses: [...decided, 'take_down_reason_missing', 'video_missing', 'second_person'],
      needs: takeDown.who,
      changes: true,
      origin: 'spec',
    }),
    tag: defineCall({
      method: 'POST',
      path: `/admin/data/${prefix}/opt/tag`,
      summary:
        prefix === 'personal'
          ? 'Mark as featured (typeId 1), or move to the category typeId'
          : 'Mark as featured (typeId 1)',
      sends: 'form',
      input: z.object({ typeId: id, videoId: id }),
      output: nothing,
      refuses: [...decided, 'merged', 'hidden_choice'],
      needs: feature.who,
      changes: true,
      origin: prefix === 'personal' ? 'spec' : 'decisions',
    }),
  }
}

function linkUnder(path: string, kind: string, needs: readonly Permission[]) {
  return defineCall({
    method: 'POST',
    path,
    summary: `An address that plays one ${kind} video for this session, for a while`,
    sends: 'form',
    input: z.object({ id }),
    output: z.object({ data: z.string() }),
    adapt: addressInData,
    refuses: ['not_found', 'no_video_file', 'media_unavailable'],
    needs,
    origin: 'spec',
  })
}

export const videoCalls = {
  project: callsUnder('video', listInput('project-video'), 'Project and promo', promoOrProject),
  personal: callsUnder('personal', listInput('personal-video'), 'Personal', personalOnly),
  link: {
    promo: linkUnder('/admin/data/play/getLink', 'promo', [...seenBy, ...queues.project.seenBy]),
    personal: linkUnder('/admin/data/play/personal/getLink', 'personal', seenBy),
    project: linkUnder('/admin/data/play/project/getLink', 'project', seenBy),
  },
  certified: defineCall({
    method: 'GET',
    path: '/vedio/{id}/auth-status',
    summary: "Whether the video's uploader is certified (status 1)",
    sends: 'nothing',
    input: z.object({ id }),
    output: z.object({ data: z.object({ status: z.number() }) }),
    adapt: statusInData,
    refuses: ['not_found'],
    needs: seenBy,
    origin: 'spec',
  }),
}
