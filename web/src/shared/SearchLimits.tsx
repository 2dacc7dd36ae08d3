import { searchCountsTo } from '@screening-room/contract/fields'
import { useTranslation } from 'react-i18next'
import './shared.css'

/* A search stops counting at a limit, and searches only the newest items for a single letter. It says so. */

interface Found {
  /** Absent where the list has no total. */
  total?: number | undefined
  more?: boolean | undefined
}

export const isTooMany = ({ total = 0, more = false }: Found) => more && total >= searchCountsTo

/** Beside the pager, which ends where counting stops. */
export function TooMany(found: Found) {
  const { t } = useTranslation()
  const shown = isTooMany(found)
  return (
    <span className="sr-pager-total" role="status" hidden={!shown}>
      {shown && t('search.tooMany', { most: searchCountsTo.toLocaleString('en') })}
    </span>
  )
}

/** Above the list, beside the keyword field. */
export function SearchNote({ total, more = false }: Found) {
  const { t } = useTranslation()
  const shown = more && !isTooMany({ total, more })
  return (
    <p className="sr-search-note" role="status" hidden={!shown}>
      {shown && t(total === undefined ? 'search.mayBeMore' : 'search.newestOnly')}
    </p>
  )
}
