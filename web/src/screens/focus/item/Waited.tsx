import { config } from '../../../api/config.ts'
import { useNow } from '../../../shared/Age.tsx'
import { useAppearance } from '../../../shared/appearance.ts'
import { shownTime, waitText } from '../../../shared/dates.ts'
import { useTranslation } from '../../../texts/i18n.ts'

/** How long an item has waited; the exact time on hover. */
export function Waited({ since }: { since: string | null | undefined }) {
  const { t } = useTranslation()
  const { language } = useAppearance()
  const now = useNow()
  const shown = shownTime(since)
  const time = shown && waitText(shown, now, config().platformTz, language)
  if (!time) return null
  return (
    <time dateTime={since ?? ''} title={shown}>
      {t('focus.waited', { time })}
    </time>
  )
}
