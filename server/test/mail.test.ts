import { createServer } from 'node:net'
import { confirmationCalls } from '@screening-room/contract/confirmations'
import { roleCalls } from '@screening-room/contract/roles'
import { linkCalls, teamCalls } from '@screening-room/contract/team'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { dropOld } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import {
  type MailServer,
  mailFrom,
  mailPassword,
  mailUser,
  readMail,
  startMailServer,
} from './setup/mail-server.ts'
import { newRole } from './setup/roles.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { within } from './setup/test-support.ts'

/* Links that are mailed: after the commit, once, to an address that is kept nowhere. */

const address = 'Quill.Han+new@mail.example.com'
const phrase = 'seven herons cross the pond'

let mail: MailServer
let server: TestServer
let lead: Client
/** What the account was like when its mail came. */
let atArrival: unknown[] = []
beforeAll(async () => {
  mail = await startMailServer({
    onMail: async () => {
      atArrival = await server.owner.query(
        sql`select status from admin_user order by id desc limit 1`,
      )
    },
  })
  server = await startServer({ env: mail.env() })
  lead = await server.signIn('administrator', 'Lead')
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

let phones = 0
const somebody = () => ({
  phone: `1388000${String(++phones).padStart(4, '0')}`,
  nickName: 'Quill',
  role: 'reviewer',
})
const invite = (email: string | undefined, by = lead, headers = {}) =>
  by.send(teamCalls.invite, { ...somebody(), ...(email && { email }) }, headers)

/** A server whose mail goes elsewhere, and somebody who invites there. */
async function elsewhere(env: Record<string, string>) {
  const other = await startServer({ env })
  onTestFinished(() => other.close())
  return { other, chief: await other.signIn('administrator', 'Chief') }
}

/** The secret of the link in a mail, in both languages the same. */
function secretIn(text: string): string {
  const links = [...text.matchAll(/^http:\/\/localhost:8080\/#\/link\/([\w-]{43})$/gm)]
  expect(links).toHaveLength(2)
  expect(links[0]?.[1]).toBe(links[1]?.[1])
  return links[0]?.[1] ?? ''
}

/** Every table in which this stands. */
async function tablesWith(words: string, { owner } = server): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [dump] = await owner.query<{ text: string }>(sql`
      select xmlserialize(content query_to_xml(${`select t::text from ${name} t`}, true, true, '') as text) as text`)
    if (dump?.text.includes(words)) found.push(name)
  }
  return found
}

test('an invitation with an address is mailed once it is committed: from whom, to whom, in both languages', async () => {
  const before = mail.mails.length
  const { body, msg } = await invite(address)
  expect(msg).toBe('ok')
  expect(body.data.mail).toEqual({ to: address, sent: true })
  expect(mail.mails).toHaveLength(before + 1)
  expect(atArrival).toEqual([{ status: 'invited' }])
  const sent = mail.mails.at(-1)
  if (!sent) throw new Error('no mail')
  expect(sent).toMatchObject({ from: mailFrom, to: [address], user: mailUser })
  const { headers, text } = readMail(sent)
  expect([...headers.keys()].sort()).toEqual([
    'auto-submitted',
    'content-transfer-encoding',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ])
  expect(headers.get('from')).toBe(`Screening Room <${mailFrom}>`)
  expect(headers.get('to')).toBe(address)
  expect(headers.get('message-id')).toMatch(/@example\.com>$/)
  expect(text).toMatch(/您已受邀使用 Screening Room/)
  expect(text).toMatch(/You are invited to Screening Room/)
  expect(text).toContain(`until ${body.data.expiresAt.replace('T', ' ')} (Asia/Shanghai)`)
  const secret = secretIn(text)
  expect(secret).toBe(body.data.secret)
  const used = await server.stranger().send(linkCalls.setPassword, { secret, password: phrase })
  expect(used.msg).toBe('ok')
})

test('a new link is mailed as well; without an address nothing is', async () => {
  const before = mail.mails.length
  const { userId: id } = await server.signIn()
  const quiet = await lead.send(teamCalls.newLink, { id })
  expect([quiet.body.data.mail, mail.mails.length]).toEqual([null, before])
  const { body } = await lead.send(teamCalls.newLink, { id, email: address })
  expect(body.data.mail).toEqual({ to: address, sent: true })
  const sent = mail.mails.at(-1)
  const { text } = readMail(sent ?? { from: '', to: [], raw: '', secure: false, user: '' })
  expect(text).toMatch(/设置新密码/)
  expect(text).toMatch(/you set a new password/)
  expect(secretIn(text)).toBe(body.data.secret)
})

test('what is refused, and what is sent again, mails nothing', async () => {
  const given = { ...somebody(), email: address }
  const key = { 'idempotency-key': `mail-${given.phone}` }
  const first = await lead.send(teamCalls.invite, given, key)
  expect(first.body.data.mail?.sent).toBe(true)
  const before = mail.mails.length
  const again = await lead.send(teamCalls.invite, given, key)
  expect(again.body.data).toEqual({ ...first.body.data, secret: null, mail: null })
  expect((await lead.send(teamCalls.invite, given)).code).toBe(409)
  expect(mail.mails).toHaveLength(before)
})

test('the address is in no table and no line of the log, nor is the link, also after a second person', async () => {
  await server.signIn('administrator', 'Second')
  const role = await newRole(lead, ['video:see', 'team'])
  expect((await lead.send(roleCalls.setFourEyes, { role, acts: ['roles'] })).msg).toBe('ok')
  const first = await server.signIn(role)
  const seer = await newRole(lead, ['video:see'])
  const ask = async (email: string) => {
    const fields = JSON.stringify({ ...somebody(), role: seer, email })
    const { body, msg } = await first.send(confirmationCalls.ask, {
      call: teamCalls.invite.path,
      fields: fields as never,
      reason: 'new colleague',
    })
    expect(msg).toBe('ok')
    return body.data.id
  }
  const before = mail.mails.length
  const id = await ask('second.person@mail.example.com')
  expect(mail.mails).toHaveLength(before)
  expect(await tablesWith('second.person@')).toEqual(['confirmation'])
  const { body } = await lead.send(confirmationCalls.confirm, { id })
  expect(body.data.link?.mail).toEqual({ to: 'second.person@mail.example.com', sent: true })
  expect(mail.mails).toHaveLength(before + 1)
  expect(await tablesWith('second.person@')).toEqual([])

  const forgotten = await ask('nobody.answers@mail.example.com')
  await server.owner.query(sql`update confirmation set expires_at = now() where id = ${forgotten}`)
  await dropOld(server.owner)
  expect(await tablesWith('nobody.answers@')).toEqual([])
  expect((await lead.send(confirmationCalls.confirm, { id: forgotten })).code).toBe(409)

  expect(await tablesWith(address)).toEqual([])
  const log = server.log.join('')
  expect(log).toMatch('a link was mailed')
  for (const { raw } of mail.mails) {
    const links = raw.match(/#\/link\/[\w-]+/g) ?? []
    for (const link of links) expect(log).not.toContain(link.slice(8))
  }
  for (const word of [address, 'mail.example.com', decodeURIComponent(mailPassword), mailPassword])
    expect(log).not.toContain(word)
})

test('where no mail is sent, an address is refused by the name of its field, also with a second person', async () => {
  const { other, chief } = await elsewhere({})
  const sentence = 'email cannot be used: this server sends no mail (SMTP_URL is not set)'
  expect((await invite(address, chief)).msg).toBe(sentence)
  const { userId: id } = await other.signIn()
  expect((await chief.send(teamCalls.newLink, { id, email: address })).msg).toBe(sentence)
  const ask = (path: string, given: object) =>
    chief.send(confirmationCalls.ask, {
      call: path,
      fields: JSON.stringify({ ...given, email: address }) as never,
      reason: 'new colleague',
    })
  expect((await ask(teamCalls.invite.path, somebody())).msg).toBe(sentence)
  expect((await ask(teamCalls.newLink.path, { id: String(id) })).msg).toBe(sentence)
  expect(await tablesWith(address, other)).toEqual([])
})

test.each([
  'a@b',
  'two words@example.com',
  'a@example.com,b@example.com',
  'a@example.com\r\nBcc: everybody@example.com',
  'a@example.com\nBcc: everybody@example.com',
  'a@exam\u0000ple.com',
  'Name <a@example.com>',
  '"a\r\nb"@example.com',
  '"quoted words"@example.com',
  'a@example.com>',
  '<a@example.com',
  'a..b@example.com',
  '.a@example.com',
  'a@-example.com',
  'a@[127.0.0.1]',
  'a@example.com@example.org',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(130)}example`,
  '李雷@example.com',
  'a@例子.example',
  'a@example.com\u202e',
  ' ',
])('no mail goes to %j', async (email) => {
  const before = mail.mails.length
  const { code, msg } = await lead.send(teamCalls.invite, { ...somebody(), email })
  expect(code).toBe(400)
  expect(msg).toMatch(/^email (?:must be an e-mail address|is not valid UTF-8)/)
  expect(mail.mails).toHaveLength(before)
})

const refuses = (code: number) => (_: unknown, __: unknown, callback: (error: Error) => void) =>
  callback(Object.assign(new Error(`not ${address}, never`), { responseCode: code }))

test.each([
  ['knows nobody of that name', { onRcptTo: refuses(550) }],
  ['does not take it just now', { onRcptTo: refuses(451) }],
  ['does not take what it says', { onData: refuses(554) }],
  ['does not let us in', { onAuth: refuses(535) }],
])(
  'the mail server %s: the invitation stays, its link works, and the answer says so',
  async (_, manner) => {
    const strict = await startMailServer(manner as never)
    onTestFinished(() => strict.close())
    const { other, chief } = await elsewhere(strict.env())
    const { body, msg } = await invite(address, chief)
    expect(msg).toBe('ok')
    expect(body.data.mail).toEqual({ to: address, sent: false })
    const opened = await other.stranger().send(linkCalls.open, { secret: body.data.secret ?? '' })
    expect(opened.body.data.nickName).toBe('Quill')
    const line = other.log.find((one) => one.includes('could not be mailed')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ responseCode: expect.any(Number) })
    for (const word of [address, body.data.secret ?? '', decodeURIComponent(mailPassword)])
      expect(other.log.join('')).not.toContain(word)
  },
)

test('a mail server that is not there, or says nothing, costs the invitation nothing but time', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const ports: [number, number][] = [
    [1, 1000],
    [port, 4500],
  ]
  for (const [one, ms] of ports) {
    const env = { ...mail.env(), SMTP_URL: `smtp://127.0.0.1:${one}` }
    const { other, chief } = await elsewhere(env)
    const since = performance.now()
    const { body, msg } = await invite(address, chief)
    expect(performance.now() - since).toBeLessThan(within(ms))
    expect([msg, body.data.mail]).toEqual(['ok', { to: address, sent: false }])
    const opened = await other.stranger().send(linkCalls.open, { secret: body.data.secret ?? '' })
    expect(opened.msg).toBe('ok')
  }
})

test.each([
  ['offers no STARTTLS', { disabledCommands: ['STARTTLS'] }],
  ['has a certificate that nobody signed', {}],
])(
  'a mail server elsewhere that %s is told nothing: neither who signs in nor a mail',
  async (_, manner) => {
    const open = await startMailServer(manner)
    onTestFinished(() => open.close())
    // 0.0.0.0 leads here, and is not one of the names of this machine.
    const { chief } = await elsewhere(open.env('smtp', '0.0.0.0'))
    const { body, msg } = await invite(address, chief)
    expect([msg, body.data.mail]).toEqual(['ok', { to: address, sent: false }])
    expect(open.connections).toBe(1)
    expect([open.signIns, open.mails]).toEqual([[], []])
  },
)
