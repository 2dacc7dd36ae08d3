import { historyCalls } from '@screening-room/contract/history'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { type SsoOutcome, ssoPaths } from '@screening-room/contract/sso'
import { teamCalls } from '@screening-room/contract/team'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { type Provider, startProvider, Visitor } from './setup/identity-provider.ts'
import { sendPlain } from './setup/raw.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

/* Single sign-on, against a real provider in a process of its own. */

let provider: Provider
let server: TestServer
let lead: Client
beforeAll(async () => {
  provider = await startProvider()
  server = await startServer({ env: provider.env })
  lead = await server.signIn('administrator', 'Lead')
  await provider.open(server.url)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
beforeEach(() => server.owner.query(sql`delete from login_throttle`))

let subjects = 0
/** Somebody whom the provider knows. */
async function person(claims: object = { roles: ['moderators'] }): Promise<string> {
  const subject = `subject-${++subjects}`
  await provider.setPerson(subject, { name: `Person ${subjects}`, ...claims })
  return subject
}

/** Where a sign-in leads the browser first. */
async function start(client: Client): Promise<URL> {
  const response = await client.fetch(ssoPaths.start)
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

/** Back from the provider, as the browser comes: from another site, so only with the lax cookie. */
async function comeBack(client: Client, address: string): Promise<SsoOutcome> {
  const { pathname, search } = new URL(address)
  const strict = [...client.cookies].filter(([name]) => !name.includes('vsso'))
  for (const [name] of strict) client.cookies.delete(name)
  const response = await client.fetch(pathname + search)
  for (const [name, value] of strict) if (!client.cookies.has(name)) client.cookies.set(name, value)
  expect(response.status).toBe(303)
  const landed = /^\/#\/login\?sso=(\w+)$/.exec(response.headers.get('location') ?? '')
  return (landed?.[1] ?? '') as SsoOutcome
}

async function signOn(
  subject: string,
  client = server.stranger(),
  visitor = new Visitor(provider),
): Promise<{ client: Client; visitor: Visitor; outcome: SsoOutcome }> {
  const back = await visitor.visit((await start(client)).href, { login: subject })
  const outcome = await comeBack(client, back)
  if (outcome === 'done') {
    const { body } = await client.send(sessionCalls.userInfo, {})
    Object.assign(client, {
      token: tokenOf(body.info),
      userId: body.info.id,
      phone: body.info.phone,
    })
  }
  return { client, visitor, outcome }
}

const works = async (client: Client) => (await client.send(historyCalls.pending, {})).status === 200
const rowOf = async (id: number) =>
  (await lead.send(teamCalls.list, {})).body.data.find((one) => one.id === id)
const eventsOf = async (id: number) =>
  (
    await server.owner.query<{ action: string; by: string; details: object }>(sql`
      select action, actor_name as by, details from event
      where queue = 'account' and subject_id = ${id} order by id`)
  ).map(({ action, by, details }) => [action.replace('account.', ''), by, details])
const countAccounts = async () =>
  (await server.owner.query<{ n: number }>(sql`select count(*)::int as n from admin_user`))[0]?.n
const provider1 = 'single sign-on'

test('somebody signs in at the provider: an account is made, the session is as any other, each step recorded', async () => {
  const subject = await person()
  const address = await start(server.stranger())
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'screening-room',
    response_type: 'code',
    redirect_uri: `${server.url}${ssoPaths.callback}`,
    scope: 'openid profile phone roles',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })

  const { client, outcome } = await signOn(subject)
  expect(outcome).toBe('done')
  expect(await works(client)).toBe(true)
  expect(client.phone).toMatch(/^sso-[0-9a-f]{16}$/)
  expect(await rowOf(client.userId)).toMatchObject({
    role: 'reviewer',
    status: 'active',
    sessions: 1,
  })
  const issuer = provider.issuer
  expect(await eventsOf(client.userId)).toEqual([
    ['create', provider1, { role: 'reviewer', issuer }],
  ])

  const before = await countAccounts()
  const again = await signOn(subject)
  expect([again.outcome, again.client.userId]).toEqual(['done', client.userId])
  expect(await countAccounts()).toBe(before)
  const settings = await (await server.stranger().fetch('/config.json')).json()
  expect(settings).toMatchObject({ sso: true, ssoLabel: '', passwordSignIn: true })
})

test('a browser that was here before is known again: no new device, and its session ends', async () => {
  const subject = await person()
  const { client, visitor } = await signOn(subject)
  const first = new Map(client.cookies)
  expect((await signOn(subject, client, visitor)).outcome).toBe('done')
  expect(client.cookies.get('vdev-dev')).toBe(first.get('vdev-dev'))
  expect(await rowOf(client.userId)).toMatchObject({ sessions: 1 })
  expect(await eventsOf(client.userId)).toHaveLength(1)
  await signOn(subject)
  expect((await eventsOf(client.userId)).map(([action]) => action)).toEqual(['create', 'newDevice'])
})

test('cookies: the way to the provider is lax and short, the session strict', async () => {
  const client = server.stranger()
  const started = await client.fetch(ssoPaths.start)
  expect(started.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^vsso-dev=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
  ])
  const subject = await person()
  const address = started.headers.get('location') ?? ''
  const back = new URL(await new Visitor(provider).visit(address, { login: subject }))
  const landed = await client.fetch(back.pathname + back.search)
  expect(landed.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^vsid-dev=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^vdev-dev=.*; Path=\/; HttpOnly; SameSite=Strict; Max-Age=7776000$/),
  ])
})

test('the role follows the rules at each sign-in; the first rule that fits counts', async () => {
  const subject = await person({ roles: ['moderators', 'leads'] })
  const { client } = await signOn(subject)
  expect(await rowOf(client.userId)).toMatchObject({ role: 'administrator' })
  await provider.setPerson(subject, { name: 'x', roles: ['moderators'] })
  expect((await signOn(subject)).outcome).toBe('done')
  expect(await rowOf(client.userId)).toMatchObject({ role: 'reviewer' })
  expect(await works(client)).toBe(false)
  expect(await eventsOf(client.userId)).toContainEqual(['setRole', provider1, { role: 'reviewer' }])
})

test('no rule fits: denied, and there is no account', async () => {
  const before = await countAccounts()
  for (const roles of [['guests'], [], 'moderator', { moderators: true }, undefined])
    expect((await signOn(await person({ roles }))).outcome).toBe('no_role')
  expect(await countAccounts()).toBe(before)
  expect(server.log.join('\n')).toContain('"why":"no_role"')
})

test('a role that was taken away at the provider keeps its owner out', async () => {
  const subject = await person()
  expect((await signOn(subject)).outcome).toBe('done')
  await provider.setPerson(subject, { roles: [] })
  expect((await signOn(subject)).outcome).toBe('no_role')
})

test('a disabled account stays out, and the provider does not make another one', async () => {
  const subject = await person()
  const { client } = await signOn(subject)
  await lead.send(teamCalls.disable, { id: client.userId })
  const before = await countAccounts()
  expect((await signOn(subject)).outcome).toBe('disabled')
  expect(await countAccounts()).toBe(before)
})

test('the last administrator is not demoted by the provider, which is recorded', async () => {
  const subject = await person({ roles: ['leads'] })
  const { client } = await signOn(subject)
  const others = sql`role = 'administrator' and id <> ${client.userId}`
  await server.owner.query(sql`update admin_user set status = 'disabled' where ${others}`)
  try {
    await provider.setPerson(subject, { name: 'x', roles: ['moderators'] })
    expect((await signOn(subject)).outcome).toBe('done')
    expect(await eventsOf(client.userId)).toContainEqual([
      'keepRole',
      provider1,
      { refused: 'reviewer' },
    ])
  } finally {
    await server.owner.query(sql`update admin_user set status = 'active' where ${others}`)
  }
  expect(await rowOf(client.userId)).toMatchObject({ role: 'administrator' })
})

test('a sign-in ends with its ten minutes', async () => {
  const client = server.stranger()
  const back = await new Visitor(provider).visit((await start(client)).href, {
    login: await person(),
  })
  await server.owner.query(sql`update sso_attempt set expires_at = now()`)
  expect(await comeBack(client, back)).toBe('ended')
})

test('a tampered state, another browser, and a second use are refused', async () => {
  const client = server.stranger()
  const subject = await person()
  const back = await new Visitor(provider).visit((await start(client)).href, { login: subject })
  const tampered = new URL(back)
  tampered.searchParams.set('state', 'A'.repeat(43))
  expect(await comeBack(client, tampered.href)).toBe('ended')
  const twice = new URL(back)
  twice.searchParams.append('state', twice.searchParams.get('state') ?? '')
  expect(await comeBack(client, twice.href)).toBe('ended')
  // A link that was made for somebody else, who is on their way themselves.
  const other = server.stranger()
  await start(other)
  expect(await comeBack(other, back)).toBe('ended')
  expect(await comeBack(server.stranger(), back)).toBe('ended')
  expect(await comeBack(client, back)).toBe('done')
  expect(await comeBack(client, back)).toBe('ended')
})

test('a code of another sign-in, a wrong nonce and a wrong challenge are refused', async () => {
  const client = server.stranger()
  const subject = await person()
  const visitor = new Visitor(provider)
  const [one, two] = [await start(client), await start(client)]
  const [first, second] = [
    new URL(await visitor.visit(one.href, { login: subject })),
    new URL(await visitor.visit(two.href, { login: subject })),
  ]
  first.searchParams.set('code', second.searchParams.get('code') ?? '')
  expect(await comeBack(client, first.href)).toBe('failed')
  for (const name of ['nonce', 'code_challenge']) {
    const address = await start(client)
    address.searchParams.set(name, 'A'.repeat(43))
    const back = await visitor.visit(address.href, { login: subject })
    expect(await comeBack(client, back), name).toBe('failed')
  }
  expect(await works(client)).toBe(false)
})

test('strange addresses lead back to the sign-in page or are refused, and never to a fault', async () => {
  const client = server.stranger()
  await start(client)
  for (const query of ['', 'state', 'state=%', 'state=%ff&code=1', `state=${'a'.repeat(5000)}`])
    expect(await comeBack(client, `${server.url}${ssoPaths.callback}?${query}`)).toBe('ended')
  const { port } = new URL(server.url)
  for (const host of [`127.0.0.1:${port}x`, '127.0.0.1:99999', 'elsewhere.example'])
    expect((await sendPlain(server.url, 'GET', ssoPaths.start, { host })).status).toBe(403)
})

test('two tabs of one browser each find their way back', async () => {
  const client = server.stranger()
  const subject = await person()
  const addresses = [await start(client), await start(client)]
  const visitor = new Visitor(provider)
  for (const address of addresses) {
    const back = await visitor.visit(address.href, { login: subject })
    expect(await comeBack(client, back)).toBe('done')
  }
})

test('two first sign-ins of one person at once make one account', async () => {
  const subject = await person()
  const before = (await countAccounts()) ?? 0
  const both = await Promise.all([signOn(subject), signOn(subject), signOn(subject)])
  expect(both.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done'])
  expect(await countAccounts()).toBe(before + 1)
})

test('a sign-in that is cancelled there says so here', async () => {
  const client = server.stranger()
  const back = await new Visitor(provider).visit((await start(client)).href, { cancel: 'yes' })
  expect(await comeBack(client, back)).toBe('cancelled')
})

test('an account is linked by its verified phone number alone, and to one person', async () => {
  const invite = async (phone: string) => {
    const given = { phone, nickName: 'Invited', role: 'reviewer' as const }
    const { body, msg } = await lead.send(teamCalls.invite, given)
    expect(msg).toBe('ok')
    return body.data.id
  }
  const roles = ['moderators']
  const [invited, other] = [await invite('+8613900009001'), await invite('+8613900009002')]
  const claims = { roles, phone_number: '+86 139-0000-9001', phone_number_verified: true }
  const { client, outcome } = await signOn(await person(claims))
  expect([outcome, client.userId]).toEqual(['done', invited])
  expect(await rowOf(invited)).toMatchObject({ status: 'active', linkExpiresAt: null })
  expect((await eventsOf(invited)).map(([action]) => action)).toEqual(['invite', 'link', 'join'])

  const unverified = { roles, phone_number: '+8613900009002' }
  for (const verified of [undefined, false, 'true']) {
    const apart = await signOn(await person({ ...unverified, phone_number_verified: verified }))
    expect(apart.client.userId).not.toBe(other)
    expect(apart.client.phone).toMatch(/^sso-/)
  }
  // The number has passed to somebody else.
  const heir = await signOn(await person(claims))
  expect(heir.client.userId).not.toBe(invited)
  const own = { roles, phone_number: '+8613900009003', phone_number_verified: true }
  expect((await signOn(await person(own))).client.phone).toBe('+8613900009003')
})

test('an account of the provider has no password, nor can one be set that works', async () => {
  const { client } = await signOn(await person())
  for (const pwd of ['', 'x', testPassword])
    expect((await server.stranger().signIn(client.phone, pwd)).code).not.toBe(200)
  const hash = await server.owner.query<{ hash: string }>(
    sql`select password_hash as hash from admin_user where phone like '139%' limit 1`,
  )
  await server.owner.query(
    sql`update admin_user set password_hash = ${hash[0]?.hash} where id = ${client.userId}`,
  )
  expect((await server.stranger().signIn(client.phone, testPassword)).code).toBe(401)
})

test('no secret is in the log or in the tables', async () => {
  const client = server.stranger()
  const address = await start(client)
  const back = new URL(await new Visitor(provider).visit(address.href, { login: await person() }))
  const rows = await server.owner.query(sql`
    select encode(state_hash, 'hex') || encode(browser_hash, 'hex') as row from sso_attempt`)
  await comeBack(client, back.href)
  const seen = JSON.stringify(rows) + server.log.join('\n')
  const secrets = [...client.cookies.values(), provider.env.OIDC_CLIENT_SECRET ?? 'none']
  for (const name of ['state', 'code']) secrets.push(back.searchParams.get(name) ?? 'none')
  secrets.push(address.searchParams.get('nonce') ?? 'none')
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(20)
    expect(seen).not.toContain(secret)
  }
})
