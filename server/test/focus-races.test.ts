// @module-tag torture
import { type Claimed, focusCalls } from '@screening-room/contract/focus'
import type { FocusQueue } from '@screening-room/contract/holders'
import type { Queue } from '@screening-room/contract/queues'
import { refusals } from '@screening-room/contract/refusals'
import { reportCalls } from '@screening-room/contract/reports'
import { status } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { eachOf, expectWhole } from './setup/checks.ts'
import { Client } from './setup/client.ts'
import { clearItems, decide, expire, newDesk, next, take } from './setup/focus.ts'
import { importStatus } from './setup/import-status.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addReports,
  addVideo,
  addVideos,
  eventsOf,
  statusOf,
} from './setup/items.ts'
import { live, someone, withReplicas } from './setup/live.ts'
import { dice } from './setup/seed.ts'

/* Many people on two replicas at once: nothing is in two hands, and nothing is left out. */

withReplicas()

const { pending, approved } = status
const roll = dice('focus races')
const people: Client[] = []
beforeAll(async () => {
  await addReasons(live.server.owner)
  for (let n = 0; n < 10; n++) {
    const person = await someone()
    const client = n % 2 ? person : at(live.replica.url, person)
    // Ten clients without a pause can exceed the server's concurrency limit.
    people.push(Object.assign(client, { insists: true }))
  }
})
beforeEach(() => clearItems(live.server.owner))
afterEach(() => expectWhole(live.server))

/** The same person, at the other replica. */
function at(url: string, person: Client): Client {
  return Object.assign(new Client(url), {
    cookies: person.cookies,
    token: person.token,
    userId: person.userId,
  })
}

/** What is in whose hands, as those see it who have it. */
function watch() {
  const hands = new Map<number, string>()
  const clashes: string[] = []
  let handed = 0
  return {
    clashes,
    handed: () => handed,
    /** Before it is asked for: from then on it may be anybody's. */
    left: (id: number) => hands.delete(id),
    came(items: readonly Claimed[]) {
      for (const { id, lease } of items) {
        const before = hands.get(id)
        if (before && before !== lease)
          clashes.push(`${id} is in the hands of ${before} and ${lease}`)
        if (!before) handed += 1
        hands.set(id, lease)
      }
    },
  }
}

const pendingOf = async (queue: Queue) =>
  (
    await live.server.owner.query<{ id: number }>(
      sql`select subject_id as id from waiting where queue = ${queue}`,
    )
  ).map((row) => row.id)

test('ten people at two replicas decide hundreds of videos: each is handed out once and decided once', async () => {
  const ids = await addVideos(live.server.owner, many(200, 2000, 50_000))
  const hands = watch()
  const did = await Promise.all(
    people.map(async (person) => {
      const desk = newDesk()
      let decided = 0
      for (;;) {
        const { items } = await next(person, desk)
        hands.came(items)
        const [first] = items
        if (!first) return decided
        hands.left(first.id)
        const answer = await decide(person, { desk, lease: first.lease, action: 'approve' })
        expect(answer.msg).toBe('ok')
        decided += 1
      }
    }),
  )
  expect(hands.clashes).toEqual([])
  expect(hands.handed()).toBe(ids.length)
  expect(did.reduce((sum, n) => sum + n, 0)).toBe(ids.length)
  // Who was sent away at first may come when all is done; most have taken part.
  expect(did.filter((n) => n > 0).length).toBeGreaterThan(people.length / 2)
  expect(await pendingOf('video')).toEqual([])
  const events = sql`select subject_id from event where queue = 'video' and action = 'approve'
    and subject_id = any (${ids}::bigint[])`
  expect(await live.server.owner.query(events)).toHaveLength(ids.length)
})

test('people who decide, skip, leave, vanish and come back, beside the lists, lose and repeat nothing', async () => {
  const { owner } = live.server
  const queues: FocusQueue[] = ['project-video', 'auth', 'project', 'report']
  const scale = many(1, 5, 50)
  const videos = await addVideos(owner, 60 * scale)
  await addCertifications(owner, 30 * scale)
  await addProjects(owner, 30 * scale)
  const reported = await addVideos(owner, 20 * scale, { type: 0, status: approved })
  for (const id of reported) await addReports(owner, id, 1 + roll.below(3))

  const hands = Object.fromEntries(queues.map((queue) => [queue, watch()]))
  const said = new Map<string, number>()
  const count = (msg: string) => {
    const kind = msg.replace(/(Already \w+|held).*/, '$1')
    said.set(kind, (said.get(kind) ?? 0) + 1)
  }

  async function review(person: Client) {
    for (const queue of [...queues].sort(() => roll.next() - 0.5)) {
      const desk = newDesk()
      const watching = hands[queue] as ReturnType<typeof watch>
      for (let empty = 0; empty < 3; ) {
        const { items, skipped } = await next(person, desk, queue)
        watching.came(items)
        const [first] = items
        if (!first) {
          empty += 1
          if (skipped > 0) await person.send(focusCalls.lookAgain, { queue })
          continue
        }
        const { id, lease } = first
        const chance = roll.next()
        for (const item of chance < 0.9 ? [first] : items) watching.left(item.id)
        if (chance < 0.75) {
          const action = queue === 'report' ? 'dismiss' : 'approve'
          count((await decide(person, { desk, lease, action })).msg)
        } else if (chance < 0.85) count((await person.send(focusCalls.skip, { desk, lease })).msg)
        else if (chance < 0.9) {
          await expire(owner, lease)
          // Somebody else may have it already; if not, it is this desk's again.
          watching.left(id)
        } else await person.send(focusCalls.release, { desk })
      }
    }
  }

  /** The specification's screens and the platform, which know nothing of leases. */
  async function beside(person: Client) {
    await eachOf(
      videos.filter(() => roll.next() < 0.3),
      async (videoId) => {
        count((await person.send(videoCalls.project.approve, { videoId })).msg)
      },
      2,
    )
    await eachOf(
      reported,
      async (videoId) => {
        if (roll.next() < 0.5) await addReports(owner, videoId, 1)
        else count((await person.send(reportCalls.dismiss, { videoId, videoType: 0 })).msg)
      },
      2,
    )
  }

  const [lister, ...reviewers] = people
  await Promise.all([beside(lister as Client), ...reviewers.map(review)])
  // What came last, after everybody had gone.
  await emptyAll(queues)
  for (const queue of queues) expect(hands[queue]?.clashes).toEqual([])
  expect([...said.keys()].filter((msg) => msg === refusals.too_busy.says.en)).toEqual([])
  expect([...said.keys()].filter((msg) => msg === refusals.fault.says.en)).toEqual([])
  const twice = sql`
    select queue, subject_id from event where action in ('approve', 'dismiss')
    group by queue, subject_id having count(*) > 1`
  expect(await owner.query(twice)).toEqual([])
})

/** One person, to the end of every queue: whatever is pending can be reached. */
async function emptyAll(queues: readonly FocusQueue[]) {
  const [person] = people as [Client]
  await live.server.owner.query(sql`update waiting set until = now() where until is not null`)
  for (const queue of queues) {
    await person.send(focusCalls.lookAgain, { queue })
    const desk = newDesk()
    for (;;) {
      const { items } = await next(person, desk, queue)
      const [first] = items
      if (!first) break
      const action = queue === 'report' ? 'dismiss' : 'approve'
      expect((await decide(person, { desk, lease: first.lease, action })).msg).toBe('ok')
    }
  }
  expect(await live.server.owner.query(sql`select * from waiting`)).toEqual([])
}

test('a lease that runs out while its holder decides: one of two has the item, and both know it', async () => {
  const [holder, taker] = people as [Client, Client]
  const outcomes = new Set<string>()
  for (let round = 0; round < many(10, 100, 2000); round++) {
    const id = await addVideo(live.server.owner)
    const desks = [newDesk(), newDesk()] as const
    const { lease } = await take(holder, desks[0])
    await expire(live.server.owner, lease)
    const [decided, taken] = await Promise.all([
      decide(holder, { desk: desks[0], lease, action: 'approve' }),
      next(taker, desks[1]),
    ])
    const won = decided.code === 200
    outcomes.add(won ? 'decided' : 'taken')
    expect(taken.items.map((item) => item.id)).toEqual(won ? [] : [id])
    expect(await statusOf(live.server.owner, 'video', id)).toBe(won ? approved : pending)
    if (!won) expect(decided.msg).toMatch('no longer yours')
    await live.server.owner.query(sql`delete from video where id = ${id}`)
  }
  console.info(`a lease that runs out: ${[...outcomes].join(' and ')}`)
})

test('a held item decided through the list at the same moment: one wins, the other is told, nobody waits for nothing', async () => {
  const [holder, lister] = people as [Client, Client]
  const reasons = [1]
  for (let round = 0; round < many(16, 100, 2000); round++) {
    const id = await addVideo(live.server.owner, { status: round % 2 ? approved : pending })
    await addReports(live.server.owner, id, 2)
    const queue = round % 2 ? 'report' : 'project-video'
    const desk = newDesk()
    const { lease } = await take(holder, desk, queue, { videoType: 2 })
    const [mine, theirs] = await Promise.all([
      decide(holder, { desk, lease, action: 'takeDown', reasonIds: reasons }),
      lister.sendRaw(videoCalls.project.takeDown, {
        videoId: id,
        videoType: 2,
        offlineReasons: reasons,
      }),
    ])
    expect([mine.code, theirs.code].sort()).toEqual([200, 409])
    expect([mine.msg, theirs.msg].sort()[0]).toMatch(/^Already taken down by /)
    expect(await eventsOf(live.server.owner, 'video', id)).toHaveLength(1)
  }
})

test('reports that arrive while their case is closed are closed with it or wait anew, and never get lost', async () => {
  const [person] = people as [Client]
  for (let round = 0; round < many(10, 100, 2000); round++) {
    const id = await addVideo(live.server.owner, { type: 0, status: approved })
    await addReports(live.server.owner, id, 1)
    const desk = newDesk()
    const { lease } = await take(person, desk, 'report')
    const [answer, [late]] = await Promise.all([
      decide(person, { desk, lease, action: 'dismiss' }),
      addReports(live.server.owner, id, 1),
    ])
    expect(answer.code).toBe(200)
    const open = (await statusOf(live.server.owner, 'report', late as number)) === pending
    const { items } = await next(person, desk, 'report')
    expect(items.map((item) => item.id)).toEqual(open ? [id] : [])
    await live.server.owner.query(sql`delete from report where video_id = ${id}`)
  }
})

test('reports that the platform itself closes or removes while others arrive leave a case as long as one is open', async () => {
  const { owner } = live.server
  for (let round = 0; round < many(10, 100, 2000); round++) {
    const id = await addVideo(owner, { type: 0, status: approved })
    await addReports(owner, id, 1)
    const close =
      round % 2
        ? owner.query(sql`delete from report where video_id = ${id}`)
        : importStatus({ db: owner, sql }, 'report', {
            where: sql`x.video_id = ${id}`,
            to: status.rejected,
          })
    await Promise.all([close, addReports(owner, id, 1)])
    const open = await owner.query(sql`select from report where video_id = ${id} and status = 0`)
    const cases = await owner.query(
      sql`select from waiting where queue = 'report' and subject_id = ${id}`,
    )
    expect(cases).toHaveLength(Math.min(1, open.length))
  }
})
