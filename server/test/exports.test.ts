import type { Certification } from '@screening-room/contract/certifications'
import { exportCalls } from '@screening-room/contract/exports'
import { type ListName, listNames, lists, queueNames } from '@screening-room/contract/queues'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { foldSearch } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { parseCsv } from './setup/csv.ts'
import {
  exportEvents,
  exported,
  heads,
  listCallOf,
  rowsOfList,
  slowExport,
} from './setup/exports.ts'
import { addCertifications, addReasons } from './setup/items.ts'
import { fillLists } from './setup/rows.ts'
import { dice } from './setup/seed.ts'
import { startServer, type TestServer } from './setup/server.ts'

/* A list as a whole: the same rows as its pages, as of one moment, for administrators, and recorded. */

let server: TestServer
let lead: Client
const chance = dice('exports')

beforeAll(async () => {
  server = await startServer()
  await addReasons(server.owner)
  await server.owner.query(sql`
    insert into certified_role (name, name_en) values ('导演', 'Director'), ('演员', null)`)
  await server.owner.query(sql`
    insert into category (name, name_en, comparable) values ('剧情', 'Drama', 'drama')`)
  // Of each list more than an export reads at a time.
  await fillLists(server.owner, 3000, chance.below(1000), {
    certifications: 1200,
    projects: 1200,
    reports: 1200,
  })
  await server.owner.query(sql`
    insert into platform_id (kind, external_id, id)
    select kind, kind || '-' || id, id
    from unnest(${queueNames}::text[]) kind, generate_series(2, 3000, 2) id`)
  lead = await server.signIn('administrator', 'Lead')
})
afterAll(() => server.close())

const days = ['2023-02-01T00:00:00', '2023-06-15T13:00:00', '2024-03-10T02:30:00']

/** What a list can be asked for, some of it at random. */
function someFilters(list: ListName): Record<string, string | number>[] {
  const entries = Object.entries(lists[list].filters) as [string, Record<string, unknown>][]
  const one = () => {
    const chosen: Record<string, string | number> = {}
    for (const [name, { wire, codes, words, type }] of entries) {
      if (name === 'memberId' || chance.below(2) === 0) continue
      const values = (codes ?? words ?? [1, 2, 3]) as (string | number)[]
      if (type === 'word' && chance.below(2) === 0) continue
      chosen[String(wire ?? name)] = chance.pick(values)
    }
    if (chance.below(2)) chosen.start = chance.pick(days)
    if (chance.below(3) === 0) chosen.end = '2025-01-01T11:22:33'
    return chosen
  }
  return [{}, one(), one(), one()]
}

describe('every row of the list, once and in its order:', () => {
  for (const list of listNames)
    test(list, async () => {
      for (const filters of someFilters(list)) {
        const rows = await rowsOfList(lead, list, filters)
        const lines = await exported(lead, list, { ...filters, format: 'ndjson' })
        const what = `${list} ${JSON.stringify(filters)}`
        expect(lines.rows, what).toEqual(rows)
        const table = parseCsv((await exported(lead, list, filters)).text)
        expect(table, what).toHaveLength(rows.length + 1)
        const { queue } = lists[list]
        const ids = rows.map(({ id }) => [String(id), id % 2 || id > 3000 ? '' : `${queue}-${id}`])
        expect(
          table.slice(1).map(([id, theirs]) => [id, theirs]),
          what,
        ).toEqual(ids)
      }
    })

  test('of a member, of a search, and of both', async () => {
    await server.owner.query(sql`
      update video set uploader_id = 77, title = 'lantern ' || id where id % 40 = 3 and type = 1`)
    while ((await foldSearch(server.owner)) > 0);
    for (const filters of [
      { memberId: 77 },
      { memberId: 77, viewStatus: 5 },
      { search: 'lantern' },
      { search: 'lantern', memberId: 77, viewStatus: 8 },
      { memberId: 78_000_000 },
    ]) {
      const rows = await rowsOfList(lead, 'personal-video', filters)
      const lines = await exported(lead, 'personal-video', { ...filters, format: 'ndjson' })
      expect(lines.rows, JSON.stringify(filters)).toEqual(rows)
    }
    expect((await rowsOfList(lead, 'personal-video', { memberId: 77 })).length).toBeGreaterThan(10)
  })
})

const nasty = [
  'plain',
  'comma, "quotes" and ""',
  'two\r\nlines\rand\nmore',
  '=HYPERLINK("http://evil.example","x")',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(A1)',
  '  =1+1',
  '\t=1+1',
  '\u200B=1+1',
  '＝1+1',
  '👩‍👩‍👧 emoji, 中文；“引号”',
  "'already quoted",
  '13800138000',
  '',
]
/** As a spreadsheet must read it: the text itself, one sort of line break, formulas marked as text. */
const asRead = (text: string) => {
  const lines = text.replace(/\r\n?/g, '\n')
  return /^[\s\u200B]*[=+\-@＝]/.test(lines) || /^\t/.test(lines) ? `'${lines}` : lines
}

test('commas, quotes, line breaks, formulas and emoji arrive as what they are, in both languages', async () => {
  const ids = await addCertifications(server.owner, nasty.length, { roleId: 2, memberId: 4711 })
  for (const [index, text] of nasty.entries())
    await server.owner.query(sql`
      update certification set introduce = ${text}, nick_name = ${`n${text}`} where id = ${ids[index]}`)
  const of = { memberId: 4711 }
  const { text, type } = await exported(lead, 'certification', of)
  expect(type).toBe('text/csv; charset=utf-8')
  expect(text.startsWith('\uFEFF"ID",')).toBe(true)
  const [head, ...rows] = parseCsv(text)
  expect(head).toEqual(heads.en)
  const column = (name: string) => heads.en.indexOf(name)
  const remarks = rows.map((row) => row[column('Remark')]).reverse()
  expect(remarks).toEqual(nasty.map(asRead))
  expect(new Set(rows.map((row) => row[column('Role')]))).toEqual(new Set(['演员']))
  expect(new Set(rows.map((row) => row[column('Status')]))).toEqual(new Set(['pending']))
  // A row ends with CRLF and nothing else has a CR: that is how the app counts rows.
  expect(text.split('\r').length - 1).toBe(nasty.length + 1)

  const chinese = await exported(lead, 'certification', of, { 'accept-language': 'zh-CN' })
  const [headZh, first] = parseCsv(chinese.text)
  expect(headZh).toEqual(heads['zh-CN'])
  expect(first?.[column('Status')]).toBe('待审核')

  const lines = await exported(lead, 'certification', { ...of, format: 'ndjson' })
  expect(lines.type).toBe('application/x-ndjson; charset=utf-8')
  expect(lines.rows.map((row) => (row as Certification).authIntroduce).reverse()).toEqual(nasty)
})

test('phones are masked in an export as they are in the list', async () => {
  const masking = await startServer({ env: { MASK_PHONES: 'on' } })
  const admin = await masking.signIn('administrator')
  await addCertifications(masking.owner, 2)
  const { rows } = await exported(admin, 'certification', { format: 'ndjson' })
  expect(rows).toEqual(await rowsOfList(admin, 'certification', {}))
  const { text } = await exported(admin, 'certification', {})
  expect(text).toContain('139****0000')
  expect(text).not.toContain('13900000000')
  await masking.close()
})

test('who exported what with which filters, and how many rows, is in the record', async () => {
  const filters = { status: 5, start: '2023-02-01T00:00:00', search: '' }
  const before = await exportEvents(server.owner)
  const { rows } = await exported(lead, 'project', { ...filters, format: 'ndjson' })
  const events = (await exportEvents(server.owner)).slice(before.length)
  expect(events).toMatchObject([
    {
      action: 'export.begin',
      actor: lead.userId,
      name: 'Lead',
      details: {
        list: 'project',
        format: 'ndjson',
        filters: { status: 5, start: '2023-02-01T00:00:00' },
      },
    },
    {
      action: 'export.end',
      actor: lead.userId,
      details: { list: 'project', format: 'ndjson', rows: rows.length, whole: true },
    },
  ])
  expect(events[1]?.details.begun).toBe(events[0]?.id)
})

test('it is for administrators alone, and refuses by name what a list does not take', async () => {
  const reviewer = await server.signIn('reviewer')
  const before = await exportEvents(server.owner)
  for (const list of listNames) {
    const { path } = exportCalls[list]
    expect((await reviewer.fetch(path)).status).toBe(403)
    expect((await server.stranger().fetch(path)).status).toBe(401)
    for (const [query, field] of [
      ['format=xls', 'format'],
      ['page=1', 'page'],
      ['order=oldest', 'order'],
      ['start=2024-01-02T00:00:00&end=2024-01-01T00:00:00', 'start'],
    ])
      expect(await (await lead.fetch(`${path}?${query}`)).json()).toMatchObject({
        code: 400,
        msg: expect.stringContaining(`${field}`),
      })
  }
  expect(await exportEvents(server.owner)).toEqual(before)
})

describe('an export that takes its time', () => {
  let slow: TestServer
  let admin: Client
  const rows = 20_000

  beforeAll(async () => {
    // A pool of two: whatever an export took of it would be missed at once.
    slow = await startServer({ env: { DATABASE_POOL: '2' } })
    admin = await slow.signIn('administrator')
    await slow.owner.transaction(async (tx) => {
      await tx.query(sql`alter table video disable trigger video_search_added`)
      await tx.query(sql`
        insert into video (type, uploader_id, title, introduction, status, create_time)
        select 1, n, 'film', repeat('long text ', 200), 0, now() - n * interval '1 minute'
        from generate_series(1, ${rows}::int) n`)
      await tx.query(sql`alter table video enable trigger video_search_added`)
    })
    await slow.owner.query(sql`analyze video`)
  })
  afterAll(() => slow.close())

  const open = () => slowExport(admin, 'personal-video', { format: 'ndjson' })
  const snapshots = async () => {
    const [found] = await slow.owner.query<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity
      where application_name = 'screening-room export' and datname = current_database()`)
    return found?.n
  }
  const lastEvent = async () => (await exportEvents(slow.owner)).at(-1)

  test('is as of one moment, whatever changes meanwhile', async () => {
    const reading = await open()
    await slow.owner.query(sql`update video set featured = true where id % 10 = 1`)
    await slow.owner.query(sql`delete from video where id % 20 = 0`)
    await slow.owner.query(sql`
      insert into video (type, uploader_id, title, status, create_time)
      select 1, 1, 'later', 0, now() - n * interval '3 minutes' from generate_series(1, 500) n`)
    const lines = (await reading.rest()).split('\n').filter(Boolean)
    const seen = new Set(
      lines.map((line) => {
        const { title, featured } = JSON.parse(line)
        return `${title} ${featured}`
      }),
    )
    expect({ rows: lines.length, seen }).toEqual({ rows, seen: new Set(['film false']) })
    await expect.poll(snapshots).toBe(0)
  })

  test('reads no further than its client does, so that it holds few rows however many there are', async () => {
    const reading = await open()
    // What fits between the two ends of the connection, up to 38 MB of these 46; then it waits.
    const counted = async () =>
      (
        await slow.owner.query<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity where state = 'idle in transaction'
        and application_name = 'screening-room export' and state_change < now() - interval '1 second'
        and datname = current_database()`)
      )[0]?.n
    await expect.poll(counted, { timeout: 20_000 }).toBe(1)
    reading.leave()
    await expect.poll(async () => (await lastEvent())?.action).toBe('export.end')
    const { details } = (await lastEvent()) as { details: { rows: number; whole: boolean } }
    expect(details).toMatchObject({ whole: false })
    expect(details.rows).toBeGreaterThan(0)
    expect(details.rows).toBeLessThan(rows * 0.9)
  })

  test('takes no connection that others need; a third at once is refused, and a cancelled one frees its place', async () => {
    const [one, other] = [await open(), await open()]
    expect(await snapshots()).toBe(2)
    const third = await admin.fetch(exportCalls['personal-video'].path)
    expect(third.status).toBe(503)
    expect(third.headers.get('retry-after')).not.toBeNull()
    const reviewer = await slow.signIn('reviewer')
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { code } = await reviewer.send(listCallOf('personal-video'), {})
        expect(code).toBe(200)
      }),
    )
    one.leave()
    await expect.poll(snapshots).toBe(1)
    await expect.poll(async () => (await lastEvent())?.action).toBe('export.end')
    const again = await open()
    other.leave()
    again.leave()
    await expect.poll(snapshots).toBe(0)
  })

  test('is cut off when its session ends, with no end that looks like one', async () => {
    const person = await slow.signIn('administrator')
    const reading = await slowExport(person, 'personal-video', { format: 'ndjson' })
    await slow.owner.query(
      sql`update session set revoked_at = now() where user_id = ${person.userId}`,
    )
    await expect(reading.rest()).rejects.toThrow()
    await expect.poll(snapshots).toBe(0)
    await expect
      .poll(async () => (await lastEvent())?.details)
      .toMatchObject({ whole: false, list: 'personal-video' })
  })
})
