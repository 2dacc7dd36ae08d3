import { historyCalls } from '@screening-room/contract/history'
import { status, videoType } from '@screening-room/contract/review'
import { serve } from '../http/serve.ts'
import { findHistory } from '../store/events.ts'
import { findPendingCounts } from '../store/housekeeping.ts'
import type { Context } from './context.ts'

export function historyRoutes({ app, db }: Context): void {
  serve(app, historyCalls.list, async ({ queue, id }) => ({
    data: await findHistory(db, queue, id),
  }))

  serve(app, historyCalls.pending, async () => {
    const counts = await findPendingCounts(db, status.pending)
    const count = (queue: string, kind?: number) =>
      counts
        .filter((entry) => entry.queue === queue && (kind === undefined || entry.kind === kind))
        .reduce((sum, entry) => sum + entry.n, 0)
    return {
      data: {
        certifications: count('certification'),
        projects: count('project'),
        projectVideos: count('video', videoType.project),
        personalVideos: count('video', videoType.personal),
        reports: {
          promo: count('report', videoType.promo),
          personal: count('report', videoType.personal),
          project: count('report', videoType.project),
        },
      },
    }
  })
}
