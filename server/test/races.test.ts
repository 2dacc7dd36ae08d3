// @module-tag torture
import { randomUUID } from 'node:crypto'
import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import type { Queue } from '@screening-room/contract/queues'
import { reportCalls } from '@screening-room/contract/reports'
import { status, videoType } from '@screening-room/contract/review'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { eachOf, expectWhole } from './setup/checks.ts'
import { type Answer, type Client, insist } from './setup/client.ts'
import {
  addCertifications,
  addProjects,
  addReasons,
  addReports,
  addVideos,
  eventsOf,
  statusOf,
} from './setup/items.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { approved, rejected, takenDown } = status
const names = ['Li Wei', '王芳', 'Chen Jie', 'Zhao Min']
const roll = dice('races')

let server: TestServer
const people: Client[] = []
beforeAll(async () => {
  server = await startServer()
  for (const [index, name] of names.entries())
    people.push(await server.signIn(index === 0 ? 'administrator' : 'reviewer', name))
  await addReasons(server.owner)
})
afterAll(() => server.close())

afterEach(() => expectWhole(server))

interface Try {
  call: AnyCall
  input: Record<string, string | number | number[]>
  action: string
  after: number
  reason?: string
}

const video = (videoId: number): Try[] => {
  const calls = videoCalls.project
  const input = { videoId }
  return [
    { call: calls.approve, input, action: 'approve', after: approved },
    {
      call: calls.reject,
      input: { videoId, message: `too dark ${videoId}` },
      action: 'reject',
      after: rejected,
      reason: `too dark ${videoId}`,
    },
    {
      call: calls.takeDown,
      input: { videoId, videoType: 2, offlineReasons: [1, 2] },
      action: 'takeDown',
      after: takenDown,
      reason: 'Stolen work, Violence',
    },
    {
      call: calls.reject,
      input: { videoId, message: `too loud ${videoId}` },
      action: 'reject',
      after: rejected,
      reason: `too loud ${videoId}`,
    },
  ]
}

/** Approve or reject, by four people, with a reason of their own. */
const plain =
  (calls: { approve: AnyCall; reject: AnyCall }, key: string) =>
  (id: number): Try[] =>
    names.map((name, index) =>
      index % 2
        ? { call: calls.approve, input: { [key]: id }, action: 'approve', after: approved }
        : {
            call: calls.reject,
            input: { [key]: id, message: name },
            action: 'reject',
            after: rejected,
            reason: name,
          },
    )

const done: Record<string, string> = {
  approve: 'approved',
  reject: 'rejected',
  takeDown: 'taken down',
}

/** As the app does: without a response in time it sends again, with the same key. */
function act(person: Client, call: AnyCall, input: Try['input']): Promise<Answer> {
  const key = { 'idempotency-key': randomUUID() }
  return insist(() => person.sendRaw(call, input, key))
}

/** One winner, one event, and every loser told who, what, when and why. */
async function raceFor(queue: Queue, id: number, tries: readonly Try[]): Promise<string> {
  const dealt = people
    .map((person, index) => ({ person, at: roll.next(), ...(tries[index] as Try) }))
    .sort((a, b) => a.at - b.at)
  const answers = await Promise.all(
    dealt.map(({ person, call, input }) => act(person, call, input)),
  )
  const winners = dealt.filter((_, index) => answers[index]?.code === 200)
  const events = await eventsOf(server.owner, queue, id)
  expect({ id, events: events.length }).toEqual({ id, events: winners.length })
  // An approved video can still be taken down: then both were right, one after the other.
  if (winners.length === 2)
    expect(events.map((event) => event.action)).toEqual(['approve', 'takeDown'])
  else expect({ id, winners: winners.length }).toEqual({ id, winners: 1 })

  const last = events.at(-1)
  const won = winners.find((one) => one.action === last?.action)
  expect(last).toMatchObject({ actorId: won?.person.userId, after: won?.after })
  expect(await statusOf(server.owner, queue, id)).toBe(won?.after)
  const told = new Map(winners.map((one) => [names[people.indexOf(one.person)], one]))
  for (const answer of answers) if (answer.code !== 200) expectTold(answer, told)
  return events[0]?.action ?? ''
}

function expectTold(answer: Answer, winners: Map<string | undefined, Try>): void {
  const { data } = answer.body as unknown as { data: Record<string, unknown> }
  expect(answer).toMatchObject({ status: 200, code: 409 })
  const won = winners.get(data.by as string)
  expect(won).toBeDefined()
  const because = won?.reason ? `: ${won.reason}` : ''
  const at = String(data.at)
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  expect(answer.msg).toBe(
    `Already ${done[won?.action ?? '']} by ${data.by} at ${at.replace('T', ' ')}${because}`,
  )
  expect(data).toEqual({
    status: won?.after,
    action: won?.action,
    by: data.by,
    at,
    reason: won?.action === 'takeDown' ? '' : (won?.reason ?? ''),
    reasonIds: won?.action === 'takeDown' ? [1, 2] : [],
  })
}

/** Of every hundred items so many are of this kind. */
const share = (ofHundred: number) => ofHundred * many(2, 20, 1000)

describe('four people race for each item: one wins, one event, three are told who', () => {
  test('videos, approve against reject against take down', async () => {
    const won = new Map<string, number>()
    let raced = 0
    // Each comes first at times, or it was no race: a slow machine needs more of them.
    for (; raced < share(50) || (won.size < 3 && raced < 10 * share(50)); raced += share(50))
      await eachOf(await addVideos(server.owner, share(50)), async (id) => {
        const action = await raceFor('video', id, video(id))
        won.set(action, (won.get(action) ?? 0) + 1)
      })
    expect([...won.keys()].sort()).toEqual(['approve', 'reject', 'takeDown'])
    figure('C1', people.length * raced)
  })

  test('certifications and projects, approve against reject', async () => {
    const certification = plain(certificationCalls, 'authId')
    await eachOf(await addCertifications(server.owner, share(15)), async (id) => {
      await raceFor('certification', id, certification(id))
    })
    const project = plain(projectCalls, 'projectId')
    await eachOf(await addProjects(server.owner, share(15)), async (id) => {
      await raceFor('project', id, project(id))
    })
    figure('C1', people.length * share(30))
  })

  test('reports on videos, dismissed against taken down', async () => {
    const ids = await addVideos(server.owner, share(20), {
      type: videoType.promo,
      status: approved,
    })
    await eachOf(ids, async (videoId) => {
      const reports = await addReports(server.owner, videoId, 2)
      const answers = await Promise.all(
        people.map((person, index) => {
          const about = { videoId, videoType: videoType.promo }
          return index % 2
            ? act(person, reportCalls.dismiss, about)
            : act(person, videoCalls.project.takeDown, { ...about, offlineReasons: [1] })
        }),
      )
      // The video is taken down once. Its reports are closed once, by the first.
      const downs = await eventsOf(server.owner, 'video', videoId)
      expect(downs).toMatchObject([{ action: 'takeDown', before: approved, after: takenDown }])
      const closings = await Promise.all(reports.map((id) => eventsOf(server.owner, 'report', id)))
      for (const closing of closings) expect(closing).toEqual(closings[0])
      expect(closings[0]).toHaveLength(1)
      const [{ action, actorId } = { action: '', actorId: 0 }] = closings[0] ?? []
      const closed = action === 'dismiss' ? rejected : takenDown
      for (const id of reports) expect(await statusOf(server.owner, 'report', id)).toBe(closed)
      const right = people.filter((_, index) => answers[index]?.code === 200)
      const closer = people.find((person) => person.userId === actorId) as Client
      expect(right).toContain(closer)
      expect(right).toHaveLength(action === 'dismiss' ? 2 : 1)
      for (const [index, answer] of answers.entries()) {
        if (answer.code === 200) continue
        const by = index % 2 ? actorId : downs[0]?.actorId
        const name = names[people.findIndex((person) => person.userId === by)]
        expect(answer.msg).toMatch(
          new RegExp(
            `^Already (dismissed|taken down) by ${name} at [\\d-]{10} [\\d:]{8}(: Stolen work)?$`,
          ),
        )
        expect(answer.body).toMatchObject({ code: 409, data: { by: name } })
      }
    })
    figure('C1', people.length * ids.length)
  })
})
