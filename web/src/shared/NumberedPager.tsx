import { Pagination, type PaginationProps } from 'antd'
import { memo } from 'react'
import { useTranslation } from '../texts/i18n.ts'
import { OrderChoice } from './OrderChoice.tsx'
import { TooMany } from './SearchLimits.tsx'
import type { Ordering } from './useListState.ts'
import './pagers.css'

interface NumberedProps {
  page: number
  pageSize: number
  total: number | undefined
  /** In a search: whether there may be more results. */
  more?: boolean | undefined
  ordering: Ordering
  onPage: (page: number) => void
}

export function NumberedPager(props: NumberedProps) {
  const { page, pageSize, total, more, ordering, onPage } = props
  const { t } = useTranslation()
  return (
    <nav className="sr-pager" aria-label={t('pager.label')}>
      <OrderChoice {...ordering} />
      <TooMany total={total} more={more} searched={!ordering.others} />
      <Pages current={page} pageSize={pageSize} total={total ?? 0} onChange={onPage} />
    </nav>
  )
}

/** Expensive to render: only when it shows something else. */
const Pages = memo(function Pages(props: PaginationProps) {
  return <Pagination {...props} showSizeChanger={false} />
})
