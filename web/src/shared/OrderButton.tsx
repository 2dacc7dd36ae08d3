import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import type { Ordering } from './useListState.ts'
import './pagers.css'

/** How the list is sorted, and the way to turn it around. */
export function OrderButton({ order, turn }: Ordering) {
  const { t } = useTranslation()
  const name = t(order === 'oldest' ? 'pager.oldestFirst' : 'pager.newestFirst')
  if (!turn) return <span className="sr-order">{name}</span>
  return (
    <button type="button" className="sr-order" title={t('pager.turn')} onClick={turn}>
      {name}{' '}
      {order === 'oldest' ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
    </button>
  )
}
