import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Client,
  ClientError,
  createClient,
  verifyWebhook,
  WebhookRefused,
} from '@screening-room/client'
import { platformCalls } from '@screening-room/contract/platform'
import { videoCalls } from '@screening-room/contract/videos'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../../server/src/db/sql.ts'
import { sealEvents } from '../../server/src/store/housekeeping.ts'
import { setEndpointScene } from '../../server/test/setup/endpoints.ts'
import { addMachine } from '../../server/test/setup/platform.ts'
import { until } from '../../server/test/setup/test-support.ts'

/* The client for Node against the real server, and against one that fails. */

const scene = setEndpointScene()
const connect = async (): Promise<Client> => {
  const { key, url } = await addMachine(scene.server)
  return createClient({ url, key })
}

test('it sends every kind of row, and each is answered', async () => {
  const client = await connect()
  const [member] = await client.members([{ external_id: 'u-1', nick_name: '林一' }])
  expect(member).toMatchObject({ external_id: 'u-1', result: 'created' })
  const video = { external_id: 'v-1', type: 'personal', uploader: 'u-1', title: '长街' } as const
  expect(await client.videos([video])).toMatchObject([{ result: 'created' }])
  expect(await client.videos([video])).toMatchObject([{ result: 'unchanged' }])
  const options = { idempotencyKey: 'the-same-batch' }
  const first = await client.roles([{ external_id: 'actor', name: '演员' }], options)
  expect(await client.roles([{ external_id: 'actor', name: '演员' }], options)).toEqual(first)
  await expect(client.roles([{ external_id: 'actor', name: 'x' }], options)).rejects.toMatchObject({
    code: 422,
  })
  const stranger = createClient({ url: scene.server.url, key: 'srk_00000000_x' })
  await expect(stranger.events()).rejects.toBeInstanceOf(ClientError)
  await expect(stranger.events()).rejects.toMatchObject({ code: 401 })
})

test('it has every upsert of the contract, at its path', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.url))
    response.end('{"code":200,"msg":"ok","data":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const client = createClient({ url: `http://127.0.0.1:${port}/`, key: 'x' })
  const { events: _events, ...upserts } = platformCalls
  for (const kind of Object.keys(upserts) as (keyof typeof upserts)[]) await client[kind]([])
  expect(asked).toEqual(Object.values(upserts).map(({ path }) => path))
})

test('it repeats what was not answered under the same key, and waits as long as it is told', async () => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 1) return request.socket.destroy()
    if (keys.length === 2) return response.writeHead(429, { 'retry-after': '1' }).end()
    response.end('{"code":200,"msg":"ok","data":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const since = performance.now()
  expect(await createClient({ url, key: 'x' }).members([])).toEqual([])
  expect(performance.now() - since).toBeGreaterThan(1000)
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  keys.length = 0
  const once = createClient({ url, key: 'x', retries: 0 })
  await expect(once.members([])).rejects.toMatchObject({ code: 0 })
  expect(keys).toHaveLength(1)
})

test('it follows the record from a position, over empty pages, until it is told to stop', async () => {
  const client = await connect()
  while ((await sealEvents(scene.server.db)) > 0);
  const [last] = await scene.server.owner.query<{ after: number }>(
    sql`select coalesce(max(position), 0) as after from event_seal`,
  )
  const [{ id } = { id: null }] = await client.videos([
    { external_id: 'followed', type: 'personal', uploader: 'u-1' },
  ])
  const stop = new AbortController()
  const seen: string[] = []
  const following = (async () => {
    for await (const { action, external_id } of client.follow({
      after: last?.after ?? 0,
      signal: stop.signal,
    }))
      seen.push(`${action} ${external_id}`)
  })()
  // An event of the back-office alone is a page without events.
  await scene.add(scene.one)
  while ((await sealEvents(scene.server.db)) > 0);
  await scene.li.send(videoCalls.personal.approve, { videoId: id ?? 0 })
  while ((await sealEvents(scene.server.db)) > 0);
  await until(() => seen.length === 1)
  expect(seen).toEqual(['approve followed'])
  stop.abort()
  await following
})

test('it tells a message of ours from any other', async () => {
  let [body, headers] = ['', {} as Record<string, string | string[] | undefined>]
  const server = createServer(async (request, response) => {
    body = Buffer.concat(await request.toArray()).toString('utf8')
    headers = request.headers
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  scene.one.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { secret } = await scene.add(scene.one)
  const client = await connect()
  const [{ id } = { id: null }] = await client.videos([
    { external_id: 'told', type: 'personal', uploader: 'u-1' },
  ])
  await scene.li.send(videoCalls.personal.approve, { videoId: id ?? 0 })
  await scene.settle()
  scene.deliver()
  await until(() => body !== '')
  const message = await verifyWebhook({ secrets: ['another secret', secret], headers, body })
  expect(message).toMatchObject({
    external_id: 'told',
    action: 'approve',
    seal: { position: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(
    await verifyWebhook({ secrets: [secret], headers: new Headers(headers as never), body }),
  ).toEqual(message)
  const refused = (change: Partial<Parameters<typeof verifyWebhook>[0]>) =>
    expect(verifyWebhook({ secrets: [secret], headers, body, ...change })).rejects.toBeInstanceOf(
      WebhookRefused,
    )
  await refused({ secrets: [] })
  await refused({ secrets: ['another secret'] })
  await refused({ body: `${body} ` })
  await refused({ headers: {} })
  await refused({ headers: { ...headers, 'webhook-id': '1' } })
  await refused({ headers: { ...headers, 'webhook-signature': 'v1,!' } })
  await refused({ headers: { ...headers, 'webhook-signature': 'v2,x' } })
  await refused({ headers: { ...headers, 'webhook-timestamp': '1' } })
  await refused({ headers: { ...headers, 'webhook-timestamp': 'now' } })
})
