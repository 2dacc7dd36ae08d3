// @module-tag torture
import { randomUUID } from 'node:crypto'
import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls } from '@screening-room/contract/history'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { addCertifications, addProjects, addReasons, addReports, addVideo } from './setup/items.ts'
import { type Action, act, type Item, type Kind, kinds, newItems } from './setup/review-model.ts'
import { seeded } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession, sessionCookie } from './setup/sessions.ts'

/* Whatever is done in whatever order, the server says and keeps what the model says and keeps. */

let server: TestServer
const people: { client: Client; name: string }[] = []
const categories = new Map<string, number>()
beforeAll(async () => {
  server = await startServer()
  await addReasons(server.owner)
  const rows = await server.owner.query<{ id: number; name: string }>(
    sql`insert into category (name, comparable) values ('a', 'a'), ('b', 'b') returning id, name`,
  )
  for (const { id, name } of rows) categories.set(name, id)
  for (const role of ['administrator', 'reviewer', 'reviewer'] as const) {
    const { id, token, name } = await addPerson(server.owner, { role })
    const client = Object.assign(server.stranger(), { token, userId: id })
    client.cookies.set(sessionCookie, await addSession(server.owner, id))
    people.push({ client, name })
  }
})
afterAll(() => server.close())
afterEach(() => expectWhole(server))

type Sending = [AnyCall, Record<string, string | number | number[]>]

/** The call for it, as the specification's client sends it. */
function sendingOf({ does, on, words }: Action, id: number): Sending {
  const queue = on === 'certification' || on === 'project' ? on : 'video'
  if (does === 'reopen') return [historyCalls.reopen, { queue, id, message: words }]
  const reason = does === 'reject' ? { message: words } : {}
  const decision = does as 'approve' | 'reject'
  if (on === 'certification') return [certificationCalls[decision], { authId: id, ...reason }]
  if (on === 'project') return [projectCalls[decision], { projectId: id, ...reason }]
  const personal = on === 'personalVideo'
  const calls = videoCalls[personal ? 'personal' : 'project']
  const about = { videoId: id, videoType: personal ? 1 : 2 }
  if (does === 'takeDown') {
    const offlineReasons = { a: [1], b: [1, 2], '': [] }[words]
    return [calls.takeDown, { ...about, offlineReasons }]
  }
  if (does === 'feature') return [calls.tag, { videoId: id, typeId: 1 }]
  if (does === 'categorize') return [calls.tag, { videoId: id, typeId: categories.get(words) ?? 0 }]
  if (does === 'dismiss')
    return personal
      ? [calls.reject, { videoId: id, message: 'report rejected' }]
      : [reportCalls.dismiss, about]
  return [calls[decision], { videoId: id, ...reason }]
}

type Model = Record<Kind, Item>
type Real = Record<Kind, number>

class Doing implements fc.AsyncCommand<Model, Real> {
  readonly action: Action
  readonly again: boolean
  constructor(action: Action, again: boolean) {
    this.action = action
    this.again = again
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    const { action } = this
    const [call, input] = sendingOf(action, real[action.on])
    const headers = { 'idempotency-key': randomUUID() }
    const ask = () => people[action.by]?.client.sendRaw(call, input, headers)
    const { code, first } = act(model[action.on], action)
    const answer = await ask()
    const data = first && { by: people[first.by]?.name, action: first.does }
    expect(answer?.body).toMatchObject({ code, ...(data && { data }) })
    steps += 1
    if (!this.again) return
    // A key that has its answer repeats it and does nothing; a refusal leaves the key unused.
    const repeated = code === 200 ? code : act(model[action.on], action).code
    expect((await ask())?.code).toBe(repeated)
    steps += 1
  }
  toString = () => `${JSON.stringify(this.action)}${this.again ? ' twice' : ''}`
}

/** The platform's own part: somebody reports a video. */
class Reporting implements fc.AsyncCommand<Model, Real> {
  readonly on: Kind
  constructor(on: Kind) {
    this.on = on
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    model[this.on].reports.push(0)
    await addReports(server.owner, real[this.on])
    steps += 1
  }
  toString = () => `a report on the ${this.on}`
}

let steps = 0

async function expectKept(kind: Kind, id: number, item: Item): Promise<void> {
  const queue = kind === 'certification' || kind === 'project' ? kind : 'video'
  const rows = await server.owner.query<{
    queue: string
    action: string
    actor: number
    before: number
    after: number | null
    reason: string
  }>(sql`
    select queue, action, actor_id as actor, before, after, reason from event
    where (queue = ${queue} and subject_id = ${id}) or (${queue} = 'video' and queue = 'report'
      and (details ->> 'videoId')::bigint = ${id}) order by id`)
  const who = (actor: number) => people.findIndex(({ client }) => client.userId === actor)
  const [own, others] = [true, false].map((mine) =>
    rows.filter((row) => (row.queue === queue) === mine),
  )
  expect(
    own?.map((row) => [row.action, who(row.actor), row.before, row.after, row.reason]),
  ).toEqual(item.events)
  expect(others?.map((row) => [row.action, who(row.actor)])).toEqual(item.reportEvents)
  const table = { video: sql`video`, certification: sql`certification`, project: sql`project` }
  const [row] = await server.owner.query<{ status: number }>(
    sql`select status from ${table[queue]} where id = ${id}`,
  )
  expect(row?.status).toBe(item.status)
  if (queue !== 'video') return
  const [video] = await server.owner.query(sql`
    select featured, category_id as category, (select coalesce(json_agg(status order by id), '[]')
      from report where video_id = v.id) as reports from video v where id = ${id}`)
  const { featured, reports } = item
  expect(video).toEqual({ featured, category: categories.get(item.category) ?? null, reports })
}

const person = fc.nat({ max: 2 })
const words = fc.constantFrom('a', 'b', '' as const) as fc.Arbitrary<Action['words']>
const video = fc.constantFrom<Kind>('projectVideo', 'personalVideo')
const doing = (does: fc.Arbitrary<Action['does']>, on: fc.Arbitrary<Kind>, why = words) =>
  fc
    .tuple(fc.record({ does, on, by: person, words: why }), fc.boolean())
    .map(([action, again]) => new Doing(action, again))

const commands = fc.commands<Model, Real, false>(
  [
    doing(fc.constantFrom('approve', 'reject', 'reopen'), fc.constantFrom(...kinds)),
    doing(fc.constantFrom('takeDown', 'feature', 'dismiss', 'approve', 'reopen'), video),
    doing(
      fc.constant('categorize'),
      fc.constant('personalVideo'),
      fc.constantFrom<Action['words']>('a', 'b'),
    ),
    video.map((on) => new Reporting(on)),
  ],
  { maxCommands: 60, size: 'max' },
)

test('commands at random, by three people on four items, are answered and kept as the model says', async () => {
  const runs = many(8, 500, 20_000)
  const { seed } = seeded('model')
  const lanes = 4
  const walkLane = (lane: number) =>
    fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const items = newItems()
        const ids: Real = {
          projectVideo: await addVideo(server.owner),
          personalVideo: await addVideo(server.owner, { type: 1 }),
          certification: (await addCertifications(server.owner, 1))[0] as number,
          project: (await addProjects(server.owner, 1))[0] as number,
        }
        await fc.asyncModelRun(() => ({ model: items, real: ids }), list)
        for (const kind of kinds) await expectKept(kind, ids[kind], items[kind])
      }),
      { numRuns: runs / lanes, seed: seed + lane },
    )
  await Promise.all(Array.from({ length: lanes }, (_, lane) => walkLane(lane)))
  console.log(`${runs} runs, ${steps} steps`)
  figure('C4', steps)
})
