import { hasAny, type Permission } from './permissions.ts'
import {
  type ActionOf,
  type ListName,
  listAt,
  lists,
  type Queue,
  queueNames,
  queues,
  queuesWith,
  ruleFor,
} from './queues.ts'
import type { Action } from './review.ts'

/* Which permissions a queue asks for. */

/** Any of these shows its items. */
export const seeing = (queue: Queue): readonly Permission[] => queues[queue].seenBy

/** To be handed its items in focus review. */
export const deciding = (queue: Queue): readonly Permission[] => [queues[queue].decidedBy]

/** By the address of a list, as focus review names it. */
export const queueAt = (address: string): Queue => lists[listAt(address) as ListName].queue

const once = (all: readonly Permission[]) => [...new Set(all)]
/** In any queue, for a call that all queues share. */
export const seeingAny = once(queueNames.flatMap(seeing))
export const decidingAny = once(queueNames.flatMap(deciding))
export const doingAny = (action: Action): Permission[] =>
  once(queuesWith(action).flatMap((queue) => ruleFor(queue, action as never).who ?? []))

/** A rule without `who` is the platform's own: no person has it. */
export function mayDo<Q extends Queue>(
  queue: Q,
  action: ActionOf<Q>,
  own: readonly string[],
): boolean {
  const { who } = ruleFor(queue, action)
  return who !== undefined && hasAny(own, [who])
}
