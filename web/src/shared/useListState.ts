import type { AnyCall } from '@screening-room/contract/call'
import type { Order } from '@screening-room/contract/fields'
import { useMemo, useRef } from 'react'
import { markStale, reloadCalls } from '../api/queries.ts'
import { setQuery, useAddress } from './address.ts'
import {
  canTurn,
  type Filters,
  type ListQuery,
  readListQuery,
  writeListQuery,
} from './list-query.ts'

interface ListActions<F extends Filters> {
  search: (filters: F) => void
  reset: () => F
  goTo: (page: number) => void
  turn: () => void
  setTab: (tab: string) => void
  open: (id: number) => void
  close: () => void
}

export interface ListState<F extends Filters> extends ListQuery<F>, ListActions<F> {
  /** Whether the filters differ from the defaults. */
  filtered: boolean
  /** The query without tab and open item. */
  query: string
  ordering: Ordering
}

/** How a list is sorted, and how to turn it around; absent where it cannot be. */
export interface Ordering {
  order: Order
  turn?: (() => void) | undefined
}

/**
 * The state of a list, kept in the hash query. Opening an item adds one entry to the browser's history,
 * so that Back closes it; closing by button replaces it, so that Back never reopens it.
 * Search and Reset always read again, even right after a read. The actions are the same
 * functions in every render, so that opening an item does not render the filters again.
 */
export function useListState<F extends Filters>(
  defaults: F,
  /** The call that reads the list of a tab. */
  listCall: (tab: string) => AnyCall,
): ListState<F> {
  const { query: address } = useAddress()
  const list = readListQuery(address, defaults)
  const latest = useRef({ list, listCall })
  latest.current = { list, listCall }

  const actions = useMemo((): ListActions<F> => {
    const previousTabs = new Map<string, URLSearchParams>()
    const go = (next: Partial<ListQuery<F>>, replace = false) => {
      const { list, listCall } = latest.current
      const written = writeListQuery({ ...list, ...next }, defaults)
      if (written.toString() !== writeListQuery(list, defaults).toString())
        return setQuery(written, { replace })
      void reloadCalls(listCall(list.tab))
    }
    const searchFor = (filters: F) => {
      markStale(latest.current.listCall(latest.current.list.tab))
      go({ filters, page: 1, view: undefined })
      return filters
    }
    return {
      search: searchFor,
      reset: () => searchFor(defaults),
      goTo: (page) => go({ page, view: undefined }),
      turn() {
        const order = latest.current.list.order === 'newest' ? 'oldest' : 'newest'
        go({ order, page: 1, view: undefined })
      },
      setTab(tab) {
        const { list } = latest.current
        previousTabs.set(list.tab, writeListQuery({ ...list, view: undefined }, defaults))
        const previous = previousTabs.get(tab)
        setQuery(
          previous ??
            writeListQuery(
              { filters: defaults, page: 1, order: 'newest', tab, view: undefined },
              defaults,
            ),
        )
      },
      open: (view) => go({ view }),
      close: () => latest.current.list.view !== undefined && go({ view: undefined }, true),
    }
  }, [defaults])

  const filtered = Object.entries(defaults).some(
    ([name, fallback]) => list.filters[name] !== fallback,
  )
  const query = writeListQuery({ ...list, tab: '', view: undefined }, defaults).toString()
  const ordering: Ordering = canTurn(list.filters)
    ? { order: list.order, turn: actions.turn }
    : { order: 'newest' }
  return { ...list, ...actions, filtered, query, ordering }
}
