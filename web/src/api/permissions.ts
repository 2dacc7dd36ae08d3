import {
  builtInRoles,
  hasAny,
  isBuiltIn,
  type Permission,
} from '@screening-room/contract/permissions'
import { deciding, mayDo } from '@screening-room/contract/queue-permissions'
import { type ActionOf, canDo, hasAction, type Queue } from '@screening-room/contract/queues'
import type { UserInfo } from '@screening-room/contract/session'
import { currentSession } from './session.ts'

/* What the person may do here. It decides what is offered; what is served, the server decides. */

/** Undefined: nothing is said of it, as with another provider, which refuses by itself. */
function permissionsIn(user: UserInfo | null): readonly string[] | undefined {
  if (user?.permissions) return user.permissions
  return user?.role !== undefined && isBuiltIn(user.role) ? builtInRoles[user.role] : undefined
}

/** At least one of these. */
export function may(
  wanted: Permission | readonly Permission[],
  user: UserInfo | null = currentSession().userInfo,
): boolean {
  const own = permissionsIn(user)
  return !own || hasAny(own, [wanted].flat() as Permission[])
}

/** The same where another provider has nothing of it: only who is said to may. */
export const isSaidToMay = (
  wanted: Permission | readonly Permission[],
  user: UserInfo | null = currentSession().userInfo,
): boolean => permissionsIn(user) !== undefined && may(wanted, user)

export const mayReview = (queue: Queue) => may(deciding(queue))

export function mayAct<Q extends Queue>(queue: Q, action: ActionOf<Q>): boolean {
  const own = permissionsIn(currentSession().userInfo)
  return !own || mayDo(queue, action, own)
}

/** The item's status allows it, and so does the person's role. */
export const canAct = <Q extends Queue>(queue: Q, action: ActionOf<Q>, at: number): boolean =>
  mayAct(queue, action) && canDo(queue, action, at)

/** Without the actions that the person's role never has. */
export const permitted = <A extends { key: string }>(queue: Queue, actions: A[]): A[] =>
  actions.filter(
    ({ key }) => !hasAction(queue, key as never) || mayAct(queue, key as ActionOf<Queue>),
  )
