import { allCalls } from '@screening-room/contract/all-calls'
import { type Scope, scopes } from '@screening-room/contract/call'
import { platformCalls } from '@screening-room/contract/platform'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKeyRequest } from '../src/cli/keys.ts'
import { sql } from '../src/db/sql.ts'
import { sha256 } from '../src/domain/sign-in.ts'
import { findKeys } from '../src/store/platform-keys.ts'
import { expectWhole } from './setup/checks.ts'
import { addMachine, keys, kindNames, Machine, rowOf } from './setup/platform.ts'
import { sendRequest } from './setup/raw.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { forMany } from './setup/test-support.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await expectWhole(server)
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  await server.close()
})

const refusedKey = { status: 401, code: 401 }
const prefixOf = ({ key }: Machine) => key.slice(0, 12)
const statusOf = async (machine: Machine) => (await machine.events()).status
const pass = (machine: Machine, hours: number) =>
  server.owner.query(sql`
    update platform_key set rotated_at = rotated_at - make_interval(hours => ${hours}),
      expires_at = expires_at - make_interval(hours => ${hours})
    where prefix = ${prefixOf(machine)}`)

describe('scopes', () => {
  const sets: Scope[][] = [['items:write'], ['reports:write'], ['events:read'], [...scopes]]
  test.each(sets.map((set) => [set.join(' and '), set] as const))(
    'a key with %s may do what they say and nothing else',
    async (_, allowed) => {
      const machine = await addMachine(server, allowed)
      for (const kind of kindNames) {
        const { scope = '' } = platformCalls[kind]
        const answer = await machine.send(kind, [rowOf[kind]('scoped')])
        const may = (allowed as string[]).includes(scope)
        expect([kind, answer.status]).toEqual([kind, may ? 200 : 403])
        if (!may) expect(answer.msg).toBe(`This key lacks the scope ${scope}`)
      }
      expect(await statusOf(machine)).toBe(allowed.includes('events:read') ? 200 : 403)
    },
  )

  test('are read from a list, and unknown ones are refused by name', () => {
    const scopesOf = (written: string) => readKeyRequest('Ingest', written).scopes
    expect(scopesOf('items:write, events:read')).toEqual(['items:write', 'events:read'])
    expect(() => scopesOf('items:write,everything')).toThrow('--scopes')
    expect(() => scopesOf('')).toThrow('--scopes')
  })
})

describe('a key', () => {
  test('is stored as a hash and a prefix, and never whole', async () => {
    const machine = await addMachine(server)
    expect(machine.key).toMatch(/^srk_[0-9a-f]{8}_[\w-]{32}$/)
    const secret = machine.key.slice(13)
    const dump = await server.owner.query<{ row: string }>(sql`
      select k::text as row from platform_key k union all select e::text from event e`)
    expect(dump.filter(({ row }) => row.includes(secret))).toEqual([])
    const [{ hash } = { hash: '' }] = await server.owner.query<{ hash: Buffer }>(
      sql`select secret_hash as hash from platform_key where prefix = ${prefixOf(machine)}`,
    )
    expect(hash).toEqual(sha256(machine.key))
  })

  test('that is made up, malformed or sent in another way is refused', async () => {
    const { key } = await addMachine(server)
    const last = key.endsWith('A') ? 'B' : 'A'
    const { path } = platformCalls.events
    const headers: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: key },
      { authorization: `bearer ${key}` },
      { authorization: `Bearer  ${key}` },
      { authorization: `Bearer ${key} x` },
      { authorization: `Bearer ${key.slice(0, -1)}${last}` },
      { authorization: `Bearer ${key.slice(0, -1)}` },
      { authorization: `Bearer srk_${'0'.repeat(8)}_${'x'.repeat(32)}` },
      { authorization: `Bearer ${'1'.repeat(5000)}` },
      { 'x-api-key': key },
      { cookie: `key=${key}` },
    ]
    for (const header of headers) {
      const response = await fetch(`${server.url}${path}`, { headers: header })
      expect([header, response.status]).toEqual([header, 401])
    }
    const twice = await sendRequest(server.url, `GET ${path} HTTP/1.1`, {
      authorization: `Bearer ${key}\r\nAuthorization: Bearer ${key}`,
    })
    expect(twice.status).toBe(401)
    const inAddress = await fetch(`${server.url}${path}?key=${key}`)
    expect(inAddress.status).toBe(401)
  })

  test('that is revoked stops with the next request, also where it was just used', async () => {
    const machine = await addMachine(server)
    expect(await statusOf(machine)).toBe(200)
    await keys.revoke(server.owner, prefixOf(machine))
    expect(await machine.send('members', [rowOf.members('late')])).toMatchObject(refusedKey)
    expect(await statusOf(machine)).toBe(401)
    await expect(keys.revoke(server.owner, prefixOf(machine))).rejects.toThrow('not_found')
    await expect(keys.rotate(server.owner, prefixOf(machine))).rejects.toThrow('not_found')
  })

  test('that expires stops by itself, and none is made that has expired already', async () => {
    const request = readKeyRequest('short', scopes.join(), '2099-01-31')
    const machine = new Machine(server.url, await keys.create(server.owner, request))
    expect(await statusOf(machine)).toBe(200)
    await pass(machine, 24 * 366 * 100)
    expect(await statusOf(machine)).toBe(401)
    for (const expires of ['2099-02-30', 'tomorrow', '2099-01-31 08:00'])
      expect(() => readKeyRequest('short', scopes.join(), expires)).toThrow('--expires')
    const past = keys.create(server.owner, { ...request, expires: '2020-01-31T00:00:00' })
    await expect(past).rejects.toMatchObject({ details: { field: 'expires' } })
    for (const name of ['x'.repeat(61), 'two\nlines'])
      expect(() => readKeyRequest(name, scopes.join())).toThrow('--name')
    const blank = keys.create(server.owner, { ...request, name: ' ' })
    await expect(blank).rejects.toMatchObject({ details: { field: 'name' } })
  })

  test('that is rotated works in its old form for a day, and in the form before that no longer', async () => {
    const machine = await addMachine(server)
    const first = new Machine(server.url, machine.key)
    const second = new Machine(server.url, await keys.rotate(server.owner, prefixOf(machine)))
    expect(second.key).not.toBe(first.key)
    expect(prefixOf(second)).toBe(prefixOf(first))
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await pass(first, 23)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await pass(first, 2)
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
    const third = new Machine(server.url, await keys.rotate(server.owner, prefixOf(machine)))
    expect([await statusOf(second), await statusOf(third)]).toEqual([200, 200])
    await keys.rotate(server.owner, prefixOf(machine))
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200])
    await keys.revoke(server.owner, prefixOf(machine))
    expect(await statusOf(third)).toBe(401)
  })

  test('is noted as used once a minute, not more often', async () => {
    const machine = await addMachine(server)
    const own = async () =>
      (await findKeys(server.owner)).find(({ prefix }) => prefix === prefixOf(machine))
    const used = async () => {
      const [row] = await server.owner.query<{ used: string | null }>(
        sql`select last_used_at::text as used from platform_key where prefix = ${prefixOf(machine)}`,
      )
      return row?.used
    }
    expect(await own()).toMatchObject({ state: 'active', lastUsedAt: null, name: 'tests' })
    await machine.events()
    await expect.poll(used).not.toBeNull()
    const first = await used()
    await machine.events()
    await machine.events()
    expect(await used()).toBe(first)
    await server.owner.query(sql`
      update platform_key set last_used_at = last_used_at - interval '61 seconds'
      where prefix = ${prefixOf(machine)}`)
    const before = await used()
    await machine.events()
    await expect.poll(used).not.toBe(before)
  })

  test('that is created, rotated and revoked leaves three events on the record, without its secret', async () => {
    const machine = await addMachine(server, ['events:read'])
    const [{ id } = { id: 0 }] = await server.owner.query<{ id: number }>(
      sql`select id from platform_key where prefix = ${prefixOf(machine)}`,
    )
    await keys.rotate(server.owner, prefixOf(machine))
    await keys.revoke(server.owner, prefixOf(machine))
    const events = await server.owner.query(sql`
      select action, actor_name as by, details from event
      where queue = 'key' and subject_id = ${id} order by id`)
    expect(events).toEqual([
      {
        action: 'key.create',
        by: 'operator',
        details: { name: 'tests', prefix: prefixOf(machine), scopes: ['events:read'] },
      },
      { action: 'key.rotate', by: 'operator', details: {} },
      { action: 'key.revoke', by: 'operator', details: {} },
    ])
  })

  test('that asks too often is told to wait, and another one is not', async () => {
    const [eager, calm] = [await addMachine(server), await addMachine(server)]
    const burst = () => Promise.all(Array.from({ length: 160 }, () => eager.events()))
    const refusedIn = async () => (await burst()).find(({ status }) => status === 429)
    const refused = (await refusedIn()) ?? (await refusedIn())
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await statusOf(calm)).toBe(200)
    await expect.poll(() => statusOf(eager)).toBe(200)
  })
})

describe('keys and sessions', () => {
  test('a key opens no other call, whatever it comes with', async () => {
    const { key } = await addMachine(server)
    const opened: string[] = []
    const guarded = server.routes.filter(({ policy }) => policy.access === 'session')
    expect(guarded.length).toBeGreaterThan(40)
    await forMany(guarded, async ({ method, url }) => {
      for (const cookie of ['', `vsid-dev=${key}`, `vsid-dev=${key.slice(13)}`]) {
        const response = await fetch(`${server.url}${url.replace(/:\w+/, '1')}`, {
          method,
          headers: { authorization: `Bearer ${key}`, ...(cookie && { cookie }) },
        })
        if (response.status !== 401) opened.push(`${method} ${url} ${response.status}`)
      }
    })
    expect(opened).toEqual([])
  })

  test('a session opens no call of the platform’s, and adds nothing to a key', async () => {
    const administrator = await server.signIn('administrator')
    const weak = await addMachine(server, ['events:read'])
    for (const call of Object.values(platformCalls)) {
      const own = await administrator.fetch(call.path, { method: call.method })
      expect([call.path, own.status]).toEqual([call.path, 401])
    }
    const both = await administrator.fetch(platformCalls.videos.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${weak.key}` },
    })
    expect(both.status).toBe(403)
    expect([...allCalls.values()].filter(({ path }) => path.startsWith('/platform/'))).toEqual([])
  })
})
