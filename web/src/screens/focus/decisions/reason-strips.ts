import type { Claimed } from '@screening-room/contract/focus'
import type { Reason } from '@screening-room/contract/reasons'
import type { Mark } from '@screening-room/contract/receipt'
import type { Language } from '@screening-room/contract/refusals'
import type { ReportReason } from '@screening-room/contract/reports'
import { longestReason } from '@screening-room/contract/review'
import { reasonWithMarks } from '../../../shared/moments.ts'

/* The two strips: reasons to reject are picked by their digit, reasons to take down by their position. */

/** What is open above the decision buttons. */
export type Strip = 'none' | 'reject' | 'own' | 'takeDown'

/** What the submitter reads, in the reviewer's language; with the marked moments if there is room. */
export function rejectMessage(reason: Reason, marks: readonly Mark[], language: Language): string {
  const text = language === 'en' ? reason.textEn : reason.text
  const whole = reasonWithMarks(marks, text, language)
  return [...whole].length <= longestReason ? whole : text
}

/** The reasons the video was reported for, without those that no longer exist. */
export function reportedReasons(
  { reports = [] }: Claimed,
  known: readonly ReportReason[],
): number[] {
  const given = new Set(reports.map(({ reportMessageId }) => reportMessageId))
  return known.filter(({ id }) => given.has(id)).map(({ id }) => id)
}

export const toggleId = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
