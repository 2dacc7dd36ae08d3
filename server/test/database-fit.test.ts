import { certificationCalls } from '@screening-room/contract/certifications'
import { refusals } from '@screening-room/contract/refusals'
import { videoType } from '@screening-room/contract/review'
import { sessionCalls } from '@screening-room/contract/session'
import { videoCalls } from '@screening-room/contract/videos'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { many } from '../../torture/figures.ts'
import { migrate } from '../src/db/migrate.ts'
import { sql } from '../src/db/sql.ts'
import { ask } from './faults/clusters.ts'
import { endAllAfterwards, refusedStart, run } from './faults/processes.ts'
import type { Client } from './setup/client.ts'
import { addCertifications, addVideo } from './setup/items.ts'
import { migrateTo } from './setup/migrations.ts'
import {
  emptyDatabase,
  refusalOf,
  startServer,
  type TestServer,
  testPassword,
} from './setup/server.ts'

/* Databases that an operator may have: what cannot work is refused with a sentence, the rest works alike. */

endAllAfterwards({ each: true })

const dropped: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const drop of dropped.splice(0)) await drop()
})

async function newDatabase(kind: string) {
  const database = await emptyDatabase(kind)
  dropped.push(database.drop)
  const name = new URL(database.admin).pathname.slice(1)
  return { ...database, name, drop: async () => {} }
}

const create = `Create one with: create database screening_room template template0 encoding 'UTF8' locale 'C.UTF-8'`
const asciiOnly = `The locale of this database knows the case of ASCII letters only, so a search would miss others. ${create}`
describe('a database is refused at start with a sentence where', () => {
  test.each([
    [
      "encoding 'LATIN1' locale 'C' locale_provider libc",
      `The database has the encoding LATIN1; UTF8 is needed. ${create}`,
    ],
    [
      "encoding 'SQL_ASCII' locale 'C' locale_provider libc",
      `The database has the encoding SQL_ASCII; UTF8 is needed. ${create}`,
    ],
    ["encoding 'UTF8' locale 'C' locale_provider libc", asciiOnly],
    ["encoding 'UTF8' locale 'POSIX' locale_provider libc", asciiOnly],
    ["encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C'", asciiOnly],
  ])('it was created with %s', async (kind, says) => {
    const database = await newDatabase(kind)
    expect(await refusalOf(database)).toBe(says)
    expect(await ask(database.admin, `select to_regclass('video') as video`)).toEqual([
      { video: null },
    ])
  })

  test('a command is asked for', async () => {
    const { app, admin } = await newDatabase("encoding 'LATIN1' locale 'C' locale_provider libc")
    const env = { DATABASE_URL: app, DATABASE_ADMIN_URL: admin, PORT: '0' }
    const command = run('admin.js', ['list'], env)
    expect((await command.ended).code).toBe(1)
    expect(command.errors()).toMatch(/^The database has the encoding LATIN1; .*\n$/)
    const { says, code } = await refusedStart(env)
    expect(says).toBe(command.errors().trim())
    expect(code).toBe(3)
  })

  test('it is read-only', async () => {
    const database = await newDatabase("encoding 'UTF8'")
    const set = `alter database ${database.name} set default_transaction_read_only = on`
    await ask(inject('adminUrl'), set)
    expect(await refusalOf(database)).toBe(
      'The database is read-only (default_transaction_read_only is on); set it off for this database and role.',
    )
  })

  test('it is read-only for the application’s role alone', async () => {
    const database = await newDatabase("encoding 'UTF8'")
    const role = `${new URL(database.app).username} in database ${database.name}`
    await ask(inject('adminUrl'), `alter role ${role} set default_transaction_read_only = on`)
    expect(await refusalOf(database)).toContain('The database is read-only')
  })
})

const collations = [
  "locale_provider builtin builtin_locale 'C.UTF-8'",
  "locale_provider icu icu_locale 'tr'",
  "locale_provider icu icu_locale 'lt'",
  ...[
    "locale_provider builtin builtin_locale 'PG_UNICODE_FAST'",
    "locale_provider libc locale 'C.UTF-8'",
    "locale_provider libc locale 'tr_TR.UTF-8'",
    "locale_provider icu icu_locale 'und'",
    "locale_provider icu icu_locale 'az'",
    "locale_provider icu icu_locale 'el'",
  ].slice(0, many(0, 6)),
]

const titles = [
  'TITLE IN ISTANBUL',
  'İzmir',
  'ΟΔΟΣΑ',
  'ΟΔΟΣ',
  'ÌÍĨĮJ́',
  'Ärger',
  'ЖИЗНЬ',
  '审核INFO',
  'ılık',
]
/** What is looked for, and which of the titles hold it. */
const searches: [string, number[]][] = [
  ['title', [0]],
  ['TITLE', [0]],
  ['istanbul', [0]],
  ['izmir', [1]],
  ['İZMİR', [1]],
  ['οδοσ', [2, 3]],
  ['ΟΔΟΣ', [2, 3]],
  ['ìíĩįj́', [4]],
  ['ÌÍĨĮJ́', [4]],
  ['ÄRGER', [5]],
  ['жизнь', [6]],
  ['info', [7]],
  ['审核i', [7]],
  ['ılık', [8]],
]

async function searchAll({ owner }: TestServer, client: Client): Promise<void> {
  const rows = await owner.query<{ id: number; title: string }>(
    sql`select id, title from video where title not like 'filler%'`,
  )
  const titleOf = new Map(rows.map(({ id, title }) => [id, title]))
  for (const [search, places] of searches) {
    const { body } = await client.send(videoCalls.personal.list, { page: 1, pageSize: 10, search })
    const found = body.data.map(({ id }) => titles.indexOf(titleOf.get(id) ?? ''))
    expect(found.sort(), search).toEqual(places)
  }
}

/** Enough others that the index is asked, not the rows. */
const fill = (admin: string) =>
  ask(
    admin,
    `insert into video (type, uploader_id, title) select ${videoType.personal}, 1, title from unnest(array[${titles.map((title) => `'${title}'`)}]) title;
     insert into video (type, uploader_id, title) select ${videoType.personal}, 1, 'filler ' || n from generate_series(1, 1200) n;
     select fold_tallies(100000)`,
  )

test.each(collations)(
  'with %s a search finds the same as with any other, in words that an older version stored as well',
  async (kind) => {
    const made = await newDatabase(`encoding 'UTF8' ${kind}`).catch((error: Error) => error)
    if (made instanceof Error) return console.log(`skipped: ${made.message}`)
    const { admin, app } = made
    await migrateTo('0011_search_fold.sql', admin, app)
    await fill(admin)
    const fillers = () =>
      ask(admin, `select ctid::text, id from searchable where words like 'filler%' order by id`)
    const before = await fillers()
    await migrate(admin, app)
    expect(await fillers()).toEqual(before)
    const server = await startServer({ database: made })
    try {
      const client = await server.signIn()
      await searchAll(server, client)
      await ask(admin, 'update video set title = title')
      await searchAll(server, client)
    } finally {
      await server.close()
    }
  },
)

describe('a database that becomes read-only', () => {
  test('refuses what it would write in both languages, is not ready, and goes on as before afterwards', async () => {
    const server = await startServer()
    try {
      const client = await server.signIn()
      const video = await addVideo(server.owner)
      const [certification = 0] = await addCertifications(server.owner, 1)
      const name = new URL(server.databaseUrls.admin).pathname.slice(1)
      const reconnect = () =>
        ask(
          server.databaseUrls.admin,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
        )
      const ready = () => fetch(`${server.url}/readyz`)
      await ask(inject('adminUrl'), `alter database ${name} set default_transaction_read_only = on`)
      await reconnect()

      const said = { code: 503, msg: refusals.read_only.says.en }
      const stranger = server.stranger()
      const signIn = { phone: client.phone, pwd: testPassword }
      const chinese = { 'accept-language': 'zh-CN' }
      expect(await stranger.send(sessionCalls.login, signIn)).toMatchObject({
        status: 503,
        ...said,
      })
      expect(await stranger.send(sessionCalls.login, signIn, chinese)).toMatchObject({
        status: 503,
        msg: '数据库当前为只读，未做任何更改',
      })
      expect(await client.send(videoCalls.project.approve, { videoId: video })).toMatchObject({
        status: 503,
        ...said,
      })
      expect(
        await client.send(certificationCalls.approve, { authId: certification }),
      ).toMatchObject({ status: 503, ...said })
      expect((await client.send(videoCalls.project.list, { page: 1, pageSize: 10 })).code).toBe(200)
      await expect.poll(async () => (await ready()).status).toBe(503)
      expect(await (await ready()).json()).toEqual({
        status: 'read-only',
        because: 'The database is read-only',
      })
      expect(server.log.filter((line) => line.includes('"fault"'))).toEqual([])

      await ask(inject('adminUrl'), `alter database ${name} reset default_transaction_read_only`)
      await reconnect()
      await expect.poll(async () => (await ready()).status).toBe(200)
      expect((await client.send(videoCalls.project.approve, { videoId: video })).code).toBe(200)
    } finally {
      await server.close()
    }
  })
})
