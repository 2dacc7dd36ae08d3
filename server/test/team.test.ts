import { accountCalls } from '@screening-room/contract/account'
import { historyCalls } from '@screening-room/contract/history'
import { liveCalls } from '@screening-room/contract/live'
import { linkCalls, teamCalls } from '@screening-room/contract/team'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

/* Accounts on the screen: what administrators do to others, and people to themselves. */

const phrase = 'seven herons cross the pond'

let server: TestServer
let lead: Client
beforeAll(async () => {
  server = await startServer()
  lead = await server.signIn('administrator', 'Lead')
})
afterAll(() => server.close())
beforeEach(() => server.owner.query(sql`delete from login_throttle`))

let phones = 0
const newPhone = () => `1389000${String(++phones).padStart(4, '0')}`

async function invited(role: 'administrator' | 'reviewer' = 'reviewer') {
  const given = { phone: newPhone(), nickName: 'Invited', role }
  const { code, msg, body } = await lead.send(teamCalls.invite, given)
  expect([code, msg]).toEqual([200, 'ok'])
  return { ...given, id: body.data.id, secret: body.data.secret ?? '' }
}

const setPassword = (secret: string, password = phrase) =>
  server.stranger().send(linkCalls.setPassword, { secret, password })

async function signedIn(phone: string, password: string): Promise<Client> {
  const client = server.stranger()
  expect((await client.signIn(phone, password)).msg).toBe('ok')
  return client
}

async function joined(role: 'administrator' | 'reviewer' = 'reviewer') {
  const person = await invited(role)
  expect((await setPassword(person.secret)).msg).toBe('ok')
  return { ...person, client: await signedIn(person.phone, phrase) }
}

const works = async (client: Client) => (await client.send(historyCalls.pending, {})).status === 200
const rowOf = async (id: number) =>
  (await lead.send(teamCalls.list, {})).body.data.find((one) => one.id === id)
const eventsOf = (id: number) =>
  server.owner.query<{ action: string; by: number; details: object }>(sql`
    select action, actor_id as by, details from event where queue = 'account' and subject_id = ${id}
      and action <> 'account.newDevice' order by id`)

test('a life of an account: invited, joined, promoted, disabled, enabled; each step recorded', async () => {
  const person = await invited()
  expect(await rowOf(person.id)).toMatchObject({
    status: 'invited',
    role: 'reviewer',
    sessions: 0,
    inHand: 0,
    lastActiveAt: null,
    linkExpiresAt: expect.any(String),
  })
  const early = server.stranger()
  expect((await early.signIn(person.phone, '')).code).toBe(401)
  const opened = await early.send(linkCalls.open, { secret: person.secret })
  expect(opened.body.data).toEqual({ kind: 'invitation', phone: person.phone, nickName: 'Invited' })

  expect((await setPassword(person.secret)).msg).toBe('ok')
  const first = await signedIn(person.phone, phrase)
  expect(await rowOf(person.id)).toMatchObject({
    status: 'active',
    sessions: 1,
    linkExpiresAt: null,
  })

  await lead.send(teamCalls.setRole, { id: person.id, role: 'administrator' })
  expect(await works(first)).toBe(false)
  const second = await signedIn(person.phone, phrase)
  expect((await second.send(teamCalls.list, {})).code).toBe(200)

  await lead.send(teamCalls.disable, { id: person.id })
  expect(await works(second)).toBe(false)
  expect((await server.stranger().signIn(person.phone, phrase)).code).toBe(401)
  await lead.send(teamCalls.enable, { id: person.id })
  await signedIn(person.phone, phrase)

  expect((await eventsOf(person.id)).map(({ action, by }) => [action, by])).toEqual([
    ['account.invite', lead.userId],
    ['account.join', person.id],
    ['account.setRole', lead.userId],
    ['account.disable', lead.userId],
    ['account.enable', lead.userId],
  ])
})

test('what is so already is done without a trace, and ends no session', async () => {
  const person = await joined()
  await lead.send(teamCalls.setRole, { id: person.id, role: 'reviewer' })
  await lead.send(teamCalls.enable, { id: person.id })
  expect(await works(person.client)).toBe(true)
  expect(await eventsOf(person.id)).toHaveLength(2)
})

test('links that were used open nothing again, however often', { tags: ['torture'] }, async () => {
  const links = many(4, 50)
  let opened = 0
  for (let n = 0; n < links; n++) {
    const { secret } = await invited()
    expect((await setPassword(secret)).msg).toBe('ok')
    for (let again = 0; again < 4; again++) {
      const { code } =
        again % 2
          ? await setPassword(secret, `${phrase} again`)
          : await server.stranger().send(linkCalls.open, { secret })
      if (code === 200) opened += 1
    }
  }
  expect(opened).toBe(0)
  figure('A2', links * 4)
})

test('a link works once, also for two at the same time', async () => {
  const { secret, id } = await invited()
  const answers = await Promise.all(
    [1, 2, 3].map((n) => setPassword(secret, `${phrase} number ${n}`)),
  )
  expect(answers.map(({ msg }) => msg).sort()).toEqual([
    expect.stringMatching('This link does not work any more'),
    expect.stringMatching('This link does not work any more'),
    'ok',
  ])
  expect((await eventsOf(id)).filter(({ action }) => action === 'account.join')).toHaveLength(1)
})

test('a link that expired, was replaced, was made up or whose account is disabled is refused in one sentence', async () => {
  const expired = await invited()
  await server.owner.query(
    sql`update password_link set expires_at = now() where user_id = ${expired.id}`,
  )
  const replaced = await invited()
  const { body } = await lead.send(teamCalls.newLink, { id: replaced.id })
  const disabled = await invited()
  await lead.send(teamCalls.disable, { id: disabled.id })
  const madeUp = 'A'.repeat(43)
  const refused = await Promise.all(
    [expired.secret, replaced.secret, disabled.secret, madeUp, ''].map((secret) =>
      server.stranger().send(linkCalls.open, { secret }),
    ),
  )
  expect(new Set(refused.map(({ code, msg, status }) => `${status} ${code} ${msg}`)).size).toBe(1)
  expect((await setPassword(disabled.secret)).code).toBe(404)
  expect((await setPassword(body.data.secret ?? '')).msg).toBe('ok')
})

test('an account that was disabled before it joined waits for a new link, and none is made while disabled', async () => {
  const { id, phone } = await invited()
  await lead.send(teamCalls.disable, { id })
  expect((await lead.send(teamCalls.newLink, { id })).msg).toBe('This account is disabled')
  await lead.send(teamCalls.enable, { id })
  expect((await rowOf(id))?.status).toBe('invited')
  expect((await server.stranger().signIn(phone, '')).code).toBe(401)
})

test('a reset link leaves the old password alone until it is used, and then ends every session', async () => {
  const person = await joined()
  const { body } = await lead.send(teamCalls.newLink, { id: person.id })
  expect(await works(person.client)).toBe(true)
  expect((await setPassword(body.data.secret ?? '', 'nine swans land at dusk')).msg).toBe('ok')
  expect(await works(person.client)).toBe(false)
  expect((await server.stranger().signIn(person.phone, phrase)).code).toBe(401)
  await signedIn(person.phone, 'nine swans land at dusk')
})

test('a repeated invitation invites nobody twice and shows no link, which is stored nowhere', async () => {
  const given = { phone: newPhone(), nickName: 'Once', role: 'reviewer' as const }
  const key = { 'idempotency-key': `invite-${given.phone}` }
  const first = await lead.send(teamCalls.invite, given, key)
  const again = await lead.send(teamCalls.invite, given, key)
  const { secret, ...rest } = first.body.data
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(again.body.data).toEqual({ ...rest, secret: null })
  const kept = await server.owner.query<{ text: string }>(sql`
    select a::text as text from action_request a union all select l::text from password_link l
    union all select e::text from event e`)
  expect(kept.filter(({ text }) => text.includes(secret ?? ''))).toEqual([])
})

test('a phone number that has an account is refused, and so is a name of nothing', async () => {
  const { phone } = await invited()
  const again = await lead.send(teamCalls.invite, { phone, nickName: 'x', role: 'reviewer' })
  expect(again.msg).toBe('There is an account with this phone number already')
  const blank = await lead.send(teamCalls.invite, {
    phone: newPhone(),
    nickName: ' \u200b ',
    role: 'reviewer',
  })
  expect(blank.msg).toBe('nickName is required')
})

test('the last active administrator can be neither disabled nor demoted, also when two try at once', async () => {
  const other = await joined('administrator')
  await server.owner.query(sql`
    update admin_user set status = 'disabled'
    where role = 'administrator' and id not in (${lead.userId}, ${other.id})`)
  const answers = await Promise.all([
    lead.send(teamCalls.disable, { id: other.id }),
    other.client.send(teamCalls.setRole, { id: lead.userId, role: 'reviewer' }),
  ])
  // One came first; the other is refused, or has no session any more.
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const [left] = await server.owner.query<{ n: number }>(sql`
    select count(*)::int as n from admin_user where role = 'administrator' and status = 'active'`)
  expect(left?.n).toBe(1)
  await server.owner.query(sql`
    update admin_user set role = 'administrator', status = 'active' where id = ${lead.userId}`)
  await server.owner.query(sql`
    update admin_user set status = 'disabled' where role = 'administrator' and id <> ${lead.userId}`)
  lead = await signedIn(lead.phone, testPassword)
  for (const call of [teamCalls.disable, teamCalls.setRole])
    expect(
      (
        await lead.sendRaw(call, {
          id: lead.userId,
          ...('role' in call.input.shape && { role: 'reviewer' }),
        })
      ).msg,
    ).toBe('This is the last active administrator')
})

test.each([teamCalls.newLink, teamCalls.disable, teamCalls.enable, teamCalls.endSessions])(
  'nobody has the number that $path names: the answer says so',
  async (call) => {
    expect((await lead.sendRaw(call, { id: 987_654_321 })).msg).toBe(
      'account 987654321 does not exist',
    )
  },
)

test('my sessions are mine alone; one can be ended, and all others at once', async () => {
  const person = await joined()
  const [phone, tablet] = [
    await signedIn(person.phone, phrase),
    await signedIn(person.phone, phrase),
  ]
  const sessions = async () => (await person.client.send(accountCalls.get, {})).body.data.sessions
  const all = await sessions()
  expect(all.map(({ current }) => current).sort()).toEqual([false, false, true])
  expect(all.map(({ network }) => network)).toEqual(Array(3).fill('127.0.0.0'))

  const foreign = (await lead.send(accountCalls.get, {})).body.data.sessions[0]?.id ?? ''
  const missed = await person.client.send(accountCalls.endSession, { session: foreign })
  expect([missed.body.data.ended, await works(lead)]).toEqual([0, true])

  const mine = (await tablet.send(accountCalls.get, {})).body.data.sessions
  const id = mine.find(({ current }) => current)?.id ?? ''
  expect((await person.client.send(accountCalls.endSession, { session: id })).body.data.ended).toBe(
    1,
  )
  expect([await works(tablet), await works(phone), await works(person.client)]).toEqual([
    false,
    true,
    true,
  ])
  expect((await person.client.send(accountCalls.endSession, {})).body.data.ended).toBe(1)
  expect([await works(phone), await works(person.client)]).toEqual([false, true])
})

test('an administrator ends every session of somebody, whose open stream ends as well', async () => {
  const person = await joined()
  const stream = await person.client.fetch(liveCalls.stream.path)
  const reader = stream.body?.getReader()
  expect((await lead.send(teamCalls.endSessions, { id: person.id })).body.data.ended).toBe(1)
  expect(await works(person.client)).toBe(false)
  for (;;) if ((await reader?.read())?.done) break
})

test('a new password needs the one before it, ends every other session and keeps this one', async () => {
  const person = await joined()
  const other = await signedIn(person.phone, phrase)
  const change = (current: string, next: string) =>
    person.client.send(accountCalls.changePassword, { current, next })
  expect((await change('not what it is', 'nine swans land at dusk')).msg).toBe(
    'The current password is wrong',
  )
  expect((await change(phrase, phrase)).msg).toBe('next is the password you have now')
  const done = await change(phrase, 'nine swans land at dusk')
  expect(done.body.data).toEqual({ ended: 1 })
  expect([await works(other), await works(person.client)]).toEqual([false, true])
  expect((await server.stranger().signIn(person.phone, phrase)).code).toBe(401)
  await signedIn(person.phone, 'nine swans land at dusk')
})

test('guesses at the password of a session that lies open are slowed down', async () => {
  const person = await joined()
  const guess = () =>
    person.client.send(accountCalls.changePassword, { current: 'a guess', next: 'nine swans land' })
  const codes: number[] = []
  for (let n = 0; n < 8; n++) codes.push((await guess()).code)
  expect(codes.slice(0, 6)).toEqual(Array(6).fill(400))
  expect(codes).toContain(429)
})

test.each([
  ['short one', 'must have at least 15 characters'],
  ['password123456password', 'is too easy to guess'],
  ['qwertyuiopasdfghjkl1234', 'is too easy to guess'],
  ['abababababababababab', 'is too easy to guess'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'is too easy to guess'],
  ['Correct Horse Battery Staple', 'is too easy to guess'],
  ['Invited-Admin-2026!', 'is too easy to guess'],
])('the password %s is refused: it %s', async (password, why) => {
  const { secret } = await invited()
  const answer = await setPassword(secret, password)
  expect(answer.msg).toMatch(`password ${why}`)
  expect((await setPassword(secret)).msg).toBe('ok')
})

test('a password with the person’s own phone number is refused', async () => {
  const { secret, phone } = await invited()
  expect((await setPassword(secret, `${phone}-${phone}`)).msg).toMatch('is too easy to guess')
  expect((await setPassword(secret, `my phone ${phone}`)).msg).toMatch('is too easy to guess')
})

test('a new name shows at once, and what was decided before keeps the old one', async () => {
  const person = await joined()
  await person.client.send(accountCalls.rename, { nickName: ' 李雷 ' })
  expect((await person.client.send(accountCalls.get, {})).body.data.nickName).toBe('李雷')
  const last = (await eventsOf(person.id)).at(-1)
  expect(last).toMatchObject({
    action: 'account.rename',
    by: person.id,
    details: { from: 'Invited', to: '李雷' },
  })
})
