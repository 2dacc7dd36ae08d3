import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../server/dist/db/open.js'
import { sql } from '../server/dist/db/sql.js'

/** A store of its own in a temporary folder, thrown away afterwards. */
export async function withStore(work) {
  const folder = await mkdtemp(join(tmpdir(), 'screening-room-bench-'))
  await chmod(folder, 0o755)
  const options = {
    databasePool: 20,
    dataDir: join(folder, 'data'),
    dataDirChosen: true,
    platformTz: 'Asia/Shanghai',
  }
  const store = await openStore(options, () => {})
  try {
    await work(store)
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const batch = 50_000

/** Videos over three years; one in a hundred pending, as on a platform that keeps up. */
export async function addVideos(store, count) {
  await store.asOwner(async (db) => {
    for (let done = 0; done < count; done += batch)
      await db.query(sql`
        insert into video (type, uploader_id, title, status, create_time)
        select 2, 1, 'video ' || n,
          case when n % 100 = 0 then 0 when n % 100 < 91 then 5 when n % 100 < 99 then 3 else 8 end,
          now() - random() * interval '3 years'
        from generate_series(1, ${Math.min(batch, count - done)}::int) n`)
  })
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
