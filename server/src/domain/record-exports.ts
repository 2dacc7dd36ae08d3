import type { Language } from '@screening-room/contract/languages'
import type { RecordEntry } from '@screening-room/contract/record'
import type { Statement } from '@screening-room/contract/record-exports'
import { type Status, statusWords } from '@screening-room/contract/review'
import type { Db } from '../db/pool.ts'
import type { Actor } from '../store/events.ts'
import { findRecord, type RecordFilters } from '../store/record.ts'
import { findReportReasons } from '../store/reports.ts'
import { findStatements, type StatementRow } from '../store/statements.ts'
import type { Cell } from './csv.ts'
import { recorded } from './exports.ts'

/* The record as a file: its events as they are shown, and statements of reasons for the public. */

const batchRows = 500

interface Asked {
  format: string
  /** As they were sent. */
  filters: object
}

/** All events of a filter as they were at one moment. */
export async function* exportRecord(
  db: Db,
  by: Actor,
  filters: RecordFilters,
  asked: Asked,
): AsyncGenerator<RecordEntry[]> {
  const snapshot = await db.snapshot()
  async function* batches() {
    for (let before: number | null | undefined; before !== null; ) {
      const { rows, next } = await findRecord(snapshot, filters, before, { page: batchRows })
      yield rows
      before = next
    }
  }
  try {
    yield* recorded(db, by, { list: 'record', ...asked }, batches())
  } finally {
    await snapshot.close()
  }
}

/** What was rejected or taken down and still is so, oldest first. */
export async function* exportStatements(
  db: Db,
  by: Actor,
  range: { since: string; until: string },
  asked: Asked,
): AsyncGenerator<Statement[]> {
  const snapshot = await db.snapshot()
  async function* batches() {
    for (let after: StatementRow | undefined, full = true; full; ) {
      const rows = await findStatements(snapshot, range, after, batchRows)
      yield rows.map(statementOf)
      after = rows.at(-1)
      full = rows.length === batchRows
    }
  }
  try {
    yield* recorded(db, by, { list: 'statements', ...asked }, batches())
  } finally {
    await snapshot.close()
  }
}

const types: Record<string, Pick<Statement, 'content_type' | 'content_type_other'>> = {
  video: { content_type: ['CONTENT_TYPE_VIDEO'], content_type_other: null },
  project: { content_type: ['CONTENT_TYPE_OTHER'], content_type_other: 'Video project page' },
  certification: {
    content_type: ['CONTENT_TYPE_OTHER'],
    content_type_other: 'Application for a certification',
  },
}

function statementOf(row: StatementRow): Statement {
  const wasShown = row.action === 'takeDown' && row.before !== 0
  return {
    decision_visibility: [
      wasShown ? 'DECISION_VISIBILITY_CONTENT_REMOVED' : 'DECISION_VISIBILITY_CONTENT_DISABLED',
    ],
    decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
    incompatible_content_ground: row.grounds.join('; ') || 'Terms of the platform',
    incompatible_content_explanation: row.policies.join('\n') || 'The terms of the platform',
    incompatible_content_illegal: 'No',
    category: 'STATEMENT_CATEGORY_SCOPE_OF_PLATFORM_SERVICE',
    ...(types[row.queue] ?? {
      content_type: ['CONTENT_TYPE_OTHER'],
      content_type_other: row.queue,
    }),
    content_date: row.contentDay,
    application_date: row.day,
    decision_facts: wasShown
      ? 'A reviewer looked at the content and took it down.'
      : 'A reviewer looked at the content before it was shown, and refused it.',
    source_type: row.reported ? 'SOURCE_ARTICLE_16' : 'SOURCE_VOLUNTARY',
    automated_detection: 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: `event-${row.id}`,
  }
}

/** The database's own columns, whatever the reader's language; a list as JSON. */
export const statementTable = (fields: readonly string[]) => ({
  head: fields,
  row: (statement: unknown): Cell[] =>
    fields.map((field) => {
      const value = (statement as Record<string, Cell | string[]>)[field]
      return Array.isArray(value) ? JSON.stringify(value) : value
    }),
})

const heads: Record<Language, string[]> = {
  en: [
    ...[
      'Position',
      'Event',
      'Time',
      'Person ID',
      'Person',
      'Action',
      'About',
      'ID',
      "Platform's ID",
    ],
    ...['Title', 'Before', 'After', 'Reason', 'Report reasons', 'Watched (%)', 'Version', 'Erased'],
  ],
  'zh-CN': [
    ...['封存序号', '事件', '时间', '操作人 ID', '操作人', '操作', '对象', 'ID', '平台 ID'],
    ...['标题', '之前', '之后', '理由', '举报原因', '观看比例（%）', '版本', '已清除'],
  ],
}
/** The place of the time, whose head names the zone. */
const timePlace = 2

/** The record's columns, in the reader's language. */
export async function recordTable(db: Db, language: Language, zone: string) {
  const reasons = new Map(
    (await findReportReasons(db)).map(({ id, reportMessage, reportMessageEn }) => [
      id,
      (language === 'en' && reportMessageEn) || reportMessage,
    ]),
  )
  const status = (code: number | null | undefined): Cell =>
    statusWords[code as Status]?.[language] ?? code
  return {
    head: heads[language].map((head, place) => (place === timePlace ? `${head} (${zone})` : head)),
    row: (row: unknown): Cell[] => {
      const one = row as RecordEntry
      const { before, after } = one
      return [
        ...[one.position, one.id, one.at, one.by.id, one.by.nickName, one.action, one.queue],
        ...[
          one.subject,
          one.externalId ?? '',
          one.title ?? '',
          status(before),
          status(after),
          one.reason ?? '',
        ],
        one.reasonIds.map((id) => reasons.get(id) ?? id).join('; '),
        ...[one.watched, one.version, one.erased ?? false],
      ]
    },
  }
}
