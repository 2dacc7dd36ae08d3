import { builtInRoles } from '@screening-room/contract/permissions'
import { DatabaseBusy } from '../server/dist/db/errors.js'
import { approveVideo } from '../server/dist/domain/videos.js'
import { startHousekeeping } from '../server/dist/jobs/housekeeper.js'
import { openLog } from '../server/dist/log.js'
import { median, pace, short } from './measure.mjs'

/* Decisions on videos of one hour, where every counter is the same: with the counters and without. */

const by = {
  id: 1,
  nickName: 'Bench',
  requestId: crypto.randomUUID(),
  permissions: builtInRoles.reviewer,
}

async function addPending(owner, count) {
  await owner.query('alter table video disable trigger video_search_added')
  const { rows } = await owner.query(
    `insert into video (type, uploader_id, title, status, create_time)
     select 2, 1, 'hot ' || n, 0, date_trunc('hour', now()) from generate_series(1, ${count}) n returning id`,
  )
  await owner.query('alter table video enable trigger video_search_added')
  return rows.map((row) => Number(row.id))
}

/** A pool with too many in line sends people away for a moment. */
async function untilThereIsRoom(work) {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

export async function decisions(store, { quick }) {
  const { db, owner } = store
  const seconds = quick ? 2 : 4
  const rounds = quick ? 3 : 5
  const ids = await addPending(owner, quick ? 150_000 : 250_000)
  const decide = async () => {
    const id = ids.pop()
    if (id === undefined) return false
    await untilThereIsRoom(() => db.transaction((tx) => approveVideo(tx, by, 'project', id)))
  }
  const counting = (on) =>
    owner.query(`alter table video ${on ? 'enable' : 'disable'} trigger video_updated`)

  const house = startHousekeeping(db, openLog('silent'))
  const rows = []
  try {
    for (const clients of [1, 16, 64]) {
      const [counted, plain] = [[], []]
      const p99 = []
      await pace(clients, 1, decide)
      for (let round = 0; round < rounds; round++) {
        await counting(true)
        const measured = await pace(clients, seconds, decide)
        counted.push(measured.perSecond)
        p99.push(measured.p99)
        await counting(false)
        plain.push((await pace(clients, seconds, decide)).perSecond)
      }
      rows.push({
        clients,
        counted: Math.round(median(counted)),
        p99: short(median(p99)),
        without: Math.round(median(plain)),
        share: short(median(counted.map((each, round) => each / plain[round]))),
      })
    }
  } finally {
    await counting(true)
    await house.stop()
  }
  return { rows, ranOut: ids.length === 0 }
}
