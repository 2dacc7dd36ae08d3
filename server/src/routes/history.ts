import { historyCalls } from '@screening-room/contract/history'
import { countPending } from '../domain/pending.ts'
import { decide } from '../domain/review.ts'
import { serve, serveChange } from '../http/serve.ts'
import { findHistory } from '../store/events.ts'
import type { Context } from './context.ts'

export function historyRoutes({ app, db }: Context): void {
  serve(app, historyCalls.list, async ({ queue, id, before }) => {
    const { rows, next } = await findHistory(db, queue, id, before)
    return { data: rows, next }
  })

  serveChange(app, db, historyCalls.reopen, async (tx, by, { queue, id, message }) => {
    await decide(tx, by, queue, 'reopen', id, { reason: message.trim() })
    return {}
  })

  serve(app, historyCalls.pending, async () => ({ data: await countPending(db) }))
}
