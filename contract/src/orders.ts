import { kindNameOf, type ListEntry, type ListName, lists, type Order } from './queues.ts'
import { status } from './review.ts'

/* Which order a list can have. */

/** Of what waits, and not of the whole list. */
export const isOfWaiting = (order: Order | undefined): order is 'waiting' | 'reported' =>
  order === 'waiting' || order === 'reported'

/**
 * Whether the list can be sorted so with these filters, its own under our names. What waits is kept by
 * kind alone; a search always begins with the newest.
 */
export function canOrder(list: ListName, order: Order, filters: object): boolean {
  const { queue, orders }: ListEntry = lists[list]
  const { status: at, search, ...others } = filters as Record<string, unknown>
  if (order === 'newest') return true
  if (!orders.includes(order) || search) return false
  const chosen = Object.entries(others).filter(
    ([name, value]) => value && name !== kindNameOf(queue),
  )
  return !isOfWaiting(order) || (at === status.pending && chosen.length === 0)
}
