import { certificationCalls } from '@screening-room/contract/certifications'
import { recordCalls } from '@screening-room/contract/record'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { sealEvents } from '../src/store/housekeeping.ts'
import { countWaiting, expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { addCertifications, eventsOf } from './setup/items.ts'
import { addMachine } from './setup/platform.ts'
import { newRole } from './setup/roles.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { joined } from './setup/stream.ts'
import { until } from './setup/test-support.ts'

/* Who had the certificates of a certification on their screen. */

const { openCertificates } = certificationCalls
const zone = 'America/St_Johns'

let server: TestServer
let li: Client
beforeAll(async () => {
  server = await startServer({ env: { PLATFORM_TZ: zone } })
  li = await server.signIn('reviewer', 'Li Wei')
})
afterAll(() => server.close())

const newOne = async () => (await addCertifications(server.owner, 1))[0] ?? 0
const peopleOf = async (id: number) =>
  (await eventsOf(server.owner, 'certification', id)).map(({ action, actorId }) => {
    expect(action).toBe('openCertificates')
    return actorId
  })

/** As if this person had opened them then: so long after midnight in the platform's zone. */
const openedBefore = (id: number, by: Client, seconds: number) =>
  server.owner.query(sql`
    insert into event (at, actor_id, actor_name, action, queue, subject_id)
    values (date_trunc('day', now(), ${zone}) + make_interval(secs => ${seconds}), ${by.userId}, 'x',
      'openCertificates', 'certification', ${id})`)

test('is recorded once for each person and certification, also when two tabs open them at once', async () => {
  const [id, other] = [await newOne(), await newOne()]
  // Both have looked for the event of today before either can add it.
  const both = await server.owner.transaction(async (tx) => {
    await tx.query(sql`lock table event in exclusive mode`)
    const sent = [1, 2].map(() => li.send(openCertificates, { authId: id }))
    await until(async () => (await countWaiting(server.owner)) >= 2)
    return { sent }
  })
  for (const { code } of await Promise.all(both.sent)) expect(code).toBe(200)
  const headers = { 'idempotency-key': 'open-certificates-1' }
  for (let times = 0; times < 2; times++) await li.send(openCertificates, { authId: id }, headers)
  expect(await peopleOf(id)).toEqual([li.userId])
  const mei = await server.signIn('reviewer', 'Mei')
  await mei.send(openCertificates, { authId: id })
  await li.send(openCertificates, { authId: other })
  expect(await peopleOf(id)).toEqual([li.userId, mei.userId])
  expect(await peopleOf(other)).toEqual([li.userId])
  const lead = await server.signIn('lead', 'Lead')
  const { body } = await lead.send(recordCalls.list, { action: 'openCertificates', item: id })
  expect(body.data.map(({ by }) => by.nickName)).toEqual(['Mei', 'Li Wei'])
  await expectWhole(server)
})

test('a new day begins at midnight in the platform’s zone', async () => {
  const [yesterday, today] = [await newOne(), await newOne()]
  await openedBefore(yesterday, li, -1)
  await openedBefore(today, li, 0)
  for (const authId of [yesterday, yesterday, today]) await li.send(openCertificates, { authId })
  expect(await peopleOf(yesterday)).toEqual([li.userId, li.userId])
  expect(await peopleOf(today)).toEqual([li.userId])
})

test('those who do not see certifications cannot say so, and one that is not there is not found', async () => {
  const id = await newOne()
  const administrator = await server.signIn('administrator', 'Boss')
  const watcher = await server.signIn(await newRole(administrator, ['video:see']), 'Watcher')
  expect(await watcher.sendRaw(openCertificates, { authId: id })).toMatchObject({ status: 403 })
  expect(await li.sendRaw(openCertificates, { authId: 999_999 })).toMatchObject({ code: 404 })
  expect(await peopleOf(id)).toEqual([])
})

test('neither open screens nor the platform are told', async () => {
  const id = await newOne()
  const stream = await joined(li)
  const machine = await addMachine(server)
  await li.send(openCertificates, { authId: id })
  await li.send(certificationCalls.approve, { authId: id })
  while ((await sealEvents(server.db)) > 0);
  const told = () => stream.of('decision').filter(({ data }) => data.id === id)
  await expect.poll(told).not.toEqual([])
  expect(told().map(({ data }) => data.action)).toEqual(['approve'])
  const { body } = await machine.events()
  const pulled = body.data.filter((one) => one.queue === 'certification' && one.id === id)
  expect(pulled.map(({ action }) => action)).toEqual(['approve'])
  stream.leave()
})
