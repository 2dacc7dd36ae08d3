// @module-tag torture
import { randomUUID } from 'node:crypto'
import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { historyCalls } from '@screening-room/contract/history'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { expectWhole } from './setup/checks.ts'
import { Client } from './setup/client.ts'
import { addCertifications, addReasons, addReports, addVideo } from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { type Actor, setStage, type Walk, walk } from './setup/stepper.ts'

/*
 * Every order in which the statements of two and of three people can reach the database: each ends as
 * if they had come one after the other.
 */

const stage = setStage(3)
const roll = dice('interleavings')
beforeAll(() => addReasons(stage.server.owner))
afterEach(() => expectWhole(stage.server))

interface Change {
  call: AnyCall
  input: Record<string, string | number | number[]>
  key?: string
  /** The same person as that one, at another server. */
  as?: number
}

const { pending, approved } = status
const { approve, reject, takeDown, tag } = videoCalls.project
const onVideo = {
  approve: (videoId: number): Change => ({ call: approve, input: { videoId } }),
  reject: (videoId: number): Change => ({ call: reject, input: { videoId, message: 'too dark' } }),
  takeDown: (videoId: number): Change => ({
    call: takeDown,
    input: { videoId, videoType: videoType.project, offlineReasons: [1] },
  }),
  feature: (videoId: number): Change => ({ call: tag, input: { videoId, typeId: 1 } }),
  reopen: (id: number): Change => ({
    call: historyCalls.reopen,
    input: { queue: 'video', id, message: 'a mistake' },
  }),
  dismiss: (videoId: number): Change => ({
    call: reportCalls.dismiss,
    input: { videoId, videoType: videoType.project },
  }),
}
const onCertification = {
  approve: (authId: number): Change => ({ call: certificationCalls.approve, input: { authId } }),
  reject: (authId: number): Change => ({
    call: certificationCalls.reject,
    input: { authId, message: 'blurry' },
  }),
}

const withKeys = (changes: Change[]) => changes.map((change) => ({ ...change, key: randomUUID() }))
const twice = (change: Change): Change[] => [change, { ...change, as: 0 }]

interface Scene {
  queue?: 'certification'
  at?: number
  reports?: number
  changes(id: number): Change[]
}

const scenes: Record<string, Scene> = {
  'approve and reject': { changes: (id) => withKeys([onVideo.approve(id), onVideo.reject(id)]) },
  'approve and take down, with a report': {
    reports: 1,
    changes: (id) => withKeys([onVideo.approve(id), onVideo.takeDown(id)]),
  },
  'take down and dismiss': {
    at: approved,
    reports: 2,
    changes: (id) => withKeys([onVideo.takeDown(id), onVideo.dismiss(id)]),
  },
  'mark as featured and take down': {
    changes: (id) => withKeys([onVideo.feature(id), onVideo.takeDown(id)]),
  },
  'open again and take down': {
    at: approved,
    changes: (id) => withKeys([onVideo.reopen(id), onVideo.takeDown(id)]),
  },
  'approve, sent twice under one key': {
    changes: (id) => twice({ ...onVideo.approve(id), key: randomUUID() }),
  },
  'reject, sent twice without a key': { changes: (id) => twice(onVideo.reject(id)) },
  'approve, reject and take down': {
    changes: (id) => [onVideo.approve(id), onVideo.reject(id), onVideo.takeDown(id)],
  },
  'approve, dismiss and take down': {
    reports: 1,
    changes: (id) => [onVideo.approve(id), onVideo.dismiss(id), onVideo.takeDown(id)],
  },
  'approve, reject and approve a certification': {
    queue: 'certification',
    changes: (id) => [
      onCertification.approve(id),
      onCertification.reject(id),
      onCertification.approve(id),
    ],
  },
}

interface Path extends Walk {
  /** What everybody was told and what is on the record, without the moments. */
  outcome: string
}

async function playOnce(scene: Scene, choose: Parameters<typeof walk>[2]): Promise<Path> {
  const { owner } = stage.server
  const { queue = 'video', at = pending, reports = 0 } = scene
  const id =
    queue === 'video'
      ? await addVideo(owner, { status: at })
      : ((await addCertifications(owner, 1))[0] as number)
  if (reports > 0) await addReports(owner, id, reports)
  const asks = scene.changes(id).map(({ call, input, key, as }) => (actor: Actor) => {
    const { cookies, token } = as === undefined ? actor.person : (stage.actors[as] as Actor).person
    const client = Object.assign(new Client(actor.person.url), { cookies, token })
    return client.sendRaw(call, input, key ? { 'idempotency-key': key } : {})
  })
  const path = await walk(stage, asks, choose)
  const told = path.answers.map(({ code, msg }) => [code, msg.replace(/ at [\d-]+ [\d:]+/, '')])
  const [record] = await owner.query(sql`
    select (select json_agg(json_build_array(queue, action, actor_id, before, after, reason) order by queue, id)
        from event where (queue = ${queue} and subject_id = ${id})
          or (queue = 'report' and ${queue} = 'video' and (details ->> 'videoId')::bigint = ${id})) as events,
      (select json_agg(status) from report where video_id = ${id} and ${queue} = 'video') as reports,
      case ${queue} when 'video' then (select status from video where id = ${id})
        else (select status from certification where id = ${id}) end as status`)
  return { ...path, outcome: JSON.stringify({ told, record }) }
}

/** A machine that is too busy for a while lets a lock be waited for too long: then the same once more. */
async function play(scene: Scene, choose: Parameters<typeof walk>[2]): Promise<Path> {
  for (let tries = 1; ; tries++) {
    const path = await playOnce(scene, choose)
    const late = path.ms > 1500 && path.answers.some((answer) => answer.status === 503)
    if (!late || tries === 20) return path
  }
}

const ordersOf = (people: number[]): number[][] =>
  people.length < 2
    ? [people]
    : people.flatMap((first) =>
        ordersOf(people.filter((one) => one !== first)).map((rest) => [first, ...rest]),
      )

/** The next path in which the last step that could have been another one is another one. */
function following({ steps }: Walk): number[] | undefined {
  for (let at = steps.length - 1; at >= 0; at--) {
    const { taken, free } = steps[at] as Walk['steps'][number]
    const other = free.find((one) => one > taken)
    if (other !== undefined) return [...steps.slice(0, at).map((step) => step.taken), other]
  }
  return undefined
}

test.each(Object.entries(scenes))(
  '%s: in whatever order the statements come, it ends as if one had come after the other',
  async (name, scene) => {
    const people = scene.changes(0).map((_, index) => index)
    // With three of them the places of BEGIN alone make a hundred paths of every one.
    stage.beforeBegin = people.length < 3 || many(0, 0, 1) > 0
    const serial = new Set<string>()
    for (const order of ordersOf(people)) {
      const first = (free: number[]) => order.find((one) => free.includes(one)) as number
      serial.add((await play(scene, first)).outcome)
    }
    let paths = 0
    let waits = 0
    const check = (path: Path) => {
      const order = path.steps.map(({ taken }) => taken).join('')
      expect([...serial], `${name}: ${order}`).toContain(path.outcome)
      paths += 1
      if (path.waits > 0) waits += 1
    }
    if (many(1, 0)) {
      while (paths < 8 || (waits === 0 && paths < 80)) check(await play(scene, roll.pick))
    } else {
      let way: number[] | undefined = []
      while (way) {
        const fixed: number[] = way
        const path = await play(scene, (free, step) => fixed[step] ?? (free[0] as number))
        check(path)
        way = following(path)
      }
    }
    // Somebody had to wait for another, or their statements never met.
    expect(waits).toBeGreaterThan(0)
    console.log(`${name}: ${paths} paths, in ${waits} somebody waits for another`)
    figure('C3', paths)
  },
)
