import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFailed, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { findViolations, summary } from './faults/checker.ts'
import { fillQueues, hireReviewers, startLoad } from './faults/load.ts'
import {
  endAllAfterwards,
  openOwner,
  postmasterOf,
  probe,
  readyDataDir,
  type Server,
  signalWhole,
  startProcess,
} from './faults/processes.ts'
import { dice } from './setup/seed.ts'
import { measureLateness, until, within } from './setup/test-support.ts'

endAllAfterwards()
measureLateness()

const withoutDemo = { DEMO_DATA: 'off' }

/** One connection of the server's own dies: PostgreSQL then ends all of them and recovers. */
async function killBackend(_postmaster: number, server: Server): Promise<void> {
  const owner = openOwner(server)
  const [found] = await owner.query<{ pid: number }>(sql`
    select pid from pg_stat_activity where application_name = 'screening-room'
      and usename = 'screening_room_app' order by random() limit 1`)
  await owner.close()
  if (!found) throw new Error('the server has no connection')
  process.kill(found.pid, 'SIGKILL')
}

/** All of it stops, as on a machine without memory, and goes on later. */
async function freeze(postmaster: number): Promise<void> {
  signalWhole(postmaster, 'SIGSTOP')
  try {
    await pause(6000)
  } finally {
    signalWhole(postmaster, 'SIGCONT')
  }
}

interface Fault {
  what: string
  times: number
  strike(postmaster: number, server: Server): unknown
  /** The server has to start it again. */
  ends: boolean
  /** What PostgreSQL itself says of it. */
  logs?: string
}

const signal = (name: NodeJS.Signals) => (postmaster: number) => process.kill(postmaster, name)

const faults: Fault[] = [
  { what: 'killed', times: many(1, 10, 100), ends: true, strike: signal('SIGKILL') },
  {
    what: 'killed with all its processes',
    times: many(1, 10, 100),
    ends: true,
    strike: (postmaster) => signalWhole(postmaster, 'SIGKILL'),
  },
  {
    what: 'stopped fast',
    times: many(1, 10, 100),
    ends: true,
    strike: signal('SIGINT'),
    logs: 'received fast shutdown request',
  },
  {
    what: 'stopped immediately',
    times: many(1, 10, 100),
    ends: true,
    strike: signal('SIGQUIT'),
    logs: 'received immediate shutdown request',
  },
  {
    what: 'robbed of a connection',
    times: many(1, 10, 100),
    ends: false,
    strike: killBackend,
    logs: 'was terminated by signal 9',
  },
  { what: 'frozen', times: many(1, 10, 50), ends: false, strike: freeze },
]

test('its PostgreSQL killed, stopped and frozen while six reviewers decide, the server lives on, says 503 and loses or doubles nothing', {
  tags: ['torture'],
}, async () => {
  const roll = dice('faults of PostgreSQL')
  const drawn = faults.flatMap((fault) => Array<Fault>(fault.times).fill(fault))
  const order = drawn
    .map((fault) => ({ fault, at: roll.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ fault }) => fault)

  const server = await startProcess(readyDataDir(), withoutDemo)
  const { dataDir, url } = server
  const owner = openOwner(server)
  const people = await hireReviewers(owner, url, 6)
  const queues = await fillQueues(owner, 1000 + 240 * order.length)
  await owner.close()

  const load = startLoad({ people, ...queues, random: roll.next, url: () => url })
  const timesSaid = (words: string) => server.output().split(words).length - 1
  const isDown = () => probe(url).then((status) => status === 503)
  let revived = 0
  let notReady = 0
  let slowestReturn = 0
  const nemesis: string[] = []
  onTestFailed(() => console.log(nemesis.join('\n')))
  for (const { what, strike, ends } of order) {
    await load.moreAnswered(15 + roll.below(40))
    nemesis.push(`${new Date().toISOString()} ${what}, after ${load.acknowledged()} decisions`)
    const postmaster = postmasterOf(dataDir)
    const struck = strike(postmaster, server)
    if (ends) {
      revived += 1
      await until(() => timesSaid('ended by itself') >= revived)
      if (await isDown()) notReady += 1
      await until(() => timesSaid('PostgreSQL is back') >= revived)
      expect(postmasterOf(dataDir)).not.toBe(postmaster)
    } else if (strike === freeze) {
      await until(isDown, 6000)
      notReady += 1
    }
    await struck
    const back = performance.now()
    await load.moreAnswered(1)
    slowestReturn = Math.max(slowestReturn, performance.now() - back)
  }
  await load.moreAnswered(20)
  await load.stop()

  // The faults happened: PostgreSQL's own log tells of them, and people were told to try again.
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  for (const { logs, times } of faults)
    if (logs) expect(log.split(logs).length - 1, logs).toBeGreaterThanOrEqual(times)
  expect(load.answers.get(503)).toBeGreaterThanOrEqual(order.length)
  expect(notReady).toBeGreaterThan(0)
  expect(server.process.exitCode).toBeNull()
  expect(load.strange).toEqual([])
  // No client lost its connection to the server, and none waited longer than its timeout.
  expect(load.answers.get(0)).toBeUndefined()
  expect(load.slowest()).toBeLessThan(within(5000))
  expect(slowestReturn).toBeLessThan(within(5000))

  await until(async () => (await probe(url)) === 200)
  const after = openOwner(server)
  const wrong = await findViolations(after, load.attempts)
  await after.close()
  const struck = faults.map(({ what, times }) => `${times} times ${what}`).join(', ')
  console.log(
    `PostgreSQL ${struck}: ${summary(load.attempts)}, slowest answer ${Math.round(load.slowest())} ms, back after ${Math.round(slowestReturn)} ms`,
  )
  expect(wrong).toEqual([])
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  figure('F7', order.length)
})

test('a postmaster that is killed again while it recovers is started again all the same', async () => {
  const server = await startProcess(readyDataDir(), withoutDemo)
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
    await until(async () => (await probe(url)) === 200)
  }
  expect(server.process.exitCode).toBeNull()
  expect(await server.stop()).toEqual({ code: 0, signal: null })
})
