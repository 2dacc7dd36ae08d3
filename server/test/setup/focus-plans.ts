import type { Db, Tx } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import * as leases from '../../src/store/leases.ts'
import * as submitters from '../../src/store/submitters.ts'

/* What the plans of focus review are looked at with. */

type Sample = (db: Db, tx: Tx) => unknown

const at = { userId: 1, nickName: 'n', desk: 'desk-1' }
const range = { since: '2024-03-01T00:00:00Z', until: '2024-09-01T00:00:00Z' }
const lease = '00000000-0000-0000-0000-000000000007'
const item = { lease, queue: 'video', id: 100, kind: 1 } as const

/** As a queue is filtered: one kind, some days, all roles, what a search found, cases of reports. */
const filters: leases.Filter[] = [
  { queue: 'video', kinds: [1] },
  { queue: 'video', kinds: [1], ...range },
  { queue: 'certification' },
  { queue: 'certification', kinds: [2] },
  { queue: 'video', kinds: [2], ids: [100, 200, 300] },
  { queue: 'report', kinds: [1] },
]

export const focusModules = { leases, submitters }

export const focusSamples: Record<string, Sample[]> = {
  lockHolder: [(_, tx) => leases.lockHolder(tx, 1)],
  releaseLeases: [
    (db) => leases.releaseLeases(db, at),
    ...filters.map(
      (filter): Sample =>
        (db) =>
          leases.releaseLeases(db, at, filter),
    ),
  ],
  extendLeases: [(db) => leases.extendLeases(db, at)],
  claim: filters.map(
    (filter): Sample =>
      (_, tx) =>
        leases.claim(tx, at, filter, 2),
  ),
  dropWaiting: [(_, tx) => leases.dropWaiting(tx, 'video', 100)],
  getLease: [(_, tx) => leases.getLease(tx, at, lease)],
  lockLease: [(_, tx) => leases.lockLease(tx, at, lease)],
  getPastLease: [(_, tx) => leases.getPastLease(tx, 1, lease)],
  getWaiting: [(_, tx) => leases.getWaiting(tx, 'video', 100)],
  restoreLease: [
    (_, tx) => leases.restoreLease(tx, { ...item, ...at, claimedAt: '2024-03-01T00:00:00Z' }),
  ],
  setAside: [(_, tx) => leases.setAside(tx, 1, item)],
  takeBack: [
    async (_, tx) => {
      await leases.setAside(tx, at.userId, item)
      return leases.takeBack(tx, at, item)
    },
  ],
  clearSkipped: [(db) => leases.clearSkipped(db, 1, { queue: 'video', kinds: [0, 2] })],
  releaseSignedOut: [(db) => leases.releaseSignedOut(db, at.userId)],
  freeForgotten: [(db) => leases.freeForgotten(db)],
  getWaitingCounts: filters.map(
    (filter): Sample =>
      (_, tx) =>
        leases.getWaitingCounts(tx, at, filter, 0),
  ),
  findHolders: [(db) => leases.findHolders(db, { queue: 'video', kinds: [0, 2] })],
  getSubmitter: (['video', 'report', 'project', 'certification'] as const).map(
    (queue): Sample =>
      (db) =>
        submitters.getSubmitter(db, queue, 100),
  ),
  findDecidedOf: [(db) => submitters.findDecidedOf(db, 100, { queue: 'report', id: 100 })],
}

/** Many that wait, of all queues; some in hands; leases of days. */
export async function fillWaiting(db: Db): Promise<void> {
  await db.query(sql`
    insert into waiting (queue, kind, subject_id, create_time, since, reports)
    select (array['video', 'certification', 'report', 'project'])[1 + n % 4],
      case when n % 4 = 3 then 0 else n / 4 % 3 end, 1000000 + n, at, at, n % 7
    from (select n, timestamptz '2023-06-01T00:00:00Z' + n * interval '1 hour' as at
      from generate_series(1, 60000) n) rows`)
  await db.query(sql`
    update waiting set lease_id = gen_random_uuid(), desk = 'desk-' || subject_id % 1000,
      holder_id = 1 + subject_id % 1000, holder_name = 'n', claimed_at = now(),
      until = now() + interval '5 minutes'
    where subject_id >= 1000000 and (subject_id % 100 = 0 or queue = 'project' and subject_id % 16 = 3)`)
  await db.query(sql`
    insert into lease (id, user_id, queue, subject_id, at)
    select gen_random_uuid(), 1 + n % 50, 'video', n, now() - n * interval '10 seconds'
    from generate_series(1, 10000) n`)
  await db.query(sql`
    insert into skipped (user_id, queue, subject_id, at)
    select 1 + n % 50, 'video', n, now() - n * interval '10 seconds'
    from generate_series(1, 5000) n`)
}
