import { searchCountsTo } from '@screening-room/contract/fields'
import { useTranslation } from '../texts/i18n.ts'
import './shared.css'

/* A search stops counting at a limit, and searches only the newest items for a single letter. It says so. */

interface Found {
  /** Absent where the list has no total. */
  total?: number | undefined
  more?: boolean | undefined
  /** False: not a search, but a list that is kept to its first rows. */
  searched?: boolean
}

const most = searchCountsTo.toLocaleString('en')

export const isTooMany = ({ total = 0, more = false }: Found) => more && total >= searchCountsTo

/** Beside the pager, which ends where counting stops. */
export function TooMany({ searched = true, ...found }: Found) {
  const { t } = useTranslation()
  const shown = isTooMany(found)
  return (
    <span className="sr-pager-total" role="status" hidden={!shown}>
      {shown && t(searched ? 'search.tooMany' : 'pager.firstOnly', { most })}
    </span>
  )
}

/** Above the list, beside the keyword field. */
export function SearchNote({ total, more = false, searched = true }: Found) {
  const { t } = useTranslation()
  const shown = more && !isTooMany({ total, more })
  const text = total === undefined ? 'search.mayBeMore' : 'search.newestOnly'
  return (
    <p className="sr-search-note" role="status" hidden={!shown}>
      {shown && (searched ? t(text) : t('pager.firstOnly', { most }))}
    </p>
  )
}
