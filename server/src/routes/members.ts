import { memberCalls } from '@screening-room/contract/members'
import { addMemberNote, eraseMember, getMember } from '../domain/members.ts'
import { sessionOf } from '../http/guard.ts'
import { serve, serveChange } from '../http/serve.ts'
import type { Context } from './context.ts'

export function memberRoutes({ app, db }: Context): void {
  serve(app, memberCalls.get, async ({ id }, request) => ({
    data: await getMember(db, id, sessionOf(request).permissions),
  }))

  serveChange(app, db, memberCalls.addNote, async (tx, by, { id, text }) => {
    await addMemberNote(tx, by, id, text)
    return {}
  })

  serveChange(app, db, memberCalls.erase, async (tx, by, { id }) => {
    await eraseMember(tx, by, id)
    return {}
  })
}
