import { lastPage, longestSearch } from '@screening-room/contract/fields'
import { status } from '@screening-room/contract/review'
import { config } from '../api/config.ts'

/*
 * Where one is in a list: applied filters, tab, page and open item, read from the hash query. Plain
 * functions, so that the first list can be asked for before the screen's code is there.
 */

export type Filters = Record<string, string>

export interface ListPlace<F extends Filters> {
  filters: F
  page: number
  tab: string
  /** The id of the item whose dialog is open. */
  view: number | undefined
}

const positive = (text: string | null) =>
  /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : undefined

export function readPlace<F extends Filters>(query: URLSearchParams, defaults: F): ListPlace<F> {
  const filters = Object.fromEntries(
    Object.entries(defaults).map(([name, usual]) => [name, query.get(name) ?? usual]),
  ) as F
  return {
    filters,
    page: Math.min(positive(query.get('page')) ?? 1, lastPage),
    tab: query.get('tab') ?? '',
    view: positive(query.get('view')),
  }
}

/** Only what differs from the defaults stands in the address. */
export function writePlace<F extends Filters>(place: ListPlace<F>, defaults: F): URLSearchParams {
  const query = new URLSearchParams()
  if (place.tab) query.set('tab', place.tab)
  for (const [name, value] of Object.entries(place.filters))
    if (value !== defaults[name]) query.set(name, value)
  if (place.page > 1) query.set('page', String(place.page))
  if (place.view !== undefined) query.set('view', String(place.view))
  return query
}

/** The filter's value as one of these codes, or nothing ("All", or a mistyped address). */
export function codeOf<const Code extends number>(text: string, codes: readonly Code[]) {
  return codes.find((code) => String(code) === text)
}

/** What to search for: as much of it as the server takes, and nothing where it knows no search. */
export function wordsOf(text: string): string {
  if (!config().ours) return ''
  return [...text.replaceAll('\0', '').trim()].slice(0, longestSearch).join('').trim()
}

/** `search` of a list's input, only where there is something to search for. */
export function searchOf(filters: { search: string }) {
  const search = wordsOf(filters.search)
  return search ? { search } : {}
}

/** Whether these filters ask for what waits, and for nothing else. */
export const isQueue = (filters: Filters) =>
  Object.entries(filters).every(
    ([name, value]) => value === (name === 'status' ? String(status.pending) : ''),
  )

export const idOf = (text: string) => positive(text)
