import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { historyCalls } from '@screening-room/contract/history'
import { type ItemStory, recordCalls } from '@screening-room/contract/record'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { leafOf, pathOf, rootOf } from '../src/domain/seal-tree.ts'
import { verifyWhole } from '../src/domain/verification.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { addReasons, addReports, addVideo } from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { unzip } from './setup/unzip.ts'

const roll = dice('record bundle')

let server: TestServer
let admin: Client
let folder: string
let videoId: number
/** The seal that an auditor has kept, elsewhere. */
let kept: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'screening-room-bundle-'))
  server = await startServer()
  admin = await server.signIn('administrator', '王芳')
  await addReasons(server.owner)
  await addOthers(1500)
  videoId = await addVideo(server.owner)
  await addReports(server.owner, videoId, 2)
  await admin.send(videoCalls.project.reject, { videoId, message: '太暗了 <b>"&' })
  await addOthers(900)
  await server.owner.query(sql`update video set title = 'a new title' where id = ${videoId}`)
  await admin.send(historyCalls.reopen, { queue: 'video', id: videoId, message: 'look again' })
  await sealAll()
  kept = (await verifyWhole(server.db)).seal ?? ''
  await addOthers(700)
  await verifyWhole(server.db)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function sealAll() {
  while ((await sealEvents(server.owner)) > 0);
}
async function addOthers(count: number) {
  await server.owner.query(sql`
    insert into event (actor_id, actor_name, action, queue, subject_id, reason)
    select 1, 'x', 'skip', 'video', 909090, n::text from generate_series(1, ${count}::int) n`)
  await sealAll()
}

const position = () => Number(kept.split(':')[0])
const exported = async (wanted: { seal?: number } = { seal: position() }) => {
  const input = { queue: 'video', id: videoId, ...wanted } as const
  const { body } = await admin.send(recordCalls.bundle, input)
  return { ...body.data, files: unzip(Buffer.from(body.data.zip ?? '', 'base64')) }
}

/** With the script of the bundle itself, or with one's own. */
async function verify(files: ReadonlyMap<string, Buffer>, seal: string) {
  const place = await mkdtemp(join(folder, 'one-'))
  for (const [name, content] of files) await writeFile(join(place, name), content)
  return new Promise<{ code: number; says: string }>((resolve) => {
    execFile(process.execPath, [join(place, 'verify.mjs'), seal], (error, out, said) =>
      resolve({ code: error ? Number(error.code) : 0, says: out + said }),
    )
  })
}

test('it proves itself offline against a seal that was kept, and tells what it proves', async () => {
  const bundle = await exported()
  expect(bundle).toMatchObject({ name: `video-${videoId}.zip`, proven: 2, seal: position() })
  const { code, says } = await verify(bundle.files, kept)
  expect(says).toContain('王芳 reject "太暗了 <b>\\"&"')
  expect(says).toContain('王芳 reopen "look again"')
  expect(says).toContain('PROVEN: 2 events are as they were sealed; not covered by this seal: 0')
  expect(code).toBe(0)
})

test('it is refused with another seal, and without one', async () => {
  const { files } = await exported()
  const [place, root = ''] = kept.split(':')
  for (const [seal, why] of [
    [
      `${place}:${root.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))}`,
      'is not under this seal',
    ],
    [`${position() - 1}:${root}`, `this bundle is for the seal ${place}`],
    ['', 'give the seal that you keep'],
  ] as const)
    expect(await verify(files, seal)).toMatchObject({
      code: 1,
      says: expect.stringContaining(why),
    })
})

test('it is refused after one flipped bit, in any of its files', async () => {
  const { files } = await exported()
  for (const [name, content] of files) {
    // A script that was changed can say anything: its reader takes their own.
    if (name === 'verify.mjs') continue
    for (let run = 0; run < 3; run++) {
      const bit = roll.below(content.length * 8)
      const flipped = Buffer.from(content)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const { code, says } = await verify(new Map([...files, [name, flipped]]), kept)
      expect({ name, bit, code, says }).toMatchObject({ code: 1 })
      expect(says).toContain('REFUSED')
    }
  }
})

test('it is refused where an event says something else, though the files agree with each other', async () => {
  const { files } = await exported()
  const { createHash } = await import('node:crypto')
  const forge = (from: string, to: string) => {
    const events = Buffer.from(files.get('events.json')?.toString().replaceAll(from, to) ?? '')
    expect(events).not.toEqual(files.get('events.json'))
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '')
    manifest['events.json'] = createHash('sha256').update(events).digest('hex')
    return verify(
      new Map([
        ...files,
        ['events.json', events],
        ['manifest.json', Buffer.from(JSON.stringify(manifest))],
      ]),
      kept,
    )
  }
  expect((await forge('look again', 'look agani')).says).toContain('the texts of event')
  expect((await forge('\\"reopen\\"', '\\"reject\\"')).says).toContain('is not under this seal')
  expect((await forge(`"id": ${videoId},`, `"id": ${videoId + 1},`)).says).toContain(
    'is about something else',
  )
})

test('what came after the seal is listed as not covered, and covered by a later seal', async () => {
  const { proven, events, files } = await exported({})
  expect(proven).toBeGreaterThanOrEqual(2)
  const { unproven } = JSON.parse(files.get('events.json')?.toString() ?? '')
  // The exports of the tests before this one.
  expect(unproven).toHaveLength(events - proven)
  await sealAll()
  const later = (await verifyWhole(server.db)).seal ?? ''
  const again = await exported({})
  expect(again.proven).toBe(events + 1)
  expect((await verify(again.files, later)).code).toBe(0)
})

test('who took it is in the item’s history, with the fingerprint of what they took', async () => {
  const { files } = await exported()
  const { data } = (await admin.send(historyCalls.list, { queue: 'video', id: videoId })).body
  expect(data[0]).toMatchObject({ action: 'export', by: { nickName: '王芳' } })
  const [event] = await server.owner.query<{ details: { manifest: string } }>(
    sql`select details from event where id = ${data[0]?.id}`,
  )
  const { createHash } = await import('node:crypto')
  const manifest = files.get('manifest.json') ?? ''
  expect(event?.details.manifest).toBe(createHash('sha256').update(manifest).digest('hex'))
})

test('it has the page for people, in which nothing runs, and the item for machines', async () => {
  const { files } = await exported()
  const page = files.get('story.html')?.toString() ?? ''
  expect(page).toContain('太暗了 &lt;b&gt;&quot;&amp;')
  expect(page).not.toContain('<b>')
  const item = JSON.parse(files.get('item.json')?.toString() ?? '') as ItemStory
  expect(item).toMatchObject({ queue: 'video', id: videoId, title: 'a new title' })
  expect(item.versions.map(({ version, title }) => [version, title])).toEqual([
    [2, 'a new title'],
    [1, 'video 1'],
  ])
  expect(item.reports).toHaveLength(2)
  const { body } = await admin.send(recordCalls.item, { queue: 'video', id: videoId })
  expect(item).toMatchObject(body.data)
})

test('an item that is not there has neither story nor bundle, and a seal must have been verified', async () => {
  const missing = { queue: 'project', id: 999_999 } as const
  expect((await admin.send(recordCalls.item, missing)).code).toBe(404)
  expect((await admin.send(recordCalls.bundle, missing)).code).toBe(404)
  const ahead = { queue: 'video', id: videoId, seal: 999_999_999 } as const
  expect(await admin.send(recordCalls.bundle, ahead)).toMatchObject({
    code: 400,
    msg: expect.stringMatching(/seal.*the last one is #\d+/s),
  })
})

test('every place in trees of every size up to 40 has a way up to the root', () => {
  const leaves = Array.from({ length: 40 }, (_, index) => leafOf(Buffer.of(index)))
  for (let size = 1; size <= leaves.length; size++) {
    const some = leaves.slice(0, size)
    for (let index = 0; index < size; index++)
      expect(pathOf(some, index).length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)))
    if (size > 1) expect(rootOf(some)).not.toEqual(rootOf(leaves.slice(0, size - 1)))
  }
})
