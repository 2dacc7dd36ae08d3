// @module-tag torture
import { randomBytes } from 'node:crypto'
import type { Agent } from 'node:http'
import { platformCalls } from '@screening-room/contract/platform'
import { expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import {
  allDone,
  ask,
  during,
  hold,
  type Origin,
  oneEach,
  startStaffed,
  ways,
  work,
} from './setup/floods.ts'
import { patience } from './setup/many.ts'
import { addMachine, type Machine, rowOf } from './setup/platform.ts'

/* A flood of keys, real or made up, takes no place that a reviewer needs. */

const rounds = many(1, 20)
const { path } = platformCalls.videos
const madeUp = () =>
  `srk_${randomBytes(4).toString('hex')}_${randomBytes(24).toString('base64url')}`
const body = JSON.stringify({ rows: Array.from({ length: 50 }, (_, n) => rowOf.videos(`f${n}`)) })

const send = (url: string, origin: Origin, agent: Agent, key: string) =>
  ask(url, origin, path, {
    agent,
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomBytes(12).toString('hex'),
    },
    body,
  })

test.each(ways)(
  'made-up keys, from %s, take no reviewer’s place, and the platform’s own key still works',
  async (_, { env, from }) => {
    const staff = await startStaffed(env)
    const { server } = staff
    const machine = await addMachine(server)
    expect((await machine.events()).status).toBe(200)
    try {
      for (let round = 0; round < rounds; round++) {
        const does = await work(staff)
        const flooder = (n: number, agent: Agent) => send(server.url, from(n), agent, madeUp())
        const { done, statuses } = await during(180, flooder, () =>
          Promise.all([does(), machine.events(), machine.send('members', [rowOf.members('m')])]),
        )
        expect(done[0]).toEqual(allDone)
        expect([done[1].status, done[2].status]).toEqual([200, 200])
        // Refused, or closed to make room; nobody gets in, and nothing breaks.
        expect(statuses.filter((status) => ![401, 503, 0].includes(status))).toEqual([])
        figure('W5', statuses.length)
      }
    } finally {
      await server.close()
    }
  },
  patience,
)

test(
  'the platform’s own flood, with keys that are good, takes no reviewer’s place',
  async () => {
    const staff = await startStaffed({})
    const { server } = staff
    const machines: Machine[] = []
    for (let n = 0; n < 6; n++) machines.push(await addMachine(server))
    try {
      for (let round = 0; round < rounds; round++) {
        const does = await work(staff)
        const from = { localAddress: '127.0.9.1', headers: {} }
        const flooder = (n: number, agent: Agent) =>
          send(server.url, from, agent, machines[n % machines.length]?.key ?? '')
        const { done, statuses } = await during(120, flooder, does)
        expect(done).toEqual(allDone)
        expect(statuses.filter((status) => ![200, 429, 503, 0].includes(status))).toEqual([])
        expect(statuses).toContain(200)
        figure('W5', statuses.length)
      }
    } finally {
      await server.close()
    }
  },
  patience,
)

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
