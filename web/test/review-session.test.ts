import { expect, it } from 'vitest'
import { doublePressGuardMs } from '../src/screens/focus/session/actions.ts'
import {
  approve,
  calls,
  eventually,
  idle,
  idOf,
  ids,
  later,
  refusal,
  scene,
  setScene,
  start,
} from './setup/review-scene.ts'

/* A review session: decisions, undo, leases and lost connections. */

setScene()

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
  const keys = scene.requests.flatMap(({ key }) => key ?? [])
  expect(new Set(keys).size).toBe(2)
  expect(scene.requests[2]?.fields).toMatchObject({
    lease: 'lease-2',
    action: 'reject',
    message: 'No.',
  })
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
  scene.responses.decide = () => refusal(400, 'Reject reason cannot be empty')
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
  scene.responses.decide = () => {
    scene.queue = [2, 3]
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
  scene.responses.decide = () => 'nothing'
  scene.queue = [1, 2, 3, 4]
  session.decide(approve)
  await eventually(() => expect(session.state().retrying).toBe(true))
  later(doublePressGuardMs)
  session.decide(approve)
  expect(session.state().unsent).toBe(2)
  scene.responses.decide = (one) => ({
    data: { decision: `decision-${idOf(one)}`, graceSeconds: 10 },
  })
  scene.queue = [3, 4]
  session.retryNow()
  await idle(session)
  expect(session.state().retrying).toBe(false)
  const first = scene.requests.filter(
    ({ call, fields }) => call === 'decide' && fields.lease === 'lease-1',
  )
  expect(first.length).toBeGreaterThan(1)
  expect(new Set(first.map(({ key }) => key)).size).toBe(1)
  expect(ids(session)).toEqual([3, 4])
})

it('with three unsent decisions nothing more is decided', async () => {
  const { decide } = scene.responses
  scene.responses.decide = () => 'nothing'
  scene.handedOut = 4
  const session = await start()
  const worked = [1, 2, 3, 4].map(() => {
    later(doublePressGuardMs)
    return session.decide(approve)
  })
  expect(worked).toEqual([true, true, true, false])
  await eventually(() => expect(session.state().retrying).toBe(true))
  scene.responses = { ...scene.responses, ...(decide && { decide }) }
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
  const undone = scene.requests
    .filter(({ call }) => call === 'undo')
    .map(({ fields }) => fields.decision)
  expect(undone).toEqual(['decision-2', 'decision-1'])
  expect(session.state()).toMatchObject({ done: [], tally: { approve: 0 } })
})

it('undo of an unsent decision sends nothing', async () => {
  const session = await start()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { decide } = scene.responses
  scene.responses.decide = async (one) => {
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
  expect(scene.requests.filter(({ call }) => call === 'decide')).toHaveLength(1)
  expect(ids(session)).toEqual([2, 3])
})

it('a refused undo removes the item again and says why; after the undo period it is not tried', async () => {
  const session = await start()
  session.decide(approve)
  await idle(session)
  scene.responses.undo = () => refusal(409, 'Too late to undo')
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
  scene.queue = [3, 4]
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
  scene.queue = [2, 3]
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

it('after a reload the items of the page before are released before the next claim', async () => {
  const session = await start()
  session.flushOnPageHide()
  await eventually(() => expect(calls()).toEqual(['next', 'release']))
  const [, first] = scene.requests
  scene.requests = []
  await start()
  expect(calls()).toEqual(['release', 'next'])
  expect(scene.requests[0]?.fields.desk).toBe(first?.fields.desk)
  scene.requests = []
  await start()
  expect(calls()).toEqual(['next'])
})

it('on page hide the leases are released only if nothing is unsent', async () => {
  const session = await start()
  session.flushOnPageHide()
  await eventually(() => expect(calls()).toEqual(['next', 'release']))
  const other = await start()
  scene.requests = []
  scene.responses.decide = () => new Promise(() => {})
  other.decide(approve)
  await eventually(() => expect(calls()).toEqual(['decide']))
  other.flushOnPageHide()
  await eventually(() => expect(calls()).toEqual(['decide', 'decide']))
  expect(scene.requests[0]?.key).toBe(scene.requests[1]?.key)
})
