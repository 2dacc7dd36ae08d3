// @module-tag torture
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sessionCalls } from '@screening-room/contract/session'
import { teamCalls } from '@screening-room/contract/team'
import { expect, onTestFinished, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { findRunning } from '../src/db/embedded/running.ts'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { createAccount } from '../src/domain/accounts.ts'
import { endAllAfterwards, openOwner, readyDataDir, startProcess } from './faults/processes.ts'
import { Client } from './setup/client.ts'
import { addressOfOurs, mailPassword, startMailServer } from './setup/mail-server.ts'
import { answers, openReceiver } from './setup/receiver.ts'
import { until } from './setup/test-support.ts'
import { type Seen, see, walkEverywhere } from './setup/walk.ts'

/*
 * Secrets that can be told from everything else are used everywhere, rightly and wrongly, while things
 * go well and while they fail; then everything that is kept or was said is searched for them.
 */

endAllAfterwards()

const phone = '13677778888'
const password = 'planted-password-planted'
const mailed = 'planted.address@mail.example.com'
const webhookSecret = 'planted-webhook-secret-planted'
const mailSecret = decodeURIComponent(mailPassword)
const metricsToken = 'planted-metrics-token-planted'

interface Place {
  name: string
  text: string
}

/** A secret as it is, and as it would stand in a dump. */
const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

function findSecrets(places: readonly Place[], secrets: readonly string[]): string[] {
  const all = [...new Set(secrets.flatMap(spellings))]
  return places.flatMap(({ name, text }) =>
    all
      .filter((one) => text.includes(one))
      .map((one) => `${one} in ${name}: ${text.slice(0, 200)}`),
  )
}

/** Every row of every table, as text. */
async function dump(db: Db): Promise<Place[]> {
  const tables = await db.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const places: Place[] = []
  for (const { name } of tables) {
    const rows = await db.query<{ text: string }>(sql`
      select xmlserialize(content query_to_xml(${`select t::text from ${name} t`}, true, true, '') as text) as text`)
    places.push({ name, text: rows[0]?.text ?? '' })
  }
  return places
}

function readFolder(folder: string): Place[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
    .map((name) => ({ name, text: readFileSync(name, 'latin1') }))
}

const placesIn = (seen: readonly Seen[]): Place[] =>
  seen.map(({ what, headers, body }) => ({ name: what, text: `${headers}\n${body}` }))

/** What people and programs get wrong, with a secret in it; as the answer that they get. */
async function mistakes(client: Client): Promise<Seen[]> {
  const seen: Seen[] = []
  const add = async (what: string, answer: Promise<Response>) => {
    seen.push(await see(what, await answer))
  }
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const { login, userInfo } = sessionCalls
  const stranger = new Client(client.url)
  await add('wrong password', stranger.fetch(login.path, form({ phone, pwd: `${password}-wrong` })))
  await add('swapped', stranger.fetch(login.path, form({ phone: password, pwd: phone })))
  await add('as a number', client.fetch('/admin/data/video/list', form({ page: password })))
  await add('as an id', client.fetch('/admin/data/video/opt/aggree', form({ videoId: password })))
  await add('in the path', client.fetch(`/admin/ext/video/${password}`))
  await add(
    'twice',
    stranger.fetch(`${login.path}?phone=${phone}&pwd=${password}&pwd=x`, { method: 'POST' }),
  )
  await add('nowhere', client.fetch(`/nowhere/${password}?pwd=${password}`))
  await add('unreadable', client.fetch(`/%zz${password}?token=${client.token}`))
  await add('not a form', stranger.fetch(login.path, { method: 'POST', body: password }))
  await add(
    'not JSON',
    stranger.fetch(login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"phone":"${phone}","pwd":"${password}"`,
    }),
  )
  await add(
    'another Bearer',
    client.fetch(userInfo.path, { headers: { authorization: `Bearer ${password}` } }),
  )
  await add(
    'another origin',
    client.fetch(userInfo.path, { headers: { origin: 'https://evil.example' } }),
  )
  await add(
    'a wrong key',
    client.fetch('/admin/data/type/add', {
      ...form({ typeName: '' }),
      headers: { 'idempotency-key': `${password} ${password}` },
    }),
  )
  await add(
    'metrics',
    client.fetch('/metrics', { headers: { authorization: `Bearer ${metricsToken}x` } }),
  )
  return seen
}

/** The link that was mailed: it is on the screen and in the mail, and nowhere else. */
async function inviteByMail(client: Client, round: number): Promise<string> {
  const given = { phone: `1361234${String(round).padStart(4, '0')}`, nickName: 'Quill' }
  const { body } = await client.send(teamCalls.invite, {
    ...given,
    role: 'reviewer',
    email: mailed,
  })
  expect(body.data.mail).toEqual({ to: mailed, sent: true })
  return body.data.secret ?? ''
}

test('no log, answer, table or file holds a password, cookie, Bearer, whole phone number or secret of the operator', {
  timeout: 300_000,
}, async () => {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  receiver.manner = answers(500)
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const dataDir = readyDataDir()
  const server = await startProcess(dataDir, {
    LOG_LEVEL: 'debug',
    WEBHOOK_URL: receiver.url,
    WEBHOOK_SECRET: webhookSecret,
    METRICS_TOKEN: metricsToken,
    ...mail.env(),
    ...(await addressOfOurs()),
    UNDO_GRACE_SECONDS: '1',
  })
  const owner = openOwner(server)
  onTestFinished(() => owner.close())
  const account = { phone, nickName: 'Keeper', role: 'administrator', password } as const
  await createAccount(owner, account)
  // PostgreSQL's own log, too: it would name the whole row that it refuses.
  const refused = sql`insert into member (nick_name, phone) values (null, ${phone})`
  await expect(owner.query(refused)).rejects.toThrow('nick_name')
  const running = findRunning(dataDir, true)
  const databasePasswords = [running.adminUrl, running.appUrl].map((url) => new URL(url).password)

  const secrets = new Set([password, webhookSecret, metricsToken, mailSecret, mailPassword])
  const seen: Seen[] = []
  let client = new Client(server.url)
  const signIn = async () => {
    client = new Client(server.url)
    await client.signIn(phone, password)
    for (const secret of [client.token, ...client.cookies.values()]) if (secret) secrets.add(secret)
  }
  for (let round = 0; round < many(1, 5, 50); round++) {
    await signIn()
    expect(client.cookies.size).toBe(2)
    seen.push(...(await walkEverywhere(client, owner)), ...(await mistakes(client)))
    secrets.add(await inviteByMail(client, round))
    await owner.query(sql`delete from login_throttle`)
    await client.send(sessionCalls.logout, {})
  }
  await until(() => receiver.requests.length > 0 && /could not be told/.test(server.output()))

  // A fault names the row that failed; another one what is missing.
  await owner.query(
    sql`alter table session add constraint broken check (user_agent is null) not valid`,
  )
  const broken = await client.send(sessionCalls.login, { phone, pwd: password })
  await owner.query(sql`alter table session drop constraint broken`)
  await signIn()
  await owner.query(sql`alter table session rename to session_away`)
  const missing = await client.send(sessionCalls.userInfo, {})
  await owner.query(sql`alter table session_away rename to session`)
  expect([broken.code, missing.code]).toEqual([500, 500])
  const tables = await dump(owner)
  await owner.query(sql`checkpoint`)
  const files = readFolder(join(dataDir, 'postgres'))
  await server.stop()

  const log: Place[] = `${server.output()}${server.errors()}`
    .split('\n')
    .map((text, n) => ({ name: `line ${n} of the log`, text }))
  for (const event of [
    'signed_in',
    'sign_in_refused',
    'bearer_mismatch',
    '"fault"',
    'broken',
    'a link was mailed',
  ])
    expect(
      log.some(({ text }) => text.includes(event)),
      event,
    ).toBe(true)
  expect(findSecrets(log, [...secrets, phone, mailed, ...databasePasswords])).toEqual([])

  const said = placesIn(seen)
  expect(findSecrets(said, [...secrets, ...databasePasswords])).toEqual([])
  // The whole number is sent to its owner, for their authenticator app as well, and to administrators in the
  // list of accounts.
  expect(new Set(said.filter(({ text }) => text.includes(phone)).map(({ name }) => name))).toEqual(
    new Set(['factors.startTotp', 'session.userInfo', 'team.list']),
  )

  expect(findSecrets(tables, [...secrets, mailed, ...databasePasswords])).toEqual([])
  // The account itself, and nothing that outlives it.
  const withPhone = tables.filter(({ text }) => text.includes(phone))
  expect(withPhone.map(({ name }) => name)).toEqual(['admin_user'])
  expect(findSecrets(files, [...secrets, mailed, ...databasePasswords])).toEqual([])
  expect(files.some(({ text }) => text.includes(phone))).toBe(true)
  const told = receiver.requests.map((one) => ({ name: 'webhook', text: JSON.stringify(one) }))
  expect(findSecrets(told, [...secrets, phone])).toEqual([])

  const places = [log, said, tables, files, told]
  figure('S8', places.flat().length)
  console.log(
    `searched: ${places.map((list) => list.length).join(', ')} log lines, answers, tables, files, webhooks`,
  )
})
