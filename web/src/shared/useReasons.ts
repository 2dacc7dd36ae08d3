import { reportCalls } from '@screening-room/contract/reports'
import { useTranslation } from 'react-i18next'
import { useCall } from '../api/queries.ts'
import { useAppearance } from './appearance.ts'

/** The reasons a video is reported or taken down for: asked once, they hardly change. */
export const useReasons = () => useCall(reportCalls.reasons, {}, { fresh: 10 * 60 * 1000 })

/** A reason's name in the language on the screen. */
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
