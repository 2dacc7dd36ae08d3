import { sql } from '../server/dist/db/sql.js'
import { foldTallies } from '../server/dist/store/housekeeping.js'
import { findVideos } from '../server/dist/store/videos.js'
import { addVideos, median, withStore } from './store.mjs'

const rows = Number(process.env.ROWS ?? 300_000)
const small = 10_000
const approved = 5
const pageSize = 10

async function time(work) {
  const taken = []
  for (let run = 0; run < 15; run++) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return median(taken)
}

const naive = (db, page) =>
  Promise.all([
    db.query(sql`select count(*) from video where type = 2 and status = ${approved}`),
    db.query(sql`
      select * from video where type = 2 and status = ${approved}
      order by create_time desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
  ])
const ours = (db, page) => findVideos(db, { page, pageSize, videoType: 2, viewStatus: approved })

async function measure(db) {
  const { total } = await ours(db, 1)
  const last = Math.ceil(total / pageSize)
  const pages = { first: 1, middle: Math.ceil(last / 2), last }
  const table = {}
  for (const [name, page] of Object.entries(pages)) {
    const [mine, theirs] = [await time(() => ours(db, page)), await time(() => naive(db, page))]
    table[name] = {
      'ours ms': mine.toFixed(2),
      'naive ms': theirs.toFixed(2),
      'naive ÷ ours': (theirs / mine).toFixed(1),
    }
  }
  return table
}

async function fold(db) {
  while ((await foldTallies(db)) > 0);
  await db.query(sql`select 1`)
}

await withStore(async (store) => {
  await addVideos(store, small)
  await fold(store.db)
  const before = await measure(store.db)
  await addVideos(store, rows - small)
  await fold(store.db)
  await store.asOwner((db) => db.query(sql`analyze video`))
  const after = await measure(store.db)
  console.log(`${rows} videos, page size ${pageSize}, one status`)
  console.table(after)
  const ratio = (a, b) => (a['ours ms'] / b['ours ms']).toFixed(2)
  console.log(`last to first: ${ratio(after.last, after.first)}`)
  console.log(`large to small (${rows} to ${small} rows): ${ratio(after.last, before.last)}`)
})
