import { status } from '@screening-room/contract/review'
import { type ReactNode, useState } from 'react'
import { preferences } from '../api/preferences.ts'
import { useTranslation } from '../texts/i18n.ts'
import './then-next.css'

/** The next pending row after this pending one, else the first before it. */
export function nextPending<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  id: number,
  statusOf: (row: Row) => number,
  /** Rows that are decided with this one. */
  isSame: (row: Row, other: Row) => boolean = (row, other) => row === other,
): number | undefined {
  const at = rows?.findIndex((row) => row.id === id) ?? -1
  const current = rows?.[at]
  if (!rows || !current || statusOf(current) !== status.pending) return undefined
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find(
    (row) => statusOf(row) === status.pending && !isSame(row, current),
  )?.id
}

export interface NextItem {
  /** The one to open after a decision, where this one and another are pending. */
  next?: number | undefined
  onOpen: (id: number) => void
  onClose: () => void
}

/** In a dialog: after a decision the next pending item opens, if the user ticked that. Off by default. */
export function useThenNext({ next, onOpen, onClose }: NextItem): {
  onDecided: () => void
  tick: ReactNode
} {
  const { t } = useTranslation()
  const [on, setOn] = useState(preferences.thenNext)
  return {
    onDecided: () => (next !== undefined && preferences.thenNext() ? onOpen(next) : onClose()),
    tick: next !== undefined && (
      <label className="sr-then-next">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => {
            preferences.setThenNext(target.checked)
            setOn(target.checked)
          }}
        />
        {t('common.thenNext')}
      </label>
    ),
  }
}
