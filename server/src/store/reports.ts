import type { FilterValuesOf } from '@screening-room/contract/queues'
import {
  type Report,
  type ReporterCounts,
  type ReportReason,
  reporterCountsTo,
} from '@screening-room/contract/reports'
import { status } from '@screening-room/contract/review'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { foundByNumber } from './found.ts'
import { findPage, type List, type ListRange, type Rows, wireTime } from './paging.ts'
import { externalIdOf, ownExternalId } from './platform-ids.ts'
import type { LockedItem } from './review.ts'

const fields = sql`x.id, ${ownExternalId('report')}, x.video_id as "videoId", x.video_type as "videoType",
  x.reason_id as "reportMessageId",
  (select v.report_count from video v where v.id = x.video_id) as "reportCount",
  (select v.type from video v where v.id = x.video_id) as "actualVideoType",
  (select v.title from video v where v.id = x.video_id) as "videoTitle",
  (select v.banner from video v where v.id = x.video_id) as "videoBanner",
  (select w.reports from waiting w where w.queue = 'report' and w.subject_id = x.video_id) as "pendingReports",
  x.reporter_id as "reportUserId", x.status as "reportStatus",
  ${wireTime(sql`x.create_time`)} as "createTime",
  ${externalIdOf(sql`'video'`, sql`x.video_id`)} as "videoExternalId"`

export const reportRows: Rows<'report'> = {
  queue: 'report',
  from: sql`report x`,
  columns: { videoType: sql`x.video_type`, status: sql`x.status` },
  // The latest pending one of the video.
  rowOfCase: sql`select r.id from report r where r.video_id = s.subject and r.status = ${status.pending}
    order by r.create_time desc, r.id desc limit 1`,
  found: foundByNumber({
    report: sql`x.id`,
    video: sql`x.video_id`,
    member: sql`x.reporter_id`,
  }),
}

export const reportList: List = { rows: reportRows, fields }

export function findReports(db: Queries, range: ListRange & FilterValuesOf<'report'>) {
  return findPage<Report>(db, reportList, range)
}

export async function getReport(db: Db, id: number): Promise<Report | undefined> {
  const [found] = await db.query<Report>(sql`
    select ${fields} from report x where x.id = ${id}`)
  return found
}

/** The videos of those reports that a search finds. */
export async function findReportedVideos(
  db: Db,
  words: string,
  status: number,
  most: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct r.video_id as id from report r
    where r.id = any (array(select unnest(f.ids)
      from (${reportRows.found(words, reportRows, { status }, most)}) f))`)
  return rows.map((row) => row.id)
}

const reportsShown = 100

/** Those on one video, newest first, as many as anybody reads. */
export function findReportsOn(db: Db | Tx, videoId: number, ofStatus?: number): Promise<Report[]> {
  const where = ofStatus === undefined ? sql`true` : sql`x.status = ${ofStatus}`
  return db.query<Report>(sql`
    select ${fields} from report x where x.video_id = ${videoId} and ${where}
    order by x.create_time desc, x.id desc limit ${reportsShown}`)
}

/** What became of the last reports of each of these people. */
export function findReporterCounts(db: Db, ids: readonly number[]): Promise<ReporterCounts[]> {
  const settled = [status.takenDown, status.rejected]
  return db.query<ReporterCounts>(sql`
    select g.id, count(*) filter (where r.status = ${status.takenDown})::int as upheld,
      count(*) filter (where r.status = any (${settled}::smallint[]))::int as decided,
      count(*) = ${reporterCountsTo}::int as more
    from unnest(${ids}::bigint[]) as g (id) cross join lateral (
      select r.status from report r where r.reporter_id = g.id
      order by r.create_time desc, r.id desc limit ${reporterCountsTo}::int) r
    group by g.id order by g.id`)
}

export function findReportReasons(db: Db): Promise<ReportReason[]> {
  return db.query<ReportReason>(sql`
    select id, message as "reportMessage", message_en as "reportMessageEn", policy, policy_en as "policyEn"
    from report_reason order by id`)
}

export interface Policy {
  policy: string | null
  policyEn: string | null
}

export async function lockPolicy(tx: Tx, id: number): Promise<Policy | undefined> {
  const [found] = await tx.query<Policy>(sql`
    select policy, policy_en as "policyEn" from report_reason where id = ${id} for update`)
  return found
}

export async function setReasonPolicy(tx: Tx, id: number, to: Policy): Promise<void> {
  await tx.query(sql`
    update report_reason set policy = ${to.policy}, policy_en = ${to.policyEn} where id = ${id}`)
}

/** Which of these ids name no reason. */
export async function findMissingReasons(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select given.id from unnest(${ids}::bigint[]) as given (id)
    where not exists (select from report_reason r where r.id = given.id)`)
  return rows.map((row) => row.id)
}

/** A report, and the type of video that it names. */
export interface ReportOfType {
  id: number
  type: number
}

export type LockedReport = LockedItem<'report'> & ReportOfType

export function lockPendingReports(
  tx: Tx,
  videoId: number,
  pending: number,
): Promise<LockedReport[]> {
  return tx.query<LockedReport>(sql`
    select 'report' as queue, id, status, video_type as type from report
    where video_id = ${videoId} and status = ${pending} order by id for update`)
}

/** The report on this video that was closed last, where any was. */
export async function getLastClosedReport(
  tx: Tx,
  videoId: number,
  pending: number,
): Promise<ReportOfType | undefined> {
  const [found] = await tx.query<ReportOfType>(sql`
    select id, video_type as type from report where video_id = ${videoId} and status <> ${pending}
    order by update_time desc, id desc limit 1`)
  return found
}

/** Of a report `r`: what it is on, and who sent it, by both names. */
export const partiesOf = sql`json_build_object(
  'video', json_build_object('id', r.video_id, 'external_id', ${externalIdOf(sql`'video'`, sql`r.video_id`)}),
  'reporter', json_build_object('id', r.reporter_id,
    'external_id', ${externalIdOf(sql`'member'`, sql`r.reporter_id`)}))`
