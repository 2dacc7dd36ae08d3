import type { FourEyesAct } from '@screening-room/contract/four-eyes'
import { type Permission, permissionsOf } from '@screening-room/contract/permissions'
import type { Tx } from '../db/pool.ts'
import { Refusal } from '../refusal.ts'
import type { Actor } from '../store/events.ts'
import { findActiveByRole } from '../store/roles.ts'

/* What a role's people may only do together with a second person; confirmations.ts is how they ask for one. */

export function refuseAlone(by: Actor, act: FourEyesAct): void {
  if (by.fourEyes?.includes(act)) throw new Refusal('second_person', {}, { data: { act } })
}

/** How many active accounts may do this. */
export async function countConfirmers(tx: Tx, permission: Permission): Promise<number> {
  const roles = await findActiveByRole(tx)
  return roles
    .filter(({ key, permissions }) => permissionsOf(key, permissions).includes(permission))
    .reduce((sum, { active }) => sum + active, 0)
}
