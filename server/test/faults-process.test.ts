// @module-tag torture

import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { findViolations, summary } from './faults/checker.ts'
import { fillQueues, hireReviewers, startLoad } from './faults/load.ts'
import {
  endAllAfterwards,
  openOwner,
  probe,
  readyDataDir,
  type Server,
  startProcess,
} from './faults/processes.ts'
import { dice } from './setup/seed.ts'
import { measureLateness, until, within } from './setup/test-support.ts'

measureLateness()

/* What goes wrong inside the server's own process: it ends in order or answers, and nothing is lost. */

endAllAfterwards()

const roll = dice('faults inside the process')
const inside = fileURLToPath(new URL('./faults/inner-fault.mjs', import.meta.url))
const faulty = (what: string, ...options: string[]) => ({
  DEMO_DATA: 'off',
  INNER_FAULT: what,
  NODE_OPTIONS: [`--import=${inside}`, ...options].join(' '),
})

/** Strikes again and again under load; each time the server is started anew where it ended. */
async function strikeUnderLoad(
  env: Record<string, string>,
  times: number,
  strike: (server: Server) => Promise<'ended' | 'lives'>,
) {
  const dataDir = readyDataDir()
  let server = await startProcess(dataDir, env)
  const owner = openOwner(server)
  const people = await hireReviewers(owner, server.url, 6)
  const queues = await fillQueues(owner, 1200 + 400 * times)
  await owner.close()
  const load = startLoad({ people, ...queues, random: roll.next, url: () => server.url })
  for (let n = 0; n < times; n++) {
    await load.moreAnswered(20 + roll.below(30))
    if ((await strike(server)) === 'ended') server = await startProcess(dataDir, env)
  }
  await load.moreAnswered(20)
  await load.stop()
  expect(load.strange).toEqual([])
  const after = openOwner(server)
  const wrong = await findViolations(after, load.attempts)
  await after.close()
  console.log(`${env.INNER_FAULT}, ${times} times: ${summary(load.attempts)}`)
  expect(wrong).toEqual([])
  expect(await server.stop(), server.output().slice(-3000)).toEqual({ code: 0, signal: null })
  figure('F15', times)
  return load
}

const times = many(1, 7, 100)
// Each costs several starts; every push makes do with the one that the server itself has to handle.
const rarely = test.runIf(times > 1)

rarely(
  'out of memory, it dies, its PostgreSQL is ended in order, and the next start has everything',
  async () => {
    const env = faulty('heap', '--max-old-space-size=64')
    await strikeUnderLoad(env, times, async (server) => {
      server.process.kill('SIGUSR2')
      const { signal } = await server.ended
      expect(signal).toBe('SIGABRT')
      expect(server.errors()).toContain('heap out of memory')
      return 'ended'
    })
  },
)

rarely('blocked for three seconds, it answers the requests that waited, and goes on', async () => {
  const load = await strikeUnderLoad(faulty('block'), times, async (server) => {
    server.process.kill('SIGUSR2')
    // It is blocked: not even the probe that touches nothing is answered.
    await until(async () => {
      const began = performance.now()
      expect(await probe(server.url, '/healthz')).toBe(200)
      return performance.now() - began > 1500
    })
    return 'lives'
  })
  expect(load.slowest()).toBeGreaterThan(1500)
  expect(load.answers.get(0)).toBeUndefined()
})

test('with a rejection that nobody handles, it says so, ends in order, and the next start has everything', async () => {
  await strikeUnderLoad(faulty('rejection'), times, async (server) => {
    server.process.kill('SIGUSR2')
    const began = performance.now()
    expect(await server.ended).toEqual({ code: 1, signal: null })
    expect(performance.now() - began).toBeLessThan(within(15_000))
    expect(server.output()).toContain('nobody waits for this')
    expect(server.output()).toContain('unexpected; stopping')
    return 'ended'
  })
})
