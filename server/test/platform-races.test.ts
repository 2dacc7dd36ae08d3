// @module-tag torture
import { certificationCalls } from '@screening-room/contract/certifications'
import type { PlatformKind } from '@screening-room/contract/platform'
import { projectCalls } from '@screening-room/contract/projects'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { importLines } from '../src/domain/import.ts'
import { foldSearch } from '../src/store/housekeeping.ts'
import { expectWhole } from './setup/checks.ts'
import { type Client, insist } from './setup/client.ts'
import { addReasons } from './setup/items.ts'
import { startReplica } from './setup/live.ts'
import { addMachine, Machine, type Row, rowOf } from './setup/platform.ts'
import { expectReplay } from './setup/replay.ts'
import { dice } from './setup/seed.ts'
import { closeAtOnce, startServer, type TestServer } from './setup/server.ts'

/* The platform and reviewers on the same rows at once: nothing is lost, doubled or miscounted. */

let server: TestServer
let replica: Awaited<ReturnType<typeof startReplica>>
let reviewers: Client[]
beforeAll(async () => {
  server = await startServer({ env: { UNDO_GRACE_SECONDS: '0' } })
  replica = await startReplica(server)
  await addReasons(server.owner)
  reviewers = await Promise.all([server.signIn(), server.signIn()])
  for (const reviewer of reviewers) reviewer.insists = true
})
afterAll(async () => {
  await closeAtOnce(replica.app)
  await replica.db.close()
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  await server.close()
})

const roll = dice('platform races')
const names = Array.from({ length: 30 }, (_, n) => `t${n}`)
const types = ['promo', 'personal', 'project'] as const
/** A video keeps its type, so its name says it. */
const typeOf = (name: string) => types[Number(name.slice(1)) % 3] ?? 'promo'
const when = () =>
  `20${20 + roll.below(6)}-0${1 + roll.below(9)}-1${roll.below(10)}T0${roll.below(10)}:30:00Z`

const someRow: { [K in PlatformKind]?: (name: string) => Row } = {
  members: (name) => ({ ...rowOf.members(name), phone: `139${roll.below(9)}` }),
  certifications: (name) => ({
    ...rowOf.certifications(name),
    role: `role-${roll.below(3)}`,
    nick_name: `person ${roll.below(3)}`,
    ...(roll.below(2) && { created_at: when() }),
  }),
  projects: (name) => ({
    ...rowOf.projects(name),
    title: `project ${roll.below(3)}`,
    roles: [`role-${roll.below(3)}`],
    ...(roll.below(2) && { created_at: when() }),
  }),
  videos: (name) => ({
    ...rowOf.videos(name),
    type: typeOf(name),
    title: roll.pick([null, '', `film ${roll.below(3)}`]),
    language: roll.pick(['zh', 'ko', null]),
    ...(roll.below(2) && { created_at: when() }),
  }),
  reports: (name) => ({
    ...rowOf.reports(name),
    video: name,
    video_type: typeOf(name),
    reporter: `m-${roll.below(5)}`,
    ...(roll.below(2) && { created_at: when() }),
  }),
}
const kinds = Object.keys(someRow) as PlatformKind[]

function someRows(kind: PlatformKind, most: number): Row[] {
  const chosen = names.filter(() => roll.below(names.length) < most)
  const rows = (chosen.length > 0 ? chosen : ['t0']).map((name) => someRow[kind]?.(name) ?? {})
  return rows.sort(() => roll.next() - 0.5)
}

/** What the search finds is what the rows say. */
async function expectSearchable(): Promise<void> {
  while ((await foldSearch(server.db)) > 0);
  const wrong = await server.owner.query(sql`
    (select part, id, kind, status, create_time, words from searchable
     except all select part, id, kind, status, create_time, search_fold(words) from (
      select type as part, id, type::bigint as kind, status, create_time, title as words from video
      union all select 3, id, role_id, status, create_time, nick_name || e'\n' || phone from certification
      union all select 4, id, 0, status, create_time, title from project) r)`)
  expect(wrong).toEqual([])
  const [{ missing } = { missing: -1 }] = await server.owner.query<{ missing: number }>(sql`
    select (select count(*) from video where title <> '') + (select count(*) from certification)
      + (select count(*) from project) - (select count(*) from searchable) as missing`)
  expect(missing).toBe(0)
}

/** The number of a video's reports is kept beside it. */
async function expectCounted(): Promise<void> {
  const wrong = await server.owner.query(sql`
    select v.id, v.report_count from video v
    where v.report_count <> (select count(*) from report r where r.video_id = v.id)`)
  expect(wrong).toEqual([])
  const doubled = await server.owner.query(sql`
    select kind, id from platform_id group by kind, id having count(*) > 1`)
  expect(doubled).toEqual([])
}

test('after random upserts every counter, the search and what waits agree with the rows', async () => {
  const machine = await addMachine(server)
  for (let n = 0; n < many(25, 400); n++) {
    const kind = roll.pick(kinds)
    const { msg } = await insist(() => machine.send(kind, someRows(kind, 12)), isLater)
    expect(msg).toBe('ok')
    if (roll.below(4) === 0) await decideSome(reviewers[0] as Client)
  }
  await expectWhole(server)
  await expectSearchable()
  await expectCounted()
})

const isLater = ({ status }: { status: number }) => status === 503 || status === 429

/** Decides on what a reviewer happens to see; returns what it is now, by whom. */
async function decideSome(reviewer: Client): Promise<[string, number][]> {
  const done: [string, number][] = []
  const id = async (kind: string) => {
    const name = roll.pick(names)
    const [row] = await server.owner.query<{ id: number }>(
      sql`select id from platform_id where kind = ${kind} and external_id = ${name}`,
    )
    return row?.id ?? 1
  }
  const note = (queue: string, subject: number, after: number, { code }: { code: number }) => {
    if (code === 200) done.push([`${queue} ${subject}`, after])
  }
  const authId = await id('certification')
  note(
    'certification',
    authId,
    status.approved,
    await reviewer.send(certificationCalls.approve, { authId }),
  )
  const projectId = await id('project')
  const reject = { projectId, message: 'no' }
  note('project', projectId, status.rejected, await reviewer.send(projectCalls.reject, reject))
  const videoId = await id('video')
  const takeDown = { videoId, videoType: videoType.project, offlineReasons: [1] }
  note(
    'video',
    videoId,
    status.takenDown,
    await reviewer.send(videoCalls.project.takeDown, takeDown),
  )
  return done
}

test('four writers on the same rows, on two servers, while reviewers decide: no decision is lost', async () => {
  const first = await addMachine(server)
  const writers = [
    first,
    await addMachine(server),
    new Machine(replica.url, first.key),
    new Machine(replica.url, (await addMachine(server)).key),
  ]
  const decided = new Map<string, number>()
  for (let round = 0; round < many(3, 40); round++) {
    let writing = true
    const write = async (machine: Machine) => {
      for (let n = 0; n < 8; n++) {
        const kind = roll.pick(kinds)
        const rows = someRows(kind, 25)
        const key = `round-${round}-${n}-${roll.next()}`
        const send = () => machine.send(kind, rows, { 'idempotency-key': key })
        const { msg, body } = await insist(send, isLater)
        expect(msg).toBe('ok')
        expect(body.data.filter(({ result }) => result === 'refused')).toEqual([])
        figure('D6', rows.length)
      }
    }
    const review = async (reviewer: Client) => {
      while (writing) for (const [key, now] of await decideSome(reviewer)) decided.set(key, now)
    }
    const reviewing = reviewers.map(review)
    await Promise.all(writers.map(write)).finally(() => {
      writing = false
    })
    await Promise.all(reviewing)
  }
  const rows = await server.owner.query<{ key: string; status: number }>(sql`
    select 'video ' || id as key, status from video union all
    select 'project ' || id, status from project union all
    select 'certification ' || id, status from certification`)
  const now = new Map(rows.map(({ key, status }) => [key, status]))
  expect([...decided].filter(([key, after]) => now.get(key) !== after)).toEqual([])
  expect(decided.size).toBeGreaterThan(0)
  await expectWhole(server)
  await expectSearchable()
  await expectCounted()
})

test('calls with the same new rows at once: each row is created by one of them, also where its name was known', async () => {
  const machines = await Promise.all([1, 2, 3, 4].map(() => addMachine(server)))
  // On a busy machine, those that wait for the others' rows wait too long.
  for (const machine of machines) machine.insists = true
  for (let round = 0; round < many(4, 50); round++) {
    const rows = Array.from({ length: 20 }, (_, n) => ({
      ...rowOf.videos(`same-${round}-${n}`),
      uploader: 'the same',
    }))
    if (round % 2) {
      const projects = rows.map((_, n) => ({
        ...rowOf.projects(`of-${round}-${n}`),
        promo_video: `same-${round}-${n}`,
      }))
      await machines[0]?.upsert('projects', ...projects)
    }
    const answers = await Promise.all(
      machines.map((machine, n) => machine.send('videos', n % 2 ? rows : [...rows].reverse())),
    )
    expect(answers.map(({ msg }) => msg)).toEqual(machines.map(() => 'ok'))
    const all = answers.flatMap(({ body }) => body.data)
    expect(all.filter(({ result }) => result === 'created')).toHaveLength(rows.length)
    expect(all.filter(({ result }) => result === 'unchanged')).toHaveLength(rows.length * 3)
    expect(new Set(all.map(({ id }) => id)).size).toBe(rows.length)
    figure('D9', all.length)
  }
  await expectWhole(server)
})

test('writers change, resubmit and withdraw the same items while reviewers decide: replaying the events gives every row', async () => {
  const writers = [await addMachine(server), await addMachine(server)]
  const singular = { certifications: 'certification', projects: 'project', videos: 'video' }
  const itemKinds = Object.keys(singular) as (keyof typeof singular)[]
  for (let round = 0; round < many(2, 40); round++) {
    let writing = true
    const write = async (machine: Machine) => {
      for (let n = 0; n < 6; n++) {
        const kind = roll.pick(itemKinds)
        const rows = someRows(kind, 15).map((row) => ({ ...row, resubmit: roll.below(2) === 0 }))
        expect((await insist(() => machine.send(kind, rows), isLater)).msg).toBe('ok')
        const taken = someRows(kind, 5).map(({ external_id }) => ({
          kind: singular[kind],
          external_id,
        }))
        const body = JSON.stringify({ rows: taken })
        expect((await insist(() => machine.sendBody('withdraw', body), isLater)).msg).toBe('ok')
        figure('D7', rows.length + taken.length)
      }
    }
    const reviewing = reviewers.map(async (reviewer) => {
      while (writing) await decideSome(reviewer)
    })
    await Promise.all(writers.map(write)).finally(() => {
      writing = false
    })
    await Promise.all(reviewing)
  }
  expect(await expectReplay(server.owner)).toBeGreaterThan(0)
  await expectWhole(server)
  await expectSearchable()
})

test('a file is imported, again and again, while writers send the same rows and reviewers decide', async () => {
  const writers = await Promise.all([1, 2, 3, 4].map(() => addMachine(server)))
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for (let round = 0; round < many(2, 30); round++) {
    const lines = Array.from({ length: 8 }, () => roll.pick(kinds)).flatMap((kind) =>
      someRows(kind, 25).map((row) => ({ kind, ...row })),
    )
    async function* parts() {
      yield lines.map((value, at) => ({ line: at + 1, value }))
    }
    let importing = true
    const others = [
      ...writers.map(async (machine) => {
        while (importing) {
          const kind = roll.pick(kinds)
          const rows = someRows(kind, 25)
          expect((await insist(() => machine.send(kind, rows), isLater)).msg).toBe('ok')
        }
      }),
      ...reviewers.map(async (reviewer) => {
        while (importing) await decideSome(reviewer)
      }),
    ]
    await importLines(server.db, parts(), {
      dryRun: false,
      paced: round % 2 === 0,
      onDone(_, done) {
        for (const [result, n] of Object.entries(done) as [keyof typeof counts, number][])
          counts[result] += n
      },
    }).finally(() => {
      importing = false
    })
    await Promise.all(others)
    figure('D8', lines.length)
  }
  expect(counts.refused).toBe(0)
  expect(counts.updated).toBeGreaterThan(0)
  expect(await expectReplay(server.owner)).toBeGreaterThan(0)
  await expectWhole(server)
  await expectSearchable()
  await expectCounted()
})
