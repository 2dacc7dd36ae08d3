import { canOrder } from '@screening-room/contract/orders'
import {
  type CommonFilter,
  type Filter,
  filtersOf,
  type ListName,
  lists,
  type OfferedName,
  type Order,
  type WireValues,
} from '@screening-room/contract/queues'
import { config } from '../api/config.ts'
import { period } from './dates.ts'
import { idOf, type ListQuery, searchOf, searchTermOf } from './list-query.ts'

/*
 * The filters of a list, from the contract's table: as texts in the address, and as its call takes them.
 * Separate from the screens, so that a first list can be requested while the screen's code loads.
 */

/** As the address holds them; empty: all. */
export type FilterTexts<L extends ListName> = Record<CommonFilter | OfferedName<L>, string>

/** A mistyped address falls back to the default. */
function valueFrom(filter: Filter, text: string) {
  if (filter.ours && !config().ours) return undefined
  if (filter.type === 'id') return idOf(text)
  if (filter.type === 'word') return filter.words.find((word) => word === text)
  const { codes, usual, offered = codes } = filter
  return offered.find((code) => String(code) === text) ?? filter.offered?.[0] ?? usual
}

const isOffered = ([, filter]: [string, Filter]) =>
  filter.type !== 'code' || filter.offered?.length !== 0

function textsOf<L extends ListName>(list: L, texts: Partial<Record<string, string>>) {
  const own = filtersOf(list).filter(isOffered)
  return {
    search: searchTermOf(texts.search ?? ''),
    ...Object.fromEntries(
      own.map(([name, filter]) => [name, String(valueFrom(filter, texts[name] ?? '') ?? '')]),
    ),
    start: texts.start ?? '',
    end: texts.end ?? '',
  } as FilterTexts<L>
}

export const filterDefaults = <L extends ListName>(list: L): FilterTexts<L> => textsOf(list, {})

export const knownFilters = <L extends ListName>(
  list: L,
  filters: Partial<Record<string, string>>,
): FilterTexts<L> => textsOf(list, filters)

/** The values of a list's filters, under our names. */
export function filterValues(list: ListName, filters: Partial<Record<string, string>>) {
  return Object.fromEntries(
    filtersOf(list).map(([name, filter]) => [name, valueFrom(filter, filters[name] ?? '')]),
  )
}

/** The order that a list has: the chosen one, where it has it with these filters. Another provider has one only. */
export function orderOf(
  list: ListName,
  filters: Partial<Record<string, string>>,
  chosen: Order,
): Order {
  const { search = '', start, end } = filters
  const values = { ...filterValues(list, filters), search: searchTermOf(search), start, end }
  return config().ours && canOrder(list, chosen, values) ? chosen : 'newest'
}

export function listInput<L extends ListName>(
  list: L,
  {
    filters,
    page,
    order,
  }: Pick<ListQuery<Record<CommonFilter, string>>, 'filters' | 'page' | 'order'>,
) {
  const values = filterValues(list, filters)
  const sorted = orderOf(list, filters, order)
  const wired = filtersOf(list).map(([name, { wire = name }]) => [wire, values[name]])
  return {
    page,
    pageSize: lists[list].pageSize as number,
    ...(Object.fromEntries(wired) as WireValues<L>),
    ...searchOf(filters),
    ...(sorted !== 'newest' && { order: sorted }),
    ...period(filters),
  }
}
