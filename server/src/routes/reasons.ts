import { reasonCalls } from '@screening-room/contract/reasons'
import { addReason, changeReason, setPolicy } from '../domain/reasons.ts'
import { serve, serveChange } from '../http/serve.ts'
import { findReasons } from '../store/reasons.ts'
import type { Context } from './context.ts'

export function reasonRoutes({ app, db }: Context): void {
  serve(app, reasonCalls.list, async () => ({ data: await findReasons(db) }))

  serveChange(app, db, reasonCalls.add, async (tx, by, { queue, ...given }) => ({
    data: { id: await addReason(tx, by, queue, given) },
  }))

  serveChange(app, db, reasonCalls.change, async (tx, by, { id, active, ...given }) => {
    await changeReason(tx, by, id, given, active === 'true')
    return {}
  })

  serveChange(app, db, reasonCalls.setPolicy, async (tx, by, { id, policy, policyEn }) => {
    await setPolicy(tx, by, id, { policy, policyEn })
    return {}
  })
}
