import { reportCalls } from '@screening-room/contract/reports'
import { dismissReports } from '../domain/reports.ts'
import { serve, serveChange, serveRead } from '../http/serve.ts'
import { missing } from '../refusal.ts'
import { findReportReasons, findReports, getReport } from '../store/reports.ts'
import { type Context, rangeIn } from './context.ts'

export function reportRoutes(context: Context): void {
  const { app, db, gate } = context

  serve(app, reportCalls.reasons, async () => ({ data: await findReportReasons(db) }))

  serveRead(app, gate, reportCalls.list, async (db, input) => {
    const { rows, ...found } = await findReports(db, rangeIn('report', input, context))
    return { data: { list: rows, ...found } }
  })

  serve(app, reportCalls.get, async ({ id }) => {
    const found = await getReport(db, id)
    if (!found) throw missing('report', id)
    return { data: found }
  })

  serveChange(app, db, reportCalls.dismiss, async (tx, by, { videoId, videoType }) => {
    await dismissReports(tx, by, videoId, videoType)
    return {}
  })
}
