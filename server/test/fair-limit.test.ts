import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type FairLimitOptions, fairLimit } from '../src/domain/fair-limit.ts'

/* Without a server: what waits here is a promise. */

function startLimit(options: Partial<FairLimitOptions> = {}) {
  const limit = fairLimit({
    ...{ concurrency: 1, waiting: 4, waitingPerKey: 3, maxWaitMs: 60_000 },
    ...options,
    refusal: () => new Error('refused'),
  })
  const order: string[] = []
  const gates: (() => void)[] = []
  /** Runs until `finishOne` lets it end. */
  const run = (key: string, name = key) =>
    limit
      .run(key, () => {
        order.push(name)
        return new Promise<string>((end) => gates.push(() => end('done')))
      })
      .catch((error: Error) => error.message)
  const finishOne = async () => {
    gates.shift()?.()
    await pause(0)
  }
  return { run, finishOne, order }
}

test('keys take turns, and each keeps its own order', async () => {
  const { run, finishOne, order } = startLimit()
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1'), run('c', 'c1')]
  for (let n = 0; n < 5; n++) await finishOne()
  expect(await Promise.all(all)).toEqual(Array(5).fill('done'))
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('no more wait than may, in all and for one key', async () => {
  const { run, finishOne, order } = startLimit()
  const first = run('a')
  const waiting = [run('a'), run('a'), run('a')]
  expect(await run('a')).toBe('refused')
  const other = run('b')
  // The queue is full: the key with the most waiters gives one up.
  const third = run('c')
  expect(await waiting[2]).toBe('refused')
  for (let n = 0; n < 5; n++) await finishOne()
  expect(await Promise.all([first, ...waiting.slice(0, 2), other, third])).toEqual(
    Array(5).fill('done'),
  )
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a'])
})

test('a request that has waited too long is refused in its turn, and not worked on', async () => {
  const { run, finishOne, order } = startLimit({ maxWaitMs: 20 })
  const first = run('a', 'first')
  const late = run('a', 'late')
  await pause(40)
  const next = run('b', 'next')
  await finishOne()
  expect(await late).toBe('refused')
  await finishOne()
  expect(await Promise.all([first, next])).toEqual(['done', 'done'])
  expect(order).toEqual(['first', 'next'])
  expect(await Promise.all([run('a', 'again'), finishOne()])).toEqual(['done', undefined])
})
