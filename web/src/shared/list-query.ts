import { lastPage, longestSearch } from '@screening-room/contract/fields'
import { allOrders, type Order } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { config } from '../api/config.ts'

/*
 * The state of a list in the hash query: applied filters, tab, page and open item. Plain
 * functions, so that the first list can be requested before the screen's code has loaded.
 */

export type Filters = Record<string, string>

export interface ListQuery<F extends Filters> {
  filters: F
  page: number
  order: Order
  tab: string
  /** The ID of the item whose dialog is open. */
  view: number | undefined
}

/** Its name in the address. */
export const viewName = 'view'

export const idOf = (text: string | null) =>
  /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : undefined

export function readListQuery<F extends Filters>(
  query: URLSearchParams,
  defaults: F,
): ListQuery<F> {
  const filters = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, query.get(name) ?? fallback]),
  ) as F
  return {
    filters,
    page: Math.min(idOf(query.get('page')) ?? 1, lastPage),
    order: allOrders.find((order) => order === query.get('order')) ?? 'newest',
    tab: query.get('tab') ?? '',
    view: idOf(query.get(viewName)),
  }
}

/** The address holds only what differs from the defaults. */
export function writeListQuery<F extends Filters>(
  list: ListQuery<F>,
  defaults: F,
): URLSearchParams {
  const query = new URLSearchParams()
  if (list.tab) query.set('tab', list.tab)
  for (const [name, value] of Object.entries(list.filters))
    if (value !== defaults[name]) query.set(name, value)
  if (list.order !== 'newest') query.set('order', list.order)
  if (list.page > 1) query.set('page', String(list.page))
  if (list.view !== undefined) query.set(viewName, String(list.view))
  return query
}

/** The search term, cut to what the server accepts; empty with a provider that has no search. */
export function searchTermOf(text: string): string {
  if (!config().ours) return ''
  return [...text.replaceAll('\0', '').trim()].slice(0, longestSearch).join('').trim()
}

/** `search` of a list's input, only if there is a search term. */
export function searchOf(filters: { search: string }) {
  const search = searchTermOf(filters.search)
  return search ? { search } : {}
}

/** Whether these filters show all pending items, without any other filter. */
export const isPendingOnly = (filters: Filters) =>
  Object.entries(filters).every(
    ([name, value]) => value === (name === 'status' ? String(status.pending) : ''),
  )
