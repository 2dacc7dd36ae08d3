import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accountCalls } from '@screening-room/contract/account'
import { allCalls } from '@screening-room/contract/all-calls'
import type { InputOf } from '@screening-room/contract/call'
import { preferenceCalls } from '@screening-room/contract/preferences'
import { sessionCalls } from '@screening-room/contract/session'
import { linkCalls, teamCalls } from '@screening-room/contract/team'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { firstStep, sendCode, withTotp } from './setup/factors.ts'
import { webp } from './setup/pictures.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

/* What belongs to a person and follows them, and the list of all of them. */

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const choose = (client: Client, changes: object) =>
  client.sendRaw(preferenceCalls.set, { changes: JSON.stringify(changes) })
const choicesOf = async (client: Client) =>
  (await client.send(sessionCalls.userInfo, {})).body.info.preferences

test('what somebody chose follows them to another browser, and is nobody else’s', async () => {
  const here = await server.signIn()
  expect(await choicesOf(here)).toBeNull()
  expect((await choose(here, { language: 'zh-CN', keys: { approve: 'KeyY' } })).msg).toBe('ok')
  const there = server.stranger()
  await there.signIn(here.phone, here.password)
  expect((await choose(there, { theme: 'dark', hiddenColumns: { video: ['title'] } })).code).toBe(
    200,
  )
  const all = {
    language: 'zh-CN',
    keys: { approve: 'KeyY' },
    theme: 'dark',
    hiddenColumns: { video: ['title'] },
  }
  expect(await choicesOf(here)).toEqual(all)
  expect(await choicesOf(await server.signIn())).toBeNull()
})

test('two browsers that choose at once keep what both chose', async () => {
  const here = await server.signIn()
  const flags = ['dense', 'grey', 'blurred', 'sound', 'keysOff', 'collapsed', 'coached']
  await Promise.all(flags.map((flag) => choose(here, { [flag]: true })))
  expect(await choicesOf(here)).toEqual(Object.fromEntries(flags.map((flag) => [flag, true])))
})

test.each([
  ['a name that is no choice', { colour: 'red' }],
  ['a value that is none of its', { theme: 'neon' }],
  ['a name that no screen has', { startPage: '<script>' }],
  ['a character that no database stores', { keys: { approve: 'Key\0' } }],
  [
    'more keys than there are',
    { keys: Object.fromEntries([...Array(101)].map((_, n) => [`k${n}`, 'KeyA'])) },
  ],
  ['something that is no list of choices', ['dark']],
])('%s is refused, and changes nothing', async (_, changes) => {
  const here = await server.signIn()
  await choose(here, { dense: true })
  expect(await choose(here, changes)).toMatchObject({
    code: 400,
    msg: expect.stringContaining('changes'),
  })
  expect(await choicesOf(here)).toEqual({ dense: true })
})

test('choices are in no event and no stored answer', async () => {
  const here = await server.signIn()
  await choose(here, { startPage: 'planted-page' })
  const [found] = await server.owner.query<{ n: number }>(sql`
    select count(*)::int as n from (
      select e::text as row from event e union all select a::text from action_request a) everything
    where row like '%planted-page%'`)
  expect(found?.n).toBe(0)
  expect(allCalls.get('preferences.set')?.changes).toBeUndefined()
})

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]),
    data,
  ])
function jpeg(more: Buffer[] = [], end = Buffer.from([0xff, 0xd9])): Buffer {
  const frame = Buffer.from([8, 1, 0, 1, 0, 1, 1, 0x11, 0])
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))
  const parts = [
    segment(0xe0, Buffer.from('JFIF\0\u0001\u0001', 'latin1')),
    ...more,
    segment(0xc0, frame),
    scan,
  ]
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([1, 2, 0xff, 0, 3]), end])
}
const setAvatar = (client: Client, bytes: Buffer) =>
  client.send(accountCalls.setAvatar, { picture: bytes.toString('base64') })
const avatarsOnDisk = () =>
  readdir(join(server.mediaDir, 'pictures/avatars')).catch(() => [] as string[])

test('a picture of one’s own is kept under a random name, shown, replaced and removed with its file', async () => {
  const here = await server.signIn()
  const { body } = await setAvatar(here, webp())
  const { avatar } = body.data
  expect(avatar).toMatch(/^avatars\/[0-9a-f]{32}\.webp$/)
  expect((await here.send(sessionCalls.userInfo, {})).body.info.avatar).toBe(avatar)
  const shown = await (await server.signIn()).fetch(`/pictures/${avatar}`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(Buffer.from(await shown.arrayBuffer()).equals(webp())).toBe(true)
  const second = (await setAvatar(here, jpeg())).body.data.avatar
  expect(await avatarsOnDisk()).toEqual([second?.replace('avatars/', '')])
  expect((await here.send(accountCalls.removeAvatar, {})).msg).toBe('ok')
  expect((await here.send(sessionCalls.userInfo, {})).body.info.avatar).toBeNull()
  expect(await avatarsOnDisk()).toEqual([])
})

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['another size', webp(255, 256)],
  ['a huge picture in few bytes', webp(16_384, 16_384)],
  ['places and cameras (EXIF)', webp(256, 256, [['EXIF', Buffer.from('GPS planted')]])],
  ['several pictures', webp(256, 256, [['ANMF', Buffer.alloc(16)]])],
  ['something behind the end', Buffer.concat([webp(), Buffer.from('<html>')])],
  ['half of it', webp().subarray(0, 22)],
  ['EXIF in a JPEG', jpeg([segment(0xe1, Buffer.from('Exif GPS planted'))])],
  ['a comment in a JPEG', jpeg([segment(0xfe, Buffer.from('planted'))])],
  ['a page behind a JPEG', jpeg([], Buffer.from('\u00ff\u00d9<html>', 'latin1'))],
  ['a JPEG without an end', jpeg([], Buffer.alloc(0))],
  ['more than 36 kB', webp(256, 256, [['ICCP', Buffer.alloc(36_000)]])],
])('as a picture, %s is refused and leaves no file', async (_, bytes) => {
  const here = await server.signIn()
  const before = await avatarsOnDisk()
  expect((await setAvatar(here, bytes)).code).toBe(400)
  expect(await avatarsOnDisk()).toEqual(before)
})

test('what people prove themselves by is in no table, no event, no stored answer and no log line', {
  tags: ['torture'],
}, async () => {
  const chief = await server.signIn('administrator')
  const { secret, codes, client, phone } = await withTotp(server)
  const invited = { phone: '13877009999', nickName: 'Planted', role: 'reviewer' }
  const key = { 'idempotency-key': 'planted-invitation' }
  const link = (await chief.send(teamCalls.invite, invited, key)).body.data.secret ?? ''
  await chief.send(teamCalls.invite, invited, key)
  const { ticket } = await firstStep(phone, server.stranger())
  await sendCode(server.stranger(), ticket, '000000')
  await server.stranger().send(linkCalls.setPassword, { secret: link, password: 'short' })
  await server.stranger().send(linkCalls.open, { secret: `${link.slice(1)}x` })
  const planted = [
    ...[secret, Secret.fromBase32(secret).hex.toLowerCase(), ...codes, link, ticket],
    ...[testPassword, ...client.cookies.values(), ...chief.cookies.values()],
  ].filter((one) => one.length > 5)
  expect(planted.length).toBeGreaterThan(16)
  const spellings = planted.flatMap((one) => [one, Buffer.from(one).toString('hex')])

  const tables = await server.owner.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const places = new Map([['log', server.log.join('\n')]])
  for (const { name } of tables) {
    const [row] = await server.owner.query<{ text: string }>(sql`
      select xmlserialize(content query_to_xml(${`select t::text from ${name} t`}, true, true, '') as text) as text`)
    places.set(name, row?.text ?? '')
  }
  const found = [...places].flatMap(([name, text]) =>
    spellings.filter((one) => text.includes(one)).map((one) => `${one} in ${name}`),
  )
  expect(found).toEqual([])
  figure('A3', places.size)
})

test('the team comes by name in pages, and by part of a name or number, role, state and factor', async () => {
  const lead = await server.signIn('administrator')
  await server.owner.query(sql`
    insert into admin_user (phone, nick_name, role, password_hash, status, second_factor)
    select '1440000' || lpad(n::text, 5, '0'), 'Crowd ' || lpad((n / 2)::text, 5, '0'), 'lead', '',
      case when n % 100 = 0 then 'disabled' else 'active' end, n % 10 = 0
    from generate_series(1, 6000) n`)
  const list = async (input: Partial<InputOf<typeof teamCalls.list>>) =>
    (await lead.send(teamCalls.list, input)).body
  const found: number[] = []
  const names: string[] = []
  for (let after: number | undefined, pages = 0; pages < 10; pages++) {
    const { data, next } = await list({ search: 'crowd 001', ...(after && { after }) })
    found.push(...data.map(({ id }) => id))
    names.push(...data.map(({ nickName }) => nickName))
    if (next === null) break
    after = next
  }
  expect([found.length, new Set(found).size]).toEqual([200, 200])
  expect(names).toEqual([...names].sort())
  expect((await list({ role: 'lead', state: 'disabled', factor: 'with' })).data).toHaveLength(50)
  expect((await list({ role: 'lead', state: 'disabled', factor: 'without' })).data).toEqual([])
  expect((await list({ search: '144000005999' })).data.map(({ nickName }) => nickName)).toEqual([
    'Crowd 02999',
  ])
  expect((await list({ search: '%' })).data).toEqual([])
  await server.owner.query(sql`delete from admin_user where phone like '1440000%'`)
})
