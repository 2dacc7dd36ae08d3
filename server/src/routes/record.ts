import { recordCalls } from '@screening-room/contract/record'
import { exportItem } from '../domain/bundle.ts'
import { rangeOf } from '../domain/platform-time.ts'
import { askForVerification } from '../domain/verification.ts'
import { serve, serveChange } from '../http/serve.ts'
import { missing } from '../refusal.ts'
import { getItemStory } from '../store/item-story.ts'
import { findActors, findRecord } from '../store/record.ts'
import {
  getLastFinished,
  getLastIntact,
  getLastSeal,
  getRunning,
  getVerificationCounts,
} from '../store/verifications.ts'
import type { Context } from './context.ts'

export function recordRoutes({ app, db, config }: Context): void {
  const calls = recordCalls

  serve(app, calls.list, async ({ start, end, before, person, key, reasonId, ...rest }) => {
    const range = rangeOf({ start, end }, config.platformTz)
    const filters = { ...rest, reason: reasonId, person: key === undefined ? person : -key }
    const { rows, next, lookedBackTo } = await findRecord(db, { ...filters, ...range }, before)
    return { data: rows, next, lookedBackTo }
  })

  serve(app, calls.head, async () => {
    const [sealed, running, last, lastIntact] = await Promise.all([
      getLastSeal(db),
      getRunning(db),
      getLastFinished(db),
      getLastIntact(db),
    ])
    return { data: { sealed: sealed ?? null, running, last, lastIntact } }
  })

  serve(app, calls.alerts, async () => {
    const { broken } = await getVerificationCounts(db)
    return { data: { broken: Number(broken) } }
  })

  serveChange(app, db, calls.verify, async (tx, by) => ({
    data: { id: await askForVerification(tx, by) },
  }))

  serve(app, calls.people, async () => ({ data: await findActors(db) }))

  serve(app, calls.item, async ({ queue, id }) => {
    const data = await getItemStory(db, queue, id)
    if (!data) throw missing(queue, id)
    return { data }
  })

  serveChange(
    app,
    db,
    calls.bundle,
    async (tx, by, input) => ({ data: await exportItem(tx, by, input) }),
    // What it holds is in the record; the copy of a repeated request is not.
    ({ data }) => ({ data: { ...data, zip: null } }),
  )
}
