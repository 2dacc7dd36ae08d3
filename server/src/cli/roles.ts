import { type FourEyesAct, fourEyesActs } from '@screening-room/contract/four-eyes'
import {
  isBuiltIn,
  type Permission,
  permissions,
  permissionsOf,
} from '@screening-room/contract/permissions'
import type { Db, Tx } from '../db/pool.ts'
import { operator } from '../domain/accounts.ts'
import {
  changeRole,
  createRole,
  removeRole,
  setFourEyes,
  setSecondFactor,
} from '../domain/roles.ts'
import { findRoles, type StoredRole } from '../store/roles.ts'
import { say } from './output.ts'
import { CommandError } from './run.ts'

/* npm run admin -- role …: roles as on the screen, by the operator. */

export const roleUsage = `npm run admin -- role list
npm run admin -- role create --name "Night watch" --permissions report:see,report:decide
npm run admin -- role change --role "Night watch" [--name "Day watch"] [--permissions …]
npm run admin -- role second-factor --role lead --on|--off
npm run admin -- role four-eyes --role lead --acts ${fourEyesActs.join(',')}|none
npm run admin -- role remove --role "Night watch"`

/** By its key or its name. */
export async function roleNamed(db: Db, given: string): Promise<StoredRole> {
  const roles = await findRoles(db)
  const found = roles.find(({ key, name }) => key === given || name === given)
  if (found) return found
  throw new CommandError(
    `there is no role ${given}; there are: ${roles.map(({ key, name }) => name ?? key).join(', ')}`,
  )
}

function chosen<T extends string>(written: string, all: readonly T[]): T[] {
  const names = written === 'none' ? [] : written.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !all.some((one) => one === name))
  if (unknown !== undefined) throw new CommandError(`${unknown} is none of ${all.join(', ')}`)
  return names as T[]
}

interface Given {
  name?: string | undefined
  permissions?: string | undefined
  acts?: string | undefined
  on?: boolean | undefined
  off?: boolean | undefined
}

export async function runRoleCommand(
  db: Db,
  what: string | undefined,
  needed: (name: 'name' | 'role' | 'permissions' | 'acts') => string,
  given: Given,
): Promise<void> {
  const change = (work: (tx: Tx) => Promise<unknown>) => db.transaction(work)
  const commands: Record<string, () => Promise<void>> = {
    list: () => listRoles(db),
    create: async () => {
      const own = chosen<Permission>(needed('permissions'), permissions)
      const key = await change((tx) =>
        createRole(tx, operator, { name: needed('name'), permissions: own }),
      )
      say(`created the role ${needed('name')} with the key ${key}`)
    },
    change: async () => {
      const { key, name, permissions: before } = await roleNamed(db, needed('role'))
      const own = given.permissions
        ? chosen<Permission>(given.permissions, permissions)
        : [...permissionsOf(key, before)]
      const next = { name: given.name ?? name ?? key, permissions: own }
      await change((tx) => changeRole(tx, operator, key, next))
      say('the role is changed, from the next request of its people on')
    },
    'second-factor': async () => {
      if (given.on === given.off) throw new CommandError('--on or --off is needed')
      const { key } = await roleNamed(db, needed('role'))
      await change((tx) => setSecondFactor(tx, operator, key, given.on === true))
      say(`people with this role need ${given.on ? 'a' : 'no'} second factor`)
    },
    'four-eyes': async () => {
      const { key } = await roleNamed(db, needed('role'))
      const acts = chosen<FourEyesAct>(needed('acts'), fourEyesActs)
      await change((tx) => setFourEyes(tx, operator, key, acts))
      say(`people with this role need a second person for: ${acts.join(', ') || 'nothing'}`)
    },
    remove: async () => {
      const { key } = await roleNamed(db, needed('role'))
      await change((tx) => removeRole(tx, operator, key))
      say('the role is removed')
    },
  }
  const command = commands[what ?? '']
  if (!command) throw new CommandError(roleUsage)
  await command()
}

async function listRoles(db: Db): Promise<void> {
  for (const { key, name, permissions: own, secondFactor, fourEyes, accounts } of await findRoles(
    db,
  ))
    say(
      [
        key,
        name ?? '–',
        `accounts: ${accounts}`,
        `second factor: ${secondFactor ? 'yes' : 'no'}`,
        `four eyes: ${fourEyes.join(',') || 'no'}`,
        isBuiltIn(key) ? 'comes with the product' : permissionsOf(key, own).join(','),
      ].join('\t'),
    )
}
