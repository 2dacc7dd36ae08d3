import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type Filters, type ListPlace, readPlace, writePlace } from './list-place.ts'

export interface ListState<F extends Filters> extends ListPlace<F> {
  /** True where the filters are not the ones a reset gives. */
  filtered: boolean
  search: (filters: F) => void
  reset: () => void
  goTo: (page: number) => void
  setTab: (tab: string) => void
  open: (id: number) => void
  close: () => void
}

/**
 * The list's place, kept in the hash query. Opening an item adds one entry to the browser's history,
 * so that Back closes it; closing by button replaces it, so that Back never reopens it.
 * `reload` is called when a search changes nothing, because Search and Reset always ask again.
 */
export function useListState<F extends Filters>(defaults: F, reload: () => void): ListState<F> {
  const [query, setQuery] = useSearchParams()
  const place = readPlace(query, defaults)
  const leftTabs = useRef(new Map<string, URLSearchParams>())

  const go = (next: Partial<ListPlace<F>>, replace = false) => {
    const written = writePlace({ ...place, ...next }, defaults)
    if (written.toString() === writePlace(place, defaults).toString()) reload()
    else setQuery(written, { replace })
  }

  return {
    ...place,
    filtered: Object.entries(defaults).some(([name, usual]) => place.filters[name] !== usual),
    search: (filters) => go({ filters, page: 1, view: undefined }),
    reset: () => go({ filters: defaults, page: 1, view: undefined }),
    goTo: (page) => go({ page, view: undefined }),
    setTab(tab) {
      leftTabs.current.set(place.tab, writePlace({ ...place, view: undefined }, defaults))
      const left = leftTabs.current.get(tab)
      setQuery(left ?? writePlace({ filters: defaults, page: 1, tab, view: undefined }, defaults))
    },
    open: (view) => go({ view }),
    close: () => place.view !== undefined && go({ view: undefined }, true),
  }
}
