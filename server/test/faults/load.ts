import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { certificationCalls } from '@screening-room/contract/certifications'
import { refusals } from '@screening-room/contract/refusals'
import { reportCalls } from '@screening-room/contract/reports'
import { videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { many } from '../../../torture/figures.ts'
import type { Db } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { type Answer, Client } from '../setup/client.ts'
import { addCertifications, addReasons, addVideos } from '../setup/items.ts'
import { addPerson, addSession, sessionCookie } from '../setup/sessions.ts'
import { until } from '../setup/test-support.ts'

/*
 * Reviewers who decide as fast as they are answered, or nearly so, two on each item, and keep a log
 * of what they asked and what they were told. After a lost response they send again with the same key, or give
 * up.
 */

interface Item {
  kind: 'video' | 'reportedVideo' | 'certification'
  id: number
}

export interface Attempt {
  by: number
  name: string
  key: string
  action: 'approve' | 'reject' | 'takeDown' | 'dismiss'
  item: Item
  reason: string
  reasonIds: number[]
  /** Unknown: the answer was lost and nobody asked again. */
  outcome: 'ok' | 'refused' | 'unknown'
  /** Whom a refusal named as the one who came first. */
  told?: { by: string; action: string }
}

export interface Load {
  attempts: Attempt[]
  /** Acknowledged so far. */
  acknowledged(): number
  /** Waits until so many more are. */
  moreAnswered(least: number): Promise<void>
  /** Answers by HTTP status; 0 counts connections that broke. */
  answers: Map<number, number>
  slowest(): number
  /** What each 503 said. */
  shed: string[]
  /** Why requests had no answer, or none of ours. */
  broken: string[]
  /** Answers that nobody should ever get. */
  strange: string[]
  stop(): Promise<void>
}

/** Signed in already: a password takes half a second of a processor. */
export async function hireReviewers(owner: Db, url: string, count: number) {
  const people: { client: Client; name: string }[] = []
  for (let n = 1; n <= count; n++) {
    const { id, token, name } = await addPerson(owner)
    const client = Object.assign(new Client(url), { token, userId: id })
    client.cookies.set(sessionCookie, await addSession(owner, id))
    people.push({ client, name })
  }
  return people
}

export async function fillQueues(owner: Db, count: number) {
  const reasonIds = await addReasons(owner)
  const videos = await addVideos(owner, count)
  const items: Item[] = videos.map((id, n) => ({
    kind: n % 4 === 0 ? 'reportedVideo' : 'video',
    id,
  }))
  const reported = items.filter(({ kind }) => kind === 'reportedVideo').map(({ id }) => id)
  await owner.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id)
    select v.id, v.type, ${reasonIds[0]}, n from video v, generate_series(1, 1 + v.id % 3) n
    where v.id = any (${reported}::bigint[])`)
  for (const id of await addCertifications(owner, count / 4))
    items.push({ kind: 'certification', id })
  return { items, reasonIds }
}

const actionsOn = {
  video: ['approve', 'reject', 'takeDown'],
  reportedVideo: ['takeDown', 'dismiss', 'approve'],
  certification: ['approve', 'reject'],
} as const

function send(client: Client, { item, action, key, reason, reasonIds }: Attempt): Promise<Answer> {
  const headers = { 'idempotency-key': key }
  const { id } = item
  if (item.kind === 'certification')
    return action === 'approve'
      ? client.send(certificationCalls.approve, { authId: id }, headers)
      : client.send(certificationCalls.reject, { authId: id, message: reason }, headers)
  const { approve, reject, takeDown } = videoCalls.project
  const type = videoType.project
  if (action === 'approve') return client.send(approve, { videoId: id }, headers)
  if (action === 'reject') return client.send(reject, { videoId: id, message: reason }, headers)
  if (action === 'dismiss')
    return client.send(reportCalls.dismiss, { videoId: id, videoType: type }, headers)
  const input = { videoId: id, videoType: type, offlineReasons: reasonIds }
  return client.send(takeDown, input, headers)
}

/** Between two decisions of one person. In short the faults are to take the time, not the decisions. */
const usualPause = many(20, 0)

const notConfirmed = refusals.not_confirmed.says.en

interface LoadOptions {
  people: readonly { client: Client; name: string }[]
  items: readonly Item[]
  reasonIds: readonly number[]
  random: () => number
  /** Where the server listens now: it may have moved. */
  url: () => string
  pauseMs?: number
}

export function startLoad(options: LoadOptions): Load {
  const { people, items, reasonIds, random, url, pauseMs = usualPause } = options
  const attempts: Attempt[] = []
  const answers = new Map<number, number>()
  const shed: string[] = []
  const broken: string[] = []
  const strange: string[] = []
  const waiting: { item: Item; first: number }[] = []
  const untouched = [...items]
  let acknowledged = 0
  let slowest = 0
  let stopping = false
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T

  /** Every item comes up twice, for two people, soon after each other. */
  function nextItem(person: number): Item | undefined {
    const second = waiting.findIndex(({ first }) => first !== person)
    if (second >= 0 && random() < 0.5) return waiting.splice(second, 1)[0]?.item
    const item = untouched.shift()
    if (item) waiting.push({ item, first: person })
    return item
  }

  async function ask(client: Client, attempt: Attempt): Promise<Answer | undefined> {
    const began = performance.now()
    const here = Object.assign(new Client(url()), {
      cookies: client.cookies,
      token: client.token,
    })
    const answer = await send(here, attempt).catch((error: Error) => {
      broken.push(`${attempt.action}: ${error.cause ?? error}`)
      return undefined
    })
    slowest = Math.max(slowest, performance.now() - began)
    answers.set(answer?.status ?? 0, (answers.get(answer?.status ?? 0) ?? 0) + 1)
    if (answer && answer.status !== 200 && answer.status !== 503)
      strange.push(`${attempt.action}: ${answer.status} ${JSON.stringify(answer.body)}`)
    if (answer?.status === 503) shed.push(`${attempt.action}: ${answer.msg}`)
    if (answer?.status === 503 && (answer.code !== 503 || !answer.msg))
      strange.push(`503 without its envelope: ${JSON.stringify(answer.body)}`)
    return answer
  }

  async function perform(client: Client, attempt: Attempt): Promise<void> {
    const leaves = random() < 0.3
    for (;;) {
      const answer = await ask(client, attempt)
      if (answer?.status === 200) {
        attempt.outcome = answer.code === 200 ? 'ok' : 'refused'
        if (attempt.outcome === 'ok') acknowledged += 1
        const { data } = answer.body as { data?: Attempt['told'] }
        if (attempt.outcome === 'refused' && data) attempt.told = data
        return
      }
      // A broken connection or an unconfirmed commit; any other 503 says that nothing was done.
      if (!answer || answer.msg === notConfirmed) attempt.outcome = 'unknown'
      if (leaves) return
      await pause(25)
    }
  }

  const workers = people.map(async ({ client, name }) => {
    while (!stopping) {
      const item = nextItem(client.userId)
      if (!item) throw new Error('the queues ran empty before the faults were over')
      const action = pick(actionsOn[item.kind])
      const attempt: Attempt = {
        by: client.userId,
        name,
        key: randomUUID(),
        action,
        item,
        reason: action === 'reject' ? `reason ${attempts.length}` : '',
        reasonIds: action === 'takeDown' ? [pick(reasonIds)] : [],
        outcome: 'refused',
      }
      attempts.push(attempt)
      await perform(client, attempt)
      await pause(pauseMs)
    }
  })
  const done = Promise.all(workers)
  done.catch(() => {})

  return {
    attempts,
    acknowledged: () => acknowledged,
    moreAnswered: async (least) => {
      const enough = acknowledged + least
      await until(() => acknowledged >= enough, 60_000)
    },
    answers,
    slowest: () => slowest,
    shed,
    broken,
    strange,
    stop: async () => {
      stopping = true
      await done
    },
  }
}
