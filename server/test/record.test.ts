import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { eventCalls } from '@screening-room/contract/events'
import { type RecordEntry, recordCalls, recordPage } from '@screening-room/contract/record'
import { recordExportCalls, statement } from '@screening-room/contract/record-exports'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { rangeOf } from '../src/domain/platform-time.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { findRecord } from '../src/store/record.ts'
import { type Client, insist } from './setup/client.ts'
import { parseCsv } from './setup/csv.ts'
import { addReasons, addVideo } from './setup/items.ts'
import { newRole } from './setup/roles.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

const roll = dice('record')

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.signIn('administrator', '王芳')
  await addReasons(server.owner)
  await addRandomEvents(700)
})
afterAll(() => server.close())

const people = [901, 902, 0]
const actions = ['approve', 'reject', 'takeDown', 'account.create']
const queues = ['video', 'project', 'report', 'account']
const texts = ['', '', 'Too DARK to see', '太暗了', 'Music 100% unlicensed_']

/** Several at the same moment, and not in the order of their IDs: as with a clock that jumps. */
async function addRandomEvents(count: number) {
  const rows = Array.from({ length: count }, () => ({
    at: Date.UTC(2025, 0, 1) + roll.below(40 * 24) * 3_600_000,
    actor: roll.pick(people),
    action: roll.pick(actions),
    queue: roll.pick(queues),
    subject: 1 + roll.below(30),
    reason: roll.pick(texts),
    reasonId: roll.below(8),
  }))
  await server.owner.query(sql`
    insert into event (at, actor_id, actor_name, action, queue, subject_id, reason, reason_ids)
    select to_timestamp(at / 1000), actor, 'p' || actor, action, queue, subject, reason,
      case when "reasonId" between 1 and 3 then array["reasonId", 9] else '{}' end
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (at float8, actor bigint, action text, queue text, subject bigint, reason text, "reasonId" bigint)`)
  while ((await sealEvents(server.owner)) > 0);
}

type Input = InputOf<typeof recordCalls.list>

/** The same, as anybody would write it who has all the time in the world. */
async function plainly({ person, action, queue, item, reasonId, words, start, end }: Input) {
  const isItem = sql`queue in ('certification', 'project', 'video', 'report')`
  const rows = await server.owner.query<{ id: number }>(sql`
    select id from event where true
      and (${person ?? null}::bigint is null or actor_id = ${person ?? null})
      and (${action ?? null}::text is null or action = ${action ?? null})
      and (${queue ?? null}::text is null or queue = ${queue ?? null})
      and (${item ?? null}::bigint is null or subject_id = ${item ?? null}
        and (${queue ?? null}::text is not null or ${isItem}))
      and (${reasonId ?? null}::bigint is null or reason_ids @> array[${reasonId ?? null}::bigint])
      and (${words ?? null}::text is null or position(lower(${words ?? null}) in lower(reason)) > 0)
      and (${start ?? null}::timestamptz is null or at >= ${start ?? null}::timestamptz)
      and (${end ?? null}::timestamptz is null or at < ${end ?? null}::timestamptz + interval '1 second')
    order by at desc, id desc`)
  return rows.map(({ id }) => id)
}

const ask = async (input: Input = {}) =>
  (await insist(() => admin.send(recordCalls.list, input))).body

/** Every page that a read has, one after the other. */
async function paged(
  read: (before: number | undefined) => Promise<{ ids: number[]; next: number | null }>,
): Promise<number[]> {
  const all: number[] = []
  for (let before: number | undefined, page = 0; page < 2000; page++) {
    const { ids, next } = await read(before)
    all.push(...ids)
    if (next === null) return all
    before = next
  }
  throw new Error('it has no end')
}

const idsOf = (rows: readonly RecordEntry[]) => rows.map(({ id }) => id)

const asked = (input: Input) =>
  paged(async (before) => {
    const { data, next } = await ask({ ...input, before })
    return { ids: idsOf(data), next }
  })

/** With small pages, and few rows looked at for each. */
const read = ({ start, end, reasonId, ...rest }: Input, lookAt: number) =>
  paged(async (before) => {
    const range = rangeOf({ start, end }, server.config.platformTz)
    const { rows, next } = await findRecord(
      server.db,
      { ...rest, reason: reasonId, ...range },
      before,
      {
        page: 7,
        lookAt,
      },
    )
    return { ids: idsOf(rows), next }
  })

const day = (most: number) => `2025-01-${String(1 + roll.below(most)).padStart(2, '0')}`
const choices: Record<string, () => string | number> = {
  person: () => roll.pick(people),
  action: () => roll.pick(actions),
  queue: () => roll.pick(queues),
  item: () => 1 + roll.below(30),
  reasonId: () => 1 + roll.below(3),
  words: () => roll.pick(['dark', '太暗', '100%', 'UNLICENSED_', 'k t']),
  start: () => `${day(9)}T00:00:00`,
  end: () => `2025-01-${20 + roll.below(10)}T23:59:59`,
}
const names = Object.keys(choices)
const choose = (chosen: readonly string[]): Input =>
  Object.fromEntries(chosen.map((name) => [name, choices[name]?.()]))

describe('the record, newest first, is what plain SQL says', () => {
  test('without a filter, at any depth', async () => {
    expect(await asked({})).toEqual(await plainly({}))
  })

  test.each(names)('with the filter %s', async (name) => {
    for (let run = 0; run < 3; run++) {
      const input = choose([name])
      expect({ input, ids: await asked(input) }).toEqual({ input, ids: await plainly(input) })
    }
  })

  test('with several filters, however few rows are looked at for one answer', async () => {
    for (let run = 0; run < 40; run++) {
      const input = choose(names.filter(() => roll.below(5) < 2))
      const lookAt = 5 + roll.below(60)
      const ids = await plainly(input)
      expect({ input, lookAt, ids: await read(input, lookAt) }).toEqual({ input, lookAt, ids })
    }
  })

  test('and says how far back it looked where it found fewer than a page', async () => {
    const filters = { person: 901, words: 'nobody wrote this' }
    const found = await findRecord(server.db, filters, undefined, { lookAt: 20 })
    expect(found).toEqual({
      rows: [],
      next: expect.any(Number),
      lookedBackTo: expect.stringMatching(/^2025-\d\d-\d\dT/),
    })
  })
})

test('a page has who, what, on which item, why, and the place in the chain or none yet', async () => {
  const videoId = await addVideo(server.owner)
  await server.owner.query(sql`insert into platform_id values ('video', '影片-1', ${videoId})`)
  await admin.send(videoCalls.project.reject, { videoId, message: 'too dark' })
  const input = { queue: 'video', item: videoId } as const
  const [entry] = (await ask(input)).data
  expect(entry).toMatchObject({
    by: { id: admin.userId, nickName: '王芳' },
    action: 'reject',
    queue: 'video',
    subject: videoId,
    externalId: '影片-1',
    title: 'video 1',
    before: 0,
    after: 3,
    reason: 'too dark',
    position: null,
  })
  while ((await sealEvents(server.owner)) > 0);
  const [{ position } = { position: 0 }] = await server.owner.query<{ position: number }>(
    sql`select position from event_seal where event_id = ${entry?.id}`,
  )
  expect((await ask(input)).data[0]?.position).toBe(position)
})

test('the next page goes on behind the last event, in the platform’s days', async () => {
  const first = await ask({ end: '2025-01-31T23:59:59' })
  expect(first.data).toHaveLength(recordPage)
  const second = await ask({ end: '2025-01-31T23:59:59', before: first.next ?? 0 })
  const ids = await plainly({ end: '2025-01-31T23:59:59' })
  expect(idsOf([...first.data, ...second.data])).toEqual(ids.slice(0, 2 * recordPage))
  expect(await ask({ before: 999_999_999 })).toMatchObject({ data: [], next: null })
})

test('it is for administrators alone, and a wrong field is named', async () => {
  const reviewer = await server.signIn('reviewer')
  for (const call of [recordCalls.list, recordCalls.head, recordCalls.people, recordCalls.alerts])
    expect((await reviewer.sendRaw(call, {})).code).toBe(403)
  expect((await reviewer.sendRaw(recordCalls.item, { queue: 'video', id: '1' })).code).toBe(403)
  expect((await reviewer.sendRaw(recordCalls.bundle, { queue: 'video', id: '1' })).code).toBe(403)
  expect((await reviewer.sendRaw(recordCalls.verify, {})).code).toBe(403)
  for (const [field, value] of [
    ['queue', 'films'],
    ['before', 'x'],
    ['start', 'yesterday'],
    ['words', 'x'.repeat(101)],
  ] as const) {
    const answer = await admin.sendRaw(recordCalls.list, { [field]: value })
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(field) })
  }
})

test('an export of the record is in it with the person, also that of a part', async () => {
  const exporting = async (query: string) => {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, authorization: `Bearer ${admin.token}` }
    const response = await fetch(`${server.url}${eventCalls.export.path}${query}`, { headers })
    await response.text()
  }
  await exporting('')
  await exporting('?after=17')
  const { data } = await ask({ action: 'export.begin' })
  expect(data.map(({ by, queue }) => [by.id, queue])).toEqual([
    [admin.userId, 'export'],
    [admin.userId, 'export'],
  ])
})

test('the people of the record are those with accounts', async () => {
  const { body } = await admin.send(recordCalls.people, {})
  expect(body.data).toContainEqual({ id: admin.userId, nickName: '王芳' })
})

test('what was decided in one tab of a browser, and how much was watched, is found', async () => {
  const receipt = (to: number) => ({
    duration: 100,
    played: [
      { from: 0, to, speed: 1, muted: false, visible: true },
      { from: 0, to: 100, speed: 1, muted: false, visible: false },
    ],
  })
  const ids: number[] = []
  for (const [desk, to] of [
    ['tab-1', 40],
    ['tab-2', 80],
    ['tab-1', 100],
  ] as const) {
    const details = JSON.stringify({ desk, receipt: receipt(to) })
    const [event] = await server.owner.query<{ id: number }>(sql`
      insert into event (actor_id, actor_name, action, queue, subject_id, details)
      values (903, 'p', 'approve', 'video', 7, ${details}::jsonb) returning id`)
    ids.unshift(event?.id ?? 0)
  }
  const found = async (input: Input) => (await ask({ person: 903, ...input })).data
  expect((await found({ desk: 'tab-1' })).map(({ id }) => id)).toEqual([ids[0], ids[2]])
  expect((await found({})).map(({ watched, desk }) => [watched, desk])).toEqual([
    [100, 'tab-1'],
    [80, 'tab-2'],
    [40, 'tab-1'],
  ])
  expect((await found({ watchedTo: 80 })).map(({ id }) => id)).toEqual([ids[1], ids[2]])
})

describe('exports of the record', () => {
  const get = async (call: AnyCall, fields: Record<string, string>, who = admin) => {
    const response = await who.fetch(`${call.path}?${new URLSearchParams(fields)}`)
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
    return { status: response.status, text }
  }
  const lines = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))

  test('hold exactly the events of the filter, and themselves are recorded', async () => {
    for (const filters of [{}, { person: '901', words: 'dark' }, { action: 'approve,reject' }]) {
      const found = await paged(async (before) => {
        const { data, next } = await ask({
          ...filters,
          end: '2025-12-31T00:00:00',
          before,
        } as Input)
        return { ids: data.map(({ id }) => id), next }
      })
      const asked = { ...filters, end: '2025-12-31T00:00:00' }
      const { text } = await get(recordExportCalls.events, { ...asked, format: 'ndjson' })
      expect(lines(text).map(({ id }) => id)).toEqual(found)
      const csv = await get(recordExportCalls.events, { ...asked, format: 'csv' })
      const [head, ...rows] = parseCsv(csv.text)
      expect([head?.[2], head?.length]).toEqual(['Time (Asia/Shanghai)', 17])
      expect(rows.map((row) => [Number(row[1]), row.length])).toEqual(found.map((id) => [id, 17]))
    }
    const [last] = await server.owner.query(sql`
      select actor_name as by, details ->> 'list' as list, details ->> 'whole' as whole from event
      where action = 'export.end' order by id desc limit 1`)
    expect(last).toEqual({ by: '王芳', list: 'record', whole: 'true' })
  })

  test('statements of reasons name what was refused and still is, and nobody', async () => {
    const refused = await addVideo(server.owner)
    await server.owner.query(sql`update video set title = 'The secret title' where id = ${refused}`)
    const undone = await addVideo(server.owner)
    const taken = await addVideo(server.owner, { status: 5 })
    await admin.send(videoCalls.project.reject, {
      videoId: refused,
      message: 'Ring me, 13800000001',
    })
    await admin.send(videoCalls.project.approve, { videoId: undone })
    await server.owner.query(sql`
      insert into report (video_id, video_type, reason_id, reporter_id, create_time)
      values (${taken}, 2, 1, 7, now() - interval '1 hour')`)
    await admin.send(videoCalls.project.takeDown, {
      videoId: taken,
      videoType: 2,
      offlineReasons: [1],
    })
    const range = { start: '2026-01-01T00:00:00', end: '2099-01-01T00:00:00' }
    const { text } = await get(recordExportCalls.statements, { ...range, format: 'ndjson' })
    const all = lines(text)
    expect(all.map(({ puid }) => puid)).not.toContain(undefined)
    const [first, second] = all.slice(-2)
    expect(first).toMatchObject({
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DISABLED'],
      source_type: 'SOURCE_VOLUNTARY',
      content_type: ['CONTENT_TYPE_VIDEO'],
    })
    expect(second).toMatchObject({
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
      source_type: 'SOURCE_ARTICLE_16',
    })
    expect(second.incompatible_content_ground).not.toBe('Terms of the platform')
    for (const personal of ['secret', '13800000001', '王芳', 'Ring'])
      expect(text).not.toContain(personal)
    const csv = parseCsv((await get(recordExportCalls.statements, range)).text)
    expect(csv).toHaveLength(all.length + 1)
    expect(csv[0]).toEqual(Object.keys(statement.shape))
  })

  test('are for those who may read the record and export', async () => {
    const reader = await server.signIn(await newRole(admin, ['audit']))
    for (const call of Object.values(recordExportCalls)) {
      const fields = { start: '2026-01-01T00:00:00', end: '2026-02-01T00:00:00' }
      expect((await get(call, fields, reader)).status).toBe(403)
      expect((await get(call, fields, await server.signIn('reviewer'))).status).toBe(403)
    }
  })
})
