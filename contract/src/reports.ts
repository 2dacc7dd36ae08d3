import * as z from 'zod/mini'
import { listAndTotalInData, namedInData } from './answers.ts'
import { defineCall } from './call.ts'
import { id, listInput, more, nothing, pendingNow, promoOrProject, time, total } from './fields.ts'
import { queues } from './queues.ts'

export const report = z.object({
  id: z.number(),
  videoId: z.number(),
  videoType: z.number(),
  reportMessageId: z.nullish(z.number()),
  reportCount: z.nullish(z.number()),
  reportUserId: z.nullish(z.number()),
  reportStatus: z.number(),
  createTime: z.nullish(time),
  /** The name some providers use for the report's time (spec, section 3). */
  reportTime: z.nullish(time),
  /** Ours: how many reports on the video are pending. */
  pendingReports: z.nullish(z.number()),
  /** Ours: the type of the video itself; null while the video is missing. */
  actualVideoType: z.nullish(z.number()),
  /** Ours: what the video shows in a list. */
  videoTitle: z.nullish(z.string()),
  videoBanner: z.nullish(z.string()),
  /** Ours: the platform's names of the report and of its video. */
  externalId: z.nullish(z.string()),
  videoExternalId: z.nullish(z.string()),
})
export type Report = z.output<typeof report>

/** Of so many reports that somebody made last it is counted what became of them. */
export const reporterCountsTo = 500

/** How often a reporter was right: of their reports that were decided, those whose video was taken down. */
export const reporterCounts = z.object({
  id: z.number(),
  upheld: z.number(),
  decided: z.number(),
  /** Only their last reports are counted. */
  more: z.boolean(),
})
export type ReporterCounts = z.output<typeof reporterCounts>

export const reportReason = z.object({
  id: z.number(),
  reportMessage: z.string(),
  /** Ours: the reason in English, if it has one. */
  reportMessageEn: z.nullish(z.string()),
  /** Ours: the text of the policy behind it, which reviewers see while they choose. */
  policy: z.nullish(z.string()),
  policyEn: z.nullish(z.string()),
})
export type ReportReason = z.output<typeof reportReason>

export const reportCalls = {
  reasons: defineCall({
    method: 'GET',
    path: '/vedio/report/type/list',
    summary: 'The reasons a video can be reported or taken down for',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.array(reportReason) }),
    adapt: namedInData('reportMessage'),
    refuses: [],
    needs: 'session',
    origin: 'spec',
  }),
  list: defineCall({
    method: 'POST',
    path: '/admin/data/report/list',
    summary: 'Reports on one type of video, with their exact total',
    sends: 'form',
    input: listInput('report'),
    output: z.object({
      data: z.object({ list: z.array(report), total, more, pending: pendingNow }),
    }),
    adapt: listAndTotalInData,
    refuses: [],
    needs: queues.report.seenBy,
    origin: 'spec',
  }),
  get: defineCall({
    method: 'GET',
    path: '/admin/ext/report/{id}',
    summary: 'One report',
    sends: 'nothing',
    input: z.object({ id }),
    output: z.object({ data: report }),
    refuses: ['not_found'],
    needs: queues.report.seenBy,
    origin: 'ours',
  }),
  dismiss: defineCall({
    method: 'POST',
    path: '/admin/data/auth/report/refuse',
    summary: 'Dismiss every pending report on a promo or project video; the video stays as it is',
    sends: 'form',
    input: z.object({ videoId: id, videoType: promoOrProject }),
    output: nothing,
    refuses: ['not_found', 'already_decided', 'no_pending_report', 'key_reused'],
    needs: queues.report.actions.dismiss.who,
    changes: true,
    origin: 'spec',
  }),
}
