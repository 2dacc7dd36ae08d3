// @module-tag torture
import { setTimeout as pause } from 'node:timers/promises'
import { allCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { badNames } from './bad-input/bodies.ts'
import { goodValues } from './bad-input/good-values.ts'
import { type RawAnswer, sendPlain } from './setup/raw.ts'
import { seeded } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { addPerson, addSession, signedInHeaders } from './setup/sessions.ts'
import { forMany } from './setup/test-support.ts'

/* Whatever is sent to whichever call: an envelope comes back, in time, and never a fault. */

const { seed } = seeded('bad input, generated')
const runs = many(12, 2000, 20_000)

let server: TestServer
let asked = 0
const prototype = Reflect.ownKeys(Object.prototype)
beforeAll(async () => {
  server = await startServer({ demo: true })
})
afterAll(() => server.close())

const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...Object.values(goodValues), '', '0', '2', '-1', '2147483648'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.maxSafeInteger().map(String),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 19)),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)

function pairsOf(call: AnyCall) {
  const own = Object.keys(call.input.shape)
  const field = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(own.length > 0 ? own : ['x'])) },
    { weight: 1, arbitrary: fc.constantFrom(...badNames, ...Object.keys(goodValues)) },
  )
  const right = own.map((name): [string, string] => [name, goodValues[name] ?? '2'])
  return fc.oneof(
    fc.array(fc.tuple(field, word), { maxLength: 8 }),
    // One field of a good request changed goes deeper than noise does.
    fc
      .tuple(fc.nat(Math.max(0, right.length - 1)), word)
      .map(([at, value]) =>
        right.map(([name, good], n): [string, string] => [name, n === at ? value : good]),
      ),
  )
}

const escaped = (text: string) => encodeURIComponent(text.toWellFormed())
const asForm = (pairs: [string, string][]) =>
  pairs.map((pair) => pair.map(escaped).join('=')).join('&')

/** A request of the call's own method, its fields anywhere, some of it damaged. */
function requests(call: AnyCall) {
  const form = pairsOf(call).map(asForm)
  const damaged = fc
    .tuple(form, fc.nat(400), fc.constantFrom('%', '%ff', '&', '=', '&&', '%00', '+', ';', '%u1'))
    .map(([text, at, bit]) => text.slice(0, at) + bit + text.slice(at))
  const json = fc.oneof(
    pairsOf(call).map((pairs) => JSON.stringify(Object.fromEntries(pairs))),
    fc.json(),
    fc
      .dictionary(fc.constantFrom(...Object.keys(call.input.shape), 'x'), fc.jsonValue())
      .map((value) => JSON.stringify(value)),
    fc.tuple(fc.json(), fc.nat(60)).map(([text, at]) => text.slice(0, at)),
  )
  const body = fc.oneof(
    fc.tuple(fc.constant('application/x-www-form-urlencoded'), fc.oneof(form, damaged)),
    fc.tuple(fc.constant('application/json'), json),
    fc.tuple(
      fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', ''),
      fc.string({ unit: 'binary' }),
    ),
  )
  return fc.record({
    id: fc.oneof(fc.constantFrom('1', '2', '77'), word),
    query: fc.option(fc.oneof(form, damaged), { nil: '' }),
    body: fc.option(body, { nil: undefined }),
    key: fc.option(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '1'), maxLength: 12 }), {
      nil: undefined,
    }),
  })
}

async function signedIn() {
  const person = await addPerson(server.owner, { role: 'administrator' })
  return signedInHeaders(person, await addSession(server.owner, person.id))
}

/** A busy machine may be late, or too busy, a few times; what is slow by itself is so every time. */
async function inTime(ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  for (let tries = 1; ; tries++) {
    const since = performance.now()
    const answer = await ask()
    const taken = Math.round(performance.now() - since)
    if (taken < 1000 && answer.status !== 503) return answer
    expect(tries, `${answer.status} after ${taken} ms`).toBeLessThan(6)
    await pause(tries * 500)
  }
}

test(`every call, ${runs} generated requests each: an envelope, within a second, and never a fault`, {
  timeout: 1_800_000,
}, async () => {
  const everybody = await signedIn()
  await forMany(allCalls, async ([name, call]) => {
    const who = name === 'session.logout' ? await signedIn() : everybody
    const property = fc.asyncProperty(requests(call), async ({ id, query, body, key }) => {
      const path = call.path.replace(/\{\w+\}/, escaped(id))
      const [type, text] = call.method === 'POST' && body ? body : ['', undefined]
      const headers = {
        ...who,
        ...(type && { 'content-type': type }),
        ...(key !== undefined && { 'idempotency-key': key }),
      }
      const whole = query ? `${path}?${query}` : path
      const answer = await inTime(() => sendPlain(server.url, call.method, whole, headers, text))
      asked += 1
      expect(answer.status).toBeLessThan(500)
      const envelope = JSON.parse(answer.body)
      expect(Number.isInteger(envelope.code)).toBe(true)
      expect(envelope.msg).not.toBe('')
      expect(typeof envelope.msg).toBe('string')
    })
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true })
  })
  expect(asked).toBeGreaterThanOrEqual(allCalls.size * runs)
})

test('objects are as they were, and nothing was a fault of ours', () => {
  expect(Reflect.ownKeys(Object.prototype)).toEqual(prototype)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  figure('I2', asked)
})
