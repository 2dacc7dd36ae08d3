import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import * as itemStory from '../../src/store/item-story.ts'
import * as record from '../../src/store/record.ts'
import * as statements from '../../src/store/statements.ts'
import * as strikes from '../../src/store/strikes.ts'
import * as verifications from '../../src/store/verifications.ts'

/* The statements of the record's screen and its verification, for the test of plans. */

const hash = Buffer.alloc(32, 1)
const walk = { upTo: 7, position: 5, chained: hash, checkedId: 5 }
const few = { lookAt: 200 }
const range = { since: '2025-01-01T00:00:00Z', until: '2035-01-01T00:00:00Z' }

export const recordModules = { itemStory, record, statements, strikes, verifications }

export const recordSamples: Record<string, ((db: Db, tx: Tx) => unknown)[]> = {
  findRecord: [
    (db) => record.findRecord(db, {}),
    (db) => record.findRecord(db, { person: 7 }),
    (db) => record.findRecord(db, { action: 'reject' }, 15_000),
    (db) => record.findRecord(db, { queue: 'video' }),
    (db) => record.findRecord(db, { reason: 3 }, undefined, few),
    (db) => record.findRecord(db, range, 15_000),
    (db) => record.findRecord(db, { queue: 'video', item: 7 }),
    (db) => record.findRecord(db, { item: 7, action: 'approve', ...range }),
    (db) => record.findRecord(db, { person: 1, action: 'reject', ...range }, undefined, few),
    (db) => record.findRecord(db, { words: 'dark', queue: 'video' }, 15_000, few),
    (db) => record.findRecord(db, { action: 'approve', queue: 'project' }, 20_000, few),
    (db) => record.findRecord(db, { action: 'approve,reject', standing: 'yes' }, 20_000, few),
    (db) => record.findRecord(db, { watchedTo: 50 }, undefined, few),
    (db) => record.findRecord(db, { timed: 'waited', ...range }, undefined, few),
    (db) =>
      record.findRecord(db, { timed: 'inHand', queue: 'video', standing: 'yes' }, 20_000, few),
    (db) => record.findRecord(db, { reopenedFrom: 3 }, undefined, few),
    (db) => record.findRecord(db, { desk: 'd', person: 1 }, undefined, few),
    // Of what there is none, or hardly any.
    (db) => record.findRecord(db, { queue: 'tag' }),
    (db) => record.findRecord(db, { action: 'dismiss' }),
    (db) => record.findRecord(db, { person: 4711, queue: 'video' }),
    (db) => record.findRecord(db, { queue: 'tag', action: 'approve,reject' }, undefined, few),
    (db) => record.findRecord(db, { action: 'dismiss', standing: 'yes' }, undefined, few),
    (db) => record.findRecord(db, { desk: 'd' }, 20_000, few),
    (db) => record.findRecord(db, { standing: 'yes' }, 20_000, few),
    (db) => record.findRecord(db, { standing: 'yes' }, undefined, few),
    (db) => record.findRecord(db, { person: 1, queue: 'video', ...range }, undefined, few),
    (db) => record.findRecord(db, { person: 1, action: 'reject', weekHour: 9 }, 20_000, few),
    (db) => record.findRecord(db, { person: 1, words: 'nowhere' }, undefined, few),
    (db) => record.findRecord(db, { weekHour: 9, ...range }, 20_000, few),
    (db) => record.findRecord(db, { words: 'dark', person: 1, watchedTo: 9 }, 20_000, few),
    (db) => record.findRecord(db, { reopenedFrom: 3, queue: 'video', ...range }, 20_000, few),
    (db) => record.findRecord(db, { item: 7, words: 'dark', person: 1, standing: 'yes' }),
    (db) => record.findRecord(db, { queue: 'video', standing: 'yes', ...range }, undefined, few),
  ],
  findStatements: [
    (db) => statements.findStatements(db, range, undefined, 500),
    (db) =>
      statements.findStatements(db, range, { id: 15_000, at: '2025-06-01T00:00:00.000001Z' }, 500),
  ],
  getStrikeRule: [(db) => strikes.getStrikeRule(db)],
  lockStrikeRule: [(_, tx) => strikes.lockStrikeRule(tx)],
  setStrikeRule: [
    (_, tx) =>
      strikes.setStrikeRule(tx, {
        expiresDays: 30,
        thresholds: [1],
        weights: [{ id: 1, weight: 3 }],
      }),
  ],
  getStrikes: [(db) => strikes.getStrikes(db, 50)],
  findActors: [(db) => record.findActors(db)],
  findSealedTexts: [(db) => record.findSealedTexts(db, 'video', 7, 500)],
  getItemStory: [
    (db) => itemStory.getItemStory(db, 'certification', 7),
    (db) => itemStory.getItemStory(db, 'project', 7),
    (db) => itemStory.getItemStory(db, 'video', 7),
    (db) => itemStory.getItemStory(db, 'report', 7),
  ],
  getLastSeal: [(db) => verifications.getLastSeal(db)],
  findBlocks: [(db) => verifications.findBlocks(db, 3, 4)],
  insertBlock: [(db) => verifications.insertBlock(db, 99_999, hash)],
  findSealHashes: [(db) => verifications.findSealHashes(db, 2048, 3072)],
  getOldSeal: [(db) => verifications.getOldSeal(db)],
  getRunning: [(db) => verifications.getRunning(db)],
  getLastFinished: [(db) => verifications.getLastFinished(db)],
  getLastIntact: [(db) => verifications.getLastIntact(db)],
  insertVerification: [(_, tx) => verifications.insertVerification(tx, 'person', 'x')],
  insertNightly: [(db) => verifications.insertNightly(db, 3)],
  lockVerification: [(_, tx) => verifications.lockVerification(tx)],
  setProgress: [(_, tx) => verifications.setProgress(tx, 7, walk)],
  setFinding: [(_, tx) => verifications.setFinding(tx, 7, { intact: false, event: 7 })],
  insertFinding: [(db) => verifications.insertFinding(db, 7, { intact: true, root: hash })],
  getVerificationCounts: [(db) => verifications.getVerificationCounts(db)],
}

/** Nightly ones of many years, and words and reasons on some events of many people. */
export async function fillRecord(db: Db): Promise<void> {
  await db.query(sql`
    insert into verification (origin, requested_at, finished_at, up_to, position, chained, intact, root)
    select 'night', m, m, n, n, sha256(n::text::bytea), true, sha256(n::text::bytea)
    from generate_series(1, 5000) n, lateral (select now() - (5001 - n) * interval '1 day' as m) t`)
  await db.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, reason, reason_ids, request_id)
    select 1 + n % 40, 'n', case when n % 7 = 0 then 'reject' else 'skip' end,
      case when n % 9 = 0 then 'certification' else 'video' end, n % 3000,
      case when n % 5 = 0 then 'too dark' else '' end, case when n % 11 = 0 then '{3}' else '{}' end::bigint[],
      ${randomUUID()}
    from generate_series(1, 6000) n`)
}
