import { searchCountsTo } from '@screening-room/contract/fields'
import { useTranslation } from 'react-i18next'
import './shared.css'

/* A search neither counts without end nor looks everywhere for a single letter. It says so. */

interface Found {
  /** Absent where the list has no total. */
  total?: number | undefined
  more?: boolean | undefined
}

export const isTooMany = ({ total = 0, more = false }: Found) => more && total >= searchCountsTo

/** Stands by the pager, which ends where the counting does. */
export function TooMany(found: Found) {
  const { t } = useTranslation()
  const told = isTooMany(found)
  return (
    <span className="sr-pager-total" role="status" hidden={!told}>
      {told && t('search.tooMany', { most: searchCountsTo.toLocaleString('en') })}
    </span>
  )
}

/** Stands above the list, where the next keyword is typed. */
export function SearchNote({ total, more = false }: Found) {
  const { t } = useTranslation()
  const told = more && !isTooMany({ total, more })
  return (
    <p className="sr-search-note" role="status" hidden={!told}>
      {told && t(total === undefined ? 'search.mayBeMore' : 'search.newestOnly')}
    </p>
  )
}
