import { type PlatformEvent, platformCalls } from '@screening-room/contract/platform'
import { queueNames } from '@screening-room/contract/queues'
import { servePlatform } from '../http/serve-platform.ts'
import { watchRecord } from '../jobs/record-watch.ts'
import { Refusal } from '../refusal.ts'
import { findEventsAfter } from '../store/platform-events.ts'
import type { Context } from './context.ts'

const maxWaiting = 32

/** What concerns the back-office alone is not the platform's: accounts, keys, reasons to reject, skips. */
const told: readonly string[] = [...queueNames, 'category', 'tag']
const isTold = ({ queue, action }: PlatformEvent) => told.includes(queue) && action !== 'skip'

export function platformRoutes({ app, db }: Context): void {
  const { events, ...upserts } = platformCalls
  const { upsert, read } = servePlatform(app, db)
  for (const kind of Object.keys(upserts) as (keyof typeof upserts)[]) upsert(upserts[kind], kind)

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
