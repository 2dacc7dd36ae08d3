// @module-tag torture
import { Agent } from 'node:http'
import { liveCalls } from '@screening-room/contract/live'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { sha256 } from '../src/domain/sign-in.ts'
import { Client } from './setup/client.ts'
import {
  allDone,
  allRead,
  ask,
  askWithMadeUpCookie,
  connections,
  during,
  guess,
  hold,
  newcomer,
  oneEach,
  readLists,
  slowBody,
  startStaffed,
  ways,
  work,
} from './setup/floods.ts'
import { startReplica } from './setup/live.ts'
import { closeAtOnce, testPassword } from './setup/server.ts'
import { newSecret, sessionCookie } from './setup/sessions.ts'
import { measureLateness, onTime } from './setup/test-support.ts'

measureLateness()

const list = videoCalls.project.list.path
const rounds = many(1, 20)

test.each(ways)(
  'bodies that never come, from %s, hold nobody up: reviewers list, decide and sign in',
  (_, { env, from }) =>
    onTime(async () => {
      const staff = await startStaffed(env)
      const { url } = staff.server
      try {
        for (let round = 0; round < rounds; round++) {
          const does = await work(staff)
          const paths = [list, sessionCalls.login.path, videoCalls.project.approve.path]
          const floods = await Promise.all(
            paths.map((path) => hold(url, oneEach(110, from), slowBody(path))),
          )
          expect(await does()).toEqual(allDone)
          expect(await (await work(staff))()).toEqual(allDone)
          for (const flood of floods) flood.stop()
          figure('W1', 330)
        }
      } finally {
        await staff.server.close()
      }
    }),
)

test('bodies that never come, with the cookie of a session that has ended, hold nobody up', () =>
  onTime(async () => {
    const staff = await startStaffed({})
    const { server } = staff
    try {
      const gone = await server.signIn()
      await server.owner.query(
        sql`update session set revoked_at = now() where user_id = ${gone.userId}`,
      )
      const slow = slowBody(list, gone.cookies.get(sessionCookie))
      const anybody = { localAddress: '127.0.9.1', headers: {} }
      const flood = await hold(
        server.url,
        oneEach(150, () => anybody),
        slow,
      )
      await expect.poll(() => connections(server)).toBeGreaterThan(150)
      expect(await (await work(staff))()).toEqual(allDone)
      flood.stop()
    } finally {
      await server.close()
    }
  }))

test.each(ways)(
  'requests with made-up cookies, from %s, take no reviewer’s place',
  (_, { env, from }) =>
    onTime(async () => {
      const staff = await startStaffed(env)
      const { url } = staff.server
      const get = [liveCalls.stream.path, '/media/film.webm', '/pictures/cover.webp']
      try {
        for (let round = 0; round < rounds; round++) {
          const does = await work(staff)
          const flooder = (n: number, agent: Agent) =>
            n % 5 === 0
              ? askWithMadeUpCookie(url, from(n), agent, get[n % 3] ?? '', 'GET')
              : askWithMadeUpCookie(url, from(n), agent, list)
          const { done, statuses } = await during(180, flooder, () =>
            Promise.all([does(), readLists(staff.reviewer)]),
          )
          expect(done).toEqual([allDone, allRead])
          // Signed out, refused or closed to make room; nobody gets in, and nothing breaks.
          expect(statuses.filter((status) => ![401, 503, 0].includes(status))).toEqual([])
          figure('W2', statuses.length)
        }
      } finally {
        await staff.server.close()
      }
    }),
)

test('a signed-out session’s cookie, sent by the hundred, takes no reviewer’s place', () =>
  onTime(async () => {
    const staff = await startStaffed({})
    const { server } = staff
    const from = (n: number) => ({ localAddress: `127.0.9.${1 + (n % 200)}`, headers: {} })
    try {
      const gone = await server.signIn()
      const cookie = [...gone.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      await gone.send(sessionCalls.logout, {})
      const headers = { cookie, authorization: `Bearer ${gone.token}` }
      await ask(server.url, from(0), list, { method: 'POST', headers })
      for (let round = 0; round < rounds; round++) {
        const does = await work(staff)
        const flooder = (n: number, agent: Agent) =>
          ask(server.url, from(n), list, { method: 'POST', headers, agent })
        const { done } = await during(200, flooder, () =>
          Promise.all([does(), readLists(staff.reviewer)]),
        )
        expect(done).toEqual([allDone, allRead])
      }
    } finally {
      await server.close()
    }
  }))

test('networks take turns: behind a hundred requests of one, another’s is not the last', () =>
  onTime(async () => {
    const { server } = await startStaffed({})
    try {
      const order: number[] = []
      const many = 150
      const flooder = async (n: number, agent: Agent) => {
        const localAddress = n === many ? '127.0.9.2' : '127.0.9.1'
        const origin = { localAddress, headers: {} }
        const status = await askWithMadeUpCookie(server.url, origin, agent, list)
        order.push(n)
        return status
      }
      const { statuses } = await during(many + 1, flooder, async () => {})
      expect(new Set(statuses)).toEqual(new Set([401]))
      // The first burst opened the connections; in the second all of them asked at once.
      expect(order.slice(many + 1).indexOf(many)).toBeLessThan(many - 10)
    } finally {
      await server.close()
    }
  }))

test('a session costs one lookup more when this process sees it for the first time, and none when it created it', () =>
  onTime(async () => {
    const { server } = await startStaffed({})
    let queries = 0
    const counting = (db: Db): Db => ({
      ...db,
      query: (statement) => {
        queries += 1
        return db.query(statement)
      },
    })
    const replica = await startReplica(server, { through: counting })
    const queriesOf = async (client: Client) => {
      const before = queries
      expect((await client.send(videoCalls.project.list, {})).code).toBe(200)
      return queries - before
    }
    try {
      const unknown = await newcomer(server, replica.url)
      expect([await queriesOf(unknown), await queriesOf(unknown)]).toEqual([2, 1])
      const { phone } = await server.signIn()
      const own = new Client(replica.url)
      expect((await own.send(sessionCalls.login, { phone, pwd: testPassword })).code).toBe(200)
      const [{ id } = { id: 0 }] = await server.owner.query<{ id: number }>(
        sql`select id from admin_user where phone = ${phone}`,
      )
      own.token = tokenOf({ id, phone })
      expect(await queriesOf(own)).toBe(1)
    } finally {
      await closeAtOnce(replica.app)
      await replica.db.close()
      await server.close()
    }
  }))

test.each(ways)(
  'guesses, from %s, keep no owner out who comes with a known device',
  (_, { env, from }) =>
    onTime(async () => {
      const staff = await startStaffed(env)
      const { server, owner } = staff
      try {
        for (let round = 0; round < rounds; round++) {
          // As if the guesses came from addresses that have not been used for any yet.
          await server.owner.query(sql`delete from login_throttle`)
          const flooder = (n: number, agent: Agent) =>
            guess(server.url, from(n + round * 40), agent)
          const { done: codes, statuses } = await during(40, flooder, async () => {
            const codes: number[] = []
            for (let n = 0; n < 3; n++)
              codes.push((await owner.signIn(owner.phone, testPassword)).code)
            return codes
          })
          expect(codes).toEqual([200, 200, 200])
          // Wrong, told to wait, or not reached in time.
          expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
          figure('W4', statuses.length)
        }
      } finally {
        await server.close()
      }
    }),
)

test('a known device signs in before guesses that came first', () =>
  onTime(async () => {
    const { server, owner } = await startStaffed({})
    const agent = new Agent({ keepAlive: true })
    let checked = 0
    try {
      const guesses = Array.from({ length: 15 }, async (_, n) => {
        await guess(server.url, { localAddress: `127.0.9.${n + 1}`, headers: {} }, agent)
        checked += 1
      })
      await Promise.race(guesses)
      expect((await owner.signIn(owner.phone, testPassword)).code).toBe(200)
      expect(checked).toBeLessThan(12)
      await Promise.all(guesses)
    } finally {
      agent.destroy()
      await server.close()
    }
  }))

test('a device that signed in before its cookie had a tag is still known, and gets one with a tag', () =>
  onTime(async () => {
    const { server, owner } = await startStaffed({})
    const old = newSecret()
    try {
      await server.owner.query(sql`
      insert into device (secret_hash, user_id) values (${sha256(old)}, ${owner.userId})`)
      owner.cookies.set('vdev-dev', old)
      expect((await owner.signIn(owner.phone, 'a guess that is wrong')).code).toBe(401)
      const buckets = await server.owner.query<{ bucket: string }>(
        sql`select bucket from login_throttle`,
      )
      expect(buckets.map(({ bucket }) => bucket.split(':')[0])).toEqual(['device'])
      expect((await owner.signIn(owner.phone, testPassword)).code).toBe(200)
      const tagged = owner.cookies.get('vdev-dev')
      expect(tagged).not.toBe(old)
      expect((await owner.signIn(owner.phone, testPassword)).code).toBe(200)
      expect(owner.cookies.get('vdev-dev')).toBe(tagged)
    } finally {
      await server.close()
    }
  }))
