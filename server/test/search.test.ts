import type { AnyCall } from '@screening-room/contract/call'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import { videoCalls } from '@screening-room/contract/videos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figure, many } from '../../torture/figures.ts'
import { allOf, type Sql, sql } from '../src/db/sql.ts'
import { foldSearch } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'
import { changeUnrecorded, shuffleStatuses } from './setup/status-changes.ts'

/* Every search against a plain scan of the words: the index may be quicker, not find anything else. */

const roll = dice('search')

const words = [
  ...['北京', '胡同', '早晨', '夜景', '上海', '外滩', '的', '猫', '𠮷野家', '龍'],
  ...['Morning', 'night', 'RIVER', 'café', 'Ärger', '4K', 'a', 'x%y', 'snake_case', "it's"],
  ...['100%', '_', '\\', '"quoted"', '<b>bold</b>', '😀', 'ＡＢＣ', '第3集', '--', '$1'],
]

/** Glued together as Chinese is, or apart as English is. */
function someTitle(): string {
  const some = Array.from({ length: 1 + roll.below(4) }, () => roll.pick(words))
  // One word in a great many titles, another in a few.
  if (roll.below(3) > 0) some.push('老街故事')
  if (roll.below(200) === 0) some.push('zebra')
  return some.join(roll.pick(['', ' ', ' ']))
}

let server: TestServer
let reader: Client

async function insertVideos(titles: string[], from = '2024-01-01', days = 500): Promise<void> {
  for (let done = 0; done < titles.length; done += 2000)
    await server.owner.query(sql`
      insert into video (type, uploader_id, title, status, create_time)
      select case when random() < 0.8 then 1 else 2 end, 1, title,
        (case when r < 0.3 then 0 when r < 0.6 then 5 when r < 0.75 then 3 else 8 end),
        date_trunc('second', ${from}::timestamptz + random() * ${days} * interval '1 day')
      from (select title, random() as r from unnest(${titles.slice(done, done + 2000)}::text[]) title) made`)
}

beforeAll(async () => {
  server = await startServer()
  reader = await server.signIn()
  await insertVideos(Array.from({ length: many(5000, 8000) }, someTitle))
  await server.owner.query(sql`
    insert into certification (member_id, nick_name, phone, role_id, status, create_time)
    select n, title || n, '139' || lpad((n * 7919 % 100000000)::text, 8, '0'), 1 + n % 3, n % 2 * 5,
      '2024-01-01'::timestamptz + n * interval '3 hours'
    from unnest(${Array.from({ length: 2500 }, someTitle)}::text[]) with ordinality t (title, n)`)
  await server.owner.query(sql`
    insert into project (owner_id, title, status, create_time)
    select n, title, n % 2 * 5, '2024-01-01'::timestamptz + n * interval '5 hours'
    from unnest(${Array.from({ length: 2500 }, someTitle)}::text[]) with ordinality t (title, n)`)
  await server.owner.query(sql`
    insert into report (video_id, video_type, reason_id, reporter_id, status, create_time)
    select 1 + n % 700, n % 3, 1, 1 + n % 300, (n % 2 * 3), '2024-01-01'::timestamptz + n * interval '1 hour'
    from generate_series(1, 3000) n`)
})
afterAll(() => server.close())

interface Searched {
  call: AnyCall
  table: Sql
  /** What is looked at, in lower case; reports have numbers alone. */
  text?: Sql
  numbers: Sql
  kind?: { field: string; column: Sql; values: (number | undefined)[] }
  statusField: string
  statuses: (number | undefined)[]
}

const lists: Searched[] = [
  {
    call: videoCalls.personal.list,
    table: sql`video`,
    text: sql`lower(title)`,
    numbers: sql`array[id]`,
    kind: { field: 'videoType', column: sql`type`, values: [1] },
    statusField: 'viewStatus',
    statuses: [undefined, undefined, 0, 5, 3, 8],
  },
  {
    call: videoCalls.project.list,
    table: sql`video`,
    text: sql`lower(title)`,
    numbers: sql`array[id]`,
    kind: { field: 'videoType', column: sql`type`, values: [2] },
    statusField: 'viewStatus',
    statuses: [undefined, 0, 5],
  },
  {
    call: certificationCalls.list,
    table: sql`certification`,
    text: sql`lower(nick_name) || chr(10) || phone`,
    numbers: sql`array[id]`,
    kind: { field: 'roleId', column: sql`role_id`, values: [undefined, 2] },
    statusField: 'status',
    statuses: [undefined, 0, 5],
  },
  {
    call: projectCalls.list,
    table: sql`project`,
    text: sql`lower(title)`,
    numbers: sql`array[id]`,
    statusField: 'status',
    statuses: [undefined, 0, 5],
  },
  {
    call: reportCalls.list,
    table: sql`report`,
    numbers: sql`array[id, video_id, reporter_id]`,
    kind: { field: 'videoType', column: sql`video_type`, values: [0, 1, 2] },
    statusField: 'status',
    statuses: [undefined, 0, 3],
  },
]

/** A piece of what is there, in some case; a number; or something that is nowhere. */
function someNeedle(): string {
  const letters = [...someTitle(), ...someTitle()]
  const from = roll.below(letters.length)
  const piece = letters.slice(from, from + 1 + roll.below(5)).join('')
  return roll.pick([
    piece,
    piece.toUpperCase(),
    roll.pick(words),
    ...['老街', '故事', 'zebra', 'nowhere at all', '无处'],
    String(1 + roll.below(6000)),
    `139${String(roll.below(100))}`,
  ])
}

async function compareOnce(list: Searched, needle: string): Promise<number> {
  const kind = list.kind && roll.pick(list.kind.values)
  const code = roll.pick(list.statuses)
  const ranged = roll.below(3) === 0
  const [start, end] = roll.pick([
    ['2024-03-05T00:00:00', '2024-08-20T23:59:59'],
    ['2024-02-05T00:00:00', '2025-04-20T23:59:59'],
  ] as const)
  const wanted = needle.trim()
  const isNumber = /^[1-9][0-9]{0,15}$/.test(wanted)
  const conditions = allOf([
    kind !== undefined && sql`${list.kind?.column} = ${kind}`,
    code !== undefined && sql`status = ${code}`,
    ranged && sql`create_time >= ${start}::timestamptz and create_time <= ${end}::timestamptz`,
    sql`(${list.text ? sql`strpos(${list.text}, lower(${wanted})) > 0` : sql`false`}
      or ${isNumber ? sql`${wanted}::bigint = any (${list.numbers})` : sql`false`})`,
  ])
  const plain = await server.db.query<{ id: number }>(
    sql`select id from ${list.table} where ${conditions} order by create_time desc, id desc`,
  )
  const pageSize = roll.pick([10, 100])
  const page = 1 + roll.below(Math.min(12, Math.ceil(plain.length / pageSize) + 1))
  const { body, code: answered } = await reader.sendRaw(list.call, {
    page,
    pageSize,
    search: needle,
    ...(ranged && { start, end }),
    ...(code !== undefined && { [list.statusField]: code }),
    ...(kind !== undefined && { [list.kind?.field ?? '']: kind }),
  })
  const asked = { needle, kind, code, ranged, page, pageSize }
  expect({ ...asked, answered }).toEqual({ ...asked, answered: 200 })
  const records: { id: number }[] = Array.isArray(body.data) ? body.data : body.data.list
  const expected = plain.slice(0, 1000).slice((page - 1) * pageSize, page * pageSize)
  expect({ ...asked, ids: records.map((record) => record.id) }).toEqual({
    ...asked,
    ids: expected.map((row) => row.id),
  })
  const { total, more } = list.call === reportCalls.list ? body.data : body
  expect({ ...asked, more }).toEqual({ ...asked, more: plain.length > 1000 })
  if (list.call !== certificationCalls.list)
    expect({ ...asked, total }).toEqual({ ...asked, total: Math.min(1000, plain.length) })
  return plain.length
}

const decideSome = () => shuffleStatuses(server.owner, roll.below)

test('any search in any list finds what a scan finds, in the list’s order', {
  tags: ['torture'],
}, async () => {
  const found = { none: 0, some: 0, over: 0 }
  const least = many(60, 600, 10_000)
  const rarest = () => Math.min(found.none, found.some, found.over)
  let runs = 0
  for (; runs < least || (rarest() < 2 && runs < 20 * least); runs++) {
    // Decided, and in the index or not yet: found as what it is now.
    if (runs % 10 === 0) await decideSome()
    if (runs % 30 === 0) while ((await foldSearch(server.db)) > 0);
    const needle = someNeedle()
    if (needle.trim() === '') continue
    const n = await compareOnce(roll.pick(lists), needle)
    found[n === 0 ? 'none' : n > 1000 ? 'over' : 'some'] += 1
  }
  expect(rarest()).toBeGreaterThan(1)
  figure('L5', runs)
})

describe('whatever is typed', () => {
  const typed = [
    ...['%', '_', '%%', '\\', '\\%', "'", "';--", '"', '$$', '{}', '[', '(', '*', '?', '|', '&'],
    ...['猫', 'a', 'ab', '4K', '𠮷', '😀', 'é', 'Ä', '　', '0', '00', '-1', '+5', '1e3', '0x10'],
    ...['9'.repeat(15), '9'.repeat(19), '9'.repeat(128), 'a'.repeat(128), '猫'.repeat(128)],
    ...['null', 'undefined', 'select 1', '<script>', '\u202eabc', '\u200b', '\ufeff'],
    ...['a\nb', 'x\t'],
  ]
  test.each(typed)('%j is searched for literally', async (needle) => {
    if (needle.trim() === '') return
    const first = roll.below(lists.length)
    const some = [...lists, ...lists].slice(first, first + many(1, lists.length))
    for (const list of some) await compareOnce(list, needle)
  })

  test.each(['', ' ', '\u3000', '\t \n'])('%j is no search', async (search) => {
    const { body } = await reader.sendRaw(videoCalls.personal.list, { search })
    const all = await reader.send(videoCalls.personal.list, {})
    expect(body.total).toBe(all.body.total)
    expect(body.more).toBeUndefined()
  })

  test('blanks around it do not count', async () => {
    const { body } = await reader.sendRaw(videoCalls.personal.list, { search: '  zebra ' })
    const plain = await reader.send(videoCalls.personal.list, { search: 'zebra' })
    expect(body.total).toBe(plain.body.total)
    expect(body.total).toBeGreaterThan(0)
  })

  test('more characters than an ID of the platform’s has are refused by the field’s name', async () => {
    const { code, msg } = await reader.sendRaw(videoCalls.personal.list, {
      search: '猫'.repeat(129),
    })
    expect(code).toBe(400)
    expect(msg).toContain('search')
  })

  test('a phone number that somebody searched for is in no log', async () => {
    await reader.send(certificationCalls.list, { search: '13977665544' })
    expect(server.log.filter((line) => line.includes('13977665544'))).toEqual([])
  })
})

describe('what changes is found as it is now:', () => {
  const find = async (search: string, call: AnyCall = videoCalls.personal.list) => {
    const { body } = await reader.sendRaw(call, { search })
    return (body.data as { id: number }[]).map((row) => row.id)
  }
  const change = (statement: Sql) => server.owner.query<{ id: number }>(statement)
  const add = async (title: string | null) => {
    const [row] = await change(
      sql`insert into video (type, uploader_id, title) values (1, 1, ${title}) returning id`,
    )
    return row?.id ?? 0
  }

  test('a new title, a changed one, none and one again', async () => {
    const id = await add('凤凰古城')
    expect(await find('凤凰')).toEqual([id])
    await change(sql`update video set title = '麒麟 Unicorn' where id = ${id}`)
    expect(await find('凤凰')).toEqual([])
    expect(await find('unic')).toEqual([id])
    await change(sql`update video set title = null where id = ${id}`)
    expect(await find('unic')).toEqual([])
    await change(sql`update video set title = '麒麟' where id = ${id}`)
    expect(await find('麒麟')).toEqual([id])
  })

  test('one that moves to another type or another time', async () => {
    const id = await add('玄武门')
    await change(sql`update video set type = 2 where id = ${id}`)
    expect(await find('玄武')).toEqual([])
    expect(await find('玄武', videoCalls.project.list)).toEqual([id])
    await change(sql`update video set create_time = '2023-02-03' where id = ${id}`)
    expect(await find('玄武', videoCalls.project.list)).toEqual([id])
  })

  test('one that is deleted', async () => {
    const id = await add('朱雀街')
    await change(sql`delete from video where id = ${id}`)
    expect(await find('朱雀')).toEqual([])
    expect(await find(String(id))).toEqual([])
  })

  test('a decision, at once and without waiting for the index, which follows', async () => {
    const id = await add('白虎堂')
    // Enough of them that the index is asked at all.
    await insertVideos(Array.from({ length: 3000 }, () => '白虎节堂外'))
    await changeUnrecorded(
      server.owner,
      'video',
      sql`update video set status = 0 where title = '白虎节堂外'`,
    )
    const indexed = async () => {
      const [row] = await server.owner.query<{ status: number; version: string }>(
        sql`select status, xmin::text as version from searchable where id = ${id} and part = 1`,
      )
      return row
    }
    const under = async (viewStatus: 0 | 5) => {
      const { body } = await reader.send(videoCalls.personal.list, { search: '白虎堂', viewStatus })
      return body.data.map((row) => row.id)
    }
    while ((await foldSearch(server.db)) > 0);
    expect([await under(0), await under(5)]).toEqual([[id], []])
    const before = await indexed()
    const { code } = await reader.send(videoCalls.personal.approve, { videoId: id })
    expect(code).toBe(200)
    expect(await indexed()).toEqual(before)
    expect([await under(0), await under(5)]).toEqual([[], [id]])
    while ((await foldSearch(server.db)) > 0);
    expect((await indexed())?.status).toBe(5)
    expect([await under(0), await under(5)]).toEqual([[], [id]])
    expect(await server.owner.query(sql`select from search_stale`)).toEqual([])
  })

  test('a certification’s name and phone', async () => {
    const [row] = await change(sql`
      insert into certification (member_id, nick_name, phone, role_id)
      values (1, '青龙', '13511112222', 1) returning id`)
    expect(await find('青龙', certificationCalls.list)).toEqual([row?.id])
    await change(sql`update certification set phone = '13533334444' where id = ${row?.id}`)
    expect(await find('1111222', certificationCalls.list)).toEqual([])
    expect(await find('33334444', certificationCalls.list)).toEqual([row?.id])
    // The end of the name and the beginning of the phone are not one word.
    expect(await find('青龙1353', certificationCalls.list)).toEqual([])
  })
})

test('a word too short for the index is looked for in the newest 20,000, and the answer says so', async () => {
  await server.owner.query(sql`alter table video disable trigger video_search_added`)
  for (let part = 0; part < 4; part++)
    await server.owner.query(sql`
      insert into video (type, uploader_id, status, title, create_time)
      select 1, 1, 5, case when n = 1 and ${part}::int = 0 then 'Ω' else 'later' end,
        '2026-01-01'::timestamptz + (${part}::int * 5100 + n) * interval '1 minute'
      from generate_series(1, 5100) n`)
  await server.owner.query(sql`alter table video enable trigger video_search_added`)
  const { body } = await reader.send(videoCalls.personal.list, { search: 'Ω' })
  expect(body).toMatchObject({ data: [], total: 0, more: true })
  const start = '2026-01-01T00:00:00'
  const end = '2026-01-02T00:00:00'
  const day = await reader.send(videoCalls.personal.list, { search: 'ω', start, end })
  expect(day.body).toMatchObject({ data: [{ title: 'Ω' }], total: 1, more: false })
})
