import type { Certification } from '@screening-room/contract/certifications'
import type { Language } from '@screening-room/contract/languages'
import type { Project } from '@screening-room/contract/projects'
import { type ListName, lists } from '@screening-room/contract/queues'
import type { Report } from '@screening-room/contract/reports'
import { type Status, statusWords, videoType } from '@screening-room/contract/review'
import type { Video } from '@screening-room/contract/videos'
import type { Db } from '../db/pool.ts'
import { findCategories } from '../store/categories.ts'
import { findCertifiedRoles } from '../store/certifications.ts'
import { findReportReasons } from '../store/reports.ts'
import { shownCertification } from './certifications.ts'
import type { Cell } from './csv.ts'

/* The columns of an exported list, in the reader's language: names where the wire has numbers. */

type Words = Record<Language, string>

/** What names a number that a row has; the number itself where nothing does. */
interface ExportNames {
  language: Language
  zone: string
  role: (id: number | null | undefined) => Cell
  reason: (id: number | null | undefined) => Cell
  category: (id: number | null | undefined) => Cell
}

interface Column<Row> {
  head: Words
  /** A platform time: its head names the zone. */
  time?: true
  cell: (row: Row, names: ExportNames) => Cell
}

const head = (en: string, zh: string): Words => ({ en, 'zh-CN': zh })
const yes = head('yes', '是')
const no = head('no', '否')
const types: Record<number, Words> = {
  [videoType.promo]: head('promo', '宣传视频'),
  [videoType.personal]: head('personal', '个人视频'),
  [videoType.project]: head('project', '项目视频'),
}

const wordOf = (words: Words | undefined, code: number | null | undefined, at: ExportNames): Cell =>
  words?.[at.language] ?? code
const statusOf = (code: number, at: ExportNames) => wordOf(statusWords[code as Status], code, at)
const typeOf = (code: number | null | undefined, at: ExportNames) =>
  wordOf(types[code ?? -1], code, at)
const flag = (value: boolean | null | undefined, at: ExportNames): Cell =>
  typeof value === 'boolean' ? (value ? yes : no)[at.language] : ''
/** A long number, and one with a leading zero, stays as it is only as a text. */
const asText = (value: string | null | undefined): Cell => value ?? ''
const separator = { en: ', ', 'zh-CN': '、' }
const joined = (cells: Cell[], { language }: ExportNames) => cells.join(separator[language])

const id = { head: head('ID', 'ID'), cell: (row: { id: number }) => row.id }
const platformId = {
  head: head("Platform's ID", '平台 ID'),
  cell: (row: { externalId?: string | null | undefined }) => asText(row.externalId),
}
const created = {
  head: head('Created', '创建时间'),
  time: true as const,
  cell: (row: { createTime?: string | null | undefined }) => asText(row.createTime),
}
const updated = {
  head: head('Updated', '更新时间'),
  time: true as const,
  cell: (row: { updateTime?: string | null | undefined }) => asText(row.updateTime),
}
const waitingSince = {
  head: head('Re-opened', '重新打开时间'),
  time: true as const,
  cell: (row: { pendingSince?: string | null | undefined }) => asText(row.pendingSince),
}
const erased = {
  head: head('Erased', '已清除'),
  cell: (row: { erased?: boolean | null | undefined }, at: ExportNames) => flag(row.erased, at),
}

const certificationColumns: Column<Certification>[] = [
  id,
  platformId,
  { head: head('Member ID', '会员 ID'), cell: (row) => row.memberId },
  { head: head('Name', '姓名'), cell: (row) => asText(row.nickName) },
  { head: head('Role', '角色'), cell: (row, at) => at.role(row.authRoleId) },
  { head: head('Status', '状态'), cell: (row, at) => statusOf(row.authStatus, at) },
  { head: head('Phone', '手机号'), cell: (row) => asText(row.phone) },
  { head: head('Remark', '备注'), cell: (row) => asText(row.authIntroduce) },
  { head: head('Pictures', '图片'), cell: (row) => asText(row.authPicPath) },
  created,
  waitingSince,
  erased,
]

const projectColumns: Column<Project>[] = [
  id,
  platformId,
  { head: head('Title', '标题'), cell: (row) => row.title },
  { head: head('Introduction', '简介'), cell: (row) => asText(row.introduction) },
  { head: head('Owner ID', '发起人 ID'), cell: (row) => row.ownerId },
  { head: head('Owner', '发起人'), cell: (row) => asText(row.ownerName) },
  {
    head: head('Owner certified', '发起人已认证'),
    cell: (row, at) => flag(row.ownerCertified, at),
  },
  {
    head: head('Roles wanted', '招募角色'),
    cell: (row, at) => joined(row.roleIds.map(at.role), at),
  },
  { head: head('Videos', '视频数'), cell: (row) => row.videoCount },
  { head: head('Promo video ID', '宣传视频 ID'), cell: (row) => row.promoVideoId },
  { head: head('Cover', '封面'), cell: (row) => asText(row.cover) },
  { head: head('Status', '状态'), cell: (row, at) => statusOf(row.status, at) },
  created,
  updated,
  waitingSince,
  erased,
]

const videoColumns: Column<Video>[] = [
  id,
  platformId,
  { head: head('Type', '类型'), cell: (row, at) => typeOf(row.videoType, at) },
  { head: head('Title', '标题'), cell: (row) => asText(row.title) },
  { head: head('Introduction', '简介'), cell: (row) => asText(row.introduction) },
  { head: head('Category', '分类'), cell: (row, at) => at.category(row.categoryId) },
  {
    head: head('Tags', '标签'),
    cell: ({ tags }, at) =>
      joined(
        (tags ?? []).map((tag) => (at.language === 'en' && tag.nameEn) || tag.name),
        at,
      ),
  },
  { head: head('Language', '语言'), cell: (row) => asText(row.language) },
  { head: head('Duration (s)', '时长（秒）'), cell: (row) => row.duration },
  { head: head('Visibility', '可见性'), cell: (row) => row.visibility },
  { head: head('Featured', '精选'), cell: (row, at) => flag(row.featured, at) },
  { head: head('Status', '状态'), cell: (row, at) => statusOf(row.viewStatus, at) },
  { head: head('Banner', '横幅'), cell: (row) => asText(row.videoBanner) },
  { head: head('Picture', '图片'), cell: (row) => asText(row.imageUrl) },
  created,
  updated,
  waitingSince,
  erased,
]

const reportColumns: Column<Report>[] = [
  id,
  platformId,
  { head: head('Video ID', '视频 ID'), cell: (row) => row.videoId },
  {
    head: head("Platform's ID of the video", '视频的平台 ID'),
    cell: (row) => asText(row.videoExternalId),
  },
  { head: head('Video type', '视频类型'), cell: (row, at) => typeOf(row.videoType, at) },
  { head: head('Video title', '视频标题'), cell: (row) => asText(row.videoTitle) },
  { head: head('Reason', '举报原因'), cell: (row, at) => at.reason(row.reportMessageId) },
  { head: head('Reporter ID', '举报人 ID'), cell: (row) => row.reportUserId },
  { head: head('Reports on the video', '视频被举报次数'), cell: (row) => row.reportCount },
  { head: head('Pending reports', '待处理举报'), cell: (row) => row.pendingReports },
  {
    head: head('Status', '状态'),
    cell: (row, at) => statusOf(row.reportStatus, at),
  },
  created,
]

const columnsOf = {
  certification: certificationColumns,
  project: projectColumns,
  video: videoColumns,
  report: reportColumns,
}

/** The head of the table, and what makes a row of it. */
export function exportTable(list: ListName, names: ExportNames) {
  const columns = columnsOf[lists[list].queue] as Column<unknown>[]
  return {
    head: columns.map(({ head, time }) =>
      time ? `${head[names.language]} (${names.zone})` : head[names.language],
    ),
    row: (row: unknown) => columns.map(({ cell }) => cell(row, names)),
  }
}

/** A row as its list shows it; `mask` as the installation is configured. */
export const shownRow = (list: ListName, row: unknown, mask: boolean): unknown =>
  lists[list].queue === 'certification' ? shownCertification(row as Certification, mask) : row

/** Read once: a few hundred names at most. */
export async function exportNames(db: Db, language: Language, zone: string): Promise<ExportNames> {
  const [roles, reasons, { categories }] = await Promise.all([
    findCertifiedRoles(db),
    findReportReasons(db),
    findCategories(db),
  ])
  const named = (rows: { id: number; name: string; nameEn?: string | null | undefined }[]) => {
    const names = new Map(
      rows.map(({ id, name, nameEn }) => [id, (language === 'en' && nameEn) || name]),
    )
    return (id: number | null | undefined): Cell => names.get(id ?? 0) ?? id
  }
  return {
    language,
    zone,
    role: named(roles),
    category: named(categories),
    reason: named(
      reasons.map(({ id, reportMessage, reportMessageEn }) => ({
        id,
        platformId,
        name: reportMessage,
        nameEn: reportMessageEn,
      })),
    ),
  }
}
