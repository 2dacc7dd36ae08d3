import type { Claimed } from '@screening-room/contract/focus'
import type { Reason } from '@screening-room/contract/reasons'
import type { Mark } from '@screening-room/contract/receipt'
import type { Language } from '@screening-room/contract/refusals'
import type { ReportReason } from '@screening-room/contract/reports'
import { longestReason } from '@screening-room/contract/review'
import { reasonAt } from '../../../shared/moments.ts'

/* What the two strips offer: reasons to reject by their digits, reasons to take down by their place. */

/** What is open above the decision's buttons. */
export type Strip = 'none' | 'reject' | 'own' | 'takeDown'

/** What the submitter reads: in the language on the screen, with the marked moments where they fit. */
export function messageOf(reason: Reason, marks: readonly Mark[], language: Language): string {
  const text = language === 'en' ? reason.textEn : reason.text
  const whole = reasonAt(marks, text, language)
  return [...whole].length <= longestReason ? whole : text
}

/** The reasons the video was reported for, as far as they still are reasons. */
export function ownReasons({ reports = [] }: Claimed, known: readonly ReportReason[]): number[] {
  const given = new Set(reports.map(({ reportMessageId }) => reportMessageId))
  return known.filter(({ id }) => given.has(id)).map(({ id }) => id)
}

export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
