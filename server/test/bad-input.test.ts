// @module-tag torture
import { allCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { sql } from '../src/db/sql.ts'
import { badEscapes, badJson, badNames, badTypes, brokenJson, notUtf8 } from './bad-input/bodies.ts'
import { goodValues } from './bad-input/good-values.ts'
import { badCodes, badValues } from './bad-input/values.ts'
import { insist } from './setup/client.ts'
import { sendPlain } from './setup/raw.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession, signedInHeaders } from './setup/sessions.ts'
import { forMany } from './setup/test-support.ts'

/* What a call does not take, in every way it can be sent: refused by name, in these very words. */

vi.setConfig({ testTimeout: 300_000 })

let server: TestServer
let me: Record<string, string>
let cases = 0
const prototype = Reflect.ownKeys(Object.prototype)
beforeAll(async () => {
  server = await startServer()
  const person = await addPerson(server.owner, { role: 'administrator' })
  me = signedInHeaders(person, await addSession(server.owner, person.id))
})
afterAll(() => server.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }
const encode = (text: string) => encodeURIComponent(text)

interface Request {
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

interface Case extends Request {
  call: AnyCall
  what: string
  says: string
  /** A business refusal unless said otherwise. */
  status?: number
  code?: number
}

async function check(list: Case[]): Promise<void> {
  const unexpected: string[] = []
  await forMany(inTurn(list), async (one) => {
    const { call, what, path, headers, body, says, status = 200, code = 400 } = one
    const answer = await insist(() =>
      sendPlain(server.url, call.method, path, { ...me, ...headers }, body),
    )
    cases += 1
    const wanted = JSON.stringify({ code, msg: says })
    if (answer.status !== status || answer.body !== wanted)
      unexpected.push(
        `${call.path} ${what}: ${answer.status} ${answer.body.slice(0, 120)}, not ${wanted}`,
      )
  })
  expect(unexpected.slice(0, 20)).toEqual([])
}

/** One reader serves all calls, so a case need not meet each of them in a hurry: it meets some, in turn. */
function inTurn(list: Case[]): Case[] {
  const every = many(8, 1)
  const calls = [...allCalls.values()]
  const seen = new Map<AnyCall, number>()
  return list.filter(({ call }) => {
    const n = seen.get(call) ?? 0
    seen.set(call, n + 1)
    return (n + calls.indexOf(call)) % every === 0
  })
}

const posts = [...allCalls].filter(([, call]) => call.method === 'POST')
const fieldsOf = (call: AnyCall): string[] => Object.keys(call.input.shape)

const lists = ['offlineReasons', 'reasonIds', 'kinds', 'scopes', 'permissions', 'acts']
const takesList = (field: string) => lists.includes(field)

function goodValue(name: string, field: string): string {
  if (field === 'videoType') return name.startsWith('videos.personal') ? '1' : '2'
  if (field === 'queue' && name.startsWith('focus.')) return 'project-video'
  if (field === 'state' && name === 'team.list') return 'active'
  return goodValues[field] ?? ''
}

/** What a call takes, without one field. */
function others(name: string, call: AnyCall, but: string): [string, string][] {
  return fieldsOf(call).flatMap((field) => (field === but ? [] : [[field, goodValue(name, field)]]))
}

const written = (pairs: [string, string][]) =>
  pairs.map(([field, value]) => `${encode(field)}=${encode(value)}`).join('&')

/** The same fields, raw: in the body, in the query, or as JSON. */
function ways(call: AnyCall, pairs: [string, string][]): Request[] {
  if (call.method === 'GET') {
    const inPath = pairs.find(([field]) => call.path.includes(`{${field}}`))
    const rest = pairs.filter((pair) => pair !== inPath)
    const path = call.path.replace(/\{\w+\}/, encode(inPath?.[1] ?? ''))
    return [{ path: `${path}?${written(rest)}` }]
  }
  return [
    { path: call.path, headers: form, body: written(pairs) },
    { path: `${call.path}?${written(pairs)}` },
    { path: call.path, headers: json, body: JSON.stringify(Object.fromEntries(pairs)) },
  ]
}

test('every field of every call has a list of values it does not take', () => {
  for (const [name, call] of allCalls)
    for (const field of fieldsOf(call)) {
      expect(badCodes(name, field) ?? badValues[field], `${name} ${field}`).toBeDefined()
      expect(goodValue(name, field), `${name} ${field}`).not.toBe('')
    }
})

test('wrong numbers, times, codes, lengths: as a form, in the query, as JSON', async () => {
  const list: Case[] = []
  for (const [name, call] of allCalls)
    for (const field of fieldsOf(call))
      for (const { value, says } of badCodes(name, field) ?? badValues[field] ?? []) {
        // An empty part of a path is another path.
        if (value === '' && call.path.includes('{')) continue
        const pairs: [string, string][] = [...others(name, call, field), [field, value]]
        const what = `${field}=${JSON.stringify(value.slice(0, 40))}`
        // One of the three ways each, in turn: each is the same reader's business, and there are many.
        const all = ways(call, pairs)
        const way = all[list.length % all.length]
        if (way) list.push({ call, what, ...way, says: `${field} ${says}` })
      }
  await check(list)
})

test('JSON values that are neither text nor a number', async () => {
  const list: Case[] = []
  for (const [name, call] of posts)
    for (const field of fieldsOf(call))
      for (const value of badJson) {
        if (
          takesList(field) &&
          value.startsWith('[') &&
          !value.startsWith('[[') &&
          value !== '[null]'
        )
          continue
        const rest = others(name, call, field).map(
          ([key, text]) => `"${key}":${JSON.stringify(text)}`,
        )
        const body = `{${[...rest, `"${field}":${value}`].join()}}`
        // A sign without a number, or text after a number, is no JSON at all.
        const noJson = ['0x10'].includes(value)
        const says = noJson ? 'body cannot be read' : `${field} must be text or a whole number`
        list.push({ call, what: `${field}:${value}`, path: call.path, headers: json, body, says })
      }
  await check(list)
})

test('a field that is needed and missing is named', async () => {
  const list: Case[] = []
  for (const [name, call] of allCalls)
    for (const field of fieldsOf(call)) {
      const optional = call.input.shape[field]._zod.optin !== undefined
      if (optional || call.path.includes(`{${field}}`)) continue
      // A status or a type is missing like any value that is not in its list.
      const codes = badCodes(name, field)
      const says =
        codes?.find(({ value }) => ['', 'pending'].includes(value))?.says ?? 'is required'
      for (const way of ways(call, others(name, call, field)))
        list.push({ call, what: `no ${field}`, ...way, says: `${field} ${says}` })
    }
  await check(list)
})

test('escapes that are no UTF-8 text', async () => {
  const list: Case[] = []
  for (const [name, call] of posts)
    for (const field of fieldsOf(call))
      for (const bytes of badEscapes) {
        const source = [written(others(name, call, field)), `${field}=${bytes}`]
          .filter(Boolean)
          .join('&')
        const says = `${field} ${notUtf8}`
        list.push({ call, what: bytes, path: call.path, headers: form, body: source, says })
        list.push({ call, what: `?${bytes}`, path: `${call.path}?${source}`, says })
      }
  await check(list)
})

test('a field given twice, in one place or in two', async () => {
  const list: Case[] = []
  for (const [name, call] of allCalls)
    for (const field of fieldsOf(call)) {
      if (takesList(field)) continue
      const value = goodValue(name, field)
      const says = `${field} was given more than once`
      const once = `${field}=${encode(value)}`
      const add = (what: string, request: Request) => list.push({ call, what, says, ...request })
      if (call.path.includes(`{${field}}`)) {
        add('path and query', { path: `${call.path.replace(`{${field}}`, value)}?${once}` })
        continue
      }
      const rest = call.method === 'GET' ? written(others(name, call, field)) : ''
      add('twice in the query', { path: `${call.path}?${once}&${rest && `${rest}&`}${once}` })
      if (call.method === 'GET') continue
      add('twice in the form', { path: call.path, headers: form, body: `${once}&${once}` })
      add('query and form', { path: `${call.path}?${once}`, headers: form, body: once })
      const pair = `"${field}":${JSON.stringify(value)}`
      add('query and JSON', { path: `${call.path}?${once}`, headers: json, body: `{${pair}}` })
      add('twice in JSON', { path: call.path, headers: json, body: `{${pair},${pair}}` })
      add('a list in JSON', { path: call.path, headers: json, body: `{"${field}":["1","2"]}` })
      const escaped = `"\\u${field.charCodeAt(0).toString(16).padStart(4, '0')}${field.slice(1)}"`
      add('escaped in JSON', { path: call.path, headers: json, body: `{${pair},${escaped}:"x"}` })
    }
  await check(list)
})

test('fields that a call does not have, and names that other software trips over', async () => {
  const list: Case[] = []
  for (const [name, call] of allCalls)
    for (const extra of badNames) {
      if (fieldsOf(call).includes(extra)) continue
      const says = `${extra} is not a field of this call`
      const pairs = others(name, call, '')
      const [first] = ways(call, [...pairs, [extra, '1']])
      if (first) list.push({ call, what: extra, ...first, says })
      if (call.method === 'GET') continue
      const entry = `${JSON.stringify(extra)}:"1"`
      list.push({ call, what: extra, path: call.path, headers: json, body: `{${entry}}`, says })
      list.push({ call, what: extra, path: `${call.path}?${encode(extra)}=1`, says })
    }
  await check(list)
})

test('bodies that cannot be read', async () => {
  const list: Case[] = []
  for (const [, call] of posts) {
    const add = (
      what: string,
      headers: Request['headers'],
      body: string | Buffer,
      says: string,
      status = 200,
    ) =>
      list.push({
        ...{ call, what, path: call.path, headers: headers ?? {}, body, says, status },
        code: status === 200 ? 400 : status,
      })
    for (const body of brokenJson) add(body, json, body, 'body cannot be read')
    for (const headers of [form, json])
      for (const bytes of ['ff', 'c0ae', 'eda080', 'e4b8'])
        add(bytes, headers, Buffer.from(bytes, 'hex'), `body ${notUtf8}`)
    const unsupported = 'The body must be a form or JSON in UTF-8'
    for (const type of badTypes) add(type, { 'content-type': type }, '{}', unsupported, 415)
    add('no type', {}, '{}', unsupported, 415)
    for (const encoding of ['gzip', 'deflate', 'br', 'identity', 'x'])
      add(encoding, { ...json, 'content-encoding': encoding }, '{}', unsupported, 415)
    const large = 'The request is too large'
    add('64 KB and one', json, ' '.repeat(65_537), large, 413)
    add('1 MB', form, 'x='.padEnd(1_000_000, 'x'), large, 413)
    add(
      '64 KB and one in chunks',
      { ...form, 'transfer-encoding': 'chunked' },
      ' '.repeat(65_537),
      large,
      413,
    )
    add(
      '1,500 fields',
      form,
      Array.from({ length: 1500 }, (_, n) => `k${n}=1`).join('&'),
      'k0 is not a field of this call',
    )
    add('empty names', form, '=1&=2', 'body is not a field of this call')
    add(
      'a long name',
      form,
      `${'n'.repeat(5000)}=1`,
      `${'n'.repeat(60)} is not a field of this call`,
    )
    add('deep JSON', json, `{"page":${'['.repeat(30_000)}`, 'page must be text or a whole number')
  }
  await check(list)
})

test('a start after its end, and keys of idempotency that are none', async () => {
  const list: Case[] = []
  for (const [name, call] of posts) {
    const pairs = others(name, call, '')
    if (fieldsOf(call).includes('start')) {
      const turned = pairs.map(([field, value]): [string, string] =>
        field === 'end' ? [field, '2024-02-28T23:59:59'] : [field, value],
      )
      for (const way of ways(call, turned))
        list.push({ call, what: 'turned', ...way, says: 'start is after end' })
    }
    if (!call.changes) continue
    for (const key of [
      'short',
      '',
      ' '.repeat(9),
      'x'.repeat(129),
      'with a space',
      'tab\tinside',
      'caf\xe9-caf\xe9',
    ])
      for (const way of ways(call, pairs)) {
        const headers = { ...way.headers, 'idempotency-key': key }
        list.push({
          call,
          what: `key ${key}`,
          ...way,
          headers,
          says: 'Idempotency-Key must be 8 to 128 plain characters',
        })
      }
  }
  await check(list)
})

test('after all of that nothing has changed, nothing has failed, and objects are as they were', async () => {
  expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype)
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  for (const table of [sql`event`, sql`action_request`, sql`category`, sql`login_throttle`])
    expect(await server.owner.query(sql`select * from ${table}`)).toEqual([])
  console.log(`bad input: ${cases} cases`)
  expect(cases).toBeGreaterThanOrEqual(1200)
  figure('I1', cases)
})
