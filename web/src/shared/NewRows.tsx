import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { pendingIn } from '@screening-room/contract/pending-counts'
import type { ListName } from '@screening-room/contract/queues'
import { config } from '../api/config.ts'
import { listCalls } from '../api/list-calls.ts'
import { reloadCalls, useCall } from '../api/queries.ts'
import { useTranslation } from '../texts/i18n.ts'
import { usePendingCounts } from './usePendingCounts.ts'
import './pagers.css'

interface Row {
  id: number
  createTime?: string | null | undefined
}

interface NewRowsProps {
  list: ListName
  /** What the list was read with. */
  input: object
  rows: readonly Row[] | undefined
  /** Rows of the list before are no measure of what is new in this one. */
  reading: { isPlaceholderData: boolean }
  /** The pending count that came with the rows, and its kind where kinds are counted apart. */
  pending: number | undefined
  kind?: string | undefined
}

const everyMs = 15_000

interface Asked {
  page?: number
  order?: string
  search?: string
  pageSize?: number
}

/** "3 new": nothing moves until it is clicked. Of the first page alone, newest first. */
export function NewRows({ list, input, rows, reading, pending, kind }: NewRowsProps) {
  const { t } = useTranslation()
  const { page, order, search, pageSize = 0 }: Asked = input
  const counts = usePendingCounts()
  const call: AnyCall = listCalls[list].list
  const newest = rows?.[0]?.createTime
  const isFirst = page === 1 && order === undefined && search === undefined
  const isOwn = !reading.isPlaceholderData
  // More is pending than when the list was read: look for what is newer than its first row.
  const grew = counts && pending !== undefined && pendingIn(counts, list, kind) > pending
  const found = useCall(call, { ...input, ...(newest && { start: newest }) } as InputOf<AnyCall>, {
    enabled: config().ours && isFirst && rows !== undefined && isOwn && grew === true,
    fresh: everyMs,
    every: everyMs,
    keep: false,
  }).data as { data: Row[] | { list: Row[] } } | undefined
  const answered = found && (Array.isArray(found.data) ? found.data : found.data.list)
  const shown = new Set(rows?.map(({ id }) => id))
  const fresh = isOwn && grew ? (answered?.filter(({ id }) => !shown.has(id)).length ?? 0) : 0
  return (
    <div className="sr-new-rows" role="status">
      {fresh > 0 && (
        <button type="button" title={t('pager.newRowsHint')} onClick={() => void reloadCalls(call)}>
          {t('pager.newRows', { count: fresh })}
          {fresh === pageSize && '+'}
        </button>
      )}
    </div>
  )
}
