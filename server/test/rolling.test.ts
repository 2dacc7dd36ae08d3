// @module-tag torture
import { setTimeout as pause } from 'node:timers/promises'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import { describe, expect, onTestFinished, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { findProgram } from '../../torture/programs.mjs'
import { type Balancer, findPorts, startBalancer } from './faults/balancers.ts'
import { findViolations, summary } from './faults/checker.ts'
import { fillQueues, hireReviewers, startLoad } from './faults/load.ts'
import { endAllAfterwards, probe, type Server, startProcess } from './faults/processes.ts'
import type { Client } from './setup/client.ts'
import { dice } from './setup/seed.ts'
import { copyDatabase, openOwnerPool } from './setup/server.ts'
import { until } from './setup/test-support.ts'

/* Reviewers work on while every replica is replaced: behind the balancers and configurations that we document. */

endAllAfterwards({ each: true })

/** In short, the test mostly waits for the notices; a load without pauses would only use processor time. */
const betweenCalls = many(400, 10)

/** Lists, one after the other; what was not answered in order. */
function startReading(client: Client): { stop(): Promise<{ read: number; wrong: string[] }> } {
  let reading = true
  let read = 0
  const wrong: string[] = []
  const done = (async () => {
    while (reading) {
      const call = read % 2 === 0 ? videoCalls.project.list : reportCalls.list
      const answer = await client
        .send(call, {})
        .catch((error: Error) => String(error.cause ?? error))
      if (typeof answer === 'string') wrong.push(answer)
      else if (answer.code !== 200) wrong.push(`${answer.status} ${answer.msg}`)
      read += 1
      await pause(betweenCalls)
    }
  })()
  return {
    stop: async () => {
      reading = false
      await done
      return { read, wrong }
    },
  }
}

async function startReplicas(ports: readonly number[], port: number) {
  const database = await copyDatabase(false)
  const owner = openOwnerPool(database.admin)
  onTestFinished(async () => {
    await owner.close()
    await database.drop()
  })
  const env = {
    DATABASE_URL: database.app,
    DATABASE_ADMIN_URL: database.admin,
    DATABASE_POOL: '5',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    // Twice the usual: a machine that has too much to do also checks late.
    SHUTDOWN_NOTICE_SECONDS: '10',
    LOG_LEVEL: 'error',
  }
  const start = (replica: number) => startProcess('/nonexistent', { ...env, PORT: String(replica) })
  return { owner, start, replicas: await Promise.all(ports.map(start)) }
}

describe.each<[Balancer, string]>([
  ['nginx', 'R1'],
  ['haproxy', 'R2'],
])('behind %s', (balancer, id) => {
  const program = findProgram(balancer)
  if (!program) console.log(`rolling restart: skipped, there is no ${balancer} on this machine`)

  test.skipIf(!program)(
    'three replicas are restarted one after the other under load, and no client sees an error',
    async () => {
      const restarts = many(3, 12, 300)
      const [port = 0, ...ports] = await findPorts(4)
      const { owner, start, replicas } = await startReplicas(ports, port)
      const url = await startBalancer(balancer, program ?? '', port, ports)
      const people = await hireReviewers(owner, url, 4)
      const [reader] = await hireReviewers(owner, url, 1)
      const queues = await fillQueues(owner, many(2000, 1000 + 2000 * restarts))
      const random = dice(`rolling restart behind ${balancer}`).next
      const load = startLoad({ people, ...queues, random, url: () => url, pauseMs: betweenCalls })
      const reading = startReading(Object.assign(reader?.client as Client, { insists: true }))

      for (let n = 0; n < restarts; n++) {
        await load.moreAnswered(20)
        const place = n % ports.length
        const ending = await (replicas[place] as Server).stop()
        expect(ending).toEqual({ code: 0, signal: null })
        replicas[place] = await start(ports[place] as number)
        await until(async () => (await probe(`http://127.0.0.1:${ports[place]}`)) === 200)
      }
      await load.moreAnswered(20)
      await load.stop()
      const { read, wrong } = await reading.stop()

      const answers = Object.fromEntries(load.answers)
      console.log(
        `${balancer}: ${restarts} restarts, ${read} reads, ${summary(load.attempts)}, answers by status: ${JSON.stringify(answers)}`,
      )
      expect(wrong).toEqual([])
      expect(load.strange).toEqual([])
      expect(load.broken).toEqual([])
      // A 503 with its envelope is the server's own "too busy", which the app asks again; nothing else is in order.
      const { 200: good = 0, 503: busy = 0, ...others } = answers
      expect(others).toEqual({})
      expect(busy).toBeLessThan(good / 10)
      expect(await findViolations(owner, load.attempts)).toEqual([])
      figure(id, restarts)
    },
    // Each restart waits for the notice and for a whole start.
    many(360_000, 1_800_000, 72_000_000),
  )
})
