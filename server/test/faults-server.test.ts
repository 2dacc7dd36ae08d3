// @module-tag torture
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db } from '../src/db/pool.ts'
import { findViolations, summary } from './faults/checker.ts'
import { fillQueues, hireReviewers, type Load, startLoad } from './faults/load.ts'
import {
  endAllAfterwards,
  openOwner,
  readyDataDir,
  type Server,
  startProcess,
} from './faults/processes.ts'
import { dice } from './setup/seed.ts'
import { copyDatabase, openOwnerPool } from './setup/server.ts'

endAllAfterwards()

const withoutDemo = { DEMO_DATA: 'off' }

const roll = dice('kill -9 of the server')

/** At a different depth each time, always with decisions acknowledged since the last one. */
const moreAnswered = (load: Load) => load.moreAnswered(20 + roll.below(60))

/** Until so many kills were each in the middle of requests: where none was lost, it was between two. */
async function killAgainAndAgain(
  load: Load,
  kills: number,
  kill: () => Promise<NodeJS.Signals | null>,
) {
  const lost = () => load.answers.get(0) ?? 0
  const killed: (NodeJS.Signals | null)[] = []
  for (let tries = 1; killed.length < kills; tries++) {
    if (tries > 10 * kills) throw new Error('the kills come when nobody asks')
    await moreAnswered(load)
    const before = lost()
    const signal = await kill()
    if (lost() > before) killed.push(signal)
  }
  await moreAnswered(load)
  await load.stop()
  return killed
}

/** Nothing lost, nothing doubled, and as many kills as were meant. */
async function expectNothingLost(owner: Db, load: Load, killed: readonly (string | null)[]) {
  expect(new Set(killed)).toEqual(new Set(['SIGKILL']))
  expect(load.strange).toEqual([])
  const wrong = await findViolations(owner, load.attempts)
  console.log(`kill -9 of the server: ${killed.length} kills, ${summary(load.attempts)}`)
  expect(wrong).toEqual([])
  expect(load.acknowledged()).toBeGreaterThan(killed.length * 20)
}

test('killed again and again while six reviewers decide, the server loses no decision, doubles none and starts by itself', async () => {
  const kills = many(2, 25, 1000)
  const dataDir = readyDataDir()
  let server = await startProcess(dataDir, withoutDemo)
  const owner = openOwner(server)
  const people = await hireReviewers(owner, server.url, 6)
  const queues = await fillQueues(owner, 1000 + 200 * kills)
  await owner.close()

  const load = startLoad({ people, ...queues, random: roll.next, url: () => server.url })
  const killed = await killAgainAndAgain(load, kills, async () => {
    const { signal } = await server.kill()
    server = await startProcess(dataDir, withoutDemo)
    return signal
  })

  const after = openOwner(server)
  await expectNothingLost(after, load, killed)
  await after.close()
  figure('F1', kills)
})

test('of two servers on one PostgreSQL one is killed again and again: the other goes on, and nothing is lost or doubled', async () => {
  const kills = many(1, 10, 300)
  const database = await copyDatabase(false)
  const owner = openOwnerPool(database.admin)
  const env = { DATABASE_URL: database.app, DATABASE_ADMIN_URL: database.admin }
  const start = () => startProcess('/nonexistent', env)
  const servers: Server[] = [await start(), await start()]
  const people = await hireReviewers(owner, servers[0]?.url ?? '', 6)
  const queues = await fillQueues(owner, 2000 + 600 * kills)

  const url = () => roll.pick(servers).url
  const load = startLoad({ people, ...queues, random: roll.next, url })
  const killed = await killAgainAndAgain(load, kills, async () => {
    const { signal } = await (servers.shift() as Server).kill()
    // The one that is left serves alone before there are two again.
    await moreAnswered(load)
    servers.push(await start())
    return signal
  })

  await expectNothingLost(owner, load, killed)
  for (const server of servers) expect(await server.stop()).toEqual({ code: 0, signal: null })
  await owner.close()
  await database.drop()
  figure('F17', kills)
})
