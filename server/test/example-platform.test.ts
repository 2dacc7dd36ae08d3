import { createHmac } from 'node:crypto'
import { type Client, createClient } from '@screening-room/client'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../examples/platform/src/database.ts'
import { catchUp, receiveWebhook } from '../../examples/platform/src/incoming.ts'
import { sendOutgoing } from '../../examples/platform/src/outgoing.ts'
import { addVideo, findVideosOf, getMember, signIn } from '../../examples/platform/src/store.ts'
import { sql } from '../src/db/sql.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { addMachine } from './setup/platform.ts'
import { emptyDatabase, startServer, type TestServer } from './setup/server.ts'

/* The example platform beside a real server, when answers are lost and messages come twice, late or forged. */

let server: TestServer
let database: Awaited<ReturnType<typeof emptyDatabase>>
let pool: Awaited<ReturnType<typeof openDatabase>>
let client: Client
beforeAll(async () => {
  server = await startServer()
  database = await emptyDatabase()
  pool = await openDatabase(database.admin)
  client = createClient(await addMachine(server))
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await server.close()
})

const secret = 'a secret of this test alone'

/** Signed as Standard Webhooks says, unless another signature is given. */
function deliver(message: object, signature?: string): Promise<number> {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = createHmac('sha256', secret).update(`1.${timestamp}.${body}`).digest('base64')
  const headers = {
    'webhook-id': '1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature ?? signed}`,
  }
  return receiveWebhook(pool, secret, headers, body)
}

test('the example loses nothing and applies each decision once, in order', async () => {
  const lin = await getMember(pool, await signIn(pool, 'Lin'))
  if (!lin) throw new Error('nobody is signed in')
  await addVideo(pool, lin, { title: 'Lanterns', description: '', media: 'lantern.webm' })
  const waiting = async () => (await pool.query('select from outgoing')).rowCount
  const shown = async () => (await findVideosOf(pool, lin))[0]

  // Nobody answers, and then an answer is lost on the way.
  const away = createClient({ url: 'http://127.0.0.1:9', key: 'x', retries: 0 })
  await expect(sendOutgoing(pool, away)).rejects.toThrow('There was no answer')
  expect(await waiting()).toBe(2)
  const cut: Client = {
    ...client,
    videos: async (...sent) => {
      await client.videos(...sent)
      throw new Error('the connection was cut')
    },
  }
  await expect(sendOutgoing(pool, cut)).rejects.toThrow('the connection was cut')
  expect(await waiting()).toBe(1)

  // It was taken, and is decided on before it is sent again: that must not bring it back to review.
  const find = () =>
    server.owner.query<{ id: number; status: number }>(sql`select id::int as id, status from video`)
  const [{ id: videoId } = { id: 0 }] = await find()
  const reviewer = await server.signIn()
  const reject = { videoId, message: 'The music is not yours.' }
  expect((await reviewer.send(videoCalls.personal.reject, reject)).msg).toBe('ok')
  await sendOutgoing(pool, client)
  expect(await waiting()).toBe(0)
  expect(await find()).toEqual([{ id: videoId, status: status.rejected }])

  while ((await sealEvents(server.db)) > 0);
  await catchUp(pool, client, 600)
  expect(await shown()).toMatchObject({ status: 'pending' })
  await catchUp(pool, client, 0)
  const rejected = { status: 'rejected', reasons: ['The music is not yours.'] }
  expect(await shown()).toMatchObject(rejected)

  const [event] = (await client.events()).data
  const approval = { ...event, after: status.approved, reason: '' }
  const [earlier, later] = [-1, 1].map((step) => ({
    ...approval,
    event: (event?.event ?? 0) + step,
  }))
  expect(await deliver(later ?? {}, 'Zm9yZ2Vk')).toBe(401)
  for (const late of [earlier, approval]) expect(await deliver(late ?? {})).toBe(204)
  expect(await shown()).toMatchObject(rejected)
  for (const again of [later, later]) expect(await deliver(again ?? {})).toBe(204)
  expect(await shown()).toMatchObject({ status: 'approved', reasons: [] })
})
