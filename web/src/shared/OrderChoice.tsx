import type { Order } from '@screening-room/contract/queues'
import { useTranslation } from '../texts/i18n.ts'
import type { Ordering } from './useListState.ts'
import './pagers.css'

const names = {
  newest: 'pager.newestFirst',
  oldest: 'pager.oldestFirst',
  waiting: 'pager.longestWaiting',
  reported: 'pager.mostReported',
} as const

/** How the list is sorted, and what else it can be sorted by. The browser's own select: it weighs nothing. */
export function OrderChoice({ order, others }: Ordering) {
  const { t } = useTranslation()
  if (!others) return <span className="sr-order">{t(names[order])}</span>
  return (
    <select
      className="sr-order"
      aria-label={t('pager.order')}
      value={order}
      onChange={({ target }) => others.sort(target.value as Order)}
    >
      {others.orders.map((one) => (
        <option key={one} value={one}>
          {t(names[one])}
        </option>
      ))}
    </select>
  )
}
