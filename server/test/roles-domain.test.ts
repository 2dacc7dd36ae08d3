import { hasAny, permissions } from '@screening-room/contract/permissions'
import { hasAction, queueNames, ruleFor } from '@screening-room/contract/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { decide } from '../src/domain/review.ts'
import { Refusal } from '../src/refusal.ts'
import { addCertifications, addProjects, addReports, addVideo } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* Below the guard: a decision that a call of its own forgot to guard is still refused. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('nobody decides without the permission of the action, nor without any permissions', async () => {
  const video = await addVideo(server.owner)
  const ids = {
    video,
    report: (await addReports(server.owner, video))[0] ?? 0,
    certification: (await addCertifications(server.owner, 1))[0] ?? 0,
    project: (await addProjects(server.owner, 1))[0] ?? 0,
  }
  const actions = ['approve', 'reject', 'takeDown', 'feature', 'categorize', 'reopen'] as const
  let asked = 0
  for (const queue of queueNames)
    for (const action of actions) {
      if (!hasAction(queue, action)) continue
      const { who } = ruleFor(queue, action as never)
      const others = permissions.filter((one) => !hasAny([one], who ? [who] : []))
      for (const own of [undefined, [], others]) {
        const by = { id: 1, nickName: 'x', requestId: 'x', ...(own && { permissions: own }) }
        const done = server.db.transaction((tx) =>
          decide(tx, by, queue, action as never, ids[queue], { reason: 'x', reasonIds: [1] }),
        )
        const refused = await done.catch((error) => error instanceof Refusal && error.code)
        expect([queue, action, refused]).toEqual([queue, action, 'forbidden'])
        asked += 1
      }
    }
  expect(asked).toBeGreaterThan(30)
  expect(await server.owner.query(sql`select * from event`)).toEqual([])
})
