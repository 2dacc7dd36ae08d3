import { type PlatformEvent, platformCalls } from '@screening-room/contract/platform'
import { queueNames } from '@screening-room/contract/queues'
import { type Note, untoldNotes } from '@screening-room/contract/review'
import { eraseMembers } from '../domain/erasure.ts'
import { upsertRows } from '../domain/platform.ts'
import { withdrawRows } from '../domain/withdrawals.ts'
import { servePlatform } from '../http/serve-platform.ts'
import { watchRecord } from '../jobs/record-watch.ts'
import { Refusal } from '../refusal.ts'
import { findEventsAfter } from '../store/platform-events.ts'
import type { Context } from './context.ts'

const maxWaiting = 32

/** What concerns the back-office alone is not the platform's: accounts, keys, reasons to reject, skips. Of
 * versions it knows, having sent them. */
const told: readonly string[] = [...queueNames, 'category', 'tag', 'member']
const untold: readonly string[] = [...untoldNotes, ...(['skip', 'revise'] satisfies Note[])]
const isTold = ({ queue, action }: PlatformEvent) =>
  told.includes(queue) && !untold.includes(action)

export function platformRoutes({ app, db }: Context): void {
  const { events, withdraw, erase, ...upserts } = platformCalls
  const { change, read } = servePlatform(app, db)
  for (const kind of Object.keys(upserts) as (keyof typeof upserts)[])
    change(upserts[kind], (tx, by, rows) => upsertRows(tx, by, kind, rows))
  change(withdraw, withdrawRows)
  change(erase, eraseMembers)

  const record = watchRecord(db, app.log)
  app.addHook('preClose', async () => record.end())

  read(events, async ({ after, limit, wait }, reply, limited) => {
    const find = () => limited(() => findEventsAfter(db, after, limit))
    let found = await find()
    if (found.length === 0 && wait > 0 && !app.draining.now) {
      if (record.size() >= maxWaiting) throw new Refusal('too_busy', {}, { retryAfter: 5 })
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      await record.until(after, wait * 1000, gone.signal)
      found = await find()
    }
    return { data: found.filter(isTold), next: found.at(-1)?.position ?? after }
  })
}
