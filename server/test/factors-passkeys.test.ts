import { accountCalls } from '@screening-room/contract/account'
import { factorCalls, secondStepCalls } from '@screening-room/contract/factors'
import { historyCalls } from '@screening-room/contract/history'
import { preferenceCalls } from '@screening-room/contract/preferences'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { softAuthenticator } from './setup/authenticator.ts'
import { Client } from './setup/client.ts'
import { codeOf, firstStep } from './setup/factors.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

/* Passkeys as the second step of a sign-in, and roles that need a second factor. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const works = async (client: Client) => (await client.send(historyCalls.pending, {})).status === 200

describe('a passkey', () => {
  const local = () => server.url.replace('127.0.0.1', 'localhost')

  async function withPasskey() {
    const { phone, userId: id } = await server.signIn('reviewer')
    const client = new Client(local())
    await client.signIn(phone, testPassword)
    const device = softAuthenticator(local())
    const { options } = (await client.send(factorCalls.startPasskey, {})).body.data
    const credential = device.create(options)
    const added = await client.send(factorCalls.addPasskey, { credential, name: 'Key' })
    expect(added.msg).toBe('ok')
    return { phone, id, client, device, credential, codes: added.body.data.recoveryCodes ?? [] }
  }
  const enterWith = (ticket: string, credential: string, client = new Client(local())) =>
    client.send(secondStepCalls.passkey, { ticket, credential })

  test('an answer that was taken opens nothing again, with its own ticket or a new one', {
    tags: ['torture'],
  }, async () => {
    const person = await withPasskey()
    const rounds = many(5, 100)
    let opened = 0
    for (let round = 0; round < rounds; round++) {
      await server.owner.query(sql`delete from login_throttle`)
      const { client, ticket, passkey } = await firstStep(person.phone, new Client(local()))
      const answer = person.device.get(passkey)
      expect((await enterWith(ticket, answer, client)).msg).toBe('ok')
      const next = await firstStep(person.phone, new Client(local()))
      for (const old of [ticket, next.ticket])
        if ((await enterWith(old, answer)).code === 200) opened += 1
    }
    expect(opened).toBe(0)
    figure('A2', rounds * 2)
  })

  test('is the second step; its answer works for its own challenge, once, at its own place', async () => {
    const person = await withPasskey()
    expect(person.codes).toHaveLength(10)
    const first = await firstStep(person.phone, new Client(local()))
    const answer = person.device.get(first.passkey)
    const second = await firstStep(person.phone, new Client(local()))
    expect((await enterWith(second.ticket, answer)).msg).toBe('This passkey was not accepted')
    const elsewhere = person.device.get(second.passkey, { origin: 'http://localhost:1' })
    expect((await enterWith(second.ticket, elsewhere)).code).toBe(400)
    const foreign = softAuthenticator(local()).get(second.passkey)
    expect((await enterWith(second.ticket, foreign)).code).toBe(400)
    for (const junk of ['', '{}', 'null', '[]', '{"id":1}'])
      expect([400, 410, 429]).toContain((await enterWith(second.ticket, junk)).code)
    const good = person.device.get(first.passkey)
    const entered = await enterWith(first.ticket, good, first.client)
    expect(entered.msg).toBe('ok')
    expect((await enterWith(first.ticket, good)).code).toBe(410)
    const third = await firstStep(person.phone, new Client(local()))
    expect((await enterWith(third.ticket, good)).code).toBe(400)
    // A copy of the device that has signed less often than it.
    await server.owner.query(sql`update passkey set counter = 1000 where user_id = ${person.id}`)
    expect((await enterWith(third.ticket, person.device.get(third.passkey))).code).toBe(400)
  })

  test('is added by the answer to its own challenge, once, and not where there is no host name', async () => {
    const person = await withPasskey()
    const again = await person.client.send(factorCalls.addPasskey, {
      credential: person.credential,
      name: 'Again',
    })
    expect(again.msg).toBe('This took too long. Start again')
    await person.client.send(factorCalls.startPasskey, {})
    const replayed = { credential: person.credential, name: 'Replayed' }
    expect((await person.client.send(factorCalls.addPasskey, replayed)).code).toBe(400)
    const byNumber = await server.signIn('reviewer')
    expect((await byNumber.send(factorCalls.startPasskey, {})).msg).toBe(
      'Passkeys need an https address with a host name',
    )
  })

  test('belongs to one person: nobody removes that of another', async () => {
    const person = await withPasskey()
    const other = await withPasskey()
    const [key] = (await person.client.send(factorCalls.get, {})).body.data.passkeys
    const remove = (client: Client) => client.send(factorCalls.removePasskey, { id: key?.id ?? 0 })
    expect((await remove(other.client)).code).toBe(404)
    expect((await remove(person.client)).msg).toBe('ok')
    expect((await firstStep(person.phone, server.stranger())).answer.msg).toBe('ok')
  })
})

test('a role that needs a factor: nothing else is served before enrolment, and the last one stays', async () => {
  const strict = await startServer({ env: { REQUIRE_SECOND_FACTOR: 'reviewer' } })
  try {
    const client = await strict.signIn('reviewer')
    const { info } = (await client.send(sessionCalls.userInfo, {})).body
    expect(info.mustEnrol).toBe(true)
    const open: string[] = []
    for (const { method, url, policy } of strict.routes) {
      if (policy.access !== 'session' || url === sessionCalls.logout.path) continue
      const { status } = await client.fetch(url.replace(':id', '1').replace('*', 'x'), { method })
      if (status !== 403) open.push(url)
    }
    expect(open.sort()).toEqual(
      [
        ...['get', 'confirm', 'startTotp', 'addTotp', 'startPasskey', 'addPasskey'].map(
          (name) => factorCalls[name as 'get'].path,
        ),
        ...[sessionCalls.userInfo.path, preferenceCalls.set.path],
      ].sort(),
    )
    expect((await client.send(accountCalls.get, {})).code).toBe(428)
    const { secret } = (await client.send(factorCalls.startTotp, {})).body.data
    await client.send(factorCalls.addTotp, { code: await codeOf(secret) })
    expect(await works(client)).toBe(true)
    expect((await client.send(sessionCalls.userInfo, {})).body.info.mustEnrol).toBeUndefined()
    expect((await client.send(factorCalls.removeTotp, {})).msg).toMatch('Your role needs a second')
    expect((await client.send(factorCalls.get, {})).body.data.totpSince).not.toBeNull()
    // Other roles are left alone.
    expect(await works(await strict.signIn('administrator'))).toBe(true)
  } finally {
    await strict.close()
  }
})
