import { randomBytes } from 'node:crypto'
import { focusCalls } from '@screening-room/contract/focus'
import { sessionCalls } from '@screening-room/contract/session'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { disableAccount, enableAccount } from '../src/domain/accounts.ts'
import { Refusal } from '../src/refusal.ts'
import { getSecret } from '../src/store/housekeeping.ts'
import { expectWhole } from './setup/checks.ts'
import { Client } from './setup/client.ts'
import { clearItems, countHeld, idsOf, newDesk } from './setup/focus.ts'
import { addVideos } from './setup/items.ts'
import { testPassword } from './setup/server.ts'
import { addPerson } from './setup/sessions.ts'
import { type Actor, setStage, walk } from './setup/stepper.ts'

/* Guards that only show when two do the same at once, after a long time, or after very many times. */

const stage = setStage(2)
const owner = () => stage.server.owner
beforeEach(async () => {
  await clearItems(owner())
  await owner().query(sql`delete from login_throttle`)
})
afterEach(() => expectWhole(stage.server))

/** Statement by statement in turn, as far as neither waits for the other. */
const inTurn = () => {
  let last = -1
  return (free: number[]) => {
    last = free.find((one) => one !== last) ?? last
    return last
  }
}

test('two operators disable the last two administrators at once: one of them is refused', async () => {
  await owner().query(sql`update admin_user set status = 'disabled' where role = 'administrator'`)
  const phones: string[] = []
  for (let n = 0; n < 2; n++)
    phones.push((await addPerson(owner(), { role: 'administrator' })).phone)
  const ask = (phone: string) => (by: Actor) =>
    disableAccount(by.db, phone).then(
      () => 'done',
      (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
    )
  for (const order of [phones, [...phones].reverse()]) {
    const { answers, waits } = await walk(stage, order.map(ask), inTurn())
    expect(answers.sort()).toEqual(['done', 'last_administrator'])
    expect(waits).toBeGreaterThan(0)
    for (const phone of phones) await enableAccount(owner(), phone)
  }
})

test('a desk that asks twice at once is given the same two items, and holds no others', async () => {
  const ids = await addVideos(owner(), 6)
  const desk = newDesk()
  const [{ person } = expect.fail()] = stage.actors.slice(1)
  const ask = (by: Actor) => {
    const { cookies, token } = person
    const client = Object.assign(new Client(by.person.url), { cookies, token })
    return client.send(focusCalls.next, { queue: 'project-video', desk })
  }
  const { answers, waits } = await walk(stage, [ask, ask], inTurn())
  expect(answers.map(({ msg, body }) => [msg, idsOf(body.data.items)])).toEqual([
    ['ok', ids.slice(0, 2)],
    ['ok', ids.slice(0, 2)],
  ])
  expect(await countHeld(owner())).toBe(2)
  expect(waits).toBeGreaterThan(0)
})

test('replicas that start together agree on one key, whichever was first', async () => {
  const ask = (db: Db) => getSecret(db, 'a key for this test', randomBytes(32))
  const dbs = [...stage.actors, ...stage.actors].map(({ db }) => db)
  const keys = await Promise.all(dbs.map(ask))
  keys.push(await ask(stage.server.db))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
})

test('thousands of failures wait for the longest time, and are counted on', async () => {
  const { phone } = await stage.server.signIn()
  const guess = () =>
    stage.server.stranger().send(sessionCalls.login, { phone, pwd: 'a guess that is wrong' })
  await guess()
  await owner().query(sql`update login_throttle set failures = 5000 where bucket like 'account:%'`)
  expect((await guess()).code).toBe(401)
  const { code, headers } = await guess()
  expect([code, headers.get('retry-after')]).toEqual([429, '900'])
})

describe('a device', () => {
  const signIn = (client: Client, phone: string, pwd = testPassword) =>
    client.send(sessionCalls.login, { phone, pwd })
  const age = (userId: number, days: number) =>
    owner().query(sql`
      update device set last_used_at = now() - make_interval(days => ${days})
      where user_id = ${userId}`)

  /** Somebody whose account strangers have guessed at, so that only a known device gets in. */
  async function besieged(): Promise<Client> {
    const mei = await stage.server.signIn()
    await signIn(stage.server.stranger(), mei.phone, 'a guess that is wrong')
    await owner().query(sql`update login_throttle set failures = 50 where bucket like 'account:%'`)
    await signIn(stage.server.stranger(), mei.phone, 'a guess that is wrong')
    expect((await signIn(stage.server.stranger(), mei.phone)).code).toBe(429)
    return mei
  }

  test('that was not used for ninety days is a stranger’s', async () => {
    const mei = await besieged()
    await age(mei.userId, 89)
    expect((await signIn(mei, mei.phone)).code).toBe(200)
    await age(mei.userId, 91)
    expect((await signIn(mei, mei.phone)).code).toBe(429)
  })

  test('is known for ninety days from when it was used last, not first', async () => {
    const mei = await besieged()
    for (let month = 0; month < 4; month++) {
      await owner().query(sql`
        update device set last_used_at = last_used_at - interval '60 days'
        where user_id = ${mei.userId}`)
      expect((await signIn(mei, mei.phone)).code).toBe(200)
    }
  })
})
