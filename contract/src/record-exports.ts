import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { dateTime, exportFormat, startFirst } from './fields.ts'
import { recordEntry, recordFilters } from './record.ts'

/* What is made of the record for others to read. */

/**
 * One decision that restricts content, in the shape of the EU's transparency database (Digital Services Act,
 * articles 17 and 24). It names nobody, and neither titles nor what a person typed.
 */
export const statement = z.object({
  decision_visibility: z.array(z.string()),
  decision_ground: z.literal('DECISION_GROUND_INCOMPATIBLE_CONTENT'),
  /** The name of the reason, or of the reason of the catalogue that was chosen. */
  incompatible_content_ground: z.string(),
  /** The policy behind it. */
  incompatible_content_explanation: z.string(),
  incompatible_content_illegal: z.literal('No'),
  category: z.literal('STATEMENT_CATEGORY_SCOPE_OF_PLATFORM_SERVICE'),
  content_type: z.array(z.string()),
  content_type_other: z.nullable(z.string()),
  /** Days. */
  content_date: z.string(),
  application_date: z.string(),
  decision_facts: z.string(),
  /** After a report, or on the platform's own initiative. */
  source_type: z.enum(['SOURCE_ARTICLE_16', 'SOURCE_VOLUNTARY']),
  automated_detection: z.literal('No'),
  automated_decision: z.literal('AUTOMATED_DECISION_NOT_AUTOMATED'),
  /** Unique on this platform: the ID of the event. */
  puid: z.string(),
})
export type Statement = z.output<typeof statement>

const read = {
  method: 'GET',
  sends: 'query',
  responds: 'rows',
  refuses: [],
  origin: 'ours',
} as const

export const recordExportCalls = {
  events: defineCall({
    ...read,
    path: '/admin/ext/record/export',
    summary:
      'The events of a filter, newest first, as of one moment. Needs `export` as well, and is recorded',
    input: z.object({ format: exportFormat, ...recordFilters }).check(startFirst),
    output: recordEntry,
    needs: 'audit',
  }),
  statements: defineCall({
    ...read,
    path: '/admin/ext/record/statements',
    summary:
      'Statements of reasons: what was rejected and taken down in a range, without personal data. Needs `export` as well, and is recorded',
    input: z.object({ format: exportFormat, start: dateTime, end: dateTime }).check(startFirst),
    output: statement,
    needs: 'audit',
  }),
}
