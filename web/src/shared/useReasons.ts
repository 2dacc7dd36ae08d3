import { reportCalls } from '@screening-room/contract/reports'
import { useCall } from '../api/queries.ts'
import { useTranslation } from '../texts/i18n.ts'
import { useAppearance } from './appearance.ts'

/** The reasons to report a video or take it down. They rarely change. */
export const useReasons = () => useCall(reportCalls.reasons, {}, { fresh: 10 * 60 * 1000 })

/** The text of the policy behind a reason, in the user's language; in the other one where it has no more. */
export function useReasonPolicies(): (id: number) => string | undefined {
  const { language } = useAppearance()
  const reasons = useReasons()
  return (id) => {
    const found = reasons.data?.data.find((reason) => reason.id === id)
    const { policy, policyEn } = found ?? {}
    return (language === 'en' ? policyEn || policy : policy || policyEn) || undefined
  }
}

/** A reason's name in the user's language. */
export function useReasonNames(): (id: number | null | undefined) => string {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const reasons = useReasons()
  return (id) => {
    if (!reasons.data) return ''
    const found = reasons.data.data.find((reason) => reason.id === id)
    if (!found) return t('reports.unknownReason')
    return (language === 'en' && found.reportMessageEn) || found.reportMessage
  }
}
