import { status } from '@screening-room/contract/review'
import type { VideoRow } from './items.ts'
import { members } from './items.ts'
import { reportReasons } from './reasons.ts'
import { day, type Story, videoTypeNames } from './story.ts'

const pendingEach = 72
const closedEach = 90

export interface ReportRow {
  id: number
  video_id: number
  video_type: number
  reason_id: number
  reporter_id: number
  status: number
  create_time: string
  update_time: string
}

/** Reports on all three types of video: many that wait, several on one video, some dismissed or upheld. */
export function makeReports(story: Story, videos: readonly VideoRow[]): ReportRow[] {
  const { random, ago, record } = story
  const reports: ReportRow[] = []
  const add = (video: VideoRow, came: number, updated: number, to: number) => {
    const id = 7001 + reports.length
    reports.push({
      id,
      video_id: video.id,
      video_type: video.type,
      // One reason that is no longer in the list.
      reason_id: id % 97 === 0 ? 999 : random.pick(reportReasons).id,
      reporter_id: random.pick(members).id,
      status: to,
      create_time: ago(came),
      update_time: ago(updated),
    })
    return id
  }

  for (const [, type] of videoTypeNames) {
    const watched = random.shuffle(videos.filter((video) => video.type === type))
    const visible = watched.filter((video) => video.status === status.approved)
    const [loud, ...others] = visible
    for (let n = 0; n < pendingEach; n++) {
      // One video that everybody complains about, a few with several reports, most with one.
      const video =
        n < 14 ? loud : others[Math.floor(random.next() ** 2 * Math.min(40, others.length))]
      const came = random.next() ** 2 * 12 * day + 120
      if (video) add(video, came, came, status.pending)
    }
    const gone = watched.filter((video) => video.status === status.takenDown)
    for (let n = 0; n < closedEach; n++) {
      const upheld = n < closedEach / 3 && gone.length > 0
      const video = random.pick(upheld ? gone : others.slice(40))
      const came = (5 + random.next() * 80) * day
      const closed = came - random.next() * 2 * day
      const to = upheld ? status.takenDown : status.rejected
      const id = add(video, came, closed, to)
      const action = upheld ? 'takeDown' : 'dismiss'
      record('report', id, { action, at: closed, before: status.pending, after: to })
    }
  }
  return reports
}
