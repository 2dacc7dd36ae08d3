import type { OutputOf } from '@screening-room/contract/call'
import { linkCalls, teamCalls, teamPage } from '@screening-room/contract/team'
import { resetFactors } from '../domain/own-factors.ts'
import {
  endSessionsOf,
  invite,
  newLink,
  openLink,
  setEnabled,
  setPasswordByLink,
  setTeamRole,
} from '../domain/team.ts'
import { serve, serveChange } from '../http/serve.ts'
import { findTeam } from '../store/accounts.ts'
import type { Context } from './context.ts'

type Made = OutputOf<typeof teamCalls.invite>

/** As it is stored for a repetition. */
const withoutSecret = ({ data }: Made) => ({ data: { ...data, secret: null, mail: null } })

export function teamRoutes({ app, db, secrets, links, mailLink }: Context): void {
  const mailed = async ({ data }: Made, withinMs: number) => ({
    data: await mailLink(data, withinMs),
  })

  serve(app, teamCalls.list, async ({ after, ...filters }) => {
    const search = filters.search?.trim()
    const { rows, next } = await findTeam(db, { ...filters, search }, after, teamPage)
    return { data: rows, next }
  })

  serveChange(
    app,
    db,
    teamCalls.invite,
    async (tx, by, given) => ({ data: await invite(tx, by, links, given) }),
    withoutSecret,
    mailed,
  )
  serveChange(
    app,
    db,
    teamCalls.newLink,
    async (tx, by, given) => ({ data: await newLink(tx, by, links, given) }),
    withoutSecret,
    mailed,
  )
  serveChange(app, db, teamCalls.setRole, async (tx, by, { id, role }) => {
    await setTeamRole(tx, by, id, role)
    return {}
  })
  serveChange(app, db, teamCalls.disable, async (tx, by, { id }) => {
    await setEnabled(tx, by, id, false)
    return {}
  })
  serveChange(app, db, teamCalls.enable, async (tx, by, { id }) => {
    await setEnabled(tx, by, id, true)
    return {}
  })
  serveChange(app, db, teamCalls.endSessions, async (tx, by, { id }) => ({
    data: { ended: await endSessionsOf(tx, by, id) },
  }))
  serveChange(app, db, teamCalls.resetFactors, async (tx, by, { id, reason }) => {
    await resetFactors(tx, by, id, reason)
    return {}
  })

  serve(app, linkCalls.open, async ({ secret }) => {
    const { kind, phone, nickName } = await openLink(db, secrets, secret)
    return { data: { kind, phone, nickName } }
  })
  serve(app, linkCalls.setPassword, async (given, request) => {
    await setPasswordByLink(db, secrets, { ...given, address: request.ip, requestId: request.id })
    return {}
  })
}
