import { builtInRoles } from '@screening-room/contract/permissions'
import { createRandom } from '../server/dist/db/demo/random.js'
import { sql } from '../server/dist/db/sql.js'
import { dismissReports } from '../server/dist/domain/reports.js'
import { decide } from '../server/dist/domain/review.js'
import { approveVideo, rejectVideo, takeDownVideo } from '../server/dist/domain/videos.js'
import { startHousekeeping } from '../server/dist/jobs/housekeeper.js'
import { openLog } from '../server/dist/log.js'
import { Refusal } from '../server/dist/refusal.js'
import {
  findDrift,
  findWaitingDrift,
  findWrongSums,
  foldTallies,
  rebuildTallies,
} from '../server/dist/store/housekeeping.js'
import { findVideos } from '../server/dist/store/videos.js'
import { asDb } from './store.mjs'

/*
 * An hour of a large platform in minutes: uploads, reports, lists, decisions of every kind, deletions, with
 * folding and sealing beside them. Then every counter is compared with the rows it counts.
 */

const by = (client) => ({
  id: client + 1,
  nickName: `Reviewer ${client}`,
  requestId: crypto.randomUUID(),
  permissions: builtInRoles.reviewer,
})

/** What sixty reviewers and a platform with a million uploads a day do in an hour. */
const anHour = { uploads: 42_000, decisions: 6000, reports: 4000, lists: 12_000, deletions: 500 }

export async function mixed(store, { quick }) {
  const { db, owner } = store
  const share = quick ? 0.1 : 1
  // The benches before it decided without counting.
  await rebuildTallies(asDb(owner))
  const dice = createRandom(3)
  const below = (n) => dice.int(0, n - 1)
  const left = Object.fromEntries(
    Object.entries(anHour).map(([name, n]) => [name, Math.ceil(n * share)]),
  )
  const done = { uploads: 0, decisions: 0, refused: 0, reports: 0, lists: 0, deletions: 0 }
  const { rows: pending } = await owner.query(
    'select id, type from video where status = 0 order by id desc limit 20000',
  )

  const jobs = {
    uploads: async () => {
      const many = 1 + below(10)
      await db.query(sql`
        insert into video (type, uploader_id, title, status, create_time)
        select (n % 3)::smallint, 1, '上传 upload ' || n, 0, now() - n * interval '1 minute'
        from generate_series(1, ${many}::int) n`)
      return many
    },
    reports: async () => {
      const { id, type } = pending[below(pending.length)]
      await db.query(sql`
        insert into report (video_id, video_type, reason_id, reporter_id) values (${id}, ${type}, 1, 1)`)
    },
    lists: () => findVideos(db, { page: 1 + below(50), pageSize: 10, videoType: below(3) }),
    deletions: async () => {
      const { id } = pending[below(pending.length)]
      await db.query(sql`delete from video where id = ${id}`)
    },
    // Few items and many hands, so that people meet on them.
    decisions: async (client) => {
      const { id, type } = pending[below(pending.length)]
      const kind = type === 1 ? 'personal' : 'project'
      const ways = [
        (tx) => approveVideo(tx, by(client), kind, id),
        (tx) => rejectVideo(tx, by(client), kind, id, 'not suitable'),
        (tx) => takeDownVideo(tx, by(client), kind, { videoId: id, type, reasonIds: [1] }),
        (tx) => dismissReports(tx, by(client), id, type),
        (tx) => decide(tx, by(client), 'certification', 'approve', 1 + below(5000)),
      ]
      await db.transaction(ways[below(ways.length)])
    },
  }

  const house = startHousekeeping(db, openLog('silent'))
  const start = performance.now()
  const faults = []
  const work = async (client) => {
    for (;;) {
      const names = Object.keys(left).filter((name) => left[name] > 0)
      if (names.length === 0) return
      const name = names[below(names.length)]
      left[name] -= 1
      try {
        const many = await jobs[name](client)
        done[name] += typeof many === 'number' ? many : 1
        if (typeof many === 'number') left[name] -= many - 1
      } catch (error) {
        // Somebody was faster, or the video is gone: told, not failed.
        if (error instanceof Refusal) done.refused += 1
        else faults.push(String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, client) => work(client)))
  const seconds = (performance.now() - start) / 1000
  const whileFolding = (await findDrift(asDb(owner))).length
  await house.stop()
  while ((await foldTallies(db)) > 0);
  const sums = (await findWrongSums(asDb(owner))).length
  const astray = (await findWaitingDrift(asDb(owner))).length
  const drift = (await findDrift(asDb(owner))).length + sums + astray
  return {
    seconds: Math.round(seconds),
    done,
    faults: faults.slice(0, 3),
    failed: faults.length,
    whileFolding,
    drift,
  }
}
