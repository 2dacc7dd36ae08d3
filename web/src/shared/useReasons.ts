import { reportCalls } from '@screening-room/contract/reports'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/queries.ts'
import { useAppearance } from './appearance.ts'

/** The reasons to report a video or take it down. They rarely change. */
export const useReasons = () => useCall(reportCalls.reasons, {}, { fresh: 10 * 60 * 1000 })

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
