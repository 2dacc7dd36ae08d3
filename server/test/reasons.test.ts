import { reasonCalls } from '@screening-room/contract/reasons'
import { reportCalls } from '@screening-room/contract/reports'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { insertReason, lockReasons } from '../src/store/reasons.ts'
import { expectWaiting, expectWhole } from './setup/checks.ts'
import type { Client } from './setup/client.ts'
import { addReasons } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

let server: TestServer
let wang: Client
let li: Client
beforeAll(async () => {
  server = await startServer()
  wang = await server.signIn('administrator', '王芳')
  li = await server.signIn('reviewer', 'Li Wei')
})
afterAll(() => server.close())
afterEach(() => expectWhole(server))

const chinese = { 'accept-language': 'zh-CN' }
const words = {
  label: '片长不足',
  labelEn: 'Too short',
  text: '片长不足一分钟，请补充后再提交。',
  textEn: 'The film is shorter than a minute. Please add to it and submit again.',
}
type Fields = Record<string, string | number>
const list = async () => (await li.send(reasonCalls.list, {})).body.data
const add = (fields: Fields = {}, headers = {}) =>
  wang.sendRaw(reasonCalls.add, { queue: 'video', ...words, ...fields }, headers)
const added = async (fields: Fields = {}) => {
  const { msg, body } = await add(fields)
  expect(msg).toBe('ok')
  return body.data.id
}
const change = (id: number, fields: Fields = {}, headers = {}) =>
  wang.sendRaw(reasonCalls.change, { id, ...words, active: 'true', ...fields }, headers)
const find = async (id: number) => (await list()).find((reason) => reason.id === id)
const eventsAbout = (id: number) =>
  server.owner.query<{ action: string; actorId: number; details: object }>(sql`
    select action, actor_id as "actorId", details from event
    where queue = 'reason' and subject_id = ${id} order by id`)

test('a new installation has reasons for every queue, in both languages, each with a digit of its own', async () => {
  const all = await list()
  for (const queue of ['certification', 'project', 'video']) {
    const of = all.filter((reason) => reason.queue === queue)
    expect(of.length).toBeGreaterThanOrEqual(5)
    expect(of.map(({ digit }) => digit)).toEqual(of.map((_, index) => index + 1))
    for (const { label, labelEn, text, textEn, active } of of) {
      expect(active).toBe(true)
      for (const zh of [label, text]) expect(zh).toMatch(/\p{Script=Han}/u)
      for (const en of [labelEn, textEn]) expect(en).not.toMatch(/\p{Script=Han}/u)
    }
  }
})

test('an administrator adds one, with a digit or without, trimmed and on the record', async () => {
  const id = await added({ label: ' 片长不足 ', digit: 9 })
  expect(await find(id)).toEqual({ id, queue: 'video', ...words, digit: 9, active: true })
  const other = await added({ labelEn: 'No digit' })
  expect(await find(other)).toMatchObject({ digit: null })
  expect(await eventsAbout(id)).toEqual([
    {
      action: 'addReason',
      actorId: wang.userId,
      details: { queue: 'video', ...words, digit: 9 },
    },
  ])
})

test('the list is in the order of digits; what is out of use comes last', async () => {
  const of = (await list()).filter(({ queue }) => queue === 'video')
  const digits = of.flatMap(({ digit, active }) => (active && digit ? [digit] : []))
  expect(digits).toEqual([...digits].sort())
  const first = of[0] ?? expect.fail()
  await change(first.id, { active: 'false', digit: 1 })
  const after = (await list()).filter(({ queue }) => queue === 'video')
  expect(after.at(-1)).toMatchObject({ id: first.id, active: false })
})

test('a digit that an active reason of the queue has is refused by its label; another queue’s is free', async () => {
  const id = await added({ queue: 'project', digit: 8, label: '甲', labelEn: 'First' })
  const refusal = { code: 409, msg: 'Another active reason has this digit: First' }
  expect(await add({ queue: 'project', digit: 8 })).toMatchObject(refusal)
  expect((await add({ queue: 'project', digit: 8 }, chinese)).msg).toBe(
    '该数字已被其他启用的理由占用：甲',
  )
  await added({ queue: 'certification', digit: 8 })
  const other = await added({ queue: 'project', digit: 9 })
  expect(await change(other, { digit: 8 })).toMatchObject(refusal)
  expect(await find(other)).toMatchObject({ digit: 9 })

  // Out of use it gives its digit up, and does not get it back while another has it.
  expect((await change(id, { digit: 8, active: 'false' })).code).toBe(200)
  expect((await change(other, { digit: 8, labelEn: 'Second' })).code).toBe(200)
  expect(await change(id, { digit: 8 })).toMatchObject({
    msg: 'Another active reason has this digit: Second',
  })
})

test('a change is on the record with what it was; the same again leaves no trace', async () => {
  const id = await added({ queue: 'project' })
  for (let time = 0; time < 2; time++)
    expect((await change(id, { text: '新的文字', active: 'false' })).code).toBe(200)
  expect(await find(id)).toMatchObject({ text: '新的文字', active: false, digit: null })
  const [, changed, ...more] = await eventsAbout(id)
  expect(more).toEqual([])
  expect(changed).toMatchObject({
    action: 'changeReason',
    details: {
      from: { queue: 'project', text: words.text, active: true },
      to: { queue: 'project', text: '新的文字', active: false },
    },
  })
})

test('blank words, the reserved message, strange digits and reasons that are not there are refused', async () => {
  const before = await list()
  for (const field of Object.keys(words))
    for (const blank of [' ', '\u3000', '\u200b'])
      expect(await add({ [field]: blank })).toMatchObject({
        code: 400,
        msg: `${field} is required`,
      })
  expect(await add({ textEn: ' report rejected ' })).toMatchObject({
    code: 400,
    msg: 'textEn is reserved',
  })
  for (const digit of ['0', '10', '-1', '1.0', 'one', '１'])
    expect((await add({ digit })).code).toBe(400)
  for (const active of ['', 'yes', '1', 'TRUE'])
    expect((await change(before[0]?.id ?? 0, { active })).code).toBe(400)
  expect((await add({ queue: 'report' })).code).toBe(400)
  expect(await change(999_999)).toMatchObject({ code: 404, msg: 'reason 999999 does not exist' })
  expect(await list()).toEqual(before)
})

test('a reviewer reads them and changes none', async () => {
  const forbidden = { status: 403, code: 403 }
  expect(await li.sendRaw(reasonCalls.add, { queue: 'video', ...words })).toMatchObject(forbidden)
  expect(await li.sendRaw(reasonCalls.change, { id: 1, ...words, active: 'true' })).toMatchObject(
    forbidden,
  )
})

test('eight people give the same digit at once: one does, seven are told who has it', async () => {
  const ids = await Promise.all(
    Array.from({ length: 4 }, (_, n) => added({ queue: 'certification', labelEn: `Racing ${n}` })),
  )
  const answers = await Promise.all([
    ...ids.map((id, n) => change(id, { digit: 9, labelEn: `Racing ${n}` })),
    ...ids.map((_, n) => add({ queue: 'certification', digit: 9, labelEn: `Racing too ${n}` })),
  ])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)])
  const holder = (await list()).find(({ queue, digit }) => queue === 'certification' && digit === 9)
  for (const { code, msg } of answers)
    if (code === 409) expect(msg).toBe(`Another active reason has this digit: ${holder?.labelEn}`)
})

test('a digit that a colleague is taking right now: the second waits, and is told who has it', async () => {
  let second: ReturnType<typeof add> | undefined
  await server.owner.transaction(async (tx) => {
    await lockReasons(tx)
    await insertReason(tx, 'project', { ...words, labelEn: 'Was first', digit: 7 })
    second = add({ queue: 'project', digit: 7 })
    await expectWaiting(server.owner)
  })
  expect(await second).toMatchObject({
    code: 409,
    msg: 'Another active reason has this digit: Was first',
  })
})

test('the same request twice under one key adds one reason', async () => {
  const key = { 'idempotency-key': 'reason-key-1' }
  const [first, second] = [await add({ labelEn: 'Once' }, key), await add({ labelEn: 'Once' }, key)]
  expect(second.body.data).toEqual(first.body.data)
  expect((await list()).filter(({ labelEn }) => labelEn === 'Once')).toHaveLength(1)
})

test('a label is one line without hidden characters; a text may have several lines', async () => {
  for (const [field, value, problem] of [
    ['label', '片长\u202e不足', 'must not contain characters that change the direction of text'],
    ['labelEn', 'Too\u0007short', 'must not contain control characters'],
    ['labelEn', 'Too\nshort', 'must be a single line'],
    ['text', '片长\u2066不足', 'must not contain characters that change the direction of text'],
    ['textEn', 'Too\u001bshort', 'must not contain control characters'],
  ] as const) {
    expect(await add({ [field]: value })).toMatchObject({ code: 400, msg: `${field} ${problem}` })
    const [{ id } = { id: 0 }] = await list()
    expect(await change(id, { [field]: value })).toMatchObject({ msg: `${field} ${problem}` })
  }
  const textEn = 'Too short:\r\n\t- add a minute\n- submit again 👨‍👩‍👧'
  const id = await added({ textEn })
  expect(await find(id)).toMatchObject({ textEn })
})

test('the policy behind a report reason is set by an administrator, read by all, and on the record', async () => {
  const [id = 0] = await addReasons(server.owner)
  const policyOf = async () =>
    (await li.send(reportCalls.reasons, {})).body.data.find((reason) => reason.id === id)
  const set = (fields: Fields, by = wang) => by.sendRaw(reasonCalls.setPolicy, { id, ...fields })
  expect(await policyOf()).toMatchObject({ policy: null, policyEn: null })
  for (let times = 0; times < 2; times++)
    expect((await set({ policy: ' 整段搬运即下架 ', policyEn: 'Reposts come down' })).msg).toBe(
      'ok',
    )
  expect(await policyOf()).toMatchObject({
    policy: '整段搬运即下架',
    policyEn: 'Reposts come down',
  })
  expect((await set({ policy: ' ', policyEn: 'Reposts come down' })).msg).toBe('ok')
  expect(await policyOf()).toMatchObject({ policy: null, policyEn: 'Reposts come down' })
  const events = await server.owner.query<{ action: string }>(
    sql`select action from event where queue = 'reportReason' and subject_id = ${id}`,
  )
  expect(events).toEqual([{ action: 'setPolicy' }, { action: 'setPolicy' }])
  expect(await set({ id: 999_999 })).toMatchObject({ code: 404 })
  expect(await set({}, li)).toMatchObject({ status: 403 })
})
