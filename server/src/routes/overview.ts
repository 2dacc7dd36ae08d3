import { overviewCalls } from '@screening-room/contract/overview'
import { readHistory, readNow } from '../domain/overview.ts'
import { readOwn, readPeople, readPerson } from '../domain/people-work.ts'
import { refuseUnpermitted, sessionOf } from '../http/guard.ts'
import { serve, serveChange } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { findPeople } from '../store/accounts.ts'
import { dismissImport } from '../store/import-runs.ts'
import type { Context } from './context.ts'

export function overviewRoutes({ app, db, config }: Context): void {
  serve(app, overviewCalls.now, async (_, request) => ({
    data: await readNow(db, config.targetHours, sessionOf(request)),
  }))
  serveChange(app, db, overviewCalls.dismissImport, async (tx, _by, { id }) => {
    if (!(await dismissImport(tx, id))) throw new Refusal('not_found')
    return {}
  })
  serve(app, overviewCalls.history, async (span) => ({ data: await readHistory(db, span) }))
  serve(app, overviewCalls.people, async (span) => ({
    data: await readPeople(db, span, await findPeople(db)),
  }))
  serve(app, overviewCalls.person, async ({ id, ...span }, request) => {
    const session = sessionOf(request)
    if (id !== session.userId) refuseUnpermitted(request, session, ['overview'])
    return { data: await readPerson(db, id, span) }
  })
  // Whose figures is the session's to say, and nobody's to ask for.
  serve(app, overviewCalls.mine, async (_, request) => ({
    data: await readOwn(db, sessionOf(request).userId),
  }))
}
