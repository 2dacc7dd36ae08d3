import { expect, test } from 'vitest'
import { findViolations, summary } from './faults/checker.ts'
import { fillQueues, hireReviewers, randomFrom, startLoad } from './faults/load.ts'
import { endAllAfterwards, newDataDir, openOwner, startProcess, until } from './faults/processes.ts'

endAllAfterwards()

const kills = 12

test('killed a dozen times while six reviewers decide, the server loses no decision, doubles none and starts by itself', async () => {
  const seed = Date.now() % 1_000_000
  const dataDir = newDataDir()
  let server = await startProcess(dataDir)
  const owner = openOwner(server)
  const people = await hireReviewers(owner, server.url, 6)
  const queues = await fillQueues(owner, 4000)
  await owner.close()

  const random = randomFrom(seed)
  const load = startLoad({ people, ...queues, random, url: () => server.url })
  const killed: (NodeJS.Signals | null)[] = []
  while (killed.length < kills) {
    // At a different depth each time, always with decisions acknowledged since the last one.
    const enough = load.acknowledged() + 20 + Math.floor(random() * 60)
    await until(() => load.acknowledged() >= enough)
    killed.push((await server.kill()).signal)
    server = await startProcess(dataDir)
  }
  const enough = load.acknowledged() + 20
  await until(() => load.acknowledged() >= enough)
  await load.stop()

  expect(killed).toEqual(Array(kills).fill('SIGKILL'))
  // Broken connections show that the kills hit requests in flight.
  expect(load.answers.get(0)).toBeGreaterThanOrEqual(kills)
  expect(load.strange).toEqual([])
  const after = openOwner(server)
  const wrong = await findViolations(after, load.attempts)
  await after.close()
  console.log(`kill -9 of the server: ${kills} kills, ${summary(load.attempts)} (seed ${seed})`)
  expect(wrong).toEqual([])
  expect(load.acknowledged()).toBeGreaterThan(kills * 20)
}, 180_000)
