import { exportCalls } from '@screening-room/contract/exports'
import { searchCountsTo } from '@screening-room/contract/fields'
import { type ListName, lists } from '@screening-room/contract/queues'
import { useTranslation } from '../texts/i18n.ts'
import { ExportFrame } from './ExportFrame.tsx'
import { filterDefaults, listInput } from './list-filters.ts'
import { readListQuery } from './list-query.ts'

interface ExportDialogProps {
  list: ListName
  /** The list's filters from its address. */
  query: string
  onClose: () => void
}

/** All rows of a list into a file. */
export default function ExportDialog({ list, query, onClose }: ExportDialogProps) {
  const { t, language } = useTranslation()
  const read = readListQuery(new URLSearchParams(query), filterDefaults(list))
  const { page: _, pageSize: _size, order: _order, ...filters } = listInput(list, read)
  return (
    <ExportFrame
      title={t(`focus.queues.${list}`)}
      call={exportCalls[list]}
      input={filters}
      name={lists[list].address}
      onClose={onClose}
    >
      <p>{t(query ? 'exports.ofFilters' : 'exports.ofAll')}</p>
      {filters.search && (
        <p>{t('exports.ofSearch', { most: searchCountsTo.toLocaleString(language) })}</p>
      )}
    </ExportFrame>
  )
}
