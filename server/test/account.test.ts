import { allCalls } from '@screening-room/contract/all-calls'
import { preferenceCalls } from '@screening-room/contract/preferences'
import { sessionCalls } from '@screening-room/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import type { Client } from './setup/client.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* What belongs to a person and follows them. */

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
