import { setTimeout as delay } from 'node:timers/promises'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { focusCalls } from '@screening-room/contract/focus'
import { historyCalls } from '@screening-room/contract/history'
import type { PlatformEvent } from '@screening-room/contract/platform'
import { projectCalls } from '@screening-room/contract/projects'
import { dismissalMessage, status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { closeGracefully } from '../src/http/shutdown.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { getLastPosition } from '../src/store/platform-events.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { decide, newDesk, next } from './setup/focus.ts'
import { addVideo } from './setup/items.ts'
import { startReplica } from './setup/live.ts'
import { addMachine, Machine, rowOf } from './setup/platform.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

let server: TestServer
let machine: Machine
let reviewer: Client
let administrator: Client
beforeAll(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '600' } })
  machine = await addMachine(server)
  reviewer = await server.signIn()
  reviewer.insists = true
  administrator = await server.signIn('administrator')
})
afterAll(async () => {
  await expectWhole(server)
  await server.close()
})

const seal = async () => {
  while ((await sealEvents(server.db)) > 0);
}

/** A consumer that keeps nothing but the position. */
async function readAll(limit: number, after = 0): Promise<PlatformEvent[]> {
  const all: PlatformEvent[] = []
  for (let from = after; ; ) {
    const { msg, status, headers, body } = await machine.events({ after: from, limit })
    if (status === 429) {
      await delay(Number(headers.get('retry-after')) * 1000)
      continue
    }
    expect(msg).toBe('ok')
    all.push(...body.data)
    if (body.next === from) return all
    from = body.next
  }
}

const end = async () => {
  await seal()
  return getLastPosition(server.db)
}

test('an event has both ids, what changed, and why in both languages', async () => {
  const after = await end()
  const reason = await machine.add('reportReasons', {
    external_id: 'violence',
    message: '暴力',
    message_en: 'Violence',
  })
  const row = { ...rowOf.videos('reported'), type: 'project' }
  const id = await machine.add('videos', row)
  const report = { ...rowOf.reports('report'), video: 'reported', video_type: 'project' }
  const reportId = await machine.add('reports', report)
  const takeDown = { videoId: id, videoType: videoType.project, offlineReasons: [reason] }
  expect((await reviewer.send(videoCalls.project.takeDown, takeDown)).msg).toBe('ok')
  const nameless = await addVideo(server.owner)
  const reject = { videoId: nameless, message: '画面过暗' }
  expect((await reviewer.send(videoCalls.project.reject, reject)).msg).toBe('ok')
  await seal()

  const events = await readAll(500, after)
  const by = { id: reviewer.userId, nick_name: expect.any(String) }
  const shared = { undoes: null, by, position: expect.any(Number), event: expect.any(Number) }
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const reasons = [{ id: reason, external_id: 'violence', message: '暴力', message_en: 'Violence' }]
  const sealed = { position: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
  const message = {
    reason_texts: null,
    marks: [],
    version: 1,
    report: null,
    data: null,
    strikes: null,
    seal: sealed,
  }
  const decided = {
    ...shared,
    ...message,
    at,
    action: 'takeDown',
    before: 0,
    after: 8,
    reason: '',
    reasons,
  }
  expect(events).toEqual([
    {
      ...decided,
      queue: 'video',
      id,
      external_id: 'reported',
      strikes: { weight: 1, points: 1 },
    },
    {
      ...decided,
      queue: 'report',
      id: reportId,
      external_id: 'report',
      version: null,
      report: {
        video: { id, external_id: 'reported' },
        reporter: { id: expect.any(Number), external_id: 'm-report' },
      },
    },
    {
      ...decided,
      action: 'reject',
      queue: 'video',
      id: nameless,
      external_id: null,
      after: 3,
      reason: '画面过暗',
      reasons: [],
    },
  ])
})

test('a reason from the catalogue comes in both languages, with the marked moments and the version', async () => {
  const after = await end()
  const row = { ...rowOf.videos('marked'), type: 'project', priority: 100 }
  await machine.add('videos', row)
  await machine.add('videos', { ...row, title: 'changed' })
  const [reason] = await server.owner.query<{ text: string; en: string }>(sql`
    select text, text_en as en from canned_reason where queue = 'video' order by id limit 1`)
  const desk = newDesk()
  const [item] = (await next(reviewer, desk)).items
  const marks = JSON.stringify([{ from: 1.5, to: 3, note: 'smoke' }, { from: 9 }])
  const message = `0:01: ${reason?.en}`
  const fields = { desk, lease: item?.lease ?? '', action: 'reject', message, marks }
  expect((await decide(reviewer, fields)).msg).toBe('ok')
  await seal()
  expect(await readAll(500, after)).toMatchObject([
    {
      action: 'reject',
      external_id: 'marked',
      reason_texts: { zh: reason?.text, en: reason?.en },
      marks: [
        { from: 1.5, to: 3 },
        { from: 9, to: null },
      ],
      version: 2,
    },
  ])
})

test('what changes no status says what it is about', async () => {
  const after = await end()
  const video = await machine.add('videos', { ...rowOf.videos('sorted'), type: 'personal' })
  const { body } = await administrator.send(categoryCalls.addCategory, { typeName: '纪录片' })
  const typeId = body.data.id
  const categorize = { typeId, videoId: video }
  expect((await reviewer.send(videoCalls.personal.tag, categorize)).msg).toBe('ok')
  await seal()
  const category = { id: typeId, name: '纪录片', nameEn: null }
  const data = { videoType: videoType.personal, category, previous: null }
  expect(await readAll(500, after)).toMatchObject([
    { queue: 'category', action: 'addCategory', id: typeId, data: { name: '纪录片' } },
    { external_id: 'sorted', action: 'categorize', before: null, after: null, data },
  ])
})

test('what concerns the back-office alone is left out, and the position goes on past it', async () => {
  const after = await end()
  await server.signIn()
  await addMachine(server)
  await seal()
  const { body } = await machine.events({ after })
  expect(body.data).toEqual([])
  expect(body.next).toBe(after + 2)
  expect((await machine.events({ after: body.next })).body.next).toBe(body.next)
})

/** Everything that can happen to items, by chance. */
function acts(roll: ReturnType<typeof dice>) {
  const desk = newDesk()
  const decisions: string[] = []
  const one = async (table: 'video' | 'certification' | 'project') => {
    const [row] = await server.owner.query<{ id: number }>(
      sql`select id from platform_id where kind = ${table} order by md5(id || ${String(roll.next())}) limit 1`,
    )
    return row?.id ?? 0
  }
  const decideNext = async () => {
    const { items } = await next(reviewer, desk)
    if (!items[0]) return 'nothing to decide'
    const act = roll.pick([{ action: 'approve' }, { action: 'reject', message: 'as seen' }])
    const { msg, body } = await decide(reviewer, { desk, lease: items[0].lease, ...act })
    if (body.data) decisions.push(body.data.decision)
    return msg
  }
  const undoLast = async () => {
    const decision = decisions.pop()
    if (!decision) return 'nothing to undo'
    return (await reviewer.send(focusCalls.undo, { desk, decision })).msg
  }
  const again = () => (roll.below(2) ? { resubmit: true } : {})
  const upsert = async (name = `x${roll.below(12)}`, type = roll.pick(['project', 'personal'])) => {
    const title = `title ${roll.below(3)}`
    const video = { ...rowOf.videos(`${type}-${name}`), type, title, ...again() }
    await machine.upsert('videos', video)
    const report = { video: `${type}-${name}`, video_type: type }
    await machine.upsert('reports', { ...rowOf.reports(`r${roll.below(40)}`), ...report })
    await machine.upsert('certifications', { ...rowOf.certifications(name), ...again() })
    await machine.upsert('projects', { ...rowOf.projects(name), title, ...again() })
  }
  const others = [
    () => machine.withdraw([{ kind: 'video', external_id: `personal-x${roll.below(12)}` }]),
    async () => reviewer.send(certificationCalls.approve, { authId: await one('certification') }),
    async () =>
      reviewer.send(projectCalls.reject, { projectId: await one('project'), message: 'no' }),
    async () => reviewer.send(videoCalls.project.approve, { videoId: await one('video') }),
    async () =>
      reviewer.send(videoCalls.project.takeDown, {
        videoId: await one('video'),
        videoType: videoType.project,
        offlineReasons: [1],
      }),
    async () =>
      reviewer.send(videoCalls.personal.reject, {
        videoId: await one('video'),
        message: dismissalMessage,
      }),
    async () => {
      const queue = roll.pick(['video', 'certification', 'project'] as const)
      const message = 'look again'
      await administrator.send(historyCalls.reopen, { queue, id: await one(queue), message })
    },
  ]
  return { decideNext, undoLast, upsert, others }
}

test('a consumer that reads from 0 has every item’s status exactly, whatever was decided, undone and reopened', {
  tags: ['torture'],
}, async () => {
  const roll = dice('platform events')
  const { decideNext, undoLast, upsert, others } = acts(roll)
  const all: (() => Promise<unknown>)[] = [decideNext, undoLast, () => upsert(), ...others]
  await upsert('last', 'project')
  expect(await decideNext()).toBe('ok')
  expect(await undoLast()).toBe('ok')
  for (let n = 0; n < many(120, 3000); n++) {
    await roll.pick(all)()
    if (roll.below(10) === 0) await seal()
  }
  await seal()
  const events = await readAll(1 + roll.below(40))
  expect(new Set(events.map(({ action }) => action)).has('undo')).toBe(true)
  const positions = events.map(({ position }) => position)
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
  /** Pending until an event says otherwise. */
  const statuses = new Map<string, number>()
  for (const { queue, id, before, after } of events) {
    const key = `${queue} ${id}`
    if (after === null) continue
    expect(before).toBe(statuses.get(key) ?? status.pending)
    statuses.set(key, after)
  }
  const rows = await server.owner.query<{ key: string; status: number }>(sql`
    select 'video ' || id as key, status from video union all
    select 'report ' || id, status from report union all
    select 'project ' || id, status from project union all
    select 'certification ' || id, status from certification`)
  const wrong = rows.filter(({ key, status: is }) => (statuses.get(key) ?? status.pending) !== is)
  expect(wrong).toEqual([])
  const undone = events.filter(({ undoes }) => undoes !== null)
  const known = new Set(events.map(({ event }) => event))
  expect(undone.filter(({ undoes }) => !known.has(undoes ?? 0))).toEqual([])
  figure('D11', events.length)
})

test('a request that waits is answered when something happens, and holds no connection meanwhile', async () => {
  const after = await end()
  // With an allowance of its own: what was read before may have used up the other's.
  const other = await addMachine(server)
  const waits = Array.from({ length: 12 }, () => other.events({ after, wait: 25 }))
  const held = sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'screening-room' and state <> 'idle'
      and pid <> pg_backend_pid()`
  await expect
    .poll(async () => (await server.owner.query<{ n: number }>(held))[0]?.n)
    .toBeLessThan(2)
  // More wait than there are connections, and reviewers do not notice.
  const id = await addVideo(server.owner)
  expect((await reviewer.send(videoCalls.project.approve, { videoId: id })).msg).toBe('ok')
  await seal()
  for (const { body } of await Promise.all(waits))
    expect(body.data.map((event) => event.id)).toEqual([id])
})

test('a request that waits for nothing is answered with nothing when its time is over', async () => {
  const after = await end()
  const began = performance.now()
  const { body } = await machine.events({ after, wait: 1 })
  expect(body).toMatchObject({ data: [], next: after })
  expect(performance.now() - began).toBeGreaterThan(900)
})

test('requests that wait end when the server stops, and when the client has gone', async () => {
  const after = await end()
  let looks = 0
  const counting = (db: Db): Db => ({
    ...db,
    query: (statement) => {
      if (statement.compile().text.includes('max(position)')) looks += 1
      return db.query(statement)
    },
  })
  const replica = await startReplica(server, { through: counting })
  const other = new Machine(replica.url, machine.key)
  other.insists = true
  const gone = new AbortController()
  const left = other.events({ after, wait: 25 }, { signal: gone.signal }).catch(() => 'gone')
  const waiting = other.events({ after, wait: 25 })
  await expect.poll(() => looks).toBeGreaterThan(0)
  gone.abort()
  expect(await left).toBe('gone')
  const began = performance.now()
  await Promise.all([closeGracefully(replica.app, 300), waiting])
  expect((await waiting).body).toMatchObject({ code: 200, data: [], next: after })
  // Before connections are cut.
  expect(performance.now() - began).toBeLessThan(8000)
  await replica.db.close()
})
