import { projectCalls } from '@screening-room/contract/projects'
import { approveProject, rejectProject } from '../domain/projects.ts'
import { serve, serveChange, serveRead } from '../http/serve.ts'
import { missing } from '../refusal.ts'
import { findProjects, getProject } from '../store/projects.ts'
import { type Context, rangeIn } from './context.ts'

export function projectRoutes(context: Context): void {
  const { app, db, gate } = context

  serveRead(app, gate, projectCalls.list, async (db, input) => {
    const { rows, ...found } = await findProjects(db, rangeIn('project', input, context))
    return { data: rows, ...found }
  })

  serve(app, projectCalls.get, async ({ id }) => {
    const found = await getProject(db, id)
    if (!found) throw missing('project', id)
    return { data: found }
  })

  serveChange(app, db, projectCalls.approve, async (tx, by, { projectId, version }) => {
    await approveProject(tx, by, projectId, version)
    return {}
  })

  serveChange(app, db, projectCalls.reject, async (tx, by, { projectId, message, version }) => {
    await rejectProject(tx, by, projectId, message, version)
    return {}
  })
}
