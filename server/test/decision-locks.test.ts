import { permissions } from '@screening-room/contract/permissions'
import {
  itemQueueOf,
  listNames,
  lists,
  type Queue,
  queueNames,
} from '@screening-room/contract/queues'
import { featuredTypeId, status, videoType } from '@screening-room/contract/review'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../src/db/pool.ts'
import { nextItems, wholeQueue } from '../src/domain/focus.ts'
import { decideItem } from '../src/domain/focus-decisions.ts'
import { dismissReports } from '../src/domain/reports.ts'
import { decide } from '../src/domain/review.ts'
import { undoDecision } from '../src/domain/undo.ts'
import { approveVideo, rejectVideo, tagVideo, takeDownVideo } from '../src/domain/videos.ts'
import type { Actor } from '../src/store/events.ts'
import { clearItems, newDesk } from './setup/focus.ts'
import { addCertifications, addProjects, addReasons, addReports, addVideo } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* A decision locks each row once, whichever way it comes, and writes status, event and outbox row at once. */

let server: TestServer
let by: Actor & { graceSeconds: number }
let reason = 0
beforeAll(async () => {
  server = await startServer()
  const { userId } = await server.signIn('reviewer', 'Li Wei')
  const who = { id: userId, nickName: 'Li Wei', permissions }
  by = { ...who, requestId: crypto.randomUUID(), graceSeconds: 60 }
  reason = (await addReasons(server.owner))[0] as number
})
afterAll(() => server.close())
beforeEach(() => clearItems(server.owner))

/** How often each table of reviewed rows was locked, and how often its statuses were written. */
async function countLocks(work: (tx: Tx) => Promise<unknown>) {
  const texts: string[] = []
  await server.db.transaction((tx) => {
    const query: Tx['query'] = (statement) => {
      texts.push(statement.compile().text)
      return tx.query(statement)
    }
    return work({ query } as Tx)
  })
  const count = (what: RegExp) => texts.filter((text) => what.test(text)).length
  const all = queueNames.map((queue) => ({
    queue,
    locks: count(new RegExp(`from ${queue}\\b[^;]*\\bfor update`)),
    writes: count(new RegExp(`update ${queue} set status[^;]*into event[^;]*outbox`)),
  }))
  return all.filter(({ locks, writes }) => locks + writes > 0)
}

const once = (...of: Queue[]) => of.map((queue) => ({ queue, locks: 1, writes: 1 }))
const lockedOnly = (queue: Queue) => ({ queue, locks: 1, writes: 0 })

test('through the calls of the specification', async () => {
  const [certification = 0] = await addCertifications(server.owner, 1)
  const [project = 0] = await addProjects(server.owner, 1)
  const personal = await addVideo(server.owner, { type: videoType.personal })
  const video = await addVideo(server.owner)
  const reported = await addVideo(server.owner, { status: status.approved })
  await addReports(server.owner, reported, 3)
  const dismissed = await addVideo(server.owner, { status: status.approved })
  await addReports(server.owner, dismissed, 1)

  expect(
    await countLocks((tx) => decide(tx, by, 'certification', 'approve', certification)),
  ).toEqual(once('certification'))
  expect(
    await countLocks((tx) => decide(tx, by, 'project', 'reject', project, { reason: 'x' })),
  ).toEqual(once('project'))
  expect(await countLocks((tx) => tagVideo(tx, by, 'project', video, featuredTypeId))).toEqual([
    lockedOnly('video'),
  ])
  expect(await countLocks((tx) => approveVideo(tx, by, 'project', video))).toEqual(once('video'))
  expect(
    await countLocks((tx) => decide(tx, by, 'video', 'reopen', video, { reason: 'x' })),
  ).toEqual(once('video'))
  expect(await countLocks((tx) => rejectVideo(tx, by, 'personal', personal, 'x'))).toEqual(
    once('video'),
  )
  const takeDown = { videoId: reported, type: videoType.project, reasonIds: [reason] }
  expect(await countLocks((tx) => takeDownVideo(tx, by, 'project', takeDown))).toEqual(
    once('video', 'report'),
  )
  expect(await countLocks((tx) => dismissReports(tx, by, dismissed, videoType.project))).toEqual([
    lockedOnly('video'),
    ...once('report'),
  ])
})

describe.for(listNames)('on a claimed item of the list %s', (list) => {
  test.for(list === 'report' ? (['dismiss', 'takeDown'] as const) : (['approve'] as const))(
    '%s, and its undo',
    async (action) => {
      await addCertifications(server.owner, 1)
      await addProjects(server.owner, 1)
      const personal = list === 'personal-video'
      const type = personal ? videoType.personal : videoType.project
      const id = await addVideo(server.owner, {
        type,
        status: list === 'report' ? status.approved : status.pending,
      })
      await addReports(server.owner, id, 1)
      const desk = newDesk()
      const at = { userId: by.id, nickName: by.nickName, desk }
      const { items } = await nextItems(server.db, at, wholeQueue(list))
      const [item] = items
      if (!item) throw new Error('nothing was claimed')
      let decision = ''
      const reasonIds = action === 'takeDown' ? [reason] : []
      const locks = await countLocks(async (tx) => {
        const input = { desk, lease: item.lease, action, reasonIds }
        decision = (await decideItem(tx, by, input)).decision
      })
      const expected =
        action === 'dismiss'
          ? [lockedOnly('video'), ...once('report')]
          : once(itemQueueOf(lists[list].queue))
      expect(locks).toEqual(action === 'takeDown' ? once('video', 'report') : expected)

      const undone = await countLocks((tx) => undoDecision(tx, by, desk, decision))
      // The outbox rows of the reports are locked, not the reports: everybody else waits at the video.
      expect(undone).toEqual(
        locks.map((each) => (each.queue === 'report' ? { ...each, locks: 0 } : each)),
      )
    },
  )
})
