import { type Queue, queueNames as queues } from '@screening-room/contract/queues'
import { status } from '@screening-room/contract/review'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../src/db/pool.ts'
import { type Sql, sql } from '../src/db/sql.ts'
import { addCertifications, addProjects, addReports, addVideo } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { pending, approved, rejected } = status

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const add: Record<Queue, () => Promise<number>> = {
  certification: async () => (await addCertifications(server.owner, 1))[0] as number,
  project: async () => (await addProjects(server.owner, 1))[0] as number,
  video: () => addVideo(server.owner, {}),
  report: async () =>
    (await addReports(server.owner, await addVideo(server.owner, {}), 1))[0] as number,
}

const tables = {
  certification: sql`certification`,
  project: sql`project`,
  video: sql`video`,
  report: sql`report`,
} satisfies Record<Queue, Sql>

const set = (queue: Queue, id: number, to: number) =>
  sql`update ${tables[queue]} set status = ${to} where id = ${id}`

const event = (queue: Queue, id: number, before: number, after: number) => sql`
  insert into event (actor_id, actor_name, action, queue, subject_id, before, after)
  values (0, 'platform', 'approve', ${queue}, ${id}, ${before}, ${after})`

const statusNow = async (queue: Queue, id: number) => {
  const [row] = await server.owner.query<{ status: number }>(
    sql`select status from ${tables[queue]} where id = ${id}`,
  )
  return row?.status
}

describe.for(queues)('the status of a %s, changed by SQL as the owner of the tables,', (queue) => {
  const refused = async (work: (tx: Tx, id: number) => Promise<unknown>) => {
    const id = await add[queue]()
    await expect(server.owner.transaction((tx) => work(tx, id))).rejects.toThrow(
      /changed from 0 to 5 without an event/,
    )
    expect(await statusNow(queue, id)).toBe(pending)
  }

  test('without its event is refused when the transaction commits', () =>
    refused((tx, id) => tx.query(set(queue, id, approved))))

  test('with the event of another item is refused', () =>
    refused(async (tx, id) => {
      await tx.query(set(queue, id, approved))
      await tx.query(event(queue, id + 1, pending, approved))
    }))

  test('with an event that says something else is refused', () =>
    refused(async (tx, id) => {
      await tx.query(event(queue, id, pending, rejected))
      await tx.query(set(queue, id, approved))
    }))

  test('with an event of an earlier transaction is refused', () =>
    refused(async (tx, id) => {
      await server.owner.query(event(queue, id, pending, approved))
      await tx.query(set(queue, id, approved))
    }))

  test('with its event, written before or after it, is kept', async () => {
    const [one, other] = [await add[queue](), await add[queue]()]
    await server.owner.transaction(async (tx) => {
      await tx.query(event(queue, one, pending, approved))
      await tx.query(set(queue, one, approved))
      await tx.query(set(queue, other, approved))
      await tx.query(event(queue, other, pending, approved))
    })
    expect([await statusNow(queue, one), await statusNow(queue, other)]).toEqual([
      approved,
      approved,
    ])
  })
})

test('other columns change without an event', async () => {
  const id = await addVideo(server.owner, {})
  await server.owner.query(
    sql`update video set title = 'renamed', status = status where id = ${id}`,
  )
  expect(await statusNow('video', id)).toBe(pending)
})
