import { Pagination } from 'antd'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import './shared.css'

interface NumberedProps {
  page: number
  pageSize: number
  total: number | undefined
  onPage: (page: number) => void
}

export const NumberedPager = memo(function NumberedPager(props: NumberedProps) {
  const { page, pageSize, total, onPage } = props
  const { t } = useTranslation()
  return (
    <nav className="sr-pager" aria-label={t('pager.label')}>
      <Pagination
        current={page}
        pageSize={pageSize}
        total={total ?? 0}
        onChange={onPage}
        showSizeChanger={false}
      />
    </nav>
  )
})
