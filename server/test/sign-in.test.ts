import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { createAccount } from '../src/domain/accounts.ts'
import { Client } from './setup/client.ts'
import { sendPlain } from './setup/raw.ts'
import { type ServerOptions, startServer, type TestServer, testPassword } from './setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ slowPasswords: true })
})
afterAll(() => server.close())

async function withServer(env: ServerOptions['env'], work: (own: TestServer) => Promise<void>) {
  const own = await startServer({ env: env ?? {}, slowPasswords: true })
  await work(own).finally(() => own.close())
}

/** Both cookies of a sign-in, their values replaced. */
async function cookiesOf(own: TestServer): Promise<string[]> {
  const { phone } = await own.signIn()
  const answer = await own.stranger().send(sessionCalls.login, { phone, pwd: testPassword })
  expect(answer).toMatchObject({ status: 200, code: 200, msg: 'ok' })
  return answer.headers.getSetCookie().map((line) => {
    const value = /=([^;]*)/.exec(line)?.[1] ?? ''
    expect(value).toMatch(/^[\w-]{43}$/)
    return line.replace(value, '…')
  })
}

const ninetyDays = 'Max-Age=7776000'

test.each([
  ['no public address', {}, '', '-dev', 'Path=/; HttpOnly; SameSite=Strict'],
  [
    'localhost',
    { PUBLIC_URL: 'http://localhost:8080' },
    '',
    '-dev',
    'Path=/; HttpOnly; SameSite=Strict',
  ],
  ['[::1]', { PUBLIC_URL: 'http://[::1]:8080' }, '', '-dev', 'Path=/; HttpOnly; SameSite=Strict'],
  [
    'https',
    { PUBLIC_URL: 'https://review.example.com' },
    '__Host-',
    '',
    'Path=/; HttpOnly; SameSite=Strict; Secure',
  ],
  [
    'https for an app on another site',
    { PUBLIC_URL: 'https://review.example.com', CROSS_SITE_COOKIE: 'on' },
    '__Host-',
    '',
    'Path=/; HttpOnly; SameSite=None; Partitioned; Secure',
  ],
  [
    'plain http, as allowed',
    { PUBLIC_URL: 'http://review.intranet', ALLOW_PLAIN_HTTP: 'on' },
    '',
    '-plain',
    'Path=/; HttpOnly; SameSite=Strict',
  ],
])(
  'with %s the cookies carry the right names and attributes',
  async (_, env, prefix, suffix, rest) => {
    await withServer(env, async (own) => {
      expect(await cookiesOf(own)).toEqual([
        `${prefix}vsid${suffix}=…; ${rest}`,
        `${prefix}vdev${suffix}=…; ${rest}; ${ninetyDays}`,
      ])
    })
  },
)

test('without https and without leave for it the server does not start', async () => {
  await expect(
    withServer({ PUBLIC_URL: 'http://review.intranet' }, async () => {}),
  ).rejects.toThrow('PUBLIC_URL must be https')
})

test('the first call after signing in needs no Bearer, every other one does', async () => {
  const client = await server.signIn()
  client.token = undefined
  expect(await client.send(sessionCalls.userInfo, {})).toMatchObject({ status: 200, code: 200 })
  expect(await client.send(sessionCalls.logout, {})).toMatchObject({ status: 401, code: 401 })
})

test('signing in takes a form, JSON or a query, and spaces round the phone number', async () => {
  const { phone } = await server.signIn()
  const fields = new URLSearchParams({ phone: ` ${phone} `, pwd: testPassword })
  const path = sessionCalls.login.path
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = [
    await sendPlain(server.url, 'POST', path, form, fields.toString()),
    await sendPlain(server.url, 'POST', path, json, JSON.stringify(Object.fromEntries(fields))),
    await sendPlain(server.url, 'POST', `${path}?${fields}`),
  ]
  expect(answers.map(({ body }) => JSON.parse(body).code)).toEqual([200, 200, 200])
})

test('a password is the same however the keyboard composed it', async () => {
  const phone = '13611110000'
  const password = 'crème brûlée für alle'
  await createAccount(server.owner, { phone, nickName: 'n', role: 'reviewer', password })
  for (const form of ['NFC', 'NFD'] as const) {
    const pwd = password.normalize(form)
    expect(await server.stranger().send(sessionCalls.login, { phone, pwd })).toMatchObject({
      code: 200,
    })
  }
})

test('the user id and phone that make the Bearer are ambiguous, and never confuse anybody', async () => {
  const one = { id: 1, phone: '13800000000' }
  const other = { id: 11, phone: '3800000000' }
  await withServer({}, async (own) => {
    const [made] = await own.owner.query<{ hash: string }>(sql`
      select password_hash as hash from admin_user where id = ${(await own.signIn()).userId}`)
    await own.owner.query(sql`delete from session`)
    await own.owner.query(sql`delete from device`)
    await own.owner.query(sql`delete from admin_user`)
    for (const { id, phone } of [one, other])
      await own.owner.query(sql`
        insert into admin_user (id, phone, nick_name, password_hash, role)
        values (${id}, ${phone}, ${`number ${id}`}, ${made?.hash}, 'reviewer')`)
    const clients = [new Client(own.url), new Client(own.url)]
    for (const [n, { phone }] of [one, other].entries())
      await clients[n]?.signIn(phone, testPassword)
    expect(clients[0]?.token).toBe(clients[1]?.token)
    for (const [n, person] of [one, other].entries()) {
      const { body } = (await clients[n]?.send(sessionCalls.userInfo, {})) ?? {}
      expect(body?.info).toMatchObject({ ...person, nickName: `number ${person.id}` })
    }
    // Signing one out leaves the other in.
    await clients[0]?.send(sessionCalls.logout, {})
    expect((await clients[1]?.send(sessionCalls.userInfo, {}))?.body.info.id).toBe(other.id)
    // And the string alone opens nothing.
    const guess = new Client(own.url)
    guess.token = clients[1]?.token
    expect(await guess.send(sessionCalls.userInfo, {})).toMatchObject({ status: 401 })
  })
})
