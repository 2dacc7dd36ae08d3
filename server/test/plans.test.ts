import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db, Tx } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import * as accounts from '../src/store/accounts.ts'
import * as actions from '../src/store/actions.ts'
import * as categories from '../src/store/categories.ts'
import * as certifications from '../src/store/certifications.ts'
import * as clock from '../src/store/clock.ts'
import * as housekeeping from '../src/store/housekeeping.ts'
import * as paging from '../src/store/paging.ts'
import * as projects from '../src/store/projects.ts'
import * as reasons from '../src/store/reasons.ts'
import * as reports from '../src/store/reports.ts'
import * as sessions from '../src/store/sessions.ts'
import * as throttle from '../src/store/throttle.ts'
import * as videos from '../src/store/videos.ts'
import * as waitingOrder from '../src/store/waiting-order.ts'
import * as webhook from '../src/store/webhook.ts'
import { decisionModules, decisionSamples } from './setup/decision-plans.ts'
import { fillWaiting, focusModules, focusSamples } from './setup/focus-plans.ts'
import { listModules, listSamples } from './setup/list-plans.ts'
import { peopleModules, peopleSamples } from './setup/people-plans.ts'
import { type Explained, explained, readsAll, runsNothing } from './setup/plans.ts'
import { fillPlatform, platformModules, platformSamples } from './setup/platform-plans.ts'
import { fillRecord, recordModules, recordSamples } from './setup/record-plans.ts'
import { copyDatabase, openOwnerPool } from './setup/server.ts'

/*
 * Every statement of store/ on a filled database, explained by PostgreSQL as it runs, with what its
 * functions and triggers run: none may read a large table from end to end.
 */

const modules = {
  accounts,
  actions,
  categories,
  certifications,
  clock,
  housekeeping,
  paging,
  projects,
  reasons,
  reports,
  sessions,
  throttle,
  videos,
  waitingOrder,
  webhook,
  ...decisionModules,
  ...listModules,
  ...focusModules,
  ...peopleModules,
  ...platformModules,
  ...recordModules,
}

const endpoint = { url: 'https://platform.example.com/hooks', secretFingerprint: 'x' }
const hash = Buffer.alloc(32, 1)
const action = { userId: 5, key: 'key-7', call: 'x', inputHash: hash }
const bucket = { key: 'account:7', free: 5, forgetSeconds: 60, firstWait: 1, longestWait: 9 }
const name = { name: 'x', nameEn: undefined, comparable: 'x' }
const words = { label: 'x', labelEn: 'x', text: 'x', textEn: 'x' }

type Sample = (db: Db, tx: Tx) => unknown

/** How each function is called; several where its statement has several shapes. */
const samples: Record<string, Sample[]> = {
  getAccountByPhone: [(db) => accounts.getAccountByPhone(db, '1')],
  lockAccount: [(_, tx) => accounts.lockAccount(tx, 1)],
  findAccounts: [(db) => accounts.findAccounts(db)],
  insertAccount: [
    (_, tx) =>
      accounts.insertAccount(tx, { phone: '2', nickName: 'x', role: 'reviewer', passwordHash: '' }),
  ],
  setAccount: [(_, tx) => accounts.setAccount(tx, 1, { status: 'disabled' })],
  getDemoAccountExists: [(db) => accounts.getDemoAccountExists(db)],
  getAccountExists: [(db) => accounts.getAccountExists(db)],
  insertAction: [(_, tx) => actions.insertAction(tx, action)],
  setAnswer: [(_, tx) => actions.setAnswer(tx, action, {})],
  getAction: [(db) => actions.getAction(db, action)],
  findCategories: [(db) => categories.findCategories(db)],
  lockCategories: [(_, tx) => categories.lockCategories(tx)],
  lockCategoryNames: [(_, tx) => categories.lockCategoryNames(tx)],
  getCategory: [(_, tx) => categories.getCategory(tx, 11)],
  setNames: [(_, tx) => categories.setNames(tx, 'tag', 1, name)],
  setPlaces: [(_, tx) => categories.setPlaces(tx, 'category', [11])],
  setHidden: [(_, tx) => categories.setHidden(tx, 'tag', 1, true)],
  setMergedInto: [(_, tx) => categories.setMergedInto(tx, 'category', 11, null)],
  joinTags: [(_, tx) => categories.joinTags(tx, 11, [{ from: 1, into: 2 }])],
  separateTags: [(_, tx) => categories.separateTags(tx, 11)],
  insertCategory: [(_, tx) => categories.insertCategory(tx, name)],
  insertTag: [(_, tx) => categories.insertTag(tx, 11, name)],
  getCertification: [(db) => certifications.getCertification(db, 7)],
  findCertifiedRoles: [(db) => certifications.findCertifiedRoles(db)],
  correctMoments: [(db) => clock.correctMoments(db)],
  sealEvents: [(db) => housekeeping.sealEvents(db)],
  foldTallies: [(db) => housekeeping.foldTallies(db)],
  foldWork: [(db) => housekeeping.foldWork(db)],
  countEarlierWork: [
    (db) => housekeeping.countEarlierWork(db),
    async (_, tx) => {
      await tx.query(sql`update work_backlog set below = 15000`)
      await tx.query(sql`select count_earlier_work(500)`)
    },
  ],
  foldSearch: [(db) => housekeeping.foldSearch(db)],
  deferSearch: [(_, tx) => housekeeping.deferSearch(tx)],
  settleSearch: [(_, tx) => housekeeping.settleSearch(tx)],
  sortSearch: [(db) => housekeeping.sortSearch(db)],
  analyzeGrown: [(db) => housekeeping.analyzeGrown(db)],
  dropOld: [(db) => housekeeping.dropOld(db)],
  findPendingCounts: [(db) => housekeeping.findPendingCounts(db, 0)],
  getReady: [(db) => housekeeping.getReady(db)],
  getSecret: [(db) => housekeeping.getSecret(db, 'x', hash)],
  getLastEndpoint: [(db) => webhook.getLastEndpoint(db)],
  insertFirstEndpoint: [(db) => webhook.insertFirstEndpoint(db, endpoint)],
  insertEndpoint: [(_, tx) => webhook.insertEndpoint(tx, endpoint)],
  endEndpoint: [(_, tx) => webhook.endEndpoint(tx)],
  findReasons: [(db) => reasons.findReasons(db)],
  lockReasons: [(_, tx) => reasons.lockReasons(tx)],
  insertReason: [(_, tx) => reasons.insertReason(tx, 'video', { ...words, digit: 9 })],
  setReason: [(_, tx) => reasons.setReason(tx, 1, { ...words, digit: 9, active: true })],
  getProject: [(db) => projects.getProject(db, 7)],
  lockPolicy: [(_, tx) => reports.lockPolicy(tx, 1)],
  setReasonPolicy: [(_, tx) => reports.setReasonPolicy(tx, 1, { policy: 'x', policyEn: null })],
  getReport: [(db) => reports.getReport(db, 7)],
  findReportedVideos: [(db) => reports.findReportedVideos(db, '77', 0, 1001)],
  findReporterCounts: [(db) => reports.findReporterCounts(db, [50, 51, 52])],
  findReportsOn: [(db) => reports.findReportsOn(db, 7), (db) => reports.findReportsOn(db, 7, 0)],
  findReportReasons: [(db) => reports.findReportReasons(db)],
  findMissingReasons: [(_, tx) => reports.findMissingReasons(tx, [1])],
  lockPendingReports: [(_, tx) => reports.lockPendingReports(tx, 7, 0)],
  getLastClosedReport: [(_, tx) => reports.getLastClosedReport(tx, 7, 0)],
  findLiveSessions: [
    (db) => sessions.findLiveSessions(db, ['00000000-0000-0000-0000-000000000000']),
  ],
  getLiveSession: [(db) => sessions.getLiveSession(db, hash)],
  readFor: [(db) => sessions.readFor(db, hash, sql`select id from video where id = 7`)],
  insertSession: [
    (_, tx) =>
      sessions.insertSession(tx, {
        secretHash: hash,
        userId: 1,
        authEpoch: 1,
        idleMinutes: 1,
        hours: 1,
        address: '',
        userAgent: '',
      }),
  ],
  revokeSurplusSessions: [(_, tx) => sessions.revokeSurplusSessions(tx, 1, 5)],
  revokeSession: [(_, tx) => sessions.revokeSession(tx, hash, 'x')],
  touchSession: [(db) => sessions.touchSession(db, '00000000-0000-0000-0000-000000000000', 5)],
  getDevice: [(db) => sessions.getDevice(db, hash)],
  insertDevice: [(_, tx) => sessions.insertDevice(tx, hash, 1)],
  getWait: [(db) => throttle.getWait(db, ['account:7'])],
  appendFailure: [(db) => throttle.appendFailure(db, bucket)],
  clearFailures: [(db) => throttle.clearFailures(db, ['account:7'])],
  getVideo: [(db) => videos.getVideo(db, 7, [1])],
  getMedia: [(db) => videos.getMedia(db, 7, 1)],
  getUploaderCertified: [(db) => videos.getUploaderCertified(db, 7, 5)],
  setFeatured: [(_, tx) => videos.setFeatured(tx, 7)],
  setCategory: [(_, tx) => videos.setCategory(tx, 7, 11)],
  lockVideo: [(_, tx) => videos.lockVideo(tx, 7)],
  lockReportedVideo: [
    (_, tx) => videos.lockReportedVideo(tx, 7),
    (_, tx) => videos.lockReportedVideo(tx, 777_777_777),
  ],
  ...listSamples,
  ...focusSamples,
  ...decisionSamples,
  ...peopleSamples,
  ...platformSamples,
  ...recordSamples,
}

async function fill(db: Db): Promise<void> {
  const moment = sql`timestamptz '2023-06-01T00:00:00Z' + random() * interval '700 days'`
  await db.query(sql`select setseed(0.25)`)
  for (let part = 0; part < 6; part++)
    await db.query(sql`
      insert into video (type, uploader_id, title, language, status, create_time)
      select case when n % 10 = 0 then n / 10 % 3 else 1 end, n % 2000,
        case when n % 50 = 0 then '老胡同 ' else '长街 street ' end || 'number ' || n,
        case when n % 400 = 0 then 'ko' else 'zh' end,
        case when n % 100 = 0 then 0 else 5 end, ${moment}
      from generate_series(1, 2000) n`)
  await db.query(sql`
    insert into certification (member_id, nick_name, phone, role_id, status, create_time)
    select n, '人' || n, '139' || n, 1 + n % 4, case when n % 50 = 0 then 0 else 5 end, ${moment}
    from generate_series(1, 5000) n`)
  await db.query(sql`
    insert into project (owner_id, title, status, create_time)
    select n, 'project ' || n, case when n % 50 = 0 then 0 else 5 end, ${moment}
    from generate_series(1, 5000) n`)
  await db.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, status, create_time)
    select 1 + n % 3000, 1, 1, 1 + n % 3000, case when n % 50 = 0 then 0 else 3 end, ${moment}
    from generate_series(1, 6000) n`)
  await db.query(
    sql`insert into member (nick_name) select 'm' || n from generate_series(1, 3000) n`,
  )
  await db.query(sql`insert into category (name, comparable) values ('c', 'c')`)
  await db.query(
    sql`insert into tag (category_id, name, comparable) values (11, 't', 't'), (11, 'u', 'u')`,
  )
  await db.query(sql`insert into video_tag select n, 1 from generate_series(1, 5000) n`)
  await db.query(sql`
    insert into admin_user (phone, nick_name, password_hash, role)
    select n::text, 'n', '', 'reviewer' from generate_series(1, 50) n`)
  await db.query(sql`
    insert into session (secret_hash, user_id, auth_epoch, idle_expires_at, expires_at, revoked_at)
    select sha256(n::text::bytea), 1 + n % 50, 1, now() + interval '1 hour', now() + n * interval '1 minute',
      case when n > 200 then now() end
    from generate_series(1, 3000) n`)
  await db.query(sql`
    insert into device (secret_hash, user_id)
    select sha256(n::text::bytea), 1 + n % 50 from generate_series(1, 3000) n`)
  await db.query(sql`
    insert into login_throttle (bucket, failures, blocked_until)
    select 'account:' || n, 1, now() from generate_series(1, 3000) n`)
  await db.query(sql`
    insert into action_request (user_id, key, call, input_hash)
    select n % 50, 'key-' || n, 'x', '' from generate_series(1, 3000) n`)
  await db.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id)
    select 1, 'n', 'approve', 'video', n from generate_series(1, 20000) n`)
  // Most were told long ago; some wait, most of them for a receiver; a few were given up.
  await db.query(sql`
    insert into outbox (event_id, decision, queue, subject_id, actor_id, state, due_at)
    select n, ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, 'video', n, 1,
      case when n % 10 = 0 then 'waiting' when n % 1000 = 1 then 'dead' else 'delivered' end,
      now() + (n / 10 % 100 - 95) * interval '1 minute'
    from generate_series(1, 19000) n`)
  await fillWaiting(db)
  await fillPlatform(db)
  await fillRecord(db)
  while ((await housekeeping.foldTallies(db)) > 0);
  while ((await housekeeping.foldWork(db)) > 0);
  while ((await housekeeping.sealEvents(db)) > 0);
}

let database: Awaited<ReturnType<typeof copyDatabase>>
let watched: Explained

beforeAll(async () => {
  database = await copyDatabase(false)
  const owner = openOwnerPool(database.admin, 1)
  await fill(owner)
  await owner.query(sql`vacuum analyze`)
  await owner.close()
  watched = await explained(database.admin)
})
afterAll(async () => {
  await watched.close()
  await database.drop()
})

/** In a transaction that is rolled back, so that each sees the same database. */
async function complaintsAbout(sample: Sample, sabotage?: string): Promise<string[]> {
  await watched.run('begin')
  if (sabotage) await watched.run(sabotage)
  await watched.seen()
  try {
    await sample(watched.db, watched.db as unknown as Tx)
    const { statements, complaints } = await watched.seen()
    expect(statements, 'statements explained').toBeGreaterThan(0)
    return complaints
  } finally {
    await watched.run('rollback')
  }
}

test('every function of the store has a sample here, or a reason to have none', () => {
  const functions = Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  )
  expect(functions.sort()).toEqual([...Object.keys(samples), ...readsAll, ...runsNothing].sort())
})

describe('no statement reads a large table outside an index:', () => {
  for (const [name, ways] of Object.entries(samples))
    test(name, async () => {
      for (const [index, sample] of ways.entries())
        expect(await complaintsAbout(sample), `sample ${index + 1}`).toEqual([])
    })
})

test('the record reads no more with plans that were made for any value', async () => {
  for (const [index, sample] of (samples.findRecord ?? []).entries()) {
    const complaints = await complaintsAbout(sample, 'set plan_cache_mode = force_generic_plan')
    expect(complaints, `sample ${index + 1}`).toEqual([])
  }
})

describe('a missing index is noticed:', () => {
  const sabotaged: [string, string, number][] = [
    ['video_newest', 'findVideos', 0],
    ['video_status', 'findVideos', 3],
    ['searchable_keys', 'findVideos', 7],
    ['certification_newest', 'findCertifications', 0],
    ['video_uploader', 'getMemberItems', 0],
    ['report_of_reporter', 'getMemberReports', 0],
    ['event_subject', 'findDecisionsOn', 0],
    ['project_status', 'findProjects', 1],
    ['report_of_reporter', 'findReports', 3],
    ['waiting_longest', 'findVideos', 13],
    ['waiting_longest_of_any_kind', 'findCertifications', 7],
    ['waiting_most_reported', 'findReports', 5],
    ['video_uploader', 'findVideos', 14],
    ['event_subject', 'findHistory', 0],
    ['event_newest', 'findRecord', 0],
    ['event_actor', 'findRecord', 1],
    ['event_action', 'findRecord', 2],
    ['event_queue', 'findRecord', 3],
    ['event_worded', 'findRecord', 4],
    ['certification_submitter', 'getUploaderCertified', 0],
    ['session_expired', 'dropOld', 0],
    ['session_seen', 'correctMoments', 0],
    ['device_used', 'correctMoments', 0],
    ['skipped_old', 'correctMoments', 0],
    ['login_throttle_old', 'correctMoments', 0],
    ['waiting_first', 'claim', 0],
    ['waiting_first_of_any_role', 'claim', 2],
    ['waiting_held', 'findHolders', 0],
    ['waiting_desk', 'extendLeases', 0],
    ['video_uploader', 'getSubmitter', 0],
    ['project_owner', 'getSubmitter', 2],
    ['video_uploader', 'findDecidedOf', 0],
    ['lease_old', 'dropOld', 0],
    ['outbox_due', 'correctMoments', 0],
    ['outbox_decision', 'lockDecision', 0],
    ['outbox_dead', 'findDead', 0],
    ['waiting_oldest_case', 'findStandings', 0],
  ]
  for (const [index, name, sample] of sabotaged)
    test(`${index}, by ${name}`, async () => {
      const call = samples[name]?.[sample]
      if (!call) throw new Error(`${name} has no sample ${sample}`)
      expect(await complaintsAbout(call, `drop index ${index}`)).not.toEqual([])
    })
})
