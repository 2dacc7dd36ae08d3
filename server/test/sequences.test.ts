import { categoryCalls } from '@screening-room/contract/categories'
import { reasonCalls } from '@screening-room/contract/reasons'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { sql } from '../src/db/sql.ts'
import { createAccount } from '../src/domain/accounts.ts'
import { dropOld } from '../src/store/housekeeping.ts'
import type { Client } from './setup/client.ts'
import { startServer, type TestServer, testPassword } from './setup/server.ts'

/* Rows that somebody else put in with ids of their own: what we add afterwards gets one that is free. */

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.signIn('administrator')
})
afterAll(() => server.close())

let made = 0
const addCategory = (name = `ours ${++made}`) =>
  admin.send(categoryCalls.addCategory, { typeName: name })

const maxId = async () =>
  (await server.owner.query<{ id: number }>(sql`select max(id) as id from category`))[0]?.id ?? 0

test('a category, a tag, a reason and an account are added after an import, the first time', async () => {
  await server.owner.query(sql`
    insert into category (id, name, comparable)
    select n, 'import ' || n, 'import ' || n from generate_series(11, 60) n`)
  await server.owner.query(sql`
    insert into tag (id, category_id, name, comparable)
    select n, 11, 'import ' || n, 'import ' || n from generate_series(1, 5000) n`)
  await server.owner.query(sql`
    insert into canned_reason (id, queue, label, label_en, text, text_en)
    select n, 'video', 'r' || n, 'r' || n, 'r', 'r'
    from generate_series((select max(id) + 1 from canned_reason), 60) n`)
  await server.owner.query(sql`
    insert into admin_user (id, phone, nick_name, password_hash, role)
    select n, n::text, 'import', 'unusable', 'reviewer' from generate_series(100, 1500) n`)
  expect((await addCategory()).code).toBe(200)
  const tag = { typeId: 11, tagName: 'ours' }
  expect((await admin.send(categoryCalls.addTag, tag)).code).toBe(200)
  const reason = { queue: 'video', label: 'a', labelEn: 'b', text: 'c', textEn: 'd' } as const
  expect((await admin.send(reasonCalls.add, reason)).code).toBe(200)
  const account = {
    phone: '13911112222',
    nickName: 'x',
    role: 'reviewer',
    password: testPassword,
  } as const
  expect((await createAccount(server.db, account)).id).toBe(1501)
})

test('imports and our own additions at once: every one of ours is added', async () => {
  const imports = Array.from({ length: 30 }, async (_, n) => {
    // As scripts do it: the next free number.
    await server.owner
      .query(sql`insert into category (id, name, comparable)
        select coalesce(max(id), 0) + 1, 'script ' || ${n}::int, 'script ' || ${n}::int from category`)
      .catch((error) => expect(error.code).toBe('23505'))
  })
  // Ten at a time: the server may refuse more than it has room for, which is not what this is about.
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => addCategory()))
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
  }
  await Promise.all(imports)
})

async function importRows(): Promise<number> {
  const from = (await maxId()) + 1
  await server.owner.query(sql`
    insert into category (id, name, comparable)
    select n, 'big ' || n, 'big ' || n from generate_series(${from}::int, ${from + 2000}::int) n`)
  return from + 2000
}

test.each([
  ['the next start', () => migrate(server.databaseUrls.admin, server.databaseUrls.app)],
  ['housekeeping, with the application’s own role,', () => dropOld(server.db)],
])('%s raises the sequence for everybody who adds rows', async (_who, raise) => {
  const highest = await importRows()
  await raise()
  expect(
    await server.owner.query(
      sql`insert into category (name, comparable) values ('theirs', ${`theirs ${highest}`}) returning id`,
    ),
  ).toEqual([{ id: highest + 1 }])
})

test('no sequence ever goes back', async () => {
  const last = sql`select last_value as n from category_id_seq`
  await server.owner.query(
    sql`insert into category (id, name, comparable) values (500000, 'z', 'z')`,
  )
  await server.owner.query(sql`select setval('category_id_seq', 1000000)`)
  await migrate(server.databaseUrls.admin, server.databaseUrls.app)
  expect(await server.owner.query(last)).toEqual([{ n: 1000000 }])
})
