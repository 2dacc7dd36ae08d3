import { certificationCalls as calls } from '@screening-room/contract/certifications'
import { status } from '@screening-room/contract/review'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../src/db/pool.ts'
import { sql } from '../src/db/sql.ts'
import { findCertifications } from '../src/store/certifications.ts'
import type { Client } from './setup/client.ts'
import { newDesk, take } from './setup/focus.ts'
import { addCertifications, eventsOf, setCreated, statusOf } from './setup/items.ts'
import { startServer, type TestServer } from './setup/server.ts'

const { pending, approved, rejected } = status
const chinese = { 'accept-language': 'zh-CN,zh;q=0.9' }

let server: TestServer
let li: Client
let wang: Client
beforeAll(async () => {
  server = await startServer()
  li = await server.signIn('reviewer', 'Li Wei')
  wang = await server.signIn('administrator', 'Wang Fang')
})
afterAll(() => server.close())

async function addOne(values: Parameters<typeof addCertifications>[2] = {}): Promise<number> {
  const [id = 0] = await addCertifications(server.owner, 1, values)
  return id
}

describe('the list', () => {
  beforeEach(() => server.owner.query(sql`delete from certification`))

  const idsOf = async (fields: Record<string, string | number>) => {
    const { code, body } = await li.sendRaw(calls.list, fields)
    expect(code).toBe(200)
    return body.data.map((one) => one.id)
  }

  test('answers code, msg and a plain list of records with their fields as the wire names them', async () => {
    const id = await addOne({ roleId: 2, status: rejected })
    await server.owner.query(sql`
      update certification set introduce = '十年剪辑 🎬', pictures = '["a.webp"]' where id = ${id}`)
    await setCreated(server.owner, 'certification', [id], '2026-03-01T00:09:10.7Z')
    const answer = await li.send(calls.list, {})
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      code: 200,
      msg: 'ok',
      data: [
        {
          id,
          externalId: null,
          memberId: 1,
          nickName: 'person 1',
          authRoleId: 2,
          authStatus: rejected,
          phone: '13900000000',
          authIntroduce: '十年剪辑 🎬',
          authPicPath: '["a.webp"]',
          createTime: '2026-03-01T08:09:10',
          pendingSince: null,
          erased: false,
        },
      ],
      pending: 0,
    })
  })

  test('has the phone whole; a single item and focus review have it masked', async () => {
    const id = await addOne()
    const masked = { id, phone: '139****0000', phoneMasked: true }
    const { body } = await li.send(calls.list, {})
    expect(body.data).toMatchObject([{ id, phone: '13900000000' }])
    expect((await li.send(calls.get, { id })).body.data).toMatchObject(masked)
    expect((await take(li, newDesk(), 'auth')).certification).toMatchObject(masked)
  })

  test('comes newest first, twenty at a time, as many as asked for, and empty past the end', async () => {
    const ids = (await addCertifications(server.owner, 45)).reverse()
    expect(await idsOf({})).toEqual(ids.slice(0, 20))
    expect(await idsOf({ page: 2 })).toEqual(ids.slice(20, 40))
    expect(await idsOf({ page: 3 })).toEqual(ids.slice(40))
    expect(await idsOf({ page: 4 })).toEqual([])
    expect(await idsOf({ page: 7, pageSize: 7 })).toEqual(ids.slice(42))
    expect(await idsOf({ pageSize: 100 })).toEqual(ids)
  })

  test('keeps submissions of one moment in one order, whatever way the database finds them', async () => {
    const ids = (await addCertifications(server.owner, 45)).reverse()
    const found = await server.db.transaction(async (tx) => {
      for (const setting of [
        sql`enable_indexscan = off`,
        sql`enable_bitmapscan = off`,
        sql`plan_cache_mode = force_custom_plan`,
      ])
        await tx.query(sql`set local ${setting}`)
      const pages = [1, 2, 3].map((page) =>
        findCertifications(tx as unknown as Db, { page, pageSize: 20 }),
      )
      return (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ id }) => id))
    })
    expect(found).toEqual(ids)
  })

  test('filters by status and role, alone and together, and takes an empty filter for all', async () => {
    const made = new Map<string, number>()
    for (const roleId of [1, 2])
      for (const code of [pending, approved, rejected])
        made.set(`${roleId} ${code}`, await addOne({ roleId, status: code }))
    const wanted = (...keys: string[]) => keys.map((key) => made.get(key)).reverse()
    expect(await idsOf({ status: pending })).toEqual(wanted('1 0', '2 0'))
    expect(await idsOf({ status: approved, roleId: 2 })).toEqual(wanted('2 5'))
    expect(await idsOf({ roleId: 1 })).toEqual(wanted('1 0', '1 5', '1 3'))
    expect(await idsOf({ roleId: 9 })).toEqual([])
    expect(await idsOf({ status: '', roleId: '', start: '', end: '' })).toHaveLength(6)
  })

  test('takes start and end in the platform’s zone, the end with its whole second', async () => {
    const [before = 0, first = 0, last = 0, after = 0] = await addCertifications(server.owner, 4)
    const at = (id: number, moment: string) =>
      setCreated(server.owner, 'certification', [id], moment)
    await at(before, '2026-03-01T15:59:59.999Z')
    await at(first, '2026-03-01T16:00:00Z')
    await at(last, '2026-03-02T15:59:59.999Z')
    await at(after, '2026-03-02T16:00:00Z')
    const day = { start: '2026-03-02T00:00:00', end: '2026-03-02T23:59:59' }
    expect(await idsOf(day)).toEqual([last, first])
    expect(await idsOf({ start: day.start })).toEqual([after, last, first])
    expect(await idsOf({ end: day.end })).toEqual([last, first, before])
    expect(await idsOf({ start: day.end, end: day.end })).toEqual([last])
    expect(await idsOf({ ...day, status: approved })).toEqual([])
  })

  test('takes the same fields as query, as form and as JSON', async () => {
    const kept = await addOne({ status: approved })
    await addOne()
    const { path } = calls.list
    const answers = await Promise.all([
      li.fetch(`${path}?status=5`, { method: 'POST' }),
      li.fetch(path, { method: 'POST', body: new URLSearchParams({ status: '5' }) }),
      li.fetch(path, {
        method: 'POST',
        body: '{"status": 5}',
        headers: { 'content-type': 'application/json' },
      }),
    ])
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ code: 200, data: [{ id: kept }] })
  })

  test.each([
    ['status', 8, 'status must be one of 0, 5, 3, 9', 'status 必须是 0, 5, 3, 9 之一'],
    [
      'page',
      0,
      'page must be a whole number from 1 to 10000000',
      'page 必须是 1 到 10000000 的整数',
    ],
    [
      'pageSize',
      101,
      'pageSize must be a whole number from 1 to 100',
      'pageSize 必须是 1 到 100 的整数',
    ],
    ['viewStatus', 0, 'viewStatus is not a field of this call', 'viewStatus 不是此调用的字段'],
  ])('refuses %s=%s by its name, in both languages', async (name, value, english, own) => {
    const refused = { status: 200, code: 400 }
    expect(await li.sendRaw(calls.list, { [name]: value })).toMatchObject({
      ...refused,
      msg: english,
    })
    expect(await li.sendRaw(calls.list, { [name]: value }, chinese)).toMatchObject({
      ...refused,
      msg: own,
    })
  })
})

test('the roles come as a map of id and name, in the reader’s language where it has one', async () => {
  await server.owner.query(sql`
    insert into certified_role (id, name, name_en) values (1, '导演', 'Director'), (2, '剪辑', null)`)
  const english = await li.send(calls.roles, {})
  expect(english.body).toEqual({ code: 200, msg: 'ok', data: { 1: 'Director', 2: '剪辑' } })
  const own = await li.send(calls.roles, {}, chinese)
  expect(own.body.data).toEqual({ 1: '导演', 2: '剪辑' })
})

test('one submission is found by its id, and a missing one is refused by it', async () => {
  const id = await addOne()
  const { body } = await li.send(calls.get, { id })
  expect(body).toMatchObject({ code: 200, data: { id, authStatus: pending } })
  expect(await li.send(calls.get, { id: 999_999 })).toMatchObject({
    status: 200,
    code: 404,
    msg: 'certification 999999 does not exist',
  })
})

describe('a decision', () => {
  test('approves what is pending, and records who did it', async () => {
    const authId = await addOne()
    const answer = await li.send(calls.approve, { authId })
    expect(answer.body).toEqual({ code: 200, msg: 'ok' })
    expect(await statusOf(server.owner, 'certification', authId)).toBe(approved)
    expect(await eventsOf(server.owner, 'certification', authId)).toEqual([
      { action: 'approve', actorId: li.userId, before: pending, after: approved, reason: '' },
    ])
  })

  test.each([
    ['an empty one', ''],
    ['nothing but spaces', '   '],
    ['one with spaces and lines around it', '  证件照片模糊\n\t🙈 '],
    ['markup', '<script>alert(1)</script>'],
    ['five hundred characters beyond the basic plane', '🙈'.repeat(500)],
  ])('rejects with the reason exactly as typed: %s', async (_what, message) => {
    const authId = await addOne()
    expect(await li.send(calls.reject, { authId, message })).toMatchObject({ code: 200 })
    expect(await statusOf(server.owner, 'certification', authId)).toBe(rejected)
    expect(await eventsOf(server.owner, 'certification', authId)).toEqual([
      { action: 'reject', actorId: li.userId, before: pending, after: rejected, reason: message },
    ])
  })

  test('is refused without its fields or with a reason that is too long, and changes nothing', async () => {
    const authId = await addOne()
    const refused = [
      [calls.reject, { authId }, 'message is required'],
      [calls.reject, { message: 'no' }, 'authId is required'],
      [
        calls.reject,
        { authId, message: 'x'.repeat(501) },
        'message must be at most 500 characters',
      ],
      [calls.approve, {}, 'authId is required'],
      [calls.approve, { authId, message: '' }, 'message is not a field of this call'],
    ] as const
    for (const [call, input, msg] of refused)
      expect(await li.sendRaw(call, { ...input })).toMatchObject({ status: 200, code: 400, msg })
    expect(await statusOf(server.owner, 'certification', authId)).toBe(pending)
    expect(await eventsOf(server.owner, 'certification', authId)).toEqual([])
  })

  test('on what does not exist is refused in both languages', async () => {
    const missing = { authId: 888_888 }
    expect(await li.send(calls.approve, missing)).toMatchObject({
      code: 404,
      msg: 'certification 888888 does not exist',
    })
    expect(await li.send(calls.reject, { ...missing, message: '' }, chinese)).toMatchObject({
      code: 404,
      msg: '认证 888888 不存在',
    })
  })

  test.each([
    [approved, 'approve', 'Not possible: it is approved', '无法操作：当前状态为已通过'],
    [approved, 'reject', 'Not possible: it is approved', '无法操作：当前状态为已通过'],
    [rejected, 'approve', 'Not possible: it is rejected', '无法操作：当前状态为已驳回'],
    [rejected, 'reject', 'Not possible: it is rejected', '无法操作：当前状态为已驳回'],
  ] as const)(
    'on what was at %s before our record began: %s says so',
    async (from, action, english, own) => {
      const authId = await addOne({ status: from })
      const input = { authId, ...(action === 'reject' && { message: 'late' }) }
      expect(await li.sendRaw(calls[action], input)).toMatchObject({ code: 409, msg: english })
      expect(await li.sendRaw(calls[action], input, chinese)).toMatchObject({ code: 409, msg: own })
      expect(await statusOf(server.owner, 'certification', authId)).toBe(from)
      expect(await eventsOf(server.owner, 'certification', authId)).toEqual([])
    },
  )

  test('that comes second is told who decided what, when and why, in both languages', async () => {
    const authId = await addOne()
    await li.send(calls.reject, { authId, message: 'blurry document' })
    const late = await wang.send(calls.approve, { authId })
    expect(late.msg).toMatch(
      /^Already rejected by Li Wei at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d: blurry document$/,
    )
    expect(late.body).toMatchObject({
      code: 409,
      data: {
        status: rejected,
        action: 'reject',
        by: 'Li Wei',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        reason: 'blurry document',
      },
    })
    const own = await wang.send(calls.reject, { authId, message: 'me too' }, chinese)
    expect(own.msg).toMatch(/^已由 Li Wei 于 [\d-]{10} [\d:]{8} 驳回：blurry document$/)
    expect(await eventsOf(server.owner, 'certification', authId)).toHaveLength(1)
  })

  test('cannot be reversed by the person who made it: a different second decision is refused too', async () => {
    const authId = await addOne()
    await li.send(calls.approve, { authId })
    // Without a reason the two differ in nothing but what they do.
    for (const message of ['no, wait', ''])
      expect(await li.send(calls.reject, { authId, message })).toMatchObject({ code: 409 })
    expect(await statusOf(server.owner, 'certification', authId)).toBe(approved)
  })
})
