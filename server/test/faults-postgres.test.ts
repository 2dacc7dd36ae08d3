import { expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { findViolations, summary } from './faults/checker.ts'
import { fillQueues, hireReviewers, randomFrom, startLoad } from './faults/load.ts'
import {
  endAllAfterwards,
  killWhole,
  newDataDir,
  openOwner,
  postmasterOf,
  probe,
  type Server,
  startProcess,
  until,
} from './faults/processes.ts'

endAllAfterwards()

const postmasterKills = 10
const backendKills = 3
const timesSaid = (server: Server, words: string) => server.output().split(words).length - 1

/** One connection of the server's own dies: PostgreSQL then ends all of them and recovers. */
async function killBackend(server: Server): Promise<void> {
  const owner = openOwner(server)
  const [found] = await owner.query<{ pid: number }>(sql`
    select pid from pg_stat_activity where application_name = 'screening-room'
      and usename = 'screening_room_app' order by random() limit 1`)
  await owner.close()
  if (!found) throw new Error('the server has no connection')
  process.kill(found.pid, 'SIGKILL')
}

test('its PostgreSQL killed ten times while six reviewers decide, the server lives on, says 503 and loses or doubles nothing', async () => {
  const seed = Date.now() % 1_000_000
  const server = await startProcess(newDataDir())
  const { dataDir, url } = server
  const owner = openOwner(server)
  const people = await hireReviewers(owner, url, 6)
  const queues = await fillQueues(owner, 4000)
  await owner.close()

  const random = randomFrom(seed)
  const load = startLoad({ people, ...queues, random, url: () => url })
  const moreAnswered = async (least: number) => {
    const enough = load.acknowledged() + least
    await until(() => load.acknowledged() >= enough, 30_000)
  }
  const killed = new Set<number>()
  let saidNotReady = 0
  for (let n = 1; n <= postmasterKills; n++) {
    await moreAnswered(15 + Math.floor(random() * 40))
    const postmaster = postmasterOf(dataDir)
    if (n % 2 === 0) killWhole(postmaster)
    else process.kill(postmaster, 'SIGKILL')
    killed.add(postmaster)
    await until(() => timesSaid(server, 'ended by itself') >= n)
    if ((await probe(url)) === 503) saidNotReady += 1
    await until(() => timesSaid(server, 'PostgreSQL is back') >= n, 30_000)
  }
  for (let n = 0; n < backendKills; n++) {
    await moreAnswered(15)
    await killBackend(server)
  }
  await moreAnswered(20)
  await load.stop()

  // The faults happened: as many postmasters died, and as many crashes stand in their log.
  expect(killed.size).toBe(postmasterKills)
  expect(load.answers.get(503)).toBeGreaterThanOrEqual(postmasterKills)
  expect(saidNotReady).toBeGreaterThan(0)
  expect(server.process.exitCode).toBeNull()
  expect(load.strange).toEqual([])
  // Nobody lost his connection to the server, and nobody waited longer than a client does.
  expect(load.answers.get(0)).toBeUndefined()
  expect(load.slowest()).toBeLessThan(5000)

  await until(async () => (await probe(url)) === 200)
  const after = openOwner(server)
  const wrong = await findViolations(after, load.attempts)
  await after.close()
  console.log(
    `kill -9 of PostgreSQL: ${killed.size} postmasters and ${backendKills} backends, ${summary(load.attempts)}, slowest answer ${Math.round(load.slowest())} ms (seed ${seed})`,
  )
  expect(wrong).toEqual([])
  expect(await server.stop()).toEqual({ code: 0, signal: null })
}, 180_000)

test('a postmaster that is killed again while it recovers is started again all the same', async () => {
  const server = await startProcess(newDataDir(), { DEMO_DATA: 'off' })
  const { dataDir, url } = server
  for (let round = 1; round <= 2; round++) {
    const first = postmasterOf(dataDir)
    process.kill(first, 'SIGKILL')
    await until(() => {
      try {
        return postmasterOf(dataDir) !== first
      } catch {
        return false
      }
    })
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await until(async () => (await probe(url)) === 200, 30_000)
  }
  expect(server.process.exitCode).toBeNull()
  expect(await server.stop()).toEqual({ code: 0, signal: null })
}, 120_000)
