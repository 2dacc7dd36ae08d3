import type { AnyCall } from '@screening-room/contract/call'
import { useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { outdateCall, reloadCalls } from '../api/queries.ts'
import { type Filters, type ListPlace, readPlace, writePlace } from './list-query.ts'

interface ListMoves<F extends Filters> {
  search: (filters: F) => void
  reset: () => F
  goTo: (page: number) => void
  setTab: (tab: string) => void
  open: (id: number) => void
  close: () => void
}

export interface ListState<F extends Filters> extends ListPlace<F>, ListMoves<F> {
  /** True where the filters are not the ones a reset gives. */
  filtered: boolean
  /** This place as an address has it, whatever tab and item are open. */
  query: string
}

/**
 * The list's place, kept in the hash query. Opening an item adds one entry to the browser's history,
 * so that Back closes it; closing by button replaces it, so that Back never reopens it.
 * Search and Reset always ask again, also for what was read a moment ago. The moves are the same
 * functions for good, so that opening an item need not draw the filters anew.
 */
export function useListState<F extends Filters>(
  defaults: F,
  /** The call that reads the list of a tab. */
  listCall: (tab: string) => AnyCall,
): ListState<F> {
  const [search, setQuery] = useSearchParams()
  const place = readPlace(search, defaults)
  const now = useRef({ place, setQuery, listCall })
  now.current = { place, setQuery, listCall }

  const moves = useMemo((): ListMoves<F> => {
    const leftTabs = new Map<string, URLSearchParams>()
    const go = (next: Partial<ListPlace<F>>, replace = false) => {
      const { place, setQuery, listCall } = now.current
      const written = writePlace({ ...place, ...next }, defaults)
      if (written.toString() !== writePlace(place, defaults).toString())
        return setQuery(written, { replace })
      void reloadCalls(listCall(place.tab))
    }
    const ask = (filters: F) => {
      outdateCall(now.current.listCall(now.current.place.tab))
      go({ filters, page: 1, view: undefined })
      return filters
    }
    return {
      search: ask,
      reset: () => ask(defaults),
      goTo: (page) => go({ page, view: undefined }),
      setTab(tab) {
        const { place, setQuery } = now.current
        leftTabs.set(place.tab, writePlace({ ...place, view: undefined }, defaults))
        const left = leftTabs.get(tab)
        setQuery(left ?? writePlace({ filters: defaults, page: 1, tab, view: undefined }, defaults))
      },
      open: (view) => go({ view }),
      close: () => now.current.place.view !== undefined && go({ view: undefined }, true),
    }
  }, [defaults])

  const filtered = Object.entries(defaults).some(([name, usual]) => place.filters[name] !== usual)
  const query = writePlace({ ...place, tab: '', view: undefined }, defaults).toString()
  return { ...place, ...moves, filtered, query }
}
