import type { ListName } from '@screening-room/contract/queues'
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ApiFailure } from '../api/failure.ts'
import { listCalls } from '../api/list-calls.ts'
import { useIsReading } from '../api/queries.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Failure } from './Failure.tsx'
import { useCurrentRow } from './row-focus.ts'
import { useRowKeys } from './row-keys.ts'
import { TableSettings } from './TableSettings.tsx'
import type { Ordering } from './useListState.ts'
import { usePhone } from './useMediaQuery.ts'
import { useTableView } from './useTableView.ts'
import './shared.css'
import './table.css'

export interface Column<Row> {
  key: string
  title: ReactNode
  render: (row: Row, index: number) => ReactNode
  /** A share of the width (`12%`) or a fixed one (`96px`); the rest is divided evenly. */
  width?: string
  /** It keeps no state, so that its elements may show another item. */
  stateless?: true
  /** The full text for the `title` attribute: a cell is one line, cut with an ellipsis. */
  whole?: (row: Row) => string | null | undefined
  /** Left out where the table is narrow, or only where it is very narrow; the dialog has it. */
  minor?: true | 'last'
  /** The column that the list is sorted by. */
  ordering?: Ordering | undefined
  /** Its part of the row on a phone; without one it is left to the dialog. */
  phone?: 'title' | 'fact' | 'status'
}

/** The state of a read, as `useCall` returns it. */
interface Reading {
  isPlaceholderData: boolean
  isError: boolean
  error: ApiFailure | null
  refetch: () => unknown
}

interface ReviewTableProps<Row> {
  /** Whose columns and density are kept. */
  list: ListName
  label: string
  columns: Column<Row>[]
  rows: Row[] | undefined
  rowKey: (row: Row) => number
  reading: Reading
  /** Shown with "Try again" when the list could not be loaded. */
  failed: string
  /** Why there are no rows, and what to do next. */
  empty: ReactNode
  onOpen: (row: Row) => void
  skeletonRows?: number
}

/**
 * The list of a screen. A real table rather than antd's: ten or twenty rows need none of its
 * machinery, and rows stay the same elements through a reload, so scroll and focus stay too.
 */
export function ReviewTable<Row>(props: ReviewTableProps<Row>) {
  const { list, label, rowKey, reading, failed, empty, onOpen } = props
  const view = useTableView(list)
  const optional = props.columns.filter(canHide)
  const columns = useMemo(
    () => props.columns.filter((one) => !canHide(one) || !view.hidden.includes(one.key)),
    [props.columns, view.hidden],
  )
  // While other rows are awaited, those that stay are not rendered again.
  const drawn = useRef(columns)
  if (!reading.isPlaceholderData || drawn.current.length !== columns.length) drawn.current = columns
  const latestOpen = useRef(onOpen)
  latestOpen.current = onOpen
  const [open] = useState(() => (row: Row) => latestOpen.current(row))
  const rows = useLastRows(props.rows, reading.isError)
  const ids = rows?.map(rowKey)
  const current = useCurrentRow(ids)
  const keys = useRowKeys(ids, current.isInside)
  const phone = usePhone()
  // Rows of what was asked for before. Those that are only read again stay as they are.
  const dimmed = reading.isError || reading.isPlaceholderData
  if (!rows && reading.isError)
    return <Failure text={failed} failure={reading.error} retry={reading.refetch} />

  return (
    <Frame list={list}>
      {rows && reading.isError && (
        <Failure text={failed} failure={reading.error} retry={reading.refetch} />
      )}
      {!phone && <TableSettings view={view} columns={optional} />}
      <table
        className={dimmed ? 'sr-table sr-dimmed' : 'sr-table'}
        data-dense={view.dense || undefined}
        aria-label={label}
      >
        <colgroup>
          {columns.map((column) => (
            <col
              key={column.key}
              data-minor={column.minor}
              style={column.width ? { width: column.width } : {}}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-minor={column.minor}
                title={typeof column.title === 'string' ? column.title : undefined}
                aria-sort={column.ordering && ariaSort[column.ordering.order]}
              >
                <Head title={column.title} ordering={column.ordering} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row, index) => (
            <TableRow
              key={keys[index]}
              id={rowKey(row)}
              row={row}
              index={index}
              columns={drawn.current}
              isCurrent={rowKey(row) === current.id}
              phone={phone}
              focus={current.handlers}
              onOpen={open}
            />
          ))}
          {!rows && <SkeletonRows rows={props.skeletonRows ?? 10} columns={columns.length} />}
        </tbody>
      </table>
      {rows?.length === 0 && !reading.isPlaceholderData && empty}
    </Frame>
  )
}

/** That the list is read again is told without rendering it. */
function Frame({ list, children }: { list: ListName; children: ReactNode }) {
  return (
    <div className="sr-table-frame" aria-busy={useIsReading(listCalls[list].list)}>
      {children}
    </div>
  )
}

interface RowProps<Row> extends Pick<ReviewTableProps<Row>, 'columns' | 'onOpen'> {
  id: number
  row: Row
  index: number
  /** In the tab order. */
  isCurrent: boolean
  phone: boolean
  focus: ReturnType<typeof useCurrentRow>['handlers']
}

function PlainRow<Row>(props: RowProps<Row>) {
  const { id, row, index, columns, isCurrent, phone, focus, onOpen } = props
  const onKey = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') {
      // Else the same key would press the dialog's first button.
      event.preventDefault()
      onOpen(row)
    }
    const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
    const to = step[event.key as keyof typeof step]
    if (!to) return
    event.preventDefault()
    const next = event.currentTarget[to]
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <tr
      data-row={id}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={() => focus.onFocus(id, index)}
      onBlur={focus.onBlur}
      onKeyDown={onKey}
      onClick={phone ? () => onOpen(row) : undefined}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-minor={column.minor}
          data-phone={column.phone}
          title={column.whole?.(row) ?? undefined}
        >
          <Fragment key={column.stateless ? '' : id}>{column.render(row, index)}</Fragment>
        </td>
      ))}
    </tr>
  )
}

/** The focus goes from row to row without rendering the others. */
const TableRow = memo(PlainRow) as typeof PlainRow

/** A row needs its name and what can be done with it. */
const canHide = ({ key, phone }: Pick<Column<never>, 'key' | 'phone'>) =>
  phone !== 'title' && !key.startsWith('action')

const ariaSort = {
  newest: 'descending',
  oldest: 'ascending',
  waiting: undefined,
  reported: undefined,
} as const

function Head({ title, ordering }: Pick<Column<never>, 'title' | 'ordering'>) {
  if (!ordering?.others) return title
  const { order, others } = ordering
  return (
    <button
      type="button"
      className="sr-sort"
      onClick={() => others.sort(order === 'newest' ? 'oldest' : 'newest')}
    >
      {title}
    </button>
  )
}

/** A search that fails leaves the rows that were there. */
function useLastRows<Row>(rows: Row[] | undefined, failed: boolean): Row[] | undefined {
  const last = useRef(rows)
  useEffect(() => {
    if (rows) last.current = rows
  })
  return rows ?? (failed ? last.current : undefined)
}

function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index)
  return Array.from({ length: rows }, (_, row) => row).map((row) => (
    <tr key={row}>
      {cells.map((cell) => (
        <td key={cell}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ))
}
