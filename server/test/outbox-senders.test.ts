import { videoCalls } from '@screening-room/contract/videos'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { endpointOf, stopWebhook, useWebhook } from '../src/domain/webhook.ts'
import { setDelivered, setFailed, settleDue, takeDue } from '../src/store/outbox.ts'
import { addVideo, addVideos } from './setup/items.ts'
import { webhookSecret } from './setup/receiver.ts'
import { until } from './setup/test-support.ts'
import { countOpen, endGrace, setScene } from './setup/undo.ts'

/* Senders that come and go, and what the operator can see of them. */

const scene = setScene()
const webhook = () => ({ url: scene.receiver.url, secret: webhookSecret })
const approve = (videoId: number) => scene.li.send(videoCalls.project.approve, { videoId })
const dueNow = () => scene.server.owner.query(sql`update outbox set due_at = now()`)
const lastRow = async () => {
  const [row] = await scene.server.owner.query(sql`
    select state, attempts, last_error as error from outbox order by event_id desc limit 1`)
  return row
}
const allTold = async () => (await countOpen(scene)) === 0

describe('a sender that was given up for lost', () => {
  const takeAll = () => takeDue(scene.server.db, endpointOf(webhook()), 1, 15)
  const take = async () => {
    const [taken = expect.fail()] = await takeAll()
    return taken
  }
  beforeEach(async () => {
    await useWebhook(scene.server.db, webhook())
    await approve(await addVideo(scene.server.owner))
    await endGrace(scene)
  })

  test('is followed by another, and its late failure changes nothing', async () => {
    const lost = await take()
    expect(lost).toMatchObject({ attempts: 1 })
    // Within its time nobody else has it.
    expect(await takeAll()).toEqual([])
    await dueNow()
    scene.tell()
    await until(allTold)
    expect(scene.receiver.taken).toHaveLength(1)
    await setFailed(scene.server.db, lost, 'late', { inSeconds: 1 })
    expect(await lastRow()).toEqual({ state: 'delivered', attempts: 2, error: '' })
  })

  test('comes back with its word while another one sends: only the other one’s word counts', async () => {
    const { db } = scene.server
    const lost = await take()
    await dueNow()
    const other = await take()
    expect(other).toMatchObject({ eventId: lost.eventId, attempts: 2 })
    await setDelivered(db, lost)
    expect(await lastRow()).toEqual({ state: 'sending', attempts: 2, error: '' })
    await setFailed(db, lost, 'late', 'never')
    expect(await lastRow()).toEqual({ state: 'sending', attempts: 2, error: '' })

    await setFailed(db, other, 'answered 500', { inSeconds: 0 })
    expect(await lastRow()).toEqual({ state: 'waiting', attempts: 2, error: 'answered 500' })
    scene.tell()
    await until(allTold)
    expect(scene.receiver.taken).toHaveLength(1)
    // What is settled stays so, even for the sender that settled it.
    await setFailed(db, { ...other, attempts: 3 }, 'late', 'never')
    expect(await lastRow()).toEqual({ state: 'delivered', attempts: 3, error: '' })
  })
})

test('a row is settled without being sent only while there is no endpoint, and sent only to the one in use', async () => {
  const { db } = scene.server
  await stopWebhook(db)
  await approve(await addVideo(scene.server.owner))
  await endGrace(scene)
  const mine = endpointOf(webhook())
  expect(await takeDue(db, mine, 1, 15)).toEqual([])
  for (const other of [
    { ...webhook(), url: 'http://127.0.0.1:9/other' },
    { ...webhook(), secret: 'another secret of that length' },
  ]) {
    await useWebhook(db, other)
    expect(await takeDue(db, mine, 1, 15)).toEqual([])
    expect(await settleDue(db, 1)).toBe(0)
  }
  expect(await lastRow()).toEqual({ state: 'waiting', attempts: 0, error: '' })
  await stopWebhook(db)
  expect(await settleDue(db, 1)).toBe(1)
  expect(await lastRow()).toEqual({ state: 'not_sent', attempts: 0, error: '' })
})

test('a server of the previous release cannot call delivered what it did not send', async () => {
  const { db } = scene.server
  const settle = () =>
    db.query(sql`update outbox set state = 'delivered', settled_at = now()
    where event_id = any (array(select event_id from outbox
      where state in ('waiting', 'sending') and due_at <= now()
      order by due_at, event_id limit 500 for update skip locked)) returning 1`)
  await useWebhook(db, webhook())
  await approve(await addVideo(scene.server.owner))
  await endGrace(scene)
  expect(await settle()).toEqual([])
  expect(await lastRow()).toMatchObject({ state: 'waiting' })
  await stopWebhook(db)
  expect(await settle()).toHaveLength(1)
  expect(await lastRow()).toMatchObject({ state: 'not_sent' })
})

test('the metrics say how many wait, how many are dead and how old the oldest is, in the first scrape', async () => {
  const { owner, url } = scene.server
  const [first = 0, second = 0] = await addVideos(owner, 2)
  await approve(first)
  await owner.query(sql`
    update outbox set state = case subject_id when ${first} then 'dead' else 'delivered' end`)
  // One that has waited for an hour.
  await owner.query(sql`
    with old as (
      insert into event (at, actor_id, actor_name, action, queue, subject_id, before, after)
      values (now() - interval '1 hour', ${scene.li.userId}, 'x', 'approve', 'video', ${second}, 0, 5)
      returning id)
    insert into outbox (event_id, decision, queue, subject_id, actor_id, due_at)
    select id, gen_random_uuid(), 'video', ${second}, ${scene.li.userId}, now() from old`)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain('outbox_rows{state="waiting"} 1')
  expect(metrics).toContain('outbox_rows{state="dead"} 1')
  // In the first scrape, and not only in the next one.
  expect(Number(/^outbox_oldest_seconds (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(3600)
  expect(metrics).not.toContain(webhookSecret)
})
