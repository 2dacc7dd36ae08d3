import type { Db } from '../../src/db/pool.ts'
import * as certifications from '../../src/store/certifications.ts'
import * as exports from '../../src/store/exports.ts'
import * as found from '../../src/store/found.ts'
import * as members from '../../src/store/members.ts'
import * as paging from '../../src/store/paging.ts'
import * as projects from '../../src/store/projects.ts'
import * as reports from '../../src/store/reports.ts'
import * as videos from '../../src/store/videos.ts'

/* How each list is read, for plans.test.ts: several ways where its statement has several shapes. */

const page = { page: 1, pageSize: 10 }
const deep = { page: 100, pageSize: 10 }
const range = { since: '2024-03-01T00:00:00Z', until: '2024-09-01T00:00:00Z' }
const pendingPersonal = { ...range, videoType: 1, status: 0 }
const pendingKorean = { ...pendingPersonal, language: 'ko' }
const member = { memberId: 50 }

type Sample = (db: Db) => unknown

export const listModules = { exports, found, members }

const { certification, project, video, report } = exports.exportedLists
const place = { time: '2024-06-01T00:00:00.000001Z', id: 50 }
const batch = (list: paging.List, filters: object, after?: exports.Place) => (db: Db) =>
  exports.findBatch(db, list, filters, after, 500)

export const listSamples: Record<string, Sample[]> = {
  findCertifications: [
    (db) => certifications.findCertifications(db, page),
    (db) => certifications.findCertifications(db, { ...deep, ...range }),
    (db) => certifications.findCertifications(db, { ...deep, roleId: 2 }),
    (db) => certifications.findCertifications(db, { ...page, roleId: 2, status: 0 }),
    (db) => certifications.findCertifications(db, { ...page, status: 0 }),
    (db) => certifications.findCertifications(db, { ...page, search: '人17' }),
    (db) => certifications.findCertifications(db, { ...page, search: '1390000', status: 0 }),
    (db) => certifications.findCertifications(db, { ...page, status: 0, order: 'waiting' }),
    (db) =>
      certifications.findCertifications(db, { ...deep, roleId: 3, status: 0, order: 'waiting' }),
    (db) => certifications.findCertifications(db, { ...page, memberId: 50 }),
  ],
  findProjects: [
    (db) => projects.findProjects(db, page),
    (db) => projects.findProjects(db, { ...page, status: 0 }),
    (db) => projects.findProjects(db, { ...deep, ...range, status: 5 }),
    (db) => projects.findProjects(db, { ...page, search: 'project 17' }),
    (db) => projects.findProjects(db, { ...page, status: 0, order: 'waiting' }),
    (db) => projects.findProjects(db, { ...page, status: 0, memberId: 50 }),
  ],
  findBatch: [
    batch(video, { videoType: 1 }),
    batch(video, { videoType: 1, status: 5 }, place),
    batch(video, { ...range, videoType: 1, language: 'ko' }, place),
    batch(certification, {}, place),
    batch(certification, { ...range, roleId: 2, status: 0 }),
    batch(project, { status: 5 }, place),
    batch(project, range),
    batch(report, { videoType: 1, status: 0 }, place),
    batch(report, { ...range, videoType: 1 }),
  ],
  findIdsOf: [
    (db) => exports.findIdsOf(db, video, { ...pendingPersonal, ...member }),
    (db) => exports.findIdsOf(db, video, { ...pendingPersonal, search: '胡同' }),
    (db) => exports.findIdsOf(db, project, { ...member }),
  ],
  getMemberItems: [
    (db) => members.getMemberItems(db, 50),
    (db) => members.getMemberItems(db, 777_777_777),
  ],
  findDecisionsOn: [(db) => members.findDecisionsOn(db, 50)],
  getMemberReports: [(db) => members.getMemberReports(db, 50)],
  findMemberNotes: [(db) => members.findMemberNotes(db, 50)],
  findRows: [(db) => exports.findRows(db, video, [1, 2, 3])],
  findOldest: [
    (db) => paging.findOldest(db, videos.videoRows, pendingKorean, 1001),
    (db) => paging.findOldest(db, videos.videoRows, { ...pendingPersonal, ...member }, 1001),
  ],
  findByWords: [(db) => paging.findByWords(db, '胡同', videos.videoRows, pendingPersonal, 1001)],
  findReports: [
    (db) => reports.findReports(db, { ...page, videoType: 1 }),
    (db) => reports.findReports(db, { ...deep, ...range, videoType: 1 }),
    (db) => reports.findReports(db, { ...page, videoType: 1, status: 0 }),
    (db) => reports.findReports(db, { ...page, videoType: 1, search: '77' }),
    (db) => reports.findReports(db, { ...page, videoType: 1, status: 0, search: '78' }),
    (db) => reports.findReports(db, { ...page, videoType: 1, status: 0, order: 'reported' }),
  ],
  findVideos: [
    (db) => videos.findVideos(db, { ...page, videoType: 1 }),
    (db) => videos.findVideos(db, { ...deep, videoType: 1 }),
    (db) => videos.findVideos(db, { ...deep, ...range, videoType: 1, status: 5 }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, status: 0 }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, status: 5, order: 'oldest' }),
    (db) => videos.findVideos(db, { ...deep, ...range, videoType: 1, order: 'oldest' }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, language: 'ko', order: 'oldest' }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, search: '胡同' }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, status: 5, search: 'number 17' }),
    (db) => videos.findVideos(db, { ...page, ...range, videoType: 1, search: '7' }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, language: 'ko' }),
    (db) => videos.findVideos(db, { ...deep, ...range, videoType: 1, language: 'zh', status: 5 }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, language: 'ko', search: '胡同' }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, status: 0, order: 'waiting' }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, status: 5, ...member, order: 'oldest' }),
    (db) => videos.findVideos(db, { ...page, videoType: 1, ...member, search: '长街' }),
  ],
}
