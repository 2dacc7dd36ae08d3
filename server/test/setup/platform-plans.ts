import type { Db, Tx } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import * as platformEvents from '../../src/store/platform-events.ts'
import * as platformIds from '../../src/store/platform-ids.ts'
import * as platformKeys from '../../src/store/platform-keys.ts'
import * as platformRows from '../../src/store/platform-rows.ts'
import * as versions from '../../src/store/versions.ts'
import { endpointModules, endpointSamples, fillEndpoints } from './endpoint-plans.ts'
import { erasureModules, erasureSamples } from './erasure-plans.ts'

/* The statements of the platform's calls, for the test of their plans. */

type Sample = (db: Db, tx: Tx) => unknown

const hash = Buffer.alloc(32, 1)
const named = [
  { kind: 'video', name: 'v7' },
  { kind: 'member', name: 'new' },
]
const videos = [7, 77, 777].map((id) => ({
  id,
  type: 1,
  uploader_id: 3,
  title: 'another title',
  visibility: 1,
  language: 'zh',
  priority: 7,
}))
const reports = [7, 77].map((id) => ({
  id,
  video_id: 1 + id,
  video_type: 1,
  reason_id: 1,
  reporter_id: 5,
}))
const certification = { member_id: 1, nick_name: 'x', phone: '1', role_id: 1, priority: 7 }
const project = { owner_id: 1, title: 'x', role_ids: [1], priority: 7 }
const late = 900_000_000

export const platformModules = {
  platformEvents,
  platformIds,
  platformKeys,
  platformRows,
  versions,
  ...endpointModules,
  ...erasureModules,
}

export const platformSamples: Record<string, Sample[]> = {
  findEventsAfter: [
    (db) => platformEvents.findEventsAfter(db, 0, 500),
    (db) => platformEvents.findEventsAfter(db, 20_000, 100),
  ],
  getLastPosition: [(db) => platformEvents.getLastPosition(db)],
  takeNames: [(_, tx) => platformIds.takeNames(tx, 'video', ['v7', 'new'])],
  lockNames: [(_, tx) => platformIds.lockNames(tx, 'video', ['v7', 'v8', 'new'])],
  findNames: [(_, tx) => platformIds.findNames(tx, named)],
  getLiveKey: [(db) => platformKeys.getLiveKey(db, hash)],
  touchKey: [(db) => platformKeys.touchKey(db, 1)],
  findKeys: [(db) => platformKeys.findKeys(db)],
  insertKey: [
    (_, tx) =>
      platformKeys.insertKey(tx, {
        name: 'x',
        prefix: 'x',
        secretHash: hash,
        scopes: ['events:read'],
        expires: undefined,
      }),
  ],
  lockKey: [
    (_, tx) => platformKeys.lockKey(tx, { prefix: 'x' }),
    (_, tx) => platformKeys.lockKey(tx, { id: 1 }),
  ],
  ...endpointSamples,
  ...erasureSamples,
  setKeySecret: [(_, tx) => platformKeys.setKeySecret(tx, 1, hash)],
  setKeyRevoked: [(_, tx) => platformKeys.setKeyRevoked(tx, 1)],
  lockContent: [
    (_, tx) => platformRows.lockContent(tx, 'video', [7, 77, late]),
    (_, tx) => platformRows.lockContent(tx, 'report', [7, 77, late]),
  ],
  setContent: [
    (_, tx) => platformRows.setContent(tx, 'video', videos),
    (_, tx) => platformRows.setContent(tx, 'report', reports),
    (_, tx) => platformRows.setContent(tx, 'certification', [{ id: 7, ...certification }]),
    (_, tx) => platformRows.setContent(tx, 'project', [{ id: 7, ...project }]),
    (_, tx) => platformRows.setContent(tx, 'member', [{ id: 7, nick_name: 'x' }]),
  ],
  insertContent: [
    (_, tx) => platformRows.insertContent(tx, 'video', [{ ...videos[0], id: late }]),
    (_, tx) => platformRows.insertContent(tx, 'report', [{ ...reports[0], id: late }]),
    (_, tx) => platformRows.insertContent(tx, 'certification', [{ id: late, ...certification }]),
    (_, tx) => platformRows.insertContent(tx, 'project', [{ id: late, ...project }]),
  ],
  getChanges: [
    (db) => versions.getChanges(db, 'video', 7),
    (db) => versions.getChanges(db, 'certification', 7, 2),
    (_, tx) => versions.getChanges(tx, 'project', 7, 1),
  ],
  getHasItems: [(db) => platformRows.getHasItems(db)],
  expectGrowth: [(_, tx) => platformRows.expectGrowth(tx)],
  lockReported: [(_, tx) => platformRows.lockReported(tx, [7, 77, late])],
}

export async function fillPlatform(db: Db): Promise<void> {
  await db.query(sql`
    insert into platform_id (kind, external_id, id)
    select kind, 'v' || n, n from generate_series(1, 3000) n, unnest(array['video', 'member']) kind`)
  await db.query(sql`
    insert into item_version (queue, subject_id, version)
    select kind, n, version from generate_series(1, 1000) n, generate_series(1, 2) version,
      unnest(array['video', 'project', 'certification']) kind`)
  await fillEndpoints(db)
}
