import type { Db, Tx } from '../../src/db/pool.ts'
import * as events from '../../src/store/events.ts'
import * as keyset from '../../src/store/keyset.ts'
import * as outbox from '../../src/store/outbox.ts'
import * as review from '../../src/store/review.ts'
import * as statusChanges from '../../src/store/status-changes.ts'

/* The statements of decisions, for the test of their plans. */

type Sample = (db: Db, tx: Tx) => unknown

const endpoint = { url: 'https://platform.example.com/hooks', secretFingerprint: 'x' }
const decision = '00000000-0000-0000-0000-000000000007'
const by = { id: 1, nickName: 'Somebody', requestId: decision }

export const decisionModules = { events, keyset, outbox, review, statusChanges }

export const decisionSamples: Record<string, Sample[]> = {
  appendEvents: [
    (_, tx) => events.appendEvents(tx, by, [7], { action: 'approve', queue: 'video' }),
  ],
  appendEventWithId: [
    (_, tx) => events.appendEventWithId(tx, by, 7, { action: 'endpoint.ping', queue: 'endpoint' }),
  ],
  getHasToday: [
    (_, tx) =>
      events.getHasToday(tx, by, 7, { action: 'openCertificates', queue: 'certification' }),
  ],
  getLastDecision: [(_, tx) => events.getLastDecision(tx, 'video', 7)],
  getLastActor: [(_, tx) => events.getLastActor(tx, 'category', [11, 12])],
  findHistory: [
    (db) => events.findHistory(db, 'video', 7),
    (db) => events.findHistory(db, 'video', 7, 20_000),
    (db) => events.findHistory(db, 'report', 7),
  ],
  findSealedFrom: [(db) => events.findSealedFrom(db), (db) => events.findSealedFrom(db, 20_000)],
  getNextUnqueued: [(db) => events.getNextUnqueued(db, 3000, 100)],
  findSealed: [(db) => events.findSealed(db, 3000, 100)],
  appendSentEvent: [
    (_, tx) => outbox.appendSentEvent(tx, by, 7, { action: 'feature', queue: 'video' }),
  ],
  getOwnEvidence: [(_, tx) => outbox.getOwnEvidence(tx, 1, decision)],
  lockDecision: [(_, tx) => outbox.lockDecision(tx, decision)],
  takeDue: [(db) => outbox.takeDue(db, endpoint, 16, 15)],
  setDelivered: [(db) => outbox.setDelivered(db, { eventId: 7, attempts: 1 })],
  setFailed: [(db) => outbox.setFailed(db, { eventId: 7, attempts: 1 }, 'x', 'never')],
  settleDue: [(db) => outbox.settleDue(db, 500)],
  findDead: [(db) => outbox.findDead(db)],
  reviveDead: [(db) => outbox.reviveDead(db)],
  lockItem: [(_, tx) => review.lockItem(tx, 'video', 7)],
  changeStatus: (['video', 'certification', 'project', 'report'] as const).flatMap(
    (queue): Sample[] => {
      const change = { queue, ids: [7], before: 0, after: 5, decision } as const
      return [
        (_, tx) => statusChanges.changeStatus(tx, by, { ...change, action: 'approve' }),
        (_, tx) =>
          statusChanges.changeStatus(tx, by, {
            ...change,
            action: 'undo',
            undoes: [7],
            lease: decision,
          }),
      ]
    },
  ),
}
