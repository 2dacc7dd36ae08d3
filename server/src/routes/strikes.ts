import { strikeCalls } from '@screening-room/contract/strikes'
import { changeStrikes, readWritten } from '../domain/strikes.ts'
import { serve, serveChange } from '../http/serve.ts'
import { getStrikeRule } from '../store/strikes.ts'
import type { Context } from './context.ts'

export function strikeRoutes({ app, db }: Context): void {
  serve(app, strikeCalls.rule, async () => ({ data: await getStrikeRule(db) }))

  serveChange(app, db, strikeCalls.change, async (tx, by, written) => {
    await changeStrikes(tx, by, readWritten(written))
    return {}
  })
}
