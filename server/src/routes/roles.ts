import { isBuiltIn, permissionsOf } from '@screening-room/contract/permissions'
import { roleCalls } from '@screening-room/contract/roles'
import {
  changeRole,
  createRole,
  removeRole,
  setFourEyes,
  setSecondFactor,
} from '../domain/roles.ts'
import { needsFactor } from '../http/guard.ts'
import { serve, serveChange } from '../http/serve.ts'
import { findRoles } from '../store/roles.ts'
import type { Context } from './context.ts'

export function roleRoutes({ app, db, config }: Context): void {
  serve(app, roleCalls.list, async () => ({
    data: (await findRoles(db)).map(({ id: _, permissions, ...role }) => ({
      ...role,
      name: isBuiltIn(role.key) ? null : role.name,
      permissions: [...permissionsOf(role.key, permissions)],
      secondFactorFixed: needsFactor(config, { role: role.key, roleNeedsFactor: false }),
    })),
  }))

  serveChange(app, db, roleCalls.create, async (tx, by, given) => ({
    data: { key: await createRole(tx, by, given) },
  }))
  serveChange(app, db, roleCalls.change, async (tx, by, { role, ...given }) => {
    await changeRole(tx, by, role, given)
    return {}
  })
  serveChange(app, db, roleCalls.setSecondFactor, async (tx, by, { role, required }) => {
    await setSecondFactor(tx, by, role, required === 'true')
    return {}
  })
  serveChange(app, db, roleCalls.setFourEyes, async (tx, by, { role, acts }) => {
    await setFourEyes(tx, by, role, acts)
    return {}
  })
  serveChange(app, db, roleCalls.remove, async (tx, by, { role }) => {
    await removeRole(tx, by, role)
    return {}
  })
}
