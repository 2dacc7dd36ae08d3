import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readConfig } from '../src/api/client.ts'
import { setConfig } from '../src/api/config.ts'
import { storeToken } from '../src/api/token.ts'
import { doublePressGuardMs } from '../src/screens/focus/session/actions.ts'
import {
  createReviewSession,
  type ReviewSession,
} from '../src/screens/focus/session/review-session.ts'
import type { ReviewSessionOptions } from '../src/screens/focus/session/session-context.ts'
import { claimed, focusServer, type Received, type Reply } from './setup/focus-server.ts'

/* A review session against a server that responds as each test says. */

let server: Server
let requests: Received[] = []
let queue: number[] = []
let handedOut = 2
let responses: Record<string, (request: Received) => Reply | Promise<Reply>>
let clock = 1_000_000

const idOf = ({ fields }: Received) => Number(fields.lease?.replace('lease-', ''))
const refusal = (code: number, msg: string) => ({ code, msg })

beforeAll(async () => {
  vi.stubGlobal('navigator', { language: 'en' })
  storeToken('113800000001')
  server = focusServer((request) => {
    requests.push(request)
    return responses[request.call]?.(request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await readConfig()
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})

beforeEach(() => {
  setConfig({ host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ours: true })
  requests = []
  queue = [1, 2, 3, 4]
  handedOut = 2
  responses = {
    next: () => ({
      data: {
        items: queue.slice(0, handedOut).map(claimed),
        left: queue.length,
        more: false,
        skipped: 0,
        held: 0,
      },
    }),
    decide: (one) => {
      queue = queue.filter((id) => id !== idOf(one))
      return { data: { decision: `decision-${idOf(one)}`, graceSeconds: 10 } }
    },
    skip: (one) => {
      queue = queue.filter((id) => id !== idOf(one))
      return {}
    },
    unskip: (one) => {
      queue = [idOf(one), ...queue]
      return { data: { item: claimed(idOf(one)) } }
    },
    undo: ({ fields }) => {
      const id = Number(fields.decision?.replace('decision-', ''))
      queue = [id, ...queue]
      return { data: { item: claimed(id) } }
    },
    extend: () => ({
      data: { leases: queue.slice(0, 2).map((id) => `lease-${id}`), secondsLeft: 300 },
    }),
  }
})

const ids = (session: ReviewSession) => session.state().items.map(({ id }) => id)
/** A busy machine may need longer than the default second. */
const eventually = (check: () => void) => vi.waitFor(check, 15_000)
const calls = () => requests.map(({ call }) => call)
const later = (by: number) => {
  clock += by
}
const idle = (session: ReviewSession) =>
  eventually(() => {
    const { unsent, fetchingMore } = session.state()
    expect([unsent, fetchingMore]).toEqual([0, false])
  })

const started: ReviewSession[] = []
async function start(options: Pick<ReviewSessionOptions, 'onceShown'> = {}) {
  const session = createReviewSession({
    filter: { queue: 'project' },
    now: () => clock,
    ...options,
  })
  started.push(session)
  session.open()
  await eventually(() => expect(session.state().phase).toBe('working'))
  later(doublePressGuardMs)
  return session
}
// What one test leaves behind must not reach the server of the next.
afterEach(async () => {
  for (const session of started.splice(0)) session.close()
  await pause(50)
})
const approve = { action: 'approve' as const }

it('the next item is there at once; the requests follow in order, each under its own key', async () => {
  const session = await start()
  expect(ids(session)).toEqual([1, 2])
  expect(session.decide(approve)).toBe(true)
  expect(ids(session)).toEqual([2])
  later(doublePressGuardMs)
  expect(session.decide({ action: 'reject', message: 'No.' })).toBe(true)
  expect(session.state()).toMatchObject({ items: [], unsent: 2, left: 2 })
  await idle(session)
  expect(ids(session)).toEqual([3, 4])
  expect(calls()).toEqual(['next', 'decide', 'decide', 'next'])
  const keys = requests.flatMap(({ key }) => key ?? [])
  expect(new Set(keys).size).toBe(2)
  expect(requests[2]?.fields).toMatchObject({ lease: 'lease-2', action: 'reject', message: 'No.' })
})

it('a second press right after the item changed does not hit the next item', async () => {
  const session = await start()
  expect(session.decide(approve)).toBe(true)
  expect(session.decide(approve)).toBe(false)
  later(doublePressGuardMs - 1)
  expect(session.decide(approve)).toBe(false)
  expect(session.skip()).toBe(false)
  later(1)
  expect(session.decide(approve)).toBe(true)
  await idle(session)
  expect(calls().filter((call) => call === 'decide')).toHaveLength(2)
})

it('an item that is not on the screen yet is not decided, however long that takes', async () => {
  const shown: (() => void)[] = []
  const session = await start({ onceShown: (seen) => shown.push(seen) })
  expect(session.decide(approve)).toBe(false)
  shown.shift()?.()
  expect(session.decide(approve)).toBe(false)
  later(doublePressGuardMs)
  expect(session.decide(approve)).toBe(true)
  later(10 * doublePressGuardMs)
  expect(session.decide(approve)).toBe(false)
  shown.shift()?.()
  later(doublePressGuardMs)
  expect(session.decide(approve)).toBe(true)
  await idle(session)
})

it('a refused decision comes back to the front with its text and the reason', async () => {
  const session = await start()
  responses.decide = () => refusal(400, 'Reject reason cannot be empty')
  session.decide({ action: 'reject', message: ' ', ownText: ' ' })
  await idle(session)
  expect(ids(session)[0]).toBe(1)
  expect(session.state()).toMatchObject({ done: [], tally: { reject: 0 }, left: 4 })
  expect(session.state().problems['lease-1']).toMatchObject({
    serverMessage: 'Reject reason cannot be empty',
    lost: false,
    choice: { ownText: ' ' },
  })
})

it('an item that somebody else holds can only be dismissed', async () => {
  const session = await start()
  responses.decide = () => {
    queue = [2, 3]
    return refusal(409, 'This item is no longer yours to decide: held by Li Lei')
  }
  const fetching: unknown[] = []
  session.subscribe(() =>
    fetching.push(session.state().problems['lease-1'] && session.state().fetchingMore),
  )
  session.decide(approve)
  await idle(session)
  expect(fetching.find((one) => one !== undefined)).toBe(true)
  later(doublePressGuardMs)
  expect(ids(session)).toEqual([1, 2, 3])
  expect(session.state().problems['lease-1']).toMatchObject({ lost: true, serverMessage: /Li Lei/ })
  expect(session.decide(approve)).toBe(false)
  session.dismissLost()
  expect(session.state().fetchingMore).toBe(true)
  await idle(session)
  expect(ids(session)).toEqual([2, 3])
})

it('without a response it is sent again under the same key', async () => {
  const session = await start()
  responses.decide = () => 'nothing'
  queue = [1, 2, 3, 4]
  session.decide(approve)
  await eventually(() => expect(session.state().retrying).toBe(true))
  later(doublePressGuardMs)
  session.decide(approve)
  expect(session.state().unsent).toBe(2)
  responses.decide = (one) => ({ data: { decision: `decision-${idOf(one)}`, graceSeconds: 10 } })
  queue = [3, 4]
  session.retryNow()
  await idle(session)
  expect(session.state().retrying).toBe(false)
  const first = requests.filter(
    ({ call, fields }) => call === 'decide' && fields.lease === 'lease-1',
  )
  expect(first.length).toBeGreaterThan(1)
  expect(new Set(first.map(({ key }) => key)).size).toBe(1)
  expect(ids(session)).toEqual([3, 4])
})

it('with three unsent decisions nothing more is decided', async () => {
  const { decide } = responses
  responses.decide = () => 'nothing'
  handedOut = 4
  const session = await start()
  const worked = [1, 2, 3, 4].map(() => {
    later(doublePressGuardMs)
    return session.decide(approve)
  })
  expect(worked).toEqual([true, true, true, false])
  await eventually(() => expect(session.state().retrying).toBe(true))
  responses = { ...responses, ...(decide && { decide }) }
  session.retryNow()
  await idle(session)
})

it('undo brings the item back at once, several deep, and sends the decision’s ID', async () => {
  const session = await start()
  session.decide(approve)
  later(doublePressGuardMs)
  session.decide(approve)
  await idle(session)
  expect(session.undo()?.item.id).toBe(2)
  expect(session.undo()?.item.id).toBe(1)
  expect(ids(session).slice(0, 2)).toEqual([1, 2])
  expect(session.undo()).toBeUndefined()
  await idle(session)
  const undone = requests.filter(({ call }) => call === 'undo').map(({ fields }) => fields.decision)
  expect(undone).toEqual(['decision-2', 'decision-1'])
  expect(session.state()).toMatchObject({ done: [], tally: { approve: 0 } })
})

it('undo of an unsent decision sends nothing', async () => {
  const session = await start()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { decide } = responses
  responses.decide = async (one) => {
    await held
    return decide?.(one) ?? 'nothing'
  }
  session.decide(approve)
  later(doublePressGuardMs)
  session.decide(approve)
  expect(session.undo()?.item.id).toBe(2)
  release()
  await idle(session)
  expect(calls()).not.toContain('undo')
  expect(requests.filter(({ call }) => call === 'decide')).toHaveLength(1)
  expect(ids(session)).toEqual([2, 3])
})

it('a refused undo removes the item again and says why; after the undo period it is not tried', async () => {
  const session = await start()
  session.decide(approve)
  await idle(session)
  responses.undo = () => refusal(409, 'Too late to undo')
  session.undo()
  await idle(session)
  expect(ids(session)).toEqual([2, 3])
  expect(session.state()).toMatchObject({
    notice: { kind: 'notUndone', id: 1, serverMessage: 'Too late to undo' },
    tally: { approve: 1 },
  })
  expect(session.undo()).toBeUndefined()
})

it('after the leases have expired nothing is shown or decided until the reviewer is back', async () => {
  const session = await start()
  later(301_000)
  expect(session.decide(approve)).toBe(false)
  expect(session.state().phase).toBe('away')
  queue = [3, 4]
  await session.resume()
  expect(ids(session)).toEqual([3, 4])
  expect(session.state()).toMatchObject({
    phase: 'working',
    notice: { kind: 'returnedToQueue', id: 1 },
  })
})

it('a heartbeat keeps the leases; a lost current item says so', async () => {
  const session = await start()
  later(200_000)
  session.heartbeat()
  await eventually(() => expect(calls()).toContain('extend'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  later(200_000)
  session.checkLeases()
  expect(session.state().phase).toBe('working')
  queue = [2, 3]
  session.heartbeat()
  await eventually(() => expect(session.state().problems['lease-1']).toMatchObject({ lost: true }))
})

it('leaving sends what is unsent, then releases the rest', async () => {
  const session = await start()
  session.decide(approve)
  session.close()
  await eventually(() => expect(calls()).toContain('release'))
  expect(calls()).toEqual(['next', 'decide', 'release'])
})

it('on page hide the leases are released only if nothing is unsent', async () => {
  const session = await start()
  session.flushOnPageHide()
  await eventually(() => expect(calls()).toEqual(['next', 'release']))
  const other = await start()
  requests = []
  responses.decide = () => new Promise(() => {})
  other.decide(approve)
  await eventually(() => expect(calls()).toEqual(['decide']))
  other.flushOnPageHide()
  await eventually(() => expect(calls()).toEqual(['decide', 'decide']))
  expect(requests[0]?.key).toBe(requests[1]?.key)
})

it('a skip is taken back, before it was sent and after', async () => {
  const session = await start()
  expect(session.skip()).toBe(true)
  await idle(session)
  expect(session.state().done.at(-1)).toMatchObject({ item: { id: 1 }, choice: { action: 'skip' } })
  expect(session.undo()).toMatchObject({ item: { id: 1 } })
  expect(ids(session)[0]).toBe(1)
  await idle(session)
  expect(calls().filter((call) => /skip/.test(call))).toEqual(['skip', 'unskip'])
  expect(session.state()).toMatchObject({ done: [], tally: { skip: 0 }, left: 4 })
})

it('a skip that somebody else has used stays a skip, and says so', async () => {
  const session = await start()
  session.skip()
  await idle(session)
  responses.unskip = () => refusal(409, 'This item is no longer yours to decide: held by Li Lei')
  session.undo()
  await idle(session)
  expect(ids(session)).not.toContain(1)
  expect(session.state()).toMatchObject({
    tally: { skip: 1 },
    notice: { kind: 'notUndone', id: 1, serverMessage: /Li Lei/ },
  })
  expect(session.undo()).toBeUndefined()
})

const decidedElsewhere = (id: number, status: number | null = 3) => ({
  ...{ queue: 'project' as const, id, action: 'reject', status, by: { id: 7, nickName: 'Li Lei' } },
})

it('what a colleague decides is said at once, and cannot be decided here', async () => {
  const session = await start()
  session.applyDecision('project', decidedElsewhere(1, null))
  session.applyDecision('project', { ...decidedElsewhere(1), queue: 'certification' })
  expect(session.state().problems).toEqual({})
  queue = [2, 3, 4]
  session.applyDecision('project', decidedElsewhere(1))
  expect(session.state()).toMatchObject({
    left: 3,
    problems: { 'lease-1': { lost: true, decided: { queue: 'project', id: 1, status: 3 } } },
  })
  later(doublePressGuardMs)
  expect(session.decide(approve)).toBe(false)
  session.dismissLost()
  await idle(session)
  expect(ids(session)).toEqual([2, 3])
})

it('the next item, decided by a colleague, is never shown', async () => {
  const session = await start()
  queue = [1, 3, 4]
  session.applyDecision('project', decidedElsewhere(2))
  expect(ids(session)).toEqual([1])
  await idle(session)
  expect(ids(session)).toEqual([1, 3])
})
