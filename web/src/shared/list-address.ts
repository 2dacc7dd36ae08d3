import { type ListEntry, type ListName, lists } from '@screening-room/contract/queues'

/** A member's page is under it, by ID. */
export const memberScreen = 'member'

/** The address of a list with a query, without the `#`. */
export function listPath(list: ListName, query: URLSearchParams): string {
  const { screen, tab }: ListEntry = lists[list]
  const kept = new URLSearchParams(query)
  if (tab) kept.set('tab', tab)
  if (tab === '') kept.delete('tab')
  return `/dashboard/${screen}${kept.size ? `?${kept}` : ''}`
}
