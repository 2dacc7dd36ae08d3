import type { AnyCall } from '@screening-room/contract/call'
import { isOfWaiting } from '@screening-room/contract/orders'
import { kindNameOf, type ListName, lists, type Order } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { useMemo, useRef } from 'react'
import { config } from '../api/config.ts'
import { markStale, reloadCalls } from '../api/queries.ts'
import { parseHash, setQuery, useAddressPart } from './address.ts'
import { orderOf } from './list-filters.ts'
import {
  type Filters,
  type ListQuery,
  readListQuery,
  searchTermOf,
  viewName,
  writeListQuery,
} from './list-query.ts'

interface ListActions<F extends Filters> {
  search: (filters: F) => void
  reset: () => F
  goTo: (page: number) => void
  sort: (order: Order) => void
  setTab: (tab: string) => void
  open: (id: number) => void
  close: () => void
}

export interface ListState<F extends Filters> extends Omit<ListQuery<F>, 'view'>, ListActions<F> {
  /** Whether the filters differ from the defaults. */
  filtered: boolean
  /** The query without tab and open item. */
  query: string
  ordering: Ordering
}

/** How a list is sorted, and what else it can be sorted by; absent where it cannot be. */
export interface Ordering {
  order: Order
  others?: { orders: readonly Order[]; sort: (order: Order) => void } | undefined
}

/**
 * The state of a list, kept in the hash query. Opening an item adds one entry to the browser's history,
 * so that Back closes it; closing by button or opening the next replaces it, so that Back never reopens it.
 * Search and Reset always read again, even right after a read. The actions are the same
 * functions in every render. The open item is not part of it: `OpenItem` reads that, so that opening
 * one does not render the list again.
 */
export function useListState<F extends Filters>(
  defaults: F,
  /** The call that reads the list of a tab. */
  listCall: (tab: string) => AnyCall,
  /** The list of a tab, where it can be sorted. */
  listOf?: (tab: string) => ListName,
): ListState<F> {
  const address = useAddressPart(({ query }) => {
    query.delete(viewName)
    return query.toString()
  })
  const { view: _, ...list } = readListQuery(new URLSearchParams(address), defaults)
  const latest = useRef({ listCall, listOf })
  latest.current = { listCall, listOf }

  const actions = useMemo((): ListActions<F> => {
    const previousTabs = new Map<string, URLSearchParams>()
    const current = () => readListQuery(parseHash(location.hash).query, defaults)
    const go = (next: Partial<ListQuery<F>>, replace = false) => {
      const list = current()
      const written = writeListQuery({ ...list, ...next }, defaults)
      if (written.toString() !== writeListQuery(list, defaults).toString())
        return setQuery(written, { replace })
      void reloadCalls(latest.current.listCall(list.tab))
    }
    const searchFor = (filters: F) => {
      const { listCall, listOf } = latest.current
      const list = current()
      markStale(listCall(list.tab))
      const order = listOf ? orderOf(listOf(list.tab), filters, list.order) : list.order
      go({ filters, order, page: 1, view: undefined })
      return filters
    }
    return {
      search: searchFor,
      reset: () => searchFor(defaults),
      goTo: (page) => go({ page, view: undefined }),
      sort(order) {
        const { listOf } = latest.current
        const list = current()
        const kind = listOf && kindNameOf(lists[listOf(list.tab)].queue)
        // What waits is sorted as a whole: its kind is the only filter that stays.
        const kept = Object.entries(list.filters).map(([name, value]) => [
          name,
          name === 'status' ? String(status.pending) : name === kind ? value : '',
        ])
        const filters = isOfWaiting(order) ? (Object.fromEntries(kept) as F) : list.filters
        go({ filters, order, page: 1, view: undefined })
      },
      setTab(tab) {
        const list = current()
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
      open: (view) => go({ view }, current().view !== undefined),
      close: () => current().view !== undefined && go({ view: undefined }, true),
    }
  }, [defaults])

  const filtered = Object.entries(defaults).some(
    ([name, fallback]) => list.filters[name] !== fallback,
  )
  const query = writeListQuery({ ...list, tab: '', view: undefined }, defaults).toString()
  const name = listOf?.(list.tab)
  const canSort = name && config().ours && searchTermOf(list.filters.search ?? '') === ''
  const ordering: Ordering = canSort
    ? {
        order: orderOf(name, list.filters, list.order),
        others: { orders: lists[name].orders, sort: actions.sort },
      }
    : { order: 'newest' }
  return { ...list, ...actions, filtered, query, ordering }
}
