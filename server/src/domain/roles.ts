import { comparableName } from '@screening-room/contract/categories'
import { confirmedMinutes } from '@screening-room/contract/factors'
import { confirmers, type FourEyesAct, fourEyesActs } from '@screening-room/contract/four-eyes'
import { isBuiltIn, type Permission, withSeeing } from '@screening-room/contract/permissions'
import { mostRoles } from '@screening-room/contract/roles'
import type { Tx } from '../db/pool.ts'
import { badField, missing, Refusal } from '../refusal.ts'
import { type Actor, appendEvents } from '../store/events.ts'
import { getConfirmed } from '../store/factors.ts'
import {
  deleteRole,
  getRoleHolders,
  insertRole,
  lockRole,
  lockRoles,
  type StoredRole,
  setRoleFields,
  setRoleFourEyes,
  setRoleSecondFactor,
} from '../store/roles.ts'
import { operator, refuseStronger } from './accounts.ts'
import { countConfirmers, refuseAlone } from './four-eyes.ts'

/*
 * Roles are kept by those who keep the team, shortly after they typed their password. Nobody makes, changes or
 * removes a role that may do more than they may. Each change is recorded.
 */

type Keeper = (Actor & { sessionId: string }) | typeof operator

interface RoleGiven {
  name: string
  permissions: readonly Permission[]
}

/** In either language: a role of that name would pass for a built-in one. */
const reserved = ['administrator', 'lead', 'reviewer', '管理员', '组长', '审核员']

function readRole(by: Actor, given: RoleGiven) {
  const name = given.name.trim()
  const comparable = comparableName(name)
  if (!comparable) throw badField('name', 'required')
  if (reserved.includes(comparable)) throw new Refusal('role_name_taken')
  const permissions = withSeeing(given.permissions)
  refuseStronger(by, { key: '', permissions })
  return { name, comparable, permissions }
}

function record(tx: Tx, by: Actor, { id }: StoredRole, action: string, details: object) {
  return appendEvents(tx, by, [id], { action: `role.${action}`, queue: 'role', details })
}

async function lockConfirmed(tx: Tx, by: Keeper): Promise<number> {
  const typed = 'sessionId' in by && (await getConfirmed(tx, by.sessionId, confirmedMinutes))
  // The operator has the machine; nobody else comes without a session.
  if (!typed && by !== operator) throw new Refusal('confirm_password')
  return lockRoles(tx)
}

/** For a change: one that exists, and may do no more than the one who changes it. */
async function lockOwn(tx: Tx, by: Keeper, key: string): Promise<StoredRole> {
  await lockConfirmed(tx, by)
  const role = await lockRole(tx, key, 'update')
  if (!role) throw missing('role', key)
  refuseStronger(by, role)
  return role
}

function refuseBuiltIn({ key }: StoredRole): void {
  if (isBuiltIn(key)) throw new Refusal('role_built_in')
}

export async function createRole(tx: Tx, by: Keeper, given: RoleGiven): Promise<string> {
  const role = readRole(by, given)
  refuseAlone(by, 'roles')
  if ((await lockConfirmed(tx, by)) >= mostRoles)
    throw new Refusal('too_many_roles', { most: mostRoles })
  const added = await insertRole(tx, role)
  if (!added) throw new Refusal('role_name_taken')
  await record(tx, by, added, 'create', { name: role.name, permissions: role.permissions })
  return added.key
}

export async function changeRole(tx: Tx, by: Keeper, key: string, given: RoleGiven): Promise<void> {
  refuseAlone(by, 'roles')
  const role = await lockOwn(tx, by, key)
  refuseBuiltIn(role)
  const next = readRole(by, given)
  const added = next.permissions.filter((one) => !role.permissions.includes(one))
  const removed = role.permissions.filter((one) => !next.permissions.some((kept) => kept === one))
  if (role.name === next.name && added.length === 0 && removed.length === 0) return
  if (!(await setRoleFields(tx, role.id, next))) throw new Refusal('role_name_taken')
  const renamed = role.name === next.name ? {} : { from: role.name }
  await record(tx, by, role, 'change', { name: next.name, ...renamed, added, removed })
}

export async function setSecondFactor(
  tx: Tx,
  by: Keeper,
  key: string,
  required: boolean,
): Promise<void> {
  const role = await lockOwn(tx, by, key)
  if (role.secondFactor === required) return
  await setRoleSecondFactor(tx, role.id, required)
  await record(tx, by, role, 'setSecondFactor', { name: role.name ?? key, required })
}

/** Each of them needs two people at least who could be the second one. The command line can end it alone. */
export async function setFourEyes(
  tx: Tx,
  by: Keeper,
  key: string,
  acts: readonly FourEyesAct[],
): Promise<void> {
  refuseAlone(by, 'roles')
  const role = await lockOwn(tx, by, key)
  const next = fourEyesActs.filter((act) => acts.includes(act))
  const added = next.filter((act) => !role.fourEyes.includes(act))
  const removed = role.fourEyes.filter((act) => !next.some((kept) => kept === act))
  if (added.length === 0 && removed.length === 0) return
  for (const act of added)
    if ((await countConfirmers(tx, confirmers[act])) < 2) throw new Refusal('no_second_person')
  await setRoleFourEyes(tx, role.id, next)
  await record(tx, by, role, 'setFourEyes', { name: role.name ?? key, added, removed })
}

export async function removeRole(tx: Tx, by: Keeper, key: string): Promise<void> {
  const role = await lockOwn(tx, by, key)
  refuseBuiltIn(role)
  const count = await getRoleHolders(tx, key)
  if (count > 0) throw new Refusal('role_in_use', { count })
  await deleteRole(tx, role.id)
  await record(tx, by, role, 'remove', { name: role.name })
}
