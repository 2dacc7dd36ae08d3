import type { PlatformKind } from '@screening-room/contract/platform'
import { problem, problemSentence } from '@screening-room/contract/refusals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { addMachine, kindNames, type Machine, rowOf } from './setup/platform.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* What the platform's calls do not take: refused by the field's name, a row at a time where rows can be read. */

let server: TestServer
let machine: Machine
beforeAll(async () => {
  server = await startServer()
  machine = await addMachine(server)
})
afterAll(async () => {
  expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([])
  await server.close()
})

type Wrong = [value: unknown, ...says: Parameters<typeof problem>]

const long = (most: number) => '长'.repeat(most + 1)
const notText: Wrong[] = [
  [7, 'text'],
  [true, 'text'],
  [['a'], 'text'],
  [{}, 'text'],
  ['nul \0', 'encoding'],
  ['half \ud83c of a pair', 'encoding'],
]
const required: Wrong[] = [
  [undefined, 'required'],
  [null, 'text'],
  ['', 'required'],
  ['\u200b \u3000', 'required'],
]
const free = (most: number): Wrong[] => [...notText, [long(most), 'too_long', most]]
const text = (most: number): Wrong[] => [...free(most), ...required]
const line = (most: number): Wrong[] => [
  ...text(most),
  ['two\nlines', 'one_line'],
  ['bell \u0007', 'control_character'],
  ['turned \u202e', 'direction_character'],
]
const optionalLine = (most: number) =>
  line(most).filter(([value]) => value !== undefined && value !== null)
const reference = line(128)
const optionalReference = optionalLine(128)
const wordOf = (words: string): Wrong[] =>
  ['film', 'Personal', '', 1, {}].map((value) => [value, 'one_of', words])
const type = wordOf('promo, personal, project')
const created_at: Wrong[] = [
  ...['1066-10-14T08:00:00Z', '1899-12-31T08:00:00Z', '9999-01-31T08:00:00Z'].map(
    (value): Wrong => [value, 'years', 1900, 2199],
  ),
  ...[
    '2026-01-31',
    '2026-01-31T08:00:00',
    '2026-02-30T08:00:00Z',
    '2026-01-31T25:00:00Z',
    'tomorrow',
    1769846400,
  ].map((value): Wrong => [value, 'moment']),
]
const introduction = free(5000)
const address = free(2000)

const facts: Record<string, Wrong[]> = {
  attributes: [
    ['channel', 'list'],
    [Array(21).fill({ name: 'x', value: 'y' }), 'too_many', 20],
  ],
  signals: [
    ['violence', 'list'],
    [Array(51).fill({ name: 'x', score: 1 }), 'too_many', 50],
  ],
  priority: [-1, 101, '50', 0.5, true].map((value) => [value, 'whole', 0, 100]),
  resubmit: ['true', 1, {}].map((value) => [value, 'flag']),
}

/** Every field of every kind with values that it does not take. */
const catalogue: Record<PlatformKind, Record<string, Wrong[]>> = {
  members: { external_id: reference, nick_name: text(100), phone: free(32) },
  roles: { external_id: reference, name: line(100), name_en: optionalLine(100) },
  reportReasons: { external_id: reference, message: line(200), message_en: optionalLine(200) },
  categories: { external_id: reference, name: line(60), name_en: optionalLine(60) },
  tags: {
    external_id: reference,
    category: reference,
    name: line(60),
    name_en: optionalLine(60),
  },
  certifications: {
    external_id: reference,
    member: reference,
    nick_name: text(100),
    phone: text(32),
    role: reference,
    introduction,
    pictures: [
      ['one.webp', 'list'],
      [Array(21).fill('one.webp'), 'too_many', 20],
    ],
    'pictures[0]': address,
    ...facts,
    created_at,
  },
  projects: {
    external_id: reference,
    owner: reference,
    title: text(200),
    introduction,
    cover: address,
    roles: [
      ['actor', 'list'],
      [Array(51).fill('actor'), 'too_many', 50],
    ],
    'roles[0]': optionalReference,
    promo_video: optionalReference,
    ...facts,
    created_at,
  },
  videos: {
    external_id: reference,
    type: [...type, [undefined, 'required']],
    uploader: reference,
    project: optionalReference,
    title: free(200),
    introduction,
    banner: address,
    image: address,
    media: address,
    duration: [-1, 1_000_001, '61', 1.5, true].map((value) => [value, 'whole', 0, 1_000_000]),
    visibility: wordOf('public, private'),
    language: wordOf('zh, en, ja, ko, other, unknown'),
    ...facts,
    created_at,
  },
  reports: {
    external_id: reference,
    video: reference,
    video_type: [...type, [undefined, 'required']],
    reason: reference,
    reporter: reference,
    created_at,
  },
}

test.each(kindNames)(
  '%s: every field refuses what it does not take, in these words',
  async (kind) => {
    const row = rowOf[kind]('x')
    const cases = Object.entries(catalogue[kind]).flatMap(([field, wrong]) =>
      wrong.map(([value, ...says]) => {
        const list = field.replace('[0]', '')
        const given = field === list ? value : [value]
        return {
          field,
          row: { ...row, [list]: given },
          says: problemSentence(problem(...says), 'en'),
        }
      }),
    )
    expect(Object.keys(catalogue[kind]).map((field) => field.replace('[0]', ''))).toEqual(
      expect.arrayContaining(Object.keys(row)),
    )
    const answers = await machine.upsert(kind, ...cases.map(({ row }) => row))
    const said = answers.map(({ result, field, message }) => [result, field, message])
    expect(said).toEqual(cases.map(({ field, says }) => ['refused', field, says]))
  },
)

test('a row that is no object, or has a field that there is not, is refused alone', async () => {
  const strange = { 'nul \0 and half \ud83c': 1 }
  const odd = [
    ...[null, 7, 'row', []],
    { ...rowOf.videos('x'), status: 5 },
    { ...rowOf.videos('x'), ...strange },
    { ...rowOf.videos('y') },
  ]
  const answers = await machine.upsert('videos', ...(odd as never[]))
  expect(answers.map(({ result, field, message }) => [result, field, message])).toEqual([
    ...Array(4).fill(['refused', 'row', 'must be an object']),
    ['refused', 'status', 'is not a field of this call'],
    ['refused', 'nul  and half \ufffd', 'is not a field of this call'],
    ['created', null, null],
  ])
})

test('numbers that are not written as plain whole ones are none', async () => {
  const rows = ['1e2', '61.0', '0.5', '1E0', '99999999999999999999'].map(
    (duration, n) => `{"external_id":"n${n}","type":"promo","uploader":"u","duration":${duration}}`,
  )
  const { body } = await machine.sendBody('videos', `{"rows":[${rows}]}`)
  expect(body.data.map(({ field, result }) => [field, result])).toEqual(
    rows.map(() => ['duration', 'refused']),
  )
})

const bodies: [what: string, body: string | Buffer, says: string][] = [
  ['nothing', '', 'body is required'],
  ['no JSON', 'rows=1', 'body cannot be read'],
  ['a list', '[]', 'body must be an object'],
  ['a text', '"rows"', 'body must be an object'],
  ['null', 'null', 'body must be an object'],
  ['no rows', '{}', 'rows is required'],
  ['rows that are no list', '{"rows":{}}', 'rows must be a list'],
  ['an empty list of rows', '{"rows":[]}', 'rows is required'],
  ['another field', '{"rows":[{}],"dry":true}', 'dry is not a field of this call'],
  ['a prototype', '{"rows":[{}],"__proto__":{}}', '__proto__ is not a field of this call'],
  ['rows twice', '{"rows":[{}],"rows":[{}]}', 'rows was given more than once'],
  ['a field twice', '{"rows":[{},{"type":1,"type":2}]}', 'rows[1].type was given more than once'],
  ['something after it', '{"rows":[{}]} {}', 'body cannot be read'],
  ['a comma too many', '{"rows":[{},]}', 'body cannot be read'],
  ['half of it', '{"rows":[{"type":"pro', 'body cannot be read'],
  ['a bad escape', '{"rows":["\\x"]}', 'body cannot be read'],
  ['a depth without end', '['.repeat(100_000), 'body cannot be read'],
  [
    'bytes that are no UTF-8',
    Buffer.from('{"rows":["\xff"]}', 'latin1'),
    'body is not valid UTF-8 text',
  ],
]

test.each(bodies)('a body with %s is refused as a whole', async (_, body, says) => {
  expect(await machine.sendBody('videos', body)).toMatchObject({
    status: 200,
    code: 400,
    msg: says,
  })
})

test('only JSON is taken, and nothing in the address', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await machine.sendBody('videos', 'rows=1', form)).status).toBe(415)
  const call = { path: '/platform/v1/videos', method: 'POST' } as never
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'in-the-address' }
  const body = JSON.stringify({ rows: [rowOf.videos('q')] })
  const answer = await machine.fetch(call, '?dry=1', { body, headers })
  expect(answer).toMatchObject({ code: 400, msg: 'query is not a field of this call' })
})

test('of all that was refused nothing is left, not even a name', async () => {
  const names = await server.owner.query<{ external_id: string }>(
    sql`select external_id from platform_id where external_id <> 'm-y' order by 1`,
  )
  expect(names.map(({ external_id }) => external_id)).toEqual(['y'])
})

test.each([
  ['after=-1', 'after must be a whole number from 0 to 9007199254740991'],
  ['after=x', 'after must be a whole number from 0 to 9007199254740991'],
  ['limit=0', 'limit must be a whole number from 1 to 500'],
  ['limit=501', 'limit must be a whole number from 1 to 500'],
  ['wait=26', 'wait must be a whole number from 0 to 25'],
  ['since=1', 'since is not a field of this call'],
  ['after=1&after=2', 'after was given more than once'],
])('events?%s is refused', async (query, says) => {
  const call = { path: '/platform/v1/events', method: 'GET' } as never
  expect(await machine.fetch(call, `?${query}`, {})).toMatchObject({ code: 400, msg: says })
})
