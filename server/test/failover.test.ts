// @module-tag torture
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { findViolations, summary } from './faults/checker.ts'
import {
  ask,
  type Cluster,
  endClustersAfterwards,
  startCluster,
  startStandby,
} from './faults/clusters.ts'
import { fillQueues, hireReviewers, startLoad } from './faults/load.ts'
import { endAllAfterwards, probe, signalWhole, startProcess } from './faults/processes.ts'
import { startProxy } from './faults/proxy.ts'
import { dice } from './setup/seed.ts'
import { openOwnerPool } from './setup/server.ts'
import { measureLateness, until, within } from './setup/test-support.ts'

endClustersAfterwards()
endAllAfterwards()
measureLateness()

const roll = dice('failover')
// Half a minute of two clusters for each: not among what every push runs.
const failovers = many(0, 2, 50)

/** The newest event that a database holds. */
const newestOf = async ({ adminUrl }: Cluster) =>
  (await ask<{ id: number }>(adminUrl, 'select max(id) as id from event'))[0]?.id ?? 0

test.runIf(failovers > 0)(
  'the primary lost and its standby promoted while six reviewers decide: the server follows, and no acknowledged decision is lost',
  async () => {
    let primary = await startCluster()
    const proxy = await startProxy(primary.appUrl)
    const server = await startProcess('/nonexistent', {
      DATABASE_URL: proxy.url,
      DATABASE_ADMIN_URL: proxy.for(primary.adminUrl),
    })
    const owner = openOwnerPool(proxy.for(primary.adminUrl))
    const people = await hireReviewers(owner, server.url, 6)
    const queues = await fillQueues(owner, 1000 + 1000 * failovers)
    const load = startLoad({ people, ...queues, random: roll.next, url: () => server.url })

    let refusedStandby = 0
    for (let n = 0; n < failovers; n++) {
      const standby = await startStandby(primary)
      await load.moreAnswered(30 + roll.below(60))
      // Killed, or cut off from the world and back later, when another has taken its place.
      const comesBack = n % 2 === 1
      const lost = primary
      signalWhole(lost.pid, comesBack ? 'SIGSTOP' : 'SIGKILL')
      proxy.turnTo(standby.appUrl)
      // The address already leads to the standby: it reads well, and must not be taken for a primary.
      await until(async () => (await probe(server.url)) === 503)
      // What was committed before is still on its way to those who asked for it.
      await pause(300)
      const before = load.acknowledged()
      await pause(1000)
      expect(load.acknowledged()).toBe(before)
      refusedStandby += 1
      await ask(standby.adminUrl, `alter system set synchronous_standby_names = ''`)
      await ask(standby.adminUrl, 'select pg_promote()')
      const promoted = performance.now()
      await load.moreAnswered(1)
      console.log(`back ${Math.round(performance.now() - promoted)} ms after the promotion`)
      primary = standby

      if (comesBack) {
        const newest = await newestOf(standby)
        signalWhole(lost.pid, 'SIGCONT')
        await load.moreAnswered(20)
        expect(await newestOf(standby)).toBeGreaterThan(newest)
        // Nobody went back to it.
        const sessions = `select 1 from pg_stat_activity where application_name = 'screening-room'`
        await until(async () => (await ask(lost.adminUrl, sessions)).length === 0)
        expect(await newestOf(lost)).toBeLessThanOrEqual(newest)
      }
      await lost.stop()
    }
    await load.moreAnswered(20)
    await load.stop()

    expect(refusedStandby).toBe(failovers)
    expect(load.answers.get(503)).toBeGreaterThan(0)
    expect(load.strange).toEqual([])
    expect(load.slowest()).toBeLessThan(within(5000))
    const wrong = await findViolations(owner, load.attempts)
    console.log(`${failovers} failovers: ${summary(load.attempts)}`)
    expect(wrong).toEqual([])
    await owner.close()
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    await proxy.close()
    figure('F8', failovers)
  },
)
