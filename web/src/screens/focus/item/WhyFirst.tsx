import type { About, Claimed } from '@screening-room/contract/focus'
import { status } from '@screening-room/contract/review'
import { useTranslation } from '../../../texts/i18n.ts'
import { factsOf } from './item.ts'

interface WhyFirstProps {
  item: Claimed
  about: About | undefined
}

/** Why this item was handed out before others: its priority and its reports. Its age is beside its number. */
export function WhyFirst({ item, about }: WhyFirstProps) {
  const { t } = useTranslation()
  const priority = factsOf(item).priority ?? 0
  const isOpen = ({ reportStatus }: { reportStatus: number }) => reportStatus === status.pending
  const count = (item.reports ?? about?.reports.filter(isOpen) ?? []).length
  const why = [
    priority > 0 && t('focus.whyPriority', { priority }),
    count > 0 && t(count === 1 ? 'focus.whyReport' : 'focus.whyReports', { count }),
    priority === 0 && t('focus.whyAge'),
  ].filter(Boolean)
  return <p className="sr-focus-why sr-muted">{t('focus.why', { why: why.join(' · ') })}</p>
}
