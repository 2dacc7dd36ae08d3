import type { Db, Tx } from '../../src/db/pool.ts'
import * as erasure from '../../src/store/erasure.ts'

/* The statements of erasures, for the test of their plans. */

type Sample = (db: Db, tx: Tx) => unknown

const by = { id: 1, nickName: 'x', requestId: 'x' }
const queues = ['certification', 'project', 'video'] as const
const ofEach = (sample: (tx: Tx, queue: (typeof queues)[number]) => unknown): Sample[] =>
  queues.map((queue) => (_, tx) => sample(tx, queue))

export const erasureModules = { erasure }

export const erasureSamples: Record<string, Sample[]> = {
  insertErasure: [(_, tx) => erasure.insertErasure(tx, by, 7)],
  reopenErasure: [(_, tx) => erasure.reopenErasure(tx, 7)],
  findOpenErasures: [(db) => erasure.findOpenErasures(db)],
  setKnown: [(db) => erasure.setKnown(db, 7)],
  getSettled: [(db) => erasure.getSettled(db, 7)],
  setFinished: [(db) => erasure.setFinished(db, 7)],
  eraseMemberRow: [(_, tx) => erasure.eraseMemberRow(tx, 7)],
  eraseName: [(_, tx) => erasure.eraseName(tx, 'video', 7)],
  eraseNamesOfReports: [(_, tx) => erasure.eraseNamesOfReports(tx, 7)],
  getAnyNameErased: [(_, tx) => erasure.getAnyNameErased(tx)],
  findErasedNames: [
    async (_, tx) => {
      await erasure.eraseName(tx, 'video', 7)
      await erasure.findErasedNames(tx, [{ kind: 'video', name: 'v7' }])
    },
  ],
  findMember: [(db) => erasure.findMember(db, 'v7')],
  getMemberKnown: [(db) => erasure.getMemberKnown(db, 7), (db) => erasure.getMemberKnown(db, 9e8)],
  findItemsToErase: queues.map((queue) => (db) => erasure.findItemsToErase(db, queue, 7)),
  findFilesOf: ofEach((tx, queue) => erasure.findFilesOf(tx, queue, 7)),
  eraseRow: ofEach((tx, queue) => erasure.eraseRow(tx, queue, 7)),
  eraseAnswers: ofEach((tx, queue) => erasure.eraseAnswers(tx, queue, 7)),
  findTexts: ofEach((tx, queue) => erasure.findTexts(tx, queue, 7)),
  appendErasure: [(_, tx) => erasure.appendErasure(tx, by, 'video', 7, { 7: true })],
  forgetSamples: [(db) => erasure.forgetSamples(db, 'member')],
  dropOldAnswers: [(db) => erasure.dropOldAnswers(db)],
  insertFiles: [(_, tx) => erasure.insertFiles(tx, ['x'])],
  findFiles: [(db) => erasure.findFiles(db)],
  dropFiles: [(db) => erasure.dropFiles(db, ['x'])],
  findAged: [(db) => erasure.findAged(db, 30, 200), (db) => erasure.findAged(db, 0, 200)],
  setRetained: [(db) => erasure.setRetained(db, 7)],
  getAged: ofEach((tx, queue) => erasure.getAged(tx, { queue, id: 7 }, 30)),
}
