import type { ListName } from '@screening-room/contract/queues'
import { useState } from 'react'
import { preferences } from '../api/preferences.ts'
import { useSession } from '../api/session.ts'

export interface TableView {
  dense: boolean
  setDense: (dense: boolean) => void
  /** The keys of the columns that this person does not want. */
  hidden: readonly string[]
  setHidden: (hidden: readonly string[]) => void
}

/** How one person looks at one list: which columns, and how many rows to a screen. */
export function useTableView(list: ListName): TableView {
  const userId = useSession().userInfo?.id ?? 0
  const [dense, setDense] = useState(() => preferences.dense(userId))
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    preferences.hiddenColumns(userId, list),
  )
  return {
    dense,
    setDense(wanted) {
      preferences.setDense(userId, wanted)
      setDense(wanted)
    },
    hidden,
    setHidden(wanted) {
      preferences.setHiddenColumns(userId, list, wanted)
      setHidden(wanted)
    },
  }
}
