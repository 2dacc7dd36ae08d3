// @module-tag torture
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { focusCalls } from '@screening-room/contract/focus'
import { sessionCalls } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { beforeAll, expect, inject, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { findViolations, summary } from './faults/checker.ts'
import { ask } from './faults/clusters.ts'
import { fillQueues, hireReviewers, startLoad } from './faults/load.ts'
import { buildPreviousRelease, hasPreviousRelease } from './faults/previous-release.ts'
import { endAllAfterwards, startProcess } from './faults/processes.ts'
import { newDesk } from './setup/focus.ts'
import { withDatabase } from './setup/global.ts'
import { dice } from './setup/seed.ts'
import { openOwnerPool } from './setup/server.ts'
import { measureLateness, onTime } from './setup/test-support.ts'

/* A new version is rolled out beside the previous one: while it migrates, and after. */

endAllAfterwards()
measureLateness()
const roll = dice('upgrade')

/** A database with two roles, neither of them a superuser. */
async function newDatabase() {
  const id = randomBytes(5).toString('hex')
  const superuser = inject('adminUrl')
  const urlOf = (role: string) => {
    const url = new URL(withDatabase(superuser, `upgrade_${id}`))
    Object.assign(url, { username: role, password: 'secret' })
    return url.href
  }
  const [owner, app] = [`upgrade_owner_${id}`, `upgrade_app_${id}`]
  for (const role of [owner, app])
    await ask(superuser, `create role ${role} login password 'secret'`)
  await ask(superuser, `create database upgrade_${id} owner ${owner}`)
  return {
    env: { DATABASE_URL: urlOf(app), DATABASE_ADMIN_URL: urlOf(owner) },
    admin: withDatabase(superuser, `upgrade_${id}`),
    drop: async () => {
      await ask(superuser, `drop database upgrade_${id} with (force)`)
      for (const role of [owner, app]) await ask(superuser, `drop role ${role}`)
    },
  }
}

/**
 * A reader, such as a backup, that lets go for a moment now and then: between two migrations there is
 * time, and a migration that finds its tables in use tries again.
 */
async function readNowAndThen(url: string, stopped: () => boolean): Promise<void> {
  const tables = await ask(
    url,
    `select string_agg(oid::regclass::text, ', ') as names from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'`,
  )
  const migrations = async () =>
    Number((await ask(url, 'select count(*) from migration'))[0]?.count)
  while (!stopped()) {
    const before = await migrations()
    await ask(
      url,
      `begin; lock table ${tables[0]?.names} in access share mode; select pg_sleep(0.7); commit`,
    )
    for (let n = 0; n < 50 && (await migrations()) === before; n++) await pause(20)
  }
}

const upgrades = many(1, 10, 50)

let previous = ''
beforeAll(() => {
  if (!hasPreviousRelease) return
  const built = buildPreviousRelease()
  previous = built.main
  return built.remove
})

test.runIf(hasPreviousRelease)(
  'the previous release under load while the new one migrates: no request fails on either, and nothing is lost',
  async () => {
    let requests = 0
    const upgrade = async (n: number) => {
      const database = await newDatabase()
      const old = await startProcess('/nonexistent', database.env, undefined, previous)
      const owner = openOwnerPool(database.admin)
      const people = await hireReviewers(owner, old.url, 7)
      const queues = await fillQueues(owner, many(2500, 4000))

      let stopping = false
      const failed: string[] = []
      /** What is not a decision: lists, searches, focus review, a call that needs no session. */
      const browse = async () => {
        const client = people[6]?.client
        if (!client) return
        const desk = newDesk()
        while (!stopping) {
          for (const answer of [
            await client.send(videoCalls.project.list, { page: 1, pageSize: 10 }),
            await client.send(videoCalls.personal.list, { page: 2, pageSize: 10, search: 'video' }),
            await client.send(sessionCalls.userInfo, {}),
            await client.send(focusCalls.next, { queue: 'project-video', desk }),
          ]) {
            requests += 1
            if (answer.status !== 200) failed.push(`${answer.status} ${answer.msg}`)
          }
          await pause(many(50, 0))
        }
      }
      // Half of the reviewers are on the new server as soon as it answers.
      let url = old.url
      const load = startLoad({
        ...{ people: people.slice(0, 6), ...queues, random: roll.next, pauseMs: many(60, 0) },
        url: () => (roll.next() < 0.5 ? url : old.url),
      })
      const browsing = browse()
      const reading = readNowAndThen(database.admin, () => stopping)
      const rollOut = async () => {
        await load.moreAnswered(30)
        const started = await startProcess('/nonexistent', database.env)
        url = started.url
        await load.moreAnswered(100)
        await pause(500)
        return started
      }
      // Whatever comes of it: what is tried again begins with nothing else under way.
      const endLoad = () => {
        stopping = true
        return Promise.all([load.stop(), browsing, reading])
      }
      const server = await rollOut().finally(endLoad)

      expect(load.strange).toEqual([])
      expect(failed).toEqual([])
      expect([...load.broken, ...load.shed]).toEqual([])
      expect([...load.answers.keys()]).toEqual([200])
      expect(old.output().match(/"msg":"fault"/g)).toBeNull()
      expect(server.output().match(/"msg":"fault"/g)).toBeNull()
      expect(await findViolations(owner, load.attempts)).toEqual([])
      requests += load.answers.get(200) ?? 0
      console.log(`upgrade ${n + 1}: ${summary(load.attempts)}`)
      await owner.close()
      await Promise.all([old.stop(), server.stop()])
      await database.drop()
    }
    for (let n = 0; n < upgrades; n++) await onTime(() => upgrade(n))
    figure('V1', requests)
  },
)
