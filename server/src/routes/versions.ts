import { versionCalls } from '@screening-room/contract/versions'
import { serve } from '../http/serve.ts'
import { missing } from '../refusal.ts'
import { getChanges } from '../store/versions.ts'
import type { Context } from './context.ts'

export function versionRoutes({ app, db }: Context): void {
  serve(app, versionCalls.changes, async ({ queue, id, since }) => {
    const data = await getChanges(db, queue, id, since)
    if (!data) throw missing(queue, id)
    return { data }
  })
}
