// @module-tag torture
import { randomBytes } from 'node:crypto'
import type { Agent } from 'node:http'
import { platformCalls } from '@screening-room/contract/platform'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import {
  allDone,
  allRead,
  ask,
  during,
  hold,
  oneEach,
  readLists,
  startStaffed,
  ways,
  work,
} from './setup/floods.ts'
import { addMachine, type Machine, rowOf } from './setup/platform.ts'

/* A flood of keys, real or made up, takes no place that a reviewer needs. */

const rounds = many(1, 20)
const { path } = platformCalls.videos
const events = platformCalls.events.path
const madeUp = () =>
  `srk_${randomBytes(4).toString('hex')}_${randomBytes(24).toString('base64url')}`

test.each(ways.slice(0, 2))(
  'made-up keys, from %s, take no reviewer’s place, and the platform’s own key still works',
  async (_, { env, from }) => {
    const staff = await startStaffed(env)
    const { server } = staff
    const machine = await addMachine(server)
    expect((await machine.events()).status).toBe(200)
    try {
      for (let round = 0; round < rounds; round++) {
        const does = await work(staff)
        const flooder = (n: number, agent: Agent) =>
          ask(server.url, from(n), events, {
            agent,
            headers: { authorization: `Bearer ${madeUp()}` },
          })
        const asks = async () => [
          (await machine.events()).status,
          (await machine.send('members', [rowOf.members('m')])).status,
        ]
        const { done, statuses } = await during(180, flooder, () =>
          Promise.all([does(), readLists(staff.reviewer), asks()]),
        )
        expect(done).toEqual([allDone, allRead, [200, 200]])
        // Refused, or closed to make room; nobody gets in, and nothing breaks.
        expect(statuses.filter((status) => ![401, 503, 0].includes(status))).toEqual([])
        figure('D13', statuses.length)
      }
    } finally {
      await server.close()
    }
  },
)

test('the platform’s own flood, on rows that somebody has locked, takes no reviewer’s place', async () => {
  const staff = await startStaffed({})
  const { server } = staff
  const machines: Machine[] = []
  for (let n = 0; n < 5; n++) machines.push(await addMachine(server))
  const row = rowOf.videos('locked')
  await machines[0]?.upsert('videos', row)
  const blocked = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    for (let round = 0; round < rounds; round++) {
      const does = await work(staff)
      const sent = await server.owner.transaction(async (tx) => {
        await tx.query(sql`select from platform_id for update`)
        const calls = machines.flatMap((machine) =>
          oneEach(10, () => machine.send('videos', [row])),
        )
        await expect.poll(async () => (await server.owner.query(blocked)).length).toBeGreaterThan(0)
        const done = await Promise.all([does(), readLists(staff.reviewer)])
        expect(done).toEqual([allDone, allRead])
        return calls
      })
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
      figure('D13', statuses.length)
    }
  } finally {
    await server.close()
  }
})

test('bodies that never come, with a made-up key, are not waited for', async () => {
  const staff = await startStaffed({})
  const { server } = staff
  try {
    const origins = oneEach(100, () => ({ localAddress: '127.0.9.1', headers: {} }))
    const flood = await hold(server.url, origins, () =>
      [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(server.url).host}`,
        `Authorization: Bearer ${madeUp()}`,
        'Content-Type: application/json',
        'Content-Length: 1000',
        '',
        '{',
      ].join('\r\n'),
    )
    const refused = () => flood.sockets.filter(({ said }) => said.includes(' 401 ')).length
    await expect.poll(refused).toBe(100)
    expect(await (await work(staff))()).toEqual(allDone)
    flood.stop()
  } finally {
    await server.close()
  }
})
