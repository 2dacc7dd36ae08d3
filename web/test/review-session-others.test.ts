import { expect, it } from 'vitest'
import { doublePressGuardMs } from '../src/screens/focus/session/actions.ts'
import {
  approve,
  calls,
  idle,
  ids,
  later,
  refusal,
  scene,
  setScene,
  start,
} from './setup/review-scene.ts'

/* A review session: skips, and what colleagues decide. */

setScene()

it('a skip that was not sent yet is taken back without a request', async () => {
  const session = await start()
  const { decide } = scene.responses
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  scene.responses.decide = async (one) => {
    await held
    return decide?.(one) ?? {}
  }
  session.decide(approve)
  later(doublePressGuardMs)
  expect(session.skip()).toBe(true)
  expect(session.undo()).toMatchObject({ item: { id: 2 }, choice: { action: 'skip' } })
  release()
  await idle(session)
  expect(calls().filter((call) => /skip/.test(call))).toEqual([])
  expect(ids(session)).toEqual([2, 3])
})

it('a skip that was sent is taken back by a request', async () => {
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
  scene.responses.unskip = () =>
    refusal(409, 'This item is no longer yours to decide: held by Li Lei')
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
  scene.queue = [2, 3, 4]
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
  scene.queue = [1, 3, 4]
  session.applyDecision('project', decidedElsewhere(2))
  expect(ids(session)).toEqual([1])
  await idle(session)
  expect(ids(session)).toEqual([1, 3])
})

const revised = (id: number) => ({ ...decidedElsewhere(id, null), action: 'revise' })

it('a new version of the item in hand is read again, said, and not decided on by a press that was meant for the old one', async () => {
  const session = await start()
  later(doublePressGuardMs)
  scene.versions[1] = 2
  session.applyDecision('project', revised(1))
  expect(session.state()).toMatchObject({
    notice: { kind: 'changed', id: 1 },
    seenVersions: { 'lease-1': 1 },
  })
  await idle(session)
  expect(session.state().items[0]?.project?.version).toBe(2)
  expect(session.decide(approve)).toBe(false)
  later(doublePressGuardMs)
  expect(session.decide(approve)).toBe(true)
  await idle(session)
  expect(scene.requests.findLast(({ call }) => call === 'decide')?.fields.version).toBe('2')
})

it('a decision on an old version comes back with its text, and can be sent for the new one', async () => {
  const session = await start()
  later(doublePressGuardMs)
  scene.responses.decide = () => ({
    ...refusal(409, 'The platform has changed this item (title)'),
    data: { version: 2, changed: ['title'] },
  })
  scene.versions[1] = 2
  session.decide({ action: 'reject', message: 'typed', ownText: 'typed' })
  await idle(session)
  expect(ids(session)[0]).toBe(1)
  expect(session.state()).toMatchObject({
    seenVersions: { 'lease-1': 1 },
    problems: { 'lease-1': { lost: false, choice: { ownText: 'typed' } } },
  })
  expect(session.state().items[0]?.project?.version).toBe(2)
})
