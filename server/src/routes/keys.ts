import { keyCalls } from '@screening-room/contract/keys'
import { createKey, revokeKey, rotateKey } from '../domain/platform-keys.ts'
import { serve, serveChange } from '../http/serve.ts'
import { findKeys } from '../store/platform-keys.ts'
import type { Context } from './context.ts'

export function keyRoutes({ app, db }: Context): void {
  const hidden = () => ({ data: { key: null } })

  serve(app, keyCalls.list, async () => ({ data: await findKeys(db) }))

  serveChange(
    app,
    db,
    keyCalls.create,
    async (tx, by, request) => ({ data: { key: await createKey(tx, by, request) } }),
    hidden,
  )

  serveChange(
    app,
    db,
    keyCalls.rotate,
    async (tx, by, { id }) => ({ data: { key: await rotateKey(tx, by, { id }) } }),
    hidden,
  )

  serveChange(app, db, keyCalls.revoke, async (tx, by, { id }) => {
    await revokeKey(tx, by, { id })
    return {}
  })
}
