import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from '../texts/i18n.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Text } from '../ui/Text.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { isTooMany, TooMany } from './SearchLimits.tsx'
import type { Ordering } from './useListState.ts'
import './pagers.css'
import './shared.css'

interface PrevNextProps {
  page: number
  pageSize: number
  /** How many rows this page has; undefined while it loads. */
  shown: number | undefined
  /** Another page is loading; the rows are still the previous page's. */
  waiting: boolean
  total?: number | undefined
  /** In a search: whether there may be more results. */
  more?: boolean | undefined
  ordering: Ordering
  onPage: (page: number) => void
}

/** Previous and next. Next is off when fewer than a page came back (spec, section 2). */
export function PrevNextPager(props: PrevNextProps) {
  const { page, pageSize, shown, waiting, total, more, ordering, onPage } = props
  const { t } = useTranslation()
  return (
    <nav className="sr-pager" aria-label={t('pager.label')}>
      <OrderChoice {...ordering} />
      <TooMany total={total} more={more} searched={!ordering.others} />
      {!isTooMany({ total, more }) && total !== undefined && shown !== undefined && (
        <span className="sr-pager-total">{t('pager.showing', { shown, total })}</span>
      )}
      <Button
        icon={<LeftOutlined aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        {t('pager.previous')}
      </Button>
      <span aria-current="page">{t('pager.page', { page })}</span>
      <Button
        icon={<RightOutlined aria-hidden />}
        iconPlacement="end"
        disabled={shown === undefined || shown < pageSize}
        // Not `disabled`: that would lose the keyboard focus.
        aria-disabled={waiting}
        onClick={() => !waiting && onPage(page + 1)}
      >
        {t('pager.next')}
      </Button>
    </nav>
  )
}

interface NoRowsProps {
  page: number
  /** Whether a filter may be the reason. */
  filtered: boolean
  /** Whether the list shows pending items without any other filter. */
  pendingOnly?: boolean
  /** The search term. */
  words?: string
  /** Why the search may have found nothing. */
  hint?: string | undefined
  onPage: (page: number) => void
  onReset: () => void
}

/** Why a list is empty, and the next step. */
export function NoRows(props: NoRowsProps) {
  const { page, filtered, pendingOnly = false, words, hint, onPage, onReset } = props
  const { t } = useTranslation()
  if (page > 1)
    return (
      <EmptyState action={<Button onClick={() => onPage(page - 1)}>{t('pager.back')}</Button>}>
        {t('pager.noMore')}
      </EmptyState>
    )
  if (words)
    return (
      <EmptyState action={<Button onClick={onReset}>{t('empty.clear')}</Button>}>
        {t('search.none')}{' '}
        <strong>
          <Text>{words}</Text>
        </strong>
        {hint && <span className="sr-hint">{hint}</span>}
      </EmptyState>
    )
  if (pendingOnly)
    return (
      <EmptyState action={<Button onClick={onReset}>{t('empty.showAll')}</Button>}>
        {t('empty.queueDone')}
      </EmptyState>
    )
  if (filtered)
    return (
      <EmptyState action={<Button onClick={onReset}>{t('empty.clear')}</Button>}>
        {t('empty.filtered')}
      </EmptyState>
    )
  return <EmptyState>{t('empty.nothing')}</EmptyState>
}
