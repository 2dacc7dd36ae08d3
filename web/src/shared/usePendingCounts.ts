import { historyCalls } from '@screening-room/contract/history'
import { type ListName, lists } from '@screening-room/contract/queues'
import { useLayoutEffect } from 'react'
import { config } from '../api/config.ts'
import { updateCachedCalls, useCall } from '../api/queries.ts'
import { useFirstViewPainted } from './first-view.ts'

const freshMs = 30_000

/** A list brings its pending count with its rows: both change at the same moment. */
export function useListCount(
  list: ListName,
  answer: { pending?: number | undefined } | undefined,
  kind?: string,
): void {
  const now = answer?.pending
  // Before the rows are painted.
  useLayoutEffect(() => {
    if (!answer || now === undefined) return
    const { name } = lists[list].pending
    updateCachedCalls(historyCalls.pending, (cached) => {
      const known: unknown = cached.data[name]
      const kinds = Object(known) as Record<string, unknown>
      // The shell is rendered with every new object.
      if (now === (kind === undefined ? known : kinds[kind])) return undefined
      const count = kind === undefined ? now : { ...kinds, [kind]: now }
      return { ...cached, data: { ...cached.data, [name]: count } }
    })
  }, [list, answer, now, kind])
}

/** How many items wait in each queue; the live stream keeps it up to date. */
export function usePendingCounts() {
  const enabled = useFirstViewPainted() && config().ours
  return useCall(historyCalls.pending, {}, { enabled, fresh: freshMs }).data?.data
}
